"""`gm desk` as a GM uses it: the games at a glance, keys that ask before they act."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Static

from gm.app.records import GameStatus
from gm.cli.desk_screen import DeskPage, DeskQuestion, DeskScreen
from tests.app.conftest import a_world
from tests.app.world import World
from tests.cli.test_game import run

Use = Callable[[Pilot[None], DeskScreen], Awaitable[None]]


def _use(world: World, use: Use) -> None:
    """Open the desk on a world and use it."""

    async def at_the_desk() -> None:
        screen = DeskScreen(world.services)
        async with screen.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            await use(pilot, screen)

    asyncio.run(at_the_desk())


def _told(screen: DeskScreen) -> str:
    return str(screen.query_one("#words", Static).render())


@pytest.mark.slow
def test_all_games_lie_on_it(tmp_path: Path) -> None:
    """A row a game; below it who plays, who is in, and what waits."""
    with a_world(tmp_path) as world:
        world.start(variant="standard")
        world.mail("france", "A Par - Bur\nA Mar S A Par - Bur\nF Bre - ENG")

        async def use(_pilot: Pilot[None], screen: DeskScreen) -> None:
            table: DataTable[str] = screen.query_one(DataTable)
            assert table.row_count == 1
            row = [str(cell) for cell in table.get_row_at(0)]
            assert row[:4] == ["tara", "standard", "running", "S1901M"]
            assert row[5] == "6 of 7"
            assert "France" in _told(screen)
            assert "complete" in _told(screen)
            assert "no orders" in _told(screen)

        _use(world, use)


def test_a_deadline_moves_once_it_was_agreed_to(tmp_path: Path) -> None:
    """No leaves it; yes moves it by a day."""
    with a_world(tmp_path) as world:
        world.start(variant="standard")
        before = world.phase()

        async def use(pilot: Pilot[None], screen: DeskScreen) -> None:
            await pilot.press("plus")
            assert isinstance(screen.screen, DeskQuestion)
            await pilot.press("n")
            await pilot.pause()
            assert world.phase() == before
            await pilot.press("plus")
            await pilot.press("y")
            await pilot.pause()

        _use(world, use)
        after = world.phase()
        assert before is not None
        assert after is not None
        assert (after.deadline - before.deadline).days == 1


def test_a_preview_changes_nothing_and_a_season_is_resolved(tmp_path: Path) -> None:
    """What a phase would bring, and then bringing it, early."""
    with a_world(tmp_path) as world:
        world.start(variant="standard")
        world.mail("france", "A Par - Bur")

        async def use(pilot: Pilot[None], screen: DeskScreen) -> None:
            await pilot.press("v")
            await pilot.pause()
            assert isinstance(screen.screen, DeskPage)
            assert "A PAR - BUR" in str(screen.screen.query_one(Static).render())
            await pilot.press("escape")
            phase = world.phase()
            assert phase is not None
            assert phase.name == "S1901M"
            await pilot.press("p")
            await pilot.press("y")
            await pilot.pause()

        _use(world, use)
        phase = world.phase()
        assert phase is not None
        assert phase.name == "F1901M"


@pytest.mark.slow
def test_a_game_is_paused_and_goes_on(tmp_path: Path) -> None:
    """By the same key; each time it asks."""
    with a_world(tmp_path) as world:
        world.start(variant="standard")

        def status() -> GameStatus:
            with world.services.store.read() as transaction:
                return transaction.game("tara").status

        async def use(pilot: Pilot[None], _screen: DeskScreen) -> None:
            await pilot.press("space")
            await pilot.press("y")
            await pilot.pause()
            assert status() is GameStatus.PAUSED
            await pilot.press("space")
            await pilot.press("y")
            await pilot.pause()
            assert status() is GameStatus.RUNNING

        _use(world, use)


def test_an_empty_server_and_no_terminal(tmp_path: Path) -> None:
    """No games: it says how to make one. No terminal: it says what a program uses."""
    with a_world(tmp_path) as world:

        async def use(pilot: Pilot[None], screen: DeskScreen) -> None:
            assert "gm game new" in _told(screen)
            await pilot.press("p", "v", "plus", "space")

        _use(world, use)
    assert "needs a terminal" in run("desk").stderr
