"""Files are UTF-8 with LF line ends, and hold no characters that can't be seen or that pass for others."""

import re
import unicodedata
from collections.abc import Iterator

from scripts.checks import Problem, Sources
from scripts.content.pages import CODE_SPAN, SourcePage

BOM = b"\xef\xbb\xbf"
CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
INVISIBLE = "\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
RADICALS = "\u2e80-\u2fdf"
UNWANTED = re.compile(f"[{CONTROL}{INVISIBLE}{RADICALS}]")
FULL_WIDTH = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")


def check(sources: Sources) -> Iterator[Problem]:
    """Yield a problem for each fault of encoding, and one for each line and kind of unwanted character."""
    for file, content in sources.bytes.items():
        yield from _encoding(file, content)
        text = sources.text(file)
        for number, line in enumerate((text or "").split("\n"), start=1):
            for char in dict.fromkeys(UNWANTED.findall(line)):
                yield Problem(file, number, "characters", _unwanted(char))
    for file, page in sources.pages.items():
        for number, code in _code(page):
            for char in dict.fromkeys(FULL_WIDTH.findall(code)):
                plain = unicodedata.normalize("NFKC", char)
                yield Problem(file, number, "characters", f"full-width `{char}` in code; type `{plain}`")


def _encoding(file: str, content: bytes) -> Iterator[Problem]:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = content[error.start]
        yield Problem(file, line, "characters", f"byte {byte:#04x} is not UTF-8; save the file with the encoding UTF-8")
    if content.startswith(BOM):
        message = "the file begins with a byte order mark; save it as UTF-8 without BOM"
        yield Problem(file, 1, "characters", message)
    if b"\r" in content:
        line = content.count(b"\n", 0, content.index(b"\r")) + 1
        yield Problem(
            file, line, "characters", "the line ends with CR; set the editor to LF line ends (Unix) and save again"
        )


def _unwanted(char: str) -> str:
    name = f"{unicodedata.name(char, 'control character').lower()} (U+{ord(char):04X})"
    plain = unicodedata.normalize("NFKC", char)
    if re.match(f"[{RADICALS}]", char):
        advice = f"type {plain} (U+{ord(plain):04X})" if plain != char else "type the ordinary character"
        return f"{char} is {name}, which passes for another character; {advice}"
    return f"invisible character: {name}; delete it, or type the text anew instead of pasting it"


def _code(page: SourcePage) -> Iterator[tuple[int, str]]:
    """The lines of fences and the code spans of a page."""
    for fence in page.code:
        yield from enumerate(fence.text.split("\n"), start=fence.line + 1)
    for number, line in enumerate(page.prose.split("\n"), start=1):
        for span in CODE_SPAN.finditer(line):
            yield number, span.group()
