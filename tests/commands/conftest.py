"""The commands start from the small site of the checks."""

from tests.checks.conftest import tree

__all__ = ["tree"]
