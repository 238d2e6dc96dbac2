"""Sending what is due: taken, tried again, given up; nothing lost and nothing kept back."""

from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm.adapters.sql.store import SqlStore
from gm.app.mail_out.outbox import BATCH, LATE, LEASE, PATIENCE, WAITS, Told, send_due, wait_after
from gm.app.mail_records import Suspension
from gm.app.ports import Transaction
from gm.app.records import OutboxMail, OutboxState, Person
from gm.errors import DeliveryError, NotReached, PermanentFailure, TemporaryFailure
from gm.testing.carrier import FakeCarrier
from gm.testing.clock import START, FakeClock
from tests.adapters.test_store import GAME

LATER = TemporaryFailure("451 later")
NEVER = PermanentFailure("550 nobody here")


def letter(number: int) -> OutboxMail:
    """A mail to player `number`."""
    raw = f"Subject: report {number}\r\n\r\nhello\r\n".encode()
    key = f"report {number}"
    return OutboxMail(0, key, f"<{number}@y>", "", f"p{number}@x.org", raw, START, START)


def post(store: SqlStore, *numbers: int) -> None:
    """Write mails into the outbox."""
    with store.write() as transaction:
        for number in numbers:
            transaction.add_outbox(letter(number))


def states(store: SqlStore) -> list[OutboxState]:
    """The state of each mail, in the order they were written."""
    with store.read() as transaction:
        return [mail.state for mail in transaction.outbox()]


def test_due_mails_are_sent_once_in_order(store: SqlStore) -> None:
    """Each mail goes out once, oldest first, and is marked with the reply."""
    post(store, 1, 2)
    carrier, clock = FakeCarrier(), FakeClock()
    assert send_due(store, carrier, clock) == 2
    assert send_due(store, carrier, clock) == 0
    assert carrier.rounds == 1, "a round with mails ends with a closed connection"
    assert [message["Subject"] for message in carrier.messages()] == ["report 1", "report 2"]
    with store.read() as transaction:
        first = transaction.outbox()[0]
    assert (first.state, first.last_reply, first.sent_at) == (
        OutboxState.SENT,
        "250 2.0.0 kept",
        START,
    )


def test_limit_leaves_the_rest_for_the_next_round(store: SqlStore) -> None:
    """A round takes so many and no more."""
    post(store, 1, 2, 3)
    carrier = FakeCarrier()
    assert [send_due(store, carrier, FakeClock(), limit=2) for _ in range(3)] == [2, 1, 0]


@pytest.mark.sampled(3)
def test_temporary_failures_are_tried_again_later_and_later(store: SqlStore) -> None:
    """A mail waits 1, 5, 15 minutes, 1 hour, then 4 hours each time, a tenth longer at most."""
    post(store, 1)
    carrier, clock = FakeCarrier(), FakeClock()
    for wait in [*WAITS, WAITS[-1]]:
        carrier.fail_next(LATER)
        assert send_due(store, carrier, clock) == 0
        tried = clock.now()
        clock.advance(seconds=wait.total_seconds() - 1)
        assert send_due(store, carrier, clock) == 0
        with store.read() as transaction:
            (mail,) = transaction.outbox()
        assert mail.last_reply == "451 later"
        assert wait <= mail.next_at - tried <= wait * 1.1
        clock.set(mail.next_at)
    assert send_due(store, carrier, clock) == 1
    assert states(store) == [OutboxState.SENT]


def test_waits_differ_between_mails_and_are_the_same_each_time() -> None:
    """A thousand mails do not come back at once, and a test can foretell when one does."""
    waits = {wait_after(letter(number)) for number in range(50)}
    assert len(waits) > 25
    assert waits == {wait_after(letter(number)) for number in range(50)}


def test_after_five_days_and_all_its_tries_a_mail_has_failed(store: SqlStore) -> None:
    """Patience ends: the mail is marked, the journal says so, somebody is told."""
    post(store, 1)
    carrier, clock, told = FakeCarrier(), FakeClock(), list[str]()
    for _ in WAITS:
        carrier.fail_next(LATER)
        send_due(store, carrier, clock, tell(told))
        clock.advance(hours=5)
    carrier.fail_next(LATER, LATER)
    clock.set(START + PATIENCE - timedelta(seconds=1))
    send_due(store, carrier, clock, tell(told))
    assert states(store) == [OutboxState.PENDING]
    clock.advance(hours=5)
    send_due(store, carrier, clock, tell(told))
    assert states(store) == [OutboxState.FAILED, OutboxState.PENDING]
    assert told == ["p1@x.org: 451 later"]
    with store.read() as transaction:
        (entry,) = transaction.journal()
    assert entry.kind == "mail failed"
    assert "p1@x.org" in entry.text


def test_old_mail_that_was_hardly_tried_gets_its_tries(store: SqlStore) -> None:
    """A server that was down for a week does not give its mail up at the first 451."""
    post(store, 1)
    carrier, clock = FakeCarrier(), FakeClock()
    clock.advance(days=7)
    carrier.fail_next(LATER)
    send_due(store, carrier, clock)
    clock.advance(hours=1)
    assert send_due(store, carrier, clock) == 1
    assert states(store) == [OutboxState.SENT]


def tell(told: list[str]) -> Told:
    """A callback that writes down whom it was told about, and a mail of its own."""

    def note(transaction: Transaction, mail: OutboxMail, fault: DeliveryError) -> None:
        told.append(f"{mail.recipient}: {fault}")
        transaction.add_outbox(letter(99))

    return note


def test_refusal_is_final_and_told_in_one_transaction(store: SqlStore) -> None:
    """A 5xx ends a mail at once; the notice about it goes out like any mail."""
    post(store, 1)
    carrier, clock, told = FakeCarrier(), FakeClock(), list[str]()
    carrier.fail_next(NEVER)
    send_due(store, carrier, clock, tell(told))
    assert states(store) == [OutboxState.FAILED, OutboxState.PENDING]
    assert send_due(store, carrier, clock, tell(told)) == 1
    assert told == ["p1@x.org: 550 nobody here"]


def test_notice_that_breaks_does_not_keep_the_mail(store: SqlStore) -> None:
    """If nobody can be told, the mail has failed all the same and is not tried for ever."""
    post(store, 1, 2)
    carrier = FakeCarrier()
    carrier.fail_next(NEVER)

    def broken(transaction: Transaction, mail: OutboxMail, fault: DeliveryError) -> None:
        transaction.add_outbox(letter(98))
        raise RuntimeError("no template")

    send_due(store, carrier, FakeClock(), broken)
    assert states(store) == [OutboxState.FAILED, OutboxState.SENT]


def test_one_bad_mail_does_not_keep_the_others_back(store: SqlStore) -> None:
    """A mail that breaks the carrier itself waits; the others go."""
    post(store, 1, 2)
    with store.read() as transaction:
        first = transaction.outbox()[0]

    class Broken(FakeCarrier):
        def send(self, mail: OutboxMail) -> str:
            if mail.id == first.id:
                raise UnicodeError("poison")
            return super().send(mail)

    assert send_due(store, Broken(), FakeClock()) == 1
    assert states(store) == [OutboxState.PENDING, OutboxState.SENT]
    with store.read() as transaction:
        assert transaction.outbox()[0].last_reply == "UnicodeError: poison"


def test_server_that_is_not_well_is_left_alone_for_a_while(store: SqlStore) -> None:
    """After three temporary failures in a row the others wait, untried."""
    post(store, 1, 2, 3, 4, 5)
    carrier = FakeCarrier()
    carrier.fail_next(LATER, LATER, LATER)
    assert send_due(store, carrier, FakeClock()) == 0
    with store.read() as transaction:
        assert [mail.attempts for mail in transaction.outbox()] == [1, 1, 1, 0, 0]
    assert send_due(store, carrier, FakeClock()) == 2


def test_two_senders_never_take_the_same_mail(store: SqlStore) -> None:
    """What one has claimed the other leaves, until the claim has run out."""
    post(store, *range(1, BATCH + 6))
    first, second, clock = FakeCarrier(), FakeCarrier(), FakeClock()

    class Slow(FakeCarrier):
        """A carrier whose every mail takes so long that the other sender does all the rest."""

        def send(self, mail: OutboxMail) -> str:
            while send_due(store, second, clock):
                pass
            return first.send(mail)

    assert send_due(store, Slow(), clock) == BATCH
    assert len(first.sent) == BATCH
    assert len(second.sent) == 5
    assert not {one.id for one in first.sent} & {one.id for one in second.sent}


def test_mail_whose_sender_died_is_sent_when_the_claim_is_over(store: SqlStore) -> None:
    """A sender that dies with mails in hand keeps them from the others for a few minutes only."""
    post(store, 1)
    carrier, clock = FakeCarrier(), FakeClock()
    with store.write() as transaction:
        transaction.claim_outbox(clock.now(), clock.now() + LEASE, 10)
    assert send_due(store, carrier, clock) == 0
    clock.advance(seconds=LEASE.total_seconds())
    assert send_due(store, carrier, clock) == 1


@pytest.mark.sampled(3)
def test_slow_server_leaves_the_rest_to_others(store: SqlStore) -> None:
    """A sender that used up half of its claim gives back what it has not tried."""
    post(store, 1, 2, 3)
    clock = FakeClock()

    class Slow(FakeCarrier):
        def send(self, mail: OutboxMail) -> str:
            clock.advance(seconds=LEASE.total_seconds() / 2)
            return super().send(mail)

    assert send_due(store, Slow(), clock) == 1
    with store.read() as transaction:
        assert [mail.claimed_until for mail in transaction.outbox()] == [None] * 3
    assert send_due(store, FakeCarrier(), clock) == 2


def test_marks_are_written_in_groups_and_none_is_lost(store: SqlStore) -> None:
    """A batch is marked in one transaction, taken and deferred mails alike."""
    post(store, 1, 2, 3)
    carrier = FakeCarrier()
    carrier.fail_next(LATER, recipient="p2@x.org")
    opened: list[str] = []

    class Counted:
        """The store, counting the transactions that write."""

        read = store.read

        def write(self) -> AbstractContextManager[Transaction]:
            opened.append("write")
            return store.write()

    assert send_due(Counted(), carrier, FakeClock()) == 2
    assert opened == ["write"] * 2  # the claim, the marks
    assert states(store) == [OutboxState.SENT, OutboxState.PENDING, OutboxState.SENT]


def test_mail_to_a_suspended_address_waits_until_it_is_lifted(store: SqlStore) -> None:
    """It is not sent, not lost and not failed, however long that takes."""
    post(store, 1, 2)
    carrier, clock = FakeCarrier(), FakeClock()
    with store.write() as transaction:
        transaction.suspend(Suspension(0, "P1@X.org", START, "refused"))
    assert send_due(store, carrier, clock) == 1
    clock.advance(days=30)
    assert send_due(store, carrier, clock) == 0
    assert states(store) == [OutboxState.PENDING, OutboxState.SENT]
    with store.write() as transaction:
        assert transaction.lift_suspension("p1@x.org", clock.now())
        assert transaction.last_lifted("p1@x.org") == clock.now()
    assert send_due(store, carrier, clock) == 1


def test_somebody_is_told_of_a_mail_that_waits_for_long(store: SqlStore) -> None:
    """After an hour of tries in vain, and not before; the mail waits on."""
    post(store, 1)
    carrier, clock, told = FakeCarrier(), FakeClock(), list[str]()
    carrier.fail_next(LATER, LATER)
    send_due(store, carrier, clock, None, tell(told))
    assert told == []
    clock.advance(seconds=LATE.total_seconds())
    send_due(store, carrier, clock, None, tell(told))
    assert told == ["p1@x.org: 451 later"]
    with store.read() as transaction:
        late = transaction.late_outbox(clock.now() - LATE, 10)
    assert [mail.key for mail in late] == ["report 1"]


def test_mails_follow_their_reader_to_a_new_address(store: SqlStore) -> None:
    """What waits for a person is sent to where he is now; what was sent stays as it was."""
    with store.write() as transaction:
        ann = transaction.save_person(Person(0, "Ann", "ann@x.org", "UTC"))
        for number in (1, 2):
            mail = replace(letter(number), recipient="ann@x.org", person_id=ann.id)
            transaction.add_outbox(mail)
    carrier, clock = FakeCarrier(), FakeClock()
    assert send_due(store, carrier, clock, limit=1) == 1
    with store.write() as transaction:
        assert transaction.readdress_outbox(ann.id, "ann@new.org") == 1
    assert send_due(store, carrier, clock) == 1
    assert [mail.recipient for mail in carrier.sent] == ["ann@x.org", "ann@new.org"]


def test_failed_mail_is_tried_again_at_the_gms_word(store: SqlStore) -> None:
    """A mail that was given up goes out as if it were new."""
    post(store, 1)
    carrier, clock = FakeCarrier(), FakeClock()
    carrier.fail_next(NEVER)
    send_due(store, carrier, clock)
    with store.write() as transaction:
        (failed,) = transaction.unsent_outbox(START)
        transaction.retry_outbox(failed.id, clock.now())
    assert send_due(store, carrier, clock) == 1
    with store.read() as transaction:
        assert transaction.unsent_outbox(START) == ()


def test_server_that_is_not_there_is_asked_once_a_minute(store: SqlStore) -> None:
    """Nothing is said of the mails, so they wait a minute and not hours, whoever sends them."""
    post(store, 1, 2, 3)
    carrier, clock = FakeCarrier(), FakeClock()
    for _ in range(10):
        carrier.fail_next(NotReached("connection refused"))
        assert send_due(store, carrier, clock) == 0
        assert send_due(store, carrier, clock) == 0
        clock.advance(minutes=1)
    with store.read() as transaction:
        assert sum(mail.attempts for mail in transaction.outbox()) == 10
    assert send_due(store, carrier, clock) == 3


def of_game(number: int, game_id: int, player: int) -> OutboxMail:
    """A mail of a game to a player."""
    return replace(letter(number), game_id=game_id, recipient=f"p{player}@x.org")


def a_game(store: SqlStore, name: str = "tara") -> int:
    """Make a game, and return its id."""
    with store.write() as transaction:
        return transaction.add_game(replace(GAME, name=name)).id


def subjects(carrier: FakeCarrier) -> list[str]:
    """The subjects of what went out, in this order."""
    return [message["Subject"] for message in carrier.messages()]


def test_nothing_of_a_game_overtakes_a_mail_that_waits_for_its_pictures(store: SqlStore) -> None:
    """Its reader gets the receipt after the report; other readers and games wait for nothing."""
    tara, cork = a_game(store), a_game(store, "cork")
    with store.write() as transaction:
        for mail in (of_game(1, tara, 1), of_game(2, tara, 1), of_game(3, tara, 2)):
            transaction.add_outbox(mail)
        transaction.add_outbox(of_game(4, cork, 1))
    carrier, clock = FakeCarrier(), FakeClock()
    drawn = clock.now() + timedelta(seconds=3)

    def prepare(mail: OutboxMail) -> OutboxMail | datetime:
        return drawn if mail.key == "report 1" and clock.now() < drawn else mail

    while send_due(store, carrier, clock, prepare=prepare):
        pass
    assert subjects(carrier) == ["report 3", "report 4"]
    clock.advance(seconds=3)
    while send_due(store, carrier, clock, prepare=prepare):
        pass
    assert subjects(carrier)[2:] == ["report 1", "report 2"]


def test_nothing_of_a_game_overtakes_a_mail_that_another_sender_has(store: SqlStore) -> None:
    """Several connections keep the order, and a sender that died holds it up for its claim."""
    tara = a_game(store)
    with store.write() as transaction:
        for number in (1, 2):
            transaction.add_outbox(of_game(number, tara, 1))
        (taken,) = transaction.claim_outbox(START, START + LEASE, BATCH)
    assert taken.key == "report 1"
    carrier, clock = FakeCarrier(), FakeClock()
    assert send_due(store, carrier, clock) == 0
    clock.advance(seconds=LEASE.total_seconds())
    while send_due(store, carrier, clock):
        pass
    assert subjects(carrier) == ["report 1", "report 2"]


@pytest.mark.sampled(3)
def test_a_mail_that_was_refused_for_now_holds_nothing_up(store: SqlStore) -> None:
    """Nobody knows when it will be taken, or whether; what was written after it goes on."""
    tara = a_game(store)
    with store.write() as transaction:
        for number in (1, 2):
            transaction.add_outbox(of_game(number, tara, 1))
    carrier, clock = FakeCarrier(), FakeClock()
    carrier.fail_next(LATER)
    assert [send_due(store, carrier, clock) for _ in range(3)] == [0, 1, 0]
    assert subjects(carrier) == ["report 2"]
    clock.advance(minutes=2)
    assert send_due(store, carrier, clock) == 1


def test_a_mail_that_cannot_be_prepared_goes_as_it_is(store: SqlStore) -> None:
    """Whatever is wrong with its pictures, it holds nothing up."""
    post(store, 1)
    carrier = FakeCarrier()

    def prepare(_mail: OutboxMail) -> OutboxMail:
        raise ValueError("no such picture")

    assert send_due(store, carrier, FakeClock(), prepare=prepare) == 1
    assert subjects(carrier) == ["report 1"]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_each_reader_gets_a_games_mails_in_their_order(
    store: SqlStore, data: st.DataObject
) -> None:
    """However long pictures take, whichever sender is quicker, and whoever is killed meanwhile."""
    games = [a_game(store, f"g{number}-{uuid4().hex}") for number in range(2)]
    written = data.draw(
        st.lists(
            st.tuples(st.sampled_from(games), st.integers(1, 2), st.integers(0, 3)), max_size=9
        )
    )
    begin = uuid4().hex
    waits: dict[str, timedelta] = {}
    with store.write() as transaction:
        for number, (game_id, player, seconds) in enumerate(written):
            key = f"{begin} {number}"
            waits[key] = timedelta(seconds=seconds)
            mail = replace(of_game(number, game_id, player), key=key, message_id=f"<{key}>")
            transaction.add_outbox(mail)
    clock, sent = FakeClock(), list[OutboxMail]()

    def prepare(mail: OutboxMail) -> OutboxMail | datetime:
        drawn = START + waits[mail.key]
        if clock.now() < drawn:
            return drawn
        sent.append(mail)
        return mail

    for _ in range(5):
        if data.draw(st.booleans()):  # a sender takes some and is killed
            with store.write() as transaction:
                transaction.claim_outbox(clock.now(), clock.now() + timedelta(seconds=1), BATCH)
        while send_due(store, FakeCarrier(), clock, prepare=prepare, limit=2):
            pass
        clock.advance(seconds=1)
    while send_due(store, FakeCarrier(), clock, prepare=prepare):
        pass
    assert sorted(mail.key for mail in sent) == sorted(waits)
    for reader in {(mail.game_id, mail.recipient) for mail in sent}:
        ids = [mail.id for mail in sent if (mail.game_id, mail.recipient) == reader]
        assert ids == sorted(ids)
