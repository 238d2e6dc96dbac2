"""What the archive tells of a game as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.app.ports import Transaction
from gm.app.publishing.course import Course
from gm.app.services import Services
from gm.app.setup.game_settings import settings_of
from gm.app.setup.rulings import precedents
from gm.app.table import codec_of, due_view, table_at, view_at
from gm.app.talk.statements import published_statements
from gm.app.timing.outlook import with_next
from gm.contract.events import GameEnded
from gm.contract.facts import Due
from gm.games.diplomacy.desk.play.history import chronicle, ending_words, how_it_ended
from gm.games.diplomacy.map.shown.position import colours
from gm.games.diplomacy.pages.closing_page import Statement
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.report.site.site_views import SeasonTold, SiteGame, Stage


def site_game(
    services: Services,
    transaction: Transaction,
    course: Course,
    stage: Stage,
    seasons: Sequence[SeasonTold],
) -> SiteGame:
    """Return a game for its own page and for the index.

    Args:
        services, transaction: the ports. course: of the game; stage: where it is in its life.
        seasons: what is told of each of its resolved phases.
    """
    before, now = _positions(services, course)
    ended = how_it_ended(transaction, course.game)
    winners = ended.powers if isinstance(ended, GameEnded) else now.winners if now else ()
    over = stage is Stage.OVER
    past = chronicle(transaction, course.game, now, over=over) if now and course.done else None
    view = _view(services, transaction, course, now)
    return SiteGame(
        game=view,
        stage=stage,
        created_at=course.game.created_at,
        free=sum(seat.person is None for seat in course.seats),
        can_join=stage is Stage.JOINED,
        can_watch=settings_of(course.game).observers and stage is not Stage.OVER,
        before=before,
        now=now,
        due=_due(services, transaction, course),
        ended=ending_words(services, transaction, course.game),
        winners=winners,
        seasons=tuple(seasons),
        start=course.phases[0].name if course.phases else "",
        journal=tuple(
            (entry.at, entry.text) for entry in transaction.journal(course.game.id) if entry.public
        ),
        press=tuple(press_view for found in course.press.values() for press_view in found),
        statements=_statements(services, transaction, course),
        chronicle=past,
        colours=colours(view.board, now) if now else {},
    )


def _positions(services: Services, course: Course) -> tuple[GameState | None, GameState | None]:
    """Return the positions before and after the newest resolved phase, or the first one twice.

    What the GM changes while a phase is open stands in its report and not before.
    """
    if not course.phases:
        return None, None
    codec = codec_of(services, course.game)
    if not course.done:
        first = codec.load_state(course.phases[0].state)
        return first, first
    last = course.done[-1]
    before = codec.load_state(last.state)
    return before, course.rules.replay(before, codec.load_events(course.results[last.id].events))


def _view(
    services: Services, transaction: Transaction, course: Course, now: GameState | None
) -> GameView:
    """Return what mails of the game say of it; before it begins on the board as it is printed."""
    state = now or GameState(Phase.parse("S1M"))
    facts = view_at(services, course.game, course.rules, course.seats)
    view = GameView.on(course.rules.board_in(state), facts)
    return replace(view, precedents=precedents(transaction, course.game))


def _due(services: Services, transaction: Transaction, course: Course) -> Due | None:
    phase = course.open
    if phase is None:
        return None
    table = table_at(services, transaction, course.game, phase)
    return with_next(table, due_view(table, {}))


def _statements(
    services: Services, transaction: Transaction, course: Course
) -> tuple[Statement, ...]:
    if not course.phases:
        return ()
    table = table_at(services, transaction, course.game, course.phases[-1])
    return published_statements(transaction, table)
