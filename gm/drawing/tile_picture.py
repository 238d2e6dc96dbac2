"""Draws a map of tiles with what of a game stands on it, legible where it fills a phone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from typing import Final

from gm.drawing.chart_frame import EDGE, LETTERS, SMALL, WIDE, ChartPart, framed, text
from gm.drawing.geometry import Box
from gm.drawing.palette import INK, LAKE, LAND, PAPER, RIVER, SEA, SHORE, Dress, dresses, hatching
from gm.drawing.sheet import Point
from gm.drawing.svg import at, element, filled_by, group, number, outline, width_of, words
from gm.drawing.tile_pieces import (
    NOTE_INK,
    TileRows,
    TileStanding,
    counter_drawn,
    counter_width,
    fight_drawn,
    fitting,
    rimmed,
    tile_figure,
    tile_rows,
)
from gm.drawing.tiles import (
    Counter,
    KeySign,
    Tile,
    TileFight,
    TileFigure,
    TileGround,
    TileMove,
    TileScene,
    TileSheet,
    TileTrack,
)

# The arrows on a map of tiles: what went where, and what was driven there.

_LEAST: Final = 34.0
"""How long an arrow between two blocks of pieces is at least; else it reaches into them."""

_ASIDE: Final = 7.0
"""How far an arrow goes to the right of the straight way, so that its opposite is seen."""


def arrows_drawn(
    moves: Sequence[TileMove],
    tiles: Mapping[str, Tile],
    blocks: Mapping[str, Box],
    looks: Mapping[str, Dress],
) -> str:
    """Return the arrows of moves.

    Args:
        blocks: where in each tile things stand: arrows run from one to the other, so that they hide
            no piece and no piece hides them.
    """
    return "".join(_arrow(move, tiles, blocks, looks) for move in moves)


def _arrow(
    move: TileMove,
    tiles: Mapping[str, Tile],
    blocks: Mapping[str, Box],
    looks: Mapping[str, Dress],
) -> str:
    """Return the arrow of a move, from block to block, through the middles of the tiles between.

    Of a way that leads out of the map nothing is shown, of one that leads into it what is on it.
    """
    way = _on_map(move.tiles, tiles)
    if len(way) < 2:
        return ""
    first, _ = _between(blocks[way[0]], _spot(blocks, tiles, way, 1))
    _, last = _between(_spot(blocks, tiles, way, -2), blocks[way[-1]])
    points = [first, *(_aside(tiles, way, at) for at in range(1, len(way) - 1)), last]
    return arrow_drawn(move, points, looks)


def _on_map(way: Sequence[str], tiles: Mapping[str, Tile]) -> list[str]:
    """Return the end of a way that lies on the map."""
    known: list[str] = []
    for id_ in way:
        known = [*known, id_] if id_ in tiles else []
    return known


def _spot(
    blocks: Mapping[str, Box], tiles: Mapping[str, Tile], way: Sequence[str], at: int
) -> Box:
    """Return the block at a place of a way if it is one of its ends, else the middle of the tile."""
    if len(way) == 2:
        return blocks[way[at]]
    return Box(*tiles[way[at]].middle, 0, 0)


def _aside(tiles: Mapping[str, Tile], way: Sequence[str], place: int) -> Point:
    """Return where an arrow bends, to the right of a tile's middle."""
    (ax, ay), (bx, by) = tiles[way[place - 1]].middle, tiles[way[place + 1]].middle
    far = max(1.0, hypot(bx - ax, by - ay))
    x, y = tiles[way[place]].middle
    return x - (by - ay) / far * _ASIDE, y + (bx - ax) / far * _ASIDE


def arrow_drawn(move: TileMove, points: Sequence[Point], looks: Mapping[str, Dress]) -> str:
    """Return an arrow along points."""
    look = looks.get(move.side)
    hue = look.hue if look is not None else INK
    (ax, ay), (bx, by) = points[-2:]
    turn = atan2(by - ay, bx - ax)
    tip = (bx, by)
    foot = (tip[0] - 14 * cos(turn), tip[1] - 14 * sin(turn))
    path = "M" + "L".join(at(point) for point in (*points[:-1], foot))
    wings = [
        (tip[0] - 20 * cos(turn + side), tip[1] - 20 * sin(turn + side))
        for side in (-pi / 7, pi / 7)
    ]
    head = outline(((tip, *wings),))
    lines = "".join(
        element(
            "path",
            d=path,
            fill="none",
            stroke=colour,
            stroke_width=thick,
            stroke_linejoin="round",
            stroke_dasharray="7 5" if move.forced and colour == hue else None,
        )
        for colour, thick in ((PAPER, 11.0), (INK, 8.0), (hue, 5.0))
    )
    tip_drawn = element("path", d=head, fill=hue, stroke=INK, stroke_width=2)
    return element("g", element("title", words(move.words)), lines, tip_drawn, class_="move")


def _between(start: Box, end: Box) -> tuple[Point, Point]:
    """Return where an arrow leaves a block of pieces, and where it comes to another."""
    (ax, ay), (bx, by) = start.middle, end.middle
    far = max(1.0, hypot(bx - ax, by - ay))
    way = ((bx - ax) / far, (by - ay) / far)
    out, back = _to_edge(start, way), _to_edge(end, way)
    lacking = _LEAST - (far - out - back)
    if lacking > 0:
        out, back = out - lacking / 2, back - lacking / 2
    aside = (-way[1] * _ASIDE, way[0] * _ASIDE)
    first = (ax + way[0] * out + aside[0], ay + way[1] * out + aside[1])
    last = (bx - way[0] * back + aside[0], by - way[1] * back + aside[1])
    return first, last


def _to_edge(block: Box, way: Point) -> float:
    """Return how far it is from the middle of a block to its edge."""
    across = block.width / 2 / abs(way[0]) if way[0] else float("inf")
    down = block.height / 2 / abs(way[1]) if way[1] else float("inf")
    return min(across, down)


MAP_WIDTH = WIDE - 2 * EDGE
"""How wide a sheet is laid out, so that its letters can be read on a phone."""

_BEYOND = "#ebe7dc"
_ROAD, _LINE = "#8a6d3b", "#b9b19c"
_MARSH, _MARSH_LINES = "#e7e3bf", "#a9a566"
_STREETS, _STREET_LINES = "#dcd8d3", "#b3aca3"
_MASONRY, _MASONRY_LINES = "#ddd6c8", "#b3aca3"
_RUBBLE, _RUBBLE_LINES = "#efe9dc", "#b9b19c"
_MEANING = 21.0
"""How high the letters of the legend are: eleven pixels where the picture is as wide as a phone."""

_SAMPLE = 1.1
"""How much larger than on a sheet pieces are in the legend, whose letters would else be smaller than its words."""

_FIELD = 34.0
"""How high a field of a track is."""


@dataclass(frozen=True, slots=True)
class TilePicture:
    """A map of tiles with what stands on it: what a room's pictures show."""

    sheet: TileSheet
    scene: TileScene

    def svg(self) -> str:
        """Return it as SVG text."""
        return tile_picture(self.sheet, self.scene)


def tile_picture(sheet: TileSheet, scene: TileScene) -> str:
    """Return a picture as SVG text."""
    looks = dresses(scene.sides)
    tiles = {tile.id: tile for tile in sheet.tiles}
    rows = _rows(sheet, scene, looks)
    blocks = {id_: standing.block for id_, standing in rows.items()}
    scale = MAP_WIDTH / sheet.width
    drawn = group(
        (
            _sea(sheet),
            *_lands(sheet),
            *(_ground(tile, scene, looks) for tile in sheet.tiles),
            *_lakes(sheet),
            *_barriers(sheet, tiles),
            *_groups(sheet, tiles),
            *_roads(sheet),
            arrows_drawn(scene.moves, tiles, blocks, looks),
            *(standing.drawn for standing in rows.values()),
            _in_corner(sheet, scene),
        ),
        transform=f"translate({number(EDGE)} 0) scale({scale:.4f})",
    )
    below = _tracks(scene.tracks, MAP_WIDTH) if sheet.corner is None else ChartPart("", 0)
    top = sheet.height * scale + EDGE
    moved = f"translate({number(EDGE)} {number(top)})"
    legend = _legend(scene, looks, top + below.height)
    definitions = "".join(look.definitions(1.4) for look in looks.values()) + _patterns(sheet)
    shown = drawn + group((below.drawn,) if below.height else (), transform=moved) + legend.drawn
    return framed(scene, ChartPart(shown, legend.height), definitions)


def _rows(sheet: TileSheet, scene: TileScene, looks: Mapping[str, Dress]) -> dict[str, TileRows]:
    """Return what stands in the tiles."""
    standing, fought = (
        defaultdict[str, list[Counter]](list),
        defaultdict[str, list[TileFight]](list),
    )
    for counter in scene.counters:
        standing[counter.at].append(counter)
    for fight in scene.fights:
        fought[fight.at].append(fight)
    return {
        tile.id: tile_rows(
            tile,
            TileStanding(
                tuple(standing[tile.id]),
                tuple(fought[tile.id]),
                (*tile.figures, *scene.signs.get(tile.id, ())),
                _owner(tile, scene, looks),
                scene.notes.get(tile.id, ""),
                tile.id in scene.struck,
            ),
            looks,
        )
        for tile in sheet.tiles
    }


def _owner(tile: Tile, scene: TileScene, looks: Mapping[str, Dress]) -> str:
    """Return what is written behind the id of a tile of whose it is."""
    if tile.id in scene.owners:
        return scene.owners[tile.id]
    holder = looks.get(scene.holders.get(tile.id, ""))
    return holder.letters if holder is not None else ""


def _sea(sheet: TileSheet) -> str:
    if not sheet.sea:
        return ""
    return element("rect", width=sheet.width, height=sheet.height, fill=SEA, rx=8)


def _lands(sheet: TileSheet) -> Iterator[str]:
    for ring in sheet.lands:
        yield element("path", d=outline((ring,)), fill=_BEYOND)


def _lakes(sheet: TileSheet) -> Iterator[str]:
    for ring in sheet.lakes:
        yield element("path", d=outline((ring,)), fill=LAKE, stroke=SHORE, stroke_width=1)


def _roads(sheet: TileSheet) -> Iterator[str]:
    """Yield a road over a border: a dark line with a light one on it."""
    for start, end in sheet.roads:
        path = f"M{at(start)}L{at(end)}"
        for colour, wide in ((INK, 9.0), (_ROAD, 6.0), (PAPER, 1.6)):
            yield element("path", d=path, stroke=colour, stroke_width=wide)


def _patterns(sheet: TileSheet) -> str:
    grounds = {tile.ground for tile in sheet.tiles}
    marsh = hatching(TileGround.MARSH.value, _MARSH, _MARSH_LINES, 7, 90)
    streets = hatching(TileGround.STREETS.value, _STREETS, _STREET_LINES, 9, 45, crossed=True)
    masonry = hatching(TileGround.MASONRY.value, _MASONRY, _MASONRY_LINES, 14, 0, crossed=True)
    rubble = hatching(TileGround.RUBBLE.value, _RUBBLE, _RUBBLE_LINES, 12, 30)
    patterns = {
        TileGround.MARSH: marsh,
        TileGround.STREETS: streets,
        TileGround.MASONRY: masonry,
        TileGround.RUBBLE: rubble,
    }
    return "".join(drawn for ground, drawn in patterns.items() if ground in grounds)


def _filled(ground: TileGround) -> str:
    return LAND if ground is TileGround.PLAIN else filled_by(ground.value)


def _ground(tile: Tile, scene: TileScene, looks: Mapping[str, Dress]) -> str:
    holder = looks.get(scene.holders.get(tile.id, ""))
    plain = SEA if tile.water else _filled(tile.ground)
    fill = holder.land_fill if holder is not None else plain
    return element(
        "path",
        element("title", words(tile.name)),
        d=outline((tile.ring,)),
        fill=fill,
        stroke=SHORE if tile.water else _LINE,
        stroke_width=1.5,
    )


def _barriers(sheet: TileSheet, tiles: Mapping[str, Tile]) -> Iterator[str]:
    """Yield the line between two tiles that nobody crosses: over their common edge."""
    for pair in sheet.barriers:
        first, second = (tiles[id_] for id_ in pair)
        edge = _common_edge(first, second)
        if edge is not None:
            (ax, ay), (bx, by) = edge
            yield element(
                "path",
                d=f"M{at((ax, ay))}L{at((bx, by))}",
                stroke=RIVER,
                stroke_width=7,
                stroke_linecap="round",
            )


def _common_edge(first: Tile, second: Tile) -> tuple[Point, Point] | None:
    """Return the edge of one tile whose middle is nearest to the other's."""
    (x, y), ring = second.middle, (*first.ring, first.ring[0])
    edges = [*pairwise(ring)]
    return min(
        edges,
        key=lambda edge: hypot(
            (edge[0][0] + edge[1][0]) / 2 - x, (edge[0][1] + edge[1][1]) / 2 - y
        ),
        default=None,
    )


def _groups(sheet: TileSheet, tiles: Mapping[str, Tile]) -> Iterator[str]:
    """Yield a line round the tiles of each group: each edge that only one of them has."""
    for region in sheet.groups:
        edges: dict[frozenset[Point], tuple[Point, Point]] = {}
        for id_ in region.tiles:
            ring = tuple((round(x, 1), round(y, 1)) for x, y in tiles[id_].ring)
            for edge in pairwise((*ring, ring[0])):
                if edges.pop(frozenset(edge), None) is None:
                    edges[frozenset(edge)] = edge
        path = "".join(f"M{at(a)}L{at(b)}" for a, b in edges.values())
        yield element(
            "path",
            element("title", words(region.name)),
            d=path,
            fill="none",
            stroke=INK,
            stroke_width=3.5,
            stroke_linecap="round",
        )


def _legend(scene: TileScene, looks: Mapping[str, Dress], top: float) -> ChartPart:
    """Return the sides with their looks and the figures with their meaning, in rows that fit."""
    entries = [*_side_entries(scene, looks), *_key_entries(scene, looks)]
    x, y, drawn = EDGE, top + LETTERS, list[str]()
    for sign, meaning in entries:
        need = 50 + width_of(meaning, _MEANING)
        if x > EDGE and x + need > WIDE - EDGE:
            x, y = EDGE, y + LETTERS * 1.7
        drawn += (
            element("g", sign, transform=f"translate({number(x + 20)} {number(y - 7)})"),
            text(meaning, x + 46, y, _MEANING),
        )
        x += need + 18
    return ChartPart(group(drawn), y + 8 if entries else top)


def _side_entries(scene: TileScene, looks: Mapping[str, Dress]) -> Iterator[tuple[str, str]]:
    for side in scene.sides:
        sample = counter_drawn(
            Counter("", side.id, scene.letters.get(side.id, "")), (0, 0), 40, _SAMPLE, looks
        )
        yield sample, f"{side.name}, {side.figures}" if side.figures else side.name


def _key_entries(scene: TileScene, looks: Mapping[str, Dress]) -> Iterator[tuple[str, str]]:
    for sign, meaning in scene.key:
        yield _sign(sign, looks), meaning


def _sign(sign: KeySign, looks: Mapping[str, Dress]) -> str:
    match sign:
        case TileFigure():
            return tile_figure(sign, (0, 0), 10)
        case TileGround():
            return _swatch(sign)
        case TileFight():
            return fight_drawn(sign, (0, 0), 0.8, looks)
        case TileMove():
            return arrow_drawn(sign, [(-16, 0), (18, 0)], looks)
        case Counter():
            return counter_drawn(sign, (0, 0), counter_width(sign, looks), _SAMPLE, looks)
        case _:
            return rimmed(sign, (0, 6), _MEANING, NOTE_INK)


def _swatch(ground: TileGround) -> str:
    return element(
        "rect",
        x=-16,
        y=-11,
        width=32,
        height=22,
        fill=_filled(ground),
        stroke=INK,
        stroke_width=1.5,
    )


def _in_corner(sheet: TileSheet, scene: TileScene) -> str:
    """Return the tracks in the corner that a sheet has for them."""
    if sheet.corner is None:
        return ""
    left = sheet.corner.x - sheet.corner.width / 2
    top = sheet.corner.y - sheet.corner.height / 2
    place = f"translate({number(left)} {number(top)})"
    tracks = _tracks(scene.tracks, sheet.corner.width)
    return group((tracks.drawn,) if tracks.drawn else (), transform=place)


def _tracks(tracks: Sequence[TileTrack], wide: float) -> ChartPart:
    """Return tracks side by side as far as they find room, each in as many lines of fields as it needs."""
    drawn, x, y, height = list[str](), 0.0, 0.0, 0.0
    for track in tracks:
        part = _track(track, wide)
        need = max(len(range(track.first, track.last + 1)) * _FIELD, _name_width(track)) + EDGE
        if x > 0 and x + need > wide:
            x, y, height = 0.0, y + height, 0.0
        moved = f"translate({number(x)} {number(y)})"
        drawn.append(element("g", part.drawn, transform=moved))
        x, height = x + need, max(height, part.height)
    return ChartPart("".join(drawn), y + height)


def _name_width(track: TileTrack) -> float:
    return width_of(_track_name(track), SMALL, bold=True)


def _track_name(track: TileTrack) -> str:
    return f"{track.name}: {track.value}"


def _track(track: TileTrack, wide: float) -> ChartPart:
    """Return a track: its name with its value, and its fields, the one of its marker in ink."""
    fields = range(track.first, track.last + 1)
    across = max(1, min(len(fields), int(wide // _FIELD)))
    lines = -(-len(fields) // across)
    across = -(-len(fields) // lines)
    name = _track_name(track)
    drawn = [text(name, 0, SMALL, fitting(name, SMALL, wide), bold=True)]
    for place, field in enumerate(fields):
        corner = (place % across * _FIELD, SMALL + 8 + place // across * _FIELD)
        drawn.append(_field(field, corner, marked=field == track.value))
    return ChartPart(group(drawn), SMALL + 8 + lines * _FIELD + 14)


def _field(value: int, corner: Point, *, marked: bool) -> str:
    x, y = corner
    box = element(
        "rect",
        x=x,
        y=y,
        width=_FIELD,
        height=_FIELD,
        fill=INK if marked else PAPER,
        stroke=INK,
        stroke_width=1.5,
    )
    figure = text(
        str(value),
        x + _FIELD / 2,
        y + _FIELD / 2 + 6,
        SMALL,
        anchor="middle",
        bold=marked,
        fill=PAPER if marked else INK,
    )
    return box + figure
