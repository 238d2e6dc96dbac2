"""`gm map picture`: the shapes of a board, or of a game's board in one of its phases."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from gm.cli import main
from gm.config import sample_config
from gm.games.diplomacy.map.files.boards import geometry_path


@pytest.fixture(autouse=True)
def _server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": "data",
        "mail_domain": "gm.example.org",
        "identity": "sender",
    }
    config.write_text(sample_config(values), encoding="utf-8")
    monkeypatch.setenv("GM_CONFIG", str(config))


def run(*arguments: str) -> tuple[int, str, str]:
    """Type `gm` with arguments and return how it ended and what it printed."""
    out, err, code = StringIO(), StringIO(), 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr("sys.argv", ["gm", *arguments])
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return code, out.getvalue(), err.getvalue()


def test_a_board_is_printed_or_written(tmp_path: Path) -> None:
    """The file holds what is printed, and a line tells what it shows."""
    code, printed, _ = run("map", "picture", "irish")
    assert code == 0
    shapes = json.loads(printed)
    assert shapes["properties"]["board"] == "irish"
    assert {it["properties"].get("id") for it in shapes["features"]} >= {"NTH", "ICE", "IRE"}
    file = tmp_path / "shapes.geojson"
    code, said, _ = run("map", "picture", "irish", "--out", str(file))
    assert (code, " ".join(said.split())) == (0, f"{file} shows Irish Diplomacy.")
    assert file.read_text(encoding="utf-8") == printed


@pytest.mark.slow
def test_every_board_can_be_drawn() -> None:
    """Rivers, islands and what is not played on are drawn as they were."""
    for board in ("republic", "standard"):
        code, printed, _ = run("map", "picture", board)
        assert code == 0
        original = json.loads(geometry_path(board).read_text(encoding="utf-8"))
        assert len(json.loads(printed)["features"]) == len(original["features"])


def test_a_game_is_drawn_by_its_phase() -> None:
    """The picture says of which game and phase it is."""
    made = run("game", "new", "rhine", "--variant", "standard", "--gm-address", "gm@example.net")
    assert made[0] == 0
    code, _, said = run("map", "picture", "rhine")
    assert (code, "it has none yet" in said) == (77, True)
    for power in ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"):
        assert run("player", "add", "rhine", power, power, f"{power}@example.net")[0] == 0
    assert run("game", "start", "rhine")[0] == 0
    code, printed, _ = run("map", "picture", "rhine", "--phase", "s1901m")
    assert code == 0
    about = json.loads(printed)["properties"]
    assert (about["game"], about["phase"], about["splits"]) == ("rhine", "S1901M", [])


def test_what_is_neither_board_nor_game_is_refused() -> None:
    """A wrong name ends with 67, a wrong phase with 77."""
    code, _, said = run("map", "picture", "atlantis")
    assert (code, "atlantis" in said) == (67, True)
    code, _, said = run("map", "picture", "irish", "--phase", "S1974M")
    assert (code, "irish" in said) == (67, True)
