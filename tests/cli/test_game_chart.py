"""`gm game chart`: the figures of a game on the terminal, as a picture, and for other programs."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.test_picture import run

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


@pytest.fixture(autouse=True)
def _game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with a game in its first spring."""
    from gm.config import sample_config

    config = tmp_path / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": "data",
        "mail_domain": "gm.example.org",
        "identity": "sender",
    }
    config.write_text(sample_config(values), encoding="utf-8")
    monkeypatch.setenv("GM_CONFIG", str(config))
    made = run("game", "new", "rhine", "--variant", "standard", "--gm-address", "gm@example.net")
    assert made[0] == 0
    for power in POWERS:
        assert run("player", "add", "rhine", power, power, f"{power}@example.net")[0] == 0


@pytest.mark.slow
def test_a_game_in_figures(tmp_path: Path) -> None:
    """As text, as a picture in both forms, as a table and as JSON; each with the same 22 centres."""
    assert run("game", "start", "rhine")[0] == 0
    code, printed, _ = run("game", "chart", "rhine")
    assert code == 0
    assert "rhine: Supply centres by year, 1900" in printed
    assert "  Russia   4  ####" in printed.splitlines()
    code, printed, _ = run("game", "chart", "rhine", "centers")
    assert "1900 A A A E E E F F F G G G I I I R R R R T T T" in printed
    code, printed, _ = run("game", "chart", "rhine", "--csv")
    rows = [*csv.DictReader(StringIO(printed))]
    assert sum(int(row["value"]) for row in rows if row["figure"] == "centres") == 22
    assert sum(int(row["value"]) for row in rows if row["figure"] == "owners") == 22
    code, printed, _ = run("game", "chart", "rhine", "--json")
    told = json.loads(printed)
    assert (told["began"], told["phases"], told["powers"]["FRANCE"]) == ("S1901M", 0, "France")
    assert told["records"] == [{**row, "value": int(row["value"])} for row in rows]
    for name, start in (("c.svg", b"<svg"), ("c.png", b"\x89PNG"), ("c.csv", b"figure,power")):
        code, said, _ = run("game", "chart", "rhine", "centres", "-o", str(tmp_path / name))
        assert (code, "kB" in said) == (0, True)
        assert (tmp_path / name).read_bytes().startswith(start)


def test_what_cannot_be_shown_is_said(tmp_path: Path) -> None:
    """A game that has not begun, a figure it has not, a picture of several, a form nobody knows."""
    code, _, said = run("game", "chart", "rhine")
    assert (code != 0, "has not begun" in said) == (True, True)
    assert run("game", "start", "rhine")[0] == 0
    code, _, said = run("game", "chart", "rhine", "points")
    assert (code, "no figure 'points'; it has centres, units" in said) == (65, True)
    code, _, said = run("game", "chart", "rhine", "-o", str(tmp_path / "all.svg"))
    assert (code, "name it behind the game: centres, units" in said) == (65, True)
    code, _, said = run("game", "chart", "rhine", "centres", "-o", "centres.gif")
    assert (code, ".svg, .png or .csv" in " ".join(said.split())) == (64, True)
