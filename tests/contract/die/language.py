"""The order language of the Die as the shell knows it."""

from __future__ import annotations

from typing import Any

from gm.contract.orders import Order
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.interpret.name_index import name_index
from tests.contract.die.lines import order_line
from tests.contract.die.rules.cards import card_name
from tests.contract.die.rules.orders import Guess, Play, SetHabit
from tests.contract.die.rules.state import DieState


class DieLanguage:
    """Keeps the contract's `Language`."""

    def text(self, order: Order, at: Position[DieState]) -> str:
        """Return an order in its short form: `GUESS 3`."""
        del at
        return order_line(order)

    def words(self, order: Order, at: Position[DieState]) -> str:
        """Return an order in full words."""
        del at
        match order:
            case Guess(number):
                return f"The die shows {number}"
            case Play(card):
                return f"Play the {card_name(card)}"
            case SetHabit(habit):
                return f"In silence the {habit.value}est card is played"
            case _:
                raise TypeError(f"{type(order).__name__} is no order of the Die")

    def seat(self, text: str, rules: Rules[DieState, Any]) -> SeatId | None:
        """Return which player somebody means."""
        names = name_index({seat.id: (seat.name,) for seat in rules.seats})
        meant = names.meant(text)
        return SeatId(meant[0]) if len(meant) == 1 else None
