"""What can be ordered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gm.contract.orders import Order


class Habit(Enum):
    """Which card is played for who sends none."""

    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Guess(Order):
    """What the die will show."""

    number: int


@dataclass(frozen=True, slots=True)
class Play(Order):
    """Play a card when it is one's turn; several wait in a queue."""

    card: str


@dataclass(frozen=True, slots=True)
class SetHabit(Order):
    """Stands until it is changed: which card is played where the player sends none."""

    habit: Habit
