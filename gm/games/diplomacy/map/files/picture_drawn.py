"""Draws the board of a game as it is now: its own shapes, with each split province cut in two.

What comes out is GeoJSON in the form of a board's file of shapes, as `maps/README.md` describes it.
It is worked out when somebody asks for it, and never while a game is played.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from gm.errors import MapError
from gm.games.diplomacy.map.drawn.inside import is_inside, places
from gm.games.diplomacy.map.files.board_examine import examine
from gm.games.diplomacy.map.files.board_picture import Picture, Point
from gm.games.diplomacy.map.files.board_schema import BoardTable
from gm.games.diplomacy.map.files.picture_cut import Cut, Name, Ring, clockwise, cut_shapes
from gm.games.diplomacy.rules.board import Board, Entry, Province, ProvinceId
from gm.games.diplomacy.rules.board_split import Split, split_board

_FURTHEST = 0.013
"""Name, unit and centre of a half lie no further apart than this share of the picture's width."""

_Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """What is drawn.

    Args:
        board: the board in force.
        splits: those that led to it from the printed board, in their order.
        about: what else the picture says of itself: the game, the phase.
    """

    board: Board
    splits: Sequence[Split] = ()
    about: Mapping[str, str] | None = None


def draw_board(folder: Path, drawing: BoardDrawing) -> str:
    """Return the picture of a board in force as GeoJSON, a feature on each line.

    Args:
        folder: of the printed board.
        drawing: what is drawn.

    Raises:
        MapError: the folder's board is broken, or its shapes cannot be cut as the board was.
    """
    examined = examine(folder)
    table, picture, printed = examined.table, examined.picture, examined.board
    if examined.faults:
        raise examined.faults[0].error()
    assert table is not None and picture is not None and printed is not None  # noqa: PT018, S101
    cuts = [*cuts_of(printed, drawing.splits)]
    drawn = _Features(table, drawing.board, _halves(picture, cuts) if cuts else {})
    content = cast("_Json", json.loads(picture.text))
    about = {**cast("_Json", content.get("properties", {})), **_about(drawing)}
    features = [
        json.dumps(made, ensure_ascii=False)
        for feature in cast("list[_Json]", content["features"])
        for made in drawn.of(feature)
    ]
    head = json.dumps({**content, "properties": about, "features": []}, ensure_ascii=False)
    return head.removesuffix("]}") + "\n" + ",\n".join(features) + "\n]}\n"


def _about(drawing: BoardDrawing) -> _Json:
    board = drawing.board
    return {
        "board": board.id,
        "digest": board.digest,
        **(drawing.about or {}),
        "holes": [place.id for place in board.provinces.values() if place.entry is Entry.HOLE],
        "closed": [place.id for place in board.provinces.values() if place.entry is Entry.CLOSED],
        "splits": [
            {"province": split.province, "line": [*split.line], "halves": [*split.halves]}
            for split in drawing.splits
        ],
    }


def _halves(picture: Picture, cuts: Sequence[Cut]) -> Mapping[Name, Ring]:
    """Return the shapes of all provinces after some cuts."""
    shapes: dict[Name, Ring] = {}
    cut = {drawn.province for drawn in cuts}
    for feature in picture.provinces():
        if len(feature.lines) > 1 and feature.id in cut:
            raise _misfit(picture, f"{feature.id} has several outlines")
        shapes[feature.id] = clockwise(feature.lines[0][:-1])
    try:
        return cut_shapes(shapes, cuts)
    except ValueError as error:
        raise _misfit(picture, str(error)) from error


def _misfit(picture: Picture, said: str) -> MapError:
    return MapError(
        str(picture.file),
        "the shapes",
        f"cannot be cut as the board was: {said}",
        remedy="draw each province in one piece, and neighbours with the same points",
    )


def cuts_of(board: Board, splits: Iterable[Split]) -> Iterator[Cut]:
    """Yield for each split how it cuts the picture; `board` is the one before the first."""
    for split in splits:
        ring = tuple(
            (str(border.to), border.length) for border in board.province(split.province).ring
        )
        yield Cut(split.province, ring, split.line, split.halves)
        board = split_board(board, split)


class _Features:
    """Turns the features of a board's file into those of the board in force."""

    def __init__(self, table: BoardTable, board: Board, halves: Mapping[Name, Ring]) -> None:
        self._table = table
        self._board = board
        self._halves = halves
        self._furthest = table.map.width * _FURTHEST

    def of(self, feature: _Json) -> Iterator[_Json]:
        """Yield what is drawn in a feature's place: the same, or the halves of its province."""
        properties = cast("_Json", feature.get("properties", {}))
        name = ProvinceId(str(properties.get("id", properties.get("in", ""))))
        if properties.get("role") != "province":
            yield self._lying_in(name, feature) if name in self._board.gone else feature
        elif name in self._board.gone:
            yield from (self._half(self._board.province(half)) for half in self._board.gone[name])
        elif name in self._board.provinces:
            place = self._board.province(name)
            yield {**feature, "properties": {**properties, **self._printed(place)}}
        else:
            yield feature

    def _printed(self, place: Province) -> _Json:
        """Return where things stand in a province that is whole, as its table says."""
        entry = self._table.provinces[place.id]
        properties: _Json = {**_facts(place), "label": entry.label}
        if entry.unit is not None:
            properties["unit"] = entry.unit
        if place.is_centre and entry.centre_point is not None:
            properties["centre_point"] = entry.centre_point
        if coasts := {
            key.lower(): coast.unit for key, coast in entry.coasts.items() if coast.unit
        }:
            properties["coasts"] = coasts
        return properties

    def _half(self, place: Province) -> _Json:
        """Return the feature of a half, with things put where there is room."""
        ring = self._halves[place.id]
        at = places(ring, self._furthest)
        properties: _Json = {
            "id": place.id,
            "role": "province",
            "kind": place.terrain.value,
            "name": place.name,
            **_facts(place),
            "label": at.label,
            "unit": at.unit,
            "room": at.room,
        }
        if place.is_centre:
            properties["centre_point"] = at.centre
        if coasts := {
            coast.id: self._shore(place, coast.id, ring) or at.unit for coast in place.coasts
        }:
            properties["coasts"] = coasts
        shape = {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}
        return {"type": "Feature", "id": place.id, "properties": properties, "geometry": shape}

    def _shore(self, place: Province, coast: str, ring: Ring) -> Point | None:
        """Return where a fleet was drawn on a coast of the whole, if that is by this half."""
        shore = self._table.provinces[place.whole or place.id].coasts.get(coast)
        if shore is None or shore.unit is None:
            return None
        at = (shore.unit[0], shore.unit[1])
        return at if is_inside(at, ring) else None

    def _lying_in(self, name: ProvinceId, feature: _Json) -> _Json:
        """Return a lake or a strait of a split province as one of the half it lies in."""
        points = [*_points(feature.get("geometry"))]
        half = max(
            self._board.gone[name],
            key=lambda half: sum(is_inside(point, self._halves[half]) for point in points),
        )
        properties = cast("_Json", feature["properties"])
        return {**feature, "properties": {**properties, "in": half}}


def _facts(place: Province) -> _Json:
    """Return what a picture tells of a province besides its name and its kind."""
    properties: _Json = {}
    if place.is_centre:
        properties["centre"] = True
    if place.home is not None:
        properties["home"] = place.home
    if place.entry is not Entry.ALL:
        properties["entry"] = place.entry.value
    return properties


def _points(geometry: object) -> Iterator[Point]:
    """Yield all points of a geometry."""
    match geometry:
        case {"coordinates": coordinates}:
            yield from _points(coordinates)
        case [int() | float() as x, int() | float() as y, *_]:
            yield float(x), float(y)
        case [*parts]:
            for part in parts:
                yield from _points(part)
