"""Where the things of one scene stand on a sheet: by the sheet's layout, and beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import dist, pi

from gm.drawing.geometry import Box, Way, bent, through
from gm.drawing.scene import Act, Mark, Piece, Scene, Special, Spot
from gm.drawing.sheet import Point, Sheet
from gm.games.diplomacy.map.drawn.layout import SPAN, UNIT, Layout, around

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
        self._owned = {(one.between, one.owner): span for one, span in owned}
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

    def spot(self, spot: Spot) -> Point:
        """Return where a unit stands, or would."""
        area = self._areas[spot.place]
        coast = area.coasts.get(spot.coast) if spot.coast else None
        return coast or self.layout.units[spot.place]

    def start(self, mark: Mark) -> Point:
        """Return where the unit of an order stands: a retreating one beside its place."""
        retreats = mark.act in (Act.RETREAT, Act.REMOVE, Act.LOSE)
        return (self._waiting.get(mark.at.place) if retreats else None) or self.spot(mark.at)

    def shaft(self, mark: Mark) -> Way:
        """Return what is drawn of the way of a move, a retreat or a walk.

        It keeps clear of the units at its ends, unless too little of it would be left to be seen.
        """
        least = _SHAFT * self.size
        return self._way(mark).shortened(*self._gaps(mark), least)

    def is_short(self, mark: Mark) -> bool:
        """Tell whether an arrow is so short that it runs over the units at its ends."""
        if mark.to is None:
            return False
        way = self._way(mark)
        return dist(way.start, way.end) < sum(self._gaps(mark)) + _SHAFT * self.size

    def _gaps(self, mark: Mark) -> tuple[float, float]:
        """Return what is left free at both ends of an arrow: little where nobody stands."""
        end = self._rooms.get(mark.to.place, 0.4) if mark.to is not None else 0.4
        return 1.35 * self.size, end * self.size

    def _way(self, mark: Mark) -> Way:
        if mark.to is None:
            return bent(self.start(mark), self.start(mark))
        known = self._ways.get((mark.at.place, mark.to.place)) if mark.act is Act.MOVE else None
        return known or bent(self.start(mark), self.spot(mark.to))

    def helped(self, mark: Mark) -> Way | None:
        """Return the way of the move that an order helps; None where it helps a unit to stand."""
        if mark.target is None or mark.to is None:
            return None
        known = self._ways.get((mark.target.place, mark.to.place))
        return known or bent(self.spot(mark.target), self.spot(mark.to))

    def bridge(self, mark: Mark, between: tuple[str, str]) -> Span:
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
        found: Mapping[tuple[str, str], Span] = self.layout.spans
        if between in found:
            return found[between]
        (x, y), (to_x, to_y) = (self.layout.units[place] for place in between)
        return ((x + to_x) / 2, (y + to_y) / 2), (1.0, 0.0)

    def _move(self, mark: Mark) -> Way:
        assert mark.to is not None  # noqa: S101 - only moves with an end are asked for
        via = tuple(self.spot(spot) for spot in mark.via)
        return through((self.spot(mark.at), *via, self.spot(mark.to)))

    def _piece(self, piece: Piece) -> Point:
        if piece.stance.is_dislodged:
            return self._waiting[piece.at.place]
        return self.spot(piece.at)

    def _special(self, one: Special) -> Point:
        return self._beside(Spot(one.place), 1.2)

    def _beside(self, spot: Spot, far: float, going: Point | None = None) -> Point:
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
