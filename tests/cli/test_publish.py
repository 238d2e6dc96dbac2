"""`gm publish` as a GM types it: where it writes, what it says, what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.config import sample_config
from tests.cli.test_game import as_json, run


@pytest.fixture(autouse=True)
def _game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with a game of the standard board that has begun."""
    config = tmp_path / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": "data",
        "mail_domain": "gm.example.org",
        "publish_to": tmp_path / "own",
        "publish_url": "https://games.example.org/all",
    }
    config.write_text(sample_config(values), encoding="utf-8")
    monkeypatch.setenv("GM_CONFIG", str(config))
    assert run("game", "new", "tara", "--gm-address", "maeve@example.org").exit_code == 0
    assert run("game", "start", "tara", "--with-empty-seats").exit_code == 0


def test_a_folder_that_is_named_wins_over_that_of_the_settings(tmp_path: Path) -> None:
    """The second time nothing has changed; programs are told in JSON."""
    said = run("publish", str(tmp_path / "www"))
    assert said.exit_code == 0, said.stderr
    assert "1 game;" in said.stdout
    assert (tmp_path / "www" / "tara" / "index.html").is_file()
    assert not (tmp_path / "own").exists()
    again = as_json("publish", str(tmp_path / "www"))
    assert (again["games"], again["written"], again["removed"]) == (["tara"], 0, 0)
    assert again["unchanged"] > 5


def test_the_settings_say_where(tmp_path: Path) -> None:
    """Feeds hold the address of the settings, or the one that is named."""
    assert run("publish").exit_code == 0
    feed = tmp_path / "own" / "feed.xml"
    assert "https://games.example.org/all/feed.xml" in feed.read_text()
    assert run("publish", "--url", "https://example.org").exit_code == 0
    assert "https://example.org/feed.xml" in feed.read_text()


def test_what_cannot_be_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that is none, a folder with other files, and no folder at all."""
    wrong = run("publish", "--url", "games.example.org")
    assert wrong.exit_code == 65
    assert "https://games.example.org/archive/" in wrong.stderr
    other = run("publish", str(tmp_path))
    assert other.exit_code == 77
    assert "not of the archive" in other.stderr
    config = tmp_path / "gm.toml"
    config.write_text(config.read_text().replace("\npublish_to", "\n# publish_to"))
    nowhere = run("publish")
    assert nowhere.exit_code == 65
    assert "publish_to" in nowhere.stderr
