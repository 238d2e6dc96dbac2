"""What a mail does has an end: a limit of time, a count of attempts, and the GM's word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gm.app.answering import inbox
from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.intake import accept
from gm.app.mail_in.mail_desk import drop_mail, requeue
from gm.app.mail_in.reading_attempts import LEASE, TRIES, InHand
from gm.app.ports import Transaction
from gm.app.records import InboxMail, InboxState
from gm.app.senders.arrival import ReadMail
from gm.app.services import Services
from gm.errors import NotAllowed, StoreBusy, TookTooLong
from gm.time_limit import check_time, time_limit
from tests.app.conftest import a_world
from tests.app.world import GM, HOST, World, text_of

pytestmark = pytest.mark.usefixtures("copied_databases")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A server with a game of standard Diplomacy, its first mails read."""
    with a_world(tmp_path) as begun:
        begun.start(variant="standard")
        begun.new_mail(GM)
        yield begun


def waiting(world: World, sender: str = "france@example.org", number: int = 1) -> InboxMail:
    """A mail with orders that has come in and was not looked at."""
    raw = (
        f"From: {sender}\r\nTo: gm+tara@{HOST}\r\nSubject: orders\r\n"
        f"Message-ID: <slow.{number}@example.org>\r\n\r\nA Par - Bur\r\n"
    ).encode()
    store, to = world.services.store, [f"gm+tara@{HOST}"]
    (mail,) = accept(store, world.clock, raw, sender, to, "smtp")
    return mail


def now_of(world: World, mail: InboxMail) -> InboxMail:
    """The mail as it is stored now."""
    with world.services.store.read() as transaction:
        return transaction.inbox_mail(mail.id)


def begin_and_die(world: World) -> None:
    """Claim the next mail as a server that is killed over it."""
    assert InHand().claim(world.services) is not None
    world.clock.advance(seconds=LEASE.total_seconds() + 1)


def test_time_is_that_of_the_processor() -> None:
    """Past its limit work ends where it looks; outside of a limit nothing ends."""

    def work() -> None:
        with time_limit(0.01):
            while True:
                check_time()

    with pytest.raises(TookTooLong):
        work()
    check_time()


@pytest.mark.slow
def test_a_mail_that_takes_too_long_is_set_aside_and_others_are_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it had stored is taken back, three times; then the GM hears of it, and all goes on."""
    act = inbox._act

    def slow(services: Services, transaction: Transaction, read: ReadMail) -> None:
        act(services, transaction, read)
        while b"slow.1@" in read.mail.raw:
            transaction.games()  # each statement looks at the clock

    world.mail("england", "F Lon - NTH")  # grammars and templates are loaded by now
    monkeypatch.setattr(inbox, "_act", slow)
    monkeypatch.setattr(inbox, "_rehearse", lambda *_: None)
    monkeypatch.setattr(inbox, "ACT_SECONDS", 1.0)
    first = waiting(world)
    other = waiting(world, "england@example.org", number=2)
    read_inbox(world.services)
    aside = now_of(world, first)
    assert (aside.state, aside.attempts) == (InboxState.SHUNTED, TRIES)
    assert world.orders("france") == []
    assert now_of(world, other).state in {InboxState.DONE, InboxState.REJECTED}
    assert [one["Subject"] for one in world.new_mail(GM)].count(
        f"[tara] Mail {first.id} was set aside"
    ) == 1


def test_after_three_attempts_that_never_ended_it_is_not_tried_again(world: World) -> None:
    """Nothing of it is looked at but its envelope; read again by the GM's wish it has three more."""
    mail = waiting(world)
    for _ in range(TRIES):
        begin_and_die(world)
    reader = world.services.reader

    class Deadly:
        def read(self, raw: bytes) -> object:
            raise AssertionError("the text was looked at")

    read_inbox(replace(world.services, reader=Deadly()))  # type: ignore[arg-type]
    assert now_of(world, mail).state is InboxState.SHUNTED
    assert "no attempt came to its end" in " ".join(text_of(world.new_mail(GM)[-1]).split())
    requeue(world.services, mail.id)
    assert now_of(world, mail).attempts == 0
    read_inbox(replace(world.services, reader=reader))
    assert now_of(world, mail).state is InboxState.DONE
    assert world.orders("france") == ["A PAR - BUR"]


def test_a_third_attempt_may_still_end_well(world: World) -> None:
    """Two deaths over a mail cost nothing but time."""
    mail = waiting(world)
    for _ in range(TRIES - 1):
        begin_and_die(world)
    read_inbox(world.services)
    assert now_of(world, mail).state is InboxState.DONE


def test_a_busy_database_counts_as_no_attempt(world: World) -> None:
    """However often it was locked, and also where the mail could not be given back at once."""
    mail, hand = waiting(world), InHand()

    class Locked:
        def __init__(self, failing: int) -> None:
            self.left, self.claimed = failing, False

        def __getattr__(self, name: str) -> object:
            return getattr(world.services.store, name)

        @contextmanager
        def write(self) -> Iterator[Transaction]:
            if self.claimed and self.left:
                self.left -= 1
                raise StoreBusy("planted")
            with world.services.store.write() as transaction:
                yield transaction
            self.claimed = True

    for failing in (1, 2, 1, 2, 1):
        locked = replace(world.services, store=Locked(failing))  # type: ignore[arg-type]
        with pytest.raises(StoreBusy):
            read_inbox(locked, hand=hand)
    read_inbox(world.services, hand=hand)
    assert (now_of(world, mail).state, now_of(world, mail).attempts) == (InboxState.DONE, 1)


def test_a_server_that_stops_gives_back_what_it_has_in_hand(world: World) -> None:
    """Its attempt does not count, nor is the claim of somebody else taken from him."""
    mail, ours, others = waiting(world), InHand(), InHand()
    assert ours.claim(world.services) is not None
    ours.put_back(world.services)
    given = now_of(world, mail)
    assert (given.attempts, given.claimed_until) == (0, None)
    assert ours.claim(world.services) is not None
    world.clock.advance(seconds=LEASE.total_seconds() + 1)
    assert others.claim(world.services) is not None
    ours.put_back(world.services)
    theirs = now_of(world, mail)
    assert theirs.attempts == 1
    assert theirs.claimed_until is not None
    read_inbox(world.services, hand=others)
    assert now_of(world, mail).state is InboxState.DONE
    ours.put_back(world.services)
    assert now_of(world, mail).state is InboxState.DONE


def test_a_mail_dropped_while_it_is_read_does_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server finds it settled when it would act, whether its attempt went well or not."""
    rehearse = inbox._rehearse

    def dropping(*args: object) -> None:
        rehearse(*args)  # type: ignore[arg-type]
        drop_mail(world.services, mail.id, "it hangs")
        if fails:
            raise TookTooLong("planted")

    monkeypatch.setattr(inbox, "_rehearse", dropping)
    for fails in (False, True):
        mail = waiting(world, number=10 + fails)
        read_inbox(world.services)
        dropped = now_of(world, mail)
        assert (dropped.state, dropped.note) == (
            InboxState.REJECTED,
            "dropped by the GM: it hangs",
        )
    assert world.orders("france") == []


def test_a_mail_in_any_state_can_be_dropped(world: World) -> None:
    """Waiting, claimed, set aside, left unanswered, turned away; not what has had its effect."""
    store, now = world.services.store, world.clock.now()
    for number, state in enumerate(InboxState):
        mail = waiting(world, number=100 + number)
        if state in {InboxState.DONE, InboxState.DUPLICATE}:
            with store.write() as transaction:
                transaction.settle_inbox(mail.id, state, now)
            with pytest.raises(NotAllowed, match=r"that stands|is the same as"):
                drop_mail(world.services, mail.id, "no more of it")
            continue
        if state is InboxState.NEW:
            assert InHand().claim(world.services) is not None
        else:
            with store.write() as transaction:
                transaction.settle_inbox(mail.id, state, now)
        drop_mail(world.services, mail.id, "no more of it")
        assert now_of(world, mail).state is InboxState.REJECTED
    world.clock.advance(seconds=LEASE.total_seconds() + 1)
    read_inbox(world.services)
    assert world.orders("france") == []


def test_a_dropped_mail_that_was_held_leaves_no_question(tmp_path: Path) -> None:
    """A yes that comes later finds nothing to confirm."""
    with a_world(tmp_path) as world:
        world.services = replace(world.services, proof=True)
        world.start(variant="standard")
        held = world.mail("france", "A Par - Bur")
        assert held.state is InboxState.HELD
        drop_mail(world.services, held.id, "forged")
        with world.services.store.read() as transaction:
            asked = transaction.confirmation_about(held.id)
            assert transaction.inbox_mail(held.id).state is InboxState.REJECTED
        assert asked is not None
        assert asked.settled_at is not None
