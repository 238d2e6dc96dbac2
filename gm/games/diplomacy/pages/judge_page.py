"""A season in the judges' manner, as a part of its report.

Old tools read it, so it is in English whoever reads it. What standard Diplomacy lacks stands in
sections of its own, between what the tools know and the lines on the next phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gm.contract.events import Event
from gm.games.diplomacy.pages.manners.judge import (
    JudgeSeason,
    defaults_in,
    judge_next,
    judge_results,
)
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.pages.wording.happenings import winners_words
from gm.games.diplomacy.rules.events import UnitDislodged
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import phase_of
from gm.languages import ENGLISH, speaking
from gm.report.wording.text import WIDTH


@dataclass(frozen=True, slots=True)
class JudgePart:
    """The two ends of a judge's report: its results with the tables, and what comes next."""

    results: tuple[str, ...]
    following: tuple[str, ...]


def judge_part(
    view: SeasonView, outcomes: Sequence[Outcome], events: Sequence[Event]
) -> JudgePart:
    """Return a season in the judges' manner.

    Args:
        view: the season.
        outcomes, events: what its reader may know; of a conditional order what it came to.
    """
    with speaking(ENGLISH):
        board = view.game.board
        season = JudgeSeason(
            game=view.game.name,
            number=view.number,
            title=view.game.meta.title,
            board=view.board,
            before=view.before,
            after=view.after,
            outcomes=outcomes,
            dislodged=[event.dislodged for event in events if isinstance(event, UnitDislodged)],
            next_phase=phase_of(view.due.stage) if view.due is not None else None,
            next_deadline=view.due.deadline if view.due is not None else None,
            final=winners_words(view.after.winners, board) if view.after.winners else "",
            board_after=board,
            defaults=defaults_in(events),
        )
        return JudgePart((*judge_results(season, WIDTH),), (*judge_next(season, WIDTH),))
