"""A whole chart as one SVG: lines in one field, a small panel for each side, or bars made of parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from gm.drawing.chart_frame import (
    EDGE,
    FAINT,
    LETTERS,
    PALE,
    SMALL,
    WIDE,
    ChartPart,
    framed,
    rule,
    spread,
    text,
)
from gm.drawing.charts import BarChart, Chart, ChartLine, LineChart, Scale, scale_of
from gm.drawing.palette import HUES, INK, PAPER, Dress, dresses
from gm.drawing.sheet import Point
from gm.drawing.svg import element, group, key, number, outline, polyline, width_of, words

# The marks and dashes by which lines are told apart without their colours.

DASHES = (None, "14 5", "3 4", "14 5 3 5", "24 6", "8 4", "20 5 3 5 3 5", "6 8")
"""The dashes of the lines, by their place; none for the first."""


def mark(shape: int, point: Point, size: float, hue: str) -> str:
    """Return the mark of a line round a point, so many units from its middle to its edge."""
    return element(
        "path",
        d=outline((_SHAPES[shape % len(_SHAPES)](point, size),)),
        fill=hue,
        stroke=INK,
        stroke_width=1.6,
        stroke_linejoin="round",
    )


def _polygon(
    corners: int, turn: float, reach: float = 1.0
) -> Callable[[Point, float], tuple[Point, ...]]:
    """Return what lays corners round a point, the first of them `turn` of a circle from the right."""

    def laid(point: Point, size: float) -> tuple[Point, ...]:
        angles = [2 * pi * (turn + at / corners) for at in range(corners)]
        return tuple(
            (point[0] + reach * size * cos(angle), point[1] + reach * size * sin(angle))
            for angle in angles
        )

    return laid


def _star(
    tips: int, inner: float, turn: float = -0.25
) -> Callable[[Point, float], tuple[Point, ...]]:
    """Return what lays a star round a point, its inner corners so much nearer."""

    def laid(point: Point, size: float) -> tuple[Point, ...]:
        corners = []
        for at in range(2 * tips):
            angle, far = 2 * pi * (turn + at / (2 * tips)), 1.25 * size * (inner if at % 2 else 1)
            corners.append((point[0] + far * cos(angle), point[1] + far * sin(angle)))
        return tuple(corners)

    return laid


_SHAPES = (
    _polygon(16, 0.0),
    _polygon(4, 0.125, 1.2),
    _polygon(3, -0.25, 1.35),
    _polygon(4, 0.0, 1.25),
    _polygon(3, 0.25, 1.35),
    _star(4, 0.42),
    _star(4, 0.42, 0.125),
    _star(5, 0.5),
)
"""Circle, square, triangle, diamond, triangle on its tip, cross, slanted cross, star."""


# Lines over time in one field, each ending in its name: for as many sides as can be told apart.

MOST = len(DASHES)
"""So many lines can be told apart in one field."""

_FIELD_HIGH = 520.0
_MARK = 7.0
_GAP = 28.0
_APART = 5.0
"""How far apart lines run that have the same value."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A line as it is drawn: its looks, its points, and its name with the last value."""

    line: ChartLine
    hue: str
    dash: str | None
    shape: int
    points: tuple[Point, ...]
    name: str
    lasts: bool


def line_field(chart: LineChart) -> ChartPart:
    """Return the lines of a chart in one field."""
    names = _names(chart)
    room = max(width_of(name, LETTERS) for name in names.values()) + 3 * _MARK + 34
    values = [value for line in chart.lines for value in line.values if value is not None]
    goal = _goal_in_sight(chart, values)
    high = scale_of([*values, *([goal[0]] if goal else [])], _FIELD_HIGH, 0.0)
    left = EDGE + max(width_of(str(number), SMALL) for number in high.marks) + 10
    # A single moment stands beside the names.
    first, last = (0, len(chart.times) - 1) if len(chart.times) > 1 else (-1, 0)
    across = Scale(first, last, left + 8, WIDE - EDGE - room)
    drawn = [*_drawn(chart, names, across, high)]
    inside = [*_ground(chart.times, across, high, left), *_goal(goal, across, high, left)]
    inside += map(_line, drawn)
    inside += _labels(drawn, across.end)
    return ChartPart(group(inside), _FIELD_HIGH + 14 + SMALL * 1.6)


def _names(chart: LineChart) -> dict[str, str]:
    """Return for each side its name with its last value."""
    names = {side.id: side.name for side in chart.sides}
    labels = {}
    for line in chart.lines:
        last = next((value for value in reversed(line.values) if value is not None), None)
        name = names.get(line.side, line.side)
        labels[line.side] = name if last is None else f"{name} {last}"
    return labels


def _goal_in_sight(chart: LineChart, values: Sequence[int]) -> tuple[int, str] | None:
    """Return the goal, if somebody is half way to it: further up it would press the lines flat."""
    near = chart.goal is not None and 2 * max([0, *values]) >= chart.goal[0]
    return chart.goal if near else None


def _ground(times: Sequence[str], across: Scale, high: Scale, left: float) -> Iterator[str]:
    for value in high.marks:
        y = high.at(value)
        yield rule(left, y, across.end + 8, y, PALE if value == 0 else FAINT)
        yield text(str(value), left - 8, y + SMALL * 0.35, SMALL, anchor="end", fill=PALE)
    yield from _times(times, across)


def _goal(goal: tuple[int, str] | None, across: Scale, high: Scale, left: float) -> Iterator[str]:
    if goal is not None:
        y = high.at(goal[0])
        yield element(
            "path",
            d=polyline(((left, y), (across.end + 8, y))),
            stroke=INK,
            stroke_width=1.6,
            stroke_dasharray="2 5",
        )
        # At the top of the field its words stand below it.
        yield text(goal[1], left + 8, y - 7 if y > 2 * SMALL else y + SMALL * 1.2, SMALL)


def _times(times: Sequence[str], across: Scale) -> Iterator[str]:
    """Yield the moments below a field, as many of them as have room, the first among them."""
    widest = max(width_of(time, SMALL) for time in times) + SMALL * 0.9
    each = across.at(1) - across.at(0)
    step = max(1, -int(-widest // each))
    for at in range(0, len(times), step):
        yield text(
            times[at], across.at(at), _FIELD_HIGH + SMALL * 1.5, SMALL, anchor="middle", fill=PALE
        )


def _drawn(
    chart: LineChart, names: Mapping[str, str], across: Scale, high: Scale
) -> Iterator[_Drawn]:
    looks = dresses(chart.sides)
    aside = _aside(chart, high)
    order = [side.id for side in chart.sides]
    for line in chart.lines:
        look = order.index(line.side) % MOST
        values = line.values[: living(line.values)]
        points = tuple(
            (across.at(at), high.at(value) + aside[line.side, at])
            for at, value in enumerate(values)
            if value is not None
        )
        lasts = len(values) == len(line.values)
        hue, name = looks[line.side].hue, names[line.side]
        yield _Drawn(line, hue, DASHES[look], look, points, name, lasts)


def living(values: Sequence[int | None]) -> int:
    """Return after how many values nothing comes any more but noughts, the first of them counted."""
    last = max((at for at, value in enumerate(values) if value), default=-1)
    return min(len(values), last + 2)


def _aside(chart: LineChart, high: Scale) -> dict[tuple[str, int], float]:
    """Return by how much each line runs aside where it would lie under another."""
    offsets: defaultdict[tuple[str, int], float] = defaultdict(float)
    unit = abs(high.at(1) - high.at(0))
    for at in range(len(chart.times)):
        same: defaultdict[int, list[str]] = defaultdict(list)
        for line in chart.lines:
            value = line.values[at] if at < living(line.values) else None
            if value is not None:
                same[value].append(line.side)
        for sides in same.values():
            gap = min(_APART, unit * 0.8 / len(sides))
            for count, side in enumerate(sides):
                offsets[side, at] = (count - (len(sides) - 1) / 2) * gap
    return offsets


def _line(drawn: _Drawn) -> str:
    """Return a line: a dark edge, so that a pale colour is seen on paper, and the colour in it."""
    if not drawn.points:
        return ""
    data = polyline(drawn.points)
    both = [
        element(
            "path",
            d=data,
            fill="none",
            stroke=colour,
            stroke_width=wide,
            stroke_dasharray=drawn.dash,
            stroke_linejoin="round",
        )
        for colour, wide in ((INK, 5.6), (drawn.hue, 3.6))
        if len(drawn.points) > 1
    ]
    marks = [mark(drawn.shape, point, _MARK, drawn.hue) for point in _marked(drawn.points)]
    return group([element("title", words(drawn.line.words or drawn.name)), *both, *marks])


def _marked(points: Sequence[Point]) -> Iterator[Point]:
    """Yield the points that have a mark: the last, and before it those that have room for one."""
    left = float("inf")
    for point in reversed(points):
        if left - point[0] >= 5 * _MARK:
            left = point[0]
            yield point


def _labels(drawn: Sequence[_Drawn], end: float) -> Iterator[str]:
    """Yield the names beside the ends of the lines, spread so that none lies on another."""
    ranked = sorted(
        (line for line in drawn if line.points),
        key=lambda line: line.points[-1][1] if line.lasts else _FIELD_HIGH + 1,
    )
    wished = [line.points[-1][1] if line.lasts else _FIELD_HIGH for line in ranked]
    left = end + 34
    for line, y in zip(ranked, spread(wished, _GAP, 0.0, _FIELD_HIGH), strict=True):
        if line.lasts:
            x = line.points[-1][0] + _MARK
            yield _leader(((x, line.points[-1][1]), (left - 4, y)), line.hue)
        yield mark(line.shape, (left + _MARK, y), _MARK, line.hue)
        yield text(line.name, left + 3 * _MARK, y + LETTERS * 0.36)


def _leader(way: tuple[Point, Point], hue: str) -> str:
    """Return the thin line from the end of a line to its name."""
    return element("path", d=polyline(way), stroke=hue, stroke_width=1.8, fill="none")


# A small panel for each side, with all the others behind its line: for games of many powers.

_COLUMNS = 3
_BETWEEN = 18.0
_PANEL = (WIDE - 2 * EDGE - (_COLUMNS - 1) * _BETWEEN) / _COLUMNS
_PANEL_HIGH = 92.0
_NAME = LETTERS * 1.5
_TIMES = SMALL * 1.45
_PANEL_ROW = _NAME + _PANEL_HIGH + _TIMES + 12
_OTHERS = "others"
_BEHIND = "#bcc3cd"


class Panels:
    """The panels of a chart, all with the same scales."""

    def __init__(self, chart: LineChart) -> None:
        values = [value for line in chart.lines for value in line.values if value is not None]
        self._chart = chart
        self._names = {side.id: side.name for side in chart.sides}
        self._looks = dresses(chart.sides)
        self._high = scale_of(values, _PANEL_HIGH, 0.0, 4)
        left = max(width_of(str(mark), SMALL) for mark in self._high.marks) + 8
        self._across = Scale(0, max(1, len(chart.times) - 1), left + 4, _PANEL - 7)

    def definitions(self) -> str:
        """Return what all panels have in common: the lines of everybody, drawn once."""
        lines = (self._points(line) for line in self._chart.lines)
        data = "".join(polyline(points) for points in lines if len(points) > 1)
        path = element("path", d=data, fill="none", stroke=_BEHIND, stroke_width=1.4)
        return element("g", *self._ground(), path, id=key(_OTHERS))

    def drawn(self) -> ChartPart:
        """Return the panels, row by row."""
        shown = []
        for at, line in enumerate(self._chart.lines):
            row, column = divmod(at, _COLUMNS)
            x, y = EDGE + column * (_PANEL + _BETWEEN), row * _PANEL_ROW + _NAME
            shown.append(group(self._panel(line), transform=f"translate({number(x)} {number(y)})"))
        return ChartPart(group(shown), -(-len(shown) // _COLUMNS) * _PANEL_ROW)

    def _ground(self) -> Iterator[str]:
        """Yield what lies under every panel: the marks of its values, its first and last moment."""
        start, end = self._across.start - 4, _PANEL
        for value in self._high.marks:
            y = self._high.at(value)
            yield rule(start, y, end, y, PALE if value == 0 else FAINT)
            yield text(str(value), start - 5, y + SMALL * 0.35, SMALL, anchor="end", fill=PALE)
        times, below = self._chart.times, _PANEL_HIGH + SMALL * 1.3
        if sum(width_of(piece, SMALL) for piece in (times[0], times[-1])) + SMALL < end - start:
            yield text(times[0], start, below, SMALL, fill=PALE)
        if len(times) > 1:
            yield text(times[-1], end, below, SMALL, anchor="end", fill=PALE)

    def _panel(self, line: ChartLine) -> Iterator[str]:
        name, hue = self._names.get(line.side, line.side), self._looks[line.side].hue
        values = [value for value in line.values if value is not None]
        last = str(values[-1]) if values else ""
        yield element("title", words(line.words or f"{name} {last}".strip()))
        yield element("use", href=f"#{key(_OTHERS)}")
        room = _PANEL - width_of(last, LETTERS, bold=True) - 10
        size = min(LETTERS, LETTERS * room / max(1.0, width_of(name, LETTERS, bold=True)))
        yield text(name, 0, -13, size, bold=True)
        yield text(last, _PANEL, -13, anchor="end", bold=True)
        points = self._points(line)
        if len(points) > 1:
            for colour, wide in ((INK, 5.6), (hue, 3.4)):
                yield element(
                    "path",
                    d=polyline(points),
                    fill="none",
                    stroke=colour,
                    stroke_width=wide,
                    stroke_linejoin="round",
                    stroke_linecap="round",
                )
        if points:
            x, y = points[-1]
            yield element("circle", cx=x, cy=y, r=5.2, fill=hue, stroke=INK, stroke_width=1.6)

    def _points(self, line: ChartLine) -> tuple[Point, ...]:
        values = line.values[: living(line.values)]
        return tuple(
            (self._across.at(at), self._high.at(value))
            for at, value in enumerate(values)
            if value is not None
        )


# Bars made of parts, one for each side, longest where there is most; each part has its pattern.

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


def bars(chart: BarChart) -> ChartPart:
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
    return ChartPart(group(shown), legend.height + len(chart.bars) * _ROW)


def _parts(
    values: tuple[int, ...], looks: tuple[Dress, ...], left: float, y: float, unit: float
) -> Iterator[str]:
    x = left
    for value, look in zip(values, looks, strict=True):
        if not value:
            continue
        wide, figure = value * unit, str(value)
        yield _piece(look, x, y, wide)
        if width_of(figure, SMALL) + 6 < wide:
            yield _figure(figure, look, x + wide / 2, y + _BAR / 2 + SMALL * 0.36)
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


def _figure(figure: str, look: Dress, x: float, y: float) -> str:
    """Return a number on a part; on a pattern it stands on paper of its own."""
    plain = look.pattern == "plain"
    ink = look.on_hue if plain else INK
    shown = text(figure, x, y, SMALL, anchor="middle", fill=ink, bold=True)
    if plain:
        return shown
    wide = width_of(figure, SMALL, bold=True) + 6
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


def _legend(chart: BarChart) -> ChartPart:
    x, y, shown = EDGE, 0.0, list[str]()
    for at, (part, look) in enumerate(zip(chart.parts, _looks(chart), strict=True)):
        if not any(bar.values[at] for bar in chart.bars):
            continue
        wide = 34 + width_of(part, LETTERS) + 26
        if x > EDGE and x + wide > WIDE:
            x, y = EDGE, y + _ROW * 0.85
        shown.append(_piece(look, x, y, 26, LETTERS))
        shown.append(text(part, x + 34, y + LETTERS * 0.86))
        x += wide
    return ChartPart(group(shown, stroke_linejoin="round"), y + _ROW)


# A whole chart as one SVG.


def draw_chart(chart: Chart) -> str:
    """Return a chart as SVG text; the same chart gives the same bytes.

    Lines stand in one field while they can be told apart there, and in a panel each where they are
    more.

    Raises:
        ValueError: it has nothing to draw.
        KeyError: a line is that of a side which is not among the sides.
    """
    if isinstance(chart, BarChart):
        if not chart.bars:
            raise ValueError(f"the chart {chart.title!r} has no bars")
        return framed(chart, bars(chart), bar_definitions())
    if not chart.lines or not chart.times:
        raise ValueError(f"the chart {chart.title!r} has no lines")
    if len(chart.lines) <= MOST:
        return framed(chart, line_field(chart))
    panels = Panels(chart)
    return framed(chart, panels.drawn(), panels.definitions())
