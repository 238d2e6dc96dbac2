"""The answer to HISTORY, ready for its templates: resolved phases in the zines' manner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from gm.contract.events import Event
from gm.games.diplomacy.pages.facts.secrets import payments_are_private
from gm.games.diplomacy.pages.manners.zine import upheaval_lines, zine_lines
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.pages.wording.happenings import event_words
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.curtain import Curtain
from gm.games.diplomacy.rules.events import CentreTaken, GameWon, PowerEliminated
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, stage_of
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext, listed, ngettext
from gm.report.pages.frame import Frame, frame_of
from gm.report.wording.text import quiet


@dataclass(frozen=True, slots=True)
class Chapter:
    """A resolved phase: the positions around it, its board, and what it brought."""

    phase: Phase
    before: GameState
    after: GameState
    board: Board
    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class HistoryView:
    """Phases of a game, told to one player.

    Args:
        powers: his; he reads of them what he read in their reports.
        phase: the phase that is open.
        asked: which phases he named; "" for all.
        chapters: those there are, oldest first; left_out: how many older ones are not among them.
    """

    game: GameView
    powers: tuple[PowerId, ...]
    phase: Phase
    asked: str
    chapters: tuple[Chapter, ...]
    left_out: int = 0
    zone: str = "UTC"
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class ChapterPage:
    """A phase: its name, a line for each power, and what else happened in sentences."""

    title: str
    lines: tuple[str, ...]
    news: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Phases of a game; note: what is left out, or that nothing fits; or ""."""

    frame: Frame
    chapters: tuple[ChapterPage, ...]
    note: str


def history_page(view: HistoryView) -> HistoryPage:
    """Return the phases of a game that were asked for."""
    frame = frame_of(view.game, stage_of(view.phase), view.powers[0], None, view.zone, view.now)
    names = listed(view.game.board.powers[power].name for power in view.powers)
    return HistoryPage(
        replace(frame, reader=names),
        tuple(_chapter(view, chapter) for chapter in view.chapters),
        _note(view),
    )


def _note(view: HistoryView) -> str:
    if not view.chapters and view.asked:
        return gettext(
            "No phase of {asked} has been resolved. Name one as S1901M, Spring 1901 or 1901, or two "
            "of them with two dots between.",
            asked=quiet(view.asked),
        )
    if not view.chapters:
        return gettext("No phase has been resolved yet.")
    if view.left_out:
        return ngettext(
            "{n} older phase left out: name the years you want.",
            "{n} older phases left out: name the years you want.",
            view.left_out,
            n=view.left_out,
        )
    return ""


def _chapter(view: HistoryView, chapter: Chapter) -> ChapterPage:
    secret = chapter.phase.kind is PhaseKind.ADJUSTMENT and payments_are_private(view.game)
    curtain = Curtain(view.powers, secret)
    outcomes = [
        part
        for outcome in curtain.outcomes(chapter.outcomes)
        for part in (outcome.parts or (outcome,))
    ]
    events = curtain.events(chapter.events)
    lawless = in_anarchy(chapter.before)
    lines = zine_lines(outcomes, chapter.board, chapter.after.dislodged, lawless, events)
    news = tuple(_news(view, events))
    return ChapterPage(phase_words(chapter.phase), (*lines, *upheaval_lines(events)), news)


def _news(view: HistoryView, events: tuple[Event, ...]) -> Iterator[str]:
    for event in events:
        if isinstance(event, CentreTaken | PowerEliminated | GameWon):
            words = event_words(event, view.game.board)
            if words:
                yield words
