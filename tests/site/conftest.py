import pytest

from tests.site.html import Site


@pytest.fixture(scope="session")
def html(built) -> Site:
    """The built site's pages, parsed."""
    return Site(built)
