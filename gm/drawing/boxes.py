"""Boxes on a picture, and how much of them is covered by others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import floor

from gm.drawing.sheet import Point


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


class Taken:
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
