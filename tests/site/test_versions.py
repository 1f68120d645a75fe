"""A site that is no version of a published one knows nothing of versions."""


def test_no_page_asks_for_a_list_of_versions(html):
    """It would be an error in the console of every page."""
    wrong = [str(page) for page in html.pages if page.tree.xpath('//*[@data-version or @data-version-link]')]
    assert not wrong, wrong
