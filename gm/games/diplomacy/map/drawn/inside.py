"""What lies inside an outline, and how deep: where a name, a unit and a centre find room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from math import sqrt

from gm.drawing.sheet import Point

_CLOSE = 0.02
"""The circle may be smaller than the largest by this share of its radius."""

_TRIES = 600
"""How many squares are looked at; a thin shape is then drawn in a circle that will do."""


@dataclass(frozen=True, slots=True)
class InnerPlaces:
    """Where things are drawn in a province, all inside it.

    Args:
        label, unit, centre: the points for its name, its unit and its supply centre.
        room: radius of the circle that they lie in; letters fit into it, or need a line to it.
    """

    label: Point
    unit: Point
    centre: Point
    room: float


def places(ring: Sequence[Point], furthest: float) -> InnerPlaces:
    """Return where things are drawn in an outline.

    Args:
        ring: its points, none twice.
        furthest: how far they may lie from the middle, across and down.
    """
    (x, y), room = largest_circle(ring)
    off = min(room / 3, furthest)
    return InnerPlaces((x, y - off), (x + off, y + off), (x - off, y + off), room)


def is_inside(point: Point, ring: Sequence[Point]) -> bool:
    """Tell whether a point lies in an outline."""
    return depth(point, [*pairwise([*ring, ring[0]])]) > 0


def largest_circle(ring: Sequence[Point]) -> tuple[Point, float]:
    """Return the middle and the radius of the largest circle in an outline, nearly.

    Squares that cover the outline are halved both ways, the most promising first, until none can
    hold a middle that is much better than the best found.
    """
    sides = [*pairwise([*ring, ring[0]])]
    across, down = [x for x, _ in ring], [y for _, y in ring]
    left, top = min(across), min(down)
    width, height = max(across) - left, max(down) - top
    half = max(min(width, height) / 2, max(width, height) / 40)
    waiting: list[tuple[float, float, Point]] = []
    best, room = ring[0], 0.0

    def look(x: float, y: float, half: float) -> None:
        nonlocal best, room
        deep = depth((x, y), sides)
        if deep > room:
            best, room = (x, y), deep
        heappush(waiting, (-(deep + half * sqrt(2)), half, (x, y)))

    for column in range(int(width / half / 2) + 1):
        for row in range(int(height / half / 2) + 1):
            look(left + half * (2 * column + 1), top + half * (2 * row + 1), half)
    for _ in range(_TRIES):
        promise, half, (x, y) = heappop(waiting)
        if -promise <= room * (1 + _CLOSE):
            break
        for to_x, to_y in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            look(x + to_x * half / 2, y + to_y * half / 2, half / 2)
    return best, room


def surface(ring: Sequence[Point]) -> float:
    """Return how large the ground within an outline is."""
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]]))
    return abs(twice) / 2


def depth(point: Point, sides: Sequence[tuple[Point, Point]]) -> float:
    """Return how far inside an outline a point is; below 0 if it is outside."""
    x, y = point
    inside, nearest = False, float("inf")
    for (x1, y1), (x2, y2) in sides:
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
        along, across = x2 - x1, y2 - y1
        share = ((x - x1) * along + (y - y1) * across) / (along * along + across * across)
        share = min(1.0, max(0.0, share))
        off_x, off_y = x1 + share * along - x, y1 + share * across - y
        nearest = min(nearest, off_x * off_x + off_y * off_y)
    return sqrt(nearest) if inside else -sqrt(nearest)
