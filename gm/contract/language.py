"""How a game's orders are read and written: what its room owes the shell of its language."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from gm.contract.orders import Order
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId

S = TypeVar("S")


class Language(Protocol[S]):
    """The order language of a family of games, over its own positions."""

    def text(self, order: Order, at: Position[S]) -> str:
        """Return an order in its short form, which can be read back: `A Par - Bur`."""
        ...

    def words(self, order: Order, at: Position[S]) -> str:
        """Return an order in full words, in the language that is spoken."""
        ...

    def seat(self, text: str, rules: Rules[S, Any]) -> SeatId | None:
        """Return which seat somebody means by a name, however it is written; None if none."""
        ...
