"""Names stay legible: off the units, off one another, and on the sheet, also where halves are small."""

from __future__ import annotations

from math import dist

import pytest

from gm.drawing.geometry import Box
from gm.drawing.scene import Act, DrawnFate, DrawnMark, DrawnSpot, Scene, Stance
from gm.drawing.sheet import Sheet
from gm.games.diplomacy.map.drawn.inside import is_inside
from gm.games.diplomacy.map.drawn.layout import UNIT, Places, lay_out
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.map.files.map_sheet import sheet_of
from gm.games.diplomacy.rules.board_split import Split, split_board
from gm.resources import maps_dir
from tests.drawing.scenes_drawn import BOARDS, piece, printed
from tests.properties.cut_pictures import split_by


def often_split(times: int) -> Sheet:
    """Return the Irish board after many splits."""
    board = first = load_board("irish")
    splits: list[Split] = []
    for turn in range(times):
        split = split_by(board, (turn * 17 + 3, turn * 5, turn * 7 + 1))
        splits.append(split)
        board = split_board(board, split)
    return sheet_of(maps_dir() / "irish", first, board, splits)


def covered(box: Box, others: list[Box]) -> float:
    """Return what share of a box others cover."""
    return sum(box.common(other) for other in others) / box.surface


@pytest.mark.parametrize("board", BOARDS)
def test_names_keep_clear(board: str) -> None:
    """On a printed board at most a tenth of a name is touched by another or by a unit's place."""
    sheet, _ = printed(board)
    assert unreadable(sheet, 0.1) == []


@pytest.mark.slow
def test_names_keep_clear_after_many_splits() -> None:
    """With twenty splits a few names touch, and none is lost under another."""
    sheet = often_split(20)
    assert len(sheet.areas) == 98
    assert unreadable(sheet, 0.45) == []
    assert len(unreadable(sheet, 0.1)) <= 6
    far = [name for name in lay_out(sheet).names if name.line is not None]
    assert far != []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("board", BOARDS)
def test_arrows_between_neighbours_can_be_seen(board: str) -> None:
    """However near two units stand, an arrow between them is longer than its head."""
    sheet, _ = printed(board)
    layout, printed_board = lay_out(sheet), load_board(board)
    pairs = [
        (str(here), str(to))
        for here in printed_board.provinces
        for to in printed_board.neighbours(here)
    ]
    standing = tuple(piece(f"FRANCE A {area.id}") for area in sheet.areas)
    for act in (Act.MOVE, Act.RETREAT):
        for here, to in pairs:
            mark = DrawnMark(act, DrawnFate.DONE, "FRANCE", DrawnSpot(here), "", to=DrawnSpot(to))
            beaten = (piece(f"ITALY A {here}", Stance.DISLODGED),) if act is Act.RETREAT else ()
            places = Places(sheet, layout, Scene("", pieces=(*standing, *beaten), marks=(mark,)))
            way = places.shaft(mark)
            assert dist(way.start, way.end) > 1.5 * places.size, (here, to)


def unreadable(sheet: Sheet, limit: float) -> list[str]:
    """Return the names of which more is covered than a limit, or that leave the sheet."""
    layout = lay_out(sheet)
    size = 2 * UNIT * sheet.scale
    units = [Box(*point, size, size) for point in layout.units.values()]
    boxes = {name.text: name.box for name in layout.names}
    return [
        name
        for name, box in boxes.items()
        if not box.within(sheet.width, sheet.height)
        or covered(box, units + [it for other, it in boxes.items() if other != name]) > limit
    ]


@pytest.mark.parametrize("board", BOARDS)
def test_units_stand_in_their_provinces(board: str) -> None:
    """A unit's place lies inside the outline of its province, and so does the end of a name's line."""
    sheet, _ = printed(board)
    layout = lay_out(sheet)
    for area in sheet.areas:
        assert any(is_inside(layout.units[area.id], ring) for ring in area.rings), area.id
    assert {name.text for name in layout.names} == {area.id for area in sheet.areas}


def test_neighbours_keep_a_common_border() -> None:
    """Outlines are thinned alike on both sides: a point that stays for one stays for the other."""
    for board in BOARDS:
        sheet, _ = printed(board)
        on: dict[object, set[str]] = {}
        for area in sheet.areas:
            for ring in area.rings:
                for point in ring:
                    on.setdefault(point, set()).add(area.id)
        drawn = {frozenset(two) for owners in on.values() for two in _pairs(owners)}
        table = load_board(board)
        wanted = {
            frozenset((place.id, str(border.to)))
            for place in table.provinces.values()
            for border in place.ring
        }
        assert wanted <= drawn


def _pairs(names: set[str]) -> list[tuple[str, str]]:
    ordered = sorted(names)
    return [(a, b) for i, a in enumerate(ordered) for b in ordered[i + 1 :]]
