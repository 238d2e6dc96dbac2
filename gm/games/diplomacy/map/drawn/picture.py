"""A picture as one SVG: title, map and legend; or title and a part of the map, larger.

Where picture and words are read aloud, the title and the description of the scene say what stands
on the map; each unit, order and province has its own words besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from math import dist
from typing import Final

from gm.drawing import symbols
from gm.drawing.geometry import Box
from gm.drawing.palette import INK, PAPER, Dress, dresses
from gm.drawing.scene import Act, Piece, Scene, Stance, special_said, unit_said
from gm.drawing.sheet import Ground, Point, Ring, Sheet
from gm.drawing.svg import FONT, at, element, group, key, named, number, width_of, words
from gm.games.diplomacy.map.drawn.arrows import NOBODY, order
from gm.games.diplomacy.map.drawn.ground import definitions, ground
from gm.games.diplomacy.map.drawn.layout import DOT, LETTERS, SPAN, Name, Places, lay_out
from gm.games.diplomacy.map.drawn.legend import legend

# The part of a map that is shown larger, where its names are too small to be read on a phone.

PHONE: Final = 366.0
"""How wide a picture is on a phone, in CSS pixels: its 390 less the margins of a mail."""

READABLE: Final = 9.0
"""How high letters must be to be read there, in CSS pixels; below that a map's names are too small."""

_HIGHEST: Final = 1.25
"""A part is at most so much higher than wide, so that it fits a phone with what stands around it."""

_LOWEST: Final = 0.6
"""A part is at least so high, of its width."""

_MARGIN: Final = 0.14
"""What is shown around the outermost places, of the part's width: their neighbours, mostly."""

_TRIED: Final = 60
"""So many places are tried for the middle of a part that cannot hold all; a power has fewer."""


def is_readable(sheet: Sheet) -> bool:
    """Tell whether the names of a whole map can be read on a phone."""
    return sheet.width <= _widest(sheet)


def _widest(sheet: Sheet) -> float:
    """Return how wide a part may be whose names can be read, in units of the sheet."""
    return LETTERS * sheet.scale * PHONE / READABLE


def window(sheet: Sheet, places: Iterable[str]) -> Box | None:
    """Return the part of a map around some places; None where nothing is drawn of any.

    It is as wide as its names can be read, and lies on the sheet. Where it cannot hold all places,
    it holds as many as can be.

    Args:
        sheet: the whole map.
        places: provinces; one that is named twice counts twice.
    """
    units = lay_out(sheet).units
    points = [units[place] for place in places if place in units]
    if not points:
        return None
    wide = min(_widest(sheet), sheet.width)
    tall = min(_HIGHEST * wide, sheet.height)
    margin = _MARGIN * wide
    middle, high = _middle(points), _spread(points)[1] + 2 * margin
    if _spread(points)[0] + 2 * margin > wide or high > tall:
        room = Box(0, 0, wide - margin, tall - margin)
        middle, high = _best(points, room), tall
    high = max(high, min(_LOWEST * wide, sheet.height))
    return Box(
        _within(middle[0], wide, sheet.width), _within(middle[1], high, sheet.height), wide, high
    )


def _spread(points: Sequence[Point]) -> tuple[float, float]:
    """Return how far apart points lie, across and down."""
    across, down = zip(*points, strict=True)
    return max(across) - min(across), max(down) - min(down)


def _middle(points: Sequence[Point]) -> Point:
    across, down = zip(*points, strict=True)
    return (max(across) + min(across)) / 2, (max(down) + min(down)) / 2


def _best(points: Sequence[Point], room: Box) -> Point:
    """Return the middle from which a room holds most of the points, near to all of them."""
    tried = sorted(set(points))[:_TRIED]
    middles = [_middle(two) for two in combinations_with_replacement(tried, 2)]

    def badness(middle: Point) -> tuple[int, float, Point]:
        box = room.moved(middle)
        lacking = sum(box.common(Box(*point, 1, 1)) == 0 for point in points)
        return lacking, sum(dist(middle, point) for point in points), middle

    return min(middles, key=badness)


def ground_of(sheet: Sheet, part: Box) -> Sheet:
    """Return a sheet with the shapes alone that a part shows: the others would only take time."""

    def is_seen(lines: Iterable[Ring]) -> bool:
        across, down = zip(*(point for line in lines for point in line), strict=True)
        wide, high = max(across) - min(across), max(down) - min(down)
        box = Box(min(across) + wide / 2, min(down) + high / 2, wide + 1, high + 1)
        return box.common(part) > 0

    return replace(
        sheet,
        areas=tuple(area for area in sheet.areas if is_seen(area.rings)),
        scenery=tuple(scenery for scenery in sheet.scenery if is_seen(scenery.rings)),
        rivers=tuple(river for river in sheet.rivers if is_seen(river.lines)),
    )


def _within(middle: float, size: float, whole: float) -> float:
    """Return the middle moved so that what is so long lies within the whole."""
    return min(max(middle, size / 2), whole - size / 2)


_OVER = frozenset({Act.REMOVE, Act.LOSE, Act.CONVERT, Act.BUILD})
"""What is drawn over the units; all else lies under them."""

_ARROWS = frozenset({Act.MOVE, Act.WALK, Act.BREAK})
"""What is drawn over all that is thin: supports, rings, bridges that are built."""

_RETREATS = frozenset({Act.RETREAT})
"""What is drawn over the units that stand: it begins beside one."""

_LARGER = 52
"""How large the title of a part is, where that of the whole is 30: as large as its names."""

_THIN = frozenset(Act) - _OVER - _ARROWS - _RETREATS


def draw(sheet: Sheet, scene: Scene, part: Box | None = None) -> str:
    """Return a scene on a sheet as SVG text.

    Args:
        sheet, scene: what is drawn.
        part: of the sheet that is shown, without a legend; None for the whole.

    Raises:
        KeyError: a unit, an order or a bridge of the scene names a place that the sheet lacks.
    """
    picture = _Picture(sheet, scene, part)
    return named(picture.drawn() if part is None else picture.drawn_in_part(part))


class _Picture:
    """One picture that is drawn."""

    def __init__(self, sheet: Sheet, scene: Scene, part: Box | None) -> None:
        self._sheet = sheet
        self._scene = scene
        self._dresses = dresses(scene.sides)
        self._layout = lay_out(sheet)
        self._places = Places(sheet, self._layout, scene)
        self._ground = sheet if part is None else ground_of(sheet, part)
        self._width = sheet.width if part is None else part.width
        self._title_size = self._width / 1400 * (30 if part is None else _LARGER)
        self._head_height = self._title_size * (2.5 if scene.subtitle else 1.7)

    def drawn(self) -> str:
        """Return the whole of it."""
        sheet, head = self._sheet, self._head_height
        below = legend(sheet, self._scene, self._dresses)
        return self._whole(
            head + sheet.height + below.height,
            element("g", *self._map(), transform=f"translate(0 {number(head)})"),
            # Title and legend cover what leaves the map; to clip it would take longer.
            element("rect", width=sheet.width, height=head, fill=PAPER),
            self._head(),
            element(
                "g",
                element("rect", width=sheet.width, height=below.height, fill=PAPER),
                below.drawn,
                self._frame(),
                transform=f"translate(0 {number(head + sheet.height)})",
            ),
        )

    def drawn_in_part(self, part: Box) -> str:
        """Return a part of the map as large as the width, under the title."""
        (left, top), *_ = part.corners()
        head, wide = self._head_height, 2.4 * self._sheet.scale
        frame = element(
            "rect",
            x=wide / 2,
            y=head + wide / 2,
            width=part.width - wide,
            height=part.height - wide,
            fill="none",
            stroke=INK,
            stroke_width=wide,
        )
        return self._whole(
            head + part.height,
            element("rect", width=part.width, height=head + part.height, fill=PAPER),
            element(
                "svg",
                *self._map(),
                y=head,
                width=part.width,
                height=part.height,
                viewBox=" ".join(map(number, (left, top, part.width, part.height))),
            ),
            self._head(),
            frame,
        )

    def _whole(self, height: float, *inside: str) -> str:
        """Return a picture of some height with its words for those who do not see it."""
        scene = self._scene
        return element(
            "svg",
            element("title", words(scene.title), id=key("title")),
            element("desc", words(scene.description or scene.title), id=key("desc")),
            element("defs", *self._definitions()),
            *inside,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(self._width)} {number(height)}",
            width=self._width,
            height=height,
            role="img",
            aria_labelledby=f"{key('title')} {key('desc')}",
        )

    def _definitions(self) -> Iterator[str]:
        scale = self._sheet.scale
        yield definitions(scale)
        for dress in self._dresses.values():
            yield dress.definitions(scale)

    def _head(self) -> str:
        """Return title and subtitle; what is too long for the width is written smaller."""
        size, left, room = (
            self._title_size,
            self._title_size * 0.5,
            self._width - self._title_size,
        )

        def line(text: str, y: float, wished: float, *, bold: bool) -> str:
            fitting = min(wished, wished * room / max(1.0, width_of(text, wished, bold=bold)))
            weight = "bold" if bold else None
            return element("text", words(text), x=left, y=y, font_size=fitting, font_weight=weight)

        lines = [line(self._scene.title, size * 1.15, size, bold=True)]
        if self._scene.subtitle:
            lines.append(line(self._scene.subtitle, size * 2.05, size * 0.66, bold=False))
        return group(lines, font_family=FONT, fill=INK)

    def _map(self) -> Iterator[str]:
        """Yield what lies on the map, from the ground up."""
        scene = self._scene
        yield ground(self._ground, scene, self._dresses)
        yield self._centres()
        yield from self._crossings()
        yield from self._marks(_THIN)
        yield from self._marks(_ARROWS, short=False)
        yield self._leaders()
        yield from self._units(standing=True)
        yield from self._marks(_RETREATS, short=False)
        yield self._names()
        # A flag or a burst may touch a name, and is not to be hidden by it.
        yield from self._units(standing=False)
        yield from self._specials()
        yield from self._marks(_ARROWS | _RETREATS, short=True)
        yield from self._marks(_OVER)

    def _frame(self) -> str:
        """Return the frame of the map, which ends where the legend begins."""
        sheet = self._sheet
        wide = 2.4 * sheet.scale
        return element(
            "rect",
            x=wide / 2,
            y=wide / 2 - sheet.height,
            width=sheet.width - wide,
            height=sheet.height - wide,
            fill="none",
            stroke=INK,
            stroke_width=wide,
        )

    def _dress(self, power: str) -> Dress:
        return self._dresses.get(power, NOBODY)

    def _centres(self) -> str:
        size, scene = DOT * self._sheet.scale, self._scene
        return group(
            symbols.centre(self._layout.dots[area.id], size, area.id in scene.owners, area.is_home)
            for area in self._sheet.areas
            if area.id in self._layout.dots and area.id not in scene.holes
        )

    def _crossings(self) -> Iterator[str]:
        size = SPAN * self._sheet.scale
        for crossing, (point, way) in zip(
            self._scene.crossings, self._places.crossings, strict=True
        ):
            fill = self._dress(crossing.owner).unit_fill
            yield symbols.bridge(point, way, size, fill, stands=crossing.stands)

    def _marks(self, wanted: frozenset[Act], *, short: bool | None = None) -> Iterator[str]:
        """Yield the marks of some acts; those with short arrows, or the others, or all."""
        for mark in self._scene.marks:
            if mark.act in wanted and short in (None, self._places.is_short(mark)):
                yield order(mark, self._dress(mark.power), self._places)

    def _units(self, *, standing: bool) -> Iterator[str]:
        """Yield the units that stand as they are, or those that are dislodged or in anarchy."""
        size = self._places.size
        for piece, point in zip(self._scene.pieces, self._places.pieces, strict=True):
            if (piece.stance is Stance.STANDING) is standing:
                dress, said = self._dress(piece.power), self._said(piece)
                yield symbols.unit(piece.kind, dress, point, size, piece.stance, said)

    def _said(self, piece: Piece) -> str:
        area = self._sheet.area(piece.at.place)
        owner = next(
            (side.name for side in self._scene.sides if side.id == piece.power), piece.power
        )
        where = area.name if area is not None else piece.at.place
        return unit_said(piece.kind, piece.stance, owner, where)

    def _specials(self) -> Iterator[str]:
        for special, point in zip(self._scene.specials, self._places.specials, strict=True):
            area = self._sheet.area(special.place)
            said = special_said(
                special.token, special.number, area.name if area else special.place
            )
            yield symbols.special(
                special.token, special.number, point, self._places.size * 0.9, said
            )

    def _leaders(self) -> str:
        scale = self._sheet.scale
        lines = [name.line for name in self._layout.names if name.line is not None]
        return group(
            (
                element(
                    "path", d=f"M{at(start)}L{at(end)}", stroke=colour, stroke_width=wide * scale
                )
                for colour, wide in ((PAPER, 3.0), (INK, 1.1))
                for start, end in lines
            ),
            stroke_linecap="round",
        )

    def _names(self) -> str:
        """Return the names of the provinces: those of seas slanted."""
        size = LETTERS * self._sheet.scale
        at_sea = {area.id for area in self._sheet.areas if area.ground is Ground.SEA}
        return group(
            (_name(name, size, slanted=name.text in at_sea) for name in self._layout.names),
            font_family=FONT,
            font_size=size,
            font_weight="bold",
            text_anchor="middle",
            fill=INK,
            stroke=PAPER,
            stroke_width=size * 0.24,
            stroke_linejoin="round",
            paint_order="stroke",
        )


def _name(name: Name, size: float, *, slanted: bool) -> str:
    return element(
        "text",
        words(name.text),
        x=name.box.x,
        y=name.box.y + size * 0.36,
        font_style="italic" if slanted else None,
        fill="#24506b" if slanted else None,
    )
