"""A database of an older program, with rows in it, brought to the version of this one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import column, insert, table, text

from gm.adapters.sql.migrate import upgrade_over
from gm.adapters.sql.tables import InboxRow
from gm.app.records import (
    GameRecord,
    GameStatus,
    InboxMail,
    InboxState,
    OrderRecord,
    OutboxMail,
    OutboxState,
    Person,
    PhaseRecord,
    SeatRecord,
    raw_digest,
)
from gm.errors import StoreError
from tests.adapters.conftest import BOTH
from tests.adapters.databases import Database

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)

ROWS: dict[str, list[dict[str, object]]] = {
    "games": [
        {
            "id": 1,
            "name": "tara",
            "name_key": "tara",
            "variant": "republic",
            "gm_name": "Maeve",
            "gm_address": "m@example.org",
            "created_at": NOW,
            "options": '{"bridges": "all"}',
            "time_zone": "UTC",
            "lengths": '{"movement": 3600}',
            "keep_impossible": False,
            "seed": "",
            "status": "running",
            "several_seats": True,
        }
    ],
    "persons": [
        {
            "id": 1,
            "name": "Ann",
            "address": "Ann@Example.org",
            "address_key": "ann@example.org",
            "time_zone": "UTC",
        }
    ],
    "seats": [{"id": 1, "game_id": 1, "seat": "MUNSTER", "person_id": 1}],
    "phases": [
        {
            "id": 1,
            "game_id": 1,
            "number": 1,
            "name": "F1016M",
            "state": "{}",
            "deadline": NOW,
            "opened_at": NOW,
            "status": "open",
            "version": 3,
            "rules_version": "1",
            "board_digest": "",
            "held_because": "",
        }
    ],
    "inbox": [
        {
            "id": key,
            "dedupe_key": f"k{min(key, 2)}",
            "raw": b"\x00\xff",
            "envelope_from": "ann@example.org",
            "recipient": "gm+tara@example.org",
            "source": "smtp",
            "received_at": NOW,
            "state": state,
            "attempts": 1,
            "note": "",
            "duplicate_of": 2 if key == 3 else None,
        }
        for key, state in ((1, "done"), (2, "new"), (3, "duplicate"))
    ],
    "orders": [
        {
            "id": 1,
            "phase_id": 1,
            "seat": "MUNSTER",
            "sequence": 0,
            "key": "unit Ker",
            "order": "",
            "canonical": "A Ker H",
            "text": "A Ker H",
            "given_at": NOW,
            "inbox_id": 1,
            "ahead": "",
        }
    ],
    "outbox": [
        {
            "id": 1,
            "key": "receipt 1",
            "message_id": "<1@y>",
            "envelope_from": "",
            "recipient": "Ann@Example.org",
            "raw": b"Subject: x\r\n\r\n",
            "created_at": NOW,
            "next_at": NOW,
            "state": "sent",
            "attempts": 1,
            "last_reply": "250 ok",
            "sent_at": NOW,
            "game_id": 1,
        }
    ],
}


def fill(database: Database, revision: str) -> None:
    """Make a database of an older version, with rows as its program wrote them."""
    with database.connect() as connection:
        upgrade_over(connection, revision)
        for name, rows in ROWS.items():
            for row in rows:
                values = {key: _as_written(database, value) for key, value in row.items()}
                target = table(name, *(column(key) for key in row))
                connection.execute(insert(target).values(values))
            if database.kind == "postgresql":
                connection.execute(
                    text(f"SELECT setval('{name}_id_seq', (SELECT max(id) FROM {name}))")  # noqa: S608
                )


def _as_written(database: Database, value: object) -> object:
    if isinstance(value, datetime) and database.kind == "sqlite":
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")
    return value


@pytest.fixture(params=BOTH)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A database of the version before mail was trusted."""
    if request.param == "sqlite":
        database = Database(tmp_path / "gm.sqlite3")
    else:
        database = Database(request.getfixturevalue("postgres_url"))
    fill(database, "0005")
    return database


@pytest.mark.sampled(3)
def test_every_row_is_kept(older: Database) -> None:
    """What was stored is there, and what is new of it says that it was so before."""
    mails = {
        key: InboxMail(
            key,
            f"k{min(key, 2)}",
            b"\x00\xff",
            "ann@example.org",
            "gm+tara@example.org",
            "smtp",
            NOW,
            NOW,
            state=state,
            attempts=1,
            duplicate_of=2 if key == 3 else None,
            settled_at=None if state is InboxState.NEW else NOW,
        )
        for key, state in ((1, InboxState.DONE), (2, InboxState.NEW), (3, InboxState.DUPLICATE))
    }
    with older.open() as store, store.read() as transaction:
        assert transaction.games() == (
            GameRecord(
                1,
                "tara",
                "republic",
                "Maeve",
                "m@example.org",
                NOW,
                {"bridges": "all"},
                lengths={"movement": 3600},
                status=GameStatus.RUNNING,
                several_seats=True,
            ),
        )
        ann = Person(1, "Ann", "Ann@Example.org")
        assert transaction.seats(1) == (SeatRecord(1, 1, "MUNSTER", ann),)
        assert transaction.phases(1) == (
            PhaseRecord(1, 1, 1, "F1016M", "{}", NOW, NOW, version=3, rules_version="1"),
        )
        assert {mail.id: mail for mail in transaction.inbox()} == mails
        assert transaction.active_orders(1) == (
            OrderRecord(1, 1, "MUNSTER", 0, "unit Ker", "", "A Ker H", "A Ker H", NOW, inbox_id=1),
        )
        assert transaction.outbox() == (
            OutboxMail(
                1,
                "receipt 1",
                "<1@y>",
                "",
                "Ann@Example.org",
                b"Subject: x\r\n\r\n",
                NOW,
                NOW,
                OutboxState.SENT,
                1,
                "250 ok",
                NOW,
                1,
            ),
        )


def test_it_goes_on_as_if_it_had_always_been_so(older: Database) -> None:
    """Waiting mail is read, a second delivery is known, a new row has a new key."""
    with older.open() as store, store.write() as transaction:
        waiting = transaction.claim_inbox(NOW, NOW)
        assert waiting is not None
        assert waiting.id == 2
        transaction.settle_inbox(2, InboxState.DONE, NOW)
        again = InboxMail(
            0, "k2", b"", "", "gm@example.org", "imap", NOW, NOW, source_key="imap 7"
        )
        stored = transaction.add_inbox(again)
        assert (stored.id, stored.state, stored.duplicate_of) == (4, InboxState.DUPLICATE, 2)
        assert transaction.add_inbox(again) == replace(stored, raw=b"\x00\xff")
        newest = transaction.person_of_address("ANN@example.ORG")
        assert newest is not None
        assert transaction.save_person(newest) == newest
        assert transaction.is_known("k1")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("why", "for_orders"),
    [
        ("no orders came from Munster, and this phase waits for all powers", True),
        ("the server was down at the deadline", False),
        ("", False),
    ],
)
def test_a_held_phase_goes_on_waiting_for_the_same(
    older: Database, why: str, for_orders: bool
) -> None:
    """What only the words of the reason told stands in a column of its own."""
    with older.connect() as connection:
        connection.execute(
            text("UPDATE phases SET status = 'held', held_because = :why"), {"why": why}
        )
    with older.open() as store, store.read() as transaction:
        (phase,) = transaction.phases(1)
    assert (phase.held_because, phase.held_for_orders) == (why, for_orders)


def test_a_row_that_refers_to_nothing_stops_it(older: Database) -> None:
    """What was spoilt before is not made worse: the old database stays as it was."""
    if older.kind == "postgresql":
        return  # it never lets such a row be
    with older.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("COMMIT")
        driver.execute("PRAGMA foreign_keys = OFF")
        driver.execute("BEGIN")
        connection.exec_driver_sql("UPDATE orders SET inbox_id = 99")
    with pytest.raises(StoreError, match="refer to nothing"):
        older.open()
    with older.connect() as connection:
        version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    assert version == "0005"


@pytest.mark.sampled(3)
def test_the_tables_have_no_column_the_steps_left_out(older: Database) -> None:
    """A database brought up to date has the columns of a new one, in any order."""
    with older.open():
        pass
    with older.connect() as connection:
        row = connection.exec_driver_sql("SELECT * FROM inbox").mappings().first()
    assert row is not None
    assert set(row) == set(InboxRow.model_fields)


@pytest.mark.sampled(3)
def test_bytes_that_were_stored_several_times_are_kept_once(older: Database) -> None:
    """The same bytes, whoever got them, have one place; other bytes keep theirs, a duplicate's too."""
    with older.connect() as connection:
        connection.execute(text("UPDATE inbox SET raw = :raw WHERE id = 3"), {"raw": b"by IMAP"})
    with older.open() as store, store.read() as transaction:
        assert [mail.raw for mail in transaction.inbox()] == [b"\x00\xff", b"\x00\xff", b"by IMAP"]
    with older.connect() as connection:
        kept = connection.exec_driver_sql("SELECT id, raw_id FROM inbox ORDER BY id").all()
        assert [tuple(row) for row in kept] == [(1, 1), (2, 1), (3, 3)]
        digests = connection.exec_driver_sql("SELECT id, digest, raw FROM raws ORDER BY id").all()
        expected = [(1, b"\x00\xff"), (3, b"by IMAP")]
        assert [(row.id, bytes(row.raw)) for row in digests] == expected
        assert [bytes(row.digest) for row in digests] == [raw_digest(raw) for _, raw in expected]
    with older.open() as store, store.write() as transaction:
        new = InboxMail(0, "k9", b"new", "", "gm@example.org", "smtp", NOW, NOW)
        transaction.add_inbox(new)
        assert transaction.inbox()[-1].raw == b"new"


def test_an_empty_inbox_is_moved_too(tmp_path: Path) -> None:
    """A database without a mail counts its bytes from one."""
    empty = Database(tmp_path / "gm.sqlite3")
    with empty.connect() as connection:
        upgrade_over(connection, "0009")
    with empty.open() as store, store.write() as transaction:
        mail = InboxMail(0, "k", b"new", "", "gm@example.org", "smtp", NOW, NOW)
        assert transaction.add_inbox(mail).id == 1
        assert transaction.inbox_mail(1).raw == b"new"
