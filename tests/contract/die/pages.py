"""The words and pages of the Die as the shell knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gm.contract.corrections import StageChange
from gm.contract.events import Event
from gm.contract.facts import Viewer
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import Step
from tests.contract.die.rules.events import DieOver
from tests.contract.die.rules.rules import GUESSING
from tests.contract.die.rules.state import DieState
from tests.contract.die.words import happenings, standings, victory


class DiePages:
    """Keeps the contract's `Pages`."""

    def stage(self, stage: Stage) -> str:
        """Return a stage as people call it: `Turn 1, guesses`."""
        turn, step = stage.order
        return f"Turn {turn}, card {step}" if step else f"Turn {turn}, guesses"

    def stage_open(self, stage: Stage) -> str:
        """Return that a stage is open."""
        return f"{self.stage(stage)}: open"

    def what_is_ordered(self, stage: Stage) -> str:
        """Return what is ordered in a stage."""
        return "guesses" if stage.kind == GUESSING else "cards"

    def due(self, stage: Stage) -> str:
        """Return what is due in a stage, as a title."""
        return f"{self.stage(stage)}: {self.what_is_ordered(stage)} due"

    def then(self, stage: Stage, following: Stage, when: str) -> str:
        """Return in a sentence which stage follows an open one, and about when it is due."""
        del stage
        return f"{self.stage(following)} would be due about {when}."

    def how_it_ended(self, events: Sequence[Event], rules: Rules[DieState, Any]) -> str:
        """Return who has won, by the facts of the last stage."""
        del rules
        over = next((event for event in events if isinstance(event, DieOver)), None)
        return victory(over.winners) if over is not None else ""

    def position(self, at: Position[DieState]) -> tuple[str, ...]:
        """Return what a reader may know of a position."""
        return tuple(standings(at.state))

    def changes(
        self,
        before: Step[DieState, Any] | None,
        after: Step[DieState, Any] | None,
        rules: Rules[DieState, Any],
        viewer: Viewer,
    ) -> StageChange:
        """Return what a correction has made different in a stage."""
        del viewer
        was, now = (tuple(happenings(step.events)) if step else () for step in (before, after))
        there = after or before
        stage = rules.stage(there.before).name if there is not None else ""
        gone = tuple(f"No longer: {line}" for line in was if line not in now)
        come = tuple(line for line in now if line not in was)
        return StageChange(stage, {"happenings": (*gone, *come)})

    def unplayed(self, seat: SeatId, rules: Rules[DieState, Any]) -> str:
        """Return in a sentence what becomes of a seat that nobody plays: here there is none."""
        raise ValueError(f"{self.seat(seat, rules)} must be played")

    def seat(self, seat: SeatId, rules: Rules[DieState, Any]) -> str:
        """Return the name of a player as it stands in sentences."""
        return next(one.name for one in rules.seats if one.id == seat)
