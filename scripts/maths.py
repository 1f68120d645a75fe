"""TeX to HTML and MathML with KaTeX, in process."""

import functools
import html
import json
import re

import quickjs

from scripts.content import ROOT
from scripts.formula_cache import FormulaCache

KATEX = ROOT / "scripts" / "vendor" / "katex.min.js"

FUNCTIONS = ROOT / "scripts" / "maths.js"


class FormulaError(ValueError):
    """A formula that KaTeX refuses; the message is KaTeX's own."""


@functools.cache
def _function(name: str):
    """A function of `maths.js`, in a context that holds KaTeX."""
    return _context().eval(f"functions.{name}")


@functools.cache
def _context() -> quickjs.Context:
    context = quickjs.Context()
    context.eval(KATEX.read_text("utf-8"))
    context.eval(f"const functions = {FUNCTIONS.read_text('utf-8')}")
    return context


@functools.cache
def refusal(tex: str, display: bool) -> str:
    """Why KaTeX refuses a formula, or "" when it parses. Eight times as fast as rendering it."""
    return _message(_function("refusal")(tex, display))


@functools.cache
def _kept() -> FormulaCache:
    return FormulaCache(ROOT / ".cache" / "formulas.sqlite", KATEX.read_bytes() + FUNCTIONS.read_bytes())


@functools.cache
def render(tex: str, display: bool) -> str:
    """HTML (with MathML and the TeX as annotation) of a formula. Raises FormulaError when it does not parse."""
    if kept := _kept().get(tex, display):
        return kept
    result = json.loads(_function("render")(tex, display))
    if "error" in result:
        raise FormulaError(_message(result["error"]))
    _kept().put(tex, display, result["html"])
    return result["html"]


def as_text(rendered: str) -> str:
    """The letters of a rendered formula in the order they are shown, such as "βKL(πθ∥πref)"."""
    shown = rendered.partition('<span class="katex-html"')[2]
    return html.unescape(re.sub("<[^>]*>|[\u200b\\s]", "", "<" + shown))


def _message(error: str) -> str:
    """KaTeX's message without the prefix and the marks that underline the position."""
    return error.removeprefix("KaTeX parse error: ").replace("\u0332", "")
