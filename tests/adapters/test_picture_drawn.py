"""The picture of a board in force: halves, holes and closed countries, as GeoJSON."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from gm.errors import MapError
from gm.games.diplomacy.map.files.board_fit import Outlines
from gm.games.diplomacy.map.files.board_picture import read_picture
from gm.games.diplomacy.map.files.boards import load_board, load_board_folder
from gm.games.diplomacy.map.files.picture_drawn import BoardDrawing, draw_board
from gm.games.diplomacy.rules.board import Board, Entry, ProvinceId
from gm.games.diplomacy.rules.board_now import with_entries
from gm.games.diplomacy.rules.board_split import Split, halves_of, split_board
from gm.resources import maps_dir


def after(board: Board, *lines: tuple[str, str, str]) -> tuple[Board, list[Split]]:
    """Split provinces, each between two of its neighbours."""
    splits = []
    for name, one, other in lines:
        place, ends = ProvinceId(name), (ProvinceId(one), ProvinceId(other))
        splits.append(Split(place, ends, halves_of(board, place)))
        board = split_board(board, splits[-1])
    return board, splits


def features(text: str) -> dict[str, dict[str, Any]]:
    """Return what a picture says of each province."""
    found = [it["properties"] for it in json.loads(text)["features"]]
    return {it["id"]: it for it in found if it["role"] == "province"}


def test_a_whole_board_is_drawn_as_its_file_has_it() -> None:
    """Only where things stand, and what a province is, is added."""
    folder = maps_dir() / "irish"
    text = draw_board(folder, BoardDrawing(load_board("irish")))
    printed = json.loads((maps_dir() / "standard" / "europe.geojson").read_text(encoding="utf-8"))
    drawn = json.loads(text)
    assert [it["geometry"] for it in drawn["features"]] == [
        it["geometry"] for it in printed["features"]
    ]
    assert drawn["properties"]["board"] == "irish"
    assert drawn["properties"]["splits"] == []
    found = features(text)
    assert found["VIE"] == {
        "id": "VIE",
        "role": "province",
        "kind": "inland",
        "name": "Vienna",
        "centre": True,
        "home": "AUSTRIA",
        "label": [764.8, 744.6],
        "unit": [764.8, 763.1],
        "centre_point": [764.8, 782.1],
    } | {key: found["VIE"][key] for key in ("label", "unit", "centre_point")}
    assert found["IRE"]["entry"] == "box"
    assert set(found["SPA"]["coasts"]) == {"nc", "sc"}


@pytest.mark.slow
def test_halves_take_the_place_of_the_whole(tmp_path: Path) -> None:
    """Each half is drawn once, with what stands in it; the picture is read like any other."""
    board, splits = after(load_board("irish"), ("NTH", "NWY", "LON"), ("NTH2", "NTH1", "EDI"))
    text = draw_board(
        maps_dir() / "irish", BoardDrawing(board, splits, {"game": "tara", "phase": "S1975M"})
    )
    found = features(text)
    assert "NTH" not in found
    assert {"NTH1", "NTH2", "NTH3"} <= set(found)
    assert found["NTH3"]["name"] == "North Sea 3"
    about = json.loads(text)["properties"]
    assert (about["game"], about["phase"]) == ("tara", "S1975M")
    assert about["splits"][1] == {
        "province": "NTH2",
        "line": ["NTH1", "EDI"],
        "halves": ["NTH2", "NTH3"],
    }
    file = tmp_path / "now.geojson"
    file.write_text(text, encoding="utf-8")
    picture = read_picture(file)
    assert [(it.faults, it.remarks) for it in picture.features if it.faults or it.remarks] == []
    outlines = Outlines({it.id: it.lines for it in picture.provinces()})
    for name in ("NTH1", "NTH2", "NTH3"):
        assert outlines.holder(tuple(found[name]["label"])) == name
        assert outlines.holder(tuple(found[name]["unit"])) == name
        assert {
            there if here == name else here
            for here, there in outlines.contacts()
            if name in (here, there)
        } == {*board.neighbours(ProvinceId(name))}


def test_coasts_stand_at_the_half_they_lie_on() -> None:
    """A half tells of its own coasts only, each at a point inside it."""
    board, splits = after(load_board("irish"), ("SPA", "POR", "MAR"))
    text = draw_board(maps_dir() / "irish", BoardDrawing(board, splits))
    found = features(text)
    for half in ("SPA1", "SPA2"):
        coasts = {coast.id for coast in board.province(ProvinceId(half)).coasts}
        assert set(found[half].get("coasts", {})) == coasts
        assert found[half]["centre"] is True
        assert found[half]["home"] == "SPAIN"
        assert set(found[half]) >= {"label", "unit", "centre_point", "room"}


@pytest.mark.slow
def test_straits_lie_in_a_half() -> None:
    """What is drawn in a split province is drawn in the half that has it."""
    board, splits = after(load_board("irish"), ("DEN", "KIE", "SKA"))
    drawn = json.loads(draw_board(maps_dir() / "irish", BoardDrawing(board, splits)))
    straits = [it["properties"]["in"] for it in drawn["features"] if "in" in it["properties"]]
    assert "DEN" not in straits
    assert {"DEN1", "DEN2"} & {*straits}
    assert "CON" in straits


@pytest.mark.slow
def test_holes_and_closed_countries_are_marked() -> None:
    """A black hole is no centre; who may enter a province stands beside its name."""
    board, splits = after(load_board("irish"), ("KIE", "MUN", "BAL"))
    entries = {ProvinceId("KIE1"): Entry.HOLE, ProvinceId("SWI"): Entry.CLOSED}
    board = with_entries(board, entries)
    text = draw_board(maps_dir() / "irish", BoardDrawing(board, splits))
    found = features(text)
    assert found["KIE1"]["entry"] == "hole"
    assert "centre" not in found["KIE1"]
    assert found["KIE2"]["centre"] is True
    assert "entry" not in found["KIE2"]
    assert found["SWI"]["entry"] == "closed"
    about = json.loads(text)["properties"]
    assert (about["holes"], about["closed"]) == (["KIE1"], ["SWI"])


def test_a_board_that_is_drawn_wrongly_is_not_cut(tmp_path: Path) -> None:
    """A province of several parts is named, and what would be right."""
    for name in ("standard", "irish"):
        shutil.copytree(maps_dir() / name, tmp_path / name)
    file = tmp_path / "standard" / "europe.geojson"
    content = json.loads(file.read_text(encoding="utf-8"))
    munich = next(it for it in content["features"] if it["properties"].get("id") == "MUN")
    part = [[600, 700], [610, 700], [610, 710], [600, 700]]
    munich["geometry"] = {
        "type": "MultiPolygon",
        "coordinates": [munich["geometry"]["coordinates"], [part]],
    }
    file.write_text(json.dumps(content), encoding="utf-8")
    board, splits = after(load_board_folder(tmp_path / "irish"), ("MUN", "KIE", "TYR"))
    with pytest.raises(MapError, match="MUN has several outlines"):
        draw_board(tmp_path / "irish", BoardDrawing(board, splits))


def test_a_broken_board_is_not_drawn(tmp_path: Path) -> None:
    """The first fault of the folder is told."""
    with pytest.raises(MapError, match="does not exist"):
        draw_board(tmp_path, BoardDrawing(load_board("irish")))
