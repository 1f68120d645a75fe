"""Notebooks are well formed, and their stored outputs are text and pictures that run nothing."""

import warnings
from collections.abc import Iterator
from typing import Any

import nbformat

from scripts.checks import Problem, Sources
from scripts.checks._notebook import Notebook, joined, read
from scripts.checks._rendered import in_html
from scripts.checks._text import quote

TEXT = frozenset({"text/plain", "text/latex"})
PICTURES = frozenset({"image/png", "image/jpeg"})
MARKUP = frozenset({"image/svg+xml", "text/html", "text/markdown"})
"""Outputs that a browser reads as HTML."""
AGAIN = "`make lab` executes the notebooks and stores their outputs"


def check(sources: Sources) -> Iterator[Problem]:
    """Yield the problems of every notebook of the editions."""
    for file in sources.notebooks:
        text = sources.text(file)
        if text is None:
            continue  # the rule `characters` says what is wrong with its bytes
        notebook = read(text)
        if notebook.errors:
            for error in notebook.errors:
                yield Problem(file, error.line, "notebooks", f"the notebook {error.text}; restore it, or save it anew")
            continue
        for line, message in (*_form(notebook.value), *_outputs(notebook)):
            yield Problem(file, line, "notebooks", message)


def _form(value: Any) -> Iterator[tuple[int, str]]:
    if not isinstance(value, dict) or value.get("nbformat") != 4:
        yield 1, "the file is no notebook of format 4; save it with a current Jupyter"
        return
    metadata = value.get("metadata")
    if isinstance(metadata, dict) and "widgets" in metadata:
        yield 1, f"the notebook stores the state of widgets; clear the outputs, {AGAIN}"
    try:
        with warnings.catch_warnings(action="ignore"):
            nbformat.validate(value)
    except nbformat.ValidationError as error:
        reason = " ".join(str(error).split("\n")[0].split())
        yield 1, f"the notebook has not the form of Jupyter's format: {quote(reason, 200)}; save it anew in Jupyter"
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        yield 1, f"the notebook has not the form of Jupyter's format ({type(error).__name__}); save it anew in Jupyter"


def _outputs(notebook: Notebook) -> Iterator[tuple[int, str]]:
    for cell in notebook.cells:
        if cell.kind == "raw":
            yield cell.line, "raw cell; make it a Markdown or a code cell"
        for output in cell.outputs:
            kind = output.get("output_type") if isinstance(output, dict) else None
            if kind == "error":
                yield cell.line, f"the cell has failed with {quote(str(output.get('ename')))}; correct it, {AGAIN}"
            data = output.get("data") if isinstance(output, dict) else None
            for media, content in data.items() if isinstance(data, dict) else ():
                if message := _wrong(media, content):
                    yield cell.line, message


def _wrong(media: str, content: Any) -> str:
    """What is wrong with an output of this media type, or ""."""
    if media in TEXT | PICTURES:
        return ""
    if media not in MARKUP:
        return f"output of type {quote(media)} is active or unknown; print text or draw a picture, {AGAIN}"
    if runs := in_html(joined(content), svg=media == "image/svg+xml"):
        return (
            f"output of type {quote(media)} holds {quote(runs)}, which would run; print text or draw a picture, {AGAIN}"
        )
    return ""
