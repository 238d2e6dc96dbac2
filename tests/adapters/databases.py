"""A place for a store, in either database, that tests open as often as they like."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, create_engine, make_url

from gm.adapters.sql.engine_sqlite import WRITING, make_engine
from gm.adapters.sql.store import SqlStore

BUSY = 0.3
"""Seconds that a store of a test waits for others."""


@dataclass(frozen=True)
class Database:
    """Where a test's store lies: a file, or a URL.

    Attributes:
        place: what the store is opened with.
        kind: "sqlite" or "postgresql".
    """

    place: Path | str

    @property
    def kind(self) -> str:
        """Which database it is."""
        return "sqlite" if isinstance(self.place, Path) else "postgresql"

    def open(self, busy_seconds: float = BUSY) -> SqlStore:
        """Open a store on it, one of several perhaps."""
        return SqlStore(self.place, busy_seconds=busy_seconds)

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Open a connection past the store, in a transaction that is committed at the end."""
        if isinstance(self.place, Path):
            engine = make_engine(self.place).execution_options(begin=WRITING)
        else:
            engine = create_engine(make_url(self.place).set(drivername="postgresql+psycopg"))
        try:
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()
