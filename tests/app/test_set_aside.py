"""Mail that fits nothing: it waits for the GM, who says whose it is or drops it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.mail_desk import assign, drop_mail
from gm.app.records import InboxMail, InboxState
from gm.app.setup.game_changes import change_game
from gm.errors import InputError, NoSuchSeat, NotAllowed
from tests.app.world import World, text_of

TWO_SENDERS = (
    b"From: Ann <ann@example.org>, Bob <bob@example.org>\r\nTo: gm@gm.example.org\r\n"
    b"Subject: orders\r\nMessage-ID: <two@example.org>\r\n\r\nA Par - Bur\r\n"
)


@pytest.fixture
def aside(world: World) -> InboxMail:
    """A mail with two senders, set aside."""
    world.start(variant="standard")
    world.new_mail("france")
    mail = world.raw(TWO_SENDERS, "ann@example.org", "gm@gm.example.org")
    assert mail.state is InboxState.SHUNTED
    return mail


def test_it_is_read_as_the_players_by_the_gms_word(world: World, aside: InboxMail) -> None:
    """His orders stand, and the receipt goes to his registered address."""
    assert assign(world.services, aside.id, "tara", "France").address == "france@example.org"
    read_inbox(world.services)
    assert world.orders("france") == ["A PAR - BUR"]
    (receipt,) = world.new_mail("france")
    assert "Army Paris moves to Burgundy" in text_of(receipt)
    with pytest.raises(NotAllowed):
        assign(world.services, aside.id, "tara", "France")


def test_its_own_moment_counts(world: World, aside: InboxMail) -> None:
    """Assigned after the deadline it is still in time, and told why it was not used."""
    world.tick(hours=1)
    assign(world.services, aside.id, "tara", "France")
    read_inbox(world.services)
    with world.services.store.read() as transaction:
        assert transaction.inbox_mail(aside.id).state is InboxState.REJECTED
    assert "came in time for Spring 1901" in " ".join(
        text_of(world.new_mail("france")[-1]).split()
    )


def test_who_nobody_plays_gets_no_mail(world: World, aside: InboxMail) -> None:
    """A power that is none, and one without a player, are refused by name."""
    with pytest.raises(NoSuchSeat, match="GONDOR"):
        assign(world.services, aside.id, "tara", "GONDOR")
    with world.services.store.read() as transaction:
        assert transaction.inbox_mail(aside.id).state is InboxState.SHUNTED


def test_it_is_dropped_with_a_reason_and_kept(world: World, aside: InboxMail) -> None:
    """It changes nothing; what has had its effect cannot be dropped, and how to take that back is said."""
    with pytest.raises(InputError):
        drop_mail(world.services, aside.id, " ")
    drop_mail(world.services, aside.id, "an advertisement")
    with world.services.store.read() as transaction:
        kept = transaction.inbox_mail(aside.id)
    assert (kept.state, kept.note) == (InboxState.REJECTED, "dropped by the GM: an advertisement")
    read = world.mail("france", "A Par - Bur")
    with pytest.raises(NotAllowed, match="gm order clear"):
        drop_mail(world.services, read.id, "no")
    assert world.orders("france") == ["A PAR - BUR"]


KEEPER = "keeper@example.org"
SECRET = "abcdefghijklmnop"


def _set_aside(world: World, gm: str, keeper: str | None) -> dict[str, list[str]]:
    """Start a game of a GM, have a mail to it set aside, and return what those two are told."""
    identity = replace(world.services.identity, admin_address=keeper)
    world.services = replace(world.services, identity=identity)
    world.start(variant="standard")
    change_game(world.services, "tara", {"gm-address": gm})
    for one in (gm, KEEPER):
        world.new_mail(one)
    mail = world.raw(TWO_SENDERS, "ann@example.org", f"gm+tara.{SECRET}@gm.example.org")
    assert mail.state is InboxState.SHUNTED
    with world.services.store.read() as transaction:
        assert mail.game_id == transaction.game("tara").id
    return {one: [text_of(mail) for mail in world.new_mail(one)] for one in (gm, KEEPER)}


@pytest.mark.parametrize("keeper", [None, KEEPER])
def test_the_gm_of_its_game_is_told(world: World, keeper: str | None) -> None:
    """Besides the keeper of the server, if there is one; no secret is told."""
    told = _set_aside(world, "other@example.org", keeper)
    (notice,) = told["other@example.org"]
    assert "`gm mail assign 1 tara POWER`" in " ".join(notice.split())
    assert "`gm mail show 1` shows it" in " ".join(notice.split())
    assert SECRET not in notice
    assert len(told[KEEPER]) == (keeper is not None)


def test_a_gm_who_plays_leaves_it_to_the_keeper(world: World) -> None:
    """It may hold orders of the others."""
    told = _set_aside(world, "france@example.org", KEEPER)
    assert told["france@example.org"] == []
    assert len(told[KEEPER]) == 1


@pytest.mark.parametrize("keeper", [None, "france@example.org"])
def test_a_gm_who_plays_alone_is_not_told_how_to_read_it(world: World, keeper: str | None) -> None:
    """That there is such a mail he has to know, or nobody does."""
    told = _set_aside(world, "france@example.org", keeper)
    (notice,) = told["france@example.org"]
    assert "gm mail show" not in notice
    assert "let somebody else read it" in " ".join(notice.split())
