"""The transaction that takes mail in: quicker than the others, and as safe, on both databases."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from gm.adapters.sql.store import SqlStore
from gm.app.records import InboxMail, InboxState
from gm.errors import StoreBusy, StoreError

NOON = datetime(2026, 11, 1, 12, 0, 0, 123456, tzinfo=UTC)

# Every field differs from every other and from what it is if nothing is said.
WHOLE = InboxMail(
    0,
    "key",
    b"\x00raw\xff",
    "ann@x.org",
    "gm+tara@y",
    "imap",
    NOON,
    NOON + timedelta(seconds=1),
    state=InboxState.SUPPRESSED,
    attempts=3,
    note="why",
    source_key="INBOX 1/17",
    sender_key="sender",
    claimed_until=NOON + timedelta(seconds=2),
    settled_at=NOON + timedelta(seconds=3),
    confirmed=True,
)
PLAIN = InboxMail(0, "k1", b"raw", "ann@x.org", "gm@y", "smtp", NOON, NOON)


def take(store: SqlStore, *mails: Any) -> None:
    """Take mails in, in one transaction."""
    with store.intake() as intake:
        for one in mails:
            intake.add_inbox(one)


def test_a_mail_is_kept_field_by_field(store: SqlStore) -> None:
    """What was taken in is what every other transaction finds, and it is what was returned."""
    with store.intake() as intake:
        first = intake.add_inbox(WHOLE)
        second = intake.add_inbox(PLAIN)
    with store.read() as transaction:
        assert transaction.inbox() == (first, second)
    assert first == replace(WHOLE, id=first.id)
    assert second == replace(PLAIN, id=second.id)
    assert 0 < first.id < second.id


def test_the_like_of_a_mail_is_a_duplicate(store: SqlStore) -> None:
    """By whichever transaction the first came, and in the same as well."""
    with store.write() as transaction:
        first = transaction.add_inbox(PLAIN)
    with store.intake() as intake:
        again = [intake.add_inbox(replace(PLAIN, source="pipe")) for _ in range(2)]
    with store.read() as transaction:
        assert transaction.inbox() == (first, *again)
    assert {(one.state, one.duplicate_of, one.settled_at) for one in again} == {
        (InboxState.DUPLICATE, first.id, NOON)
    }


def test_a_mail_from_the_same_place_is_not_stored_again(store: SqlStore) -> None:
    """What was fetched before is returned as it is, whatever its text is now."""
    with store.intake() as intake:
        first = intake.add_inbox(WHOLE)
        assert intake.add_inbox(replace(WHOLE, dedupe_key="other")) == first
    with store.intake() as intake:
        assert intake.add_inbox(WHOLE) == first
        elsewhere = intake.add_inbox(replace(WHOLE, source_key="INBOX 1/18"))
    assert elsewhere.duplicate_of == first.id
    with store.read() as transaction:
        assert transaction.inbox() == (first, elsewhere)


def test_what_fails_leaves_nothing(store: SqlStore) -> None:
    """All of a transaction is stored or none of it, and the next one finds nothing amiss."""
    with pytest.raises(StoreError):
        take(store, PLAIN, replace(WHOLE, game_id=77))
    with pytest.raises(AttributeError):
        take(store, PLAIN, "no mail")
    with store.read() as transaction:
        assert transaction.inbox() == ()
    with store.intake() as intake:
        intake.add_inbox(PLAIN)
    with store.read() as transaction:
        assert len(transaction.inbox()) == 1


def test_nothing_is_seen_before_the_end(store: SqlStore) -> None:
    """Others see a mail when it is committed."""
    with store.intake() as intake:
        intake.add_inbox(PLAIN)
        with store.read() as transaction:
            assert transaction.inbox() == ()
    with store.read() as transaction:
        assert len(transaction.inbox()) == 1


def test_a_moment_without_a_zone_is_refused(store: SqlStore) -> None:
    """A time of day that may be anywhere's is not stored."""
    with pytest.raises((StoreError, ValueError)), store.intake() as intake:
        intake.add_inbox(replace(PLAIN, received_at=NOON.replace(tzinfo=None)))
    with store.read() as transaction:
        assert transaction.inbox() == ()


@pytest.mark.parametrize("held_by", ["write", "intake"])
def test_on_a_file_nobody_else_writes_meanwhile(tmp_path: Path, held_by: str) -> None:
    """Of two processes on SQLite the second is told that the first is at work."""
    path = tmp_path / "gm.sqlite3"
    with SqlStore(path) as store, SqlStore(path, busy_seconds=0.05) as other:
        with getattr(store, held_by)(), pytest.raises(StoreBusy, match="locked"):
            take(other, PLAIN)
        with store.intake(), pytest.raises(StoreBusy, match="locked"), other.write():
            pass


@pytest.mark.server("postgres")
def test_on_a_server_several_take_mail_in_at_once(gm_postgres_url: str) -> None:
    """Two receivers on PostgreSQL wait for each other only if they are given the same mail."""
    with SqlStore(gm_postgres_url) as store, SqlStore(gm_postgres_url) as other:
        with store.intake() as intake, other.intake() as beside:
            intake.add_inbox(PLAIN)
            beside.add_inbox(WHOLE)
        with store.read() as transaction:
            assert len(transaction.inbox()) == 2
