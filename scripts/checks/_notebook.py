"""A notebook's cells and outputs, with the lines where they stand in the file."""

import json
from dataclasses import dataclass, field
from typing import Any

from scripts.content.pages import At, line_of


@dataclass(frozen=True)
class Cell:
    """A cell; `kind` is "markdown", "code", "raw", or whatever else the file says."""

    line: int
    kind: str
    source: str
    outputs: list[Any]


@dataclass
class Notebook:
    """A parsed notebook; with `errors` there is no `value`. Cells that are no mappings are left out."""

    value: Any = None
    cells: list[Cell] = field(default_factory=list)
    errors: list[At] = field(default_factory=list)


def read(text: str) -> Notebook:
    """Parse the text of a notebook; never raises."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        return Notebook(errors=[At(error.lineno, f"is no valid JSON: {error.msg}")])
    except (RecursionError, ValueError):
        return Notebook(errors=[At(1, "is no valid JSON: it nests too deep or has a number without end")])
    notebook = Notebook(value)
    cells = value.get("cells") if isinstance(value, dict) else None
    start = 0
    for cell in cells if isinstance(cells, list) else ():
        if isinstance(cell, dict):
            start = max(start, text.find(json.dumps(cell.get("id"), ensure_ascii=False), start))
            outputs = cell.get("outputs")
            notebook.cells.append(
                Cell(
                    line_of(text, start),
                    str(cell.get("cell_type")),
                    joined(cell.get("source")),
                    outputs if isinstance(outputs, list) else [],
                )
            )
    return notebook


def joined(text: Any) -> str:
    """A multi-line text of a notebook: a string, or a list of lines."""
    if isinstance(text, list):
        return "".join(part for part in text if isinstance(part, str))
    return text if isinstance(text, str) else ""
