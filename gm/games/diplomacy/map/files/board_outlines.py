"""Whether the shapes of a board fit together as its borders say.

It looks at the picture as a player does: which provinces touch along a line and not only in a
point, whether an outline crosses itself, whether a name stands inside its own province.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import ceil, floor, hypot
from typing import NamedTuple

from gm.games.diplomacy.map.files.board_picture import Line, Point

Name = str
Cell = tuple[int, int]

NEAR = 0.0005
"""Two outlines closer than this share of the whole picture's size are taken for one."""

STRETCH = 0.002
"""Two provinces touch if they share a line longer than this share; else they meet in a point."""

_GRAIN = 0.005
"""Outlines are looked at in pieces no longer than this share."""


@dataclass(frozen=True, slots=True)
class _Side:
    owner: Name
    start: Point
    end: Point


class _Box(NamedTuple):
    """What a side lies in; boxes are in order from left to right."""

    left: float
    right: float
    top: float
    bottom: float
    side: tuple[Point, Point]

    @classmethod
    def around(cls, side: tuple[Point, Point]) -> _Box:
        (x1, y1), (x2, y2) = side
        return cls(min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2), side)


class Outlines:
    """The outlines of all provinces of a picture.

    Args:
        rings: the rings of each province.
    """

    def __init__(self, rings: Mapping[Name, Sequence[Line]]) -> None:
        self._rings = rings
        self._bounds = {name: _bounds(lines) for name, lines in rings.items() if any(lines)}
        size = _size(rings)
        self._near = size * NEAR
        self._stretch = size * STRETCH
        self._grain = size * _GRAIN
        self._grid = _grid(rings, self._grain, self._near)
        self._at: dict[Point, frozenset[Name]] = {}

    def contacts(self) -> Mapping[tuple[Name, Name], float]:
        """Return the pairs of provinces that share a line, and its length."""
        shared: defaultdict[tuple[Name, Name], float] = defaultdict(float)
        for owner, rings in self._rings.items():
            for start, end in _pieces(rings, self._grain):
                middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
                beside = self._owners(start) & self._owners(middle) & self._owners(end)
                for other in beside - {owner}:
                    shared[min(owner, other), max(owner, other)] += _length(start, end) / 2
        return {two: length for two, length in shared.items() if length > self._stretch}

    def runs_along(self, line: Line, two: tuple[Name, Name]) -> bool:
        """Tell whether a line, a river, runs where two provinces touch for most of its way."""
        along = [{*two} <= self._owners(point) for point in line]
        return sum(along) * 2 > len(along)

    def holder(self, point: Point) -> Name | None:
        """Return the province in which a point lies, if any."""
        x, y = point
        near = (
            name
            for name, (left, right, top, bottom) in self._bounds.items()
            if left <= x <= right and top <= y <= bottom
        )
        return next((name for name in near if _inside(point, self._rings[name])), None)

    def _owners(self, point: Point) -> frozenset[Name]:
        """Return the provinces whose outline runs through a point."""
        if point not in self._at:
            self._at[point] = frozenset(
                side.owner
                for side in self._grid.get(_cell(point, self._grain), ())
                if _distance(point, side) <= self._near
            )
        return self._at[point]


def crossing(ring: Line) -> Point | None:
    """Return a point in which a closed outline crosses itself, or None."""
    sides = sorted(_Box.around(two) for two in pairwise(ring) if two[0] != two[1])
    for at, one in enumerate(sides):
        for other in islice(sides, at + 1, None):
            if other.left > one.right:
                break  # as is every side after it
            if one.top <= other.bottom and other.top <= one.bottom:
                found = _meet(one.side, other.side)
                if found is not None:
                    return found
    return None


def _bounds(lines: Sequence[Line]) -> tuple[float, float, float, float]:
    """Return what a shape lies in: left, right, top, bottom."""
    across, down = zip(*(point for line in lines for point in line), strict=True)
    return min(across), max(across), min(down), max(down)


def _size(rings: Mapping[Name, Sequence[Line]]) -> float:
    """Return the longer side of all shapes together, above 0."""
    points = [point for lines in rings.values() for line in lines for point in line]
    across, down = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    return max(max(across) - min(across), max(down) - min(down), 1e-6)


def _grid(
    rings: Mapping[Name, Sequence[Line]], size: float, margin: float
) -> Mapping[Cell, list[_Side]]:
    grid: defaultdict[Cell, list[_Side]] = defaultdict(list)
    for owner, lines in rings.items():
        for start, end in _pieces(lines, size):
            for cell in _cells(start, end, size, margin):
                grid[cell].append(_Side(owner, start, end))
    return grid


def _pieces(lines: Sequence[Line], longest: float) -> Iterator[tuple[Point, Point]]:
    """Yield the sides of outlines, cut into pieces that are no longer than this."""
    for line in lines:
        for start, end in pairwise(line):
            number = max(1, ceil(_length(start, end) / longest))
            points = [_between(start, end, step / number) for step in range(number + 1)]
            points[-1] = end
            yield from pairwise(points)


def _cells(start: Point, end: Point, size: float, margin: float) -> Iterator[Cell]:
    """Yield the cells of a grid that the box around a side lies in."""
    left, right = sorted((start[0], end[0]))
    top, bottom = sorted((start[1], end[1]))
    for x in range(floor((left - margin) / size), floor((right + margin) / size) + 1):
        for y in range(floor((top - margin) / size), floor((bottom + margin) / size) + 1):
            yield x, y


def _cell(point: Point, size: float) -> Cell:
    return floor(point[0] / size), floor(point[1] / size)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _length(start: Point, end: Point) -> float:
    return hypot(end[0] - start[0], end[1] - start[1])


def _distance(point: Point, side: _Side) -> float:
    (x, y), (x1, y1), (x2, y2) = point, side.start, side.end
    along, across = x2 - x1, y2 - y1
    square = along * along + across * across
    share = ((x - x1) * along + (y - y1) * across) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(x1 + share * along - x, y1 + share * across - y)


def _inside(point: Point, rings: Sequence[Line]) -> bool:
    """Tell whether a point lies in a shape: a line from it to the right cuts an odd number."""
    x, y = point
    cuts = 0
    for ring in rings:
        for (x1, y1), (x2, y2) in pairwise(ring):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                cuts += 1
    return cuts % 2 == 1


def _meet(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point | None:
    """Return where two sides of an outline cross each other, ends not counted."""
    (a, b), (c, d) = one, other
    if {a, b} & {c, d}:
        return None
    turns = _turn(a, b, c) * _turn(a, b, d), _turn(c, d, a) * _turn(c, d, b)
    if turns[0] >= 0 or turns[1] >= 0:
        return None
    share = _turn(c, d, a) / (_turn(c, d, a) - _turn(c, d, b))
    return _between(a, b, share)


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return which way three points turn: above 0, below 0, or 0 on a line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
