"""The only place that opens the database.

SQLite as the store needs it: every write begins with BEGIN IMMEDIATE, so that a transaction that
reads and then writes is never overtaken; foreign keys count; a commit is on the disk before it
returns. A database in WAL mode is used only with a SQLite that has the WAL-reset fix (3.51.3),
which the driver `pysqlite3` brings; with an older one the rollback journal is.
"""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event

from gm.adapters.migrations import HEAD
from gm.errors import StoreBusy, StoreError
from gm.failpoints import failpoint
from gm.resources import migrations_dir

BUSY_SECONDS = 10.0
"""How long a transaction waits for a locked database before it gives up."""

WAL_FIXED = (3, 51, 3)
_BUSY_CODES = {5, 6}  # SQLITE_BUSY, SQLITE_LOCKED; their extended codes carry more above a byte

WRITING = "BEGIN IMMEDIATE"
_READING = "BEGIN"


def _find_driver() -> ModuleType:
    try:
        return import_module("pysqlite3.dbapi2")
    except ImportError:
        return sqlite3


DRIVER = _find_driver()
JOURNAL = "wal" if tuple(DRIVER.sqlite_version_info) >= WAL_FIXED else "delete"
"""The journal mode of every database this process opens."""


def make_engine(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> Engine:
    """Return an engine over a file that is there and up to date; see `prepare`."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        module=DRIVER,
        pool_size=8,
        max_overflow=24,
        connect_args={
            # No transaction begins behind our back; `begin` below is the only one that does it.
            "isolation_level": None,
            "timeout": busy_seconds,
            "check_same_thread": False,
        },
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", _READING))


def prepare(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
    """Make the database if it is not there, and bring it to the version of this program.

    Raises:
        StoreBusy: another program holds it for longer than we wait.
        StoreError: it is newer than this program, or is no database of ours, or cannot be made.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
        if _is_ready(path, busy_seconds):
            return
        with _alone(path):
            _migrate(path, busy_seconds)
    except OSError as fault:
        raise StoreError(f"the database {path} cannot be opened: {fault}") from fault


def _is_ready(path: Path, busy_seconds: float) -> bool:
    with _opened(path, busy_seconds) as connection:
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        return bool(mode == JOURNAL and _version(path, connection) == HEAD)


@contextmanager
def _opened(path: Path, busy_seconds: float) -> Iterator[Any]:
    """Open the file with the bare driver, for what must happen outside any transaction."""
    try:
        connection = DRIVER.connect(str(path), timeout=busy_seconds, isolation_level=None)
    except DRIVER.DatabaseError as fault:
        raise StoreError(f"the database {path} cannot be opened: {fault}") from fault
    try:
        yield connection
    except DRIVER.DatabaseError as fault:
        kind = StoreBusy if is_busy(fault) else StoreError
        raise kind(f"the database {path} cannot be read: {fault}") from fault
    finally:
        connection.close()


def is_busy(fault: BaseException | None) -> bool:
    """Tell whether the database only was locked for too long."""
    code = getattr(fault, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _BUSY_CODES


def _version(path: Path, connection: Any) -> str | None:
    """Return the version of a database, None for an empty one; StoreError for a strange one."""
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    if not rows:
        return None
    if ("alembic_version",) not in rows:
        raise StoreError(f"{path} is a database, but none of ours")
    (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if version > HEAD:
        raise StoreError(
            f"the database {path} is of version {version} and this program knows {HEAD}; "
            "use the newer program"
        )
    return str(version)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold a lock beside the database, so that of two programs only one migrates it."""
    with path.with_name(path.name + ".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _migrate(path: Path, busy_seconds: float) -> None:
    with _opened(path, busy_seconds) as connection:
        _version(path, connection)
        connection.execute(f"PRAGMA journal_mode = {JOURNAL}")
    engine = make_engine(path, busy_seconds=busy_seconds)
    try:
        upgrade(engine)
    finally:
        engine.dispose()


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Run the migrations up to a revision, all in one transaction."""
    # Alembic is slow to import, and a database is up to date nearly always.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations_dir()).replace("%", "%%"))
    with engine.connect().execution_options(begin=WRITING) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        failpoint("migrate.midway")
