"""Sending what is due: taken, tried again, given up; nothing lost and nothing kept back."""

from gm.adapters.store import SqlStore
from gm.app.outbox import PATIENCE, WAITS, send_due, wait_after
from gm.app.ports import Transaction
from gm.app.records import OutboxMail, OutboxState
from gm.errors import PermanentFailure, TemporaryFailure
from gm.testing.carrier import FakeCarrier
from gm.testing.clock import START, FakeClock

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


def test_after_five_days_a_mail_has_failed(store: SqlStore) -> None:
    """Patience ends: the mail is marked, the journal says so, somebody is told."""
    post(store, 1)
    carrier, clock, told = FakeCarrier(), FakeClock(), list[str]()
    carrier.fail_next(LATER, LATER)
    clock.advance(seconds=PATIENCE.total_seconds() - 1)
    send_due(store, carrier, clock, tell(told))
    assert states(store) == [OutboxState.PENDING]
    clock.advance(minutes=2)
    send_due(store, carrier, clock, tell(told))
    assert states(store) == [OutboxState.FAILED, OutboxState.PENDING]
    assert told == ["p1@x.org: 451 later"]
    with store.read() as transaction:
        (entry,) = transaction.journal()
    assert entry.kind == "mail failed"
    assert "p1@x.org" in entry.text


def tell(told: list[str]):  # type: ignore[no-untyped-def]
    """A callback that writes down whom it was told about, and a mail of its own."""

    def note(transaction: Transaction, mail: OutboxMail, reply: str) -> None:
        told.append(f"{mail.recipient}: {reply}")
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

    def broken(transaction: Transaction, mail: OutboxMail, reply: str) -> None:
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
