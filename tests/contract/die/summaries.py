"""What the game master of the Die is told at a glance."""

from __future__ import annotations

from gm.contract.past import Past, PastStage
from gm.contract.rules import Drafts, Position, Rules
from gm.contract.summaries import OrderResult, PositionSummary, StepSummary
from gm.contract.told import Step
from tests.contract.die.lines import order_line
from tests.contract.die.rules.events import CardPlayed
from tests.contract.die.rules.rules import DieOutcome
from tests.contract.die.rules.state import DieState
from tests.contract.die.words import happenings, standings


class DieSummaries:
    """Keeps the contract's `Summaries`."""

    def step(
        self,
        rules: Rules[DieState, DieOutcome],
        step: Step[DieState, DieOutcome],
        *,
        draws: bool = True,
    ) -> StepSummary:
        """Return what a stage brought; on the die hangs all but the cards that were played."""
        del rules
        results = (
            OrderResult(one.seat, order_line(one.order), "ok" if one.done else "failed", one.why)
            for one in step.outcomes
        )
        events = step.events if draws else [e for e in step.events if isinstance(e, CardPlayed)]
        facts = {"points": dict(step.after.points)} if draws else {}
        return StepSummary(tuple(results) if draws else (), tuple(happenings(events)), facts)

    def position(
        self,
        past: Past[DieState, DieOutcome],
        at: PastStage[DieState, DieOutcome] | None,
        *,
        after: bool = False,
    ) -> PositionSummary:
        """Return how a game stands."""
        del past
        if at is None:
            return PositionSummary()
        state = at.after if after else at.before
        return PositionSummary(tuple(standings(state)), {"points": dict(state.points)})

    def unmatched(self, at: Position[DieState], drafts: Drafts) -> str:
        """Return nothing: no order waits for another's."""
        del at, drafts
        return ""
