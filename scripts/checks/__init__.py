"""The rules of `python -m scripts.check`: one module each, found by its name; modules that begin with `_` are no rules.

A rule is a function `check(sources)` that yields a Problem for everything it finds. Its fixtures stand in
`tests/checks/<rule>/`.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scripts.checks._sources import Sources

__all__ = ["Problem", "Sources", "rules"]


@dataclass(frozen=True, order=True)
class Problem:
    """Something a contributor should know: where it is, the rule's name, what is wrong and what to do.

    A warning is told, but does not make the check fail.
    """

    file: str
    line: int
    rule: str
    message: str
    warning: bool = False

    def __str__(self) -> str:
        text = f"{self.file}:{self.line}: [{self.rule}] {'warning: ' if self.warning else ''}{self.message}"
        return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)


Rule = Callable[[Sources], Iterator[Problem]]


def rules() -> dict[str, Rule]:
    """Every rule by name: `front-matter` is `check` of scripts/checks/front_matter.py."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    return {name.replace("_", "-"): importlib.import_module(f"{__name__}.{name}").check for name in names}
