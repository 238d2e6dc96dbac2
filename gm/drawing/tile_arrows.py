"""The arrows on a map of tiles: what went where, and what was driven there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, cos, hypot, pi, sin
from typing import Final

from gm.drawing.boxes import Box
from gm.drawing.palette import INK, PAPER, Dress
from gm.drawing.sheet import Point
from gm.drawing.svg import at, element, outline, words
from gm.drawing.tiles import Tile, TileMove

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
