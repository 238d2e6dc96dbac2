"""What comes after the open stage, and by about when: so that players can plan two deadlines ahead."""

from __future__ import annotations

from dataclasses import replace

from gm.app.clock.grace import closing
from gm.app.clock.schedule import deadline_after
from gm.app.records import PhaseStatus
from gm.app.table import Table, is_closed
from gm.app.timing.phases import length_of, schedule_of
from gm.contract.facts import Due


def with_next(table: Table, due: Due) -> Due:
    """Return what is due with what is due after it, as far as that can be known."""
    phase = table.phase
    if phase.status is not PhaseStatus.OPEN or is_closed(phase) or due.paused:
        return due
    then = table.rules.following(table.state)
    if then is None:
        return due
    length = length_of(table.game, then)
    by = deadline_after(schedule_of(table.game), closing(phase), length)
    return replace(due, then=then, then_by=by)
