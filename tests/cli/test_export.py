"""`gm export` and `gm import` as a GM types them: files made, files refused, exit codes."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from gm.config import sample_config
from tests.cli.test_game import as_json, run


def _server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir(exist_ok=True)
    config = folder / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": "data",
        "mail_domain": "gm.example.org",
        "identity": "sender",
    }
    config.write_text(sample_config(values), encoding="utf-8")
    monkeypatch.setenv("GM_CONFIG", str(config))


@pytest.fixture(autouse=True)
def _game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with a game of the standard board that has begun, and nobody to write to."""
    _server(tmp_path / "one", monkeypatch)
    assert run("game", "new", "tara", "--gm-address", "maeve@example.org").exit_code == 0
    assert run("game", "start", "tara", "--with-empty-seats").exit_code == 0


def test_a_game_goes_to_another_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is for its GM's eyes only; where it arrives the game is paused."""
    refused = run("export", "tara", "-o", str(tmp_path / "tara.gm"))
    assert refused.exit_code != 0
    assert "--anyway" in refused.stderr
    assert not [*tmp_path.glob("*.gm")]
    assert run("export", "tara", "-o", str(tmp_path / "tara.gm"), "--anyway").exit_code == 0
    assert stat.S_IMODE((tmp_path / "tara.gm").stat().st_mode) == 0o600
    _server(tmp_path / "two", monkeypatch)
    assert as_json("import", str(tmp_path / "tara.gm")) == {"game": "tara", "status": "paused"}
    again = run("import", str(tmp_path / "tara.gm"))
    assert again.exit_code != 0
    assert "There is a game named tara already." in again.stderr


def test_a_saved_game_is_taken_in_under_another_name(tmp_path: Path) -> None:
    """What `--format diplomacy` writes is read back; its GM has to be named."""
    file = tmp_path / "tara.json"
    assert run("export", "tara", "--format", "diplomacy", "-o", str(file)).exit_code == 0
    assert json.loads(file.read_text())["phases"][0]["name"] == "S1901M"
    refused = run("import", str(file), "--name", "meadow")
    assert refused.exit_code != 0
    assert "--gm-address" in refused.stderr
    found = as_json("import", str(file), "--name", "meadow", "--gm-address", "flora@example.org")
    assert (found["name"], found["phase"]) == ("meadow", "S1901M")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("export", "tara", "--phase", "S1901M"), "--phase is for judge and zine"),
        (("export", "tara", "--format", "judge"), "so it has no results"),
        (("export", "tara", "--format", "judge", "--phase", "S1900M"), "S1900M of tara"),
        (("import", "nowhere.gm"), "nowhere.gm cannot be read"),
    ],
)
def test_what_cannot_be_is_refused(arguments: tuple[str, ...], words: str) -> None:
    """One sentence on the error output."""
    result = run(*arguments)
    assert result.exit_code != 0
    assert words in result.stderr


def test_a_file_that_is_no_game_is_refused(tmp_path: Path) -> None:
    """Whatever is in it."""
    file = tmp_path / "mail"
    file.write_bytes(b"\xff\xfe\x00")
    assert "is no text" in run("import", str(file)).stderr
    file.write_text("Dear GM,")
    assert "neither a game of ours nor JSON" in run("import", str(file)).stderr
