"""How a game is told: what its room owes the shell of its words and pages."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from gm.contract.rules import Rules
from gm.contract.seats import SeatId
from gm.contract.stages import Stage

S = TypeVar("S")


class Pages(Protocol[S]):
    """The words of a family of games. What is said is in the language that is spoken."""

    def stage(self, stage: Stage) -> str:
        """Return a stage as people call it: `Autumn 1016 retreats`."""
        ...

    def stage_open(self, stage: Stage) -> str:
        """Return that a stage is open: `The retreats of Spring 1016 are open`."""
        ...

    def what_is_ordered(self, stage: Stage) -> str:
        """Return what is ordered in a stage: `orders`, `retreats`."""
        ...

    def seat(self, seat: SeatId, rules: Rules[S, Any]) -> str:
        """Return the name of a seat as it stands in sentences."""
        ...
