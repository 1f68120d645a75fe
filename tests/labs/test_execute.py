"""The command that runs labs: what it refuses, what it keeps, how it stores figures."""

import copy
from xml.etree import ElementTree

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, writes

from scripts.labs import execute as labs
from scripts.figures.compact import compact


def notebook(*sources: str, prose: str = "prose") -> NotebookNode:
    cells = [new_code_cell(source, id=f"code-{number}") for number, source in enumerate(sources, start=1)]
    return new_notebook(cells=[new_markdown_cell(prose, id="prose"), *cells], metadata=labs.METADATA)


@pytest.fixture
def docs(tmp_path, monkeypatch):
    """A function that writes a lab into an empty documentation folder and returns the text of its files."""
    monkeypatch.setattr(labs, "DOCS", tmp_path)

    def write(**editions: NotebookNode) -> dict[str, str]:
        for edition, content in editions.items():
            path = labs.lab_path("lab", edition)
            path.parent.mkdir(parents=True)
            path.write_text(writes(content), "utf-8")
        return {edition: labs.lab_path("lab", edition).read_text("utf-8") for edition in editions}

    return write


def stored(*editions: str) -> dict[str, str]:
    return {edition: labs.lab_path("lab", edition).read_text("utf-8") for edition in editions}


def test_outputs_go_to_every_edition_and_prose_stays(docs):
    prose = {"zh": "二", "pt": "dois", "en": "two"}
    docs(**{code: notebook("print(1 + 1)", prose=text) for code, text in prose.items()})
    assert labs.main([]) == 0
    editions = labs.read("lab")
    assert {code: edition.cells[0].source for code, edition in editions.items()} == prose
    for edition in editions.values():
        assert edition.cells[1].outputs == [new_output("stream", text="2\n")]
        assert edition.metadata == labs.METADATA
        assert "execution" not in edition.cells[1].metadata


def test_code_that_differs_is_refused(docs, capsys):
    before = docs(en=notebook("1", "2"), zh=notebook("1", "2"), pt=notebook("1", "3"))
    assert labs.main(["lab"]) == 1
    message = capsys.readouterr().err
    assert "lab: code cell 2 (code-2 in zh, code-2 in pt) differs between zh and pt" in message
    assert stored("en", "zh", "pt") == before


def test_a_missing_code_cell_is_refused():
    with pytest.raises(labs.LabError, match=r"code cell 2 \(code-2\) is missing in pt"):
        labs.require_equal_code("lab", {"zh": notebook("1", "2"), "pt": notebook("1")})


def test_a_missing_edition_is_refused(docs, capsys):
    docs(en=notebook("1"), pt=notebook("1"))
    assert labs.main(["lab"]) == 1
    assert capsys.readouterr().err == "lab: no notebook in zh\n"


def test_warnings_are_refused(docs, capsys):
    warning = notebook("import warnings\nwarnings.warn('look')")
    before = docs(en=warning, zh=copy.deepcopy(warning), pt=copy.deepcopy(warning))
    assert labs.main(["lab"]) == 1
    assert "code cell code-1 writes to standard error" in capsys.readouterr().err
    assert stored("en", "zh", "pt") == before


SVG = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10pt" height="10pt">
 <metadata>then</metadata>
 <defs><style type="text/css">*{stroke-linejoin: round}</style></defs>
 <g id="figure_1">
  <g id="patch_1"><path d="M 0 0
L 1 1
" style="fill: none"/></g>
  <g id="line_1"><path d="M 0.123456 7.000001
L 1 1
" clip-path="url(#p1234567890)" style="fill: none; stroke: #1c1e21"/></g>
  <g id="text_1"><text style="font-size: 9px; font-family: 'A', 'B'; fill: #1c1e21" x="1.25" y="2"
   transform="rotate(-0 1.25 2)">k1 k2</text></g>
  <use xlink:href="#m1234567890" x="3" y="4"/>
 </g>
 <defs>
  <path id="m1234567890" d="M 0 0"/>
  <clipPath id="p1234567890"><rect x="0" y="0" width="5" height="5"/></clipPath>
 </defs>
</svg>"""


def test_compact_svg_draws_the_same_with_less():
    root = ElementTree.fromstring(compact(SVG, "plot"))
    line, text, use, definitions = root
    assert line.attrib == {"d": "M 0.1 7 L 1 1", "clip-path": "url(#plot-2)", "style": "fill:none;stroke:#1c1e21"}
    assert text.text == "k1 k2"
    assert text.attrib == {"style": "font-size:9px;fill:#1c1e21", "x": "1.2", "y": "2"}
    assert use.get("{http://www.w3.org/1999/xlink}href") == "#plot-1"
    assert [child.get("id") for child in definitions] == ["plot-1", "plot-2"]


def test_compact_svg_is_the_same_whatever_the_hashes():
    other = SVG.replace("p1234567890", "pabcdefabcd").replace("m1234567890", "mabcdefabcd")
    assert compact(other, "plot") == compact(SVG, "plot")
