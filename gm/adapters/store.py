"""The store on SQLite: transactions over the tables, records in and out.

No row leaves this module. A transaction that fails leaves nothing behind; what the database says
is turned into StoreBusy (locked for too long, try again) or StoreError.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from gm.adapters.engine import BUSY_SECONDS, WRITING, is_busy, make_engine, prepare
from gm.adapters.transaction import SqlTransaction
from gm.errors import StoreBusy, StoreError


class SqlStore:
    """A store in one SQLite file, shared by the threads of this process and by other processes.

    Args:
        path: the file; it and its folder are made where they are missing.
        busy_seconds: how long a transaction waits for others before StoreBusy.

    Raises:
        StoreError: the file is of a newer program, or is no database of ours.
    """

    def __init__(self, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
        with _translated():
            prepare(path, busy_seconds=busy_seconds)
        self._engine = make_engine(path, busy_seconds=busy_seconds)
        self._writer: Engine = self._engine.execution_options(begin=WRITING)
        self._busy_seconds = busy_seconds
        # Threads of one process queue here in turn; SQLite's own waiting is by naps, and unfair.
        self._turn = threading.Lock()

    @contextmanager
    def write(self) -> Iterator[SqlTransaction]:
        """Open a transaction that may change things; it alone writes until it ends.

        Raises:
            StoreBusy: others wrote for longer than we wait.
            StoreError: the database refused; nothing of the transaction remains.
        """
        if not self._turn.acquire(timeout=self._busy_seconds):
            raise StoreBusy("the database is busy with other writers")
        try:
            # Beginning takes the lock, before anything is read.
            with _translated(), self._writer.begin() as connection:
                yield SqlTransaction(connection, may_write=True)
        finally:
            self._turn.release()

    @contextmanager
    def read(self) -> Iterator[SqlTransaction]:
        """Open a transaction that sees one consistent picture and changes nothing.

        Raises:
            StoreBusy: the database was locked for longer than we wait.
            StoreError: the database refused, or something was to be changed.
        """
        with _translated(), self._engine.connect() as connection:
            yield SqlTransaction(connection, may_write=False)

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

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
def _translated() -> Iterator[None]:
    try:
        yield
    except DBAPIError as fault:
        if is_busy(fault.orig):
            raise StoreBusy(f"the database is locked: {fault.orig}") from fault
        raise StoreError(f"the database refused: {fault.orig}") from fault
    except SQLAlchemyError as fault:
        raise StoreError(f"the database disagrees: {fault}") from fault
