"""The picture is cut along with the board, and fits it after any number of splits (Irish 5, 6)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gm.games.diplomacy.map.files.picture_cut import cut_shapes
from gm.games.diplomacy.map.files.picture_drawn import cuts_of
from tests.properties.cut_pictures import (
    Pick,
    cut_along,
    cut_faults,
    fit_faults,
    printed,
    split_by,
)

numbers = st.integers(0, 10_000)
picks = st.tuples(numbers, numbers, numbers)


@given(st.lists(picks, min_size=1, max_size=30))
@settings(max_examples=20)
def test_a_cut_picture_fits_the_board(sequence: list[Pick]) -> None:
    """Every half touches just the neighbours that its ring names, in the same order."""
    board, shapes = printed()
    for pick in sequence:
        split = split_by(board, pick)
        before = shapes
        board, shapes = cut_along(board, shapes, split)
        assert [*cut_faults(before, shapes, split)] == []
    assert [*fit_faults(board, shapes)] == []


@given(st.lists(picks, min_size=2, max_size=12))
@settings(max_examples=10)
def test_a_picture_is_cut_at_once_as_step_by_step(sequence: list[Pick]) -> None:
    """What came of a game can be drawn from its splits alone."""
    start, whole = printed()
    board, shapes, splits = start, whole, []
    for pick in sequence:
        splits.append(split_by(board, pick))
        board, shapes = cut_along(board, shapes, splits[-1])
    assert cut_shapes(whole, cuts_of(start, splits)) == shapes
