"""What the store asks of a database, whichever it is.

Two keep what we store: SQLite, one file with one writer at a time (`gm.adapters.sql.engine_sqlite`),
and PostgreSQL, where many processes on many machines write at once (`gm.adapters.sql.engine_postgres`).
What must then be kept apart is said here, as `Locks`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from gm.app.mail_ports import Intake
from gm.errors import StoreError
from gm.time_limit import check_time

BUSY_SECONDS = 10.0
"""How long a transaction waits for others before it gives up."""


def within_time(*_statement: object) -> None:
    """Look at the clock before a statement, where what is done is limited in time; TookTooLong."""
    check_time()


class Queue(Enum):
    """A queue of mail that somebody may sleep beside."""

    INBOX = "gm_inbox"
    OUTBOX = "gm_outbox"


class Locks(Protocol):
    """What a writing transaction holds against others that write beside it.

    Attributes:
        rows: a row that is to be changed is locked when it is read.
    """

    rows: bool

    def game(self, game_id: int) -> bool:
        """Hold a game until the transaction ends; True if what was read before may be stale.

        Raises:
            StoreBusy: another holds it, for longer than we wait or out of turn.
        """
        ...

    def receive(self, now: datetime) -> datetime:
        """Announce that a mail comes in, and return its moment."""
        ...

    def wait_for_intake(self, until: datetime) -> None:
        """Wait for the mails announced before; later ones have a moment after `until`."""
        ...

    def wake(self, queue: Queue) -> None:
        """Have whoever sleeps beside a queue look into it when the transaction has ended."""
        ...


class NoLocks:
    """For a database with one writer at a time, and for transactions that only read."""

    rows = False

    def game(self, game_id: int) -> bool:
        """Nothing was changed since the transaction began, nor will be."""
        return False

    def receive(self, now: datetime) -> datetime:
        """The lock is in hand: nobody has decided on a later moment."""
        return now

    def wait_for_intake(self, until: datetime) -> None:
        """No other transaction is under way."""

    def wake(self, queue: Queue) -> None:
        """Others look by themselves."""


@dataclass(frozen=True, slots=True)
class StoreFacts:
    """What a database says of itself, for `gm doctor`.

    Args:
        kind: "SQLite" or "PostgreSQL".
        version: of the library or the server.
        journal: how commits are kept: "wal", "delete"; "" where that is the server's affair.
        server_time: the server's own time of day; None where there is no server.
        faults: what keeps it from being safe, a sentence each.
    """

    kind: str
    version: str
    journal: str = ""
    server_time: datetime | None = None
    faults: tuple[str, ...] = ()


class WakeupListener(Protocol):
    """Somebody who listens for wake-ups from other processes."""

    def start(self) -> None:
        """Begin to listen."""
        ...

    def stop(self) -> None:
        """Listen no more."""
        ...


class Database(Protocol):
    """An open database.

    Attributes:
        is_shared: processes on other machines may use it too.
    """

    is_shared: bool

    def write(self) -> AbstractContextManager[tuple[Connection, Locks]]:
        """Open a transaction that may change things."""
        ...

    def intake(self) -> AbstractContextManager[Intake]:
        """Open such a transaction for nothing but mail that comes in."""
        ...

    def read(self) -> AbstractContextManager[Connection]:
        """Open a transaction that sees one consistent picture."""
        ...

    def translate(self, fault: DBAPIError) -> StoreError:
        """Return the error of ours that says what a database's means."""
        ...

    def alone(self, name: str) -> AbstractContextManager[bool]:
        """Try to be the only one to do something, and tell whether we are."""
        ...

    def listen(
        self, on_inbox: Callable[[], None], on_outbox: Callable[[], None]
    ) -> WakeupListener:
        """Return who calls these, once started, when somebody has written into a queue."""
        ...

    def facts(self) -> StoreFacts:
        """Return what the database says of itself."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...
