"""A whole server in one process, empty at the start of each test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from gm.adapters.boards import load_board
from gm.adapters.store import SqlStore
from gm.app.services import Identity, Services
from gm.testing.carrier import FakeCarrier
from gm.testing.clock import FakeClock
from tests.app.world import GM, HOST, World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """An empty server."""
    with a_world(tmp_path) as empty:
        yield empty


@contextmanager
def a_world(folder: Path) -> Iterator[World]:
    """Open an empty server in a folder, for tests that need several."""
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
    with SqlStore(folder / "gm.sqlite3") as store:
        services = Services(store, clock, load_board, identity, timedelta(minutes=15))
        yield World(services, clock, FakeCarrier())
