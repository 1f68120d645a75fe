"""The editions of a page with the highest revision agree in everything that does not depend on the language."""

import re
from collections import Counter
from collections.abc import Callable, Iterator

from scripts.checks import Problem, Sources
from scripts.checks._text import columns, key_line, quote, tables
from scripts.checks.frame import ITEMS
from scripts.content.editions import EDITIONS
from scripts.content.pages import LINK, At, SourcePage, line_of

WORDS = re.compile(r"\\(text(?:bf|it|rm|sf|tt|normal)?|mbox|tag\*?)\s*\{[^{}]*\}")
SPACE = re.compile(r"\s+|\\[,;:! ]|~")
COMMENT = re.compile(r"\s*#.*$")
NO_PROSE = re.compile(r"\[@[^\]]{0,500}\]|\{[^{}\n]{0,300}#[^{}\n]{0,300}\}|<[^<>\n]{1,500}>|https?://\S+")
WORD = re.compile(r"[A-Za-z0-9.,_+/-]+")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
SHOWN = 6
"""Differences named in one message."""

Files = dict[str, SourcePage]
Aspect = Callable[[SourcePage], list[At]]


def check(sources: Sources) -> Iterator[Problem]:
    """Yield the differences between editions, and as warnings the pages that are missing or behind."""
    answered = {question.path: question for question in sources.questions.values()}
    for path in sorted({file.split("/", 2)[2] for file in sources.pages}):
        files = {f"docs/{edition.code}/{path}": edition.code for edition in EDITIONS}
        pages = {file: sources.pages[file] for file in files if file in sources.pages}
        if path not in answered:
            yield from _differences(pages, {"section ids": _ids, "links": _links}, "make the editions agree")
            continue
        yield from _missing(files, pages)
        pages = {file: page for file, page in pages.items() if page.meta is not None}
        newest = max((page.revision for page in pages.values()), default=0)
        ahead = next((file for file, page in pages.items() if page.revision == newest), "")
        for file, page in pages.items():
            if page.revision < newest:
                advice = f"carry over what changed there and write `revision: {newest}`"
                message = f"revision {page.revision}, but {ahead} has {newest}; {advice}"
                yield Problem(file, 1, "parity", message, warning=True)
        level = {file: page for file, page in pages.items() if page.revision == newest}
        yield from _differences(level, ASPECTS, "make the editions agree, or raise `revision` in the one that is ahead")


def _missing(files: dict[str, str], pages: Files) -> Iterator[Problem]:
    for file, code in files.items():
        if pages and file not in pages:
            message = f"the {code} edition has no page yet; write it from {' or '.join(pages)}"
            yield Problem(file, 1, "parity", message, warning=True)


def _differences(pages: Files, aspects: dict[str, Aspect], advice: str) -> Iterator[Problem]:
    """Compare each page with what most of them have in common; with the first where no two agree."""
    for name, aspect in aspects.items():
        items = {file: aspect(page) for file, page in pages.items()}
        keys = {file: tuple(item.text for item in found) for file, found in items.items()}
        if name not in ORDERED:
            keys = {file: tuple(sorted(key)) for file, key in keys.items()}
        if len(set(keys.values())) < 2:
            continue
        common = Counter(keys.values()).most_common(1)[0][0]
        model = next(file for file, key in keys.items() if key == common)
        for file, key in keys.items():
            if key != common:
                line, message = _difference(items[file], items[model])
                yield Problem(file, line, "parity", f"{name} differ from {model}: {message}; {advice}")


def _difference(here: list[At], there: list[At]) -> tuple[int, str]:
    """The line of the first difference and what differs."""
    ours, theirs = (Counter(item.text for item in items) for items in (here, there))
    texts = [text for text in dict.fromkeys(item.text for item in [*there, *here]) if ours[text] != theirs[text]]
    if not texts:
        first = next(k for k, (a, b) in enumerate(zip(here, there)) if a.text != b.text)
        return here[
            first
        ].line, f"another order, {quote(here[first].text)} stands where {quote(there[first].text)} is expected"
    parts = []
    for text in texts[:SHOWN]:
        lines = " and ".join(
            f"line {', '.join(str(item.line) for item in items if item.text == text)} {where}"
            for items, where in ((here, "here"), (there, "there"))
            if any(item.text == text for item in items)
        )
        parts.append(f"{quote(text, 120)} {ours[text]} here, {theirs[text]} there ({lines})")
    more = f", and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return _line(texts, here, there), ", ".join(parts) + more


def _line(texts: list[str], here: list[At], there: list[At]) -> int:
    """Where to look: the first item that differs, or what stands before the first missing one in both pages."""
    if found := [item.line for item in here if item.text in texts]:
        return found[0]
    before = [item.text for item in there[: next(k for k, item in enumerate(there) if item.text in texts)]]
    ours = {item.text: item.line for item in reversed(here)}
    return next((ours[other] for other in reversed(before) if other in ours), 1)


def _as_of(page: SourcePage) -> list[At]:
    return [At(key_line(page, "as_of"), f"as_of: {page.meta['as_of']}")] if "as_of" in page.meta else []


def _ids(page: SourcePage) -> list[At]:
    return [
        At(heading.line, f"{'#' * heading.level} {{#{heading.id}}}")
        for heading in page.headings
        if heading.level > 1 and heading.id
    ]


def _formulas(page: SourcePage) -> list[At]:
    """Without the words of \\text and without space."""
    return [At(f.line, SPACE.sub("", WORDS.sub(r"\\\1{}", f.text))) for f in page.formulas]


def _code(page: SourcePage) -> list[At]:
    """The lines of all code blocks, without comments and empty lines."""
    lines = (At(block.line + 1 + k, line) for block in page.code for k, line in enumerate(block.text.split("\n")))
    bare = [At(at.line, COMMENT.sub("", at.text).rstrip()) for at in lines]
    return [at for at in bare if at.text]


def _citations(page: SourcePage) -> list[At]:
    return [At(citation.line, f"[@{citation.text}]") for citation in page.citations]


def _links(page: SourcePage) -> list[At]:
    """Each target once, without the section of another page."""
    found: dict[str, At] = {}
    for link in page.links:
        if not link.image:
            target = link.text if ":" in link.text else link.text.split("#")[0]
            if target:
                found.setdefault(target, At(link.line, target))
    return list(found.values())


def _images(page: SourcePage) -> list[At]:
    return [link for link in page.links if link.image]


def _tables(page: SourcePage) -> list[At]:
    return [At(rows[0].line, f"{len(rows)} × {max(columns(row.text) for row in rows)}") for rows in tables(page)]


def _items(page: SourcePage) -> list[At]:
    """The pitfalls, follow-up questions and points of the checklist."""
    found = []
    for ident, pattern in ITEMS.items():
        if section := page.section(ident):
            lines = [section.line + line_of(section.text, m.start()) for m in pattern.finditer(section.text)]
            found += [At(line, f"item of {ident}") for line in lines]
    return found


def _numbers(page: SourcePage) -> list[At]:
    """Numbers of the prose with decimals or at least three digits, in one notation.

    Names that hold digits (H100, Qwen2.5-7B, v0.5.1) are no numbers.
    """
    portuguese = page.path.parts[1] == "pt"
    found = []
    for number, line in enumerate(page.bare.split("\n"), start=1):
        line = NO_PROSE.sub(" ", LINK.sub(lambda m: m.group()[: m.group().rindex("](") + 1], line))
        for word in WORD.findall(line):
            if not word[0].isalpha():
                found += [At(number, _plain(n, portuguese)) for n in NUMBER.findall(word)]
    return [at for at in found if "." in at.text or len(at.text) >= 3]


def _plain(number: str, portuguese: bool) -> str:
    """A number with a decimal point and without thousands separators; as it stands when it is neither."""
    thousands, decimal = (".", ",") if portuguese else (",", ".")
    if re.fullmatch(rf"[1-9]\d{{0,2}}(\{thousands}\d{{3}})+(\{decimal}\d+)?", number):
        number = number.replace(thousands, "")
    return number.replace(",", ".") if re.fullmatch(r"\d+,\d+", number) and portuguese else number


ASPECTS = {
    "months of checking": _as_of,
    "section ids": _ids,
    "formulas": _formulas,
    "code blocks": _code,
    "citations": _citations,
    "links": _links,
    "images": _images,
    "tables (rows × columns)": _tables,
    "items": _items,
    "numbers": _numbers,
}
ORDERED = ("section ids", "code blocks", "images", "tables (rows × columns)")
