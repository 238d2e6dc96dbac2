"""The answer to FORECAST, ready for its templates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from gm.contract.events import Event
from gm.contract.told import ReadLine
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.pages.wording.happenings import event_words
from gm.games.diplomacy.pages.wording.order_lines import ResultLine, result_line
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import stage_of
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext, listed
from gm.report.pages.answer_page import Problem, problems
from gm.report.pages.frame import Frame, frame_of


@dataclass(frozen=True, slots=True)
class ForecastView:
    """What a phase would bring by made-up orders.

    Args:
        powers: those of the reader; others: those whose orders he made up.
        before, after: the positions around it; board: the one in force before.
        outcomes: of the orders of all these powers; events: what else follows from them.
        problems: lines that were not understood.
    """

    game: GameView
    powers: tuple[PowerId, ...]
    others: tuple[PowerId, ...]
    before: GameState
    after: GameState
    board: Board
    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]
    problems: tuple[ReadLine, ...]
    zone: str = "UTC"
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class ForecastPower:
    """A power and what would become of its orders."""

    name: str
    lines: tuple[ResultLine, ...]


@dataclass(frozen=True, slots=True)
class ForecastPage:
    """What a phase would bring.

    Args:
        supposed: by whose orders, in a sentence.
        powers: what would become of them; news: what else would happen, as sentences.
    """

    frame: Frame
    supposed: str
    powers: tuple[ForecastPower, ...]
    news: tuple[str, ...]
    problems: tuple[Problem, ...]


def forecast_page(view: ForecastView) -> ForecastPage:
    """Return what a phase would bring."""
    frame = frame_of(
        view.game, stage_of(view.before.phase), view.powers[0], None, view.zone, view.now
    )
    names = [view.board.powers[power].name for power in view.powers]
    told = (event_words(event, view.board) for event in view.events)
    return ForecastPage(
        frame=replace(frame, reader=listed(names)),
        supposed=_supposed(view, names),
        powers=tuple(
            found for power in (*view.powers, *view.others) if (found := _power(view, power)).lines
        ),
        news=tuple(words for words in told if words),
        problems=problems(view.problems),
    )


def _power(view: ForecastView, power: PowerId) -> ForecastPower:
    own = (outcome for outcome in view.outcomes if outcome.power == power)
    lines = tuple(result_line(outcome, view.board, view.before, view.outcomes) for outcome in own)
    return ForecastPower(view.board.powers[power].name, lines)


def _supposed(view: ForecastView, names: list[str]) -> str:
    others = [view.board.powers[power].name for power in view.others]
    mine = listed(names)
    if others:
        return gettext(
            "Supposed are the orders of {powers} that stand, with those of your mail in their place, "
            "those you wrote for {others}, and no others: all other units hold.",
            powers=mine,
            others=listed(others),
        )
    return gettext(
        "Supposed are the orders of {powers} that stand, with those of your mail in their place, and "
        "no others: all other units hold.",
        powers=mine,
    )
