"""The GM's daily mail, and the desk that it is written from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.overviews.digest import send_digests
from gm.app.overviews.gm_desk import desk
from gm.app.records import InboxState
from tests.app.world import GM, World, text_of


def _set(world: World, **settings: str) -> None:
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        transaction.save_game(replace(game, settings=settings))


def _words(world: World) -> str:
    return " ".join(text_of(world.new_mail(GM)[-1]).split())


def test_once_a_day_at_its_hour(world: World) -> None:
    """The clock of the world shows noon: the hour of eight has come, that of twenty not yet."""
    world.start(variant="standard")
    world.new_mail(GM)
    assert send_digests(world.services) == 0
    _set(world, digest="20:00")
    assert send_digests(world.services) == 0
    _set(world, digest="08:00")
    assert send_digests(world.services) == 1
    assert send_digests(world.services) == 0
    (mail,) = world.new_mail(GM)
    assert mail["subject"] == "[tara] Today: all is quiet"
    world.clock.advance(hours=21)
    assert send_digests(world.services) == 1


def test_it_tells_who_is_late_and_what_waits(world: World) -> None:
    """Powers without orders, a held phase, mails set aside: each with the command for it."""
    world.start()
    _set(world, digest="08:00")
    world.mail("Ulster", "Waive")
    world.tick(hours=1)
    world.new_mail(GM)
    assert send_digests(world.services) == 1
    told = _words(world)
    assert "W1015A of tara is held." in told
    all_five = "Ulster, Munster, Leinster, Connaught and Britain."
    assert f"No power has all its orders in yet; still awaited: {all_five}" in told
    assert "(gm process tara)" in told


def test_a_question_that_nobody_answered_is_named(world: World) -> None:
    """Whose it is, and not what was ordered; with its answer it is gone."""
    world.start(variant="republic")
    world.mail("MUNSTER", "Build Cork South\nBuild A Cork Central")
    words = "Questions about orders are unanswered: Munster."
    assert words in [item.words for item in desk(world.services).games[0].items]
    world.mail("MUNSTER", "2")
    assert words not in [item.words for item in desk(world.services).games[0].items]


@pytest.mark.parametrize("gm_plays", [False, True])
def test_a_gm_who_plays_learns_no_payment(world: World, gm_plays: bool) -> None:
    """Whose payment has no other half is sealed; a GM who does not play may know."""
    world.start()
    if gm_plays:
        with world.services.store.write() as transaction:
            game = transaction.game("tara")
            transaction.save_game(replace(game, gm_address="britain@example.org"))
    world.mail("Ulster", "Pay Munster 2")
    items = [item.words for item in desk(world.services).games[0].items]
    assert ("Payments have no other half yet: Ulster." in items) is not gm_plays, items


def test_mail_that_was_set_aside_is_on_the_desk(world: World) -> None:
    """With the command that lists it."""
    world.start(variant="standard")
    stored = world.mail("france", "A Par - Bur")
    with world.services.store.write() as transaction:
        transaction.settle_inbox(stored.id, InboxState.SHUNTED, world.clock.now(), note="broken")
    (laid,) = desk(world.services).games
    assert [item.command for item in laid.items] == ["gm mail list"]


def test_a_game_that_is_over_is_on_no_desk(world: World) -> None:
    """Nor does it get a digest."""
    from gm.app.play.endings import EndWish, end_game
    from gm.contract.events import Ending

    world.start(variant="standard")
    _set(world, digest="08:00")
    end_game(world.services, "tara", EndWish(Ending.ABANDONED, (), "nobody left"), sure=True)
    assert desk(world.services).games == ()
    assert send_digests(world.services) == 0
