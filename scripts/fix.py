"""Repair what is mechanical: `python -m scripts.fix`, in the files that `python -m scripts.check` reads.

That is: line ends, byte order marks, the end of the file, and in pages also characters that can't be seen, spaces at
the ends of lines, and Chinese typography; the entries of the bibliography are put in order. Formulas and code stay as
they are. What is repaired is printed; a second run finds nothing.
"""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from pybtex.database.input.bibtex import Parser
from pybtex.exceptions import PybtexError

from scripts.checks import Sources
from scripts.checks._typography import corrections
from scripts.content import ROOT
from scripts.content.pages import CODE_SPAN, FENCE, FORMULA, FRONT_MATTER, parse

ZERO_WIDTH = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
BLANKS = re.compile(r"[ \t]+$", re.M)
BREAK = re.compile(r"(?<=\S)  +(?=\n[ \t]*\S)")
"""Spaces that end a line and make Markdown begin a new one."""

KEPT = (FRONT_MATTER, FENCE, CODE_SPAN, FORMULA)
ENTRY = re.compile(r"^@\w+\{([^,\s]+),.*?^\}$", re.M | re.S)
ROUNDS = 5


def fixed(file: str, content: bytes, with_title: bool = True) -> tuple[bytes, list[str]]:
    """The content of a file after repair, and what was repaired. Bytes that are not UTF-8 are left alone."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return content, []
    done: dict[str, None] = {}
    for _ in range(ROUNDS):
        before = text
        for name, repair in _repairs(file, with_title):
            repaired = repair(text)
            if repaired != text:
                done.setdefault(name)
                text = repaired
        if text == before:
            break
    return text.encode("utf-8"), list(done)


def _repairs(file: str, with_title: bool) -> list[tuple[str, Callable[[str], str]]]:
    """The repairs of a file by name, in the order in which they are made."""
    repairs = [
        ("byte order mark", lambda text: text.removeprefix("\ufeff")),
        ("line ends", lambda text: text.replace("\r\n", "\n").replace("\r", "\n")),
    ]
    if file.endswith(".md"):
        repairs += [("invisible characters", _without_zero_width), ("spaces at line ends", _without_blanks)]
        if file.startswith("docs/zh/"):
            repairs.append(("typography", lambda text: _typography(file, text, with_title)))
    if file.endswith(".bib"):
        repairs.append(("order of entries", _in_order))
    return [*repairs, ("end of the file", lambda text: text.rstrip("\n") + "\n" if text.strip("\n") else text)]


def _masked(text: str) -> str:
    """`text`, as long as it was, with a letter in place of each character of front matter, code and formulas."""
    for pattern in KEPT:
        text = pattern.sub(lambda match: re.sub(r"[^\n]", "x", match.group()), text)
    return text


def _without_zero_width(text: str) -> str:
    return "".join(char for char, seen in zip(text, _masked(text)) if not ZERO_WIDTH.match(seen))


def _without_blanks(text: str) -> str:
    """Without blanks at the ends of lines, except where they break the line on purpose."""
    masked = _masked(text)
    parts, start = [], 0
    for match in BLANKS.finditer(masked):
        if not BREAK.match(masked, match.start()):
            parts.append(text[start : match.start()])
            start = match.end()
    return "".join([*parts, text[start:]])


def _typography(file: str, text: str, with_title: bool) -> str:
    lines = text.split("\n")
    for correction in corrections(parse(Path(file), text), with_title):
        lines[correction.line - 1] = correction.new
    return "\n".join(lines)


def _in_order(text: str) -> str:
    """The bibliography's entries by key; as it was when there is anything but entries, or it does not parse."""
    entries = [(match.group(1), match.group()) for match in ENTRY.finditer(text)]
    keys = [key for key, _ in entries]
    if ENTRY.sub("", text).strip() or len(set(keys)) < len(keys) or keys == sorted(keys):
        return text
    try:
        Parser().parse_string(text)
    except PybtexError:
        return text
    return "\n\n".join(entry for _, entry in sorted(entries)) + "\n"


def write(path: Path, content: bytes) -> None:
    """Put new content into a file at once, so that an interruption leaves the old or the new."""
    new = path.with_name(f".{path.name}.new")
    try:
        new.write_bytes(content)
        new.chmod(path.stat().st_mode)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Repair the files below `root`, print what was repaired; the exit status is 1 when a file can't be written."""
    parser = argparse.ArgumentParser(prog="python -m scripts.fix", description="Repair what is mechanical.")
    parser.parse_args(arguments)
    sys.stdout.reconfigure(errors="backslashreplace")
    sources = Sources(root)
    titled = {f"docs/zh/{question.path}" for question in sources.questions.values()}
    status, repairs = 0, 0
    for file, content in sources.bytes.items():
        if not file.endswith((".md", ".yml", ".bib", ".txt")):
            continue
        repaired, done = fixed(file, content, with_title=file not in titled)
        if repaired == content:
            continue
        try:
            write(root / file, repaired)
        except OSError as error:
            status = 1
            done = [f"nothing, it can't be written: {error.strerror}"]
        repairs += 1
        print(f"{file}: {', '.join(done)}")
    if not repairs:
        print("nothing to repair")
    return status


if __name__ == "__main__":
    sys.exit(main())
