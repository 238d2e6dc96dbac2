"""Judges whether the picture of a board and its table of provinces tell the same.

`check_shapes` finds what no game can be played with; `look_at_picture` finds what a GM should look
at before he prints the map, and takes a longer look for it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import ceil, floor, hypot
from typing import NamedTuple

from gm.games.diplomacy.map.files.board_picture import Feature, Line, Picture, Point
from gm.games.diplomacy.map.files.board_schema import BoardTable
from gm.games.diplomacy.rules.board import Board, BorderKind, Pair, ProvinceId, pair
from gm.games.diplomacy.rules.board_check import Fault, near

# Whether the shapes of a board fit together as its borders say.
#
# It looks at the picture as a player does: which provinces touch along a line and not only in a
# point, whether an outline crosses itself, whether a name stands inside its own province.

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
    for at, side in enumerate(sides):
        for other in islice(sides, at + 1, None):
            if other.left > side.right:
                break  # as is every side after it
            if side.top <= other.bottom and other.top <= side.bottom:
                meeting = _meet(side.side, other.side)
                if meeting is not None:
                    return meeting
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


NO_SHAPE = "has no shape"


def check_shapes(table: BoardTable, picture: Picture) -> tuple[Fault, ...]:
    """Return what is wrong in the file of shapes; entries that begin with `shapes` are its own."""
    faults = [fault for feature in picture.features for fault in feature.faults]
    drawn = Counter(feature.id for feature in picture.provinces() if feature.id)
    for name in drawn:
        if name not in table.provinces and name not in table.map.impassable:
            meant = near(name, set(table.provinces) - set(drawn))
            faults.append(
                Fault(
                    f"shapes.{name}",
                    "belongs to no province",
                    meant or 'name it under `impassable` in [map], or give it role "outside"',
                )
            )
    faults += [
        Fault(
            f"shapes.{name}",
            f"is drawn {count} times",
            "draw a province once; what lies apart goes into one MultiPolygon",
        )
        for name, count in drawn.items()
        if count > 1
    ]
    return tuple(faults)


def check_drawn(table: BoardTable, picture: Picture) -> tuple[Fault, ...]:
    """Return which provinces of the table the picture does not draw as such."""
    drawn = {feature.id for feature in picture.provinces()}
    return (
        *(
            Fault(
                f"provinces.{name}",
                NO_SHAPE,
                f'draw it in {picture.file.name}, with "id": "{name}" and "role": "province"',
            )
            for name in table.provinces
            if name not in drawn
        ),
        *(
            Fault(
                f"map.impassable.{name}",
                "is a province, so it can be entered",
                "take it out here, or take the province out",
            )
            for name in table.map.impassable
            if name in table.provinces
        ),
    )


def look_at_shapes(table: BoardTable, picture: Picture) -> tuple[Fault, ...]:
    """Return what is odd in the file of shapes itself."""
    return (
        *(fault for feature in picture.features for fault in feature.remarks),
        *(fault for feature in picture.provinces() for fault in _look_at(table, feature)),
    )


def look_at_picture(table: BoardTable, board: Board, picture: Picture) -> tuple[Fault, ...]:
    """Return where the table and the picture disagree: borders, rivers, where names stand."""
    shapes = {
        feature.id: feature.lines
        for feature in picture.provinces()
        if feature.id and feature.lines and _stray_point(table, feature) is None
    }
    outlines = Outlines(shapes)
    return (
        *_look_at_labels(table, outlines, shapes),
        *_look_at_borders(board, outlines, shapes),
        *_look_at_rivers(board, picture, outlines),
    )


def _look_at(table: BoardTable, feature: Feature) -> Iterator[Fault]:
    if stray := _stray_point(table, feature):
        size = f"{table.map.width:g} by {table.map.height:g}"
        yield Fault(
            feature.entry,
            f"its shape leaves the picture, which is {size}, at {stray[0]:g}, {stray[1]:g}",
            "mend the point, or `width` and `height` in [map]",
        )
    for ring in () if stray else feature.lines:
        if meeting := crossing(ring):
            yield Fault(
                feature.entry,
                f"its outline crosses itself near {meeting[0]:g}, {meeting[1]:g}",
                "put the points there in their order round the province",
            )
    place = table.provinces.get(feature.id)
    for key, said in (("kind", place and place.terrain), ("name", place and place.name)):
        if said and feature.properties.get(key, said) != said:
            drawn = feature.properties[key]
            yield Fault(
                feature.entry,
                f"its {key} is {drawn!r} here and {said!r} in board.toml",
                "make them alike, or take it out here",
            )


def _stray_point(table: BoardTable, feature: Feature) -> Point | None:
    """Return a point of a shape that lies outside the picture by more than a hair, or None."""
    width, height = table.map.width, table.map.height
    slack = max(width, height) / 100
    for x, y in (point for ring in feature.lines for point in ring):
        if not (-slack <= x <= width + slack and -slack <= y <= height + slack):
            return x, y
    return None


def _look_at_labels(
    table: BoardTable, outlines: Outlines, shapes: Mapping[str, object]
) -> Iterator[Fault]:
    for name, place in table.provinces.items():
        for key in ("label", "unit", "centre_point"):
            point = getattr(place, key)
            if point is None or name not in shapes:
                continue
            holder = outlines.holder((point[0], point[1]))
            if holder not in (name, None) or (holder is None and key == "label"):
                where = f"in {holder}" if holder else "in no province"
                yield Fault(
                    f"provinces.{name}.{key}",
                    f"lies {where}",
                    f"choose a point inside the shape of {name}",
                )


def _look_at_borders(
    board: Board, outlines: Outlines, shapes: Mapping[str, object]
) -> Iterator[Fault]:
    touching = {
        pair(ProvinceId(place), ProvinceId(other))
        for place, other in outlines.contacts()
        if place in board.provinces and other in board.provinces
    }
    listed = {
        pair(place.id, border.to)
        for place in board.provinces.values()
        for border in place.ring
        if border.to in board.provinces and border.to != place.id
    }
    for here, there in sorted(listed - touching):
        if here in shapes and there in shapes:
            yield Fault(
                f"provinces.{here}.neighbours.{there}",
                f"{here} and {there} are neighbours and do not touch in the picture",
                "mend the shapes, or take the border out of both rings",
            )
    for here, there in sorted(touching - listed):
        yield Fault(
            f"provinces.{here}.neighbours",
            f"{here} and {there} touch in the picture and are no neighbours",
            "add the border to both rings, or let the shapes meet in one point only",
        )


def _look_at_rivers(board: Board, picture: Picture, outlines: Outlines) -> Iterator[Fault]:
    rivers: dict[Pair, str] = {
        pair(place.id, border.to): border.river or ""
        for place in board.provinces.values()
        for border in place.ring
        if border.kind is BorderKind.RIVER and border.to in board.provinces
    }
    drawn = {feature.between for feature in picture.features if feature.role == "river"}
    if rivers and not drawn:
        name = picture.file.name
        yield Fault(
            "map.geometry",
            f"the board has rivers and {name} draws none",
            'draw each with "role": "river" and "between": ["KkW", "Wat"]',
        )
        return
    for ends, name in sorted(rivers.items()):
        if ends not in drawn:
            yield Fault(
                f"provinces.{ends[0]}.neighbours.{ends[1]}",
                f"the river {name} between {ends[0]} and {ends[1]} is not drawn",
                f'draw it with "role": "river" and "between": ["{ends[0]}", "{ends[1]}"]',
            )
    for feature in picture.features:
        if feature.role == "river" and (reason := _river_reason(feature, rivers, outlines)):
            yield Fault(f"shapes.{feature.number}", *reason)


def _river_reason(
    feature: Feature, rivers: Mapping[Pair, str], outlines: Outlines
) -> tuple[str, str] | None:
    """Return what is odd about a river that is drawn, and what would be right."""
    ends = feature.between
    if len(ends) != 2:
        return "is a river between no two provinces", 'add "between": ["KkW", "Wat"]'
    one, other = ends
    name = rivers.get(pair(ProvinceId(one), ProvinceId(other)))
    if name is None:
        said = f"is drawn between {one} and {other}, where no river border is"
        return said, 'give both rings the kind "river" there, or take the line out'
    drawn = feature.properties.get("name", name)
    if drawn != name:
        return f"is called {drawn!r} here and {name!r} in board.toml", "make them alike"
    if not all(outlines.runs_along(line, (one, other)) for line in feature.lines):
        said = f"is not drawn where {one} and {other} touch"
        return said, "let its points be points of their common border"
    return None
