"""What the game's master is told at a glance, in English."""

from __future__ import annotations

from gm.contract.past import Past, PastStage
from gm.contract.rules import Drafts, Position, Rules
from gm.contract.summaries import OrderResult, PositionSummary, StepSummary
from gm.contract.told import Step
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.language.lines import order_line
from gm.games.irish_freedom.pages.story import happenings
from gm.games.irish_freedom.pages.words import place_words, points_words, standing_words
from gm.games.irish_freedom.records.positions import position_written
from gm.games.irish_freedom.refusals import refusal_sentence
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import FreedomState
from gm.games.irish_freedom.rules.tables import RuleTables


class FreedomSummaries:
    """Keeps the contract's `Summaries`."""

    def step(
        self,
        rules: Rules[FreedomState, FreedomOutcome],
        step: Step[FreedomState, FreedomOutcome],
        *,
        draws: bool = True,
    ) -> StepSummary:
        """Return what a turn brought; on dice hangs all of it but the orders themselves."""
        results = tuple(
            OrderResult(
                outcome.seat,
                order_line(outcome.order),
                "ok" if outcome.result.value == "done" else outcome.result.value,
                refusal_sentence(outcome.reason) if outcome.reason is not None else "",
            )
            for outcome in step.outcomes
        )
        if not draws:
            return StepSummary(results)
        news = tuple(happenings(_tables(rules), step.before, step.events))
        return StepSummary(results, news, {"after": position_written(step.after)})

    def position(
        self,
        past: Past[FreedomState, FreedomOutcome],
        at: PastStage[FreedomState, FreedomOutcome] | None,
        *,
        after: bool = False,
    ) -> PositionSummary:
        """Return how a game stands."""
        if at is None:
            return PositionSummary()
        tables, state = _tables(past.rules), at.after if after else at.before
        standing = ((area, standing_words(tables, state, area)) for area in tables.areas)
        lines = (f"{place_words(tables, area)}: {units}" for area, units in standing if units)
        return PositionSummary((*lines, points_words(state)), {"state": position_written(state)})

    def unmatched(self, at: Position[FreedomState], drafts: Drafts) -> str:
        """Return nothing: no order waits for another's."""
        del at, drafts
        return ""


def _tables(rules: Rules[FreedomState, FreedomOutcome]) -> RuleTables:
    return rules.tables if isinstance(rules, FreedomRules) else load_tables()
