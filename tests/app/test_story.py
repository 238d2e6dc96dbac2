"""What a game's records tell: since when the board is as it is, and how points came about."""

from __future__ import annotations

import secrets

import pytest

from gm.app.history.past_stages import past_of
from gm.app.table import lay
from gm.games.diplomacy.pages.facts.course import (
    board_story_in,
    chronicle_of,
    points_story_in,
)
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven, PointsPart
from tests.app.world import World


@pytest.fixture
def game(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A game of Irish Diplomacy in Autumn 1975, in which Italy gave Spain a point that spring."""
    monkeypatch.setattr(secrets, "token_hex", lambda count: "5e" * count)
    lengths = dict.fromkeys(("setup", "movement", "retreat", "adjustment"), 3600)
    world.start(variant="irish", several_seats=True, lengths=lengths)
    while (phase := world.phase()) is None or phase.name != "F1975M":
        if phase is not None and phase.name == "S1975M":
            world.mail("italy", "Give Spain 1 point")
        assert world.tick(minutes=61), phase
    return world


@pytest.mark.slow
def test_every_hole_has_its_season(game: World) -> None:
    """Each black hole and each half is told with the season whose hat made it."""
    with game.services.store.read() as transaction:
        record = transaction.game("tara")
        table = lay(game.services, transaction, record)
        story = board_story_in(past_of(game.services, transaction, record))
    part = table.state.part(ChangesPart)
    assert {str(story.holed[place]) for place in part.holes} == {"S1974M", "F1974M", "S1975M"}
    halves = {half for split in part.splits for half in split.halves}
    assert set(story.split) == halves
    assert story.reopened == {}


@pytest.mark.slow
def test_gifts_and_balances_are_gathered(game: World) -> None:
    """A gift with its phase; the balances of a year are those its winter left."""
    with game.services.store.read() as transaction:
        record = transaction.game("tara")
        course = past_of(game.services, transaction, record)
        story = points_story_in(course)
        state = lay(game.services, transaction, record).state
        past = chronicle_of(course)
    italy, spain = PowerId("ITALY"), PowerId("SPAIN")
    assert [(str(when), gift) for when, gift in story.gifts] == [
        ("S1975M", PointsGiven(italy, spain, 1))
    ]
    known = {one.year: one for one in story.years}
    assert sorted(known) == [1973, 1974]
    assert known[1973].points == {}
    assert known[1974].points[italy] == 6
    assert state.part(PointsPart).of(italy) == 5
    assert [one.year for one in past.years] == [1973, 1974]


def test_a_mail_tells_since_when(game: World) -> None:
    """The answer to MAP names the season of every black hole."""
    game.mail("italy", "MAP")
    text = game.last_text("italy")
    for season in ("Spring 1974", "Autumn 1974", "Spring 1975"):
        assert f"since {season}" in text
