"""A store on SQLite and one on PostgreSQL: the tests of the store run on both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.adapters.sql.store import SqlStore
from tests.adapters.databases import Database

BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.server("postgres"))]


@pytest.fixture(params=BOTH)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty place for a store; its tables are made when it is opened."""
    if request.param == "sqlite":
        return Database(tmp_path / "gm.sqlite3")
    return Database(request.getfixturevalue("gm_postgres_url"))


@pytest.fixture
def store(database: Database) -> Iterator[SqlStore]:
    """An empty store."""
    with database.open() as opened:
        yield opened
