"""The three editions of the site."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Edition:
    """One language of the site.

    `code` names its folder in `docs/` and its keys in `data/`; `language` is the value of `<html lang>` and
    `hreflang`; `root` is the folder of the built site that holds it ("" for the default edition).
    """

    code: str
    language: str
    root: str
    name: str
    config_file: str
    characters_a_minute: int | None = None
    words_a_minute: int | None = None


EDITIONS = (
    Edition("zh", "zh-Hans", "", "中文", "mkdocs.yml", characters_a_minute=300),
    Edition("pt", "pt-BR", "pt/", "Português", "mkdocs.pt.yml", words_a_minute=180),
    Edition("en", "en", "en/", "English", "mkdocs.en.yml", words_a_minute=180),
)
DEFAULT = EDITIONS[0]


def edition(code: str) -> Edition:
    """The edition with this code. Raises KeyError for an unknown one."""
    return {e.code: e for e in EDITIONS}[code]
