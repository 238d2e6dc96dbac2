"""`gm map`: check, list, copy and accept, as a GM types them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gm.cli.app import app
from gm.games.diplomacy.map.files.boards import load_board
from gm.resources import maps_dir


@pytest.fixture(autouse=True)
def _in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))


def run(*words: str) -> tuple[int, str]:
    """Type a command and return its exit code and what it prints."""
    result = CliRunner().invoke(app, ["map", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def edit(file: Path, old: str, new: str) -> None:
    """Change a file once."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def copy(board: str, folder: Path) -> Path:
    """Copy one of our boards."""
    shutil.copytree(maps_dir() / board, folder)
    return folder


SUMMARY = """\
republic: the map is sound, ready for a game of republic.

board              Republic (republic), digest {digest}
provinces          57: 29 coastal, 19 inland, 9 sea
borders            151: 13 coast, 55 land, 34 river, 49 sea
centres            25, 14 win
Ulster             BeN* BeS*
Munster            CoS* CoC*
Leinster           DbN* DbS*
Connaught          GaW* GaS*
Britain            DeW DeE
                   off the board: 2 from winter 1015, 1 from winter
                   1018, 0 from winter 1019 on
                   (homes; * marks a centre)
Lagan              Ant-Dow, BeN-BeS (to the sea), BeN-Dow
"""


@pytest.mark.slow
def test_a_sound_map_is_summed_up(tmp_path: Path) -> None:
    """A GM compares figures, homes and rivers with his printed map."""
    copy("republic", tmp_path / "republic")
    code, text = run("check", "republic")
    assert code == 0
    assert text.startswith(SUMMARY.format(digest=load_board("republic").digest[:12]))
    assert text.endswith("\nWith --verbose each province is listed with its neighbours.\n")
    assert max(map(len, text.splitlines())) <= 72


@pytest.mark.slow
def test_every_province_is_listed_to_be_proofread(tmp_path: Path) -> None:
    """With --verbose each province has its neighbours, the river or the kind of border beside."""
    copy("republic", tmp_path / "republic")
    code, text = run("check", "republic", "--verbose")
    assert code == 0
    assert (
        "\nKkW  Kilkenny West: inland, centre\n"
        "     KkE (the Nore), WxS (the Barrow), Wat (the Suir), Tip (land),\n"
        "     Lao (land)\n"
    ) in text
    assert "\nDbN  Dublin North: coastal, centre, home of Leinster\n" in text
    assert max(map(len, text.splitlines())) <= 72
    assert all(
        f"\n{place.id}  {place.name}:" in text
        for place in load_board("republic").provinces.values()
    )


BROKEN = """\
republic: 2 faults.

board.toml, line 29: victory.total
  Is 26, but 25 provinces are centres.
  -> write total = 25, or mend `centre` where it is wrong

board.toml, line 654: provinces.KkE.neighbours.KWw
  There is no province KWw.
  -> perhaps KkW was meant

Please look at:

board.toml, line 651: provinces.KkE.neighbours
  KkE and KkW touch in the picture and are no neighbours.
  -> add the border to both rings, or let the shapes meet in one point
     only

board.toml, line 996: provinces.Cor.label
  Lies in no province.
  -> choose a point inside the shape of Cor

republic.geojson, line 87: shapes.83
  Is drawn between KkE and KkW, where no river border is.
  -> give both rings the kind "river" there, or take the line out
"""


def test_faults_are_told_with_line_and_remedy(tmp_path: Path) -> None:
    """Every fault names file, line and entry, says what is wrong and what would be right."""
    file = copy("republic", tmp_path / "republic") / "board.toml"
    edit(file, "total = 25", "total = 26")
    edit(file, "label = [799.9, 1019.4]", "label = [-9, 1019.4]")
    edit(file, '{ to = "KkE", kind = "river", river = "Nore", fleet = false },', "")
    edit(
        file,
        '{ to = "KkW", kind = "river", river = "Nore"',
        '{ to = "KWw", kind = "river", river = "Nore"',
    )
    edit(file, '[[rivers]]\nname = "Nore"\nborders = [["KkE", "KkW"]]\n', "\n\n\n")
    assert run("check", "republic") == (1, BROKEN)


@pytest.mark.slow
def test_a_program_reads_the_same(tmp_path: Path) -> None:
    """--json has each fault as a record, and the summary of a sound map."""
    file = copy("republic", tmp_path / "republic") / "board.toml"
    code, text = run("check", "republic", "--json")
    sound = json.loads(text)
    assert (code, sound["sound"], sound["variant"], sound["faults"]) == (0, True, "republic", [])
    assert sound["summary"]["rivers"]["Nore"] == ["KkE-KkW"]
    assert "provinces" not in sound["summary"]
    listed = json.loads(run("check", "republic", "--json", "--verbose")[1])["summary"]["provinces"]
    assert len(listed) == 57
    edit(file, "total = 25", "total = 26")
    code, text = run("check", "republic", "--json")
    broken = json.loads(text)
    assert (code, broken["sound"], broken["summary"]) == (1, False, None)
    assert broken["faults"] == [
        {
            "file": str(file.resolve()),
            "entry": "victory.total",
            "reason": "is 26, but 25 provinces are centres",
            "line": 29,
            "remedy": "write total = 25, or mend `centre` where it is wrong",
        }
    ]


@pytest.mark.slow
def test_a_map_is_checked_for_a_game(tmp_path: Path) -> None:
    """--variant checks what another game lacks on it; by default the id chooses the game."""
    copy("standard", tmp_path / "standard")
    assert run("check", "standard")[0] == 0
    code, text = run("check", "standard", "--variant", "republic")
    assert code == 1
    assert "The game has a power Ulster, and the board has not." in text
    assert "The board has no river, so nothing can be bridged." in text
    code, text = run("check", str(maps_dir() / "irish"))
    assert code == 0
    # The folder's own length decides where the line is broken.
    assert "the map is sound, ready for a game of irish." in " ".join(text.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check",), "Missing argument"),
        (("check", "nowhere"), "nowhere is no folder"),
        (
            ("check", ".", "--variant", "chess"),
            "the games are irish, republic, standard, not 'chess'",
        ),
    ],
)
def test_wrong_usage_ends_with_2(words: tuple[str, ...], said: str) -> None:
    """What was typed wrongly is no fault of a map."""
    code, text = run(*words)
    assert code == 2
    assert said in text


def test_an_empty_folder_is_a_fault(tmp_path: Path) -> None:
    """A folder without board.toml is told as such."""
    (tmp_path / "mine").mkdir()
    code, text = run("check", "mine")
    assert code == 1
    assert "board.toml: the file\n  Does not exist.\n" in text


def test_a_copy_is_edited_and_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy lies in the GM's folder, with the notice of its shapes, and comes before ours."""
    code, text = run("copy", "republic", "maps/republic")
    assert code == 0
    assert f'  maps = "{tmp_path / "maps"}"\n' in text
    assert text.endswith("Next: edit board.toml, then: gm map check maps/republic\n")
    assert "Mark DiMarco" in (tmp_path / "maps" / "republic" / "NOTICE").read_text()
    edit(
        tmp_path / "maps" / "republic" / "board.toml",
        'title = "Republic"',
        'title = "My Republic"',
    )
    monkeypatch.setenv("GM_MAPS", str(tmp_path / "maps"))
    rows = {row["board"]: row for row in json.loads(run("list", "--json")[1])}
    assert {name: row["origin"] for name, row in rows.items()} == {
        "irish": "built in",
        "republic": "yours",
        "standard": "built in",
    }
    assert rows["republic"]["title"] == "My Republic"
    assert rows["republic"]["digest"] != load_board("republic").digest
    assert rows["standard"]["digest"] == load_board("standard").digest
    assert "republic     yours     " in run("list")[1]


def test_a_broken_map_is_listed_as_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list shows which of a GM's maps has to be mended, and how to find out."""
    file = copy("republic", tmp_path / "maps" / "republic") / "board.toml"
    edit(file, "total = 25", "total = 26")
    monkeypatch.setenv("GM_MAPS", "maps")
    code, text = run("list")
    assert code == 0
    assert "broken: gm map check maps/republic" in text


@pytest.mark.slow
def test_a_copy_takes_nothing_s_place(tmp_path: Path) -> None:
    """A folder that is there already is left alone."""
    copy("republic", tmp_path / "mine")
    result = CliRunner().invoke(app, ["map", "copy", "republic", "mine"])
    assert "is there already" in str(result.exception)
    assert run("check", "mine")[0] == 0


def test_a_copy_under_another_name_is_told_its_name(tmp_path: Path) -> None:
    """A game looks a board up by its folder's name, so the GM is told which it must be."""
    code, text = run("copy", "republic", str(tmp_path / "maps" / "tara"))
    assert code == 0
    assert "A game of republic looks for a folder named republic" in text


@pytest.mark.slow
def test_a_map_under_another_name_is_told_its_name(tmp_path: Path) -> None:
    """The id and the folder must agree for a game to find the map; the check says so."""
    copy("republic", tmp_path / "tara")
    code, text = run("check", "tara")
    assert code == 0
    assert text.startswith(
        "Please look at:\n\nboard.toml, line 15: map.id\n"
        '  Is "republic", and the folder is named tara.\n'
        "  -> name both republic, so that a game finds the map\n\ntara: the map is sound, "
    )
