"""A broken map is refused, and all that is wrong is told: file, line, entry, reason, remedy.

The slips lie in tests/data/broken-maps, each with everything that is said about it.
"""

import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from gm.errors import MapError
from gm.games.diplomacy.map.files.board_examine import MapFault, examine, look
from gm.games.diplomacy.map.files.boards import load_board, load_board_folder, map_faults
from gm.games.diplomacy.map.files.map_check import check_map
from gm.resources import maps_dir

SLIPS = Path(__file__).parents[1] / "data" / "broken-maps"


@dataclass(frozen=True)
class Slip:
    """A slip of the pen in a copy of a board.

    Args:
        old, new: the text that is replaced once, and by what.
        file: where.
        faults, remarks: all that is said then, a line each.
    """

    board: str
    old: str
    new: str
    file: str = "board.toml"
    faults: str = ""
    remarks: str = ""

    def __str__(self) -> str:
        told = (self.faults or self.remarks).splitlines()
        return f"{self.board}: {told[0].partition(': ')[2].partition(' (')[0]}"


def slips(*names: str) -> list[Slip]:
    """Return the slips of some of the files."""
    files = [SLIPS / f"{name}.toml" for name in names]
    return [Slip(**one) for file in files for one in tomllib.loads(file.read_text())["slip"]]


def copy_with(slip: Slip, root: Path) -> Path:
    """Copy a board into an empty folder, make the slip, and return the folder."""
    folder = root / slip.board
    shutil.copytree(maps_dir() / slip.board, folder)
    file = folder / slip.file
    text = file.read_text(encoding="utf-8")
    assert slip.old in text
    file.write_text(text.replace(slip.old, slip.new, 1), encoding="utf-8")
    return folder


def told(faults: tuple[MapFault, ...]) -> list[str]:
    """Return faults as they are written in the files of slips."""
    return [
        f"{Path(it.file).name}"
        + (f", line {it.line}" if it.line is not None else "")
        + f": {it.entry}: {it.reason} ({it.remedy})"
        for it in faults
    ]


def test_there_are_many_slips() -> None:
    """A file that is not found, or read as empty, does not pass as green."""
    assert len(slips("form", "board", "sums", "extends", "picture")) > 90
    assert len(slips("variant", "remarks")) > 20


@pytest.mark.sampled(20)
@pytest.mark.parametrize("slip", slips("form", "board", "sums", "extends", "picture"), ids=str)
def test_a_broken_map_is_told(slip: Slip, tmp_path: Path) -> None:
    """All that is wrong is told, and nothing else."""
    assert told(map_faults(copy_with(slip, tmp_path))) == slip.faults.splitlines()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["form", "board", "sums", "extends", "picture"])
def test_a_broken_map_is_not_loaded(name: str, tmp_path: Path) -> None:
    """A board is refused with its first fault, and the others as notes."""
    folder = copy_with(max(slips(name), key=lambda slip: len(slip.faults)), tmp_path)
    faults = map_faults(folder)
    with pytest.raises(MapError) as refused:
        load_board_folder(folder)
    assert str(refused.value) == str(faults[0])
    assert getattr(refused.value, "__notes__", []) == [str(fault) for fault in faults[1:]]


@pytest.mark.sampled(15)
@pytest.mark.parametrize("slip", slips("variant"), ids=str)
def test_a_game_needs_more_than_a_sound_board(slip: Slip, tmp_path: Path) -> None:
    """What Republic or standard Diplomacy lacks on a board is told like every other fault."""
    checked = check_map(copy_with(slip, tmp_path))
    assert told(checked.faults) == slip.faults.splitlines()
    assert told(checked.remarks) == slip.remarks.splitlines()
    assert (checked.summary is None) == bool(checked.faults)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("slip", slips("remarks"), ids=str)
def test_a_picture_that_differs_asks_for_a_look(slip: Slip, tmp_path: Path) -> None:
    """A game can be played on the board; where the picture does not fit, the GM is asked."""
    folder = copy_with(slip, tmp_path)
    assert told(look(examine(folder))) == slip.remarks.splitlines()
    assert load_board_folder(folder).id == slip.board


def test_form_is_told_first_and_then_all_the_rest_at_once(tmp_path: Path) -> None:
    """What has not its form is told alone: mended, it shows what is wrong with the board itself."""
    slip = Slip("republic", 'name = "Kerry"\n', "")
    folder = copy_with(slip, tmp_path)
    file = folder / "board.toml"
    text = file.read_text(encoding="utf-8").replace("total = 25", "total = 26")
    text = text.replace('  { to = "KiN", kind = "land" },\n', "", 1)
    text = text.replace('["KkE", "KkW"]', '["KkE", "Wic"]')
    file.write_text(text, encoding="utf-8")
    assert [fault.entry for fault in map_faults(folder)] == ["provinces.Ker.name"]
    file.write_text(text.replace("[provinces.Ker]\n", '[provinces.Ker]\nname = "Kerry"\n'))
    assert [fault.entry for fault in map_faults(folder)] == [
        "victory.total",
        "rivers.Nore",
        "rivers.Nore",
        "provinces.KiN.neighbours.DbN",
    ]


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


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"schema = 1\n\n# Fianna F\xe1il\n", 3, "is no text in UTF-8"),
        (b"", 1, "this key is missing"),
        (b'schema = """', 1, "is no TOML: a quote is not closed (at the end of the file)"),
        (b"schema = 1\r\nmap = \r\n", 2, "is no TOML: the value is none"),
        (b"[" * 5000, 1, "is no TOML"),
    ],
)
def test_odd_files_are_told_with_their_line(
    tmp_path: Path, content: bytes, line: int, reason: str
) -> None:
    """What is no text, empty, cut off or of another system is told as a fault with its line."""
    (tmp_path / "board.toml").write_bytes(content)
    fault = map_faults(tmp_path)[0]
    assert (fault.line, fault.reason[: len(reason)]) == (line, reason)


@pytest.mark.slow
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
    assert refused.value.line == 27
