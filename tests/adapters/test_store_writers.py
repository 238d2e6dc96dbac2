"""Many who write at once on PostgreSQL: what each holds against the others, and what none loses."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from gm.adapters.sql import locks
from gm.adapters.sql.store import SqlStore
from gm.adapters.sql.transaction import SqlTransaction
from gm.app.records import (
    GameStatus,
    InboxMail,
    InboxState,
    OrderRecord,
    Person,
    PhaseRecord,
    PhaseStatus,
)
from gm.errors import StoreBusy, StoreConflict, StoreError
from tests.adapters.databases import Database
from tests.adapters.test_store import GAME, LETTER, MAIL, NOW

PATIENCE = 30.0
SOON = NOW + timedelta(minutes=1)


@pytest.fixture
def shared(gm_postgres_url: str) -> Database:
    """A PostgreSQL database with empty tables."""
    return Database(gm_postgres_url)


@pytest.fixture
def store(shared: Database) -> Iterator[SqlStore]:
    """A store whose transactions wait long for each other."""
    with shared.open(busy_seconds=PATIENCE) as opened:
        yield opened


@pytest.fixture
def hasty(shared: Database) -> Iterator[SqlStore]:
    """Another process's store on the same database, which hardly waits."""
    with shared.open(busy_seconds=0.2) as opened:
        yield opened


@pytest.fixture
def beside() -> Iterator[Callable[..., Future[object]]]:
    """Runs a function in a thread beside the test."""
    with ThreadPoolExecutor(8) as pool:
        yield pool.submit


def waits_for_a_lock(store: SqlStore, how_many: int = 1) -> None:
    """Return when so many connections to this database wait for a lock."""
    query = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    ready = threading.Event()
    for _ in range(int(PATIENCE / 0.02)):
        with store.read() as transaction:
            if transaction._connection.exec_driver_sql(query).scalar_one() >= how_many:
                return
        ready.wait(0.02)
    raise AssertionError("nobody waits for a lock")


def new_game(store: SqlStore, name: str) -> int:
    """Store a running game with an open phase and return its key."""
    with store.write() as transaction:
        game = transaction.add_game(replace(GAME, name=name, status=GameStatus.RUNNING))
        transaction.add_phase(PhaseRecord(0, game.id, 1, "W1015A", "{}", NOW, NOW))
    return game.id


@pytest.mark.slow
def test_a_game_is_held_until_the_transaction_ends(store: SqlStore, hasty: SqlStore) -> None:
    """Another who asks for the game waits; the other games, and whoever reads, do not."""
    one, other = new_game(store, "one"), new_game(store, "other")
    asked: list[Callable[[SqlTransaction], object]] = [
        lambda it: it.game("one"),
        lambda it: it.game_by_id(one),
        lambda it: it.open_phase(one),
        lambda it: it.phases(one),
        lambda it: it.set_game_status(one, GameStatus.PAUSED),
        lambda it: it.set_several_seats(one, several=True),
    ]
    for ask, other_ask in zip(asked, [*asked[1:], asked[0]], strict=True):
        with store.write() as holding:
            ask(holding)
            with pytest.raises(StoreBusy), hasty.write() as transaction:
                other_ask(transaction)
            with hasty.write() as transaction:
                assert transaction.open_phase(other) is not None
                assert len(transaction.games()) == 2
            with hasty.read() as transaction:
                assert transaction.game("one").status is GameStatus.RUNNING
            holding.set_game_status(one, GameStatus.RUNNING)
    with hasty.write() as transaction:
        assert transaction.game("one").id == one


def test_who_waited_for_a_game_sees_what_was_done_to_it(
    store: SqlStore, beside: Callable[..., Future[object]]
) -> None:
    """What was read before the game was held is read again; of two resolutions one is left."""
    key = new_game(store, "one")
    results: list[str] = []

    def resolve() -> None:
        with store.write() as transaction:
            (seen,) = transaction.games()
            game = transaction.game_by_id(seen.id)
            phase = transaction.open_phase(key)
            if phase is None:
                results.append(f"late, {game.status.value}")
                return
            waits_for_a_lock(store, 3)
            transaction.change_phase(phase, status=PhaseStatus.RESOLVED)
            transaction.set_game_status(key, GameStatus.FINISHED)
            results.append("resolved")

    for done in [beside(resolve) for _ in range(4)]:
        done.result(PATIENCE)
    assert sorted(results) == ["late, finished"] * 3 + ["resolved"]


def test_two_games_never_lead_to_a_deadlock(
    store: SqlStore, beside: Callable[..., Future[object]]
) -> None:
    """Who has a game waits only for a later one; against that order he is told to try again."""
    first, second = new_game(store, "first"), new_game(store, "second")

    def upwards() -> None:
        with store.write() as transaction:
            transaction.game_by_id(first)
            transaction.game_by_id(second)

    with store.write() as holding:
        holding.game_by_id(second)
        up = beside(upwards)
        waits_for_a_lock(store)
        with pytest.raises(StoreBusy, match="another process works on a game"):
            holding.game_by_id(first)
    up.result(PATIENCE)
    with store.write() as transaction:
        transaction.game_by_id(second)
        assert transaction.game_by_id(first).name == "first"  # nobody has it


def test_one_mail_by_two_ways_at_once_has_one_effect(
    store: SqlStore, beside: Callable[..., Future[object]]
) -> None:
    """A second delivery waits for the first to be stored, and is its duplicate."""

    def take(mail: InboxMail) -> InboxMail:
        with store.write() as transaction:
            return transaction.add_inbox(mail)

    with store.write() as transaction:
        first = transaction.add_inbox(MAIL)
        again = beside(take, replace(MAIL, source="imap", source_key="inbox 7"))
        waits_for_a_lock(store)
    stored = again.result(PATIENCE)
    assert isinstance(stored, InboxMail)
    assert (stored.state, stored.duplicate_of) == (InboxState.DUPLICATE, first.id)


def test_one_place_read_twice_at_once_gives_one_mail(
    store: SqlStore, beside: Callable[..., Future[object]]
) -> None:
    """Two readers of a mailbox store a mail once, and both are told which it is."""
    fetched = replace(MAIL, source="imap", source_key="inbox 7")

    def take() -> InboxMail:
        with store.write() as transaction:
            return transaction.add_inbox(replace(fetched, dedupe_key="other"))

    with store.write() as transaction:
        first = transaction.add_inbox(fetched)
        again = beside(take)
        waits_for_a_lock(store)
    assert again.result(PATIENCE) == first
    with store.read() as transaction:
        assert transaction.inbox() == (first,)


def test_a_mail_written_twice_at_once_is_sent_once(
    store: SqlStore, beside: Callable[..., Future[object]]
) -> None:
    """Of two transactions that write the same report the second writes nothing."""

    def write() -> bool:
        with store.write() as transaction:
            return transaction.add_outbox(replace(LETTER, raw=b"another"))

    with store.write() as transaction:
        assert transaction.add_outbox(LETTER)
        again = beside(write)
        waits_for_a_lock(store)
    assert again.result(PATIENCE) is False


def test_a_name_taken_at_the_same_moment_is_taken(
    store: SqlStore, beside: Callable[..., Future[object]]
) -> None:
    """A person added by two commands at once is one; so is a mailbox and a sign of life."""

    def save() -> Person:
        with store.write() as transaction:
            return transaction.save_person(Person(0, "Anna", "ann@example.org"))

    with store.write() as transaction:
        first = transaction.save_person(Person(0, "Ann", "Ann@example.org"))
        again = beside(save)
        waits_for_a_lock(store)
    assert again.result(PATIENCE) == Person(first.id, "Anna", "ann@example.org")


def test_what_comes_in_is_seen_before_a_deadline_is_decided(
    store: SqlStore, hasty: SqlStore, beside: Callable[..., Future[object]]
) -> None:
    """A mail that has its moment and is not stored yet is waited for; a later one is later.

    The receiver's clock here is a minute slow: it makes no mail come before a deadline that has
    been decided.
    """
    slow = NOW - timedelta(minutes=1)

    def decide() -> int:
        with store.write() as transaction:
            transaction.wait_for_intake(NOW)
            return transaction.unread_before(NOW)

    with hasty.write() as receiving:
        moment = receiving.moment_of_receipt(NOW)
        receiving.add_inbox(replace(MAIL, received_at=moment))
        deciding = beside(decide)
        waits_for_a_lock(store)
    assert moment == NOW
    assert deciding.result(PATIENCE) == 1
    with store.write() as resolving:
        resolving.wait_for_intake(NOW)
        # The decision is not committed yet, and mail comes in beside it.
        with hasty.write() as receiving:
            late = receiving.moment_of_receipt(slow)
            receiving.add_inbox(replace(MAIL, dedupe_key="k2", received_at=late))
        assert late > NOW
        assert resolving.unread_before(NOW) == 1
    with hasty.write() as receiving:
        assert receiving.moment_of_receipt(SOON) == SOON


def test_a_deadline_decided_again_disturbs_no_receiver(store: SqlStore, hasty: SqlStore) -> None:
    """A thousand games due at one minute wait for the intake once."""
    with store.write() as transaction:
        transaction.wait_for_intake(NOW)
    with hasty.write() as receiving, store.write() as resolving:
        receiving.moment_of_receipt(SOON)
        resolving.wait_for_intake(NOW)
        resolving.wait_for_intake(NOW - timedelta(days=1))


def test_a_stuck_receiver_stops_a_decision_and_not_the_mail(
    store: SqlStore, hasty: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for it in vain tries again later, and mail that came meanwhile is stored."""
    monkeypatch.setattr(locks, "INTAKE_SECONDS", 0.1)
    with hasty.write() as stuck:
        stuck.moment_of_receipt(NOW)
        with pytest.raises(StoreBusy), store.write() as transaction:
            transaction.wait_for_intake(NOW)
        with store.write() as receiving:
            receiving.moment_of_receipt(NOW)
            receiving.add_inbox(MAIL)


@pytest.mark.slow
def test_no_mail_is_read_by_two_and_a_senders_stay_in_order(
    shared: Database, store: SqlStore, beside: Callable[..., Future[object]]
) -> None:
    """Six readers, ten senders: each mail once, one of a sender at a time, oldest first."""
    senders, each, readers = 10, 6, 6
    with store.write() as transaction:
        for number in range(senders * each):
            sender = f"s{number % senders}"
            transaction.add_inbox(replace(MAIL, dedupe_key=f"k{number}", sender_key=sender))
    begun: list[InboxMail] = []
    busy: set[str] = set()
    clashes: list[str] = []

    def read() -> None:
        with shared.open(busy_seconds=PATIENCE) as own:
            while _unread(own):
                with own.write() as transaction:
                    mail = transaction.claim_inbox(NOW, SOON)
                if mail is None:
                    continue
                if mail.sender_key in busy:
                    clashes.append(mail.sender_key)
                busy.add(mail.sender_key)
                begun.append(mail)
                # Before it is settled: nobody may have the sender's next till then.
                busy.discard(mail.sender_key)
                with own.write() as transaction:
                    transaction.settle_inbox(mail.id, InboxState.DONE, NOW)

    for done in [beside(read) for _ in range(readers)]:
        done.result(PATIENCE)
    assert clashes == []
    assert sorted(mail.id for mail in begun) == sorted({mail.id for mail in begun})
    assert len(begun) == senders * each
    for number in range(senders):
        own_ids = [mail.id for mail in begun if mail.sender_key == f"s{number}"]
        assert own_ids == sorted(own_ids)


def _unread(store: SqlStore) -> int:
    with store.read() as transaction:
        return transaction.unread_before(SOON)


def test_a_mail_is_claimed_by_one_sender_process(
    shared: Database, store: SqlStore, beside: Callable[..., Future[object]]
) -> None:
    """Senders that look at the same moment take different mails, and all of them."""
    with store.write() as transaction:
        for number in range(60):
            transaction.add_outbox(replace(LETTER, key=f"k{number}"))

    def claim() -> list[int]:
        taken: list[int] = []
        with shared.open(busy_seconds=PATIENCE) as own:
            while True:
                with own.write() as transaction:
                    mails = transaction.claim_outbox(NOW, SOON, 7)
                if not mails and not _waiting(own):
                    return taken
                taken += [mail.id for mail in mails]

    claimed = [done.result(PATIENCE) for done in [beside(claim) for _ in range(4)]]
    ids = [key for part in claimed for key in part]  # type: ignore[attr-defined]
    assert sorted(ids) == sorted(set(ids))
    assert len(ids) == 60


def _waiting(store: SqlStore) -> bool:
    with store.read() as transaction:
        return any(mail.claimed_until is None for mail in transaction.outbox())


def test_counting_up_loses_nothing(
    shared: Database, store: SqlStore, beside: Callable[..., Future[object]]
) -> None:
    """Tries counted by several processes at once are all counted."""
    with store.write() as transaction:
        transaction.add_outbox(LETTER)
        (mail,) = transaction.outbox()

    def fail() -> None:
        with shared.open(busy_seconds=PATIENCE) as own:
            for _ in range(25):
                with own.write() as transaction:
                    transaction.mark_retry(mail.id, NOW, "451")

    for done in [beside(fail) for _ in range(4)]:
        done.result(PATIENCE)
    with store.read() as transaction:
        assert transaction.outbox()[0].attempts == 100


def test_a_mail_being_acted_upon_is_held(store: SqlStore, hasty: SqlStore) -> None:
    """A second reader whose claim overlaps waits, and finds what the first made of it."""
    with store.write() as transaction:
        mail = transaction.add_inbox(MAIL)
    with store.write() as reading:
        assert reading.inbox_mail(mail.id).state is InboxState.NEW
        with pytest.raises(StoreBusy), hasty.write() as transaction:
            transaction.inbox_mail(mail.id)
        # What only refers to it is not kept waiting: a second delivery comes in.
        with hasty.write() as transaction:
            assert transaction.add_inbox(MAIL).duplicate_of == mail.id
        reading.settle_inbox(mail.id, InboxState.DONE, NOW)
    with hasty.write() as transaction:
        assert transaction.inbox_mail(mail.id).state is InboxState.DONE


def test_a_failure_overlooked_takes_everything_back(store: SqlStore) -> None:
    """A transaction in which a statement failed cannot end as if all were well."""
    with pytest.raises(StoreError, match="a statement failed"):
        _overlook_a_failure(store)
    with store.read() as transaction:
        assert transaction.inbox() == ()


def _overlook_a_failure(store: SqlStore) -> None:
    with store.write() as transaction:
        transaction.add_inbox(MAIL)
        with pytest.raises(IntegrityError):
            transaction.add_order(OrderRecord(0, 7, "R", 1, "k", "{}", "", "", NOW))


def test_a_second_open_phase_is_a_conflict(store: SqlStore) -> None:
    """What must be unique and is not is told as somebody else's being quicker."""
    key = new_game(store, "one")
    with pytest.raises(StoreConflict), store.write() as transaction:
        transaction.add_phase(PhaseRecord(0, key, 2, "S1016M", "{}", NOW, NOW))


def test_one_process_is_alone(store: SqlStore, hasty: SqlStore) -> None:
    """A mailbox is read by one of many; another may when that one has gone."""
    with store.alone("imap inbox") as first, hasty.alone("imap inbox") as second:
        assert (first, second) == (True, False)
        with hasty.alone("imap other") as third:
            assert third
    with hasty.alone("imap inbox") as again:
        assert again


def test_who_sleeps_beside_a_queue_is_woken(store: SqlStore, shared: Database) -> None:
    """Mail put into a queue by another process wakes who listens; once, when it can be seen."""
    inbox, outbox = threading.Semaphore(0), threading.Semaphore(0)
    listener = store.listen(inbox.release, outbox.release)
    listener.start()
    assert inbox.acquire(timeout=PATIENCE), "the first look is now"
    assert outbox.acquire(timeout=PATIENCE)
    with shared.open() as other:
        with other.write() as transaction:
            transaction.add_inbox(MAIL)
            transaction.add_inbox(replace(MAIL, dedupe_key="k2"))
        assert inbox.acquire(timeout=PATIENCE)
        assert _unread(store) == 2
        with other.write() as transaction:
            transaction.add_inbox(MAIL)  # a duplicate, which nobody reads
            transaction.add_outbox(LETTER)
        assert outbox.acquire(timeout=PATIENCE)
    listener.stop()
    assert not inbox.acquire(blocking=False)
    assert not outbox.acquire(blocking=False)
