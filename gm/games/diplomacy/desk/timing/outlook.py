"""What comes after the open phase, and by about when: so that players can plan two deadlines ahead."""

from __future__ import annotations

from dataclasses import replace

from gm.app.orders.grace import closing
from gm.app.records import GameRecord, PhaseRecord, PhaseStatus
from gm.app.table import is_closed
from gm.app.timing.lengths import length_of, schedule_of
from gm.app.timing.schedule import deadline_after
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, following, stage_of
from gm.report.views import Due


def with_next(game: GameRecord, phase: PhaseRecord, due: Due) -> Due:
    """Return what is due with what is due after it, as far as that can be known.

    Retreats are left out, for nobody knows whether there will be any; so are winters that close
    with their autumn.
    """
    if phase.status is not PhaseStatus.OPEN or is_closed(phase) or due.paused:
        return due
    then = _after(due)
    schedule = schedule_of(game)
    by = deadline_after(schedule, closing(phase), length_of(game, stage_of(then)))
    return replace(due, then=then, then_by=by)


def _after(due: Due) -> Phase:
    then = following(due.phase)
    while then.kind is PhaseKind.RETREAT or (due.joint and then == due.later):
        then = following(then)
    return then
