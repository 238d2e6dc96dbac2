"""The PostgreSQL server that other tests use: empty databases, and a start after a sudden death."""

from __future__ import annotations

import pytest

from tests.peers.postgres import Postgres
from tests.peers.programs import listens


def test_every_database_is_empty_and_its_own(postgres: Postgres, postgres_url: str) -> None:
    """A test sees nothing of another's tables; commits are durable."""
    name = postgres_url.rpartition("/")[2]
    assert postgres.psql(name, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == "0"
    assert (
        postgres.psql(name, "SHOW fsync") == postgres.psql(name, "SHOW synchronous_commit") == "on"
    )
    other = postgres.new_database()
    postgres.psql(name, "CREATE TABLE mine (id int)")
    assert postgres.psql(other.rpartition("/")[2], "SELECT to_regclass('mine')") == ""
    postgres.drop(other)


@pytest.mark.slow
def test_a_killed_server_comes_back_with_what_was_committed(
    postgres: Postgres, postgres_url: str
) -> None:
    """After SIGKILL nobody listens; the next start is on the same port and has the row."""
    name = postgres_url.rpartition("/")[2]
    postgres.psql(name, "CREATE TABLE kept AS SELECT 7 AS number")
    postgres.daemon.kill()
    assert not listens(postgres.port)
    postgres.start()
    assert postgres.psql(name, "SELECT number FROM kept") == "7"
