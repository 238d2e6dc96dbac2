"""What the archive tells of a game as a whole."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gm.app.answering.statements import published_statements
from gm.app.history.ended import ending_words
from gm.app.history.past_stages import past_of
from gm.app.history.rulings import precedents
from gm.app.ports import Transaction
from gm.app.publishing.course import Course
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.table import due_view, rules_of, table_at, view_at
from gm.app.timing.outlook import with_next
from gm.contract.archive import Standing
from gm.contract.facts import Due
from gm.contract.past import Past
from gm.report.site.plain_leaf import plain_standing
from gm.report.site.site_views import LifeStage, SiteGame


def site_game(
    services: Services, transaction: Transaction, course: Course, life: LifeStage
) -> SiteGame:
    """Return a game for its own page and for the index, but for what its stages are told by.

    Args:
        services, transaction: the ports. course: of the game; life: where it is in its life.
    """
    game, family = course.game, course.family
    past = past_of(services, transaction, game) if course.phases else None
    facts = view_at(services, game, rules_of(services, game), course.seats)
    return SiteGame(
        game=replace(facts, precedents=precedents(transaction, game)),
        rules=course.rules,
        kinds=family.kinds,
        life=life,
        created_at=game.created_at,
        free=sum(seat.person is None for seat in course.seats),
        can_join=life is LifeStage.JOINED,
        can_watch=settings_of(game).observers and life is not LifeStage.OVER,
        due=_due(services, transaction, course),
        ended=ending_words(services, transaction, game),
        first=family.stage(course.phases[0].name) if course.phases else None,
        now=_newest(past) if past is not None else None,
        standing=_standing(course, past) if past is not None else Standing(),
        journal=tuple(
            (entry.at, entry.text) for entry in transaction.journal(game.id) if entry.public
        ),
        press=tuple(press_view for found in course.press.values() for press_view in found),
        statements=_statements(services, transaction, course),
    )


def _newest(past: Past[Any, Any]) -> Any:
    """Return the position that the archive shows.

    What the GM changes while a stage is open stands in its report and not before.
    """
    resolved = past.resolved
    return resolved[-1].after if resolved else past.stages[0].before


def _standing(course: Course, past: Past[Any, Any]) -> Standing:
    archive = course.family.archive
    return archive.standing(past) if archive is not None else plain_standing(past, _newest(past))


def _due(services: Services, transaction: Transaction, course: Course) -> Due | None:
    phase = course.open
    if phase is None:
        return None
    table = table_at(services, transaction, course.game, phase)
    return with_next(table, due_view(table, {}))


def _statements(
    services: Services, transaction: Transaction, course: Course
) -> tuple[tuple[str, str], ...]:
    if not course.phases:
        return ()
    table = table_at(services, transaction, course.game, course.phases[-1])
    found = published_statements(transaction, table)
    return tuple((statement.who, statement.text) for statement in found)
