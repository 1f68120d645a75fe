"""The topic map: the two tracks as columns, their questions as links, and a line for every relation."""

import html
import textwrap
import unicodedata

from mkdocs.utils import get_relative_url

from scripts.content.data import Question, interface, questions, relations
from scripts.content.editions import Edition
from scripts.question_view import is_answered

WIDTH = 376
COLUMN = 136
ROW = 40
TOP = 26
LINE_HEIGHT = 11.5
LINE_UNITS = 22
"""Characters to a label's line; a Han character counts for two."""


def draw(edition: Edition, page_url: str) -> str:
    """The map as inline SVG; links are relative to `page_url`."""
    tracks = [[q for q in questions().values() if q.track == track] for track in ("algorithm", "infra")]
    height = TOP + ROW * max(map(len, tracks))
    at: dict[str, tuple[float, float]] = {}
    for side, members in enumerate(tracks):
        step = (height - TOP) / len(members)
        for k, question in enumerate(members):
            at[question.id] = (COLUMN if side == 0 else WIDTH - COLUMN, TOP + step * (k + 0.5))
    lines = "".join(_line(relation.ids, at) for relation in relations())
    nodes = "".join(_node(q, at[q.id], edition, page_url) for members in tracks for q in members)
    words = interface()
    heads = "".join(
        f'<text class="map-head" x="{x}" y="13" text-anchor="{anchor}">{html.escape(words[f"track.{track}"][edition.code])}</text>'
        for track, x, anchor in (("algorithm", COLUMN, "end"), ("infra", WIDTH - COLUMN, "start"))
    )
    label = html.escape(words["map.about"][edition.code], quote=True)
    return (
        f'<svg class="topic-map" viewBox="0 0 {WIDTH} {height:g}" role="group" aria-label="{label}">'
        f'<g class="map-lines" aria-hidden="true">{lines}</g>{heads}{nodes}</svg>'
    )


def _line(ids: tuple[str, str], at: dict[str, tuple[float, float]]) -> str:
    (x1, y1), (x2, y2) = sorted((at[ident] for ident in ids))
    if x1 == x2:
        bend = 14 + abs(y2 - y1) / 12
        inner = x1 + bend if x1 < WIDTH / 2 else x1 - bend
        kind, path = "within", f"M{x1:g} {y1:.1f}Q{inner:.1f} {(y1 + y2) / 2:.1f} {x2:g} {y2:.1f}"
    else:
        middle = (x1 + x2) / 2
        kind, path = "across", f"M{x1:g} {y1:.1f}C{middle:g} {y1:.1f} {middle:g} {y2:.1f} {x2:g} {y2:.1f}"
    return f'<path class="map-{kind}" data-ids="{" ".join(ids)}" d="{path}"/>'


def _node(question: Question, point: tuple[float, float], edition: Edition, page_url: str) -> str:
    x, y = point
    left = x < WIDTH / 2
    lines = _wrap(f"{question.number}. {question.short[edition.code]}")
    first = y - LINE_HEIGHT * (len(lines) - 1) / 2 + 3.5
    text_x = x - 7 if left else x + 7
    spans = "".join(
        f'<tspan x="{text_x:g}" y="{first + LINE_HEIGHT * k:.1f}">{html.escape(line)}</tspan>' for k, line in enumerate(lines)
    )
    href = get_relative_url(question.url, page_url)
    name = html.escape(question.title[edition.code], quote=True)
    answered = "" if is_answered(question, edition) else " map-unanswered"
    # The theme's script sets `href` of whatever has it, which an SVG link does not allow; hence `xlink:href`.
    area = f'<rect x="{0 if left else x - 6:g}" y="{y - ROW / 2 + 3:.1f}" width="{COLUMN + 6}" height="{ROW - 6}" rx="3"/>'
    return (
        f'<a class="map-node{answered}" role="link" data-id="{question.id}" xlink:href="{href}" aria-label="{name}">'
        f'{area}<circle cx="{x:g}" cy="{y:.1f}" r="2.6"/><text text-anchor="{"end" if left else "start"}">{spans}</text></a>'
    )


def _wrap(text: str) -> list[str]:
    """Lines of at most LINE_UNITS units, broken at spaces, or between Han characters where there are none."""
    if not any(unicodedata.east_asian_width(c) == "W" for c in text):
        return textwrap.wrap(text, LINE_UNITS)
    lines, line, used = [], "", 0
    for piece in _pieces(text):
        units = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in piece)
        if used + units > LINE_UNITS and line:
            lines.append(line.strip())
            line, used = "", 0
        line, used = line + piece, used + units
    return [*lines, line.strip()]


def _pieces(text: str) -> list[str]:
    pieces: list[str] = []
    for char in text:
        if unicodedata.east_asian_width(char) in "WF" or not pieces or pieces[-1][-1] == " " or unicodedata.east_asian_width(pieces[-1][-1]) in "WF":
            pieces.append(char)
        else:
            pieces[-1] += char
    return pieces
