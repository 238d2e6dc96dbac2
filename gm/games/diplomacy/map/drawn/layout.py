"""Where everything on a sheet has its place: units, supply centres, bridges and names, and what a scene puts beside."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, dist, hypot, pi, sin

from gm.drawing.geometry import Box, SmoothWay, TakenRoom, bent, through
from gm.drawing.scene import Act, DrawnMark, DrawnSpot, Piece, Scene, Special
from gm.drawing.sheet import Area, Ground, Point, Ring, Sheet
from gm.drawing.svg import width_of
from gm.games.diplomacy.map.drawn.inside import surface

# Which province a point lies in, looked up on a fine grid that is filled once for a sheet.

_CELLS = 480
"""So many cells across a sheet; a cell is then smaller than a supply centre."""


class Whose:
    """The provinces of a sheet on a grid.

    Args:
        sheet: whose provinces.
    """

    def __init__(self, sheet: Sheet) -> None:
        self._grain = sheet.width / _CELLS
        self._columns = _CELLS
        self._rows = ceil(sheet.height / self._grain)
        self._cells = [-1] * (self._columns * self._rows)
        self._names = [area.id for area in sheet.areas]
        for index, area in enumerate(sheet.areas):
            for ring in area.rings:
                self._fill(ring, index)

    def at(self, point: Point) -> str:
        """Return the province at a point, "" where there is none."""
        column, row = int(point[0] / self._grain), int(point[1] / self._grain)
        if point[0] < 0 or point[1] < 0 or column >= self._columns or row >= self._rows:
            return ""
        index = self._cells[row * self._columns + column]
        return self._names[index] if index >= 0 else ""

    def inside(self, area: Area, number: int) -> Iterator[Point]:
        """Yield points of a province, `number` to a side of the box around its main outline."""
        across, down = [x for x, _ in area.rings[0]], [y for _, y in area.rings[0]]
        left, top = min(across), min(down)
        wide, high = (max(across) - left) / number, (max(down) - top) / number
        for row in range(number):
            for column in range(number):
                point = left + wide * (column + 0.5), top + high * (row + 0.5)
                if self.at(point) == area.id:
                    yield point

    def _fill(self, ring: Ring, index: int) -> None:
        """Fill the cells whose middle lies in an outline, row by row."""
        crossings: defaultdict[int, list[float]] = defaultdict(list)
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            if y1 == y2:
                continue
            (x, y), (to_x, to_y) = sorted(((x1, y1), (x2, y2)), key=lambda point: point[1])
            slope = (to_x - x) / (to_y - y)
            first, last = ceil(y / self._grain - 0.5), ceil(to_y / self._grain - 0.5)
            for row in range(max(0, first), min(self._rows, last)):
                crossings[row].append(x + slope * ((row + 0.5) * self._grain - y))
        for row, edges in crossings.items():
            edges.sort()
            for start, end in zip(edges[::2], edges[1::2], strict=False):
                self._run(row, start, end, index)

    def _run(self, row: int, start: float, end: float, index: int) -> None:
        first = max(0, ceil(start / self._grain - 0.5))
        last = min(self._columns, ceil(end / self._grain - 0.5))
        if last > first:
            begin = row * self._columns
            self._cells[begin + first : begin + last] = [index] * (last - first)


# Where everything on a sheet has its place: units, supply centres, bridges and names.
#
# Each province has one place for a unit, whether or not one stands there, so that names and units
# stay where they are from picture to picture. Small provinces choose first. A name that finds no room
# in its province goes outside, with a line that leads to it.

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
    taken: TakenRoom


@lru_cache(maxsize=16)
def lay_out(sheet: Sheet) -> Layout:
    """Return where everything has its place on a sheet."""
    layout = _Laying(sheet)
    small_first = sorted(sheet.areas, key=lambda area: (surface(area.rings[0]), area.id))
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
        self.taken = TakenRoom(4 * self._unit)
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
        name = Name(area.id, box.moved(best))
        if self._misplaced(area, name.box) > 1.0:
            outside = self._outside(area, box)
            if outside is not None:
                name = Name(area.id, outside, self._leader(area, outside))
        self._take(name.box)
        return name

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


# Where the things of one scene stand on a sheet: by the sheet's layout, and beside it.

_BESIDE = 24
"""So many places round a unit are looked at for one that stands beside it."""

_SHAFT = 2.4
"""An arrow is at least so long, in sizes of a unit."""

Span = tuple[Point, Point]
"""The middle of a bridge, and which way it runs, a unit vector."""


class Places:
    """Where a scene's units and orders are drawn.

    Attributes:
        size: half of a unit's size.
        pieces: where each unit stands, in the order of the scene.
        specials: likewise of the special units.
        crossings: likewise of the bridges; those over the same river stand side by side.
    """

    def __init__(self, sheet: Sheet, layout: Layout, scene: Scene) -> None:
        self.size = UNIT * sheet.scale
        self.layout = layout
        self._sheet = sheet
        self._areas = {area.id: area for area in sheet.areas}
        self._extra: list[Box] = []
        crowded = {token.at.place for token in scene.pieces if not token.stance.is_dislodged}
        # An arrow ends before the unit that stands where it leads, or before the burst behind it.
        self._rooms = {
            token.at.place: 1.5 if token.at.place in crowded else 1.85 for token in scene.pieces
        }
        retreats = {
            mark.at.place: self.spot(mark.to)
            for mark in scene.marks
            if mark.act is Act.RETREAT and mark.to is not None
        }
        # A dislodged unit keeps its place until its attacker stands there.
        self._waiting = {
            piece.at.place: self._beside(piece.at, 1.45, retreats.get(piece.at.place))
            if piece.at.place in crowded
            else self.spot(piece.at)
            for piece in scene.pieces
            if piece.stance.is_dislodged
        }
        self.pieces = tuple(self._piece(piece) for piece in scene.pieces)
        self.specials = tuple(self._special(special) for special in scene.specials)
        self._lanes: Counter[tuple[str, str]] = Counter()
        self.crossings = tuple(self._lane(crossing.between) for crossing in scene.crossings)
        drawn = zip(scene.crossings, self.crossings, strict=True)
        # Where a power has a bridge beside one that it lost, the one that stands is meant.
        owned = sorted(drawn, key=lambda pair: pair[0].stands)
        self._owned = {(bridge.between, bridge.owner): span for bridge, span in owned}
        self._planned = {
            mark: self._lane(mark.between)
            for mark in scene.marks
            if mark.act is Act.SPAN and mark.between is not None
        }
        self._ways = {
            (mark.at.place, mark.to.place): self._move(mark)
            for mark in scene.marks
            if mark.act is Act.MOVE and mark.to is not None
        }

    def spot(self, spot: DrawnSpot) -> Point:
        """Return where a unit stands, or would."""
        area = self._areas[spot.place]
        coast = area.coasts.get(spot.coast) if spot.coast else None
        return coast or self.layout.units[spot.place]

    def start(self, mark: DrawnMark) -> Point:
        """Return where the unit of an order stands: a retreating one beside its place."""
        retreats = mark.act in (Act.RETREAT, Act.REMOVE, Act.LOSE)
        return (self._waiting.get(mark.at.place) if retreats else None) or self.spot(mark.at)

    def shaft(self, mark: DrawnMark) -> SmoothWay:
        """Return what is drawn of the way of a move, a retreat or a walk.

        It keeps clear of the units at its ends, unless too little of it would be left to be seen.
        """
        least = _SHAFT * self.size
        return self._way(mark).shortened(*self._gaps(mark), least)

    def is_short(self, mark: DrawnMark) -> bool:
        """Tell whether an arrow is so short that it runs over the units at its ends."""
        if mark.to is None:
            return False
        way = self._way(mark)
        return dist(way.start, way.end) < sum(self._gaps(mark)) + _SHAFT * self.size

    def _gaps(self, mark: DrawnMark) -> tuple[float, float]:
        """Return what is left free at both ends of an arrow: little where nobody stands."""
        end = self._rooms.get(mark.to.place, 0.4) if mark.to is not None else 0.4
        return 1.35 * self.size, end * self.size

    def _way(self, mark: DrawnMark) -> SmoothWay:
        if mark.to is None:
            return bent(self.start(mark), self.start(mark))
        known = self._ways.get((mark.at.place, mark.to.place)) if mark.act is Act.MOVE else None
        return known or bent(self.start(mark), self.spot(mark.to))

    def helped(self, mark: DrawnMark) -> SmoothWay | None:
        """Return the way of the move that an order helps; None where it helps a unit to stand."""
        if mark.target is None or mark.to is None:
            return None
        known = self._ways.get((mark.target.place, mark.to.place))
        return known or bent(self.spot(mark.target), self.spot(mark.to))

    def bridge(self, mark: DrawnMark, between: tuple[str, str]) -> Span:
        """Return where the bridge of an order is: a new one beside those that stand already."""
        known = self._planned.get(mark) or self._owned.get((between, mark.owner))
        return known or self._span(between)

    def _lane(self, between: tuple[str, str]) -> Span:
        """Take the next place for a bridge over a river: beside the last one there."""
        (x, y), (across, down) = self._span(between)
        off = self._lanes[between] * 1.9 * SPAN * self._sheet.scale
        self._lanes[between] += 1
        return (x - down * off, y + across * off), (across, down)

    def _span(self, between: tuple[str, str]) -> Span:
        """Return the middle of the first bridge over a river; between the units if need be."""
        spans: Mapping[tuple[str, str], Span] = self.layout.spans
        if between in spans:
            return spans[between]
        (x, y), (to_x, to_y) = (self.layout.units[place] for place in between)
        return ((x + to_x) / 2, (y + to_y) / 2), (1.0, 0.0)

    def _move(self, mark: DrawnMark) -> SmoothWay:
        assert mark.to is not None  # noqa: S101 - only moves with an end are asked for
        via = tuple(self.spot(spot) for spot in mark.via)
        return through((self.spot(mark.at), *via, self.spot(mark.to)))

    def _piece(self, piece: Piece) -> Point:
        if piece.stance.is_dislodged:
            return self._waiting[piece.at.place]
        return self.spot(piece.at)

    def _special(self, special: Special) -> Point:
        return self._beside(DrawnSpot(special.place), 1.2)

    def _beside(self, spot: DrawnSpot, far: float, going: Point | None = None) -> Point:
        """Find and take a free place beside a unit's, with room for an arrow if it is `going`."""
        unit, size = self.spot(spot), 2 * self.size
        wide, high = self._sheet.width, self._sheet.height

        def badness(point: Point) -> float:
            box = Box(*point, size, size)
            edge = 0.0 if box.within(wide, high) else 9.0
            taken = sum(box.common(other) for other in self._extra) / box.surface
            away = abs(point[0] - unit[0]) + abs(point[1] - unit[1])
            near = 0.0 if going is None else self._hindered(point, unit, going)
            covered = self.layout.taken.covered(box)
            return covered + 3 * taken + near + edge + away / (40 * self.size)

        steps = (far * 1.45, far * 1.9, far * 2.5)
        tried = [
            at for step in steps for at in around(unit, step * self.size, _BESIDE, start=-pi / 4)
        ]
        best = min(tried, key=lambda point: (badness(point), point))
        self._extra.append(Box(*best, size, size))
        return best

    def _hindered(self, point: Point, unit: Point, going: Point) -> float:
        """Return how badly an arrow starts at a point: short, or over a unit that stands."""
        long = dist(point, going)
        short = max(0.0, 1 - long / (5 * self.size))
        nearest = min(dist(unit, passed) for passed in bent(point, going).points)
        return 2 * short + (0.8 if nearest < 1.2 * self.size else 0.0)
