"""Lines over time in one field, each ending in its name: for as many sides as can be told apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gm.drawing.chart_frame import (
    EDGE,
    FAINT,
    LETTERS,
    PALE,
    SMALL,
    WIDE,
    Part,
    rule,
    spread,
    text,
)
from gm.drawing.chart_marks import DASHES, mark
from gm.drawing.charts import Line, LineChart, Scale, scale_of
from gm.drawing.letters import width_of
from gm.drawing.palette import INK, dresses
from gm.drawing.sheet import Point
from gm.drawing.svg import element, group, polyline, words

MOST = len(DASHES)
"""So many lines can be told apart in one field."""

_HIGH = 520.0
_MARK = 7.0
_GAP = 28.0
_APART = 5.0
"""How far apart lines run that have the same value."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A line as it is drawn: its looks, its points, and its name with the last value."""

    line: Line
    hue: str
    dash: str | None
    shape: int
    points: tuple[Point, ...]
    name: str
    lasts: bool


def line_field(chart: LineChart) -> Part:
    """Return the lines of a chart in one field."""
    names = _names(chart)
    room = max(width_of(name, LETTERS) for name in names.values()) + 3 * _MARK + 34
    told = [value for line in chart.lines for value in line.values if value is not None]
    goal = _goal_in_sight(chart, told)
    high = scale_of([*told, *([goal[0]] if goal else [])], _HIGH, 0.0)
    left = EDGE + max(width_of(str(number), SMALL) for number in high.marks) + 10
    # A single moment stands beside the names.
    first, last = (0, len(chart.times) - 1) if len(chart.times) > 1 else (-1, 0)
    across = Scale(first, last, left + 8, WIDE - EDGE - room)
    drawn = [*_drawn(chart, names, across, high)]
    inside = [*_ground(chart.times, across, high, left), *_goal(goal, across, high, left)]
    inside += map(_line, drawn)
    inside += _labels(drawn, across.end)
    return Part(group(inside), _HIGH + 14 + SMALL * 1.6)


def _names(chart: LineChart) -> dict[str, str]:
    """Return for each side its name with its last value."""
    names = {side.id: side.name for side in chart.sides}
    found = {}
    for line in chart.lines:
        last = next((value for value in reversed(line.values) if value is not None), None)
        name = names.get(line.side, line.side)
        found[line.side] = name if last is None else f"{name} {last}"
    return found


def _goal_in_sight(chart: LineChart, told: Sequence[int]) -> tuple[int, str] | None:
    """Return the goal, if somebody is half way to it: further up it would press the lines flat."""
    near = chart.goal is not None and 2 * max([0, *told]) >= chart.goal[0]
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
            times[at], across.at(at), _HIGH + SMALL * 1.5, SMALL, anchor="middle", fill=PALE
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
    found: defaultdict[tuple[str, int], float] = defaultdict(float)
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
                found[side, at] = (count - (len(sides) - 1) / 2) * gap
    return found


def _line(one: _Drawn) -> str:
    """Return a line: a dark edge, so that a pale colour is seen on paper, and the colour in it."""
    if not one.points:
        return ""
    data = polyline(one.points)
    both = [
        element(
            "path",
            d=data,
            fill="none",
            stroke=colour,
            stroke_width=wide,
            stroke_dasharray=one.dash,
            stroke_linejoin="round",
        )
        for colour, wide in ((INK, 5.6), (one.hue, 3.6))
        if len(one.points) > 1
    ]
    marks = [mark(one.shape, point, _MARK, one.hue) for point in _marked(one.points)]
    return group([element("title", words(one.line.words or one.name)), *both, *marks])


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
        key=lambda line: line.points[-1][1] if line.lasts else _HIGH + 1,
    )
    wished = [line.points[-1][1] if line.lasts else _HIGH for line in ranked]
    left = end + 34
    for line, y in zip(ranked, spread(wished, _GAP, 0.0, _HIGH), strict=True):
        if line.lasts:
            x = line.points[-1][0] + _MARK
            yield _leader(((x, line.points[-1][1]), (left - 4, y)), line.hue)
        yield mark(line.shape, (left + _MARK, y), _MARK, line.hue)
        yield text(line.name, left + 3 * _MARK, y + LETTERS * 0.36)


def _leader(way: tuple[Point, Point], hue: str) -> str:
    """Return the thin line from the end of a line to its name."""
    return element("path", d=polyline(way), stroke=hue, stroke_width=1.8, fill="none")
