"""Mail in by IMAP: a mailbox at a provider, looked into by UID (RFC 3501, RFC 4315, RFC 6851).

What is new is what has a UID above the last one stored here. IDLE (RFC 2177) only ends the waiting
early. Before it, the folder is selected anew: mail that came during the look may have been told of
in the answer to any of its commands, and the library keeps that to itself. Nothing is ever expunged
but a mail that was copied away, and only that one.

The library has no type marker; this module carries its types.
"""

from __future__ import annotations

import logging
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from imaplib import IMAP4
from typing import Any

from imapclient import IMAPClient

from gm.app.mail_in.fetching import LARGEST, SLACK, Fetching, Postponed
from gm.app.mail_records import MailSource
from gm.config import Tls
from gm.errors import QuotaUsedUp, TemporaryFailure
from gm.failpoints import failpoint

# Waiting in IDLE (RFC 2177) so that nothing the server tells is overheard.
#
# What comes in one piece with the server's "go ahead" lies read, but unseen, in the library's buffer:
# it waits for the socket. Only the end of an IDLE brings it out. So the first IDLE is short, each
# one after it twice as long, and what the end of one brings out counts.

STEP_SECONDS = 1.0
"""How long to wait before one looks up, to see whether there is something else to do."""


class Idle:
    """A connection in IDLE, from the moment this is made until `end`.

    Args:
        client: an IMAPClient with a folder selected; nobody else may command it meanwhile.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._seconds = STEP_SECONDS
        self._begin()

    def something_came(self) -> bool:
        """Wait a moment; True if the server said something, or answers too soon.

        One that answers at once and says nothing is dead; the next command finds that out.

        Raises:
            IMAP4.error, OSError: the connection is dead, or the server has frozen.
        """
        began = time.monotonic()
        said = self._client.idle_check(timeout=STEP_SECONDS)
        now = time.monotonic()
        if said or now - began < STEP_SECONDS / 2:
            return True
        return now >= self._renew_at and self._renew()

    def end(self) -> list[Any]:
        """Leave IDLE; return what the server said and nobody has seen.

        Raises:
            IMAP4.error, OSError: the connection is dead, or the server has frozen.
        """
        _, unseen = self._client.idle_done()
        return list(unseen)

    def _begin(self) -> None:
        self._client.idle()
        self._renew_at = time.monotonic() + self._seconds

    def _renew(self) -> bool:
        """Leave IDLE and begin it again; True if that brought out something."""
        unseen = self.end()
        self._seconds *= 2
        self._begin()
        return bool(unseen)


_log = logging.getLogger(__name__)

TIMEOUT_SECONDS = 30.0
LONGEST_IDLE = 600.0
"""Servers end an IDLE of half an hour, some routers a silence of a quarter; so does a dead line."""

_WANTED_EVERY = 2
_CHUNK = 50
_BODY = f"BODY.PEEK[]<0.{LARGEST}>"

MOST_TRIES = 3
"""So often a mail that its server cannot show is asked for."""

# The library tells every command at its lowest level, addresses and all.
logging.getLogger("imapclient").setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class ImapAccount:
    """A mailbox and how to reach it.

    Args:
        done_folder: where mail is moved to once it is stored; None leaves it where it is.
        poll_seconds: how often it is looked into, even if the server tells of new mail.
        timeout: how long to wait for an answer of the server, in seconds.
    """

    host: str
    port: int
    tls: Tls
    user: str
    password: str = field(repr=False)
    folder: str = "INBOX"
    done_folder: str | None = None
    poll_seconds: float = 60.0
    timeout: float = TIMEOUT_SECONDS

    @property
    def name(self) -> str:
        """What the mailbox is called in the database and the log."""
        return f"imap {self.user}@{self.host} {self.folder}"


class ImapMailbox:
    """A mailbox at a provider."""

    def __init__(self, account: ImapAccount, fetching: Fetching) -> None:
        self._account = account
        self._fetching = fetching
        self._client: Any = None
        self._failures: Counter[int] = Counter()
        self._extent: tuple[object, ...] = ()
        self._postponed = Postponed[int](fetching.clock)
        # Dealt with, though the row in the database cannot say so: one before them was postponed.
        self._passed = set[int]()

    @property
    def name(self) -> str:
        """What it is called in the log and in the database."""
        return self._account.name

    def look(self, taken: Callable[[], None]) -> None:
        """Take in everything that is new.

        Raises:
            TemporaryFailure: the mailbox cannot be reached, or its server does not do as asked.
            StoreBusy, StoreError: nothing can be stored for now.
        """
        with self._fetching.alone(self.name) as mine, _translated():
            if mine:
                self._look(taken)

    def wait(self, stopping: threading.Event) -> None:
        """Wait for new mail, for the time between two looks at most, or until we stop.

        Raises:
            TemporaryFailure: the connection has broken.
        """
        with _translated():
            if self._client is None or not self._client.has_capability("IDLE"):
                self._wait_until(stopping, lambda: stopping.wait(STEP_SECONDS))
            elif not self._has_grown():
                idle = Idle(self._client)
                self._wait_until(stopping, idle.something_came)
                # A connection that is dead, or a server that has frozen, raises here.
                idle.end()

    def _has_grown(self) -> bool:
        """Whether mail came since the folder was selected last, by a look or by this."""
        was = self._extent
        self._extent = _extent(self._client.select_folder(self._account.folder))
        return self._extent != was

    def close(self) -> None:
        """Let the connection go, without a word."""
        if self._client is not None:
            with suppress(Exception):
                self._client.shutdown()
        self._client = None

    # looking

    def _look(self, taken: Callable[[], None]) -> None:
        began = self._fetching.clock.now()
        client = self._open()
        chosen = client.select_folder(self._account.folder)
        self._extent = _extent(chosen)
        validity = str(chosen[b"UIDVALIDITY"])
        cursor = self._fetching.cursor()
        if cursor is None:
            cursor = self._begin(validity, taken)
        elif cursor.validity != validity:
            _log.warning("%s was made anew by its server; it is read again", self.name)
            self._failures.clear()
            self._postponed.today().clear()
            self._passed.clear()
            cursor = self._read_all(replace(cursor, validity=validity), taken)
        there = self._left(self._new(cursor.last))
        for chunk in _chunks(there):
            for uid in chunk:
                if self._take(uid, cursor):
                    taken()
            del there[: len(chunk)]
            cursor = self._fetching.note(replace(cursor, last=self._behind(chunk, there)))
        was = cursor.polled_at
        if self._fetching.looked(cursor, began).polled_at != was:
            taken()

    def _left(self, uids: list[int]) -> list[int]:
        """Return those of some mails that are to be taken now; yesterday's are tried again."""
        postponed = self._postponed.today()
        return [uid for uid in uids if uid not in self._passed and uid not in postponed]

    def _behind(self, uids: Collection[int], still: Collection[int] = ()) -> int:
        """Return the UID up to which everything was dealt with, once some mails were.

        Args:
            uids: these mails; still: those that are to be taken yet.
        """
        postponed = self._postponed.today()
        self._passed.update(uid for uid in uids if uid not in postponed)
        if waiting := {*postponed, *still}:
            return min(waiting) - 1
        last = max(self._passed, default=0)
        self._passed.clear()
        return last

    def _begin(self, validity: str, taken: Callable[[], None]) -> MailSource:
        """Look for the first time: what lies there is left alone, unless a date was asked for."""
        first = self._fetching.first(validity)
        if self._fetching.since is not None:
            return self._read_all(first, taken)
        there = self._new(0)
        _log.info("%s: %d mails that lie there already are left alone", self.name, len(there))
        return self._fetching.note(replace(first, last=max(there, default=0)))

    def _read_all(self, cursor: MailSource, taken: Callable[[], None]) -> MailSource:
        """Take in all there is from the moment on at which the mailbox became ours.

        How far it was read is noted at the end only: cut off, it is done again from the start.
        """
        there = self._new(0)
        wanted = self._new(0, cursor.since)
        for uid in wanted:
            if self._take(uid, cursor, since=cursor.since):
                taken()
        return self._fetching.note(replace(cursor, last=self._behind([*there, *wanted])))

    def _new(self, last: int, since: datetime | None = None) -> list[int]:
        """Return the UIDs above one, lowest first; a server asked for 100:* may return 3."""
        # The server's day may have begun before ours.
        late = ["SINCE", (since - timedelta(days=2)).date()] if since else []
        uids = self._client.search(["UID", f"{last + 1}:*", *late])
        return sorted(uid for uid in uids if uid > last)

    def _take(self, uid: int, cursor: MailSource, since: datetime | None = None) -> bool:
        """Take one mail in; False if it is there no more, or is from before a moment.

        One that the server cannot show is tried again, and then left where it is: the mails
        behind it are not lost for it.
        """
        try:
            return self._take_one(uid, cursor, since)
        except QuotaUsedUp as fault:
            _log.info("%s: mail %d is left there for now: %s", self.name, uid, fault)
            self._postponed.add(uid)
            return False
        except IMAP4.abort:
            raise
        except (IMAP4.error, ValueError) as fault:
            self._failures[uid] += 1
            if self._failures[uid] < MOST_TRIES:
                raise TemporaryFailure(f"mail {uid} cannot be fetched: {fault}") from fault
            _log.exception("%s: mail %d cannot be fetched and is left there", self.name, uid)
            return False

    def _take_one(self, uid: int, cursor: MailSource, since: datetime | None) -> bool:
        if since is not None:
            facts = self._client.fetch([uid], ["INTERNALDATE"]).get(uid)
            if facts is None or self._came(facts) < since:
                return False
        facts = self._client.fetch([uid], ["INTERNALDATE", _BODY]).get(uid, {})
        raw = facts.get(b"BODY[]<0>", facts.get(b"BODY[]"))
        if raw is None:
            return False
        came = self._came(facts)
        old = came < cursor.since - SLACK
        self._fetching.take(bytes(raw), f"{cursor.validity}/{uid}", came, old=old)
        failpoint("source.before_move")
        if self._account.done_folder is not None:
            self._move(uid, self._account.done_folder)
        return True

    def _came(self, facts: Mapping[bytes, object]) -> datetime:
        """Return when the server took a mail in."""
        given = facts.get(b"INTERNALDATE")
        if not isinstance(given, datetime):
            return self._fetching.clock.now()
        return given.replace(tzinfo=UTC) if given.tzinfo is None else given.astimezone(UTC)

    def _move(self, uid: int, folder: str) -> None:
        client = self._client
        if client.has_capability("MOVE"):
            client.move([uid], folder)
            return
        client.copy([uid], folder)
        client.delete_messages([uid], silent=True)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge([uid])

    # the connection

    def _open(self) -> Any:
        """Return a connection that is logged in."""
        if self._client is None:
            account = self._account
            encrypted = account.tls is Tls.TLS
            client: Any = IMAPClient(
                account.host,
                port=account.port,
                ssl=encrypted,
                ssl_context=ssl.create_default_context() if encrypted else None,
                timeout=account.timeout,
            )
            try:
                self._log_in(client)
            except BaseException:
                with suppress(Exception):
                    client.shutdown()
                raise
            self._client = client
        return self._client

    def _log_in(self, client: Any) -> None:
        account = self._account
        client.normalise_times = False
        _keep_alive(client.socket())
        if account.tls is Tls.STARTTLS:
            client.starttls(ssl.create_default_context())
        client.login(account.user, account.password)
        if account.done_folder is not None and not client.folder_exists(account.done_folder):
            client.create_folder(account.done_folder)

    # waiting

    def _wait_until(self, stopping: threading.Event, step: Callable[[], bool]) -> None:
        end = time.monotonic() + min(self._account.poll_seconds, LONGEST_IDLE)
        steps = 0
        while not step() and not stopping.is_set() and time.monotonic() < end:
            steps += 1
            if steps % _WANTED_EVERY == 0 and self._fetching.is_wanted():
                return


def _extent(chosen: Mapping[bytes, object]) -> tuple[object, ...]:
    """Return what changes when mail comes; few servers, and old ones, do not tell the next UID."""
    return chosen[b"UIDVALIDITY"], chosen.get(b"UIDNEXT", chosen[b"EXISTS"])


def _chunks(uids: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(uids), _CHUNK):
        yield uids[start : start + _CHUNK]


def _keep_alive(line: socket.socket) -> None:
    """Have the system find out that the other machine is gone, where it can."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 20), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, name):
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except IMAP4.error as fault:
        raise TemporaryFailure(f"the server said: {fault}") from fault
    except OSError as fault:
        raise TemporaryFailure(str(fault) or type(fault).__name__) from fault
