"""Draws a map of tiles with what of a game stands on it, legible where it fills a phone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from gm.drawing.chart_frame import EDGE, LETTERS, SMALL, WIDE, Part, framed, text
from gm.drawing.letters import width_of
from gm.drawing.palette import INK, LAND, PAPER, RIVER, SEA, SHORE, Dress, dresses
from gm.drawing.sheet import Point
from gm.drawing.svg import at, element, group, number, outline, words
from gm.drawing.symbols import cross
from gm.drawing.tile_figures import tile_figure
from gm.drawing.tiles import Counter, Tile, TileMove, TileScene, TileSheet

MAP_WIDTH = WIDE - 2 * EDGE
"""How wide a sheet is laid out, so that its letters can be read on a phone."""

_ROAD, _LINE = "#8a6d3b", "#b9b19c"
_COUNTER = 30.0
_SIGN = 26.0
_LEAST_LETTERS = 15.0
_SCALES = (1.0, 0.8)
"""How large pieces are: smaller where there are many, and then counted."""


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
    scale = MAP_WIDTH / sheet.width
    drawn = group(
        (
            *(_ground(tile, scene, looks) for tile in sheet.tiles),
            *_barriers(sheet, tiles),
            *_routes(sheet, tiles),
            *(_written(tile, scene, looks) for tile in sheet.tiles),
            *_groups(sheet, tiles),
            *(_arrow(move, tiles, looks) for move in scene.moves),
            *_counters(sheet, scene, looks),
        ),
        transform=f"translate({number(EDGE)} 0) scale({scale:.4f})",
    )
    legend = _legend(scene, looks, sheet.height * scale + EDGE)
    definitions = "".join(look.definitions(1.4) for look in looks.values())
    return framed(scene, Part(drawn + legend.drawn, legend.height), definitions)


def _ground(tile: Tile, scene: TileScene, looks: Mapping[str, Dress]) -> str:
    holder = looks.get(scene.holders.get(tile.id, ""))
    fill = holder.land_fill if holder is not None else SEA if tile.water else LAND
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
    letters = _fitting(label, SMALL + 2, wide * 0.8)
    top = y - high / 2 + _roof(tile) + letters
    bottom = y + high / 2 - _roof(tile) * 0.9 - 8
    note = scene.notes.get(tile.id, "")
    room = _SIGN * len(tile.figures) + (
        max(_SIGN, width_of(note, SMALL, bold=True)) if note else 0
    )
    place = x - (room - _SIGN) / 2
    parts = [_rimmed(label, (x, top), letters)]
    for figure in tile.figures:
        parts.append(tile_figure(figure, (place, bottom - 2), 10))
        place += _SIGN
    if note:
        middle = (place - _SIGN / 2 + x + room / 2) / 2
        parts.append(_rimmed(note, (middle, bottom + 5), SMALL))
    if tile.id in scene.struck:
        parts.append(cross((x - (room - _SIGN) / 2, bottom - 2), 11, wide=0.4))
    return group(parts)


def _rimmed(told: str, point: Point, size: float) -> str:
    """Return words in the middle over a point, with a rim that stands off any ground."""
    return element(
        "text",
        words(told),
        x=point[0],
        y=point[1],
        font_size=size,
        font_weight="bold",
        text_anchor="middle",
        fill=INK,
        stroke=PAPER,
        stroke_width=size * 0.18,
        paint_order="stroke",
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
        yield from _pieces(tile, standing[tile.id], looks)


def _pieces(tile: Tile, counters: Sequence[Counter], looks: Mapping[str, Dress]) -> Iterator[str]:
    if not counters:
        return
    wide, _ = _size(tile)
    top, bottom = _free_room(tile)
    for scale in _SCALES:
        step = (_COUNTER + 4) * scale
        most = max(1, int((bottom - top) // step))
        rows = _packed(counters, wide - 8, scale, looks)
        if len(rows) <= most:
            break
    rows = _counted_over(tile, counters, rows, most)
    middle = max((top + bottom) / 2, top + len(rows) * step / 2)
    for line, row in enumerate(rows):
        y = middle + (line - (len(rows) - 1) / 2) * step
        widths = [_counter_width(counter, looks) * scale for counter in row]
        x = tile.middle[0] - (sum(widths) + 4 * (len(row) - 1)) / 2
        for counter, each in zip(row, widths, strict=True):
            yield _counter(counter, (x + each / 2, y), each, scale, looks)
            x += each + 4


def _packed(
    counters: Sequence[Counter], room: float, scale: float, looks: Mapping[str, Dress]
) -> list[list[Counter]]:
    """Return pieces in rows that are no wider than their tile."""
    rows: list[list[Counter]] = []
    left = 0.0
    for counter in counters:
        need = _counter_width(counter, looks) * scale + 4
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


def _counter(
    counter: Counter, point: Point, wide: float, scale: float, looks: Mapping[str, Dress]
) -> str:
    look = looks.get(counter.side)
    fill, ink = (look.unit_fill, look.on_hue) if look is not None else (PAPER, INK)
    told, high = _told(counter, looks), _COUNTER * scale
    x, y = point
    box = element(
        "rect",
        x=x - wide / 2,
        y=y - high / 2,
        width=wide,
        height=high,
        rx=6,
        fill=fill,
        stroke=INK,
        stroke_width=2,
    )
    rim = look.hue if look is not None and look.pattern != "plain" else None
    size = _fitting(told, (SMALL + 1) * scale, wide - 4)
    letters = element(
        "text",
        words(told),
        x=x,
        y=y + size * 0.36,
        font_size=size,
        font_weight="bold",
        text_anchor="middle",
        fill=ink,
        stroke=rim,
        stroke_width=3 if rim else None,
        paint_order="stroke" if rim else None,
    )
    title = element("title", words(counter.words)) if counter.words else ""
    return element("g", title, box, letters, class_="counter")


def _told(counter: Counter, looks: Mapping[str, Dress]) -> str:
    look = looks.get(counter.side)
    return counter.text or (look.letters if look is not None else "")


def _counter_width(counter: Counter, looks: Mapping[str, Dress]) -> float:
    return max(28.0, width_of(_told(counter, looks), SMALL + 1, bold=True) + 10)


def _arrow(move: TileMove, tiles: Mapping[str, Tile], looks: Mapping[str, Dress]) -> str:
    """Return a way as a line through the tiles' middles that ends in a head."""
    points = [tiles[id_].middle for id_ in move.tiles]
    if len(points) < 2:
        return ""
    look = looks.get(move.side)
    hue = look.hue if look is not None else INK
    (ax, ay), (bx, by) = points[-2:]
    turn = atan2(by - ay, bx - ax)
    tip = (bx - 18 * cos(turn), by - 18 * sin(turn))
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
        )
        for colour, thick in ((PAPER, 11.0), (INK, 8.0), (hue, 5.0))
    )
    tip_drawn = element("path", d=head, fill=hue, stroke=INK, stroke_width=2)
    return element("g", element("title", words(move.words)), lines, tip_drawn, class_="move")


def _legend(scene: TileScene, looks: Mapping[str, Dress], top: float) -> Part:
    """Return the sides with their looks and the figures with their meaning, in rows that fit."""
    entries = [*_side_entries(scene, looks), *_key_entries(scene)]
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
    return Part(group(drawn), y + 8 if entries else top)


def _side_entries(scene: TileScene, looks: Mapping[str, Dress]) -> Iterator[tuple[str, str]]:
    for side in scene.sides:
        sample = _counter(Counter("", side.id), (0, 0), 32, 1.0, looks)
        yield sample, f"{side.name}, {side.figures}" if side.figures else side.name


def _key_entries(scene: TileScene) -> Iterator[tuple[str, str]]:
    for sign, told in scene.key:
        if isinstance(sign, str):
            yield _rimmed(sign, (0, 6), SMALL), told
        else:
            yield tile_figure(sign, (0, 0), 10), told


def _size(tile: Tile) -> tuple[float, float]:
    across, down = zip(*tile.ring, strict=True)
    return max(across) - min(across), max(down) - min(down)


def _roof(tile: Tile) -> float:
    """Return how far below its top a tile is wide enough for words; a hex begins with a corner."""
    return 16.0 if len(tile.ring) == 6 else 6.0


def _fitting(told: str, size: float, room: float) -> float:
    """Return the size at which a text fits, not below what can be read."""
    wide = width_of(told, size, bold=True)
    return size if wide <= room else max(_LEAST_LETTERS, size * room / wide)
