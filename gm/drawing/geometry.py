"""The geometry of pictures: boxes and how they cover one another, curves, outlines of fewer points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist, floor, hypot

from gm.drawing.sheet import Point, Ring

# Boxes on a picture, and how much of them is covered by others.


@dataclass(frozen=True, slots=True)
class Box:
    """A box by its middle, its width and its height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x, self.y

    @property
    def surface(self) -> float:
        """How large it is."""
        return self.width * self.height

    def moved(self, point: Point) -> Box:
        """Return a box of the same size with its middle elsewhere."""
        return Box(*point, self.width, self.height)

    def corners(self) -> tuple[Point, ...]:
        """Return its corners, clockwise."""
        across, down = self.width / 2, self.height / 2
        left, right, top, low = self.x - across, self.x + across, self.y - down, self.y + down
        return (left, top), (right, top), (right, low), (left, low)

    def common(self, other: Box) -> float:
        """Return how large a piece two boxes have in common."""
        wide = (self.width + other.width) / 2 - abs(self.x - other.x)
        high = (self.height + other.height) / 2 - abs(self.y - other.y)
        if wide <= 0 or high <= 0:
            return 0.0
        wide = min(wide, self.width, other.width)
        return wide * min(high, self.height, other.height)

    def within(self, width: float, height: float) -> bool:
        """Tell whether it lies on a sheet of that size."""
        (left, top), _, (right, low), _ = self.corners()
        return left >= 0 and top >= 0 and right <= width and low <= height


class TakenRoom:
    """What room is taken, looked up by squares so that only what is near is looked at.

    Args:
        grain: the size of a square, about that of the boxes.
    """

    def __init__(self, grain: float) -> None:
        self._grain = grain
        self._boxes: defaultdict[tuple[int, int], list[Box]] = defaultdict(list)

    def take(self, box: Box) -> None:
        """Take the room of a box."""
        for square in self._squares(box):
            self._boxes[square].append(box)

    def covered(self, box: Box) -> float:
        """Return what share of a box is taken, an overlap of two others counted twice."""
        near = {other for square in self._squares(box) for other in self._boxes.get(square, ())}
        return sum(box.common(other) for other in near) / box.surface

    def _squares(self, box: Box) -> Iterator[tuple[int, int]]:
        (left, top), _, (right, low), _ = box.corners()
        for x in range(floor(left / self._grain), floor(right / self._grain) + 1):
            for y in range(floor(top / self._grain), floor(low / self._grain) + 1):
                yield x, y


# Curves of a picture: bent between two points, passed through several, cut short at their ends.

_BEND = 0.09
"""How far a line leaves the straight way, as a share of its length; so two that swap stay apart."""

_STEPS = 12
"""A curve is measured by so many pieces between two points."""


@dataclass(frozen=True, slots=True)
class SmoothWay:
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

    def shortened(self, first: float, last: float, least: float = 0.0) -> SmoothWay:
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
        return SmoothWay(tuple(kept))

    def share(self, share: float) -> Point:
        """Return the point that lies so far along the way, 0 to 1."""
        return self.points[round(share * (len(self.points) - 1))]

    def heading(self) -> Point:
        """Return which way it runs at its end, a unit vector."""
        (x, y), (to_x, to_y) = self.points[max(-4, -len(self.points))], self.end
        return _unit(to_x - x, to_y - y)

    def before_end(self, length: float) -> SmoothWay:
        """Return the way without its last piece, to make room for the head of an arrow."""
        return self.shortened(0, length)


def bent(start: Point, end: Point, bend: float = _BEND) -> SmoothWay:
    """Return a way from one point to another that bends a little to its left."""
    across, down = end[0] - start[0], end[1] - start[1]
    middle = (start[0] + end[0]) / 2 + down * bend, (start[1] + end[1]) / 2 - across * bend
    count = max(_STEPS, min(60, int(hypot(across, down) / 4)))
    return SmoothWay(
        tuple(_quadratic(start, middle, end, step / count) for step in range(count + 1))
    )


def through(points: Ring) -> SmoothWay:
    """Return a smooth way through all points, in their sequence."""
    if len(points) < 3:
        return bent(points[0], points[-1])
    curve: list[Point] = []
    for at in range(len(points) - 1):
        before, after = points[max(0, at - 1)], points[min(len(points) - 1, at + 2)]
        curve += (
            _passing(before, points[at], points[at + 1], after, step / _STEPS)
            for step in range(_STEPS)
        )
    return SmoothWay((*curve, points[-1]))


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
    corners = [start]
    for step in range(1, number):
        off = swing if step % 2 else -swing
        share = step / number
        corners.append(
            (start[0] + across * share - to_y * off, start[1] + down * share + to_x * off)
        )
    return (*corners, end)


def _unit(across: float, down: float) -> Point:
    length = hypot(across, down) or 1.0
    return across / length, down / length


# Takes points out of outlines that nobody would see, the same ones on both sides of a border.
#
# By Douglas and Peucker: of a stretch of border only the points stay without which it would leave its
# course by more than a given distance. Stretches end where a third shape joins, so neighbours never
# come apart; a stretch is looked at from the same end whichever side asks.


class Simplified:
    """Outlines that lie on one map, with fewer points.

    Args:
        rings: every outline of the map, whosoever's it is.
        tolerance: how far a border may move, in units of the picture.
    """

    def __init__(self, rings: Iterable[Ring], tolerance: float) -> None:
        self._tolerance = tolerance
        beside: dict[Point, set[Point]] = defaultdict(set)
        for ring in rings:
            for index, point in enumerate(ring):
                beside[point] |= {ring[index - 1], ring[(index + 1) % len(ring)]}
        self._beside = beside

    def ring(self, ring: Ring) -> Ring:
        """Return one of the outlines, simpler."""
        joints = [index for index, point in enumerate(ring) if self._is_joint(point)]
        if len(joints) < 2:
            joints = _two_ends(ring)
        kept: list[Point] = []
        for start, end in zip(joints, [*joints[1:], joints[0] + len(ring)], strict=True):
            stretch = [ring[index % len(ring)] for index in range(start, end + 1)]
            kept += self._stretch(stretch)[:-1]
        return tuple(kept) if len(kept) > 2 else ring

    def line(self, line: Ring) -> Ring:
        """Return an open line that runs along outlines, simpler; its joints stay."""
        joints = [
            index
            for index in range(len(line))
            if index in (0, len(line) - 1) or self._is_joint(line[index])
        ]
        kept: list[Point] = []
        for start, end in pairwise(joints):
            kept += self._stretch([*line[start : end + 1]])[:-1]
        return (*kept, line[-1])

    def _is_joint(self, point: Point) -> bool:
        """Tell whether borders part at a point."""
        return len(self._beside.get(point, ())) > 2

    def _stretch(self, points: list[Point]) -> list[Point]:
        turned = points[0] > points[-1]
        kept = thinned(points[::-1] if turned else points, self._tolerance)
        return kept[::-1] if turned else kept


def _two_ends(ring: Ring) -> list[int]:
    """Return two points of a lonely outline that lie far apart; the first is its lowest."""
    start = min(range(len(ring)), key=lambda index: ring[index])
    far = max(
        range(len(ring)),
        key=lambda i: (hypot(ring[i][0] - ring[start][0], ring[i][1] - ring[start][1]), ring[i]),
    )
    return sorted((start, far))


def thinned(points: Sequence[Point], tolerance: float) -> list[Point]:
    """Return a line without the points that it can miss; both ends stay."""
    keep = {0, len(points) - 1}
    waiting = [(0, len(points) - 1)]
    while waiting:
        start, end = waiting.pop()
        worst, at = 0.0, -1
        for index in range(start + 1, end):
            off = _off(points[index], points[start], points[end])
            if off > worst:
                worst, at = off, index
        if worst > tolerance:
            keep.add(at)
            waiting += ((start, at), (at, end))
    kept = [points[index] for index in sorted(keep)]
    # A border may have a point twice.
    return [point for point, before in zip(kept, [None, *kept], strict=False) if point != before]


def _off(point: Point, start: Point, end: Point) -> float:
    """Return how far a point lies from a side."""
    across, down = end[0] - start[0], end[1] - start[1]
    square = across * across + down * down
    x, y = point[0] - start[0], point[1] - start[1]
    share = min(1.0, max(0.0, (x * across + y * down) / square)) if square else 0.0
    return hypot(x - share * across, y - share * down)


def is_in_ring(point: Sequence[float], ring: Sequence[Sequence[float]]) -> bool:
    """Tell whether a point is inside a ring: a ray from it crosses the ring an odd number of times."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
