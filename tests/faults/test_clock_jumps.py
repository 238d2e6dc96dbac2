"""The clock of the machine is set while a server runs: nothing is decided by it, and no mail is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from gm.adapters.clock import SystemClock
from gm.adapters.serving.server import Server
from gm.app.records import InboxState
from gm.bootstrap.services import open_services
from gm.bootstrap.serving import server_of
from tests.integration import processes
from tests.integration.republic import BUILDS, POWERS, Game


class SetClock(SystemClock):
    """The machine's clock, which somebody can set; its steady clock nobody can."""

    off = timedelta()

    def now(self) -> datetime:
        """Return the time of day as it was set."""
        return super().now() + self.off


class Table:
    """A game on a server of this process, with a clock to set."""

    def __init__(self, game: Game, server: Server, clock: SetClock) -> None:
        self.game = game
        self.server = server
        self.clock = clock

    def look_again(self) -> None:
        """Wait until the server has looked for what is due once more: it answers mail after that."""
        count = len(self.game.inbox()) + 1
        assert self.game.mail(self.server.port, POWERS[0], count) == 250
        processes.until(lambda: self.game.receipts(POWERS[0]) == count, "an answer")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A game that has begun, on a running server."""
    game, clock = Game(tmp_path, tick_seconds=0.05), SetClock()
    game.begin()
    with open_services(game.settings) as services:
        server = server_of(game.settings, replace(services, clock=clock))
        server.start()
        try:
            yield Table(game, server, clock)
        finally:
            server.stop()


@pytest.mark.slow
@pytest.mark.parametrize("jump", [timedelta(days=30), timedelta(days=-30)], ids=["on", "back"])
def test_nothing_is_decided_by_a_clock_that_was_set(table: Table, jump: timedelta) -> None:
    """A month on or back: mail is answered, and the season waits for the right clock; then it runs."""
    table.look_again()
    table.clock.off = jump
    table.look_again()
    table.look_again()
    assert table.game.phases() == 1
    table.clock.off = timedelta()
    for power in POWERS[1:]:
        assert table.game.mail(table.server.port, power) == 250
    processes.until(lambda: all(map(table.game.receipts, POWERS)), "the receipts")
    assert sorted(table.game.book()) == sorted(set(table.game.book()))
    assert len(table.game.book()) == len(BUILDS)
    table.game.make_due()
    processes.until(lambda: table.game.phases() == 2 and table.game.quiet(), "the season")
    assert {one.state for one in table.game.inbox()} == {InboxState.DONE}
    reports = [one.key for one in table.game.outbox() if one.key.startswith("report ")]
    assert len(reports) == len(set(reports)) == len(POWERS) + 1
