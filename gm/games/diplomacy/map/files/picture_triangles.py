"""Lays triangles into an outline, and finds a way through them from one of its points to another.

The triangles fill the outline and have all their corners on it, so crossing them one by one is a
way that never leaves it: a line through the middles of the sides it crosses keeps away from both
banks. All turns are judged exactly, by fractions where the figures are too close.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import dist

from gm.games.diplomacy.map.files.board_picture import Point

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
    found = left - right
    if abs(found) > _UNSURE * (abs(left) + abs(right)):
        return found
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
    found = [*path]
    for _ in range(_PULLS):
        for number, (a, b) in enumerate(banks, 1):
            before, after = found[number - 1], found[number + 1]
            one, other = turn(before, after, a), turn(before, after, b)
            share = one / (one - other) if one > 0 > other else float(one > 0)
            share = min(1 - _MARGIN, max(_MARGIN, share))
            found[number] = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    return found


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
