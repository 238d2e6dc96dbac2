"""What every chart has: its paper, its title, what is said to those who do not see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from gm.drawing.palette import INK, PAPER
from gm.drawing.svg import FONT, element, group, key, named, number, width_of, words

WIDE = 720.0
"""How wide a chart is: letters of 22 are as high as those of a page where it fills a phone."""

LETTERS = 22.0
SMALL = 18.0
EDGE = 16.0
FAINT = "#d9dde3"
PALE = "#5b6472"
_TITLE, _BELOW = 30.0, 21.0


@dataclass(frozen=True, slots=True)
class ChartPart:
    """A part of a chart that is drawn: its elements and how high it is."""

    drawn: str
    height: float


class ChartHead(Protocol):
    """What is drawn in a frame: a chart, or a map of tiles."""

    @property
    def title(self) -> str:
        """What is written over it."""
        ...

    @property
    def subtitle(self) -> str:
        """What is written below its title."""
        ...

    @property
    def description(self) -> str:
        """The same for those who do not see it."""
        ...


def framed(chart: ChartHead, body: ChartPart, definitions: str = "") -> str:
    """Return a whole chart as SVG text: its title over its body, on paper of its own."""
    head = _head(chart.title, chart.subtitle)
    height = head.height + body.height + EDGE
    inside = (
        element("title", words(chart.title), id=key("title")),
        element("desc", words(chart.description or chart.title), id=key("desc")),
        element("defs", definitions) if definitions else "",
        element("rect", width=WIDE, height=height, fill=PAPER),
        head.drawn,
        element("g", body.drawn, transform=f"translate(0 {number(head.height)})"),
    )
    svg = element(
        "svg",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDE)} {number(height)}",
        width=WIDE,
        height=height,
        role="img",
        aria_labelledby=f"{key('title')} {key('desc')}",
        font_family=FONT,
        fill=INK,
    )
    return named(svg)


def _head(title: str, subtitle: str) -> ChartPart:
    room, y, lines = WIDE - 2 * EDGE, EDGE + _TITLE, list[str]()
    size = min(_TITLE, _TITLE * room / max(1.0, width_of(title, _TITLE, bold=True)))
    lines.append(text(title, EDGE, y, size, bold=True))
    for line in _folded(subtitle, _BELOW, room):
        y += _BELOW * 1.4
        lines.append(text(line, EDGE, y, _BELOW, fill=PALE))
    return ChartPart(group(lines), y + EDGE * 1.6)


def _folded(note: str, size: float, room: float) -> Iterator[str]:
    """Yield a text in lines that fit."""
    line = ""
    for word in note.split():
        longer = f"{line} {word}".strip()
        if line and width_of(longer, size) > room:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def text(
    label: str,
    x: float,
    y: float,
    size: float = LETTERS,
    *,
    anchor: str | None = None,
    bold: bool = False,
    fill: str | None = None,
) -> str:
    """Return words that stand at a point; `anchor` is `middle` or `end`, else they begin there."""
    return element(
        "text",
        words(label),
        x=x,
        y=y,
        font_size=size,
        text_anchor=anchor,
        font_weight="bold" if bold else None,
        fill=fill,
    )


def rule(x1: float, y1: float, x2: float, y2: float, colour: str, wide: float = 1.2) -> str:
    """Return a straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=wide)


def spread(wished: Iterable[float], gap: float, low: float, high: float) -> list[float]:
    """Return places in a column as near as can be to those wished, and a gap apart.

    Args:
        wished: where each would best stand, sorted.
        gap: how far apart they are at least.
        low, high: between which all of them stand, if there is room.
    """

    def within(middle: float, count: int) -> float:
        half = (count - 1) / 2 * gap
        return max(low + half, min(middle, high - half))

    heaps: list[tuple[float, int]] = []  # the middle of some that touch one another, and how many
    for place in wished:
        middle, count = within(place, 1), 1
        while heaps and middle - heaps[-1][0] < (heaps[-1][1] + count) / 2 * gap:
            above, many = heaps.pop()
            middle = within((above * many + middle * count) / (many + count), many + count)
            count += many
        heaps.append((middle, count))
    return [middle + (at - (many - 1) / 2) * gap for middle, many in heaps for at in range(many)]
