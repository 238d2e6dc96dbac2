"""The server writes its archive by itself, in a process beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.integration import processes
from tests.integration.republic import POWERS, Game

LONG = 240.0
"""Seconds: the pages are written at low priority, and the machine may have much to do."""


@pytest.mark.timeout(600)
@pytest.mark.slow
def test_a_server_keeps_its_archive(tmp_path: Path) -> None:
    """The game is there as soon as the server runs, and a season when it has been resolved."""
    root = tmp_path / "www"
    (tmp_path / "game").mkdir()
    game = Game(tmp_path / "game", publish_to=root)
    game.begin()
    index = root / "tara" / "index.html"
    with processes.running(game.command, game.settings.data_dir) as (_, port):
        processes.until(index.is_file, "a page of the game", LONG)
        for power in POWERS:
            game.mail(port, power)
        processes.until(lambda: all(map(game.receipts, POWERS)), "receipts")
        game.make_due()
        processes.until(
            (root / "tara" / "W1015A.html").is_file, "a page of its first season", LONG
        )
