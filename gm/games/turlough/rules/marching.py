"""The ways over the land, and what they cost (7)."""

from __future__ import annotations

import heapq
from collections.abc import Collection
from itertools import pairwise
from typing import Final

from gm.games.turlough.rules.tables import Hazard, Tables

MOVEMENT_POINTS: Final = 6
"""What an army has for its turn."""

_BY_ROUTE: Final = 1
_CROSS_COUNTRY: Final = 2


def cost(tables: Tables, hazard: Hazard, here: str, there: str) -> int:
    """Return what a step to a hex beside costs, in movement points; the hexes must be joined."""
    step = tables.steps[here][there]
    if not step.route:
        return _CROSS_COUNTRY
    return hazard.crossing if step.crossing else _BY_ROUTE


def cheapest_way(
    tables: Tables, hazard: Hazard, start: str, target: str, shut: Collection[str] = ()
) -> tuple[str, ...] | None:
    """Return the hexes of the cheapest way, without the first; None if there is none.

    Of equal ways the one of fewer hexes, then the one whose hexes come first in board order.

    Args:
        start, target: hexes. shut: those that must not be entered.
    """
    # Ways are tried in the order of (points, hexes, places): all three only grow along a way, so
    # that the first that reaches a hex is the best that does.
    ways: list[tuple[int, int, tuple[int, ...], str]] = [(0, 0, (), start)]
    names, reached = tuple(tables.hexes), set[str]()
    while ways:
        points, length, places, here = heapq.heappop(ways)
        if here == target:
            return tuple(names[place] for place in places)
        if here in reached:
            continue
        reached.add(here)
        for there in tables.steps[here]:
            if there not in reached and there not in shut:
                spent = points + cost(tables, hazard, here, there)
                heapq.heappush(ways, (spent, length + 1, (*places, tables.place[there]), there))
    return None


def distance(tables: Tables, hazard: Hazard, start: str, target: str) -> int:
    """Return what the cheapest way costs, in movement points; the land is connected (3)."""
    way = cheapest_way(tables, hazard, start, target)
    if way is None:
        raise ValueError(f"no way leads from {start} to {target}")
    return sum(cost(tables, hazard, *pair) for pair in pairwise((start, *way)))
