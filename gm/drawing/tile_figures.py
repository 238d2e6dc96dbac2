"""The small figures on the tiles of a map: what grows there, and what is built."""

from __future__ import annotations

from typing import Final

from gm.drawing.palette import INK, PAPER
from gm.drawing.sheet import Point
from gm.drawing.svg import element, number
from gm.drawing.tiles import TileFigure

_TREE, _REED, _WATER, _STONE, _ROOF = "#2f6b3a", "#7a6a1f", "#2f7fb0", "#e2ddd2", "#8c3b2a"

# Each as paths round a point, with what fills them, for a figure of half a height of 10.
_PATHS: Final[dict[TileFigure, tuple[tuple[str, str], ...]]] = {
    TileFigure.TREES: (("M-8 8l5-9 5 9zM-6 1l3-8 3 8z M-1 9l6-11 6 11zM1 1l4-9 4 9z", _TREE),),
    TileFigure.REEDS: (
        ("M-9 8q1-8-1-12l3 12zM-3 8q1-10 1-16l2 16zM3 8q0-8 4-13l-1 13z", _REED),
        ("M-10 7h20v2h-20z", _WATER),
    ),
    TileFigure.HOUSE: (("M-7 8v-9h14v9z", _STONE), ("M-9-1l9-8 9 8z", _ROOF)),
    TileFigure.HOUSES: (
        ("M-12 8v-8h10v8zM1 8v-11h11v11z", _STONE),
        ("M-14 0l7-6 6 6zM-1-3l7.500-7 7.500 7z", _ROOF),
    ),
    TileFigure.CHURCH: (
        ("M-8 8v-7h16v7zM-3 1v-8h6v8z", _STONE),
        ("M-4-6l4-6 4 6zM-1-16h2v5h-2zM-2.500-14.500h5v1.500h-5z", _ROOF),
    ),
    TileFigure.TOWER: (("M-8 9v-17h3v3h3v-3h4v3h3v-3h3v17z", _STONE),),
    TileFigure.WALL: (("M-12 6v-10h4v3h4v-3h8v3h4v-3h4v10z", _STONE),),
    TileFigure.ANCHOR: (
        (
            (
                "M-1.500-5h3v11q5-1 6-6l3 3q-3 7-10.500 7t-10.500-7l3-3q1 5 6 6z"
                "M-5-4h10v2.500h-10zM-3-8a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"
            ),
            INK,
        ),
    ),
    TileFigure.TENT: (("M-10 8l10-16 10 16h-7l-3-8-3 8z", _ROOF),),
}


def tile_figure(figure: TileFigure, point: Point, size: float) -> str:
    """Return a figure round a point; `size` is half its height."""
    drawn = "".join(
        element("path", d=path, fill=fill, stroke=PAPER if fill == INK else INK, stroke_width=1)
        for path, fill in _PATHS[figure]
    )
    x, y = point
    return element(
        "g", drawn, transform=f"translate({number(x)} {number(y)}) scale({size / 10:.2f})"
    )
