"""The island as a sheet to draw on: the shapes of its Areas, roads over borders, lakes and the sea (3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import dist
from typing import Any, Final

from gm.drawing.geometry import Box
from gm.drawing.sheet import Point, Ring
from gm.drawing.tiles import Tile, TileFigure, TileGround, TileGroup, TileSheet
from gm.errors import MapError
from gm.games.irish_freedom.data.files import outlines_file
from gm.games.irish_freedom.data.outlines import AREA, LAKE, OUTLINES, read_outlines
from gm.games.irish_freedom.rules.tables import IslandArea, RuleTables, Terrain

GROUNDS: Final = {
    Terrain.BOG: TileGround.MARSH,
    Terrain.TOWN: TileGround.PLAIN,
    Terrain.CITY: TileGround.STREETS,
}
"""How each terrain is drawn."""

_HALF_A_ROAD: Final = 13.0
_WIDE: Final = 48.0
_HIGH: Final = 26.0
"""How far about what stands in an Area reaches from its middle."""

_CLEAR: Final = 6.0
"""How far from that a road is far enough."""

_FROM_ENDS: Final = 22.0
"""How far from where a border ends a road crosses it."""


@lru_cache(maxsize=8)
def island_sheet(tables: RuleTables) -> TileSheet:
    """Return the island as it is drawn; MapError if its shapes are broken.

    Args:
        tables: what is played; a master's own terrain, ports and roads are drawn on gm's shapes, or on his.
    """
    read = read_outlines(outlines_file(tables.own_folder))
    figures, features = read["properties"], read["features"]
    shapes = {feature["properties"]["id"]: feature for feature in features if _is(feature, AREA)}
    tiles = tuple(_tile(area, shapes) for area in tables.areas.values())
    return TileSheet(
        figures["width"],
        figures["height"],
        tiles,
        groups=tuple(
            TileGroup(region.name, tuple(area.id for area in region.areas))
            for region in tables.regions
        ),
        sea=True,
        lakes=tuple(_ring(feature) for feature in features if _is(feature, LAKE)),
        roads=tuple(_roads(tables, {tile.id: tile for tile in tiles})),
        corner=_box(figures["corner"]),
    )


def _is(feature: Mapping[str, Any], role: str) -> bool:
    return bool(feature["properties"]["role"] == role)


def _ring(feature: Mapping[str, Any]) -> Ring:
    return tuple((x, y) for x, y in feature["geometry"]["coordinates"][0][:-1])


def _box(corner: Sequence[float]) -> Box:
    """Return a box by its left, its top, its width and its height."""
    left, top, width, height = corner
    return Box(left + width / 2, top + height / 2, width, height)


def _tile(area: IslandArea, shapes: Mapping[str, Mapping[str, Any]]) -> Tile:
    shape = shapes.get(area.id)
    if shape is None:
        raise MapError(OUTLINES, area.id, "no shape is drawn for this Area")
    x, y = shape["properties"]["label"]
    return Tile(
        area.id,
        f"{area.name} ({area.id})",
        _ring(shape),
        (x, y),
        (TileFigure.ANCHOR,) if area.port else (),
        ground=GROUNDS[area.terrain],
    )


def _roads(tables: RuleTables, tiles: Mapping[str, Tile]) -> Iterator[tuple[Point, Point]]:
    """Yield a short line for each two Regions that a road joins, clear of the names of Areas."""
    names = [tile.middle for tile in tiles.values()]
    for first, second in combinations(tables.regions, 2):
        if second.code in first.roads or first.code in second.roads:
            areas = [[tiles[area.id] for area in region.areas] for region in (first, second)]
            yield _road(areas[0], areas[1], names)


def _road(
    first: Sequence[Tile], second: Sequence[Tile], names: Sequence[Point]
) -> tuple[Point, Point]:
    """Return a line over the border of two Regions, or over what lies between them."""
    borders = [_border(a, b) for a, b in product(first, second)]
    crossings = [crossing for border in borders for crossing in border]
    if crossings:
        start, way, _ = min(
            crossings,
            key=lambda crossing: (-min(_CLEAR, _clear(crossing[0], names)), crossing[2], crossing),
        )
        end = start
    else:
        shores = ([p for a in first for p in a.ring], [p for b in second for p in b.ring])
        start, end = min(product(*shores), key=lambda pair: (dist(*pair), pair))
        way = _way(start, end)
    across, down = way[0] * _HALF_A_ROAD, way[1] * _HALF_A_ROAD
    return (start[0] - across, start[1] - down), (end[0] + across, end[1] + down)


def _border(a: Tile, b: Tile) -> Iterator[tuple[Point, Point, float]]:
    """Yield where a road can cross a border, far from its ends, which way, and how far from both names."""
    shared = {*a.ring} & {*b.ring}
    if not shared:
        return
    ends = max(combinations(sorted(shared), 2), key=lambda pair: dist(*pair), default=())
    for point in sorted(shared):
        if ends and min(dist(point, end) for end in ends) > _FROM_ENDS:
            yield point, _way(a.middle, b.middle), dist(point, a.middle) + dist(point, b.middle)


def _clear(point: Point, names: Sequence[Point]) -> float:
    """Return how far a point is from the nearest name with what stands below it."""
    return min(max(abs(point[0] - x) - _WIDE, abs(point[1] - y) - _HIGH) for x, y in names)


def _way(start: Point, end: Point) -> Point:
    """Return a direction, as long as 1."""
    far = dist(start, end) or 1.0
    return (end[0] - start[0]) / far, (end[1] - start[1]) / far
