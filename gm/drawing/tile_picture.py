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
from gm.drawing.symbols import cross
from gm.drawing.tile_pieces import (
    COUNTER,
    SCALES,
    SIGN,
    TileRows,
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
        blocks: of the tiles in whose rooms pieces stand, where that is: arrows run from one to the
            other, so that they hide no piece and no piece hides them.
    """
    return "".join(_arrow(move, tiles, blocks, looks) for move in moves)


def _arrow(
    move: TileMove,
    tiles: Mapping[str, Tile],
    blocks: Mapping[str, Box],
    looks: Mapping[str, Dress],
) -> str:
    """Return the arrow of a move, from block to block or through the tiles' middles."""
    points = [tiles[id_].middle for id_ in move.tiles]
    if len(points) < 2:
        return ""
    if len(points) == 2 and all(id_ in blocks for id_ in move.tiles):
        points = [*_between(*(blocks[id_] for id_ in move.tiles))]
        short = 0.0
    else:
        short = 18.0
    return arrow_drawn(move, points, looks, short)


def arrow_drawn(
    move: TileMove, points: Sequence[Point], looks: Mapping[str, Dress], short: float = 0.0
) -> str:
    """Return an arrow along points; its tip stops `short` of the last one."""
    look = looks.get(move.side)
    hue = look.hue if look is not None else INK
    (ax, ay), (bx, by) = points[-2:]
    turn = atan2(by - ay, bx - ax)
    tip = (bx - short * cos(turn), by - short * sin(turn))
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

_ROAD, _LINE = "#8a6d3b", "#b9b19c"
_MARSH, _MARSH_LINES = "#e7e3bf", "#a9a566"
_STREETS, _STREET_LINES = "#dcd8d3", "#b3aca3"
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
            *(_ground(tile, scene, looks) for tile in sheet.tiles),
            *_lakes(sheet),
            *_barriers(sheet, tiles),
            *_groups(sheet, tiles),
            *_routes(sheet, tiles),
            *_roads(sheet),
            *(_written(tile, scene, looks) for tile in sheet.tiles if not tile.free),
            arrows_drawn(scene.moves, tiles, blocks, looks),
            *(standing.drawn for standing in rows.values()),
            *_counters(sheet, scene, looks),
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
    """Return what stands in the tiles of any shape."""
    standing, fought = (
        defaultdict[str, list[Counter]](list),
        defaultdict[str, list[TileFight]](list),
    )
    for counter in scene.counters:
        standing[counter.at].append(counter)
    for fight in scene.fights:
        fought[fight.at].append(fight)
    return {
        tile.id: tile_rows(tile, standing[tile.id], fought[tile.id], looks)
        for tile in sheet.tiles
        if tile.free
    }


def _sea(sheet: TileSheet) -> str:
    if not sheet.sea:
        return ""
    return element("rect", width=sheet.width, height=sheet.height, fill=SEA, rx=8)


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
    return (marsh if TileGround.MARSH in grounds else "") + (
        streets if TileGround.STREETS in grounds else ""
    )


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


def _written(tile: Tile, scene: TileScene, looks: Mapping[str, Dress]) -> str:
    """Return a tile's name and whose it is over its middle, its figures and its note under it."""
    x, y = tile.middle
    wide, high = _size(tile)
    holder = looks.get(scene.holders.get(tile.id, ""))
    label = f"{tile.id} {holder.letters}" if holder is not None else tile.id
    letters = fitting(label, SMALL + 2, wide * 0.8)
    top = y - high / 2 + _roof(tile) + letters
    bottom = y + high / 2 - _roof(tile) * 0.9 - 8
    note = scene.notes.get(tile.id, "")
    room = SIGN * len(tile.figures) + (max(SIGN, width_of(note, SMALL, bold=True)) if note else 0)
    place = x - (room - SIGN) / 2
    parts = [rimmed(label, (x, top), letters)]
    for figure in tile.figures:
        parts.append(tile_figure(figure, (place, bottom - 2), 10))
        place += SIGN
    if note:
        middle = (place - SIGN / 2 + x + room / 2) / 2
        parts.append(rimmed(note, (middle, bottom + 5), SMALL))
    if tile.id in scene.struck:
        parts.append(cross((x - (room - SIGN) / 2, bottom - 2), 11, wide=0.4))
    return group(parts)


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


def _routes(sheet: TileSheet, tiles: Mapping[str, Tile]) -> Iterator[str]:
    for start, end in sheet.routes:
        yield element(
            "path",
            d=f"M{at(tiles[start].middle)}L{at(tiles[end].middle)}",
            stroke=_ROAD,
            stroke_width=4,
            stroke_dasharray="9 5",
            stroke_opacity=0.75,
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


def _counters(sheet: TileSheet, scene: TileScene, looks: Mapping[str, Dress]) -> Iterator[str]:
    """Yield the pieces, in rows round the middle of their tile; those without room are counted."""
    standing = defaultdict[str, list[Counter]](list)
    for counter in scene.counters:
        standing[counter.at].append(counter)
    for tile in sheet.tiles:
        if not tile.free:
            yield from _pieces(tile, standing[tile.id], looks)


def _pieces(tile: Tile, counters: Sequence[Counter], looks: Mapping[str, Dress]) -> Iterator[str]:
    if not counters:
        return
    wide, _ = _size(tile)
    top, bottom = _free_room(tile)
    for scale in SCALES:
        step = (COUNTER + 4) * scale
        most = max(1, int((bottom - top) // step))
        rows = _packed(counters, wide - 8, scale, looks)
        if len(rows) <= most:
            break
    rows = _counted_over(tile, counters, rows, most)
    middle = max((top + bottom) / 2, top + len(rows) * step / 2)
    for line, row in enumerate(rows):
        y = middle + (line - (len(rows) - 1) / 2) * step
        widths = [counter_width(counter, looks) * scale for counter in row]
        x = tile.middle[0] - (sum(widths) + 4 * (len(row) - 1)) / 2
        for counter, each in zip(row, widths, strict=True):
            yield counter_drawn(counter, (x + each / 2, y), each, scale, looks)
            x += each + 4


def _packed(
    counters: Sequence[Counter], room: float, scale: float, looks: Mapping[str, Dress]
) -> list[list[Counter]]:
    """Return pieces in rows that are no wider than their tile."""
    rows: list[list[Counter]] = []
    left = 0.0
    for counter in counters:
        need = counter_width(counter, looks) * scale + 4
        if not rows or need > left:
            rows.append([])
            left = room + 4
        rows[-1].append(counter)
        left -= need
    return rows


def _counted_over(
    tile: Tile, counters: Sequence[Counter], rows: list[list[Counter]], most: int
) -> list[list[Counter]]:
    """Return as many rows as there is room for; in place of the last piece stands how many more there are."""
    if len(rows) <= most:
        return rows
    kept = rows[:most]
    more = len(counters) - sum(map(len, kept)) + 1
    return [*kept[:-1], [*kept[-1][:-1], Counter(tile.id, "", f"+{more}")]]


def _free_room(tile: Tile) -> tuple[float, float]:
    """Return between which heights pieces stand: below the name, above the figures."""
    _, high = _size(tile)
    top = tile.middle[1] - high / 2 + _roof(tile) + SMALL + 6
    bottom = tile.middle[1] + high / 2 - _roof(tile) * 0.9 - 8
    return top, bottom - (14 if tile.figures else 0)


def _legend(scene: TileScene, looks: Mapping[str, Dress], top: float) -> ChartPart:
    """Return the sides with their looks and the figures with their meaning, in rows that fit."""
    entries = [*_side_entries(scene, looks), *_key_entries(scene, looks)]
    x, y, drawn = EDGE, top + LETTERS, list[str]()
    for sign, told in entries:
        need = 46 + width_of(told, SMALL)
        if x > EDGE and x + need > WIDE - EDGE:
            x, y = EDGE, y + LETTERS * 1.7
        drawn += (
            element("g", sign, transform=f"translate({number(x + 16)} {number(y - 7)})"),
            text(told, x + 40, y, SMALL),
        )
        x += need + 18
    return ChartPart(group(drawn), y + 8 if entries else top)


def _side_entries(scene: TileScene, looks: Mapping[str, Dress]) -> Iterator[tuple[str, str]]:
    for side in scene.sides:
        sample = counter_drawn(
            Counter("", side.id, scene.letters.get(side.id, "")), (0, 0), 32, 1.0, looks
        )
        yield sample, f"{side.name}, {side.figures}" if side.figures else side.name


def _key_entries(scene: TileScene, looks: Mapping[str, Dress]) -> Iterator[tuple[str, str]]:
    for sign, told in scene.key:
        yield _sign(sign, looks), told


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
        case _:
            return rimmed(sign, (0, 6), SMALL)


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
    """Return tracks one below the other, each in as many lines of fields as it needs."""
    drawn, y = list[str](), 0.0
    for track in tracks:
        part = _track(track, wide)
        drawn.append(element("g", part.drawn, transform=f"translate(0 {number(y)})"))
        y += part.height
    return ChartPart("".join(drawn), y)


def _track(track: TileTrack, wide: float) -> ChartPart:
    """Return a track: its name with its value, and its fields, the one of its marker in ink."""
    fields = range(track.first, track.last + 1)
    across = max(1, min(len(fields), int(wide // _FIELD)))
    lines = -(-len(fields) // across)
    across = -(-len(fields) // lines)
    name = f"{track.name}: {track.value}"
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
    told = text(
        str(value),
        x + _FIELD / 2,
        y + _FIELD / 2 + 6,
        SMALL,
        anchor="middle",
        bold=marked,
        fill=PAPER if marked else INK,
    )
    return box + told


def _size(tile: Tile) -> tuple[float, float]:
    across, down = zip(*tile.ring, strict=True)
    return max(across) - min(across), max(down) - min(down)


def _roof(tile: Tile) -> float:
    """Return how far below its top a tile is wide enough for words; a hex begins with a corner."""
    return 16.0 if len(tile.ring) == 6 else 6.0
