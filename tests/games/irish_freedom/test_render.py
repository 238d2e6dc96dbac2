"""`gm island render`: the map of a game on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_map_render import _server  # noqa: F401 - the settings of an empty server
from tests.cli.test_picture import run

GM = ("--gm-address", "gm@example.net")


@pytest.mark.slow
def test_a_game_is_drawn(tmp_path: Path) -> None:
    """As SVG on the terminal and as PNG in a file; a turn that is open as all stands now."""
    assert run("game", "new", "if-1", "--variant", "irish-freedom", *GM)[0] == 0
    assert run("player", "add", "if-1", "PLAYER", "Ann", "ann@example.net")[0] == 0
    assert run("game", "start", "if-1")[0] == 0
    code, printed, _ = run("island", "render", "if-1", "--phase", "W1")
    assert (code, printed[:4]) == (0, "<svg")
    assert "if-1: War of Independence, turn 1" in printed
    file = tmp_path / "island.png"
    code, said, _ = run("island", "render", "if-1", "-o", str(file), "--width", "390")
    assert (code, "kB" in said) == (0, True)
    assert file.read_bytes().startswith(b"\x89PNG")
    assert file.stat().st_size < 100_000


def test_what_cannot_be_drawn_is_said(tmp_path: Path) -> None:
    """A game of another kind, a turn that was never played, a file of another form."""
    assert run("game", "new", "rhine", "--variant", "standard", *GM)[0] == 0
    assert run("game", "new", "if-1", "--variant", "irish-freedom", *GM)[0] == 0
    assert "is no game of Irish Freedom" in run("island", "render", "rhine")[2]
    assert "has no such phase" in run("island", "render", "if-1", "--phase", "W9")[2]
    code, _, said = run("island", "render", "if-1", "-o", str(tmp_path / "island.gif"))
    assert (code, "must end in .svg or .png" in " ".join(said.split())) == (64, True)
