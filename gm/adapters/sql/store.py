"""The store: transactions over the tables, records in and out, on SQLite or on PostgreSQL.

No row leaves the adapters. A transaction that fails leaves nothing behind; what the database says
is turned into StoreBusy (locked or out of reach for too long, try again) or StoreError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from gm.adapters.sql.database import BUSY_SECONDS, StoreFacts, WakeupListener
from gm.adapters.sql.engine import open_database
from gm.adapters.sql.transaction import SqlTransaction
from gm.app.mail_ports import Intake
from gm.errors import StoreBusy, StoreError


class SqlStore:
    """A store in one database, shared by the threads of this process and by other processes.

    Args:
        place: the path of a SQLite file, made with its folder where it is missing; or the URL of a
            PostgreSQL database that is there, "postgresql://user@host/name".
        busy_seconds: how long a transaction waits for others before StoreBusy.

    Raises:
        StoreBusy: the database is locked, or cannot be reached.
        StoreError: it is of a newer program, or is no database of ours.
    """

    def __init__(self, place: Path | str, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self._database = open_database(place, busy_seconds=busy_seconds)

    @property
    def is_shared(self) -> bool:
        """Whether processes on other machines may use it too."""
        return self._database.is_shared

    @contextmanager
    def write(self) -> Iterator[SqlTransaction]:
        """Open a transaction that may change things.

        On SQLite it alone writes until it ends; on PostgreSQL it alone writes to the games it has
        asked for. `docs/adr/0031` says what that rests on.

        Raises:
            StoreBusy: others wrote for longer than we wait, or the database cannot be reached.
            StoreError: the database refused; nothing of the transaction remains.
        """
        with self._translated(), self._database.write() as (connection, locks):
            yield SqlTransaction(connection, locks)

    @contextmanager
    def intake(self) -> Iterator[Intake]:
        """Open a transaction that takes mail in and does nothing else; as `write`, but quicker."""
        with self._translated(), self._database.intake() as intake:
            yield intake

    @contextmanager
    def read(self) -> Iterator[SqlTransaction]:
        """Open a transaction that sees one consistent picture and changes nothing.

        Raises:
            StoreBusy: the database was locked or out of reach for longer than we wait.
            StoreError: the database refused, or something was to be changed.
        """
        with self._translated(), self._database.read() as connection:
            yield SqlTransaction(connection, None)

    @contextmanager
    def alone(self, name: str) -> Iterator[bool]:
        """Try to be the only process that does something, as reading a mailbox; tell if we are.

        Should the connection break meanwhile another may begin, and we do not know.

        Raises:
            StoreBusy, StoreError: as `read`.
        """
        with self._translated(), self._database.alone(name) as alone:
            yield alone

    def listen(
        self, on_inbox: Callable[[], None], on_outbox: Callable[[], None]
    ) -> WakeupListener:
        """Return who calls these, once started, when another process put mail into a queue.

        A call may be missed or come for nothing: whoever is woken looks by himself now and then.
        On SQLite nobody calls.
        """
        return self._database.listen(on_inbox, on_outbox)

    def facts(self) -> StoreFacts:
        """Return what the database says of itself; raises as `read`."""
        with self._translated():
            return self._database.facts()

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as fault:
            raise self._database.translate(fault) from fault
        except PoolTimeout as fault:
            raise StoreBusy(f"all connections to the database are in use: {fault}") from fault
        except SQLAlchemyError as fault:
            raise StoreError(f"the database disagrees: {fault}") from fault
