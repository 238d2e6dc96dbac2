"""The marks and dashes by which lines are told apart without their colours."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from gm.drawing.palette import INK
from gm.drawing.sheet import Point
from gm.drawing.svg import element, outline

DASHES = (None, "14 5", "3 4", "14 5 3 5", "24 6", "8 4", "20 5 3 5 3 5", "6 8")
"""The dashes of the lines, by their place; none for the first."""


def mark(shape: int, point: Point, size: float, hue: str) -> str:
    """Return the mark of a line round a point, so many units from its middle to its edge."""
    return element(
        "path",
        d=outline((_SHAPES[shape % len(_SHAPES)](point, size),)),
        fill=hue,
        stroke=INK,
        stroke_width=1.6,
        stroke_linejoin="round",
    )


def _polygon(
    corners: int, turn: float, reach: float = 1.0
) -> Callable[[Point, float], tuple[Point, ...]]:
    """Return what lays corners round a point, the first of them `turn` of a circle from the right."""

    def laid(point: Point, size: float) -> tuple[Point, ...]:
        angles = [2 * pi * (turn + at / corners) for at in range(corners)]
        return tuple(
            (point[0] + reach * size * cos(angle), point[1] + reach * size * sin(angle))
            for angle in angles
        )

    return laid


def _star(
    tips: int, inner: float, turn: float = -0.25
) -> Callable[[Point, float], tuple[Point, ...]]:
    """Return what lays a star round a point, its inner corners so much nearer."""

    def laid(point: Point, size: float) -> tuple[Point, ...]:
        found = []
        for at in range(2 * tips):
            angle, far = 2 * pi * (turn + at / (2 * tips)), 1.25 * size * (inner if at % 2 else 1)
            found.append((point[0] + far * cos(angle), point[1] + far * sin(angle)))
        return tuple(found)

    return laid


_SHAPES = (
    _polygon(16, 0.0),
    _polygon(4, 0.125, 1.2),
    _polygon(3, -0.25, 1.35),
    _polygon(4, 0.0, 1.25),
    _polygon(3, 0.25, 1.35),
    _star(4, 0.42),
    _star(4, 0.42, 0.125),
    _star(5, 0.5),
)
"""Circle, square, triangle, diamond, triangle on its tip, cross, slanted cross, star."""
