"""Where everything on a sheet has its place: units, supply centres, bridges and names.

Each province has one place for a unit, whether or not one stands there, so that names and units
stay where they are from picture to picture. Small provinces choose first. A name that finds no room
in its province goes outside, with a line that leads to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, dist, hypot, pi, sin

from gm.drawing.geometry import Box, Taken
from gm.drawing.sheet import Area, Ground, Point, Ring, Sheet
from gm.drawing.svg import width_of
from gm.games.diplomacy.map.drawn.inside import surface
from gm.games.diplomacy.map.drawn.whose import Whose

UNIT = 12.5
"""Half the size of a unit, at scale 1."""
DOT = 5.0
"""Radius of a supply centre."""
LETTERS = 15.0
"""Size of a province's name."""
SPAN = 9.5
"""Half the size of a bridge."""

_GRID = 9
"""So many points across and down a province are looked at for a free place."""


@dataclass(frozen=True, slots=True)
class Name:
    """Where a province's name is written: `box` holds it, `line` leads to the province."""

    text: str
    box: Box
    line: tuple[Point, Point] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where everything has its place on a sheet.

    Args:
        units: by province, the middle of its unit.
        dots: by province, its supply centre, where it is one.
        spans: by the two provinces, the middle of a bridge and the way it runs, a unit vector.
        names: of every province.
        taken: what room all of it takes.
    """

    units: Mapping[str, Point]
    dots: Mapping[str, Point]
    spans: Mapping[tuple[str, str], tuple[Point, Point]]
    names: tuple[Name, ...]
    taken: Taken


@lru_cache(maxsize=16)
def lay_out(sheet: Sheet) -> Layout:
    """Return where everything has its place on a sheet."""
    layout = _Laying(sheet)
    small_first = sorted(sheet.areas, key=lambda one: (surface(one.rings[0]), one.id))
    for area in small_first:
        layout.place_unit(area)
    for area in small_first:
        if area.is_centre:
            layout.place_dot(area)
    names = {area.id: layout.place_name(area) for area in small_first}
    ordered = tuple(names[area.id] for area in sheet.areas)
    return Layout(layout.units, layout.dots, layout.spans, ordered, layout.taken)


class _Laying:
    """Gives things their places, one after the other."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._whose = Whose(sheet)
        self._grounds = {area.id: area.ground for area in sheet.areas}
        scale = sheet.scale
        self._unit, self._dot = UNIT * scale, DOT * scale
        self._letters = LETTERS * scale
        self.taken = Taken(4 * self._unit)
        self.units: dict[str, Point] = {}
        self.dots: dict[str, Point] = {}
        self.spans = dict(_spans(sheet))
        for middle, _ in self.spans.values():
            self.taken.take(Box(*middle, 2 * SPAN * scale, 2 * SPAN * scale))

    def place_unit(self, area: Area) -> None:
        """Find the place for a unit: where the map says, or deep inside and free."""
        wide, high = 2.8 * self._unit, 2.5 * self._unit
        wished = area.unit or area.label

        def badness(point: Point) -> float:
            box = Box(*point, wide, high)
            rim = [*around(point, self._unit, 8), *around(point, self._unit * 1.4, 8)]
            outside = sum(not self._is_in(at, area) for at in rim) / len(rim)
            far = dist(point, wished) / (12 * self._unit)
            return 4 * self.taken.covered(box) + 3 * outside + far

        points = [wished, *self._whose.inside(area, _GRID)]
        best = min(points, key=lambda point: (badness(point), point))
        self.units[area.id] = best
        self._take(Box(*best, wide, high))
        for coast in area.coasts.values():
            self._take(Box(*coast, wide, high))

    def place_dot(self, area: Area) -> None:
        """Find the place for a supply centre: beside the unit, inside."""
        unit, size = self.units[area.id], 2 * self._dot
        away = self._unit + self._dot * 1.3
        wished = area.dot or (unit[0] - away, unit[1])
        tried = [*around(unit, away, 16), *around(unit, away * 1.5, 16)]

        def badness(point: Point) -> float:
            outside = 0.0 if self._is_in(point, area) else 2.0
            near = max(0.0, away - dist(point, unit)) / away
            far = dist(point, wished) / (6 * away)
            return 4 * self.taken.covered(Box(*point, size, size)) + outside + 4 * near + far

        best = min([wished, *tried], key=lambda point: (badness(point), point))
        self.dots[area.id] = best
        self._take(Box(*best, size, size))

    def place_name(self, area: Area) -> Name:
        """Find the place for a name: where the map says, else inside, else outside with a line."""
        wide = width_of(area.id, self._letters, bold=True)
        box = Box(0, 0, wide + 0.2 * self._letters, 0.92 * self._letters)
        inside = [area.label, *self._beside(area, box), *self._whose.inside(area, _GRID)]
        best = min(inside, key=lambda point: (self._misplaced(area, box.moved(point)), point))
        found = Name(area.id, box.moved(best))
        if self._misplaced(area, found.box) > 1.0:
            outside = self._outside(area, box)
            if outside is not None:
                found = Name(area.id, outside, self._leader(area, outside))
        self._take(found.box)
        return found

    def _beside(self, area: Area, box: Box) -> Iterator[Point]:
        """Yield points above, below and beside the unit of an area."""
        x, y = self.units[area.id]
        down, across = self._unit + box.height / 2 + 1, self._unit + box.width / 2 + 1
        for share in (0.0, -0.5, 0.5, -1.0, 1.0):
            yield x + share * across, y - down
            yield x + share * across, y + down
        yield from ((x - across, y), (x + across, y))

    def _misplaced(self, area: Area, box: Box) -> float:
        """Return how badly a name stands in its own area: 0 is well, above 1 is not to be read."""
        points = (*box.corners(), box.middle)
        outside = sum(not self._is_in(point, area) for point in points) / len(points)
        off = dist(box.middle, area.label) / (20 * self._letters)
        edge = 0.0 if box.within(self._sheet.width, self._sheet.height) else 2.0
        return 5 * self.taken.covered(box) + 1.6 * outside + off + edge

    def _outside(self, area: Area, box: Box) -> Box | None:
        """Return where near an area a name is free; None if nowhere."""
        unit = self.units[area.id]

        def badness(point: Point) -> float:
            there = box.moved(point)
            if not there.within(self._sheet.width, self._sheet.height):
                return 99.0
            line = self._crossed(unit, point)
            on_land = 0.0 if self._at_sea(point) else 0.4
            return (
                6 * self.taken.covered(there)
                + dist(point, unit) / (8 * self._unit)
                + on_land
                + line
            )

        steps = (2.4, 3.0, 3.8, 4.8, 6.0)
        tried = [at for step in steps for at in around(unit, step * self._unit, 24)]
        best = min(tried, key=lambda point: (badness(point), point))
        return box.moved(best) if badness(best) < 1.8 else None

    def _crossed(self, start: Point, end: Point) -> float:
        """Return how much of what is taken a line to a name runs over."""
        steps = [
            (start[0] + (end[0] - start[0]) * k / 6, start[1] + (end[1] - start[1]) * k / 6)
            for k in (2, 3, 4)
        ]
        return sum(self.taken.covered(Box(*at, 3, 3)) > 0 for at in steps) * 0.25

    def _at_sea(self, point: Point) -> bool:
        return self._grounds.get(self._whose.at(point)) is Ground.SEA

    def _leader(self, area: Area, box: Box) -> tuple[Point, Point]:
        """Return the line from a name outside to a unit's place, ends kept clear of both."""
        unit = self.units[area.id]
        across, down = unit[0] - box.x, unit[1] - box.y
        length = hypot(across, down) or 1.0
        reach = min(
            box.width / 2 / abs(across / length) if across else length,
            box.height / 2 / abs(down / length) if down else length,
        )
        start = box.x + across / length * reach, box.y + down / length * reach
        return start, unit

    def _take(self, box: Box) -> None:
        self.taken.take(box)

    def _is_in(self, point: Point, area: Area) -> bool:
        return self._whose.at(point) == area.id


def around(middle: Point, away: float, number: int, start: float = pi) -> Iterator[Point]:
    """Yield points on a circle, `start` of the first in radians: to the left, unless said."""
    for step in range(number):
        turn = start + 2 * pi * step / number
        yield middle[0] + away * cos(turn), middle[1] + away * sin(turn)


def _spans(sheet: Sheet) -> Iterator[tuple[tuple[str, str], tuple[Point, Point]]]:
    """Yield for each river border where a bridge crosses it, and which way: across the river."""
    for river in sheet.rivers:
        line = max(river.lines, key=lambda run: (_length(run), run))
        middle, (across, down) = _middle(line)
        yield river.between, (middle, (-down, across))


def _length(line: Iterable[Point]) -> float:
    """Return how long a line is."""
    return sum(dist(*two) for two in pairwise(line))


def _middle(line: Ring) -> tuple[Point, Point]:
    """Return the middle of a line, and which way it runs there, a unit vector."""
    left = _length(line) / 2
    for a, b in pairwise(line):
        long = dist(a, b)
        if long and left <= long:
            share = left / long
            middle = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            return middle, ((b[0] - a[0]) / long, (b[1] - a[1]) / long)
        left -= long
    return line[0], (1.0, 0.0)
