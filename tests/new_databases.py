"""New databases as copies of one: to run all migrations takes longer than most tests do."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
    """Copy it for the length of a `with` wherever a SQLite database is to be made."""
    migrate = engine_sqlite._migrate

    def fill(path: Path, busy_seconds: float) -> None:
        if path.stat().st_size:
            migrate(path, busy_seconds)
        else:
            shutil.copyfile(empty, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_sqlite, "_migrate", fill)
        yield
