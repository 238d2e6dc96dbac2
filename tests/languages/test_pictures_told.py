"""What stands in a picture of the map is told in the language that is spoken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.drawing.palette import letters_of
from gm.drawing.scene import (
    Act,
    Crossing,
    DrawnFate,
    DrawnMark,
    DrawnSpot,
    PieceKind,
    Special,
    Stance,
    Token,
)
from gm.games.diplomacy.map.drawn.picture import draw
from gm.games.diplomacy.map.files.boards import load_board
from gm.languages import speaking_from
from gm.testing.pseudo import Pseudo
from tests.drawing.scenes_drawn import BOARDS, SVG, drawn, piece, printed, sides_of
from tests.languages.untold import own_words, untold

FROM, TO, BESIDE = DrawnSpot("MUN"), DrawnSpot("BUR"), DrawnSpot("RUH")
ONE_SIDE = sides_of("France")
SPEAKS = {f"{SVG}{tag}" for tag in ("text", "title", "desc")}


def full_picture() -> str:
    """Return a picture with all that can stand in one, whatever its board."""
    sheet, scene = printed("standard")
    marks = tuple(
        DrawnMark(act, fate, "FRANCE", FROM, "", TO, BESIDE, (), ("MUN", "BUR"), PieceKind.ARMY)
        for act in Act
        for fate in DrawnFate
    )
    pieces = tuple(
        piece(f"FRANCE {kind} {place}", stance)
        for kind, places in (("A", "PAR GAS MAR PIC"), ("F", "BRE MAO LYO WES"))
        for place, stance in zip(places.split(), Stance, strict=True)
    )
    return draw(
        sheet,
        replace(
            scene,
            title="",
            description="",
            sides=ONE_SIDE,
            pieces=pieces,
            specials=(Special(Token.IRISH, 1, "BER"), Special(Token.PSYCHIATRIST, 2, "KIE")),
            marks=marks,
            crossings=(Crossing(("MUN", "BUR"), "FRANCE"), Crossing(("MUN", "RUH"), "", False)),
            owners={**scene.owners, "LON": ""},
            holes=frozenset({"SPA"}),
            closed=frozenset({"POR"}),
            boxes=frozenset({"TUN"}),
        ),
    )


def plain_in(svg: str, board: str) -> list[str]:
    """Return what a picture says in plain words; the letters of a power stand on its units."""
    said = "\n".join(one.text or "" for one in drawn(svg).iter() if one.tag in SPEAKS)
    letters = (letters_of(sides).values() for sides in (printed(board)[1].sides, ONE_SIDE))
    return untold(said, own_words(load_board(board)).union(*letters))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("board", BOARDS)
def test_the_legend_of_a_board_is_told(board: str) -> None:
    """Its names are the same in every language, and the legend below it is not."""
    with speaking_from(Pseudo()):
        sheet, scene = printed(board)
        svg = draw(sheet, replace(scene, title="", description=""))
    assert plain_in(svg, board) == []


def test_every_symbol_is_told() -> None:
    """Every unit, order and ground has its entry, and none of them stays in English."""
    with speaking_from(Pseudo()):
        assert plain_in(full_picture(), "standard") == []
    assert len(plain_in(full_picture(), "standard")) > 30
