"""SQLite as the store needs it.

Every write begins with BEGIN IMMEDIATE, so that a transaction that reads and then writes is never
overtaken; foreign keys count; a commit is on the disk before it returns. A database in WAL mode is
used only with a SQLite that has the WAL-reset fix (3.51.3), which the driver `pysqlite3` brings;
with an older one the rollback journal is.
"""

from __future__ import annotations

import fcntl
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from gm.adapters.sql.database import (
    BUSY_SECONDS,
    Locks,
    NoLocks,
    StoreFacts,
    WakeupListener,
    within_time,
)
from gm.adapters.sql.intake_sqlite import SqliteIntake
from gm.adapters.sql.migrate import check_version, upgrade_over
from gm.adapters.sql.migrations import HEAD
from gm.errors import StoreBusy, StoreError

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
    event.listen(engine, "before_cursor_execute", within_time)
    return engine


def _set_up(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    # What a person has had removed must not stand on in the free parts of the file.
    connection.execute("PRAGMA secure_delete = ON")


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
    return check_version(str(path), str(version))


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold a lock beside the database, so that of two programs only one migrates it."""
    lock = path.with_name(path.name + ".lock")
    # Whoever could open it could hold it, and keep us waiting.
    lock.touch(mode=0o600)
    with lock.open("w") as handle:
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
    """Run the migrations up to a revision, all in one transaction.

    A step that changes a table makes it anew and drops the old one. Foreign keys must not count
    meanwhile, or the rows that refer to it would stop that; they are checked at the end.

    Raises:
        StoreError: a row would refer to nothing; nothing is changed.
    """
    with engine.connect().execution_options(begin=WRITING) as connection:
        driver: Any = connection.connection.driver_connection
        driver.execute("PRAGMA foreign_keys = OFF")
        try:
            with connection.begin():
                upgrade_over(connection, revision)
                if dangling := connection.exec_driver_sql("PRAGMA foreign_key_check").all():
                    raise StoreError(f"rows of the database refer to nothing: {dangling[:3]}")
        finally:
            driver.execute("PRAGMA foreign_keys = ON")


def _meaning(fault: BaseException | None) -> StoreError:
    if is_busy(fault):
        return StoreBusy(f"the database is locked: {fault}")
    return StoreError(f"the database refused: {fault}")


class SqliteDatabase:
    """One SQLite file, shared by the threads of this process and by others of this machine.

    Raises:
        StoreBusy: another program holds it for longer than we wait.
        StoreError: it is newer than this program, or is no database of ours, or cannot be made.
    """

    is_shared = False

    def __init__(self, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
        try:
            prepare(path, busy_seconds=busy_seconds)
        except DBAPIError as fault:
            raise self.translate(fault) from fault
        self._engine = make_engine(path, busy_seconds=busy_seconds)
        self._writer = self._engine.execution_options(begin=WRITING)
        self._busy_seconds = busy_seconds
        # Threads of one process queue here in turn; SQLite's own waiting is by naps, and unfair.
        self._turn = threading.Lock()

    @contextmanager
    def write(self) -> Iterator[tuple[Connection, Locks]]:
        """Open a transaction that alone writes until it ends."""
        # Beginning takes the lock, before anything is read.
        with self._our_turn(), self._writer.begin() as connection:
            yield connection, NoLocks()

    @contextmanager
    def intake(self) -> Iterator[SqliteIntake]:
        """Open such a transaction for nothing but mail that comes in."""
        with self._our_turn(), closing(self._engine.raw_connection()) as pooled:
            driver: Any = pooled.driver_connection
            try:
                driver.execute(WRITING)
                yield SqliteIntake(driver)
                driver.commit()
            except DRIVER.Error as fault:
                raise _meaning(fault) from fault
            # What did not come to its end is taken back when the pool has the connection again.

    @contextmanager
    def _our_turn(self) -> Iterator[None]:
        if not self._turn.acquire(timeout=self._busy_seconds):
            raise StoreBusy("the database is busy with other writers")
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a transaction that sees one consistent picture."""
        with self._engine.connect() as connection:
            yield connection

    def translate(self, fault: DBAPIError) -> StoreError:
        """Tell a locked database from one that refuses."""
        return _meaning(fault.orig)

    @contextmanager
    def alone(self, name: str) -> Iterator[bool]:
        """Whoever runs on this data folder is alone by the lock of its role."""
        yield True

    def listen(
        self, on_inbox: Callable[[], None], on_outbox: Callable[[], None]
    ) -> WakeupListener:
        """Return one who never calls: beside a file everybody looks by himself."""
        return _Deaf()

    def facts(self) -> StoreFacts:
        """Return the version of the library and the journal it keeps."""
        with self._engine.connect() as connection:
            version = str(connection.exec_driver_sql("SELECT sqlite_version()").scalar_one())
            journal = str(connection.exec_driver_sql("PRAGMA journal_mode").scalar_one())
        return StoreFacts("SQLite", version, journal)

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()


class _Deaf:
    def start(self) -> None:
        """Nobody calls."""

    def stop(self) -> None:
        """Nobody called."""
