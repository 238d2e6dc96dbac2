"""A deadline that a rule of the game moves later, because of who plays a power: all are told."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

from gm.app.clock.deadline_margins import closes_at, moved_reminder
from gm.app.clock.schedule import next_allowed
from gm.app.mail_out.news import tell_moved
from gm.app.mail_out.reasons import Said, on_record
from gm.app.ports import JournalTransaction
from gm.app.records import JournalKind, PhaseRecord, PhaseStatus
from gm.app.table import Table
from gm.app.timing.phases import note_phase, schedule_of


def extend(
    table: Table, moment: datetime, reason: Said, kind: JournalKind = JournalKind.DEADLINE_EXTENDED
) -> Table:
    """Move the open phase's deadline to a moment, or the next after it on which one may fall.

    Nothing if that is no later than it is; a held phase stays held.

    Args:
        table: the game.
        moment: until when at least.
        reason: says why, for everybody to read.
        kind: of the journal's entry.
    """
    old = table.phase.deadline
    wanted = next_allowed(schedule_of(table.game), moment)
    if wanted <= old or table.phase.status is not PhaseStatus.OPEN:
        return table
    again = moved_reminder(table.game, table.phase, wanted, table.services.clock.now())
    phase = table.transaction.change_phase(
        table.transaction.set_reminder(table.phase, again),
        deadline=wanted,
        closes_at=closes_at(table.game, wanted),
    )
    why = on_record(reason)
    text = f"The deadline of {phase.name} moved from {old:%F %R} to {wanted:%F %R} UTC: {why}"
    note_phase(table, kind, text, reason=why)
    moved = replace(table, phase=phase)
    tell_moved(moved, old, reason, by_gm=False)
    return moved


def was_extended(transaction: JournalTransaction, phase: PhaseRecord) -> bool:
    """Tell whether a phase had its extension for missing orders already."""
    return any(
        entry.kind == JournalKind.DEADLINE_EXTENDED
        and entry.at >= phase.opened_at
        and json.loads(entry.data).get("phase") == phase.name
        for entry in transaction.journal(phase.game_id)
    )
