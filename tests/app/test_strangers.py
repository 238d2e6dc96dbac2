"""Strangers with plausible orders: they change nothing, and those whom it concerns are told."""

from __future__ import annotations

import pytest

from tests.app.proof import mails_to
from tests.app.world import GM, World, text_of

BUILD = "Build A Cork South"
TITLE = "from an unknown address"


def told(world: World, who: str) -> list[str]:
    """Return the notices about strangers to somebody."""
    return [text_of(one) for one in mails_to(world, who) if TITLE in str(one["Subject"])]


def test_the_owner_is_shown_what_it_said_and_the_gm_is_not(world: World) -> None:
    """Orders are nobody else's business before the deadline."""
    world.start()
    world.mail("x@elsewhere.test", BUILD)
    (owner,) = told(world, "munster")
    assert BUILD in owner
    assert "x@elsewhere.test" in owner
    (gm,) = told(world, GM)
    assert BUILD not in gm
    assert "Munster" in gm
    known = "`gm player address add Munster x@elsewhere.test`"
    assert known in " ".join(gm.split())
    assert told(world, "ulster") == []
    assert world.orders("munster") == []


def test_each_stranger_is_told_of_once_a_day(world: World) -> None:
    """However often he writes; on the next day once more."""
    world.start()
    for number in range(4):
        world.mail("x@elsewhere.test", f"{BUILD}\n{number}")
    assert len(told(world, "munster")) == 1
    world.clock.advance(hours=12, minutes=1)
    world.mail("x@elsewhere.test", BUILD)
    assert len(told(world, "munster")) == 2


@pytest.mark.slow
def test_many_strangers_are_told_of_a_few_times_only(world: World) -> None:
    """A flood from ever new addresses fills nobody's mailbox."""
    world.start()
    for number in range(20):
        world.mail(f"x{number}@elsewhere.test", BUILD)
    assert 1 <= len(told(world, "munster")) <= 10
    assert len(told(world, GM)) <= 10


def test_words_that_would_do_for_all_are_nobody_s_orders(world: World) -> None:
    """A waive fits every power, so no player is bothered."""
    world.start()
    world.mail("x@elsewhere.test", "Waive")
    for who in ("munster", "ulster", "meath", GM):
        assert told(world, who) == []


def test_a_player_of_another_game_is_a_stranger_here(world: World) -> None:
    """He is answered, and the owner is told."""
    world.start()
    world.start("other", "standard")
    world.mail("france@example.org", BUILD)
    assert len(told(world, "munster")) == 1
    assert "holds no seat" in " ".join(text_of(mails_to(world, "france")[-1]).split())


def test_a_stranger_to_a_running_game_is_told_how_to_come_in(world: World) -> None:
    """He may be a player at another address, or want to read or to stand by."""
    world.start()
    world.mail("x@elsewhere.test", BUILD)
    answer = " ".join(world.last_text("x@elsewhere.test").split())
    for words in ("reply from this one to a mail of the game", "OBSERVE tara", "STANDBY tara"):
        assert words in answer


def test_the_gm_s_own_mail_is_no_stranger_s(world: World) -> None:
    """He is told that he plays nothing there, and nobody is warned of him."""
    world.start()
    world.mail(GM, BUILD)
    assert told(world, "munster") == []
