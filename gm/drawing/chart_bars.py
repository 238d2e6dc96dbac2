"""Bars made of parts, one for each side, longest where there is most; each part has its pattern."""

from __future__ import annotations

from collections.abc import Iterator

from gm.drawing.chart_frame import EDGE, LETTERS, SMALL, WIDE, Part, text
from gm.drawing.charts import BarChart
from gm.drawing.letters import width_of
from gm.drawing.palette import HUES, INK, PAPER, Dress
from gm.drawing.svg import element, group, words

LOOKS = (
    Dress(HUES["blue"], "plain", ""),
    Dress(HUES["orange"], "stripes", ""),
    Dress(HUES["pink"], "checks", ""),
    Dress(HUES["sky"], "dots", ""),
    Dress(PAPER, "plain", ""),
)
"""How the parts look, the best first; the last, which stands for nothing, is empty."""

_ROW, _BAR = 40.0, 28.0


def bar_definitions() -> str:
    """Return the patterns of the parts."""
    return "".join(look.definitions(1.5) for look in LOOKS)


def _looks(chart: BarChart) -> tuple[Dress, ...]:
    """Return how the parts of a chart look; the last one is empty, however many there are."""
    return (*LOOKS[: len(chart.parts) - 1], LOOKS[-1])


def bars(chart: BarChart) -> Part:
    """Return the legend of a chart and below it its bars."""
    legend = _legend(chart)
    names = {side.id: side.name for side in chart.sides}
    left = (
        EDGE
        + max(width_of(names.get(column.side, column.side), LETTERS) for column in chart.bars)
        + 12
    )
    most = max([1, *(sum(column.values) for column in chart.bars)])
    right = WIDE - EDGE - width_of(str(most), LETTERS, bold=True) - 10
    unit, shown, looks = (right - left) / most, [legend.drawn], _looks(chart)
    for at, bar in enumerate(chart.bars):
        y = legend.height + at * _ROW
        middle = y + _BAR / 2 + LETTERS * 0.36
        name, total = names.get(bar.side, bar.side), sum(bar.values)
        inside = [element("title", words(bar.words or f"{name} {total}"))]
        inside.append(text(name, left - 10, middle, anchor="end"))
        inside += _parts(bar.values, looks, left, y, unit)
        end = left + total * unit + 8
        inside.append(text(str(total), end, middle, bold=True))
        shown.append(group(inside))
    return Part(group(shown), legend.height + len(chart.bars) * _ROW)


def _parts(
    values: tuple[int, ...], looks: tuple[Dress, ...], left: float, y: float, unit: float
) -> Iterator[str]:
    x = left
    for value, look in zip(values, looks, strict=True):
        if not value:
            continue
        wide, told = value * unit, str(value)
        yield _piece(look, x, y, wide)
        if width_of(told, SMALL) + 6 < wide:
            yield _figure(told, look, x + wide / 2, y + _BAR / 2 + SMALL * 0.36)
        x += wide


def _piece(look: Dress, x: float, y: float, wide: float, high: float = _BAR) -> str:
    return element(
        "rect",
        x=x,
        y=y,
        width=wide,
        height=high,
        fill=look.unit_fill,
        stroke=INK,
        stroke_width=1.4,
    )


def _figure(told: str, look: Dress, x: float, y: float) -> str:
    """Return a number on a part; on a pattern it stands on paper of its own."""
    plain = look.pattern == "plain"
    ink = look.on_hue if plain else INK
    shown = text(told, x, y, SMALL, anchor="middle", fill=ink, bold=True)
    if plain:
        return shown
    wide = width_of(told, SMALL, bold=True) + 6
    paper = element(
        "rect",
        x=x - wide / 2,
        y=y - SMALL * 0.86,
        width=wide,
        height=SMALL * 1.1,
        fill=PAPER,
        rx=3,
    )
    return paper + shown


def _legend(chart: BarChart) -> Part:
    x, y, shown = EDGE, 0.0, list[str]()
    for at, (told, look) in enumerate(zip(chart.parts, _looks(chart), strict=True)):
        if not any(bar.values[at] for bar in chart.bars):
            continue
        wide = 34 + width_of(told, LETTERS) + 26
        if x > EDGE and x + wide > WIDE:
            x, y = EDGE, y + _ROW * 0.85
        shown.append(_piece(look, x, y, 26, LETTERS))
        shown.append(text(told, x + 34, y + LETTERS * 0.86))
        x += wide
    return Part(group(shown, stroke_linejoin="round"), y + _ROW)
