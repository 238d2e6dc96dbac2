"""The store keeps every record as it was given, and holds what the tables promise."""

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import select

from gm.adapters.sql.store import SqlStore
from gm.adapters.sql.tables import DrawRow
from gm.app.ports import Store, Transaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    InboxMail,
    InboxState,
    JournalEntry,
    OrderRecord,
    OutboxMail,
    OutboxState,
    Person,
    PhaseRecord,
    PhaseStatus,
    ResultRecord,
    SeatRecord,
)
from gm.contract.draws import Draw
from gm.errors import AlreadyThere, NoSuchGame, StoreBusy, StoreConflict, StoreError
from gm.games.diplomacy.stored import dump
from tests.adapters.databases import Database

NOW = datetime(2026, 11, 1, 12, 0, 0, 123456, tzinfo=UTC)
GAME = GameRecord(
    id=0,
    name="meadow",
    variant="republic",
    gm_name="Ann",
    gm_address="ann@example.org",
    created_at=NOW,
    options={"bridges": "all"},
    list_address="list@example.org",
    time_zone="Europe/Dublin",
    lengths={"movement": 604800},
    keep_impossible=True,
    seed="ab" * 32,
)
MAIL = InboxMail(0, "k1", b"From: a\r\n\r\n\x00\xff", "a@x.org", "gm+meadow@y", "smtp", NOW, NOW)
LETTER = OutboxMail(
    0, "receipt 1", "<1@y>", "", "a@x.org", b"Subject: x\r\n\r\nhello\r\n", NOW, NOW
)


def a_phase(store: Store) -> PhaseRecord:
    """Store a running game with a phase open until noon, and return the phase."""
    with store.write() as transaction:
        game = transaction.add_game(replace(GAME, status=GameStatus.RUNNING))
        return transaction.add_phase(PhaseRecord(0, game.id, 1, "W1015A", "{}", NOW, NOW))


@pytest.mark.sampled(3)
def test_game_comes_back_as_it_was_given(store: SqlStore) -> None:
    """Every setting of a game survives, and its name is found in any case."""
    with store.write() as transaction:
        given = transaction.add_game(GAME)
    with store.read() as transaction:
        assert transaction.game("MEADOW") == given == replace(GAME, id=given.id)
        assert transaction.game_by_id(given.id) == given
        assert transaction.games() == (given,)


def test_game_names_are_unique_in_any_case(store: SqlStore) -> None:
    """A second game of a name is refused, and the transaction can go on."""
    with store.write() as transaction:
        transaction.add_game(GAME)
        with pytest.raises(AlreadyThere):
            transaction.add_game(replace(GAME, name="Meadow"))
        assert len(transaction.games()) == 1


def test_missing_game_is_told(store: SqlStore) -> None:
    """A name nobody has and a key nobody has are errors of their kind."""
    with store.read() as transaction:
        with pytest.raises(NoSuchGame, match=r"named nowhere\.$"):
            transaction.game("nowhere")
        with pytest.raises(StoreError):
            transaction.game_by_id(7)


def test_a_game_of_a_near_name_is_named(store: SqlStore) -> None:
    """Whoever misspells a game's name reads which one he perhaps meant."""
    with store.write() as transaction:
        transaction.add_game(replace(GAME, name="Meadow"))
        with pytest.raises(NoSuchGame, match=r"named medow\. Did you mean Meadow\?"):
            transaction.game("medow")


def test_person_is_one_by_address(store: SqlStore) -> None:
    """A person saved again under the same address in another case is changed, not doubled."""
    with store.write() as transaction:
        first = transaction.save_person(Person(0, "Ann", "Ann@Example.org"))
        again = transaction.save_person(Person(0, "Anna", "ann@example.org", "Europe/Dublin"))
    assert again == Person(first.id, "Anna", "ann@example.org", "Europe/Dublin")


def test_how_somebody_wants_his_mails_stays_with_him(store: SqlStore) -> None:
    """Settings are kept as they are saved, and a new record of the same person changes none."""
    with store.write() as transaction:
        ann = transaction.save_person(Person(0, "Ann", "ann@example.org"))
        transaction.save_person(replace(ann, settings={"pictures": "no"}))
        again = transaction.save_person(Person(0, "Anna", "ann@example.org"))
        found = transaction.person_by_id(ann.id)
    assert again.settings == {"pictures": "no"}
    assert found == again
    with store.read() as transaction:
        assert transaction.person("ANN@EXAMPLE.ORG") == again
        assert transaction.person("bob@example.org") is None


def test_seats_keep_the_order_of_the_rules(store: SqlStore) -> None:
    """Seats come back in the order they were made, with who plays them."""
    with store.write() as transaction:
        game = transaction.add_game(GAME)
        made = [transaction.save_seat(SeatRecord(0, game.id, seat)) for seat in ("Z", "A", "M")]
        ann = transaction.save_person(Person(0, "Ann", "ann@example.org"))
        transaction.save_seat(replace(made[1], person=ann))
        assert transaction.seats(game.id) == (made[0], replace(made[1], person=ann), made[2])
        transaction.save_seat(made[1])
        assert transaction.seats(game.id) == tuple(made)


def test_phase_goes_from_open_to_resolved(store: SqlStore) -> None:
    """A phase is due from its deadline on, and history once it is resolved."""
    phase = a_phase(store)
    with store.write() as transaction:
        assert transaction.open_phase(phase.game_id) == phase
        assert transaction.due_phases(NOW - timedelta(microseconds=1)) == ()
        assert transaction.due_phases(NOW) == (phase,)
        done = transaction.change_phase(phase, status=PhaseStatus.RESOLVED, resolved_at=NOW)
        assert done == replace(phase, status=PhaseStatus.RESOLVED, resolved_at=NOW, version=2)
        assert transaction.open_phase(phase.game_id) is None
        assert transaction.due_phases(NOW) == ()
        after = transaction.add_phase(replace(phase, id=0, number=2, name="S1016M"))
        assert transaction.phases(phase.game_id) == (done, after)


def test_held_phases_and_paused_games_are_not_due(store: SqlStore) -> None:
    """What waits for the GM is not resolved by the clock."""
    phase = a_phase(store)
    with store.write() as transaction:
        transaction.set_game_status(phase.game_id, GameStatus.PAUSED)
        assert transaction.due_phases(NOW) == ()
        transaction.set_game_status(phase.game_id, GameStatus.RUNNING)
        held = transaction.change_phase(
            phase, status=PhaseStatus.HELD, held_because="none came", held_for_orders=True
        )
        assert transaction.due_phases(NOW) == ()
        assert held.held_for_orders
        assert transaction.open_phase(phase.game_id) == held
        later = transaction.change_phase(
            held, status=PhaseStatus.OPEN, held_because="", held_for_orders=False
        )
        assert (later.held_because, later.held_for_orders) == ("", False)


@pytest.mark.sampled(3)
def test_phase_changed_by_another_is_refused(store: SqlStore) -> None:
    """A change that names an old version changes nothing."""
    phase = a_phase(store)
    later = NOW + timedelta(days=1)
    with store.write() as transaction:
        moved = transaction.change_phase(phase, deadline=later)
    with pytest.raises(StoreConflict), store.write() as transaction:
        transaction.change_phase(phase, status=PhaseStatus.RESOLVED)
    with store.read() as transaction:
        assert transaction.open_phase(phase.game_id) == moved


def test_a_reminder_is_due_between_its_moment_and_the_deadline(store: SqlStore) -> None:
    """An open phase of a running game is looked up until its players have been reminded."""
    phase = a_phase(store)
    early, deadline = NOW + timedelta(hours=1), NOW + timedelta(hours=2)
    with store.write() as transaction:
        assert transaction.due_reminders(NOW) == ()
        later = transaction.change_phase(phase, deadline=deadline)
        armed = transaction.set_reminder(later, early)
        assert armed == replace(later, remind_at=early, version=3)
        assert transaction.due_reminders(early - timedelta(microseconds=1)) == ()
        assert transaction.due_reminders(early) == (armed,)
        assert transaction.due_reminders(deadline) == ()
        transaction.set_game_status(phase.game_id, GameStatus.PAUSED)
        assert transaction.due_reminders(early) == ()
        transaction.set_game_status(phase.game_id, GameStatus.RUNNING)
        held = transaction.change_phase(armed, status=PhaseStatus.HELD)
        assert transaction.due_reminders(early) == ()
        again = transaction.change_phase(held, status=PhaseStatus.OPEN)
        done = transaction.set_reminder(again, None)
        assert done.remind_at is None
        assert transaction.due_reminders(early) == ()
    with pytest.raises(StoreConflict), store.write() as transaction:
        transaction.set_reminder(armed, early)


def test_a_game_has_one_unresolved_phase(store: SqlStore) -> None:
    """The database itself refuses a second open phase, and a number used twice."""
    phase = a_phase(store)
    with pytest.raises(StoreError), store.write() as transaction:
        transaction.add_phase(replace(phase, id=0, number=2))
    with store.write() as transaction:
        done = transaction.change_phase(phase, status=PhaseStatus.RESOLVED)
    with pytest.raises(StoreError), store.write() as transaction:
        transaction.add_phase(replace(done, id=0))


def test_orders_are_replaced_and_kept(store: SqlStore) -> None:
    """Replaced and withdrawn orders leave the active list and stay in the history."""
    phase = a_phase(store)
    with store.write() as transaction:
        mail = transaction.add_inbox(MAIL)
        blank = OrderRecord(0, phase.id, "R", 1, "unit KkW", "{}", "A KkW H", "kkw h", NOW)
        first = transaction.add_order(replace(blank, inbox_id=mail.id))
        other = transaction.add_order(replace(blank, seat="S", sequence=2))
        second = transaction.add_order(replace(blank, canonical="A KkW-Wat"))
        assert transaction.active_orders(phase.id) == (first, other, second)
        transaction.replace_orders([first.id], NOW, second.id)
        transaction.replace_orders([other.id], NOW, None)
        assert transaction.active_orders(phase.id) == (second,)
        assert transaction.active_orders(phase.id, "S") == ()
        assert transaction.order_history(phase.id) == (
            replace(first, replaced_at=NOW, replaced_by=second.id),
            replace(other, replaced_at=NOW),
            second,
        )


def test_result_is_stored_once_with_its_draws(database: Database) -> None:
    """A phase has one result, and each draw of it a row of its own."""
    draws = dump(
        [Draw("black hole, S1974", ("Kil", "Der"), "Der"), Draw("hat", ("a",), "a", True)]
    )
    with database.open() as store:
        phase = a_phase(store)
        result = ResultRecord(phase.id, "[]", "[]", draws, NOW)
        with store.write() as transaction:
            assert transaction.result(phase.id) is None
            transaction.add_result(result)
            with pytest.raises(StoreError, match="already"):
                transaction.add_result(result)
            assert transaction.result(phase.id) == result
    with database.connect() as connection:
        rows = connection.execute(select(DrawRow.__table__).order_by(DrawRow.number)).all()  # type: ignore[attr-defined]
    assert [tuple(row)[3:] for row in rows] == [
        (1, "black hole, S1974", ["Kil", "Der"], "Der", False),
        (2, "hat", ["a"], "a", True),
    ]


def test_incoming_mail_is_read_in_order(store: SqlStore) -> None:
    """Mail waits oldest first until it is settled; bytes come back as they were."""
    soon = NOW + timedelta(minutes=1)
    with store.write() as transaction:
        late = transaction.add_inbox(
            replace(MAIL, dedupe_key="k2", received_at=NOW + timedelta(seconds=1))
        )
        early = transaction.add_inbox(MAIL)
        claimed = transaction.claim_inbox(NOW, soon)
        assert claimed == replace(early, claimed_until=soon, attempts=1)
        assert transaction.unread_before(NOW) == 1
        transaction.release_inbox(early.id, "broke")
        again = transaction.claim_inbox(NOW, soon)
        assert again == replace(early, claimed_until=soon, attempts=2, note="broke")
        transaction.settle_inbox(early.id, InboxState.SHUNTED, NOW, note="looked at")
        assert transaction.unread_before(NOW) == 0
        settled = replace(
            early, state=InboxState.SHUNTED, attempts=2, note="looked at", settled_at=NOW
        )
        assert transaction.inbox_mail(early.id) == settled
        assert transaction.inbox(InboxState.SHUNTED) == (settled,)
        assert transaction.inbox() == (late, settled)
        assert transaction.claim_inbox(NOW, soon) == replace(late, claimed_until=soon, attempts=1)


def test_a_claimed_mail_is_nobody_elses_until_the_claim_lapses(store: SqlStore) -> None:
    """Two readers never have one mail, and a dead reader's mail is taken up again."""
    soon = NOW + timedelta(minutes=1)
    with store.write() as transaction:
        mail = transaction.add_inbox(MAIL)
        assert transaction.claim_inbox(NOW, soon) is not None
        assert transaction.claim_inbox(NOW, soon) is None
        assert transaction.claim_inbox(soon, soon) == replace(mail, claimed_until=soon, attempts=2)
        transaction.release_claims()
        assert transaction.claim_inbox(NOW, soon) is not None


def test_mails_of_one_sender_are_read_one_after_the_other(store: SqlStore) -> None:
    """While one of his is being read the next waits, and another's does not."""
    soon = NOW + timedelta(minutes=1)
    with store.write() as transaction:
        for key, sender in (("k1", "ann"), ("k2", "ann"), ("k3", "bob")):
            transaction.add_inbox(replace(MAIL, dedupe_key=key, sender_key=sender))
        taken = [transaction.claim_inbox(NOW, soon) for _ in range(3)]
        assert [one and one.dedupe_key for one in taken] == ["k1", "k3", None]
        assert taken[0] is not None
        transaction.settle_inbox(taken[0].id, InboxState.DONE, NOW)
        then = transaction.claim_inbox(NOW, soon)
        assert then is not None
        assert then.dedupe_key == "k2"


def test_a_mail_fetched_twice_from_one_place_is_one(store: SqlStore) -> None:
    """A known place brings the first back, and nothing is stored."""
    fetched = replace(MAIL, source="imap", source_key="imap inbox 17/3")
    with store.write() as transaction:
        first = transaction.add_inbox(fetched)
        assert transaction.add_inbox(replace(fetched, dedupe_key="k9")) == first
        assert transaction.inbox() == (first,)


def test_same_mail_again_is_a_duplicate_of_the_first(store: SqlStore) -> None:
    """Every delivery is kept, and only the first waits to be read."""
    with store.write() as transaction:
        first = transaction.add_inbox(MAIL)
        again = [transaction.add_inbox(replace(MAIL, source="pipe")) for _ in range(2)]
        for mail in again:
            assert (mail.state, mail.duplicate_of) == (InboxState.DUPLICATE, first.id)
        assert transaction.unread_before(NOW) == 1


@pytest.mark.sampled(3)
def test_outgoing_mail_is_written_once(store: SqlStore) -> None:
    """A key known already stores nothing; prefixes of keys are counted with regard to case."""
    with store.write() as transaction:
        assert transaction.add_outbox(LETTER)
        assert not transaction.add_outbox(replace(LETTER, raw=b"another"))
        assert transaction.add_outbox(replace(LETTER, key="Receipt 2"))
        assert transaction.add_outbox(replace(LETTER, key="receipt_3"))
        assert transaction.count_outbox("receipt ") == 1
        assert transaction.count_outbox("receipt") == 2
        assert transaction.count_outbox("") == 3
        first = transaction.outbox()[0]
        assert first == replace(LETTER, id=first.id)
        assert transaction.outbox(99) == ()
        assert transaction.outbox_mail(first.id) == first
        assert transaction.outbox_mail(99) is None


def _due(transaction: Transaction, moment: datetime, limit: int = 10) -> tuple[OutboxMail, ...]:
    """Return the mails that a sender would take at a moment, which are given back at once."""
    taken = transaction.claim_outbox(moment, moment + timedelta(minutes=1), limit)
    transaction.release_outbox([mail.id for mail in taken])
    return taken


def test_outgoing_mail_is_due_until_it_is_sent_or_failed(store: SqlStore) -> None:
    """Retries move the moment; sent and failed mails are never due again."""
    later = NOW + timedelta(minutes=1)
    with store.write() as transaction:
        for number in range(3):
            transaction.add_outbox(replace(LETTER, key=f"k{number}"))
        one, two, three = transaction.outbox()
        assert _due(transaction, NOW, 2) == (one, two)
        assert _due(transaction, NOW) == (one, two, three)
        transaction.mark_sent(one.id, NOW, "250 ok")
        transaction.mark_retry(two.id, later, "451 later")
        transaction.mark_failed(three.id, "550 no")
        assert _due(transaction, NOW) == ()
        (waiting,) = _due(transaction, later)
        assert waiting == replace(two, next_at=later, attempts=1, last_reply="451 later")
        sent, _, failed = transaction.outbox()
        assert (sent.state, sent.sent_at, sent.attempts) == (OutboxState.SENT, NOW, 1)
        assert (failed.state, failed.last_reply) == (OutboxState.FAILED, "550 no")


def test_journal_grows(store: SqlStore) -> None:
    """Entries come back in the order they were added, of one game or of all."""
    with store.write() as transaction:
        game = transaction.add_game(GAME)
        first = transaction.add_journal(JournalEntry(0, None, NOW, "started", "server", "up"))
        second = transaction.add_journal(
            JournalEntry(0, game.id, NOW, "created", "gm", "made", True, '{"a":1}')
        )
    with store.read() as transaction:
        assert transaction.journal() == (first, second)
        assert transaction.journal(game.id) == (second,)


def test_moments_are_utc_whatever_they_came_in(store: SqlStore) -> None:
    """A moment in another zone is kept as the same instant; one without a zone is refused."""
    there = NOW.astimezone(timezone(timedelta(hours=2)))
    with store.write() as transaction:
        transaction.add_inbox(replace(MAIL, received_at=there))
        assert transaction.unread_before(NOW) == 1
    with store.read() as transaction:
        (mail,) = transaction.inbox()
        assert mail.received_at == NOW
        assert mail.received_at.tzinfo is UTC
    naive = replace(MAIL, dedupe_key="k2", received_at=NOW.replace(tzinfo=None))
    with pytest.raises(StoreError), store.write() as transaction:
        transaction.add_inbox(naive)


def test_dangling_reference_is_refused(store: SqlStore) -> None:
    """Foreign keys count: an order for no phase, a seat in no game."""
    with pytest.raises(StoreError), store.write() as transaction:
        transaction.add_order(OrderRecord(0, 7, "R", 1, "k", "{}", "", "", NOW))
    with pytest.raises(StoreError), store.write() as transaction:
        transaction.save_seat(SeatRecord(0, 7, "R"))


def test_failed_transaction_leaves_nothing(store: SqlStore) -> None:
    """An error of any kind takes the whole transaction back, and the next one works."""
    with pytest.raises(RuntimeError, match="after the game"):
        _add_game_and_break(store)
    with store.write() as transaction:
        assert transaction.games() == ()
        transaction.add_game(GAME)


def _add_game_and_break(store: SqlStore) -> None:
    with store.write() as transaction:
        transaction.add_game(GAME)
        raise RuntimeError("after the game")


def test_reading_changes_nothing(store: SqlStore) -> None:
    """A change in a transaction for reading is an error, not a silent loss."""
    with pytest.raises(StoreError, match="reading"), store.read() as transaction:
        transaction.add_game(GAME)


def test_reading_sees_one_picture(database: Database) -> None:
    """What another writes meanwhile does not show before the reading ends."""
    with database.open() as store, store.read() as reading:
        assert reading.games() == ()
        writer = threading.Thread(target=_add_game, args=(database,))
        writer.start()
        # With the rollback journal the writer waits for us; otherwise it need not.
        writer.join(0.5)
        assert reading.games() == ()
    writer.join()
    with database.open() as store, store.read() as reading:
        assert len(reading.games()) == 1


def _add_game(database: Database) -> None:
    with database.open(busy_seconds=10) as store, store.write() as transaction:
        transaction.add_game(GAME)


def test_locked_database_is_busy_not_broken(tmp_path: Path) -> None:
    """A lock held by another process for too long is told apart from other errors."""
    database = Database(tmp_path / "gm.sqlite3")
    with database.open() as store:
        with database.connect() as other:
            other.exec_driver_sql("SELECT 1")
            with pytest.raises(StoreBusy), store.write():
                pass
        with store.write() as transaction:
            transaction.add_game(GAME)


@pytest.mark.slow
def test_writers_of_one_process_take_turns(tmp_path: Path) -> None:
    """A second writing transaction waits, and gives up after the same time as for others."""
    opened = Database(tmp_path / "gm.sqlite3").open()
    with opened as store, store.write(), pytest.raises(StoreBusy):
        _second_write(store)


def _second_write(store: SqlStore) -> None:
    with store.write():
        pass


@pytest.mark.sampled(3)
def test_no_update_is_lost_between_stores(database: Database) -> None:
    """Threads with stores of their own that read and then write never overwrite each other.

    One that has waited too long is told so and comes again, as the server does: whose turn it is SQLite
    leaves to chance.
    """
    with database.open() as store, store.write() as transaction:
        mail = transaction.add_inbox(MAIL)

    def count() -> None:
        with database.open(busy_seconds=10) as own:
            done, busy = 0, 0
            while done < 50 and busy < 20:
                try:
                    with own.write() as transaction:
                        transaction.release_inbox(mail.id, "again")
                        claimed = transaction.claim_inbox(NOW, NOW)
                        assert claimed is not None
                except StoreBusy:
                    busy += 1
                else:
                    done += 1

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.open() as store, store.read() as transaction:
        assert transaction.inbox_mail(mail.id).attempts == 200
