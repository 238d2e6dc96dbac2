"""The shapes of a board in force as a sheet to draw on, made from the picture of that board."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from pathlib import Path
from statistics import quantiles
from typing import cast

from gm.drawing.geometry import Simplified
from gm.drawing.sheet import Area, Ground, Point, Ring, River, Scenery, Sheet
from gm.games.diplomacy.map.drawn.inside import surface
from gm.games.diplomacy.map.drawn.picture import draw
from gm.games.diplomacy.map.files.boards import MapFolders
from gm.games.diplomacy.map.files.picture_cut import clockwise
from gm.games.diplomacy.map.files.picture_drawn import BoardDrawing, draw_board
from gm.games.diplomacy.map.shown.showing import MapShown
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.board_split import Split

_TOLERANCE = 0.5
"""Borders may move by so many thousandths of the picture's width; nobody sees it."""

_PLAIN_SIZE = 75.0
"""How far across a small land province is at scale 1, in units of the picture."""

_GROUNDS = {
    "island": Ground.LAND,
    "islet": Ground.LAND,
    "strait": Ground.SEA,
    "lake": Ground.LAKE,
    "offboard": Ground.ROCK,
    "outside": Ground.ROCK,
}

_Json = Mapping[str, object]


def sheet_of(folder: Path, printed: Board, board: Board, splits: Sequence[Split]) -> Sheet:
    """Return what a board is drawn on; the same object for the same board in a process.

    Args:
        folder: of the printed board.
        printed: that board; board: the one in force.
        splits: those that led from one to the other, in their order.

    Raises:
        MapError: the folder's board is broken, or its shapes cannot be cut as the board was.
    """
    return _sheet(folder.resolve(), printed, board, tuple(splits))


@lru_cache(maxsize=16)
def _sheet(folder: Path, printed: Board, board: Board, splits: tuple[Split, ...]) -> Sheet:
    (width, height), features = _features(folder, board, splits)
    simpler = Simplified(_all_rings(features), width * _TOLERANCE / 1000)
    known = {str(place) for place in board.provinces}
    # By the printed board, so that splits change no sizes.
    scale = _scale(printed, _features(folder, printed, ())[1])
    return Sheet(
        width,
        height,
        scale,
        areas=tuple(feature.area(simpler) for feature in features if feature.id in known),
        scenery=tuple(
            feature.scenery(simpler) for feature in features if feature.is_scenery(known)
        ),
        rivers=tuple(feature.river(simpler) for feature in features if feature.role == "river"),
    )


@lru_cache(maxsize=16)
def _features(
    folder: Path, board: Board, splits: tuple[Split, ...]
) -> tuple[tuple[float, float], tuple[_Feature, ...]]:
    """Return the size of a board's picture, and all that is drawn in it."""
    content = json.loads(draw_board(folder, BoardDrawing(board, splits)))
    about = content["properties"]
    size = float(about["width"]), float(about["height"])
    return size, tuple(_Feature(feature) for feature in content["features"])


def _scale(board: Board, features: Iterable[_Feature]) -> float:
    """Return how large letters and units are drawn, by the size of small land provinces."""
    land = [feature for feature in features if feature.is_land_of(board)]
    sizes = [sqrt(max(map(surface, feature.rings()))) for feature in land]
    small = quantiles(sizes, n=4)[0] if len(sizes) > 1 else _PLAIN_SIZE
    return small / _PLAIN_SIZE


def _all_rings(features: Iterable[_Feature]) -> Iterator[Ring]:
    for feature in features:
        if feature.role != "river":
            yield from feature.rings()


class _Feature:
    """One feature of a picture.

    Attributes:
        id: the province it is, or "". role: what it is.
    """

    def __init__(self, raw: _Json) -> None:
        self._properties = cast("_Json", raw["properties"])
        self._geometry = cast("_Json", raw["geometry"])
        self.role = str(self._properties["role"])
        self.id = str(self._properties["id"]) if self.role == "province" else ""

    def is_land_of(self, board: Board) -> bool:
        """Tell whether it is a land province of a board."""
        return self.id in board.provinces and self._properties.get("kind") != "sea"

    def is_scenery(self, known: set[str]) -> bool:
        """Tell whether it is drawn and is neither a province in play nor a river."""
        return self.role != "river" and self.id not in known and self._fits()

    def _fits(self) -> bool:
        return bool(self.id) or self.role in _GROUNDS

    def rings(self) -> tuple[Ring, ...]:
        """Return its outlines, clockwise, the largest first."""
        rings = [clockwise(line[:-1]) for line in self._lines()]
        return tuple(sorted(rings, key=surface, reverse=True))

    def _lines(self) -> list[Ring]:
        """Return its lines as they stand."""
        shapes = cast("list[object]", self._geometry["coordinates"])
        match self._geometry["type"]:
            case "LineString":
                return [_points(shapes)]
            case "MultiPolygon":
                return [_points(line) for part in shapes for line in cast("list[object]", part)]
            case _:
                return [_points(line) for line in shapes]

    def area(self, simpler: Simplified) -> Area:
        """Return it as a province."""
        properties = self._properties
        coasts = cast("Mapping[str, object]", properties.get("coasts", {}))
        return Area(
            id=self.id,
            name=str(properties.get("name", self.id)),
            ground=Ground.SEA if properties.get("kind") == "sea" else Ground.LAND,
            rings=tuple(simpler.ring(ring) for ring in self.rings()),
            label=_point(properties["label"]),
            unit=_point(properties["unit"]) if "unit" in properties else None,
            dot=_point(properties["centre_point"]) if "centre_point" in properties else None,
            coasts={name: _point(point) for name, point in coasts.items()},
            is_centre=bool(properties.get("centre")),
            is_home="home" in properties,
        )

    def scenery(self, simpler: Simplified) -> Scenery:
        """Return it as what is only drawn; a shape of no province in play is rock."""
        ground = _GROUNDS.get(self.role, Ground.ROCK)
        rings = tuple(simpler.ring(ring) for ring in self.rings())
        return Scenery(ground, rings, str(self._properties.get("name", "")))

    def river(self, simpler: Simplified) -> River:
        """Return it as a river."""
        one, other = sorted(str(end) for end in cast("list[object]", self._properties["between"]))
        lines = tuple(simpler.line(line) for line in self._lines())
        return River(str(self._properties.get("name", "")), (one, other), lines)


def _points(raw: object) -> Ring:
    return tuple(_point(point) for point in cast("list[object]", raw))


def _point(raw: object) -> Point:
    x, y, *_ = cast("list[float]", raw)
    return float(x), float(y)


# A picture of a game as SVG: its board's shapes from their folder, and what stands on them.


def svg_of(folders: MapFolders, shown: MapShown) -> str:
    """Return a picture as SVG text.

    Raises:
        MapError: the shapes of its board are broken.
    """
    folder = folders.folder(shown.printed.id)
    return draw(sheet_of(folder, shown.printed, shown.board, shown.splits), shown.scene)
