"""The game's data: gm's own have no fault, and each fault is told with its entry and what would be right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gm.cli.app import app
from gm.errors import MapError
from gm.games.turlough.data.faults import FILES
from gm.games.turlough.data.files import FOLDER, faults_of, load_tables
from gm.games.turlough.rules.marching import distance
from gm.resources import maps_dir

OWN = maps_dir() / FOLDER


def test_gms_own_data_have_no_fault() -> None:
    """Eleven factions, 33 hexes, seven scenarios of 25 cards."""
    assert faults_of() == ()
    tables = load_tables()
    assert (len(tables.factions), len(tables.hexes), len(tables.scenarios)) == (11, 33, 7)
    assert {sum(s.deck.values()) for s in tables.scenarios.values()} == {25}
    assert len(tables.digest) == 64


def test_the_land_is_as_wide_as_the_page_says() -> None:
    """The farthest hex from Clonroad is six points away, and ten lie between the farthest two (3)."""
    tables = load_tables()
    usual = tables.usual
    assert max(distance(tables, usual, "CLO", hex_) for hex_ in tables.hexes) == 6
    far = max(distance(tables, usual, a, b) for a in tables.hexes for b in tables.hexes)
    assert far == 10


def own_with(folder: Path, file: str, old: str, new: str) -> Path:
    """A master's folder with one file, in which something is written otherwise."""
    text = (OWN / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("file", "old", "new", "entry", "words"),
    [
        ("land.toml", 'id = "CUL"', 'id = "CULL"', "factions.3.id", "pattern"),
        ("land.toml", 'kind = "tanist"', 'kind = "vassal"', "factions", "TAN tanist"),
        ("land.toml", 'seat = "TUL"', 'seat = "XXX"', "factions.CUL.seat", "no hex XXX"),
        ("land.toml", 'seat = "TUL"\n', "", "factions.CUL.seat", "all others have one"),
        ("land.toml", "row = 0\ncolumn = 4", "row = 0\ncolumn = 3", "hexes.GRA", "two hexes"),
        ("land.toml", 'owner = "BUR"\n', "", "hexes.GRA.owner", "have an owner"),
        ("land.toml", 'owner = "BUR"', 'owner = "ANN"', "hexes.GRA.owner", "owns nothing"),
        ("land.toml", '"GRA-ABB"', '"GRA-BUN"', "ways.routes", "beside each other"),
        ("land.toml", '"GRA-ABB"', '"GRA-XXX"', "ways.routes", "no two hexes"),
        ("land.toml", '"GRA-ABB"', '"KMD-ABB"', "ways.routes", "comes twice"),
        (
            "land.toml",
            'crossings = [\n  "DYS-CLO"',
            'crossings = [\n  "GRA-ABB"',
            "ways.crossings",
            "over water",
        ),
        ("land.toml", 'id = "BUN"', 'id = "BUM"', "hexes.BUN", "the rules name"),
        ("land.toml", "schema = 1", "schema =", "the file", "line 4"),
        ("scenarios.toml", 'king = "CT"', 'king = "DEC"', "scenarios.1.king", "'CT' or 'CBR'"),
        ("scenarios.toml", 'exiled = "CBR"', 'exiled = "CT"', "scenarios.1276.exiled", "no exile"),
        (
            "scenarios.toml",
            'CT = ["CT", "CUL"]',
            'CT = ["CUL"]',
            "scenarios.1276.sides.CT",
            "missing",
        ),
        (
            "scenarios.toml",
            'CT = ["CT", "CUL"]',
            'CT = ["CT", "HYB"]',
            "scenarios.1276.sides",
            "twice",
        ),
        ("scenarios.toml", "deck = { HR", "deck = { ZZ", "scenarios.1276.deck", "ZZ is unknown"),
        (
            "scenarios.toml",
            'opens = "DEC"',
            'opens = "ANN"',
            "scenarios.1276.opens",
            "ANN is unknown",
        ),
        ("scenarios.toml", 'hex = "KDY"', 'hex = "QQQ"', "scenarios.1276.given", "QQQ is unknown"),
        ("scenarios.toml", 'id = "1277"', 'id = "1276"', "scenarios", "1276 comes twice"),
        (
            "hazards.toml",
            "adds = { FA = 4 }",
            "adds = { ZZ = 4 }",
            "hazards.HF.adds",
            "no card ZZ",
        ),
        ("hazards.toml", "crossing = 2", "crossing = 9", "hazards.1.crossing", "less than"),
        ("hazards.toml", 'id = "LF"', 'id = "HR"', "hazards", "HR comes twice"),
    ],
)
def test_what_is_wrong_is_told(
    tmp_path: Path, file: str, old: str, new: str, entry: str, words: str
) -> None:
    """By its file and entry, and what would be right; no game is played with it."""
    folder = own_with(tmp_path, file, old, new)
    faults = faults_of(folder)
    assert any(f.file == file and f.entry == entry and words in str(f) for f in faults)
    with pytest.raises(MapError):
        load_tables(folder)


def test_the_command_says_the_same(tmp_path: Path) -> None:
    """In words, or as JSON; it ends with 1 where something is wrong."""
    runner = CliRunner()
    sound = runner.invoke(app, ["thomond", "check"])
    assert (sound.exit_code, sound.output) == (0, f"Sound: {', '.join(FILES)}.\n")
    folder = own_with(tmp_path, "hazards.toml", 'id = "LF"', 'id = "HR"')
    said = runner.invoke(app, ["thomond", "check", str(folder)])
    assert said.exit_code == 1
    assert "HR comes twice" in said.output
    told = json.loads(runner.invoke(app, ["thomond", "check", str(folder), "--json"]).output)
    assert told["sound"] is False
