"""A whole server in one process, empty at the start of each test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from gm.adapters.sql.store import SqlStore
from gm.app.services import Identity, Services
from gm.bootstrap.games import games_on
from gm.games.diplomacy.map.files.boards import load_board
from gm.testing.carrier import FakeCarrier
from gm.testing.clock import FakeClock
from tests.app.world import GM, HOST, World


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of a module marked `both_databases` on PostgreSQL as well, in the second tier.

    `--database postgresql` runs every test of this folder there, and only there, but for those
    that make a world in a folder of their own.
    """
    if "world" in metafunc.fixturenames and "place" in metafunc.fixturenames:
        chosen = metafunc.config.getoption("--database")
        both = metafunc.definition.get_closest_marker("both_databases") is not None
        shared = pytest.param("postgresql", marks=pytest.mark.server("postgres"))
        if chosen == "postgresql":
            metafunc.parametrize("place", [shared], indirect=True)
        elif both:
            later = pytest.param(*shared.values, marks=[*shared.marks, pytest.mark.slow])
            metafunc.parametrize("place", ["sqlite", later], indirect=True)


@pytest.fixture(scope="module", autouse=True)
def _quick_to_make(copied_databases: None) -> None:
    """Every test here begins with a new database."""


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where the world's database lies: a file, or the URL of one with empty tables."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return tmp_path / "gm.sqlite3"
    return str(request.getfixturevalue("gm_postgres_url"))


@pytest.fixture
def world(place: Path | str, request: pytest.FixtureRequest) -> Iterator[World]:
    """An empty server; a test that replaces parts of ours sees each game begin."""
    with world_at(place) as empty:
        if "monkeypatch" in request.fixturenames:
            empty.place = None
        yield empty


def a_world(folder: Path) -> AbstractContextManager[World]:
    """Open an empty server in a folder, for tests that need several."""
    return world_at(folder / "gm.sqlite3")


@contextmanager
def world_at(place: Path | str) -> Iterator[World]:
    """Open an empty server on a database."""
    clock = FakeClock()
    identity = Identity(
        server_name="The game master",
        server_address=f"gm@{HOST}",
        host=HOST,
        local_part="gm",
        delimiter="+",
        game_address=lambda game: f"gm+{game}@{HOST}",
        admin_address=GM,
    )
    with SqlStore(place) as store:
        services = Services(
            store, clock, games_on(load_board), identity, timedelta(minutes=15), proof=False
        )
        own = place if isinstance(place, Path) else None
        yield World(services, clock, FakeCarrier(), place=own)
