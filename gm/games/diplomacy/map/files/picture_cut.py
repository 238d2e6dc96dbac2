"""Cuts the shape of a province in two, from border to border, as its split cuts the board (Irish 6).

The line runs from the middle of the stretch with one neighbour to the middle of that with another,
and stays inside. Both halves and the neighbours keep every point they had, and get the same new
ones, so the shapes fit together after any number of cuts as they did before. No figure is rounded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, dist

from gm.games.diplomacy.map.files.board_picture import Point

# Lays triangles into an outline, and finds a way through them from one of its points to another.
#
# The triangles fill the outline and have all their corners on it, so crossing them one by one is a
# way that never leaves it: a line through the middles of the sides it crosses keeps away from both
# banks. All turns are judged exactly, by fractions where the figures are too close.

Side = tuple[int, int]
"""Two corners by their numbers; the triangle it belongs to lies clockwise of it."""

Apexes = dict[Side, int]
"""The third corner of the triangle at each side; a side of the outline has one triangle."""

Bank = tuple[Point, Point]
"""A side that is crossed: its ends right and left of the way, as seen."""

_UNSURE = 1e-12
"""A turn smaller than this share of its terms is worked out again in fractions."""

_ROUNDER = 1e-9
"""Two triangles are turned only for a gain above this share, or they might be turned for ever."""

_PULLS = 12
_MARGIN = 0.3
"""How often a way is pulled straight, and the share of each side it keeps from either bank."""


def turn(a: Point, b: Point, c: Point) -> float:
    """Return which way three points turn: above 0 clockwise as seen, below 0, or 0 on a line."""
    left, right = (b[0] - a[0]) * (c[1] - a[1]), (b[1] - a[1]) * (c[0] - a[0])
    cross = left - right
    if abs(cross) > _UNSURE * (abs(left) + abs(right)):
        return cross
    ax, ay, bx, by, cx, cy = map(Fraction, (*a, *b, *c))
    exact = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return float(exact) or float((exact > 0) - (exact < 0))


def triangles(ring: Sequence[Point]) -> Apexes:
    """Fill an outline with triangles, as round as they can be.

    Args:
        ring: its points clockwise as seen, none twice; it does not cross itself.

    Raises:
        ValueError: the outline crosses itself.
    """
    apexes = _clip_ears(ring)
    _round(ring, apexes)
    return apexes


def way_through(apexes: Apexes, start: int, end: int) -> tuple[Side, ...]:
    """Return the sides that are crossed on the way from one corner to another.

    Returns:
        each side with the corner on the right of the way, as seen, first.
    """
    entered = deque((j, i) for (i, j), apex in apexes.items() if apex == start)
    came_from: dict[Side, Side | None] = dict.fromkeys(entered)
    while entered:
        side = entered.popleft()
        apex = apexes.get(side)
        if apex is None:
            continue  # a side of the outline: no triangle lies beyond it
        if apex == end:
            return tuple(reversed([*_back(side, came_from)]))
        for beyond in ((apex, side[1]), (side[0], apex)):
            if beyond not in came_from:
                came_from[beyond] = side
                entered.append(beyond)
    return ()


def _back(side: Side, came_from: dict[Side, Side | None]) -> Iterator[Side]:
    at: Side | None = side
    while at is not None:
        yield at
        at = came_from[at]


def _clip_ears(ring: Sequence[Point]) -> Apexes:
    """Cut off one corner after another whose triangle holds no other."""
    after = [*range(1, len(ring)), 0]
    before = [len(ring) - 1, *range(len(ring) - 1)]
    hollow = {i for i in after if turn(ring[before[i]], ring[i], ring[after[i]]) <= 0}
    apexes: Apexes = {}
    at, left, tried = 0, len(ring), 0
    while left > 3:
        if tried > left:
            raise ValueError("an outline crosses itself")
        a, c = before[at], after[at]
        if at in hollow or not _is_ear(ring, (a, at, c), hollow):
            at, tried = c, tried + 1
            continue
        _add(apexes, a, at, c)
        after[a], before[c] = c, a
        for corner in (a, c):
            if (
                corner in hollow
                and turn(ring[before[corner]], ring[corner], ring[after[corner]]) > 0
            ):
                hollow.remove(corner)
        at, left, tried = after[c], left - 1, 0
    _add(apexes, before[at], at, after[at])
    return apexes


def _is_ear(ring: Sequence[Point], corners: tuple[int, int, int], hollow: set[int]) -> bool:
    a, b, c = (ring[corner] for corner in corners)
    left, right = min(a[0], b[0], c[0]), max(a[0], b[0], c[0])
    top, bottom = min(a[1], b[1], c[1]), max(a[1], b[1], c[1])
    for other in hollow:
        x, y = at = ring[other]
        if (
            left <= x <= right
            and top <= y <= bottom
            and other not in corners
            and turn(a, b, at) >= 0
            and turn(b, c, at) >= 0
            and turn(c, a, at) >= 0
        ):
            return False
    return True


def _add(apexes: Apexes, a: int, b: int, c: int) -> None:
    apexes[a, b], apexes[b, c], apexes[c, a] = c, a, b


def _round(ring: Sequence[Point], apexes: Apexes) -> None:
    """Turn the common side of two triangles until no circle round one holds a corner of another.

    That is Delaunay's triangulation within the outline.
    """
    waiting = [side for side in apexes if side[0] < side[1] and side[::-1] in apexes]
    while waiting:
        i, j = waiting.pop()
        k, m = apexes.get((i, j)), apexes.get((j, i))
        if k is None or m is None or not _is_flat(ring[i], ring[j], ring[k], ring[m]):
            continue
        del apexes[i, j], apexes[j, i]
        _add(apexes, m, k, i)
        _add(apexes, k, m, j)
        waiting += [(i, m), (m, j), (j, k), (k, i)]


def _is_flat(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether two triangles at the side ab are rounder with the side cd, which is inside."""
    if turn(d, c, a) <= 0 or turn(c, d, b) <= 0:
        return False
    ax, ay, bx, by = a[0] - d[0], a[1] - d[1], b[0] - d[0], b[1] - d[1]
    cx, cy = c[0] - d[0], c[1] - d[1]
    terms = (
        (ax * ax + ay * ay) * (bx * cy - cx * by),
        (bx * bx + by * by) * (cx * ay - ax * cy),
        (cx * cx + cy * cy) * (ax * by - bx * ay),
    )
    return sum(terms) > _ROUNDER * sum(map(abs, terms))


def tighten(path: Sequence[Point], banks: Sequence[Bank]) -> list[Point]:
    """Pull a way straight as a cord is pulled, no nearer to a bank than a share of the width.

    Args:
        path: the points, the first and the last of which stay.
        banks: the side that each of the points between those is on.
    """
    points = [*path]
    for _ in range(_PULLS):
        for number, (a, b) in enumerate(banks, 1):
            before, after = points[number - 1], points[number + 1]
            one, other = turn(before, after, a), turn(before, after, b)
            share = one / (one - other) if one > 0 > other else float(one > 0)
            share = min(1 - _MARGIN, max(_MARGIN, share))
            points[number] = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    return points


def straighten(path: Sequence[Point], banks: Sequence[Bank], slack: float) -> list[Point]:
    """Leave out points of a way that hardly bend it, as long as it stays between its banks.

    Args:
        path: the points, the first and the last of which stay.
        banks: the side that each of the points between those is on.
        slack: how far the way may shift.
    """
    kept = [0]
    while kept[-1] < len(path) - 1:
        start = kept[-1]
        end = start + 1
        while end + 1 < len(path) and _may_skip(path, banks, start, end + 1, slack):
            end += 1
        kept.append(end)
    return [path[number] for number in kept]


def _may_skip(
    path: Sequence[Point], banks: Sequence[Bank], start: int, end: int, slack: float
) -> bool:
    a, b = path[start], path[end]
    length = dist(a, b)
    return all(
        abs(turn(a, b, path[number])) <= slack * length
        and turn(a, b, banks[number - 1][0]) > 0 > turn(a, b, banks[number - 1][1])
        for number in range(start + 1, end)
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
        touched = [*self.stretches(cut.province)]
        start, end = (self._middle(cut, _stretch(cut, touched, to)) for to in cut.line)
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


def _stretch(cut: Cut, touched: Sequence[Stretch], to: Name) -> Stretch:
    """Return the stretch on which the line ends: the longer one, if a neighbour is met twice.

    The lengths are those of the board, which the picture need not have kept to.
    """
    drawn = [stretch.to for stretch in touched]
    names, lengths = [name for name, _ in cut.ring], [length for _, length in cut.ring]
    shifts = [shift for shift in range(len(names)) if names[shift:] + names[:shift] == drawn]
    if not shifts:
        drawn_so, listed = (", ".join(ids) or "nobody" for ids in (drawn, names))
        raise ValueError(f"{cut.province} touches {drawn_so}; on the board it touches {listed}")

    def differs(shift: int) -> float:
        shifted = lengths[shift:] + lengths[:shift]
        return sum(
            abs(part.length - length) for part, length in zip(touched, shifted, strict=True)
        )

    longest = max((at for at, name in enumerate(names) if name == to), key=lengths.__getitem__)
    return touched[(longest - min(shifts, key=differs)) % len(touched)]


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
    banks = [(dense[here], dense[other]) for here, other in sides]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in banks]
    path = tighten([ring[0], *middles, ring[end]], banks)
    slack = sum(dist(*two) for two in pairwise(path)) * _SLACK
    return straighten(path, banks, slack)[1:-1]
