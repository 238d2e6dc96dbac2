"""The only place that opens a database: a SQLite file, or PostgreSQL by its URL."""

from __future__ import annotations

from pathlib import Path

from gm.adapters.sql.database import BUSY_SECONDS, Database
from gm.adapters.sql.engine_sqlite import SqliteDatabase
from gm.errors import StoreError


def open_database(place: Path | str, *, busy_seconds: float = BUSY_SECONDS) -> Database:
    """Open a database, made where it is not there and brought to the version of this program.

    Args:
        place: the path of a SQLite file, or a URL "postgresql://...".
        busy_seconds: how long a transaction waits for others before StoreBusy.

    Raises:
        StoreBusy: it cannot be reached, or others hold it for longer than we wait.
        StoreError: it is of a newer program, or is none of ours, or cannot be made.
    """
    if isinstance(place, Path):
        return SqliteDatabase(place, busy_seconds=busy_seconds)
    # Its driver is an extra; who has a file needs none.
    try:
        from gm.adapters.sql.engine_postgres import PostgresDatabase
    except ImportError as fault:
        raise StoreError(
            f"PostgreSQL needs psycopg: pip install 'gm-pbem[postgres]' ({fault})"
        ) from fault

    return PostgresDatabase(place, busy_seconds=busy_seconds)
