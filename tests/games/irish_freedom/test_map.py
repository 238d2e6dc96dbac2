"""The picture of the island: every Area, what stands there, and what a turn has moved."""

from __future__ import annotations

import time
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path

import pytest

from gm.adapters.maps.svg_artist import SvgArtist
from gm.contract.facts import Part
from gm.errors import NotAllowed
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.pages.map_pictures import (
    FreedomPictures,
    board_picture,
    island_sheet,
)
from gm.languages import known, speaking
from tests.games.irish_freedom.greedy import played, rules_with
from tests.games.irish_freedom.playing import WHO, irish_freedom_by_mail
from tests.integration.by_mail import GAME, ByMail

TABLES = load_tables()


def test_the_island_lies_as_ireland_does() -> None:
    """Each Region has four fields, a road runs between each two that it joins, and none overlap."""
    sheet = island_sheet(TABLES)
    assert [tile.id for tile in sheet.tiles] == [*TABLES.areas]
    assert len({tile.middle for tile in sheet.tiles}) == len(sheet.tiles)
    joined = {frozenset((r.code, other)) for r in TABLES.regions for other in r.roads}
    assert {frozenset((a[:3], b[:3])) for a, b in sheet.routes} == joined
    middle = {tile.id: tile.middle for tile in sheet.tiles}
    assert middle["ULS3"][1] < middle["DUB3"][1] < middle["COR5"][1]
    assert middle["WES3"][0] < middle["MID3"][0] < middle["DUB3"][0]


@pytest.mark.parametrize("code", ["en", *known()])
def test_whole_games_are_drawn(code: str) -> None:
    """Every position of a game, with its counters' letters, in every language."""
    with speaking(code):
        for _, _, made in played(4):
            svg = board_picture(TABLES, made.state, made.events).svg()
            for unit in made.state.units:
                assert unit.type.value in svg
            assert all(area in svg for area in TABLES.areas)
    assert SvgArtist().draw(board_picture(TABLES, made.state)).startswith(b"\x89PNG")


def test_counters_say_their_colour() -> None:
    """By a letter, where their type comes in several."""
    svg = board_picture(TABLES, rules_with().set_up()).svg()
    for letters in (">ARMY<", ">RIC<", ">UVF<", ">bGUE<", ">gGUE<", ">bMOB<", ">FC<"):
        assert letters in svg


@pytest.mark.parametrize("text", ["", "after", "after/x/en", "before/1", "table/1/en"])
def test_what_marks_no_picture_is_told(text: str) -> None:
    """Nothing else is drawn."""
    with pytest.raises(NotAllowed):
        FreedomPictures().marked(text)


def test_a_mark_says_stage_and_language() -> None:
    """Everybody may see it."""
    marked = FreedomPictures().marked("after/12/de")
    assert (marked.number, marked.language, marked.viewer.part) == (12, "de", Part.ARCHIVE)
    assert FreedomPictures().marked("before/1/xx").language == ""


def test_a_report_shows_the_board(tmp_path: Path) -> None:
    """The picture goes with the opening and with the report."""
    with irish_freedom_by_mail(tmp_path, pictures=True) as game:
        for stage in ("W1", "W2"):
            mail = _when_drawn(game, stage)
            pictures = [part for part in mail.walk() if part.get_content_type() == "image/png"]
            assert len(pictures) == 1
            game.answer_quietly(WHO, "PASS", game.settings.game_address(GAME))


def _when_drawn(game: ByMail, stage: str) -> EmailMessage:
    """Return the mail that opens a stage; it waits on the server's clock until its picture is drawn."""
    for _ in range(100):
        game.clock.advance(seconds=1)
        time.sleep(0.1)
        with suppress(AssertionError):
            return game.opened("PLAYER", stage, soon=0.1)
    raise AssertionError("no picture was drawn")
