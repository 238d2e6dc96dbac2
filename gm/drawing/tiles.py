"""Maps of hexes and of areas, as values: what lies where, and what of a game is shown on them.

A map is a sheet of tiles: hexes in rows, or fields of a grid, which may be as large as many. A scene
says whose each is and what stands there. Neither knows a game; `tile_picture` draws them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import sqrt
from typing import Final

from gm.drawing.geometry import Box
from gm.drawing.scene import DrawnSide
from gm.drawing.sheet import Point, Ring

_OVER: Final = 0.3
"""How much of the way from middle to middle a road over a border takes."""


class TileFigure(Enum):
    """What may be drawn on a tile beside its name: what grows there, and what is built."""

    TREES = "trees"
    REEDS = "reeds"
    HOUSE = "house"
    HOUSES = "houses"
    CHURCH = "church"
    FIRE = "fire"
    TOWER = "tower"
    WALL = "wall"
    ANCHOR = "anchor"
    TENT = "tent"
    CANNON = "cannon"
    MORTAR = "mortar"


class TileGround(Enum):
    """What a tile is like; each has a pattern of its own."""

    PLAIN = "plain"
    MARSH = "marsh"
    STREETS = "streets"
    MASONRY = "masonry"
    RUBBLE = "rubble"


@dataclass(frozen=True, slots=True)
class Tile:
    """A place of a map.

    Args:
        id: as orders name it, and as it is printed on the tile if there is no label.
        name: in full, for those who point at it or hear it.
        ring: its outline.
        middle: of it.
        figures: what is drawn on it, at most three.
        water: nobody walks here.
        ground: what it is like.
        label: what is printed on it instead of its id.
        titled: that stands in a row of its own.
    """

    id: str
    name: str
    ring: Ring
    middle: Point
    figures: tuple[TileFigure, ...] = ()
    water: bool = False
    ground: TileGround = TileGround.PLAIN
    label: str = ""
    titled: bool = False


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tiles that belong together, with a line round them: a region."""

    name: str
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TileSheet:
    """A map. Two are equal only if they are the same object.

    Args:
        width, height: in units of the picture.
        tiles: in the order of the game.
        barriers: between which neighbours nobody passes, or only by a route.
        groups: regions.
        sea: water lies around the tiles.
        lakes: water on them. lands: beyond the map, where there is no sea.
        roads: short lines over the borders that a road crosses, which hide nothing that stands on a tile.
        corner: where no tile is, and tracks are drawn.
    """

    width: float
    height: float
    tiles: tuple[Tile, ...]
    barriers: tuple[tuple[str, str], ...] = ()
    groups: tuple[TileGroup, ...] = ()
    sea: bool = False
    lakes: tuple[Ring, ...] = ()
    lands: tuple[Ring, ...] = ()
    roads: tuple[tuple[Point, Point], ...] = ()
    corner: Box | None = None


@dataclass(frozen=True, slots=True)
class Counter:
    """A piece on a tile.

    Args:
        at: the tile.
        side: whose; "" for nobody's.
        text: on it, four letters at most; the side's letters if there is none.
        words: what it is, for those who point at it or hear it.
        fought: it has won a fight here, and stands in a burst.
        figure: what is drawn on it instead of letters; its text says how many there are.
    """

    at: str
    side: str
    text: str = ""
    words: str = ""
    fought: bool = False
    figure: TileFigure | None = None


@dataclass(frozen=True, slots=True)
class TileMove:
    """An arrow from tile to tile; `words` say what was done, `forced` that nobody wished it."""

    tiles: tuple[str, ...]
    side: str
    words: str = ""
    forced: bool = False


@dataclass(frozen=True, slots=True)
class TileFight:
    """A tile that was fought for, by somebody of whom no piece stands there in a burst of its own.

    Args:
        at: the tile. side: of the legend, whose colour who won has; text: his letters, four at most.
        words: what happened, for those who point at it or hear it.
    """

    at: str
    side: str
    text: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class TileTrack:
    """Something that is counted on the sheet.

    Args:
        name: what; value: where its marker stands, maybe beyond the ends.
        first, last: its fields.
    """

    name: str
    value: int
    first: int
    last: int


KeySign = TileFigure | TileGround | TileFight | TileMove | Counter | str
"""What can be explained in the legend; an arrow is shown by one of its kind, as a piece is."""


@dataclass(frozen=True, slots=True)
class TileScene:
    """What a picture shows on a map.

    Args:
        title, subtitle: what is written over it.
        description: the position in words.
        sides: of the legend, in their order.
        holders: whose a tile is, by a side of the legend.
        owners: what is written behind the id of a tile of whose it is; the letters of its holder if
            nothing is said.
        counters: what stands on tiles, in the order in which it is drawn.
        moves: what went where.
        notes: a short text for a tile, as damage: "7".
        struck: tiles on which something is destroyed.
        signs: figures on tiles for what has happened there, beside those of the land.
        key: what the figures and grounds mean, and in words that the game has for notes:
            `("7", "devastation")`.
        fights: what was fought for. tracks: what is counted.
        letters: what stands on the piece of a side in the legend; the first of its name if nothing is said.
    """

    title: str
    subtitle: str = ""
    description: str = ""
    sides: tuple[DrawnSide, ...] = ()
    holders: Mapping[str, str] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    counters: tuple[Counter, ...] = ()
    moves: tuple[TileMove, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    struck: frozenset[str] = frozenset()
    signs: Mapping[str, tuple[TileFigure, ...]] = field(default_factory=dict)
    key: tuple[tuple[KeySign, str], ...] = ()
    fights: tuple[TileFight, ...] = ()
    tracks: tuple[TileTrack, ...] = ()
    letters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TilePlace:
    """Where a tile lies on a grid.

    Args:
        id, name, figures, water: of the tile.
        row, column: of a hex its row and column, odd rows half a hex to the right; of a field that of
            its corner above on the left.
        rows, columns: how many a field covers; a hex covers one.
    """

    id: str
    row: float
    column: float
    name: str = ""
    figures: tuple[TileFigure, ...] = ()
    water: bool = False
    rows: float = 1
    columns: float = 1


def hex_sheet(
    places: Sequence[TilePlace],
    width: float,
    routes: Iterable[tuple[str, str]] = (),
    barriers: Iterable[tuple[str, str]] = (),
    tall: float = 1.0,
) -> TileSheet:
    """Return a map of hexes that stand on a corner, as wide as it is said.

    Args:
        places: odd rows lie half a hex to the right. They may be a part of the map: what leads out
            of it is left out.
        width: of the whole map.
        routes: between which hexes a road runs. barriers: as a sheet has them.
        tall: how many times as high as a regular hex each is, for what stands in it.
    """
    lefts = [place.column + _half(place) for place in places]
    first, across = min(lefts), max(lefts) - min(lefts) + 1
    top = min(place.row for place in places)
    wide = width / across
    side = wide / sqrt(3) * tall
    tiles = []
    for place, left in zip(places, lefts, strict=True):
        middle = ((left - first + 0.5) * wide, (place.row - top) * 1.5 * side + side)
        tiles.append(_tile(place, _hexagon(middle, wide / 2, side), middle))
    rows = max(place.row for place in places) - top
    height = rows * 1.5 * side + 2 * side
    middles = {tile.id: tile.middle for tile in tiles}
    roads = [_over_border(middles[a], middles[b]) for a, b in routes if {a, b} <= middles.keys()]
    within = [(a, b) for a, b in barriers if {a, b} <= middles.keys()]
    return TileSheet(width, height, tuple(tiles), tuple(within), roads=tuple(roads))


def _over_border(start: Point, end: Point) -> tuple[Point, Point]:
    """Return the part of the way between two middles that lies around the border."""
    (ax, ay), (bx, by) = start, end
    part = (1 - _OVER) / 2
    across, down = (bx - ax) * part, (by - ay) * part
    return (ax + across, ay + down), (bx - across, by - down)


def grid_sheet(
    places: Sequence[TilePlace],
    width: float,
    row_height: float,
    barriers: Iterable[tuple[str, str]] = (),
    groups: Iterable[TileGroup] = (),
) -> TileSheet:
    """Return a map of areas or spaces as fields of a grid, which may cover several of its squares.

    Args:
        places: their rows and columns may be broken numbers, so that there is room between.
        width: of the whole map.
        row_height: of a row.
        barriers, groups: as a sheet has them.
    """
    first, top = min(place.column for place in places), min(place.row for place in places)
    wide = width / (max(place.column + place.columns for place in places) - first)
    tiles = []
    for place in places:
        left, high = (place.column - first) * wide, (place.row - top) * row_height
        right, low = left + place.columns * wide, high + place.rows * row_height
        ring = ((left, high), (right, high), (right, low), (left, low))
        tiles.append(_tile(place, ring, ((left + right) / 2, (high + low) / 2)))
    height = (max(place.row + place.rows for place in places) - top) * row_height
    return TileSheet(width, height, tuple(tiles), tuple(barriers), tuple(groups))


def _tile(place: TilePlace, ring: Ring, middle: Point) -> Tile:
    name = place.name or place.id
    return Tile(place.id, name, ring, middle, place.figures, place.water)


def _half(place: TilePlace) -> float:
    return 0.5 if int(place.row) % 2 else 0.0


def _hexagon(middle: Point, across: float, side: float) -> Ring:
    """Return a hex by half its width, and half its height."""
    x, y = middle
    return (
        (x, y - side),
        (x + across, y - side / 2),
        (x + across, y + side / 2),
        (x, y + side),
        (x - across, y + side / 2),
        (x - across, y - side / 2),
    )
