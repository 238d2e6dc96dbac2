"""Who owns what after an autumn, who has won, and who is out."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, Entry, PowerId, ProvinceId
from gm.games.diplomacy.rules.events import CentreTaken
from gm.games.diplomacy.rules.state import NOWHERE, GameState


def settle_ownership(board: Board, state: GameState) -> tuple[CentreTaken, ...]:
    """Return the centres that change hands after an autumn, its retreats included.

    A centre goes to the power whose unit stands on it; an empty one keeps its owner (Rulebook).
    """
    centres, owners = _centres(board), dict(state.centres)  # quicker to ask, compiled
    entered: dict[ProvinceId, PowerId] = {}
    for unit in state.units:
        place = unit.at.province
        if place in centres and owners.get(place) != unit.power and unit.power in board.powers:
            entered[place] = unit.power
    return tuple(
        [CentreTaken(place, entered[place], owners.get(place)) for place in sorted(entered)]
    )


@lru_cache(maxsize=256)
def _centres(board: Board) -> frozenset[ProvinceId]:
    return frozenset(board.centres())


def surplus_of_centres(state: GameState) -> dict[PowerId, int]:
    """Return how many centres each power owns beyond its units; less than 0 if units are too many."""
    surplus: dict[PowerId, int] = {}
    for owner in state.centres.values():
        surplus[owner] = surplus.get(owner, 0) + 1
    for unit in state.units:
        surplus[unit.power] = surplus.get(unit.power, 0) - 1
    return surplus


def uneven_powers(board: Board, state: GameState) -> list[PowerId]:
    """Return the powers with more units than centres, or with fewer and a home to build in."""
    surplus = surplus_of_centres(state)
    uneven = [power for power in board.powers if surplus.get(power, 0)]
    occupied = {unit.at.province for unit in state.units} if uneven else NOWHERE
    return [
        power
        for power in uneven
        if power not in state.eliminated
        and (surplus[power] < 0 or building_sites(board, state, power, occupied))
    ]


def building_sites(
    board: Board, state: GameState, power: PowerId, occupied: Collection[ProvinceId]
) -> int:
    """Count the homes in which a power can build: its own, open and vacant."""
    return len(
        [
            place
            for place in board.powers[power].home
            if place not in occupied
            and state.centres.get(place) == power
            and board.province(place).entry is Entry.ALL
        ]
    )


@value
class Victory:
    """How a game is won; nobody wins this one by himself."""

    def winners(self, board: Board, state: GameState) -> tuple[PowerId, ...]:
        """Return who has won, judged when the ownership of an autumn has been settled."""
        return ()

    def after_winter(self, board: Board, state: GameState) -> tuple[PowerId, ...]:
        """Return who has won, judged when a winter is over (Irish 16)."""
        return ()


@value
class CentreVictory(Victory):
    """A power wins that owns this many centres on the board."""

    centres: int = 18

    def winners(self, board: Board, state: GameState) -> tuple[PowerId, ...]:
        owners = [*state.centres.values()]
        left, winners = len(owners), []
        for power in board.powers:
            if left < self.centres:
                break  # of the powers not counted yet none has enough
            held = owners.count(power)
            left -= held
            if held >= self.centres:
                winners.append(power)
        return tuple(winners)


@value
class Survival:
    """When a power is out: it has neither a unit nor a centre when a winter is over."""

    def is_out(self, board: Board, state: GameState, power: PowerId) -> bool:
        """Tell whether a power that is still in the game has nothing left."""
        owns = power in state.centres.values()
        return not owns and not any(unit.power == power for unit in state.units)
