"""Run labs and store their outputs: `python -m scripts.labs.execute [NAME ...]`, every lab when none is named.

The editions of a lab differ in prose only. One of them is executed and its outputs are written to all, so what a
reader sees is the same everywhere and comes from one run.
"""

import argparse
import copy
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from scripts.content import DOCS
from scripts.content.editions import EDITIONS
from scripts.figures.compact import compact

TIMEOUT_SECONDS = 120
SVG_TYPE = "image/svg+xml"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
"""What every stored notebook says about its kernel: enough to open it, nothing that a new Python release changes."""


class LabError(Exception):
    """A lab that can't be stored as it stands."""


def lab_path(name: str, edition: str) -> Path:
    return DOCS / edition / "labs" / f"{name}.ipynb"


def lab_names() -> list[str]:
    """The labs that any edition holds."""
    return sorted({path.stem for edition in EDITIONS for path in (DOCS / edition.code / "labs").glob("*.ipynb")})


def read(name: str) -> dict[str, NotebookNode]:
    """A lab's notebook by edition code.

    Raises LabError when an edition is missing.
    """
    paths = {edition.code: lab_path(name, edition.code) for edition in EDITIONS}
    if missing := [code for code, path in paths.items() if not path.is_file()]:
        raise LabError(f"{name}: no notebook in {', '.join(missing)}")
    return {code: nbformat.read(path, as_version=4) for code, path in paths.items()}


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def require_equal_code(name: str, notebooks: Mapping[str, NotebookNode]) -> None:
    """Raise LabError, naming the first cell that differs, unless all editions hold the same code cells in order."""
    first, *others = notebooks
    for other in others:
        pairs = zip_longest(code_cells(notebooks[first]), code_cells(notebooks[other]))
        for number, (ours, theirs) in enumerate(pairs, start=1):
            if ours is None or theirs is None:
                lacking, cell = (first, theirs) if ours is None else (other, ours)
                raise LabError(f"{name}: code cell {number} ({cell.id}) is missing in {lacking}")
            if (ours.id, ours.source) != (theirs.id, theirs.source):
                raise LabError(
                    f"{name}: code cell {number} ({ours.id} in {first}, {theirs.id} in {other}) differs between "
                    f"{first} and {other}; code must be equal in all editions"
                )


def execute(notebook: NotebookNode) -> NotebookNode:
    """A copy of the notebook, its outputs replaced by those of a fresh kernel, figures made compact.

    Raises nbclient's CellExecutionError when a cell fails, and LabError when one writes to standard error.
    """
    executed = copy.deepcopy(notebook)
    NotebookClient(
        executed,
        timeout=TIMEOUT_SECONDS,
        kernel_name=METADATA["kernelspec"]["name"],
        record_timing=False,
        coalesce_streams=True,
    ).execute()
    for cell in code_cells(executed):
        for output in cell.outputs:
            if output.output_type == "stream" and output.name == "stderr":
                raise LabError(f"code cell {cell.id} writes to standard error:\n{output.text}")
            if SVG_TYPE in output.get("data", {}):
                output.data[SVG_TYPE] = compact(output.data[SVG_TYPE], prefix=cell.id)
    return executed


def with_outputs(notebook: NotebookNode, executed: NotebookNode) -> NotebookNode:
    """A copy of the notebook with the outputs of `executed` and the metadata common to all labs."""
    result = copy.deepcopy(notebook)
    result.metadata = nbformat.from_dict(METADATA)
    for cell, source in zip(code_cells(result), code_cells(executed), strict=True):
        cell.execution_count = source.execution_count
        cell.outputs = copy.deepcopy(source.outputs)
    return result


def store(name: str) -> None:
    """Execute a lab once and write the outputs to all its editions; nothing is written when anything fails."""
    notebooks = read(name)
    require_equal_code(name, notebooks)
    executed = execute(next(iter(notebooks.values())))
    for edition, notebook in notebooks.items():
        stored = with_outputs(notebook, executed)
        nbformat.validate(stored)
        nbformat.write(stored, lab_path(name, edition))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.labs.execute", description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="file name of a lab without .ipynb")
    for name in parser.parse_args(arguments).names or lab_names():
        try:
            store(name)
        except LabError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
