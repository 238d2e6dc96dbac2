"""Changing how a game is run while it is being played: who is told, and what stays."""

from __future__ import annotations

import json

import pytest

from gm.app.mail_records import GM_SEAT
from gm.app.records import GameStatus
from gm.app.setup.game_changes import change_game
from gm.errors import InputError, NotAllowed
from tests.app.standard import SEASONS
from tests.app.world import GM, LIST, World

WEEK = {"movement": 7 * 86400, "retreat": 86400, "adjustment": 86400, "remind": 0}


def begin(world: World, **settings: str) -> None:
    """Start a game of standard Diplomacy and read away its opening."""
    world.start(variant="standard", lengths=WEEK, settings=settings)
    for who in ("france", GM, LIST):
        world.new_mail(who)


def told(world: World, who: str) -> str:
    """The newest mail to somebody, in one line."""
    return " ".join(world.last_text(who).split())


def test_all_are_told_what_changes_how_they_play(world: World) -> None:
    """Old and new, what it decides, why, and from when on; the deadline that is set stays."""
    begin(world)
    before = world.phase()
    assert before is not None
    given = {"movement": "5d", "press": "grey", "release-after": "2d"}
    done = change_game(world.services, "tara", given, "as all agreed")
    assert [(one.name, one.old, one.new) for one in done] == [
        ("movement", "7d", "5d"),
        ("press", "white", "grey"),
        ("release-after", "1d", "2d"),
    ]
    for who in ("france", GM, LIST):
        text = told(world, who)
        assert "movement: 5d (it was: 7d)" in text
        assert "press: grey (it was: white). Which messages the server carries" in text
        assert "The GM's reason: as all agreed." in text
        assert "What is open now keeps its deadline; this holds from the next phase on." in text
        assert "release-after" not in text
    after = world.phase()
    assert after is not None
    assert after.deadline == before.deadline
    world.tick(days=7)
    following = world.phase()
    assert following is not None
    assert (following.deadline - following.opened_at).days == 5


def test_what_concerns_the_desk_alone_is_told_to_nobody(world: World) -> None:
    """The hour of the GM's daily mail is his own matter; the journal has it, not for everybody."""
    begin(world)
    change_game(world.services, "tara", {"digest": "08:00"})
    assert world.new_mail("france") == []
    with world.services.store.read() as transaction:
        entry = transaction.journal(transaction.game("tara").id)[-1]
    assert (entry.kind, entry.author, entry.public) == ("settings changed", "gm", False)
    assert json.loads(entry.data)["changes"] == [{"name": "digest", "old": "none", "new": "08:00"}]


def test_nothing_is_changed_where_something_cannot_be(world: World) -> None:
    """One bad value costs all, so that a GM never has half of what he asked for."""
    begin(world)
    with pytest.raises(InputError, match="at takes a time"):
        change_game(world.services, "tara", {"press": "grey", "at": "noon"})
    with pytest.raises(InputError, match="There is no setting 'variant'"):
        change_game(world.services, "tara", {"variant": "irish"})
    with pytest.raises(NotAllowed, match="only until the game begins"):
        change_game(world.services, "tara", {"press": "grey", "profile": "1971"})
    with world.services.store.read() as transaction:
        assert transaction.game("tara").settings == {}
    assert world.new_mail("france") == []


def test_a_game_that_is_over_is_as_it_was(world: World) -> None:
    """Nobody rewrites how a game was played."""
    begin(world)
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        transaction.set_game_status(game.id, GameStatus.FINISHED)
    with pytest.raises(NotAllowed, match="is over"):
        change_game(world.services, "tara", {"press": "grey"})


def test_the_gm_s_old_address_has_no_secret_any_more(world: World) -> None:
    """With the game goes the secret address by which its GM is believed."""
    begin(world)

    def live() -> str:
        with world.services.store.read() as transaction:
            found = transaction.token(transaction.game("tara").id, GM_SEAT)
        assert found is not None
        return found.token

    before = live()
    change_game(world.services, "tara", {"gm-address": "ailill@example.org"})
    assert live() != before
    assert "gm-address: ailill@example.org" in told(world, "ailill@example.org")


def test_a_zone_is_read_before_what_is_read_in_it(world: World) -> None:
    """A moment said with the new zone is one of that zone, in whichever order they are written."""
    world.start(variant="standard", lengths=WEEK)
    given = {"begins": "2026-12-01 20:00", "zone": "America/New_York"}
    change_game(world.services, "tara", given)
    with world.services.store.read() as transaction:
        game = transaction.game("tara")
    assert (game.time_zone, game.settings["begins"]) == ("America/New_York", "2026-12-01 20:00")


@pytest.mark.slow
def test_early_can_be_agreed_on_when_all_is_in(world: World) -> None:
    """The time to cool begins with the change: nobody is surprised."""
    begin(world)
    for power, orders in SEASONS[0].items():
        world.mail(power, orders)
    world.tick(days=2)
    change_game(world.services, "tara", {"early": "yes"})
    world.tick(minutes=29)
    phase = world.phase()
    assert phase is not None
    assert phase.name == "S1901M"
    world.tick(minutes=1)
    phase = world.phase()
    assert phase is not None
    assert phase.name == "F1901M"
