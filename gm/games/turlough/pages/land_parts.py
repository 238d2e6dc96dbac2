"""Which part of the land a player's own picture shows, larger than the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gm.contract.seats import SeatId
from gm.games.turlough.rules.sides import seat_of_power
from gm.games.turlough.rules.state import TurloughState
from gm.games.turlough.rules.tables import Tables

_LEAST_ROWS, _LEAST_COLUMNS, _MOST_COLUMNS = 3, 3.5, 4.5
"""How many hexes lie between the outermost of a part: with fewer rows or columns it shows little of
the way, with more columns hardly less than the whole."""


def part_of_land(
    tables: Tables, state: TurloughState, before: TurloughState, seats: Iterable[SeatId]
) -> frozenset[str]:
    """Return the hexes around the armies of seats, and where they came from; none if that is most of the land.

    Without armies it is around their seats of power.

    Args:
        tables: what is played. state: the position, before: the one of the turn before.
        seats: whose.
    """
    mine = [faction for seat in seats for faction in state.commanded_by(seat)]
    there = {
        army.hex for board in (state, before) for army in board.armies if army.faction in mine
    }
    homes = {seat_of_power(state, tables, f) for f in mine if not state.factions[f].out}
    spots = [_spot(tables, hex_) for hex_ in there or homes]
    if not spots:
        return frozenset()
    every = [_spot(tables, hex_) for hex_ in tables.hexes]
    top, low = _stretched([row for row, _ in spots], [row for row, _ in every], _LEAST_ROWS)
    left, right = _stretched([at for _, at in spots], [at for _, at in every], _LEAST_COLUMNS)
    if right - left > _MOST_COLUMNS:
        return frozenset()
    return frozenset(
        hex_
        for hex_ in tables.hexes
        for row, column in (_spot(tables, hex_),)
        if top <= row <= low and left <= column <= right
    )


def _spot(tables: Tables, hex_: str) -> tuple[int, float]:
    """Return in which row a hex lies, and how far from the left."""
    there = tables.hexes[hex_]
    return there.row, there.column + (there.row % 2) / 2


def across_land(tables: Tables, hexes: Iterable[str]) -> float:
    """Return how many hexes wide some hexes are together."""
    columns = [_spot(tables, hex_)[1] for hex_ in hexes]
    return max(columns) - min(columns) + 1


def _stretched(
    spots: Sequence[float], every: Sequence[float], least: float
) -> tuple[float, float]:
    """Return from where to where a part reaches: a hex further than its spots, and so far at least."""
    start, end = max(min(every), min(spots) - 1), min(max(every), max(spots) + 1)
    if end - start < least:
        start = max(min(every), min(start, end - least))
        end = min(max(every), max(end, start + least))
        start = max(min(every), min(start, end - least))
    return start, end
