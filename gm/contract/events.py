"""What a fact is to the shell: a typed value of some game, and who may know of it.

Facts lead from one state to the next, without any rule, orders or chance; how they do is the game's
own affair. A GM's override is a fact like any other.
"""

from __future__ import annotations

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
