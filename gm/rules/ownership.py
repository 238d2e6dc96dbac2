"""Who owns what after an autumn, who has won, and who is out."""

from __future__ import annotations

from gm.rules.board import Board, PowerId
from gm.rules.events import CentreTaken
from gm.rules.legality import units_by_place
from gm.rules.state import GameState
from gm.rules.values import value


def settle_ownership(board: Board, state: GameState) -> tuple[CentreTaken, ...]:
    """Return the centres that change hands after an autumn, its retreats included.

    A centre goes to the power whose unit stands on it; an empty one keeps its owner (Rulebook).
    """
    taken: list[CentreTaken] = []
    units = units_by_place(state)
    for place in sorted(board.centres()):
        unit, former = units.get(place), state.centres.get(place)
        if unit is not None and unit.power in board.powers and unit.power != former:
            taken.append(CentreTaken(place, unit.power, former))
    return tuple(taken)


@value
class Victory:
    """How a game is won; nobody wins this one by himself."""

    def winners(self, board: Board, state: GameState) -> tuple[PowerId, ...]:
        """Return who has won, judged when the ownership of an autumn has been settled."""
        return ()


@value
class CentreVictory(Victory):
    """A power wins that owns this many centres on the board."""

    centres: int = 18

    def winners(self, board: Board, state: GameState) -> tuple[PowerId, ...]:
        return tuple(
            power for power in board.powers if len(state.centres_of(power)) >= self.centres
        )


@value
class Survival:
    """When a power is out: it has neither a unit nor a centre when a winter is over."""

    def is_out(self, board: Board, state: GameState, power: PowerId) -> bool:
        """Tell whether a power that is still in the game has nothing left."""
        owns = power in state.centres.values()
        return not owns and not any(unit.power == power for unit in state.units)
