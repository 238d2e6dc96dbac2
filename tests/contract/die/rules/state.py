"""A position of the Die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gm.contract.seats import SeatId
from gm.contract.values import value

RED, BLUE = SeatId("RED"), SeatId("BLUE")
HOUSE = "HOUSE"
"""Who plays against a player alone; nobody's seat."""


@value
class DieState:
    """What lies on the table, and what is hidden.

    Args:
        turn: from 1 up; 0 before the cards are dealt.
        step: 0 while the die is guessed, then which of the players plays a card; past the last
            where the game is over.
        deck: the cards left, the top one first.
        hands: the cards of each player, and of the house against whom one plays alone.
        played: the cards played in this turn, by player.
        discards: those of earlier turns.
        points: of each player, and of the house.
        over: nobody is asked any more.
    """

    turn: int = 0
    step: int = 0
    deck: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    played: Mapping[str, str] = field(default_factory=dict, hash=False)
    discards: tuple[str, ...] = ()
    points: Mapping[str, int] = field(default_factory=dict, hash=False)
    over: bool = False
