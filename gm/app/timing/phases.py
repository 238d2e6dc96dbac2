"""Opening a phase: its length, its deadline, and when its players are reminded of it.

What comes after the open stage is told, too, and by about when: so that players can plan two
deadlines ahead.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from gm.app.clock.deadline_margins import (
    closes_at,
    closing,
    lead_of,
    reminder_moment,
    waiting_reminder,
)
from gm.app.clock.schedule import Away, Schedule, deadline_after
from gm.app.journal import note
from gm.app.ports import Transaction
from gm.app.records import GameRecord, JournalKind, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.table import Table, codec_of, is_closed, silence_of
from gm.app.timing.absences import away_of
from gm.contract.facts import Due
from gm.contract.rules import Rules, Silence
from gm.contract.stages import Stage


def length_of(game: GameRecord, stage: Stage) -> timedelta:
    """Return how long a stage of its kind is open in a game."""
    return timedelta(seconds=game.lengths[stage.kind])


def schedule_of(game: GameRecord, away: Sequence[Away] = ()) -> Schedule:
    """Return when a game's deadlines fall, while these players are away."""
    chosen = settings_of(game)
    return Schedule(
        game.time_zone, chosen.at, chosen.days, chosen.holidays, chosen.begins, tuple(away)
    )


# A game's own type of positions.
S = TypeVar("S")

_log = logging.getLogger(__name__)


def open_phase(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    rules: Rules[S, Any],
    state: S,
    number: int,
    closed: datetime | None = None,
) -> PhaseRecord:
    """Open a phase and set its deadline from now on by the length of its kind.

    Args:
        services, transaction: the ports.
        game, rules: whose phase it is.
        state: the position it begins with.
        number: of the phase in the game.
        closed: the deadline with which it closed already, if it did.
    """
    away = away_of(transaction, game, rules, state, length_of(game, rules.stage(state)))
    phase = new_phase(services, game, rules, state, number, closed, away)
    return transaction.add_phase(phase)


def new_phase(
    services: Services,
    game: GameRecord,
    rules: Rules[S, Any],
    state: S,
    number: int,
    closed: datetime | None,
    away: Sequence[Away] = (),
) -> PhaseRecord:
    """Return a phase as it would be opened now; the arguments are those of `open_phase`.

    While somebody is `away` no deadline falls.
    """
    now, silence = services.clock.now(), silence_of(rules, state)
    length = length_of(game, rules.stage(state))
    if closed is not None:
        deadline = min(closed, now)
    elif silence is Silence.DUE:
        deadline = deadline_after(schedule_of(game, away), now, length)
    else:
        deadline = now + length
    remind_at = reminder_moment(now, deadline, lead_of(game))
    if silence is not Silence.DUE:
        warned = silence is Silence.ABANDONS
        remind_at = waiting_reminder(now, deadline, game, now, warned=warned)
    return PhaseRecord(
        id=0,
        game_id=game.id,
        number=number,
        name=rules.stage(state).name,
        state=codec_of(services, game).dump(state),
        deadline=deadline,
        opened_at=now,
        remind_at=remind_at,
        closes_at=closes_at(game, deadline) if closed is None else None,
        rules_version=rules.meta.version,
        board_digest=rules.meta.data_digest,
    )


def note_phase(
    table: Table,
    kind: JournalKind,
    text: str,
    *,
    author: str = "server",
    reason: str = "",
    public: bool = True,
) -> None:
    """Note in the journal and in the log what became of a phase."""
    note(
        table.transaction,
        table.services.clock.now(),
        kind,
        text,
        game_id=table.game.id,
        author=author,
        public=public,
        data={"phase": table.phase.name, "reason": reason},
    )
    _log.info("game %s: %s", table.game.name, text)


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
