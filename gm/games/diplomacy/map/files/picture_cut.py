"""Cuts the shape of a province in two, from border to border, as its split cuts the board (Irish 6).

The line runs from the middle of the stretch with one neighbour to the middle of that with another,
and stays inside. Both halves and the neighbours keep every point they had, and get the same new
ones, so the shapes fit together after any number of cuts as they did before. No figure is rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, dist

from gm.games.diplomacy.map.files.board_picture import Point
from gm.games.diplomacy.map.files.picture_triangles import (
    straighten,
    tighten,
    triangles,
    way_through,
)

Name = str
Ring = tuple[Point, ...]
"""The outline of a province: its points clockwise as seen, the first not repeated at the end."""

_PIECES = 120
"""A line is looked for among so many points round the province, or more if it has more."""

_SLACK = 0.006
"""The line may shift by this share of its length from the middle, to have fewer points."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One province that is split.

    Args:
        province: which.
        ring: its neighbours clockwise, each with the length of the stretch, as on the board before.
        line: the two neighbours between which the line runs (Irish 6).
        halves: half 1, which is clockwise after the first of these, and half 2.
    """

    province: Name
    ring: tuple[tuple[Name, float], ...]
    line: tuple[Name, Name]
    halves: tuple[Name, Name]


@dataclass(frozen=True, slots=True)
class Stretch:
    """What one province has in common with another, in one piece.

    Args:
        to: the neighbour.
        points: along the outline, clockwise, both ends included.
    """

    to: Name
    points: tuple[Point, ...]

    @property
    def length(self) -> float:
        """How long it is, in units of the picture."""
        return sum(dist(*two) for two in pairwise(self.points))


def cut_shapes(shapes: Mapping[Name, Ring], cuts: Iterable[Cut]) -> Mapping[Name, Ring]:
    """Return the shapes after some cuts, one after the other.

    Args:
        shapes: by province; neighbours have the same points where they touch.
        cuts: in the order in which the provinces were split.

    Raises:
        ValueError: a shape does not touch the neighbours it has on the board, or crosses itself.
    """
    sheet = _Sheet(shapes)
    for cut in cuts:
        sheet.cut(cut)
    return {name: tuple(ring) for name, ring in sheet.rings.items()}


def clockwise(ring: Ring) -> Ring:
    """Return an outline so that it runs clockwise as seen."""
    turned = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*ring, ring[0])))
    return ring if turned > 0 else ring[::-1]


def stretches(shapes: Mapping[Name, Ring]) -> Mapping[Name, tuple[Stretch, ...]]:
    """Return for each province the stretches it has in common with others, clockwise."""
    sheet = _Sheet(shapes)
    return {name: tuple(sheet.stretches(name)) for name in sheet.rings}


class _Sheet:
    """Shapes that are being cut.

    Attributes:
        rings: the outline of each province.
    """

    def __init__(self, shapes: Mapping[Name, Ring]) -> None:
        self.rings = {name: [*ring] for name, ring in shapes.items()}
        self._owner: dict[tuple[Point, Point], Name] = {}
        for name in self.rings:
            self._own(name)

    def _own(self, name: Name) -> None:
        ring = self.rings[name]
        self._owner.update(dict.fromkeys(pairwise([*ring, ring[0]]), name))

    def stretches(self, name: Name) -> Iterator[Stretch]:
        """Yield what a province has in common with each neighbour, clockwise."""
        ring = self.rings[name]
        beyond = [self._owner.get((b, a)) for a, b in pairwise([*ring, ring[0]])]
        first = next((i for i in range(len(ring)) if beyond[i] != beyond[i - 1]), 0)
        ring, beyond = ring[first:] + ring[: first + 1], beyond[first:] + beyond[:first]
        start = 0
        for end in range(1, len(beyond) + 1):
            if end == len(beyond) or beyond[end] != beyond[start]:
                to = beyond[start]
                if to is not None:
                    yield Stretch(to, tuple(ring[start : end + 1]))
                start = end

    def cut(self, cut: Cut) -> None:
        """Replace a province by its halves."""
        found = [*self.stretches(cut.province)]
        start, end = (self._middle(cut, _stretch(cut, found, to)) for to in cut.line)
        ring = self.rings.pop(cut.province)
        at = ring.index(start)
        ring = ring[at:] + ring[:at]
        at = ring.index(end)
        line = _line(ring, at)
        one, two = cut.halves
        self.rings[one] = ring[: at + 1] + line[::-1]
        self.rings[two] = ring[at:] + ring[:1] + line
        for half in cut.halves:
            self._own(half)

    def _middle(self, cut: Cut, stretch: Stretch) -> Point:
        """Return the middle of a stretch, and make it a point of both outlines."""
        left = stretch.length / 2
        for a, b in pairwise(stretch.points):
            length = dist(a, b)
            if left < length:
                break
            left -= length
        share = left / length
        middle = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        if middle not in (a, b):
            self._insert(cut.province, a, middle, b)
            self._insert(stretch.to, b, middle, a)
        return middle

    def _insert(self, name: Name, a: Point, point: Point, b: Point) -> None:
        ring = self.rings[name]
        ring.insert(ring.index(a) + 1, point)
        del self._owner[a, b]
        self._owner[a, point] = self._owner[point, b] = name


def _stretch(cut: Cut, found: Sequence[Stretch], to: Name) -> Stretch:
    """Return the stretch on which the line ends: the longer one, if a neighbour is met twice.

    The lengths are those of the board, which the picture need not have kept to.
    """
    drawn = [stretch.to for stretch in found]
    names, lengths = [name for name, _ in cut.ring], [length for _, length in cut.ring]
    shifts = [it for it in range(len(names)) if names[it:] + names[:it] == drawn]
    if not shifts:
        drawn_so, listed = (", ".join(it) or "nobody" for it in (drawn, names))
        raise ValueError(f"{cut.province} touches {drawn_so}; on the board it touches {listed}")

    def differs(shift: int) -> float:
        own = lengths[shift:] + lengths[:shift]
        return sum(abs(one.length - length) for one, length in zip(found, own, strict=True))

    longest = max((it for it, name in enumerate(names) if name == to), key=lengths.__getitem__)
    return found[(longest - min(shifts, key=differs)) % len(found)]


def _line(ring: Sequence[Point], end: int) -> list[Point]:
    """Return the points between the ends of a line through an outline, from the first point on.

    Args:
        ring: the outline.
        end: which of its points the line leads to.
    """
    dense: list[Point] = []
    grain = sum(dist(*two) for two in pairwise([*ring, ring[0]])) / _PIECES
    for number, (a, b) in enumerate(pairwise([*ring, ring[0]])):
        if number == end:
            goal = len(dense)
        pieces = max(1, ceil(dist(a, b) / grain))
        dense.append(a)
        dense += [
            (a[0] + (b[0] - a[0]) * step / pieces, a[1] + (b[1] - a[1]) * step / pieces)
            for step in range(1, pieces)
        ]
    sides = way_through(triangles(dense), 0, goal)
    banks = [(dense[one], dense[other]) for one, other in sides]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in banks]
    path = tighten([ring[0], *middles, ring[end]], banks)
    slack = sum(dist(*two) for two in pairwise(path)) * _SLACK
    return straighten(path, banks, slack)[1:-1]
