"""How a PostgreSQL database is opened, made, brought up to date, and what its faults mean."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from gm.adapters.sql import engine_postgres
from gm.adapters.sql.listener import Listening
from gm.adapters.sql.migrations import HEAD
from gm.adapters.sql.store import SqlStore
from gm.adapters.sql.tables import METADATA
from gm.errors import StoreBusy, StoreConflict, StoreError
from tests.adapters.databases import Database
from tests.adapters.test_store import GAME, LETTER, MAIL, NOW
from tests.peers.postgres import Postgres
from tests.peers.programs import free_port

PATIENCE = 30.0


def indexes(connection: Connection) -> set[str]:
    """Every index of our tables, as the server would make it anew."""
    rows = connection.exec_driver_sql(
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'"
        " AND tablename <> 'alembic_version'"
    )
    return {row[0] for row in rows}


def columns(connection: Connection) -> set[Sequence[object]]:
    """Every column of our tables with its type, its collation and whether it may be empty."""
    rows = connection.exec_driver_sql(
        "SELECT table_name, column_name, data_type, collation_name, is_nullable"
        " FROM information_schema.columns WHERE table_schema = 'public'"
        " AND table_name <> 'alembic_version'"
    )
    return {tuple(row) for row in rows}


@pytest.mark.slow
def test_migrations_make_exactly_the_tables(postgres: Postgres, postgres_url: str) -> None:
    """A database made step by step is what the tables say, to the last index."""
    SqlStore(postgres_url).close()
    direct = Database(postgres.new_database())
    with direct.connect() as connection:
        METADATA.create_all(connection)
        wanted = indexes(connection), columns(connection)
    with Database(postgres_url).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
        assert (indexes(connection), columns(connection)) == wanted
    collations = {column[3] for column in wanted[1] if column[2] == "character varying"}
    assert collations == {"C"}, "text compares by code points whatever the server's locale"


@pytest.mark.slow
def test_opened_by_many_at_once_it_is_made_once(postgres_url: str) -> None:
    """Several programs that start on a new database find it made."""
    faults: list[BaseException] = []

    def opens() -> None:
        try:
            SqlStore(postgres_url).close()
        except StoreError as fault:
            faults.append(fault)

    threads = [threading.Thread(target=opens) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    with Database(postgres_url).connect() as connection:
        answer = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    assert answer == HEAD


@pytest.mark.slow
def test_newer_and_strange_databases_are_refused(postgres_url: str) -> None:
    """They are left alone, and the message says what to do."""
    database = Database(postgres_url)
    with database.connect() as connection:
        connection.exec_driver_sql("CREATE TABLE cats (name TEXT)")
    with pytest.raises(StoreError, match="none of ours"):
        SqlStore(postgres_url)
    with database.connect() as connection:
        connection.exec_driver_sql("DROP TABLE cats")
    SqlStore(postgres_url).close()
    with database.connect() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match=r"version 9999.*newer program"):
        SqlStore(postgres_url)


@pytest.mark.parametrize("url", ["mysql://a:secret@h/x", "postgres", "secret\x00//", "sqlite://"])
def test_a_url_of_something_else_is_refused(url: str) -> None:
    """The message says what is wanted and does not repeat what may hold a password."""
    with pytest.raises(StoreError, match="postgresql://user@host/name") as caught:
        SqlStore(url)
    assert "secret" not in str(caught.value)


def test_a_server_that_is_not_there_is_for_later() -> None:
    """Nobody listening is no damage: try again; the message holds no password."""
    with pytest.raises(StoreBusy, match="cannot be reached") as caught:
        SqlStore(f"postgresql://gm:secret@127.0.0.1:{free_port()}/gm")
    assert "secret" not in str(caught.value)


def test_without_its_driver_the_store_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """PostgreSQL is an extra; who has a file needs none of it."""
    monkeypatch.setitem(sys.modules, "gm.adapters.sql.engine_postgres", None)
    with pytest.raises(StoreError, match=r"gm-pbem\[postgres\]"):
        SqlStore("postgresql://gm@127.0.0.1/gm")


@pytest.mark.slow
def test_a_restarted_server_costs_one_try_at_most(postgres: Postgres, postgres_url: str) -> None:
    """A transaction cut off by the server's death is for later, and the next one works."""
    with SqlStore(postgres_url, busy_seconds=5) as store:
        with store.write() as transaction:
            transaction.add_game(GAME)
        with pytest.raises(StoreBusy):
            _store_a_mail_and(store, lambda _: postgres.daemon.kill())
        with pytest.raises(StoreBusy), store.read():
            pass
        postgres.start()
        with store.write() as transaction:
            assert len(transaction.games()) == 1
            assert transaction.inbox() == ()
            transaction.add_inbox(MAIL)
        postgres.daemon.kill()
        postgres.start()
        with store.read() as transaction:
            assert len(transaction.inbox()) == 1


def test_a_connection_ended_by_the_server_is_for_later(postgres_url: str) -> None:
    """So it is with a process that slept in a transaction until the server gave it up."""
    database = Database(postgres_url)
    with database.open() as store:
        with pytest.raises(StoreBusy):
            _store_a_mail_and(store, lambda _: _end_others(database))
        with store.write() as transaction:
            assert transaction.inbox() == ()


def _store_a_mail_and(store: SqlStore, then: Callable[[Connection], object]) -> None:
    """Store a mail in a transaction in which something happens before it ends."""
    with store.write() as transaction:
        transaction.add_inbox(MAIL)
        then(transaction._connection)


def _end_others(database: Database) -> None:
    with database.connect() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).all()


def test_sessions_are_safe_whatever_the_server_says(postgres: Postgres, postgres_url: str) -> None:
    """Time in UTC, commits on the disk, and a limit to every wait."""
    name = postgres_url.rpartition("/")[2]
    postgres.psql("postgres", f"ALTER DATABASE {name} SET synchronous_commit = off")
    postgres.psql("postgres", f"ALTER DATABASE {name} SET timezone = 'Australia/Lord_Howe'")
    postgres.psql(
        "postgres", f"ALTER DATABASE {name} SET default_transaction_isolation = serializable"
    )
    with SqlStore(postgres_url, busy_seconds=7) as store:
        with store.write() as transaction:
            transaction.add_inbox(MAIL)
            said = _settings(transaction._connection)
        assert said == {
            "synchronous_commit": "on",
            "TimeZone": "UTC",
            "lock_timeout": "7s",
            "statement_timeout": "2min",
            "idle_in_transaction_session_timeout": "1min",
            "transaction_isolation": "read committed",
            "transaction_read_only": "off",
        }
        with store.read() as transaction:
            assert transaction.inbox()[0].received_at == NOW
            said = _settings(transaction._connection)
        assert said["transaction_isolation"] == "repeatable read"
        assert said["transaction_read_only"] == "on"


def _settings(connection: Connection) -> dict[str, str]:
    names = (
        "synchronous_commit",
        "TimeZone",
        "lock_timeout",
        "statement_timeout",
        "idle_in_transaction_session_timeout",
        "transaction_isolation",
        "transaction_read_only",
    )
    return {name: str(connection.exec_driver_sql(f"SHOW {name}").scalar_one()) for name in names}


def test_a_slow_statement_is_for_later(
    gm_postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A statement that takes longer than any of ours is stopped, and nothing remains.

    Its patience lasts until the mail is stored, however busy the machine is, and is short from then on.
    """
    monkeypatch.setattr(engine_postgres, "STATEMENT_SECONDS", 50)
    short = "SET LOCAL statement_timeout = '100ms'"

    def sleep(connection: Connection) -> None:
        (limit,) = connection.exec_driver_sql("SHOW statement_timeout").one()
        assert limit == "50s"
        connection.exec_driver_sql(short)
        connection.exec_driver_sql("SELECT pg_sleep(60)")

    with SqlStore(gm_postgres_url) as store:
        with pytest.raises(StoreBusy):
            _store_a_mail_and(store, sleep)
        with store.read() as transaction:
            assert transaction.inbox() == ()


def test_text_of_any_characters_is_kept(postgres_url: str) -> None:
    """Of all characters PostgreSQL takes all but one, which mail may well hold."""
    strange = "\x01\x00 'x'; -- \\ %s {} \u202e \U0001f600 \ufffe"
    with SqlStore(postgres_url) as store:
        with store.write() as transaction:
            transaction.add_inbox(replace(MAIL, envelope_from=strange, recipient="\x00"))
        with store.read() as transaction:
            (mail,) = transaction.inbox()
    assert mail.envelope_from == strange.replace("\x00", "\ufffd")
    assert mail.raw == MAIL.raw


def test_addresses_of_any_length_are_kept(postgres_url: str) -> None:
    """An index has room for so much; a sender who writes more breaks nothing."""
    long = "Å" * 9000 + "@example.org"
    with SqlStore(postgres_url) as store, store.write() as transaction:
        assert transaction.add_outbox(replace(LETTER, recipient=long, purpose="answer"))
        assert transaction.count_answers(long, NOW) == 1
        assert transaction.outbox()[0].recipient == long
        assert transaction.person(long) is None
        assert transaction.person_of_address(long) is None
        assert transaction.suspension(long) is None


def test_names_sort_as_they_do_on_sqlite(database: Database) -> None:
    """By code points, on every server."""
    names = ["zeta", "alpha", "beta-2", "beta-10", "beta2", "a-z", "az"]
    with database.open() as store, store.write() as transaction:
        for name in names:
            transaction.add_game(replace(GAME, name=name))
        assert [game.name for game in transaction.games()] == sorted(names)


def test_the_store_says_what_it_is(store: SqlStore, database: Database) -> None:
    """The kind and version of the database, and the server's clock where there is one."""
    facts = store.facts()
    assert facts.faults == ()
    assert int(facts.version.split(".")[0]) >= 3
    if database.kind == "sqlite":
        assert (facts.kind, facts.server_time, store.is_shared) == ("SQLite", None, False)
        assert facts.journal in ("wal", "delete")
    else:
        assert (facts.kind, facts.journal, store.is_shared) == ("PostgreSQL", "", True)
        assert facts.server_time is not None
        assert abs(datetime.now(UTC) - facts.server_time) < timedelta(minutes=1)


def test_a_file_wakes_nobody(store: SqlStore, database: Database) -> None:
    """Whoever listens beside a file is never called, and may stop as he began."""
    if database.kind == "postgresql":
        return
    called: list[str] = []
    listener = store.listen(lambda: called.append("in"), lambda: called.append("out"))
    listener.start()
    with store.write() as transaction:
        transaction.add_inbox(MAIL)
    listener.stop()
    assert called == []
    with store.alone("inbox") as alone:
        assert alone


@pytest.mark.slow
def test_a_listener_comes_back_after_the_server(
    postgres: Postgres, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart it listens again, and first has everybody look: something may be missed."""
    monkeypatch.setattr("gm.adapters.sql.listener.RETRY_SECONDS", 0.05)
    woken = threading.Semaphore(0)
    with SqlStore(postgres_url, busy_seconds=5) as store:
        listener = store.listen(woken.release, lambda: None)
        assert isinstance(listener, Listening)
        listener.start()
        assert woken.acquire(timeout=PATIENCE)
        postgres.daemon.kill()
        postgres.start()
        assert woken.acquire(timeout=PATIENCE)
        with store.write() as transaction:
            transaction.add_inbox(MAIL)
        assert woken.acquire(timeout=PATIENCE)
        listener.stop()


def test_a_full_disk_is_no_passing_trouble(postgres_url: str) -> None:
    """The server's word for it is told apart from its being busy; the others pass or conflict."""
    with SqlStore(postgres_url) as store:
        for state, kind in (
            ("53100", StoreError),
            ("53300", StoreBusy),
            ("40P01", StoreBusy),
            ("57P01", StoreBusy),
            ("23505", StoreConflict),
            ("23503", StoreError),
        ):
            fault = f"DO $$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '{state}'; END $$"
            with pytest.raises(StoreError) as caught:
                _store_a_mail_and(store, lambda it, fault=fault: it.exec_driver_sql(fault))
            assert type(caught.value) is kind, state
        with store.read() as transaction:
            assert transaction.inbox() == ()
