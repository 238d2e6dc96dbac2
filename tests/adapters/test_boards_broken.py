"""A broken map is refused with file, entry and reason: each fault made in a copy of a real board."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from gm.adapters.boards import load_board, load_board_folder, map_faults
from gm.errors import MapError
from gm.resources import maps_dir


@dataclass(frozen=True)
class Break:
    """One slip in a map file: the text that is replaced, and the complaint it must bring."""

    board: str
    old: str
    new: str
    entry: str
    reason: str
    file: str = "board.toml"


CASES = [
    # The form of the file.
    Break("standard", 'name = "Albania"\n', "", "provinces.ALB.name", "is missing"),
    Break("standard", "schema = 1", "schema = 2", "schema", "1"),
    Break("standard", 'terrain = "sea"', 'terain = "sea"', "provinces.ADR.terain", "no such key"),
    Break("standard", "centre = false", 'centre = "no"', "provinces.ADR.centre", "boolean"),
    Break("standard", "first_year = 1901", "first_year = true", "map.first_year", "integer"),
    Break("standard", 'kind = "coast"', 'kind = "cost"', "provinces.ALB.neighbours.1.kind", "'coast'"),
    Break("standard", "label = [766.2, 952.8]", "label = [766.2]", "provinces.ADR.label", "at least 2"),
    Break("standard", "length = 318", "length = -318", "provinces.ADR.neighbours.1.length", "0"),
    Break("standard", "[map]\n", "[map\n", "the file", "line 8"),
    Break("standard", 'colour = "#c8432f"', 'colour = "red"', "powers.AUSTRIA.colour", "pattern"),
    Break("republic", "unit_upkeep = 7 ", "unit_upkeep = 7.5 ", "facts.unit_upkeep.int", "integer"),
    Break("irish", 'extends = "standard"', 'extends = "narnia"', "extends", "no board 'narnia'"),
    Break("irish", 'extends = "standard"', 'extends = "../x"', "extends", "by its folder"),
    Break("irish", 'extends = "standard"', 'extends = "irish"', "extends", "extends itself"),
    Break("irish", 'drop_aliases = ["irish"]', 'drop_aliases = ["eire"]', "provinces.IRI.drop_aliases", "no alias 'eire'"),
    # The board.
    Break("standard", '{ to = "ALB", kind = "sea", length = 67 }', '{ to = "ABL", kind = "sea", length = 67 }', "provinces.ADR.neighbours.ABL", "no province ABL"),
    Break("standard", '  { to = "ALB", kind = "sea", length = 67 },\n', "", "provinces.ALB.neighbours.ADR", "does not list ALB"),
    Break("standard", '{ to = "SMY", kind = "land", length = 157 }', '{ to = "SMY", kind = "coast", length = 157 }', "provinces.ANK.neighbours.SMY", "the kind differs"),
    Break("standard", '{ to = "SMY", kind = "land", length = 157 }', '{ to = "SMY", kind = "land", length = 158 }', "provinces.ANK.neighbours.SMY", "the length differs"),
    Break("standard", '{ to = "BUL", kind = "sea", to_coast = ["sc"], length = 43 }', '{ to = "BUL", kind = "sea", to_coast = ["ec"], length = 43 }', "provinces.AEG.neighbours.BUL", "the coasts differ"),
    Break("standard", '{ to = "BUL", kind = "sea", to_coast = ["sc"], length = 43 }', '{ to = "BUL", kind = "sea", length = 43 }', "provinces.AEG.neighbours.BUL", "which coast of BUL"),
    Break("standard", "[provinces.ADR]", '[provinces.alb]\nname = "Other"\nterrain = "inland"\ncentre = false\nlabel = [1, 1]\nneighbours = []\n[provinces.ADR]', "provinces.ALB", "the same abbreviation as alb"),
    Break("standard", 'aliases = ["aegean"]', 'aliases = ["aegean", "adria"]', "provinces.AEG.aliases", "'adria' already names ADR"),
    Break("standard", 'home = "TURKEY"', 'home = "TROY"', "provinces.ANK.home", "no power TROY"),
    Break("standard", '"F STP/SC"', '"F STP"', "powers.RUSSIA.start", "the coast is missing"),
    Break("standard", '"F TRI"', '"F VIE"', "powers.AUSTRIA.start", "cannot stand inland"),
    Break("standard", "total = 34", "total = 35", "victory.total", "34 provinces are centres"),
    Break("standard", "count = 18", "points = 18", "victory.count", "is missing"),
    Break("standard", "count = 18", "count = 40", "victory.count", "more centres than"),
    Break("standard", '{ to = "TRI", kind = "sea", length = 318 }', '{ to = "TRI", kind = "coast", length = 318 }', "provinces.ADR.neighbours.TRI", "only sea borders"),
    Break("standard", '{ to = "GAL", kind = "land", length = 30 }', '{ to = "GAL", kind = "coast", length = 30 }', "provinces.BOH.neighbours.GAL", "inland province has no coast"),
    Break("standard", '{ to = "ALB", kind = "sea", length = 67 }', '{ to = "ADR", kind = "sea", length = 67 }', "provinces.ADR.neighbours.ADR", "no neighbour of itself"),
    Break("standard", 'liv = ["LVP", "LVN"]', 'liv = ["LVP", "LIV"]', "ambiguous.liv", "no province LIV"),
    Break("irish", 'piece_choice = ["A"]', 'piece_choice = ["A", "F"]', "powers.SERBIA.piece_choice", "SER can hold A"),
    Break("irish", 'coast_choice = ["ec", "sc"]', 'coast_choice = ["ec"]', "powers.BULGARIA.coast_choice", "not the coasts of BUL"),
    Break("irish", "[facts]\n", '[facts]\nvictory = "war"\n', "facts.victory", "already"),
    Break("standard", "[provinces.ALB]\n", '[provinces.ALB]\ncoasts = { nc = { name = "coast" } }\n', "provinces.ALB.coasts", "single coast"),
    # What the file says about itself.
    Break("republic", '["Cla", "Tip"]', '["Cla", "Lim"]', "corners.Cla-Lim", "in a corner only"),
    Break("republic", 'rule = "12"\nriver = [["KkW", "Wat"]]', 'rule = "12"\nriver = [["KkW", "Tip"]]', "claims.5 (rule 12)", "a river should lie"),
    Break("republic", 'not_centre = ["DeW", "DeE"]', 'not_centre = ["DeW", "BeN"]', "claims.1 (rule 3)", "BeN should be no centre"),
    Break("republic", 'not_adjacent = [["KiN", "OfS"]', 'not_adjacent = [["KiN", "OfN"]', "claims.3 (rule 11a)", "should not be neighbours"),
    Break("republic", 'adjacent = [["KiN", "OfN"]', 'adjacent = [["KiN", "Ker"]', "claims.3 (rule 11a)", "should be neighbours"),
    Break("republic", 'fleet_path = [["Wat", "STG", "WxS"]]', 'fleet_path = [["Wat", "WxS"]]', "claims.2 (rule 10a)", "a fleet should sail from Wat to WxS"),
    Break("republic", 'exists = ["CoC", "Car"', 'exists = ["CcC", "Car"', "claims.6 (rule 13)", "no province CcC"),
    Break("republic", 'borders = [["Arm", "Tyr"]]', 'borders = [["Arm", "Ant"]]', "rivers.Ulster Blackwater", "no border between Ant and Arm"),
    Break("republic", 'borders = [["BeN", "BeS"], ["BeN", "Dow"], ["Ant", "Dow"]]', 'borders = [["BeN", "BeS"], ["Ant", "Dow"]]', "rivers.Lagan", "does not list its border BeN-Dow"),
    # The shapes.
    Break("standard", '"id":"ADR","role"', '"id":"ADX","role"', "provinces.ADR", "has no shape", "europe.geojson"),
    Break("standard", '"id":"ADR","role"', '"id":"ADX","role"', "shapes.ADX", "no province", "europe.geojson"),
    Break("standard", '"features":[', '"features":', "the file", "no GeoJSON", "europe.geojson"),
]  # fmt: skip


def broken_copy(case: Break, root: Path) -> Path:
    """Copy a board into an empty folder, make the slip, and return the folder."""
    folder = root / case.board
    shutil.copytree(maps_dir() / case.board, folder)
    file = folder / case.file
    text = file.read_text(encoding="utf-8")
    assert case.old in text
    file.write_text(text.replace(case.old, case.new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{it.board}-{it.entry}-{n}" for n, it in enumerate(CASES)]
)
def test_a_broken_map_is_refused(case: Break, tmp_path: Path) -> None:
    """Each slip is among the faults, with the file, the entry and the reason; the board is refused."""
    folder = broken_copy(case, tmp_path)
    faults = map_faults(folder)
    assert any(
        fault.entry == case.entry
        and case.reason in fault.reason
        and fault.file == str(folder.resolve() / case.file)
        for fault in faults
    ), faults
    with pytest.raises(MapError) as refused:
        load_board_folder(folder)
    assert str(refused.value) == str(faults[0])
    assert getattr(refused.value, "__notes__", []) == [str(fault) for fault in faults[1:]]


def test_an_untouched_copy_is_accepted(tmp_path: Path) -> None:
    """A GM's own folder under a name of its own is a board like ours."""
    folder = tmp_path / "mine"
    shutil.copytree(maps_dir() / "republic", folder)
    assert load_board_folder(folder).digest == load_board("republic").digest


def test_a_board_under_another_name_is_not_found_by_that_name(tmp_path: Path) -> None:
    """A board that is looked up by its folder must also call itself so."""
    shutil.copytree(maps_dir() / "republic", tmp_path / "mine")
    with pytest.raises(MapError, match=r"map\.id: is 'republic', not 'mine'"):
        load_board("mine", tmp_path)


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    """A path where nothing lies is told as a missing file."""
    with pytest.raises(MapError, match="does not exist"):
        load_board_folder(tmp_path / "nowhere")


def test_missing_shapes_are_refused(tmp_path: Path) -> None:
    """A board without its file of shapes cannot be drawn, so it is refused."""
    folder = tmp_path / "standard"
    shutil.copytree(maps_dir() / "standard", folder)
    (folder / "europe.geojson").unlink()
    with pytest.raises(MapError, match=r"europe\.geojson: the file: does not exist"):
        load_board_folder(folder)


def test_a_changed_board_has_another_digest(tmp_path: Path) -> None:
    """The digest covers the board file, the shapes and the board that is extended."""
    digests = {load_board("irish").digest}
    for number, name in enumerate(
        ("standard/board.toml", "standard/europe.geojson", "irish/board.toml")
    ):
        root = tmp_path / str(number)
        for board in ("irish", "standard"):
            shutil.copytree(maps_dir() / board, root / board)
        file = root / name
        file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        digests.add(load_board("irish", root).digest)
    assert len(digests) == 4


def test_a_fault_of_the_base_is_told_of_the_base(tmp_path: Path) -> None:
    """A board that extends a broken one is refused, and the base's file is named."""
    for board in ("irish", "standard"):
        shutil.copytree(maps_dir() / board, tmp_path / board)
    file = tmp_path / "standard" / "board.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("total = 34", "total = 33"))
    with pytest.raises(MapError) as refused:
        load_board("irish", tmp_path)
    assert (refused.value.file, refused.value.entry) == (str(file), "victory.total")
