"""What stands on a map of tiles: the pieces in their rows, and the small figures of the land."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from gm.drawing.chart_frame import SMALL
from gm.drawing.geometry import Box
from gm.drawing.palette import FAILED, INK, PAPER, Dress
from gm.drawing.sheet import Point, Ring
from gm.drawing.svg import element, group, number, width_of, words
from gm.drawing.symbols import burst, cross
from gm.drawing.tiles import Counter, Tile, TileFight, TileFigure

# The small figures on the tiles of a map: what grows there, and what is built.

_TREE, _REED, _WATER, _STONE, _ROOF = "#2f6b3a", "#7a6a1f", "#2f7fb0", "#e2ddd2", "#8c3b2a"
_FLAME = "#f0e442"

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
    TileFigure.FIRE: (
        (
            "M0 10c-7 0-9-5-8-9c1-3 4-4 3-9c4 2 5 4 5 6c1-2 2-3 1-6c4 3 8 8 8 12c0 4-4 6-9 6z",
            FAILED,
        ),
        ("M0 8c-3 0-5-3-3-6c1-1 2-2 2-4c4 3 5 5 5 7c0 2-2 3-4 3z", _FLAME),
    ),
    TileFigure.TENT: (("M-10 8l10-16 10 16h-7l-3-8-3 8z", _ROOF),),
    TileFigure.CANNON: (
        ("M-12-1l19-9 4 7-17 9z", _STONE),
        ("M-7 4a5.500 5.500 0 1 0 11 0a5.500 5.500 0 1 0 -11 0z", _ROOF),
    ),
    TileFigure.MORTAR: (
        ("M-11 5h22v5h-22z", _ROOF),
        ("M-8 5l-1-10 5-5 12 4-1 8-5 3z", _STONE),
        ("M5-10a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0 -7 0z", _FLAME),
    ),
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


# The pieces on a map of tiles: how each looks, and how those of a tile stand in rows.

COUNTER: Final = 30.0
"""How high a piece is."""

SCALES: Final = (1.0, 0.8, 0.74)
"""How large pieces are: smaller where there are many, as far as they can be read, and then counted."""

_LEAST_LETTERS = 15.0
_GAP = 3.0
_FIGURE = 22.0
_FIGURED = 30.0
"""How wide a piece is that a figure is drawn on."""
NOTE_INK: Final = FAILED
"""The colour of a note, which no other word on a tile has."""

_OWNER_LETTERS = 15.0
"""How high the letters are that say whose a tile is."""

_LINE = 2
"""How far apart the lines are by which it is looked what lies within an outline."""

_MARGIN = 2.5
_A_ROW_MORE = 14.0
"""How much nearer to the middle rows must come to be worth one row more."""

Looks = Mapping[str, Dress]


def rimmed(label: str, point: Point, size: float, fill: str = INK) -> str:
    """Return words in the middle over a point, with a rim that stands off any ground."""
    return element(
        "text",
        words(label),
        x=point[0],
        y=point[1],
        font_size=size,
        font_weight="bold",
        text_anchor="middle",
        fill=fill,
        stroke=PAPER,
        stroke_width=size * 0.18,
        paint_order="stroke",
    )


def fitting(label: str, size: float, room: float) -> float:
    """Return the size at which a text fits, not below what can be read."""
    wide = width_of(label, size, bold=True)
    return size if wide <= room else max(_LEAST_LETTERS, size * room / wide)


def counter_drawn(
    counter: Counter, point: Point, wide: float, scale: float, looks: Looks, kind: str = "counter"
) -> str:
    """Return a piece round a point."""
    look = looks.get(counter.side)
    fill, ink = (look.unit_fill, look.on_hue) if look is not None else (PAPER, INK)
    high = COUNTER * scale
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
    sign = _sign(counter, point, wide, scale) or _letters(
        _told(counter, looks), point, wide, scale, (ink, rim)
    )
    title = element("title", words(counter.words)) if counter.words else ""
    return element("g", title, box, sign, class_=kind)


def _sign(counter: Counter, point: Point, wide: float, scale: float) -> str:
    """Return the figure on a piece, with how many there are where the piece says so; "" if it has none."""
    if counter.figure is None:
        return ""
    x, y = point
    if not counter.text:
        return tile_figure(counter.figure, point, 10 * scale)
    left, room = x - wide / 2, wide - _FIGURED * scale
    size = (SMALL + 1) * scale
    many = rimmed(counter.text, (left + _FIGURED * scale + room / 2 - 3, y + size * 0.36), size)
    return tile_figure(counter.figure, (left + _FIGURED * scale / 2, y), 10 * scale) + many


def _letters(
    label: str, point: Point, wide: float, scale: float, inks: tuple[str, str | None]
) -> str:
    """Return the letters on a piece, in an ink, with a rim of another where there is one."""
    ink, rim = inks
    size = fitting(label, (SMALL + 1) * scale, wide - 4)
    return element(
        "text",
        words(label),
        x=point[0],
        y=point[1] + size * 0.36,
        font_size=size,
        font_weight="bold",
        text_anchor="middle",
        fill=ink,
        stroke=rim,
        stroke_width=3 if rim else None,
        paint_order="stroke" if rim else None,
    )


def counter_width(counter: Counter, looks: Looks) -> float:
    """Return how wide a piece is in its full size."""
    if counter.figure is not None:
        many = width_of(counter.text, SMALL + 1, bold=True) + 8 if counter.text else 0
        return _FIGURED + many
    return max(28.0, width_of(_told(counter, looks), SMALL + 1, bold=True) + 10)


def _told(counter: Counter, looks: Looks) -> str:
    look = looks.get(counter.side)
    return counter.text or (look.letters if look is not None else "")


def fight_drawn(fight: TileFight, point: Point, scale: float, looks: Looks) -> str:
    """Return a fight: who won, in a burst."""
    won = Counter(fight.at, fight.side, fight.text, fight.words)
    wide = counter_width(won, looks) * scale
    return group((_rays(point, wide), counter_drawn(won, point, wide, scale, looks, "fight")))


def _rays(point: Point, wide: float) -> str:
    """Return the burst round a piece."""
    return burst(point, wide * 0.62, wide * 0.45, FAILED)


@dataclass(frozen=True, slots=True)
class _Item:
    """Something that stands in a row: how wide, and how it is drawn round a point.

    Args:
        below: is drawn before all others of its tile, so that it hides none.
    """

    width: float
    drawn: Callable[[Point], str]
    below: Callable[[Point], str] | None = None


@dataclass(frozen=True, slots=True)
class TileStanding:
    """What a scene has for a tile.

    Args:
        counters, fights, note: of the scene. figures: of the land, and then those of the scene.
        owner: what is written behind the id.
        struck: something is destroyed here.
    """

    counters: tuple[Counter, ...] = ()
    fights: tuple[TileFight, ...] = ()
    figures: tuple[TileFigure, ...] = ()
    owner: str = ""
    note: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True)
class TileRows:
    """What stands in a tile: its name, figures, note, fights and pieces, in rows.

    Args:
        block: all that it takes. drawn: it.
    """

    block: Box
    drawn: str


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a tile: what stands in it, and round which point."""

    items: tuple[_Item, ...]
    middle: Point

    @property
    def width(self) -> float:
        return _width(self.items)


def tile_rows(tile: Tile, standing: TileStanding, looks: Looks) -> TileRows:
    """Return what stands in a tile of any shape.

    Where it finds no room figures are left out, and then pieces are counted.
    """
    for shown in _by_worth(tile, standing):
        for scale in SCALES:
            rows = _placed(tile, _items(tile, shown, scale, looks), COUNTER * scale + 1)
            if rows:
                return _drawn(rows, COUNTER * scale + 1)
    items = _items(tile, shown, SCALES[-1], looks)
    return _drawn([_Row(tuple(items), tile.middle)], COUNTER)


def _by_worth(tile: Tile, standing: TileStanding) -> Iterator[TileStanding]:
    """Yield all that stands in a tile, and then less and less of it: at last how many pieces do."""
    yield standing
    bare = replace(standing, figures=())
    yield bare
    counters = standing.counters
    for kept in range(len(counters) - 1, -1, -1):
        more = Counter(tile.id, "", f"+{len(counters) - kept}")
        yield replace(bare, counters=(*counters[:kept], more))


def _drawn(rows: Sequence[_Row], step: float) -> TileRows:
    left = min(row.middle[0] - row.width / 2 for row in rows)
    right = max(row.middle[0] + row.width / 2 for row in rows)
    high = (rows[0].middle[1] + rows[-1].middle[1]) / 2
    block = Box((left + right) / 2, high, right - left, len(rows) * step)
    return TileRows(block, group(_in_place(rows)))


def _placed(tile: Tile, items: Sequence[_Item], step: float) -> list[_Row]:
    """Return items in rows within a tile, few and near its middle; none if they find no room."""
    heights = [y for _, y in tile.ring]
    starts = range(int(min(heights)), int(max(heights) - step), 2 * _LINE)
    layouts = [rows for start in starts if (rows := _flowing(tile, items, start, step))]

    def worth(rows: list[_Row]) -> float:
        middle = (rows[0].middle[1] + rows[-1].middle[1]) / 2
        aside = max(abs(row.middle[0] - tile.middle[0]) for row in rows)
        return abs(middle - tile.middle[1]) + aside + _A_ROW_MORE * len(rows)

    return min(layouts, key=worth, default=[])


def _flowing(tile: Tile, items: Sequence[_Item], top: float, step: float) -> list[_Row]:
    """Return items in rows from a height on; none if they do not fit into the outline."""
    rows, left = list[_Row](), [*items]
    while left:
        y = top + len(rows) * step
        span = _widest(tile.ring, y, y + step)
        many = _fitting_in(left[: _first(tile, rows)], span[1] - span[0])
        if not many:
            return []
        half = _width(left[:many]) / 2
        x = max(span[0] + half, min(tile.middle[0], span[1] - half))
        rows.append(_Row(tuple(left[:many]), (x, y + step / 2)))
        left = left[many:]
    return rows


def _first(tile: Tile, rows: Sequence[_Row]) -> int | None:
    """Return how many items the next row may hold: the name alone in the first of a tile that has it so."""
    return 1 if tile.titled and not rows else None


def _fitting_in(items: Sequence[_Item], room: float) -> int:
    """Return how many of the items, from the first on, stand in a row."""
    return max((n for n in range(1, len(items) + 1) if _width(items[:n]) <= room), default=0)


def _widest(ring: Ring, top: float, bottom: float) -> tuple[float, float]:
    """Return the widest stretch that lies within an outline all the way between two heights."""
    first, lines = _scanned(ring)
    low, high = int((top - first) // _LINE), int((bottom - first) // _LINE)
    stretches = [(float("-inf"), float("inf"))]
    for line in range(low, high + 1):
        inside = lines[line] if 0 <= line < len(lines) else ()
        stretches = [
            (max(a, c), min(b, d))
            for a, b in stretches
            for c, d in inside
            if max(a, c) < min(b, d)
        ]
    left, right = max(stretches, key=lambda stretch: stretch[1] - stretch[0], default=(0, 0))
    return left + _MARGIN, right - _MARGIN


@lru_cache(maxsize=256)
def _scanned(ring: Ring) -> tuple[float, tuple[tuple[tuple[float, float], ...], ...]]:
    """Return from which height on, and for each line from there on, what lies within an outline."""
    heights = [y for _, y in ring]
    first = min(heights)
    count = int((max(heights) - first) // _LINE) + 1
    lines = []
    for line in range(count):
        y = first + line * _LINE + _LINE / 7
        crossed = sorted(
            ax + (bx - ax) * (y - ay) / (by - ay)
            for (ax, ay), (bx, by) in pairwise((*ring, ring[0]))
            if (ay > y) != (by > y)
        )
        lines.append(tuple(zip(crossed[::2], crossed[1::2], strict=True)))
    return first, tuple(lines)


def _items(tile: Tile, standing: TileStanding, scale: float, looks: Looks) -> list[_Item]:
    items = [_word_item(tile.label or tile.id, (SMALL + 2) * max(scale, 0.9))]
    if standing.owner:
        items.append(_word_item(standing.owner, _OWNER_LETTERS))
    items += [
        _figure_item(figure, struck=standing.struck and place == 0)
        for place, figure in enumerate(standing.figures)
    ]
    if standing.note:
        items.append(_word_item(standing.note, SMALL, NOTE_INK))
    items += [_fight_item(fight, scale, looks) for fight in standing.fights]
    items += [_counter_item(counter, scale, looks) for counter in standing.counters]
    return items


def _word_item(label: str, size: float, fill: str = INK) -> _Item:
    width = width_of(label, size, bold=True) + 3
    return _Item(
        width, lambda point: rimmed(label, (point[0], point[1] + size * 0.36), size, fill)
    )


def _figure_item(figure: TileFigure, *, struck: bool) -> _Item:
    def drawn(point: Point) -> str:
        over = cross(point, 11, wide=0.4) if struck else ""
        return tile_figure(figure, point, 10) + over

    return _Item(_FIGURE, drawn)


def _fight_item(fight: TileFight, scale: float, looks: Looks) -> _Item:
    won = Counter(fight.at, fight.side, fight.text, fight.words)
    size = min(scale, SCALES[-1])
    wide = counter_width(won, looks) * size
    return _Item(
        wide + _GAP,
        lambda point: counter_drawn(won, point, wide, size, looks, "fight"),
        lambda point: _rays(point, wide),
    )


def _counter_item(counter: Counter, scale: float, looks: Looks) -> _Item:
    wide = counter_width(counter, looks) * scale
    return _Item(
        wide,
        lambda point: counter_drawn(counter, point, wide, scale, looks),
        (lambda point: _rays(point, wide)) if counter.fought else None,
    )


def _width(row: Sequence[_Item]) -> float:
    return sum(item.width for item in row) + _GAP * (len(row) - 1)


def _in_place(rows: Sequence[_Row]) -> Iterator[str]:
    placed = [*_points(rows)]
    yield from (item.below(point) for item, point in placed if item.below is not None)
    yield from (item.drawn(point) for item, point in placed)


def _points(rows: Sequence[_Row]) -> Iterator[tuple[_Item, Point]]:
    for row in rows:
        x = row.middle[0] - row.width / 2
        for item in row.items:
            yield item, (x + item.width / 2, row.middle[1])
            x += item.width + _GAP
