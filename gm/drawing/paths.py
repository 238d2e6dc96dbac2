"""Curves of a picture: bent between two points, passed through several, cut short at their ends."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist, hypot

from gm.drawing.sheet import Point, Ring

_BEND = 0.09
"""How far a line leaves the straight way, as a share of its length; so two that swap stay apart."""

_STEPS = 12
"""A curve is measured by so many pieces between two points."""


@dataclass(frozen=True, slots=True)
class Way:
    """A smooth way, as the points of a fine line."""

    points: Ring

    @property
    def start(self) -> Point:
        """Where it begins."""
        return self.points[0]

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.points[-1]

    def shortened(self, first: float, last: float, least: float = 0.0) -> Way:
        """Return the way without what lies so near to its two ends; a short one keeps its middle.

        Less is taken off where less than `least` would be left.
        """
        room = max(0.0, dist(self.start, self.end) - least)
        if least and first + last > room:
            first, last = (gap * room / (first + last) for gap in (first, last))
        kept = [
            point
            for point in self.points
            if dist(point, self.start) >= first and dist(point, self.end) >= last
        ]
        if len(kept) < 2:
            middle = len(self.points) // 2
            kept = [*self.points[middle - 1 : middle + 2]]
        return Way(tuple(kept))

    def share(self, share: float) -> Point:
        """Return the point that lies so far along the way, 0 to 1."""
        return self.points[round(share * (len(self.points) - 1))]

    def heading(self) -> Point:
        """Return which way it runs at its end, a unit vector."""
        (x, y), (to_x, to_y) = self.points[max(-4, -len(self.points))], self.end
        return _unit(to_x - x, to_y - y)

    def before_end(self, length: float) -> Way:
        """Return the way without its last piece, to make room for the head of an arrow."""
        return self.shortened(0, length)


def bent(start: Point, end: Point, bend: float = _BEND) -> Way:
    """Return a way from one point to another that bends a little to its left."""
    across, down = end[0] - start[0], end[1] - start[1]
    middle = (start[0] + end[0]) / 2 + down * bend, (start[1] + end[1]) / 2 - across * bend
    count = max(_STEPS, min(60, int(hypot(across, down) / 4)))
    return Way(tuple(_quadratic(start, middle, end, step / count) for step in range(count + 1)))


def through(points: Ring) -> Way:
    """Return a smooth way through all points, in their sequence."""
    if len(points) < 3:
        return bent(points[0], points[-1])
    found: list[Point] = []
    for at in range(len(points) - 1):
        before, after = points[max(0, at - 1)], points[min(len(points) - 1, at + 2)]
        found += (
            _passing(before, points[at], points[at + 1], after, step / _STEPS)
            for step in range(_STEPS)
        )
    return Way((*found, points[-1]))


def _quadratic(a: Point, b: Point, c: Point, t: float) -> Point:
    one, two, three = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return one * a[0] + two * b[0] + three * c[0], one * a[1] + two * b[1] + three * c[1]


def _passing(before: Point, a: Point, b: Point, after: Point, t: float) -> Point:
    """Return a point between `a` and `b` on the curve of Catmull and Rom."""

    def one(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (
            2 * q
            + (r - p) * t
            + (2 * p - 5 * q + 4 * r - s) * t**2
            + (3 * q - p - 3 * r + s) * t**3
        )

    return one(before[0], a[0], b[0], after[0]), one(before[1], a[1], b[1], after[1])


def zigzag(start: Point, end: Point, swing: float) -> Ring:
    """Return a line that jumps from side to side, as lightning is drawn."""
    across, down = end[0] - start[0], end[1] - start[1]
    to_x, to_y = _unit(across, down)
    number = 5
    found = [start]
    for step in range(1, number):
        off = swing if step % 2 else -swing
        share = step / number
        found.append(
            (start[0] + across * share - to_y * off, start[1] + down * share + to_x * off)
        )
    return (*found, end)


def _unit(across: float, down: float) -> Point:
    length = hypot(across, down) or 1.0
    return across / length, down / length
