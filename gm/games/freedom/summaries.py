"""What the game's master is told at a glance, in English."""

from __future__ import annotations

from gm.contract.past import Past, PastStage
from gm.contract.rules import Drafts, Position, Rules
from gm.contract.summaries import OrderResult, PositionSummary, StepSummary
from gm.contract.told import Step
from gm.games.freedom.language.lines import order_line, tables_of
from gm.games.freedom.pages.standing import who_stands
from gm.games.freedom.pages.story import happenings
from gm.games.freedom.records.positions import position_written
from gm.games.freedom.refusals import refusal_sentence
from gm.games.freedom.rules.outcomes import LineResult, SiegeOutcome
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import SEATS


class SiegeSummaries:
    """Keeps the contract's `Summaries`."""

    def step(
        self,
        rules: Rules[SiegeState, SiegeOutcome],
        step: Step[SiegeState, SiegeOutcome],
        *,
        draws: bool = True,
    ) -> StepSummary:
        """Return what a step brought; on dice hangs all of it but the lines themselves."""
        results = tuple(
            OrderResult(
                outcome.seat,
                order_line(outcome.order),
                "ok" if outcome.result is LineResult.DONE else outcome.result.value,
                refusal_sentence(outcome.reason) if outcome.reason is not None else "",
            )
            for outcome in step.outcomes
        )
        if not draws:
            return StepSummary(results)
        tables = tables_of(rules)
        news = tuple(happenings(tables, step.events))
        return StepSummary(results, news, {"after": position_written(step.after, tables)})

    def position(
        self,
        past: Past[SiegeState, SiegeOutcome],
        at: PastStage[SiegeState, SiegeOutcome] | None,
        *,
        after: bool = False,
    ) -> PositionSummary:
        """Return how a game stands."""
        if at is None:
            return PositionSummary()
        tables, state = tables_of(past.rules), at.after if after else at.before
        tracks = (
            f"{seat}: morale {state.morale[seat]}, supplies {state.supplies[seat]}, prep"
            f" {state.prep[seat]}, plays left {state.plays_left[seat]}"
            for seat in SEATS
        )
        stands = (*tracks, f"Money: {state.money}", *who_stands(tables, state))
        return PositionSummary(stands, {"state": position_written(state, tables)})

    def unmatched(self, at: Position[SiegeState], drafts: Drafts) -> str:
        """Return nothing: no line waits for another's."""
        del at, drafts
        return ""
