"""Databases for tests of something else: quickly made, and written to without waiting for the disk.

To run all migrations takes longer than most tests do, and so does the disk: a new database is a copy,
and its commits are left to the system to bring to the disk. What a power cut would cost is of no
interest where nobody cuts it; the tests of the store and of crashes wait as a server does.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from gm.adapters.sql import engine_sqlite
from gm.adapters.sql.store import SqlStore


def make_empty(folder: Path) -> Path:
    """Make a database without a row, by the migrations."""
    path = folder / "empty.sqlite3"
    SqlStore(path).close()
    return path


@contextmanager
def copied(empty: Path) -> Iterator[None]:
    """Copy it for the length of a `with` wherever a SQLite database is to be made, and hurry."""
    migrate, set_up = engine_sqlite._migrate, engine_sqlite._set_up

    def fill(path: Path, busy_seconds: float) -> None:
        if path.stat().st_size:
            migrate(path, busy_seconds)
        else:
            shutil.copyfile(empty, path)

    def hurry(connection: Any, record: object) -> None:
        set_up(connection, record)
        connection.execute("PRAGMA synchronous = OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_sqlite, "_migrate", fill)
        patch.setattr(engine_sqlite, "_set_up", hurry)
        yield
