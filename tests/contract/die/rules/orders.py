"""What can be ordered."""

from __future__ import annotations

from enum import Enum

from gm.contract.orders import Order
from gm.contract.values import value


class Habit(Enum):
    """Which card is played for who sends none."""

    LOW = "low"
    HIGH = "high"


@value
class Guess(Order):
    """What the die will show."""

    number: int


@value
class Play(Order):
    """Play a card when it is one's turn; several wait in a queue."""

    card: str


@value
class SetHabit(Order):
    """Stands until it is changed: which card is played where the player sends none."""

    habit: Habit
