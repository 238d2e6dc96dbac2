"""Shapes as a player sees them: what touches, what crosses itself, what lies inside."""

import pytest

from gm.games.diplomacy.map.files.board_fit import Outlines, crossing
from gm.games.diplomacy.map.files.board_picture import Line

FRAME = ((0.0, 900.0), (1000.0, 900.0), (1000.0, 1000.0), (0.0, 900.0))
"""A far shape, so that the whole picture is a thousand wide."""


def box(left: float, top: float, right: float, bottom: float) -> Line:
    """Return a rectangle as a closed ring."""
    return ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


def touching(**rings: Line) -> set[tuple[str, str]]:
    """Return which shapes touch along a line."""
    shapes = {name: [ring] for name, ring in rings.items()}
    return set(Outlines({**shapes, "frame": [FRAME]}).contacts())


@pytest.mark.parametrize(
    ("other", "touches"),
    [
        (box(100, 0, 200, 100), True),  # a common side
        (box(100, 40, 200, 60), True),  # a part of a side, with no point in common
        (box(100.3, 0, 200, 100), True),  # drawn a hair's breadth apart
        (box(102, 0, 200, 100), False),  # a gap that can be seen
        (box(100, 100, 200, 200), False),  # one corner
        (box(100, 99, 200, 200), False),  # little more than a corner
        (box(100, 90, 200, 200), True),
    ],
)
def test_shapes_touch_along_a_line(other: Line, touches: bool) -> None:
    """Neighbours share a stretch of outline, however its points are set; a corner is none."""
    expected = {("a", "b")} if touches else set()
    assert touching(a=box(0, 0, 100, 100), b=other) == expected
    assert touching(a=other, b=box(0, 0, 100, 100)) == expected


def test_a_lake_keeps_shores_apart() -> None:
    """Two shapes on the shores of a third touch it, and not each other."""
    found = touching(a=box(0, 0, 100, 100), lake=box(100, 0, 120, 100), b=box(120, 0, 200, 100))
    assert found == {("a", "lake"), ("b", "lake")}


def test_an_island_touches_the_sea_around_it() -> None:
    """A shape in the hole of another touches it along the whole shore."""
    rings = {
        "sea": [box(0, 0, 300, 300), box(100, 100, 200, 200)],
        "isle": [box(100, 100, 200, 200)],
    }
    outlines = Outlines(rings)
    assert outlines.contacts() == {("isle", "sea"): pytest.approx(400, rel=0.05)}
    assert outlines.holder((150, 150)) == "isle"
    assert outlines.holder((50, 50)) == "sea"
    assert outlines.holder((350, 50)) is None


def test_a_river_runs_where_two_shapes_touch() -> None:
    """A line along the common side does, one through the middle of a shape does not."""
    outlines = Outlines({"a": [box(0, 0, 100, 100)], "b": [box(100, 0, 200, 100)]})
    assert outlines.runs_along(((100, 0), (100, 50), (100, 100)), ("a", "b"))
    assert not outlines.runs_along(((50, 0), (50, 50), (100, 100)), ("a", "b"))


@pytest.mark.parametrize(
    ("ring", "point"),
    [
        (box(0, 0, 100, 100), None),
        (((0, 0), (100, 100), (100, 0), (0, 100), (0, 0)), (50, 50)),
        (((0, 0), (100, 0), (50, 0), (50, 50), (0, 0)), None),  # a spike on a side
        (((0, 0), (50, 50), (100, 0), (100, 100), (50, 50), (0, 100), (0, 0)), None),
        (((0, 0), (0, 0), (0, 0), (0, 0)), None),
        ((), None),
    ],
)
def test_an_outline_that_crosses_itself(ring: Line, point: tuple[float, float] | None) -> None:
    """A bow tie is told with its knot; touching oneself in a point is not crossing."""
    assert crossing(ring) == point
