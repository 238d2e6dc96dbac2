"""A full disk under `gm serve`: mail is kept by whoever brings it, nothing is resolved, all goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager

import pytest

from gm.app.records import InboxState
from tests.faults.disks import Disk, LimitedDisk, small_disk
from tests.integration import processes
from tests.integration.republic import POWERS, Game
from tests.peers.programs import open_folder


@contextmanager
def limited() -> Iterator[Disk]:
    """The machine's own disk, under a limit."""
    with open_folder("disk") as folder:
        yield LimitedDisk(folder)


@pytest.mark.slow
@pytest.mark.parametrize("make", [lambda: small_disk(12), limited], ids=["disk", "limit"])
def test_full_disk(make: Callable[[], AbstractContextManager[Disk]]) -> None:
    """Full: 451, and every row is as it was. With room again the same mails are taken and answered."""
    with make() as disk:
        game = Game(disk.folder, free_space_mb=0, log_level="warning")
        game.begin()
        with processes.running(game.command, game.settings.data_dir) as (process, port):
            assert game.mail(port, "MUNSTER") == 250
            processes.until(lambda: game.receipts("MUNSTER") == 1 and game.quiet(), "a receipt")
            before = [(one.id, one.raw, one.state) for one in game.inbox()]
            disk.fill(process.pid)
            codes = [game.mail(port, power, 2) for power in POWERS for _ in range(2)]
            assert set(codes) == {451}
            assert process.poll() is None, process.words()
            assert [(one.id, one.raw, one.state) for one in game.inbox()] == before
            disk.free(process.pid)
            assert {game.mail(port, power, 2) for power in POWERS} == {250}
            processes.until(lambda: all(map(game.receipts, POWERS)) and game.quiet(), "receipts")
            assert processes.stop(process) == 0
        states = [one.state for one in game.inbox()]
        assert states == [InboxState.DONE] * (len(POWERS) + 1)
        with closing(sqlite3.connect(game.settings.database_path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
