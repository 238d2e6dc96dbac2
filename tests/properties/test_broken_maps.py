"""Whatever a GM does to a map, the checker says where and why, and never breaks down."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm.games.diplomacy.map.files.board_examine import examine, look
from gm.games.diplomacy.map.files.boards import load_board_folder
from gm.games.diplomacy.map.files.map_check import Checked, check_map
from gm.resources import maps_dir
from tests.adapters.small_map import BOARD, PICTURE, write_small

MANY = 60

_TOKEN = re.compile(r'"[^"\n]*"|[\w.-]+|\[\[|\]\]|[^\w\s]')
_ODD = (
    "",
    '""',
    '"Eas"',
    "LAK",
    "0",
    "-1",
    "1e400",
    "nan",
    "true",
    "[]",
    "{}",
    "null",
    "[",
    "é",
    '"',
)


@st.composite
def broken(draw: st.DrawFn, text: str) -> str:
    """Return a text after one to four slips of a pen: lines and words lost, doubled, exchanged."""
    for _ in range(draw(st.integers(1, 4))):
        lines = text.split("\n")
        here, there = (draw(st.integers(0, len(lines) - 1)) for _ in "ab")
        match draw(st.sampled_from(["lose", "double", "exchange", "word", "sign"])):
            case "lose":
                del lines[here]
            case "double":
                lines.insert(there, lines[here])
            case "exchange":
                lines[here], lines[there] = lines[there], lines[here]
            case "word":
                lines[here] = _other_word(draw, text, lines[here])
            case "sign":
                at = draw(st.integers(0, len(lines[here])))
                lines[here] = (
                    lines[here][:at]
                    + draw(st.sampled_from('"[]{}=,#x0\\'))
                    + lines[here][at + 1 :]
                )
        text = "\n".join(lines) or "\n"
    return text


def _other_word(draw: st.DrawFn, text: str, line: str) -> str:
    words = [*_TOKEN.finditer(line)]
    if not words:
        return line
    word = draw(st.sampled_from(words))
    others = sorted(set(_TOKEN.findall(text)))
    other = draw(st.sampled_from(others) | st.sampled_from(_ODD))
    return line[: word.start()] + other + line[word.end() :]


def assert_told(folder: Path, variant: str | None = None) -> Checked:
    """Check a folder; each fault has its file, a line in that file, entry and reason."""
    checked = check_map(folder, variant)
    for fault in (*checked.faults, *checked.remarks):
        assert fault.entry
        assert fault.reason
        assert not fault.reason.endswith(".")
        assert Path(fault.file).name in ("board.toml", "small.geojson") or fault.line is None
        if fault.line is None:
            assert not Path(fault.file).is_file()
        else:
            assert 1 <= fault.line <= Path(fault.file).read_text().count("\n") + 1
    json.dumps(dataclasses.asdict(checked), default=str)
    assert (checked.summary is None) == bool(checked.faults)
    return checked


def test_the_small_map_is_sound(tmp_path: Path) -> None:
    """What is broken below is whole at first: no fault and nothing to look at."""
    folder = write_small(tmp_path / "small")
    examined = examine(folder)
    assert examined.faults == ()
    assert look(examined) == ()
    assert load_board_folder(folder).id == "small"


@settings(max_examples=MANY * 2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(board=broken(BOARD))
def test_any_slip_in_the_table_is_told(tmp_path: Path, board: str) -> None:
    """Lines and words lost, doubled, exchanged or misspelt: a sound map or faults with lines."""
    folder = write_small(tmp_path / "small", board=board)
    if not assert_told(folder).faults:
        assert_told(folder, "standard")
        assert_told(folder, "republic")


@settings(max_examples=MANY, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(picture=broken(PICTURE))
def test_any_slip_in_the_picture_is_told(tmp_path: Path, picture: str) -> None:
    """The file of shapes is not trusted either."""
    assert_told(write_small(tmp_path / "small", picture=picture))


@settings(max_examples=MANY // 2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_told(tmp_path: Path, data: bytes) -> None:
    """A file that is no text at all is a fault, on the line where it ceases to be one."""
    folder = write_small(tmp_path / "small")
    (folder / "small.geojson").write_bytes(data)
    assert examine(folder).faults
    (folder / "board.toml").write_bytes(data)
    assert all(fault.reason for fault in examine(folder).faults)


@pytest.mark.parametrize("name", ["republic", "standard"])
@settings(
    max_examples=MANY // 20,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)
@given(data=st.data())
def test_a_real_map_may_be_broken_anywhere(tmp_path: Path, name: str, data: st.DataObject) -> None:
    """One province taken out of one of our boards is missed wherever it is named, and only there."""
    text = (maps_dir() / name / "board.toml").read_text(encoding="utf-8")
    blocks = re.split(r"(?m)^(?=\[provinces\.\w+\]\n)", text)
    out = data.draw(st.integers(1, len(blocks) - 1))
    lost = re.match(r"\[provinces\.(\w+)\]", blocks[out])
    assert lost is not None
    folder = tmp_path / name
    folder.mkdir(exist_ok=True)
    picture = next((maps_dir() / name).glob("*.geojson"))
    (folder / picture.name).write_text(picture.read_text(encoding="utf-8"), encoding="utf-8")
    board = "".join(block for number, block in enumerate(blocks) if number != out)
    (folder / "board.toml").write_text(board, encoding="utf-8")
    faults = examine(folder).faults
    assert faults
    assert all(
        lost[1] in fault.entry + fault.reason or fault.entry == "victory.total" for fault in faults
    ), faults
