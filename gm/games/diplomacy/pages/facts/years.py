"""Centres, units and points of each year of a game, taken from its positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from gm.games.diplomacy.pages.facts.stories import YearOfCentres
from gm.games.diplomacy.rules.mechanics.bridges import BridgePart
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.phases import Season
from gm.games.diplomacy.rules.state import GameState


def years_of(states: Iterable[GameState]) -> tuple[YearOfCentres, ...]:
    """Return what each year came to, and what there was at the beginning before them.

    The centres are those after its autumn; points, units and bridges those after its winter: what a
    later season makes of any belongs to the next year (Irish 4, 15).

    Args:
        states: the positions at the start of each phase, oldest first, and the one at the end.
    """
    found: dict[int, YearOfCentres] = {}
    over: set[int] = set()
    for state in states:
        year, settled = _year_told(state), _is_settled(state)
        told = _told(year, state)
        if settled or year not in found:
            found[year] = told
        elif year not in over:
            autumn = found[year]
            found[year] = replace(told, counts=autumn.counts, owners=autumn.owners)
        if not settled:
            over.add(year)
    return tuple(found[year] for year in sorted(found))


def _told(year: int, state: GameState) -> YearOfCentres:
    owners = sorted(set(state.centres.values()))
    return YearOfCentres(
        year,
        counts={who: len(state.centres_of(who)) for who in owners},
        points=state.part(PointsPart).balances,
        units=Counter(unit.power for unit in state.units),
        bridges=Counter(bridge.owner for bridge in state.part(BridgePart).standing),
        owners=state.centres,
    )


def _year_told(state: GameState) -> int:
    """Return whose autumn's centres a position shows."""
    return state.phase.year if _is_settled(state) else state.phase.year - 1


def _is_settled(state: GameState) -> bool:
    """Tell whether its year's autumn is over in a position."""
    won_on_the_board = bool(state.winners) and state.phase.season is Season.AUTUMN
    return state.phase.season is Season.WINTER or won_on_the_board
