"""Databases for tests of something else: quickly made, and written to without waiting for the disk.

To run all migrations takes longer than most tests do, and so does the disk: a new database is a copy,
and its commits are left to the system to bring to the disk. What a power cut would cost is of no
interest where nobody cuts it; the tests of the store and of crashes wait as a server does.

A server compiles each of its statements to SQL once, and a test would do so for each of its databases:
a tenth of its time. So these have one dialect and one store of compiled statements in a process.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from gm.adapters.sql import engine_sqlite
from gm.adapters.sql.store import SqlStore


def make_empty(folder: Path) -> Path:
    """Make a database without a row, by the migrations."""
    path = folder / "empty.sqlite3"
    SqlStore(path).close()
    return path


_first: list[Engine] = []


def compiled_once(engine: Engine) -> Engine:
    """Let an engine use what the first one of this process has compiled."""
    if not _first:
        engine.connect().close()  # the dialect asks the driver what it can do
        _first.append(engine)
    engine.dialect = _first[0].dialect
    engine._compiled_cache = _first[0]._compiled_cache
    return engine


@contextmanager
def copied(empty: Path) -> Iterator[None]:
    """Copy it for the length of a `with` wherever a SQLite database is to be made, and hurry."""
    migrate, set_up = engine_sqlite._migrate, engine_sqlite._set_up
    make = engine_sqlite.make_engine

    def fill(path: Path, busy_seconds: float) -> None:
        if path.stat().st_size:
            migrate(path, busy_seconds)
        else:
            shutil.copyfile(empty, path)

    def hurry(connection: Any, record: object) -> None:
        set_up(connection, record)
        connection.execute("PRAGMA synchronous = OFF")

    def make_alike(path: Path, *, busy_seconds: float = engine_sqlite.BUSY_SECONDS) -> Engine:
        return compiled_once(make(path, busy_seconds=busy_seconds))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_sqlite, "make_engine", make_alike)
        patch.setattr(engine_sqlite, "_migrate", fill)
        patch.setattr(engine_sqlite, "_set_up", hurry)
        yield
