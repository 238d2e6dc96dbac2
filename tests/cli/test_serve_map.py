"""A server does not start where a running game's map was changed, and goes on when told to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gm.adapters.serving.processes import InstanceLock
from gm.cli.app import app
from gm.errors import AlreadyThere, MapChanged, MapError


def gm(*words: str) -> str:
    """Type a command in this process and return what it prints."""
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def edit(file: Path, old: str, new: str) -> None:
    """Change a file once."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def serve(folder: Path) -> subprocess.CompletedProcess[str]:
    """Start a server that is expected to refuse, in a process that has seen no map yet."""
    return subprocess.run(
        [sys.executable, "-m", "gm", "serve"],
        cwd=folder,
        env={**os.environ, "GM_CONFIG": str(folder / "gm.toml"), "GM_LISTEN_PORT": "0"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
def test_a_gm_s_map_from_the_copy_to_the_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copy, edit, break, mend, play; then a change under the game, and its acceptance."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GM_CONFIG", str(tmp_path / "gm.toml"))
    gm("init")
    gm("map", "copy", "republic", "maps/republic")
    with (tmp_path / "gm.toml").open("a", encoding="utf-8") as settings:
        settings.write('\nmaps = "maps"\n')
    board = tmp_path / "maps" / "republic" / "board.toml"
    edit(board, "total = 25", "total = 26")
    with pytest.raises(MapError, match=r"line 29: victory\.total: is 26, but 25"):
        gm("game", "new", "tara", "--variant", "republic", "--gm-address", "maeve@example.org")
    edit(board, "total = 26", "total = 25")
    gm("game", "new", "tara", "--variant", "republic", "--gm-address", "maeve@example.org")
    gm("game", "start", "tara", "--with-empty-seats")
    edit(board, 'aliases = ["Carrow"]', 'aliases = ["Carrow", "Ceatharlach"]')
    refused = serve(tmp_path)
    assert refused.returncode == MapChanged.exit_code
    assert refused.stderr.startswith(
        "gm: What tara is played with was changed: W1015A was opened with"
    )
    assert refused.stderr.rstrip().endswith("gm map accept tara")
    assert "Traceback" not in refused.stderr
    accept = [sys.executable, "-m", "gm", "map", "accept", "tara", "--reason", "one more name"]
    running = InstanceLock(tmp_path / "data")
    running.take()
    too_early = subprocess.run(accept, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert too_early.returncode == AlreadyThere.exit_code
    assert "A server runs on" in too_early.stderr
    running.release()
    done = subprocess.run(accept, cwd=tmp_path, capture_output=True, text=True, check=True)
    told = done.stdout.removeprefix("tara goes on with W1015A, on the map ").rstrip(".\n")
    show = [sys.executable, "-m", "gm", "game", "show", "tara"]
    shown = subprocess.run(show, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert f"  map      {told}\n" in shown.stdout
