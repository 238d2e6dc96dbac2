"""How the database is opened, made and brought up to date."""

import re
import sqlite3
import stat
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import DateTime, create_engine
from sqlmodel.sql.sqltypes import UTCDateTime

from gm.adapters.sql import engine_sqlite as engine
from gm.adapters.sql.engine_sqlite import make_engine, prepare
from gm.adapters.sql.migrations import HEAD
from gm.adapters.sql.store import SqlStore
from gm.adapters.sql.tables import METADATA
from gm.errors import StoreBusy, StoreError
from gm.resources import migrations_dir


def ask(path: Path, question: str) -> object:
    """The single value a database opened by our engine answers with."""
    opened = make_engine(path)
    with opened.connect() as connection:
        answer = connection.exec_driver_sql(question).scalar()
    opened.dispose()
    return answer


def test_migrations_make_exactly_the_tables(tmp_path: Path) -> None:
    """A database made step by step is what the tables say, to the last index."""
    path = tmp_path / "gm.sqlite3"
    prepare(path)
    opened = make_engine(path)
    with opened.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
        assert _indexes(connection.exec_driver_sql) == _indexes_of_tables()
    opened.dispose()


def _indexes(run) -> set[str]:  # type: ignore[no-untyped-def]
    rows = run("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    return {re.sub(r'["\s]', "", str(row[0])) for row in rows}


def _indexes_of_tables() -> set[str]:
    fresh = create_engine("sqlite://")
    METADATA.create_all(fresh)
    with fresh.connect() as connection:
        found = _indexes(connection.exec_driver_sql)
    fresh.dispose()
    return found


def test_head_is_the_newest_step() -> None:
    """The version the program asks for is the last of one line of steps."""
    config = Config()
    config.set_main_option("script_location", str(migrations_dir()))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_moments_have_the_type_that_keeps_utc() -> None:
    """No column has a type of time but SQLModel's own, which refuses moments without a zone."""
    columns = [column for table in METADATA.tables.values() for column in table.columns]
    moments = [column for column in columns if isinstance(column.type, UTCDateTime)]
    assert len(moments) >= 10
    assert not [column for column in columns if isinstance(column.type, DateTime)]


def test_database_is_set_up_for_safety(tmp_path: Path) -> None:
    """Foreign keys count, commits reach the disk, and WAL is used only where it is sound."""
    path = tmp_path / "deep" / "down" / "gm.sqlite3"
    prepare(path)
    assert ask(path, "PRAGMA foreign_keys") == 1
    assert ask(path, "PRAGMA synchronous") == 2
    assert ask(path, "PRAGMA secure_delete") == 1
    version = tuple(int(part) for part in str(ask(path, "SELECT sqlite_version()")).split("."))
    assert ask(path, "PRAGMA journal_mode") == ("wal" if version >= (3, 51, 3) else "delete")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_older_sqlite_uses_the_rollback_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the driver lacks the WAL-reset fix, a database that was in WAL mode leaves it."""
    path = tmp_path / "gm.sqlite3"
    prepare(path)
    monkeypatch.setattr(engine, "DRIVER", sqlite3)
    monkeypatch.setattr(engine, "JOURNAL", "delete")
    prepare(path)
    assert ask(path, "PRAGMA journal_mode") == "delete"
    with SqlStore(path) as store, store.write() as transaction:
        assert transaction.games() == ()


def test_preparing_again_changes_nothing(tmp_path: Path) -> None:
    """A database that is up to date is left as it is."""
    path = tmp_path / "gm.sqlite3"
    prepare(path)
    before = path.read_bytes()
    prepare(path)
    assert path.read_bytes() == before


@pytest.mark.slow
def test_newer_database_is_refused(tmp_path: Path) -> None:
    """A database of a newer program is not touched, and the message says what to do."""
    path = tmp_path / "gm.sqlite3"
    prepare(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreError, match=r"version 9999.*newer program"):
        SqlStore(path)


def test_strange_files_are_refused(tmp_path: Path) -> None:
    """A database of another program and a file that is none are left alone."""
    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE cats (name TEXT)")
    connection.close()
    before = other.read_bytes()
    with pytest.raises(StoreError, match="none of ours"):
        SqlStore(other)
    assert other.read_bytes() == before
    text = tmp_path / "text.sqlite3"
    text.write_text("Dear GM, " * 500)
    with pytest.raises(StoreError, match="cannot be read"):
        SqlStore(text)
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(StoreError):
        SqlStore(folder)


def test_database_locked_while_it_is_opened_is_busy(tmp_path: Path) -> None:
    """A lock held for too long at the start is no damage: try again later."""
    path = tmp_path / "gm.sqlite3"
    path.touch()
    # The same driver: two SQLites in one process do not see the locks of each other.
    holder = engine.DRIVER.connect(str(path), isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusy):
        SqlStore(path, busy_seconds=0.1)
    holder.close()
    SqlStore(path).close()


def test_two_threads_make_one_database(tmp_path: Path) -> None:
    """Opened twice at the same moment, a new database is made once."""
    path = tmp_path / "gm.sqlite3"
    faults: list[BaseException] = []

    def opens() -> None:
        try:
            prepare(path)
        except StoreError as fault:
            faults.append(fault)

    threads = [threading.Thread(target=opens) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert ask(path, "SELECT version_num FROM alembic_version") == HEAD
