"""A server whose machine is lost comes back from its last backup and the second copies of its mails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from gm.adapters.post.mail_copy import MailCopies
from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.restoring import Restored, restore
from gm.app.play.seasons import resolve_due
from gm.app.records import InboxState, PhaseStatus
from gm.app.services import Services
from gm.app.timing.deadlines import move_deadline
from gm.bootstrap.services import open_services
from gm.bootstrap.ways_in import Door
from gm.testing.clock import FakeClock
from tests.integration.republic import NAME, POWERS, Game

DEPLOY = Path(__file__).parents[2] / "deploy"


@contextmanager
def opened(game: Game, clock: FakeClock) -> Iterator[Services]:
    """The services of a game's server, at a time of day that a test sets."""
    with open_services(game.settings) as services:
        yield replace(services, clock=clock)


def script(name: str, *arguments: Path) -> str:
    """Run one of the scripts in deploy/ and return what it prints."""
    command = [str(DEPLOY / name), *map(str, arguments)]
    environment = {**os.environ, "GM_PYTHON": sys.executable}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def order(game: Game, services: Services, powers: tuple[str, ...]) -> None:
    """Let players mail their orders, and the server read them."""
    take_in = Door(game.settings, services).take_in
    for power in powers:
        sender, to = game.address(power), game.reply_address(power)
        take_in(game.raw(power), sender, [to], "smtp")
        services.clock.advance(seconds=1)  # type: ignore[attr-defined]
    read_inbox(services)


def test_a_lost_server_comes_back_whole(tmp_path: Path) -> None:
    """What came after the backup counts from when it came; no player pays for the outage."""
    (tmp_path / "machine").mkdir()
    game = Game(tmp_path / "machine", mail_copy=tmp_path / "other-disk")
    game.begin()
    clock = FakeClock(datetime.now(UTC))  # the game was begun by the real one
    database = game.settings.database_path
    with opened(game, clock) as services:
        order(game, services, POWERS[:2])
        backup = Path(script("backup.sh", database, tmp_path / "backups"))
        order(game, services, POWERS[2:])
        before = game.book()
    assert len(before) == len(POWERS)

    shutil.rmtree(game.settings.data_dir)
    clock.advance(days=30)  # far beyond the deadline
    game.settings.data_dir.mkdir()
    script("restore.sh", backup, database)
    with opened(game, clock) as services:
        copies = MailCopies(tmp_path / "other-disk")
        assert len(game.book()) == 2
        assert restore(services, copies.kept()) == Restored(known=2, taken=3)
        assert resolve_due(services) == 0, "mail that came in time is still to be read"
        read_inbox(services)
        assert game.book() == before
        resolve_due(services)
        with services.store.read() as transaction:
            phase = transaction.open_phase(transaction.game(NAME).id)
            assert phase is not None
            assert phase.status is PhaseStatus.HELD
            assert {one.state for one in transaction.inbox()} == {InboxState.DONE}
        later = clock.now() + timedelta(days=2)
        moved = move_deadline(services, NAME, later, reason="The server was away.")
        assert moved.deadline == later
        clock.advance(days=2, seconds=1)
        assert resolve_due(services) == 1
        assert restore(services, copies.kept()) == Restored(known=5, taken=0)
    assert game.phases() == 2
