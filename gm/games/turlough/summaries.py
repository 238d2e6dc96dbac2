"""What the game's master is told at a glance, in English."""

from __future__ import annotations

from gm.contract.past import Past, PastStage
from gm.contract.rules import Drafts, Position, Rules
from gm.contract.summaries import OrderResult, PositionSummary, StepSummary
from gm.contract.told import Step
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.language.lines import order_line
from gm.games.turlough.pages.story import happenings
from gm.games.turlough.pages.words import army_words, faction_words, group_words, place_words
from gm.games.turlough.records.positions import position_written
from gm.games.turlough.refusals import refusal_sentence
from gm.games.turlough.rules.outcomes import TurloughOutcome
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.state import TurloughState
from gm.games.turlough.rules.tables import Tables


class TurloughSummaries:
    """Keeps the contract's `Summaries`."""

    def step(
        self,
        rules: Rules[TurloughState, TurloughOutcome],
        step: Step[TurloughState, TurloughOutcome],
        *,
        draws: bool = True,
    ) -> StepSummary:
        """Return what a war turn brought; on dice hangs all of it but the lines themselves."""
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
        return StepSummary(results, news, {"after": position_written(step.after, _tables(rules))})

    def position(
        self,
        past: Past[TurloughState, TurloughOutcome],
        at: PastStage[TurloughState, TurloughOutcome] | None,
        *,
        after: bool = False,
    ) -> PositionSummary:
        """Return how a game stands."""
        if at is None:
            return PositionSummary()
        tables, state = _tables(past.rules), at.after if after else at.before
        armies = (
            f"{faction_words(tables, army.faction)}: {place_words(tables, army.hex)}, "
            f"{army_words(army)}"
            for army in state.armies
        )
        febas = ", ".join(f"{group_words(group)} {height}" for group, height in state.stacks())
        return PositionSummary(
            (*armies, f"Febas: {febas}"), {"state": position_written(state, tables)}
        )

    def unmatched(self, at: Position[TurloughState], drafts: Drafts) -> str:
        """Return nothing: no line waits for another's."""
        del at, drafts
        return ""


def _tables(rules: Rules[TurloughState, TurloughOutcome]) -> Tables:
    return rules.tables if isinstance(rules, TurloughRules) else load_tables()
