"""No input makes `python -m scripts.check` fail itself or take long: each gets a message that says what is wrong."""

import os
import time
from pathlib import Path

import pytest

from scripts import check

LONGEST_SECONDS = 10
"""Of processor time, with room for a slow machine; each input takes less than two on a current one."""

PAGE = "docs/en/algorithm/baseline.md"
ZH = "docs/zh/algorithm/baseline.md"
LAB = "docs/en/labs/kl.ipynb"
QUESTIONS = "data/questions.yml"
GLOSSARY = "data/glossary.yml"
BIB = "data/references.bib"
FRONT = b"---\nid: algo-05\nrevision: 1\nas_of: 2026-10\n---\n\n"
META = "---\nid: algo-05\nrevision: {}\nas_of: {}\n---\n"
ENTRY = (
    "- id: baseline\n  term: {{zh: a, pt: b, en: c}}\n  also: []\n  meaning: {{zh: a, pt: b, en: c}}\n"
    "  questions: [algo-05]\n  match: {{zh: [], pt: [], en: []}}\n  avoid: {}\n"
)
NOTEBOOK = '{{"cells": {}, "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}\n'

FRONT_MATTER = {
    "empty page": (b"", "front matter is missing; begin the file with the lines `---`, `id: …`"),
    "a list": (b"---\n- id\n---\n", "front matter holds no `key: value` lines; write an ASCII colon"),
    "a number": (b"---\n5\n---\n", "front matter holds no `key: value` lines"),
    "no end": (b"---\nid: algo-05\n", "front matter is not closed; begin the file with the lines"),
    "null": (b"---\nid: \x00\n---\n", "front matter is not valid YAML: unacceptable character #x0000"),
    "a tag": (
        b"---\nid: !!python/object/apply:os.system [ls]\n---\n",
        "not valid YAML: could not determine a constructor",
    ),
    "a bad date": (b"---\nas_of: 2026-13-45\n---\n", "front matter has a value that is not valid YAML: month must be"),
    "a forced type": (
        b"---\nrevision: !!int one\n---\n",
        "has a value that is not valid YAML: invalid literal for int()",
    ),
    "a forced date": (b"---\nas_of: !!timestamp today\n---\n", "has a value that is not valid YAML"),
    "a key that is a list": (b"---\n? [a, b]\n: 1\n---\n", "has a key that is no text; put the key in quotes"),
    "a key twice": (
        b"---\nid: algo-05\nid: algo-05\n---\n",
        "front matter has the key `id` twice in one entry; keep one",
    ),
    "depth": (b"---\nid: " + b"[" * 900 + b"]" * 900 + b"\n---\n", "is not that of this file; write `id: algo-05`"),
    "more depth": (b"---\nid: " + b"[" * 50_000 + b"\n---\n", "not valid YAML: exceeded maximum nesting depth"),
    "a number without end": (b"---\nrevision: " + b"9" * 20_000 + b"\n---\n", "Exceeds the limit (4300 digits)"),
    "infinity": (META.format(".inf", "2026-10").encode(), "revision `inf` is no whole number from 1"),
    "a mapping": (META.format("{a: 1}", "2026-10").encode(), "revision `{'a': 1}` is no whole number from 1"),
    "true": (META.format("true", "2026-10").encode(), "revision `True` is no whole number from 1"),
    "zero": (META.format("0", "2026-10").encode(), "revision `0` is no whole number from 1; write `revision: 1`"),
    "the future": (META.format("1", "9999-12").encode(), "as_of `9999-12` lies in the future"),
    "a full date": (META.format("1", "2026-10-05").encode(), "as_of `2026-10-05` is no month; write it as `2026-10`"),
    "tabs": (b"---\nid: algo-05\n\trevision: 1\n---\n", "front matter is not valid YAML: found a tab character"),
    "a full-width colon": ("---\nid：algo-05\n---\n".encode(), "holds no `key: value` lines; write an ASCII colon"),
    "Chinese quotes": (
        "---\nid: “algo-05”\n---\n".encode(),
        "id `“algo-05”` is not that of this file; write `id: algo-05`",
    ),
    "aliases": (b"---\nid: &a [x, x]\nrevision: [*a, *a]\n---\n", "front matter uses an anchor (`&name`, `*name`)"),
}
"""Per input: what stands in PAGE, and what the rule `front-matter` says."""

PAGES = {
    "one byte": (b"\xff", "characters", "byte 0xff is not UTF-8; save the file with the encoding UTF-8"),
    "utf-16": ("# Title\n".encode("utf-16"), "characters", "byte 0xff is not UTF-8"),
    "nul bytes": (b"\x00" * 1000, "characters", "invisible character: control character (U+0000); delete it"),
    "an escape sequence": (FRONT + b"\x1b[2J\x1b]0;title\x07", "characters", "control character (U+001B); delete it"),
    "text from right to left": (
        FRONT + "a \u202e b".encode(),
        "characters",
        "right-to-left override (U+202E); delete it",
    ),
    "unbalanced display formula": (FRONT + b"$$\na\n", "formulas", "`$$` has no partner; open and close"),
    "three display signs": (FRONT + b"$$\na\n$$\n\ntext\n\n$$\nb\n", "formulas", "`$$` has no partner"),
    "only dollars": (FRONT + b"$" * 5_001, "formulas", "`$$` has no partner; open and close"),
    "a deep formula": (FRONT + b"$" + b"{" * 20_000 + b"$", "formulas", "does not parse: Maximum call stack size"),
    "a formula that grows": (FRONT + rb"$\def\a{\a\a}\a$", "formulas", "does not parse: Too many expansions"),
    "a formula with a backtick": (FRONT + b"$\\text{`}$ and $`$", "frame", "section `derivation` is missing"),
    "a formula with a separator": (FRONT + "$\u2028$".encode(), "characters", "line separator (U+2028); delete it"),
    "only brackets": (FRONT + b"[" * 20_000, "frame", "the text does not begin with the title"),
    "links that never close": (FRONT + b"[a](" * 5_000, "frame", "the text does not begin with the title"),
    "images that never close": (FRONT + b"![" * 20_000, "frame", "the text does not begin with the title"),
    "only smaller signs": (FRONT + b"<a " * 20_000, "frame", "the text does not begin with the title"),
    "only braces": (FRONT + b"{on" * 20_000, "frame", "the text does not begin with the title"),
    "only backticks": (FRONT + b"`" * 20_000, "frame", "code fence is never closed; end it with a line"),
    "fences that never close": (
        FRONT + b"".join(b"`" * k + b"\n" for k in range(3, 100)),
        "frame",
        "fence is never closed",
    ),
    "a fence that never closes": (FRONT + b"```python\n# Title\n", "frame", "code fence is never closed; end it with"),
    "a fence closed by fewer marks": (FRONT + b"````\n```\n## A\n```\n", "frame", "code fence is never closed"),
    "a fence closed elsewhere": (FRONT + b"- a\n\n    ```\n    x\n```\n", "frame", "code fence is never closed"),
    "headings alone": (
        FRONT + b"## {#a}\n" * 2_000,
        "frame",
        "id `a` stands already on line 7; give one of the two another",
    ),
    "an emoji as id": (
        FRONT + "## Title {#\U0001f600}\n".encode(),
        "frame",
        "may hold only a-z, 0-9 and single hyphens",
    ),
    "a Chinese id": (FRONT + "## Title {#推导}\n".encode(), "frame", "id `推导` may hold only a-z, 0-9"),
    "an id of digits": (FRONT + b"## Title {#60}\n", "frame", "id `60` may hold only a-z, 0-9"),
    "a comment that never closes": (
        FRONT + b"# T\n\n<!-- all the rest\n## A {#a}\n",
        "frame",
        "hint `all the rest ## A {#a}` is",
    ),
    "deep quotes": (FRONT + b">" * 50_000, "frame", "the text does not begin with the title"),
    "deep lists": (FRONT + b"".join(b" " * k + b"- a\n" for k in range(400)), "frame", "the text does not begin with"),
    "a link to nowhere": (
        FRONT + b"[a](" + b"../" * 300 + b"etc/passwd)",
        "links",
        "leaves docs/en/; link the page of this",
    ),
    "a link with NUL": (FRONT + b"[a](b\x00.md)", "links", "link `b\\u0000.md` leads to no page"),
    "a link that is a bare sign": (FRONT + b"[a](#) [b](?) [c](:)", "links", "link `?` leads to no page"),
    "a link to the machine": (FRONT + b"[a](file:///etc/passwd)", "raw-html", "has the scheme `file:`; link pages"),
    "a table without cells": (FRONT + b"|\n|-|\n|\n", "frame", "the text does not begin with the title"),
    "a script": (FRONT + b"<script>alert(1)</script>", "raw-html", "`<script>` runs or loads something; remove it"),
    "a script in odd code": (
        FRONT + b"```a b c\n<script>x</script>\n```",
        "raw-html",
        "`<script>` looks like code but would run",
    ),
    "a handler in braces": (
        FRONT + b"![a](a.svg){onload=x}",
        "raw-html",
        "attribute `onload=` would run a script; remove it",
    ),
    "a file of the machine": (
        FRONT + b'--8<-- "/etc/passwd"',
        "snippets",
        "snippet `/etc/passwd` leaves the repository",
    ),
    "a word without end": (
        FRONT + b"recieve " + b"a" * 100_000,
        "spelling",
        "`recieve` is not in the dictionary; write `receive`",
    ),
    "a page of 5 MB": (
        FRONT + b"a\n" * 2_500_000,
        "files",
        f"has {len(FRONT) + 5_000_000:,} bytes; shorten it to 150,000",
    ),
}
"""Per input: what stands in PAGE, the rule that must have something to say, and what it says."""

OTHERS = {
    "a page in no folder": (
        "docs/en/algorithm/deep/er/page.md",
        b"# T\n",
        "front-matter",
        "no question of data/questions.yml has",
    ),
    "a folder named like a page": (
        f"{PAGE}/inside.md",
        b"# T\n",
        "front-matter",
        "no question of data/questions.yml has this",
    ),
    "a name with an emoji": ("docs/en/\U0001f600.md", b"# T\n", "files", "not every system can hold the name"),
    "a name for a device": (
        "docs/en/aux.md",
        b"# T\n",
        "files",
        "not every system can hold the name `aux.md`; use a-z",
    ),
    "a name with a line break": ("docs/en/a\nb.md", b"# T\n", "files", "not every system can hold the name `a b.md`"),
    "Chinese without spaces": (
        ZH,
        FRONT + "中a".encode() * 20_000,
        "typography",
        "breaks the rules of typography; write",
    ),
    "questions are empty": (QUESTIONS, b"", "data-schema", "the file has another form; write it as a list of entries"),
    "questions are a mapping": (
        QUESTIONS,
        b"id: algo-05\n",
        "data-schema",
        "the file has another form; write it as a list",
    ),
    "questions are a text": (
        QUESTIONS,
        b"algo-05\n",
        "data-schema",
        "the file is `algo-05`; write it as a list of entries",
    ),
    "questions hold null": (
        QUESTIONS,
        b"- null\n- []\n- 5\n- id: null\n",
        "data-schema",
        "entry 3: is `5`; write it as lines",
    ),
    "questions of the wrong types": (
        QUESTIONS,
        b"- {id: algo-05, track: algorithm, slug: baseline, number: [1], tags: 5, title: 5, related: {a: 1}, aliases: x}\n"
        b"- {id: [1], track: {}, slug: 5, tags: [[], {}], related: [1, {id: 5}, {id: []}]}\n",
        "data-schema",
        "algo-05: `number` has another form; write it as a whole number without quotes",
    ),
    "a slug that climbs": (
        QUESTIONS,
        b"- {id: algo-05, track: ../.., slug: ../../etc/passwd}\n",
        "data-schema",
        "lower-case words",
    ),
    "a relation to itself": (
        QUESTIONS,
        b"- {id: algo-05, related: [{id: algo-05, why: {}}]}\n",
        "data-schema",
        "algo-05: `related[0]` relates the question to itself; remove it",
    ),
    "relations in a circle": (
        QUESTIONS,
        b"- {id: algo-05, related: [{id: algo-08}]}\n- {id: algo-08, related: [{id: algo-05}]}\n",
        "data-schema",
        "states the relation to `algo-05` again (algo-05 has it); state it once",
    ),
    "an id twice": (
        QUESTIONS,
        b"- id: algo-05\n- id: algo-05\n",
        "data-schema",
        "is used already by an entry above; choose another",
    ),
    "an emoji as question": (
        QUESTIONS,
        "- id: \U0001f600\n".encode(),
        "data-schema",
        "it should be the id of a question",
    ),
    "a key twice": (
        QUESTIONS,
        b"- {id: algo-05, id: algo-06}\n",
        "data-schema",
        "has the key `id` twice in one entry; keep one of them",
    ),
    "a yaml bomb": (
        QUESTIONS,
        b"- &a [x, x, x, x, x, x, x, x, x]\n"
        + b"".join(
            b"- &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n" % ((97 + k,) + (96 + k,) * 8) for k in range(1, 20)
        ),
        "data-schema",
        "the file uses an anchor (`&name`, `*name`); write the value out",
    ),
    "yaml that holds itself": (QUESTIONS, b"&a [*a]\n", "data-schema", "the file uses an anchor (`&name`, `*name`)"),
    "two yaml documents": (QUESTIONS, b"- 1\n---\n- 2\n", "data-schema", "not valid YAML: but found another document"),
    "a directive": (
        QUESTIONS,
        b"%YAML 9.9\n--- []\n",
        "data-schema",
        "not valid YAML: found incompatible YAML document",
    ),
    "a full-width colon": (
        QUESTIONS,
        "- id：algo-05\n".encode(),
        "data-schema",
        "is `id：algo-05`; write it as lines of the form",
    ),
    "full-width brackets": (
        QUESTIONS,
        "- tags: ［variance］\n".encode(),
        "data-schema",
        "is `［variance］`; write it as a list",
    ),
    "a full-width comma": (QUESTIONS, "- tags: [variance，memory]\n".encode(), "data-schema", "`tags[0]` "),
    "tabs": (
        QUESTIONS,
        b"-\tid: algo-05\n\t\ttrack: x\n",
        "data-schema",
        "not valid YAML: found character that cannot start",
    ),
    "a merge key": (
        QUESTIONS,
        b"- <<: {id: algo-05}\n",
        "data-schema",
        "has a key that is no text; put the key in quotes",
    ),
    "interface is a list": (
        "data/interface.yml",
        b"- 1\n",
        "data-schema",
        "has another form; write it as lines of the form",
    ),
    "interface of numbers": (
        "data/interface.yml",
        b"1: {zh: a}\ntrue: b\n",
        "data-schema",
        "has a key that is no text",
    ),
    "to avoid is a text": (
        GLOSSARY,
        ENTRY.format("{zh: 置信域}").encode(),
        "data-schema",
        "`avoid.zh` is `置信域`; write it as a list",
    ),
    "to avoid is a number": (GLOSSARY, ENTRY.format("5").encode(), "data-schema", "`avoid` is `5`; write it as lines"),
    "to avoid are numbers": (
        GLOSSARY,
        ENTRY.format("{en: [1, [2]]}").encode(),
        "data-schema",
        "`avoid.en[0]` is `1`; write it as a text",
    ),
    "to avoid in no edition": (
        GLOSSARY,
        ENTRY.format("{fr: [x]}").encode(),
        "data-schema",
        "`avoid.fr` is an unknown key; the keys are zh",
    ),
    "words in no encoding": ("data/words/en.txt", b"\xff\xfe\x00", "characters", "byte 0xff is not UTF-8"),
    "bibliography is empty": (BIB, b"", "citations", "the bibliography has no entry; restore it from the repository"),
    "bibliography is no bibtex": (
        BIB,
        b"{}}}{ @ @@ @article{ @article{,} @article{a @misc(b)",
        "citations",
        "not valid BibTeX: ",
    ),
    "bibliography never ends": (
        BIB,
        b"@article{a, title = {" + b"{" * 5_000,
        "citations",
        "a: field `author` is missing; add it",
    ),
    "bibliography with odd names": (
        BIB,
        b'@article{a, author = "a, b, c, d, e and and , ,, and others", title = "}"',
        "citations",
        "a: field `url` is missing; add it, copied from the source's own page",
    ),
    "bibliography of macros": (
        BIB,
        b"@string{a = a # a}\n@misc{b, title = a # b # 5}\n",
        "citations",
        "undefined string: a",
    ),
    "bibliography in latin-1": (BIB, b'@misc{a, author = "Jo\xe3o"}\n', "characters", "byte 0xe3 is not UTF-8"),
    "a data file without schema": (
        "data/more.yml",
        b"[]\n",
        "data-schema",
        "there is no data/schemas/more.schema.json",
    ),
    "a notebook that is empty": (LAB, b"", "notebooks", "the notebook is no valid JSON: Expecting value; restore it"),
    "a notebook that is cut": (
        LAB,
        b'{"cells": [{"cell_type',
        "notebooks",
        "the notebook is no valid JSON: Unterminated string",
    ),
    "a notebook of depth": (LAB, b"[" * 100_000, "notebooks", "is no valid JSON: it nests too deep"),
    "a notebook of digits": (
        LAB,
        b"9" * 10_000,
        "notebooks",
        "is no valid JSON: it nests too deep or has a number without end",
    ),
    "a notebook of null": (LAB, b"null", "notebooks", "the file is no notebook of format 4"),
    "a notebook of numbers": (
        LAB,
        NOTEBOOK.format("[1, null, []]").encode(),
        "notebooks",
        "has not the form of Jupyter's format",
    ),
    "a notebook without cells": (
        LAB,
        NOTEBOOK.format("5").encode(),
        "notebooks",
        "has not the form of Jupyter's format",
    ),
    "a cell of numbers": (
        LAB,
        NOTEBOOK.format('[{"cell_type": 5, "source": [1, {}], "outputs": {"a": 1}, "id": 7}]').encode(),
        "notebooks",
        "has not the form of Jupyter's format",
    ),
    "a notebook in utf-16": (LAB, "{}".encode("utf-16"), "characters", "byte 0xff is not UTF-8"),
    "a script in a notebook": (
        LAB,
        NOTEBOOK.format(
            '[{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "<script>x</script>"}]'
        ).encode(),
        "raw-html",
        "`<script>` runs or loads something; remove it",
    ),
    "a widget in a notebook": (
        LAB,
        NOTEBOOK.format(
            '[{"cell_type": "code", "execution_count": 1, "id": "a", "metadata": {}, "source": "", "outputs": [{"output_type": '
            '"display_data", "metadata": {}, "data": {"application/vnd.jupyter.widget-view+json": {}}}]}]'
        ).encode(),
        "notebooks",
        "output of type `application/vnd.jupyter.widget-view+json` is active or unknown",
    ),
}
"""Per input: the file it stands in, its bytes, the rule that must have something to say, and what it says."""

HOSTILE = {
    **{
        f"front matter: {name}": (PAGE, content, "front-matter", said) for name, (content, said) in FRONT_MATTER.items()
    },
    **{name: (PAGE, *rest) for name, rest in PAGES.items()},
    **OTHERS,
}


def assert_said(root: Path, file: str, rule: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Fail unless the check fails, soon and not by itself, and the rule says that of the file."""
    start = time.process_time()
    status = check.main([], root)
    spent = time.process_time() - start
    lines = capsys.readouterr().out.splitlines()
    assert status == 1
    assert [line for line in lines if "the rule itself failed" in line] == []
    place = file.replace("\n", "\\u000a")
    assert [line for line in lines if line.startswith(f"{place}:") and f": [{rule}] " in line and said in line], (
        "\n".join(lines)
    )
    assert spent < LONGEST_SECONDS


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_gets_its_message(name: str, tree: Path, capsys: pytest.CaptureFixture[str]):
    file, content, rule, said = HOSTILE[name]
    path = tree / file
    if path.parent.is_file():
        path.parent.unlink()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except (OSError, UnicodeError):
        pytest.skip("this system can't hold the name")
    assert_said(tree, file, rule, said, capsys)


def test_there_are_many_of_them():
    assert len(HOSTILE) >= 100


def test_a_folder_in_place_of_data_gets_a_message(tree: Path, capsys: pytest.CaptureFixture[str]):
    (tree / QUESTIONS).unlink()
    (tree / QUESTIONS).mkdir()
    (tree / QUESTIONS / "x.txt").write_bytes(b"")
    assert_said(tree, QUESTIONS, "data-schema", "the file is missing or can't be read; restore it", capsys)


LINKS = {
    "to a secret": (PAGE, "/etc/passwd"),
    "to itself": (PAGE, "baseline.md"),
    "to nothing": (ZH, "nowhere.md"),
    "for data": (QUESTIONS, "tags.yml"),
    "for a notebook": (LAB, "/dev/zero"),
    "for a folder": ("docs/en/loop", ".."),
}


@pytest.mark.skipif(os.name == "nt", reason="on Windows links need a privilege")
@pytest.mark.parametrize("name", LINKS)
def test_symbolic_links_are_refused(name: str, tree: Path, capsys: pytest.CaptureFixture[str]):
    file, target = LINKS[name]
    (tree / file).unlink(missing_ok=True)
    (tree / file).symlink_to(target)
    assert_said(tree, file, "files", "the file is a symbolic link; put the file itself here", capsys)


def test_names_that_differ_in_case_alone_are_refused(tree: Path, capsys: pytest.CaptureFixture[str]):
    (tree / "docs/en/About.md").write_bytes((tree / "docs/en/about.md").read_bytes())
    if len([name for name in os.listdir(tree / "docs/en") if name.lower() == "about.md"]) < 2:
        pytest.skip("this system can't tell the names apart")
    assert_said(
        tree, "docs/en/about.md", "files", "differs from docs/en/About.md in upper and lower case alone", capsys
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_name_that_is_no_utf_8_is_refused(tree: Path, capsys: pytest.CaptureFixture[str]):
    path = os.path.join(os.fsencode(tree), b"docs/en/\xff.md")
    with open(path, "wb") as file:
        file.write(b"# T\n")
    assert_said(tree, "docs/en/\\udcff.md", "files", "not every system can hold the name `\\udcff.md`", capsys)
