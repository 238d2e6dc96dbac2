"""PostgreSQL as the store needs it, by psycopg: for receivers and workers on several machines.

Writing transactions are READ COMMITTED and hold what they change by the locks of
`gm.adapters.sql.locks`; reading ones are REPEATABLE READ and see one picture. Whoever waits, waits for
a bounded time. Text compares by its code points, as on SQLite, whatever the server's locale.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from psycopg.pq import TransactionStatus
from psycopg.types.string import StrDumper
from sqlalchemy import URL, Connection, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.compiler import compiles
from sqlmodel.sql.sqltypes import AutoString

from gm.adapters.sql.database import BUSY_SECONDS, Locks, StoreFacts, WakeupListener, within_time
from gm.adapters.sql.listener import Listening
from gm.adapters.sql.locks import LONE, MIGRATING, PostgresLocks, number_of
from gm.adapters.sql.migrate import check_version, upgrade_over
from gm.adapters.sql.migrations import HEAD
from gm.adapters.sql.table_mail import InboxTables
from gm.errors import StoreBusy, StoreConflict, StoreError

STATEMENT_SECONDS = 120
"""No statement of ours takes nearly as long; one that does is stuck."""

IDLE_SECONDS = 60
"""A process that sleeps in a transaction for so long is frozen: the server ends its connection."""

_DISK_FULL, _UNIQUE = "53100", "23505"

# Connection lost (08), conflict or deadlock (40), out of connections or memory (53), server going
# down or coming up (57P), waited too long for a lock (55P03), for a statement (57014), in a
# transaction (25P03).
_PASSES = ("08", "40", "53", "57P", "55P03", "57014", "25P03")

_SESSION = """
    SELECT set_config('timezone', 'UTC', false),
           set_config('lock_timeout', %s, false),
           set_config('statement_timeout', %s, false),
           set_config('idle_in_transaction_session_timeout', %s, false),
           set_config('synchronous_commit', CASE current_setting('synchronous_commit')
               WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
"""

_log = logging.getLogger(__name__)


@compiles(AutoString, "postgresql")
def _text(_type: AutoString, _compiler: object, **_options: object) -> str:
    """Declare text by code points: keys compare, sort and range as they do on SQLite."""
    return 'VARCHAR COLLATE "C"'


class _Clean(StrDumper):
    """Text as PostgreSQL takes it: of all characters it refuses one, which mail may well hold."""

    def dump(self, obj: str) -> Any:
        """Return the bytes of a text; what stands for nothing stands for U+FFFD."""
        return super().dump(obj.replace("\x00", "\ufffd"))


class PostgresDatabase:
    """One PostgreSQL database, which is there; its tables are made and brought up to date.

    Raises:
        StoreBusy: it cannot be reached, or others hold it for longer than we wait.
        StoreError: it is newer than this program, or is no database of ours.
    """

    is_shared = True

    def __init__(self, url: str, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self._url = _with_driver(url)
        self._busy_seconds = busy_seconds
        self._engine = create_engine(
            self._url,
            isolation_level="READ COMMITTED",
            pool_size=8,
            max_overflow=24,
            pool_timeout=busy_seconds,
            pool_pre_ping=True,
            connect_args={
                "application_name": "gm",
                "connect_timeout": 10,
                # A server that went away in silence is noticed within half a minute.
                "keepalives_idle": 10,
                "keepalives_interval": 5,
                "keepalives_count": 4,
                "tcp_user_timeout": 30_000,
            },
        )
        event.listen(self._engine, "connect", self._set_up)
        event.listen(self._engine, "before_cursor_execute", within_time)
        self._reader = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        try:
            self._prepare()
        except DBAPIError as fault:
            self.close()
            raise self.translate(fault) from fault
        except StoreError:
            self.close()
            raise

    def _set_up(self, connection: Any, _record: object) -> None:
        connection.adapters.register_dumper(str, _Clean)
        limits = (self._busy_seconds, STATEMENT_SECONDS, IDLE_SECONDS)
        connection.autocommit = True
        connection.execute(_SESSION, [f"{round(limit * 1000)}ms" for limit in limits])
        connection.autocommit = False

    def _prepare(self) -> None:
        with self._engine.connect() as connection:
            if self._version(connection) == HEAD:
                return
        with self._engine.begin() as connection:
            # Of several programs that start at once one migrates, and the others find it done.
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s, 0)", (MIGRATING,))
            if self._version(connection) != HEAD:
                upgrade_over(connection)

    def _version(self, connection: Connection) -> str | None:
        """Return the version of the database, None for an empty one; StoreError for a strange one."""
        tables = inspect(connection).get_table_names()
        if not tables:
            return None
        name = self._url.render_as_string()
        if "alembic_version" not in tables:
            raise StoreError(f"{name} is a database, but none of ours")
        version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        return check_version(name, str(version))

    @contextmanager
    def write(self) -> Iterator[tuple[Connection, Locks]]:
        """Open a transaction beside which others may write."""
        with self._engine.begin() as connection:
            yield connection, PostgresLocks(connection, self._engine)
            _check_whole(connection)

    @contextmanager
    def intake(self) -> Iterator[InboxTables]:
        """Open such a transaction for nothing but mail that comes in."""
        with self.write() as (connection, locks):
            yield InboxTables(connection, locks)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a transaction that sees one consistent picture."""
        with self._reader.connect() as connection:
            yield connection

    def translate(self, fault: DBAPIError) -> StoreError:
        """Tell what passes from what another was quicker at, and that from what is wrong."""
        state = getattr(fault.orig, "sqlstate", None)
        if state == _DISK_FULL:
            return StoreError(f"the database refused: {fault.orig}")
        if state is not None and state.startswith(_PASSES):
            return StoreBusy(f"the database is busy: {fault.orig}")
        if fault.connection_invalidated or (state is None and _is_operational(fault)):
            return StoreBusy(f"the database cannot be reached: {fault.orig}")
        if state == _UNIQUE:
            return StoreConflict(f"somebody else was quicker: {fault.orig}")
        return StoreError(f"the database refused: {fault.orig}")

    @contextmanager
    def alone(self, name: str) -> Iterator[bool]:
        """Hold a lock of a connection of its own, which ends when we do."""
        key = {"kind": LONE, "number": number_of(name)}
        lasting = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        with lasting.connect() as connection:
            connection.detach()  # closed at the end, and with it the lock is gone
            taken = connection.exec_driver_sql(
                "SELECT pg_try_advisory_lock(%(kind)s, %(number)s)", key
            )
            yield bool(taken.scalar())

    def listen(
        self, on_inbox: Callable[[], None], on_outbox: Callable[[], None]
    ) -> WakeupListener:
        """Return who listens on a connection of its own."""
        return Listening(self._engine, on_inbox, on_outbox)

    def facts(self) -> StoreFacts:
        """Return the server's version and time, and whether its commits are safe."""
        query = "SELECT current_setting('server_version'), current_setting('fsync')"
        with self._engine.connect() as connection:
            version, fsync = connection.exec_driver_sql(query).one()
            moment = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
        faults = ("fsync is off: the loss of power may lose or spoil what was committed.",)
        return StoreFacts("PostgreSQL", version, "", moment, faults if fsync != "on" else ())

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.dispose()


def _with_driver(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        parsed = None
    if parsed is None or parsed.get_backend_name() not in ("postgresql", "postgres"):
        # What was given may hold a password, so it is not repeated.
        raise StoreError("the database's URL is not of the form postgresql://user@host/name")
    return parsed.set(drivername="postgresql+psycopg")


def _is_operational(fault: DBAPIError) -> bool:
    return type(fault.orig).__name__ in ("OperationalError", "InterfaceError")


def _check_whole(connection: Connection) -> None:
    """Refuse to end a transaction in which a statement failed and that was overlooked.

    PostgreSQL would take all of it back and call that a success.
    """
    driver: Any = connection.connection.driver_connection
    if driver.info.transaction_status == TransactionStatus.INERROR:
        raise StoreError("a statement failed before, so nothing of the transaction was stored")
