"""Taking mail in: what is stored, and when two mails are the same."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from gm.adapters.sql.store import SqlStore
from gm.app.mail_in.intake import accept, dedupe_key
from gm.app.records import InboxMail, InboxState
from gm.errors import StoreBusy
from gm.testing.clock import START, FakeClock

RAW = (
    b"Received: from x by y\r\nFrom: Ann <ann@x.org>\r\nMessage-ID: <a b c>\r\n"
    b"Date: Sun, 1 Nov 2026 12:00:00 +0000\r\nSubject: orders\r\n\r\nA KkW-Wat\r\n\x00\xff\r\n"
)


def take(store: SqlStore, raw: bytes = RAW, *to: str, source: str = "smtp") -> list[InboxMail]:
    """Accept a mail at the fake clock's noon."""
    return list(accept(store, FakeClock(), raw, "ann@x.org", to or ("gm+tara@y",), source))


def test_mail_is_stored_byte_for_byte_for_each_recipient(store: SqlStore) -> None:
    """Every recipient has a row with the bytes as they came and the moment of our clock."""
    stored = take(store, RAW, "gm+tara@y", "gm+emain@y", "GM+tara@y")
    with store.read() as transaction:
        assert transaction.inbox() == tuple(stored)
    assert [mail.recipient for mail in stored] == ["gm+tara@y", "gm+emain@y", "GM+tara@y"]
    assert {(mail.raw, mail.received_at, mail.envelope_from) for mail in stored} == {
        (RAW, START, "ann@x.org")
    }
    assert [mail.state for mail in stored] == [
        InboxState.NEW,
        InboxState.NEW,
        InboxState.DUPLICATE,
    ]


def test_same_mail_by_two_ways_has_one_effect(store: SqlStore) -> None:
    """By SMTP, and by a pipe with other line ends, trace headers and an mbox line: one mail."""
    (first,) = take(store)
    piped = b"From ann@x.org Sun Nov  1 12:00:00 2026\n" + RAW.replace(b"\r\n", b"\n").replace(
        b"Received: from x by y\n", b"Received: from y by z\nReceived: from x by y\n"
    )
    (again,) = take(store, piped + b"\n", source="pipe")
    assert (again.state, again.duplicate_of) == (InboxState.DUPLICATE, first.id)
    assert again.raw == piped + b"\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"KkW-Wat", b"KkW-Kil"),
        (b"<a b c>", b"<a b d>"),
        (b"Subject: orders", b"Subject: other orders"),
        (b"12:00:00 +", b"12:00:01 +"),
        (b"Ann <ann@x.org>", b"Bob <bob@x.org>"),
        (b"Message-ID: <a b c>\r\n", b""),
    ],
)
def test_any_difference_that_counts_makes_another_mail(old: bytes, new: bytes) -> None:
    """Text, Message-ID to its last blank, subject, date and sender tell mails apart."""
    assert dedupe_key(RAW, "gm@y") != dedupe_key(RAW.replace(old, new), "gm@y")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"\r\n", b"\n"),
        (b"\r\n", b"\r\r\n"),
        (b"Received: from x by y\r\n", b"X-Spam: no\r\n"),
        (b"Subject: orders", b"subject:\r\n orders"),
    ],
)
def test_what_servers_change_on_the_way_does_not_count(old: bytes, new: bytes) -> None:
    """Line ends, trace headers, folding and the case of header names are not the mail."""
    assert dedupe_key(RAW, "gm@y") == dedupe_key(RAW.replace(old, new), "GM@Y")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("raw", [b"", b"\x00", b"\r\n\r\n", b"no header at all", b"\xff" * 1000])
def test_any_bytes_are_a_mail(store: SqlStore, raw: bytes) -> None:
    """Whatever arrives is stored; what it is worth is seen later."""
    (mail,) = take(store, raw)
    assert mail.raw == raw
    assert mail.state is InboxState.NEW


def test_addresses_of_any_bytes_can_be_stored(store: SqlStore) -> None:
    """Bytes that are no text in an envelope do not stop the mail."""
    (mail,) = accept(store, FakeClock(), RAW, "a\udcff@x", ["gm@y"], "smtp")
    assert mail.envelope_from == "a\ufffd@x"


def test_moment_is_taken_with_the_lock_in_hand(tmp_path: Path) -> None:
    """A mail that waited for the database was received when it was stored, not before.

    A phase resolved while it waited was due before; so no mail is in time and yet too late.
    """
    path = tmp_path / "gm.sqlite3"
    with SqlStore(path) as store, SqlStore(path, busy_seconds=0.05) as other:
        clock = _Trying(other)
        accept(store, clock, RAW, "", ["gm@y"], "pipe")
        assert clock.found_busy == [True]


class _Trying:
    """A clock that tries to write whenever it is asked for the time."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.found_busy: list[bool] = []

    def now(self) -> datetime:
        """Return the time of day."""
        try:
            with self._store.write():
                self.found_busy.append(False)
        except StoreBusy:
            self.found_busy.append(True)
        return datetime.now(UTC)
