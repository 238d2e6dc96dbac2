"""A shape is cut from the middle of one border to the middle of another, and nothing else moves."""

import pytest

from gm.games.diplomacy.map.files.picture_cut import (
    Cut,
    Ring,
    clockwise,
    cut_shapes,
    stretches,
    triangles,
    turn,
)

SEA: Ring = ((0.0, 0.0), (90.0, 0.0), (90.0, 60.0), (0.0, 60.0))
SHAPES = {
    "SEA": SEA,
    "N": ((0.0, -30.0), (90.0, -30.0), (90.0, 0.0), (0.0, 0.0)),
    "E": ((90.0, 0.0), (120.0, 0.0), (120.0, 60.0), (90.0, 60.0)),
    "S": ((0.0, 60.0), (90.0, 60.0), (90.0, 90.0), (0.0, 90.0)),
    "W": ((-30.0, 0.0), (0.0, 0.0), (0.0, 60.0), (-30.0, 60.0)),
}
"""A sea with a land on each of its four sides."""

RING = (("E", 60.0), ("S", 90.0), ("W", 60.0), ("N", 90.0))


def cut(*line: str, ring: tuple[tuple[str, float], ...] = RING) -> dict[str, Ring]:
    """Cut the sea between two of its neighbours."""
    one, other = line
    return dict(cut_shapes(SHAPES, [Cut("SEA", ring, (one, other), ("SEA1", "SEA2"))]))


def touched(shapes: dict[str, Ring], name: str) -> list[str]:
    """Return whom a shape touches, clockwise."""
    return [stretch.to for stretch in stretches(shapes)[name]]


def test_half_one_lies_clockwise_after_the_first_neighbour() -> None:
    """Half 1 has those after the highest card and before the second, and both ends (Irish 6)."""
    shapes = cut("N", "S")
    assert {*touched(shapes, "SEA1")} == {"N", "E", "S", "SEA2"}
    assert {*touched(shapes, "SEA2")} == {"S", "W", "N", "SEA1"}
    shapes = cut("S", "N")
    assert {*touched(shapes, "SEA1")} == {"S", "W", "N", "SEA2"}


def test_the_line_ends_in_the_middle_of_each_border() -> None:
    """Both halves and the neighbour get the middle as a point; all other points stay."""
    shapes = cut("N", "E")
    assert {(45.0, 0.0), (90.0, 30.0)} <= {*shapes["SEA1"]} & {*shapes["SEA2"]}
    assert shapes["N"] == ((0.0, -30.0), (90.0, -30.0), (90.0, 0.0), (45.0, 0.0), (0.0, 0.0))
    assert shapes["E"] == ((90.0, 0.0), (120.0, 0.0), (120.0, 60.0), (90.0, 60.0), (90.0, 30.0))
    assert (shapes["S"], shapes["W"]) == (SHAPES["S"], SHAPES["W"])
    assert touched(shapes, "N") in (["SEA1", "SEA2"], ["SEA2", "SEA1"])


def test_an_end_may_be_a_point_that_is_there() -> None:
    """A middle that is a point already is not set twice."""
    halved = (SEA[0], (45.0, 0.0), *SEA[1:])
    north = (*SHAPES["N"][:3], (45.0, 0.0), SHAPES["N"][3])
    shapes = {**SHAPES, "SEA": halved, "N": north}
    after = cut_shapes(shapes, [Cut("SEA", RING, ("N", "S"), ("SEA1", "SEA2"))])
    assert after["N"] == north
    assert after["SEA1"].count((45.0, 0.0)) == 1


def twice() -> dict[str, Ring]:
    """Return a sea that meets W on both sides of an isle, on the longer stretch in the south."""
    sea = ((0.0, 0.0), (90.0, 0.0), (90.0, 60.0), (0.0, 60.0), (0.0, 20.0), (0.0, 10.0))
    west = ((-30.0, 0.0), (0.0, 0.0), (0.0, 10.0), (-9.0, 15.0), (0.0, 20.0), (0.0, 60.0))
    isle = ((-9.0, 15.0), (0.0, 10.0), (0.0, 20.0))
    return {**SHAPES, "SEA": sea, "W": (*west, (-30.0, 60.0)), "ISLE": isle}


@pytest.mark.parametrize(("south", "isle_in"), [(40.0, "SEA1"), (5.0, "SEA2")])
def test_the_line_ends_on_the_longer_stretch_of_the_board(south: float, isle_in: str) -> None:
    """A neighbour met twice is met where the board says it is longer (Irish 6, ruling)."""
    ring = (("E", 60.0), ("S", 90.0), ("W", south), ("ISLE", 10.0), ("W", 10.0), ("N", 90.0))
    after = dict(cut_shapes(twice(), [Cut("SEA", ring, ("W", "E"), ("SEA1", "SEA2"))]))
    assert touched(after, "ISLE").count(isle_in) == 1


def test_a_half_is_cut_again() -> None:
    """A resplit half is cut like any province, the new border among its neighbours."""
    shapes = cut("N", "S")
    ring = (("SEA1", 0.0), ("S", 45.0), ("W", 60.0), ("N", 45.0))
    after = dict(cut_shapes(shapes, [Cut("SEA2", ring, ("SEA1", "W"), ("SEA2", "SEA3"))]))
    assert {*touched(after, "SEA2")} == {"SEA1", "S", "W", "SEA3"}
    assert {*touched(after, "SEA3")} == {"W", "N", "SEA1", "SEA2"}
    assert {*touched(after, "SEA1")} == {"N", "E", "S", "SEA2", "SEA3"}


def test_a_shape_that_does_not_fit_the_board_is_not_cut() -> None:
    """The message names the province, whom it touches and whom it should touch."""
    with pytest.raises(
        ValueError, match=r"^SEA touches N, E, S, W; on the board it touches E, S$"
    ):
        cut("E", "S", ring=RING[:2])


def test_an_outline_that_crosses_itself_has_no_triangles() -> None:
    """Nothing can be laid into a knot, or into what runs the wrong way round."""
    with pytest.raises(ValueError, match="crosses itself"):
        triangles(SEA[::-1])
    assert len(triangles(clockwise(SEA[::-1]))) == 2 * 3


def test_turns_are_exact() -> None:
    """Three points almost on a line are judged by their true figures."""
    assert turn((0.0, 0.0), (1.0, 1.0), (2.0, 2.0)) == 0
    assert turn((0.1, 0.1), (0.2, 0.2), (0.3, 0.30000000000000004)) > 0
    assert turn((0.1, 0.1), (0.2, 0.2), (0.30000000000000004, 0.3)) < 0
