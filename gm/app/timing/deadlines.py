"""Deadlines that move: by the GM's word, or because a held phase has what it waited for."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from gm.app.clock.deadline_margins import closes_at, moved_reminder
from gm.app.clock.schedule import next_allowed
from gm.app.mail_out.news import tell_all_in, tell_moved
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Overdue
from gm.app.settings.setting_texts import moment_said
from gm.app.table import Table, is_closed, lay
from gm.app.timing.absences import away_of
from gm.app.timing.extending import extend
from gm.app.timing.outage import why_overdue
from gm.app.timing.phases import length_of, note_phase, schedule_of
from gm.errors import NotAllowed
from gm.languages import gettext
from gm.report.wording.dates import moment_words
from gm.report.wording.sentence_parts import first_upper

SECOND_THOUGHTS: Final = timedelta(days=1)
"""How long orders can still be changed once the last that a held phase waited for are in."""


def move_deadline(
    services: Services,
    game_name: str,
    moment: datetime,
    *,
    earlier: bool = False,
    reason: str = "",
) -> PhaseRecord:
    """Move the open phase's deadline and tell all players old and new times.

    A held phase is open again afterwards.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: the new deadline has passed, or is earlier and the GM did not say so.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        table = lay(services, transaction, game)
        old = table.phase.deadline
        _must_be_movable(table, moment, earlier=earlier)
        moved = _open_until(table, moment)
        text = f"The deadline of {moved.name} moved from {old:%F %R} to {moment:%F %R} UTC."
        note_phase(table, JournalKind.DEADLINE_MOVED, text, author="gm", reason=reason)
        tell_moved(replace(table, phase=moved), old, lambda: reason)
    return moved


def foresee_deadline(
    services: Services, transaction: Transaction, game: GameRecord, text: str, *, earlier: bool
) -> tuple[str, datetime, datetime]:
    """Return the open phase, its deadline, and what that would be; nothing is changed.

    Args:
        services, transaction, game: the game.
        text: the new one as it is said: a moment, or `+24h`.
        earlier: it may be earlier than it was.

    Raises:
        GmError: it would be refused, for the reason that it gives.
    """
    table = lay(services, transaction, game)
    old = table.phase.deadline
    target = moment_said(text, game.time_zone, max(old, services.clock.now()))
    _must_be_movable(table, target, earlier=earlier)
    return table.phase.name, old, target


def _must_be_movable(table: Table, moment: datetime, *, earlier: bool) -> None:
    """Refuse a new deadline that has passed, is earlier unasked, or is of a paused game; NotAllowed."""
    game, old = table.game, table.phase.deadline
    if game.status is GameStatus.PAUSED:
        raise NotAllowed(f"{game.name} is paused; let it go on first: gm resume {game.name}")
    if moment <= table.services.clock.now():
        raise NotAllowed("The new deadline has passed already.")
    if moment < old and not earlier:
        raise NotAllowed(
            f"That is earlier than {moment_words(old, game.time_zone)}, as it stands; say --earlier."
        )


def go_on(table: Table) -> PhaseRecord:
    """Open a held phase again, for a day at most, once it has the orders it waited for.

    Republic 4 with its ruling: the opening waits for everybody's orders, or for the GM, so with
    them it goes on by itself. The day is for second thoughts: whoever sent his orders weeks ago
    could not know that his mail would still be open.

    Args:
        table: the game, its phase held.
    """
    day = min(SECOND_THOUGHTS, length_of(table.game, table.stage))
    until = next_allowed(schedule_of(table.game), table.services.clock.now() + day)
    opened = _open_until(table, until)
    text = (
        f"{opened.name} has all orders it waited for; its deadline is {opened.deadline:%F %R} UTC."
    )
    note_phase(table, JournalKind.DEADLINE_MOVED, text)
    tell_all_in(replace(table, phase=opened))
    return opened


def heed_absences(table: Table) -> Table:
    """Move the open deadline past the players' absences, and return the table then; all are told.

    They are not told who is away.
    """
    game, phase = table.game, table.phase
    if game.status is not GameStatus.RUNNING or phase.status is not PhaseStatus.OPEN:
        return table
    length = length_of(game, table.stage)
    away = away_of(table.transaction, game, table.rules, table.state, length)
    if is_closed(phase) or not any(
        absence.first <= phase.deadline < absence.back for absence in away
    ):
        return table
    moment = next_allowed(schedule_of(game, away), phase.deadline)
    return extend(table, moment, _away, JournalKind.DEADLINE_MOVED)


def _away() -> str:
    return gettext("A player is away until shortly before then.")


def extend_overdue(table: Table, now: datetime) -> bool:
    """Extend a deadline at which no mail could come in, where the game has it so; all are told why.

    Returns:
        True if the phase is open again.
    """
    chosen = settings_of(table.game)
    if chosen.overdue is not Overdue.EXTEND:
        return False
    why = why_overdue(table.services, table.transaction.beats(), table.phase, now)
    if why is None:
        return False

    def words() -> str:
        return gettext("{why}; so the deadline is extended.", why=first_upper(why("UTC")))

    moved = extend(table, now + chosen.extension, words, JournalKind.DEADLINE_MOVED)
    return moved.phase.deadline > now


def _open_until(table: Table, moment: datetime) -> PhaseRecord:
    again = moved_reminder(table.game, table.phase, moment, table.services.clock.now())
    return table.transaction.change_phase(
        table.transaction.set_reminder(table.phase, again),
        status=PhaseStatus.OPEN,
        deadline=moment,
        closes_at=closes_at(table.game, moment),
        held_because="",
        held_for_orders=False,
    )
