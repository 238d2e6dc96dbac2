"""Pausing a game: no deadline passes until it goes on, and then the time that was left is given.

A pause of less than an hour that took less than half of what was left costs nobody anything: the
deadline stays, for the schedule would make of ten lost seconds a whole day, or a weekend.

Orders that come in meanwhile are taken, and answered with a word about the pause.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from gm.app.clock.deadline_margins import closes_at, closing, moved_reminder
from gm.app.clock.schedule import next_allowed
from gm.app.journal import note
from gm.app.mail_out.news import next_key, tell_all
from gm.app.mail_out.reasons import Words
from gm.app.ports import JournalTransaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    JournalEntry,
    JournalKind,
    PhaseRecord,
    PhaseStatus,
)
from gm.app.services import Services
from gm.app.table import Table, is_closed, lay
from gm.app.timing.absences import away_of
from gm.app.timing.early_processing import reconsider
from gm.app.timing.phases import length_of, schedule_of
from gm.errors import NotAllowed
from gm.languages import gettext
from gm.report.wording.dates import moment_words, time_left
from gm.report.wording.sentence_parts import full_stop

SHORT: Final = timedelta(hours=1)
"""A pause below this leaves the deadline where it was."""

_log = logging.getLogger(__name__)


def pause(services: Services, game_name: str, reason: str = "") -> GameRecord:
    """Stop the clock of a game that is being played; everybody is told.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: it is not being played, or paused already.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        if game.status is not GameStatus.RUNNING:
            raise NotAllowed(f"{game.name} is {game.status.value}, so it cannot be paused.")
        table = lay(services, transaction, game)
        transaction.set_game_status(game.id, GameStatus.PAUSED)
        paused = replace(table, game=replace(game, status=GameStatus.PAUSED))
        _note(table, JournalKind.GAME_PAUSED, f"{game.name} was paused.", reason)
        key = next_key(transaction, f"pause {game.name}")

        def for_gm() -> str:
            return gettext("To go on: `gm resume {game}`.", game=game.name)

        tell_all(paused, key, lambda _: _paused_words(paused, reason), for_gm)
    return paused.game


def _paused_words(table: Table, reason: str) -> Words:
    return gettext("The game is paused"), (
        gettext("The GM has paused the game {game}.", game=table.game.name),
        *_why(reason),
        gettext(
            "{phase} is open, but no deadline passes until the game goes on: you will get a mail.",
            phase=table.stage_words(),
        ),
        gettext("Orders are taken meanwhile. What was left of the time will be left then."),
    )


def resume(services: Services, game_name: str, reason: str = "") -> PhaseRecord:
    """Let a paused game go on with the time that was left; everybody is told the deadline.

    After a short pause (see the module) that is the one before.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: it is not paused.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        if game.status is not GameStatus.PAUSED:
            raise NotAllowed(f"{game.name} is {game.status.value}, and not paused.")
        transaction.set_game_status(game.id, GameStatus.RUNNING)
        table = lay(services, transaction, replace(game, status=GameStatus.RUNNING))
        since, now = _paused_at(transaction, game), services.clock.now()
        phase = _with_its_time(table, since, now)
        stays = phase.deadline == table.phase.deadline
        moved = replace(table, phase=phase)
        _note(moved, JournalKind.GAME_RESUMED, f"{game.name} goes on.", reason)
        key = next_key(transaction, f"resume {game.name}")

        def words(zone: str) -> Words:
            due = _what_is_due(moved, zone, now, stays=stays)
            goes_on = gettext("The game {game} goes on.", game=game.name)
            return gettext("The game goes on"), (goes_on, *_why(reason), *due)

        tell_all(moved, key, words)
        reconsider(services, transaction, moved.game)
    return moved.phase


def _what_is_due(table: Table, zone: str, now: datetime, *, stays: bool) -> tuple[str, ...]:
    phase, words = table.phase, table.stage_words()
    if phase.status is PhaseStatus.HELD:
        return (gettext("{phase} waits for the GM as before, and takes orders.", phase=words),)
    if phase.status is not PhaseStatus.OPEN:
        return ()
    when, left = moment_words(phase.deadline, zone), time_left(now, phase.deadline)
    if stays:
        still = gettext(
            "The deadline of {phase} is still {when}, {left}: the pause was short.",
            phase=words,
            when=when,
            left=left,
        )
        return (still,)
    return (
        gettext(
            "The deadline of {phase} is {when}, {left}: what was left when the game was paused.",
            phase=words,
            when=when,
            left=left,
        ),
    )


def _why(reason: str) -> tuple[str, ...]:
    clean = " ".join(reason.split())
    return (gettext("The GM's reason: {reason}", reason=full_stop(clean)),) if clean else ()


def _paused_at(transaction: JournalTransaction, game: GameRecord) -> datetime:
    """Return since when a game is paused: by its GM, or as it came from another server."""
    return next(
        entry.at
        for entry in reversed(transaction.journal(game.id))
        if entry.kind == JournalKind.GAME_PAUSED
    )


def _with_its_time(table: Table, since: datetime, now: datetime) -> PhaseRecord:
    """Return the open phase with what was left of its time when the game was paused."""
    transaction = table.transaction
    phase = table.phase
    if phase.status is PhaseStatus.PROOF and phase.release_at is not None:
        return transaction.await_release(phase, phase.release_at + (now - since))
    if phase.status is not PhaseStatus.OPEN or is_closed(phase):
        return phase
    left = phase.deadline - since
    if left <= timedelta():  # it was paused in its grace
        left = max(closing(phase) - since, timedelta())
    length = length_of(table.game, table.stage)
    away = away_of(transaction, table.game, table.rules, table.state, length)
    lost = now - since
    if lost < min(SHORT, left / 2) and not any(
        absence.first <= phase.deadline < absence.back for absence in away
    ):
        return phase
    deadline = next_allowed(schedule_of(table.game, away), now + left)
    again = moved_reminder(table.game, phase, deadline, now)
    return transaction.change_phase(
        transaction.set_reminder(phase, again),
        deadline=deadline,
        closes_at=closes_at(table.game, deadline),
    )


def _note(table: Table, kind: JournalKind, text: str, reason: str) -> JournalEntry:
    _log.info("%s", text)
    return note(
        table.transaction,
        table.services.clock.now(),
        kind,
        text,
        game_id=table.game.id,
        author="gm",
        public=True,
        data={"phase": table.phase.name, "reason": " ".join(reason.split())},
    )
