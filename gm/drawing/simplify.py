"""Takes points out of outlines that nobody would see, the same ones on both sides of a border.

By Douglas and Peucker: of a stretch of border only the points stay without which it would leave its
course by more than a given distance. Stretches end where a third shape joins, so neighbours never
come apart; a stretch is looked at from the same end whichever side asks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from gm.drawing.sheet import Point, Ring


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
        found: list[Point] = []
        for start, end in zip(joints, [*joints[1:], joints[0] + len(ring)], strict=True):
            stretch = [ring[index % len(ring)] for index in range(start, end + 1)]
            found += self._stretch(stretch)[:-1]
        return tuple(found) if len(found) > 2 else ring

    def line(self, line: Ring) -> Ring:
        """Return an open line that runs along outlines, simpler; its joints stay."""
        joints = [
            index
            for index in range(len(line))
            if index in (0, len(line) - 1) or self._is_joint(line[index])
        ]
        found: list[Point] = []
        for start, end in pairwise(joints):
            found += self._stretch([*line[start : end + 1]])[:-1]
        return (*found, line[-1])

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
    found = [points[index] for index in sorted(keep)]
    # A border may have a point twice.
    return [point for point, before in zip(found, [None, *found], strict=False) if point != before]


def _off(point: Point, start: Point, end: Point) -> float:
    """Return how far a point lies from a side."""
    across, down = end[0] - start[0], end[1] - start[1]
    square = across * across + down * down
    x, y = point[0] - start[0], point[1] - start[1]
    share = min(1.0, max(0.0, (x * across + y * down) / square)) if square else 0.0
    return hypot(x - share * across, y - share * down)
