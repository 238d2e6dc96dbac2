"""The part of a map that is shown larger, where its names are too small to be read on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from math import dist
from typing import Final

from gm.drawing.geometry import Box
from gm.drawing.sheet import Point, Ring, Sheet
from gm.games.diplomacy.map.drawn.layout import LETTERS, lay_out

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
