"""A part of a map around some places: its names can be read on a phone, and it shows nothing new."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.drawing.sheet import Sheet
from gm.games.diplomacy.map.drawn.layout import LETTERS, lay_out
from gm.games.diplomacy.map.drawn.picture import PHONE, READABLE, draw, is_readable, window
from tests.drawing.scenes_drawn import BOARDS, SVG, drawn, of_class, piece, printed, said, sides_of


@cache
def sheet_of(board: str) -> Sheet:
    """Return the sheet of a board, which takes a second to print."""
    return printed(board)[0]


@st.composite
def some_places(draw_one: st.DrawFn) -> tuple[Sheet, list[str]]:
    """Return a board and provinces of it, some of them twice."""
    sheet = sheet_of(draw_one(st.sampled_from(BOARDS)))
    names = st.sampled_from([area.id for area in sheet.areas])
    return sheet, draw_one(st.lists(names, min_size=1, max_size=40))


@given(some_places())
def test_a_part_can_be_read_and_is_bounded(drawn_from: tuple[Sheet, list[str]]) -> None:
    """Its letters are high enough, it lies on the sheet, and the same places give the same part."""
    sheet, places = drawn_from
    part = window(sheet, places)
    assert part is not None
    assert LETTERS * sheet.scale * PHONE / part.width >= READABLE - 1e-6
    assert 0.5 * part.width <= part.height <= 1.3 * part.width
    (left, top), _, (right, low), _ = part.corners()
    assert left >= -1e-6
    assert top >= -1e-6
    assert right <= sheet.width + 1e-6
    assert low <= sheet.height + 1e-6
    assert part == window(sheet, list(reversed(places)))
    units = lay_out(sheet).units
    shown = [units[place] for place in places]
    assert any(left <= x <= right and top <= y <= low for x, y in shown)


@pytest.mark.parametrize("board", BOARDS)
def test_one_place_and_its_neighbours_are_in_the_middle(board: str) -> None:
    """Around one unit that stands far from the edge, the part lies even on all sides."""
    sheet = sheet_of(board)
    middle = (sheet.width / 2, sheet.height / 2)
    units = lay_out(sheet).units
    place = min(
        units, key=lambda one: abs(units[one][0] - middle[0]) + abs(units[one][1] - middle[1])
    )
    part = window(sheet, [place])
    assert part is not None
    assert part.middle == pytest.approx(units[place])


def test_a_map_with_large_names_needs_no_part() -> None:
    """Whether names are too small is a matter of their size on the sheet."""
    sheet = sheet_of("standard")
    assert not is_readable(sheet)
    assert is_readable(replace(sheet, scale=sheet.scale * 3))
    assert window(sheet, []) is None


def test_a_part_says_nothing_that_the_whole_does_not() -> None:
    """Units, provinces and words of a part are those of the whole map; only the legend lacks."""
    sheet, scene = printed("standard")
    scene = replace(
        scene,
        sides=sides_of("France", "Italy"),
        pieces=(piece("FRANCE A PAR"), piece("ITALY F NAP")),
        description="who stands where",
    )
    part = window(sheet, ["PAR"])
    whole, near = drawn(draw(sheet, scene)), drawn(draw(sheet, scene, part))
    assert {*said(of_class(near, "unit"))} <= {*said(of_class(whole, "unit"))}
    names = {one.text for one in near.iter(f"{SVG}text")}
    assert "PAR" in names
    assert names <= {one.text for one in whole.iter(f"{SVG}text")}
    assert near.findtext(f"{SVG}desc") == whole.findtext(f"{SVG}desc")
    places = [it.attrib["data-place"] for it in near.iter() if "data-place" in it.attrib]
    assert "PAR" in places
    assert "ANK" not in places
