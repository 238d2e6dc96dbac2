"""The game's data: gm's own have no fault, and each fault is told with its entry and what would be right."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gm.app.setup.maps import accept_board, check_running
from gm.bootstrap.games import games_in
from gm.cli.app import app
from gm.errors import MapChanged, MapError
from gm.games.irish_freedom.data.faults import FILES
from gm.games.irish_freedom.data.files import FOLDER, faults_of, load_tables
from gm.games.irish_freedom.data.outlines import OUTLINES
from gm.games.irish_freedom.map.island import island_sheet
from gm.games.irish_freedom.rules.tables import Effect, Terrain, UnitType
from gm.resources import maps_dir
from tests.app.world import GM
from tests.contract.test_die_leaks import die_world
from tests.games.irish_freedom.playing import THE_GAME, begin

OWN = maps_dir() / FOLDER


def test_gms_own_data_have_no_fault() -> None:
    """Six Regions of four Areas, five cities, eighteen cards of every effect."""
    assert faults_of() == ()
    tables = load_tables()
    assert [len(region.areas) for region in tables.regions] == [4] * 6
    assert len(tables.cities) == 5
    assert {card.effect for card in tables.card.values()} == set(Effect)
    assert len(tables.card) == 18
    assert len(tables.digest) == 64


def own_with(folder: Path, file: str, old: str, new: str) -> Path:
    """A master's folder with one file, in which something is written otherwise."""
    text = (OWN / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("file", "old", "new", "entry", "words"),
    [
        ("island.toml", "number = 2", "number = 3", "regions", "numbered 1 to 6"),
        ("island.toml", 'name = "Belfast"', 'name = "Galway"', "regions", "'Galway' comes 2"),
        ("island.toml", 'terrain = "city"', 'terrain = "town"', "regions.DUB.areas", "city, city"),
        ("island.toml", 'id = "MID5"', 'id = "MID4"', "regions.MID.MID4", "write MID5"),
        ("island.toml", "faces = [5]", "faces = [6]", "regions.DUB.areas", "[5] and [6]"),
        ("island.toml", 'roads = ["ULS", "ULS"', 'roads = ["KER", "ULS"', "regions.DUB.roads", "KER"),
        ("island.toml", 'name = "Athlone"', 'name = "Athlone"\nport = true', "regions.MID.MID3.port", "no port"),
        ("island.toml", 'name = "Galway"', 'name = "Galway"\nrain = true', "regions.4.areas.2.rain", "not permitted"),
        ("island.toml", "schema = 1", "schema = 2", "schema", "input should be 1"),
        ("island.toml", "schema = 1", "schema =", "the file", "line 4"),
        ("counters.toml", 'type = "TAN"', 'type = "RIC"', "units", "each of ARMY, TAN"),
        ("counters.toml", "bog = 0\ntown = 1", "bog = 3\ntown = 1", "units.MOB.bog", "at most 2"),
        ("counters.toml", 'reach = "nowhere"', 'reach = "roads"', "units.MOB.reach", "nowhere"),
        ("counters.toml", "rank = 4", "rank = 7", "units.TAN.rank", "less than 6"),
        ("counters.toml", "sails = true\n", "", "units.REG.sails", "Regulars sail"),
        ("counters.toml", 'colours = ["blue"]', 'colours = ["red"]', "units.REG.colours", "blue"),
        ("counters.toml", "bog = 2\ntown = 1\ncity = 1", "bog = 1\ntown = 1\ncity = 1", "units.GUE", "4 or 5"),
        ("cards.toml", 'id = "W2"', 'id = "W3"', "woi", "W1 to W9"),
        ("cards.toml", 'flag = "dalton"', 'flag = "collins"', "flag collins", "one card must"),
        ("cards.toml", 'areas = ["DUB3", "DUB6"]', 'areas = ["DUB2"]', "W7.areas", "DUB2"),
        ("cards.toml", 'type = "UVF", colour = "orange"', 'type = "UVF", colour = "green"', "W5.units", "no green UVF"),
        ("cards.toml", 'effect = "riots"\nregions = ["ULS"]', 'effect = "riots"', "W3.regions", "wants one"),
        ("island.toml", 'terrain = "town"\nname = "Galway"', 'terrain = "city"\nname = "Galway"', "regions", "there must be five"),
        ("island.toml", 'terrain = "bog"\nname = "Connemara', 'terrain = "town"\nname = "Connemara', "regions.WES.areas", "one more"),
        ("counters.toml", 'type = "AC"', 'type = "ART"', "attachments", "each of AC, ART"),
        ("counters.toml", "bog = 0\ntown = 1", "bog = 2\ntown = 1", "units.MOB", "less than 4"),
        ("counters.toml", "bog = 2\ntown = 1\ncity = 1", "bog = 1\ntown = 2\ncity = 1", "units.GUE.bog", "the greatest"),
        ("counters.toml", "rank = 3", "rank = 1", "units.UVF.rank", "less than 1"),
        ("cards.toml", 'effect = "flag"\nregions = ["COR", "KER"]\nflag = "collins"', 'effect = "flag"', "C13.flag", "both or neither"),
        ("cards.toml", 'effect = "reprisals"', 'effect = "reprisals"\nunits = [{ type = "MOB", colour = "green" }]', "W9.units", "wants 0"),
        ("cards.toml", 'effect = "executions"\nregions = ["ULS"]', 'effect = "executions"\nregions = ["DUB", "MID", "ULS", "WES", "COR", "KER"]', "C18.regions", "every Region"),
        ("setup.toml", 'type = "RIC", colour = "red", area = "DUB1"', 'type = "RIC", colour = "blue", area = "DUB1"', "units.1", "no blue RIC"),
        ("setup.toml", 'garrison = [\n  { type = "RIC", colour = "red", area = "ULS5"', 'garrison = [\n  { type = "RIC", colour = "red", area = "DUB1"', "treaty.garrison.1.area", "in Ulster alone"),
        ("setup.toml", 'freestate = { type = "REG", colour = "blue", area = "DUB3"', 'freestate = { type = "REG", colour = "blue", area = "COR5"', "treaty.freestate", "a blue unit in Dublin"),
        ("setup.toml", 'area = "ULS1", basis', 'area = "ULS9", basis', "units.10.area", "match pattern"),
        (OUTLINES, '"id":"DUB1"', '"id":"DUB2"', "DUB1", "no shape is drawn"),
        (OUTLINES, '"id":"DUB1"', '"id":"DUB2"', "DUB2", "there is no such Area"),
        (OUTLINES, '"id":"DUB1"', '"id":"DUB3"', "DUB3", "it is drawn twice"),
        (OUTLINES, '"label":[499,500]', '"label":[4,5]', "features.1 (DUB1).label", "no point inside"),
        (OUTLINES, '"type":"Polygon"', '"type":"Point"', "features.1 (DUB1).geometry", "one ring"),
        (OUTLINES, '"role":"area"', '"role":"sea"', "features.1.role", "area or lake"),
        (OUTLINES, '"id":"DUB1",', "", "features.1.id", "write its id"),
        (OUTLINES, '"width": 689', '"width": "wide"', "properties.width", "a number"),
        (OUTLINES, "[8, 6, 176, 216]", "[8, 6]", "properties.corner", "a free corner"),
        (OUTLINES, '"features": [', '"shapes": [', "features", "a shape for each"),
        (OUTLINES, '{"type": "FeatureCollection"', '{"type": ', "the file", "Expecting"),
        ("cards.toml", 'title = "Churchill"', 'title = "Executions"', "cw", "comes 2 times"),
        ("setup.toml", 'area = "KER5"', 'area = "KER4"', "units.16.area", "KER4"),
        ("setup.toml", 'area = "KER5"', 'area = "KER1"', "units", "KER1 together"),
        ("setup.toml", 'republican = { type = "GUE", colour = "green"', 'republican = { type = "GUE", colour = "blue"', "treaty.republican", "a green unit"),
    ],
)  # fmt: skip
def test_a_fault_is_told(
    tmp_path: Path, file: str, old: str, new: str, entry: str, words: str
) -> None:
    """File, entry, reason and remedy."""
    folder = own_with(tmp_path, file, old, new)
    faults = faults_of(folder)
    told = [fault for fault in faults if fault.file == file and fault.entry == entry]
    assert told, [str(fault) for fault in faults]
    assert words in " ".join(str(fault) for fault in told)
    with pytest.raises(MapError):
        load_tables(folder)


def test_a_file_that_a_master_replaces_is_played_with(tmp_path: Path) -> None:
    """The other files stay gm's own, and the digest is another."""
    folder = own_with(
        tmp_path,
        "island.toml",
        'terrain = "town"\nname = "Galway"',
        'terrain = "bog"\nname = "Galway"',
    )
    tables = load_tables(folder)
    assert tables.areas["WES3"].terrain is Terrain.BOG
    assert tables.strength(UnitType.COLUMN, "WES3") == 3
    assert tables.digest != load_tables().digest


def test_a_master_draws_his_own_shapes(tmp_path: Path) -> None:
    """Beside his own Areas or gm's; they are drawn, and what is played stays what it was."""
    folder = own_with(tmp_path, OUTLINES, '"width": 689', '"width": 700')
    tables = load_tables(folder)
    assert island_sheet(tables).width == 700
    assert island_sheet(load_tables()).width == 689
    assert tables.digest == load_tables().digest


def test_what_is_no_table_of_shapes_is_told(tmp_path: Path) -> None:
    """A list, a list of words: each is a fault and no fall."""
    for text in (
        "[]",
        '{"features": ["x"], "properties": 3}',
        '{"features": [{"properties": {"role": "area"}}]}',
    ):
        (tmp_path / OUTLINES).write_text(text, encoding="utf-8")
        assert faults_of(tmp_path)


def test_a_master_plays_with_his_own_files(tmp_path: Path) -> None:
    """They lie in the folder of his maps, and the games of his server are played with them."""
    own = tmp_path / FOLDER
    own.mkdir()
    own_with(own, "counters.toml", "bog = 3\ntown = 2\ncity = 1", "bog = 4\ntown = 2\ncity = 1")
    rules = games_in(tmp_path).family_of("irish-freedom").rules("irish-freedom", {})
    assert rules.meta.data_digest == load_tables(own).digest != load_tables().digest
    assert rules.tables.strength(UnitType.COLUMN, "KER1") == 4


def test_a_game_is_not_played_on_with_other_files(tmp_path: Path) -> None:
    """Where a file was changed under it, unless its master says that he means the new one."""
    own = tmp_path / "maps" / FOLDER
    own.mkdir(parents=True)
    own_with(own, "counters.toml", "bog = 3\ntown = 2\ncity = 1", "bog = 4\ntown = 2\ncity = 1")
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services, {}, GM)
        changed = replace(world.services, games=games_in(tmp_path / "maps"))
        with pytest.raises(MapChanged, match="What tara is played with was changed: W1"):
            check_running(changed)
        accept_board(changed, "tara", "as printed")
        check_running(changed)


def test_files_are_checked_from_the_command_line(tmp_path: Path) -> None:
    """Sound or not, with every fault, for people and for programs."""
    asked = CliRunner()
    sound = asked.invoke(app, ["island", "check"])
    assert (sound.exit_code, sound.stdout.split(":")[0]) == (0, "Sound")
    own_with(tmp_path, "counters.toml", "rank = 4", "rank = 7")
    told = asked.invoke(app, ["island", "check", str(tmp_path)])
    assert told.exit_code == 1
    assert "counters.toml: units.TAN.rank" in told.stdout
    assert "-> less than 6" in told.stdout
    listed = asked.invoke(app, ["island", "check", str(tmp_path), "--json"])
    assert json.loads(listed.stdout)["faults"][0]["entry"] == "units.TAN.rank"
    assert asked.invoke(app, ["island", "check", str(tmp_path / "no")]).exit_code == 2


def test_every_file_is_needed() -> None:
    """All four are there, the shapes that the map is drawn of, and nothing else."""
    assert sorted(path.name for path in OWN.iterdir()) == sorted([*FILES, OUTLINES])
