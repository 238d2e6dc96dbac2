"""What a fact is to the shell: a typed value of some game, and who may know of it.

Facts lead from one state to the next, without any rule, orders or chance; how they do is the game's
own affair. A GM's override is a fact like any other.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from gm.contract.draws import Draw
from gm.contract.seats import SeatId
from gm.contract.values import value


@value
class Event:
    """The common base of all facts of all games."""

    def visible_to(self) -> frozenset[SeatId] | None:
        """Return who may read of it; None means everybody (a drawn hand is its owner's alone)."""
        return None


@value
class Drawn(Event):
    """A draw was made."""

    draw: Draw

    def visible_to(self) -> frozenset[SeatId] | None:
        """Return who may read of it: nobody of one that is sealed."""
        return frozenset() if self.draw.sealed else None


class Ending(Enum):
    """How a game ends that nobody has won by its rules."""

    DRAW = "draw"
    CONCESSION = "concession"
    ABANDONED = "abandoned"


BY_VOTE: Final = "vote"
"""Who ended a game that its players have ended by a vote."""


@value
class GameEnded(Event):
    """The GM ended the game: a draw of some seats, a concession to one, or for nobody.

    A game's `replay` makes of it that these have won.

    Args:
        how: which of these.
        powers: the seats that share the draw, or that one which wins; none in an abandoned game.
        author: who ended it; reason: why, in the author's words.
    """

    how: Ending
    powers: tuple[SeatId, ...]
    author: str
    reason: str
