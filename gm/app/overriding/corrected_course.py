"""A corrected course in place of the one a game had: its phases stored, and a new end told to all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from gm.app.history.amendments import copy_amendments, store_amendment
from gm.app.history.ended import Ended, ended_of
from gm.app.history.resolving import given_in
from gm.app.orders.ahead import enter_queued, take_over, take_up
from gm.app.overriding.recomputing import RecomputedPhase
from gm.app.overriding.rollback import carry_over, copy_orders
from gm.app.ports import Transaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    JournalKind,
    PhaseRecord,
    PhaseStatus,
    ResultRecord,
)
from gm.app.reporting.season_news import tell_season
from gm.app.services import Services
from gm.app.table import Table, table_at
from gm.app.talk.press_mail import release_held
from gm.app.timing.phases import new_phase, note_phase
from gm.contract.game import Game
from gm.contract.rules import Resolution
from gm.languages import gettext


@dataclass(frozen=True, slots=True)
class Applied:
    """The phases of a new course as they are stored; `open` is None when the game is over."""

    phases: tuple[PhaseRecord, ...]
    open: PhaseRecord | None


def store_course(
    table: Table,
    phases: Sequence[PhaseRecord],
    steps: Sequence[RecomputedPhase],
    reason: str,
    author: str,
) -> Applied:
    """Store a new course in the place of the old one.

    Args:
        table: the game with the phase that was corrected.
        phases: the old course from that phase on; steps: the new one.
        reason: why it was corrected; author: by whom.
    """
    transaction = table.transaction
    transaction.supersede([phase.id for phase in phases])
    stored = tuple(_store(table, step, reason, author) for step in steps)
    if steps[-1].resolution is not None and table.game.status is not GameStatus.FINISHED:
        # The time for closing statements begins when players learn that it is over.
        ended = transaction.change_phase(stored[-1], resolved_at=table.services.clock.now())
        stored = (*stored[:-1], ended)
    last = stored[-1] if steps[-1].resolution is None else None
    status = GameStatus.FINISHED if last is None else GameStatus.RUNNING
    if last is None or table.game.status is GameStatus.FINISHED:
        transaction.set_game_status(table.game.id, status)
    if last is not None:
        same = last.name == phases[-1].name
        carry_over(transaction, phases[-1], last, words=same)
    new = last is not None and steps[-1].original is None
    for at in range(1, len(steps) - 1 if new else len(steps)):
        _store_queued(table, stored[at - 1 : at + 1], steps[at])
    resolution = steps[-2].resolution if new else None
    if last is not None and resolution is not None:
        before = replace(table, phase=stored[-2], state=steps[-2].state)
        opened = table_at(table.services, transaction, table.game, last)
        take_over(before, resolution, opened)
        take_up(opened)
    return Applied(stored, last)


def _store_queued(table: Table, phases: Sequence[PhaseRecord], step: RecomputedPhase) -> None:
    """Store what a phase left over in the book of the next one, and note it in its own."""
    before, opened = (replace(table, phase=phase) for phase in phases)
    now = table.services.clock.now()
    for order in step.queued:
        enter_queued(before, replace(order, id=0, phase_id=opened.phase.id), opened, now)


def _store(table: Table, step: RecomputedPhase, reason: str, author: str) -> PhaseRecord:
    """Store one phase of the new course, with its orders, its overrides and its result."""
    services, transaction = table.services, table.transaction
    now, number = services.clock.now(), transaction.next_number(table.game.id)
    resolution, old = step.resolution, step.original
    fresh = new_phase(services, table.game, table.rules, step.state, number, _closed(step, now))
    if old is not None:
        fresh = replace(
            fresh,
            deadline=old.deadline,
            opened_at=old.opened_at,
            closes_at=old.closes_at,
            remind_at=old.remind_at,
            status=old.status,
            held_because=old.held_because,
            held_for_orders=old.held_for_orders,
            release_at=old.release_at,
        )
    if resolution is None:
        phase = transaction.add_phase(_open(fresh, services, table, step, number))
    else:
        at = old.resolved_at if old is not None and old.resolved_at else now
        done = replace(fresh, status=PhaseStatus.RESOLVED, resolved_at=at, remind_at=None)
        phase = transaction.add_phase(done)
        events, outcomes, draws = (
            table.codec.dump(pair)
            for pair in (resolution.events, resolution.outcomes, resolution.draws)
        )
        transaction.add_result(ResultRecord(phase.id, events, outcomes, draws, at))
    if old is not None or resolution is not None:
        copy_orders(transaction, (replace(order, ahead="") for order in step.book), phase)
    copy_amendments(transaction, step.amendments, phase)
    for override in step.overrides:
        store_amendment(services, transaction, table.codec, phase, override, reason, True, author)
    return phase


def _closed(step: RecomputedPhase, now: datetime) -> datetime | None:
    return now if step.closed else None


def _open(
    fresh: PhaseRecord, services: Services, table: Table, step: RecomputedPhase, number: int
) -> PhaseRecord:
    """Return the phase that stays open; one that had been resolved gets a deadline of its own."""
    if fresh.status is not PhaseStatus.RESOLVED:
        return fresh
    closed = _closed(step, services.clock.now())
    return new_phase(services, table.game, table.rules, step.state, number, closed)


def end_words(family: Game[Any, Any], game: GameRecord, applied: Applied) -> str:
    """Return what a correction comes to for the game as it was before, as a sentence or two."""
    if applied.open is None:
        return gettext("With that the game is over.")
    orders = gettext("Orders for the phase that is open stand as they did; STATUS shows them.")
    if game.status is not GameStatus.FINISHED:
        return orders
    words = family.pages.stage(family.stage(applied.open.name))
    return gettext(
        "With that the game is not over, as you were told it was: it goes on in {phase}.",
        phase=words,
    )


def tell_new_end(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    before: Ended | None,
    applied: Applied,
    final: Resolution[Any, Any],
) -> None:
    """Mail everybody the last report of a game that a correction has ended, or ended otherwise.

    It is that of an ordinary end, with the seed, the centres by year and the time for statements.

    Args:
        services, transaction: the ports.
        game: as it was before the correction; before: how it had ended, None if it went on.
        applied: the new course; final: what its last phase brought.
    """
    now = transaction.game_by_id(game.id)
    after = ended_of(services, transaction, now)
    if applied.open is not None or (game.status is GameStatus.FINISHED and after == before):
        return
    table = table_at(services, transaction, now, applied.phases[-1])
    note_phase(table, JournalKind.GAME_OVER, "The game is over, by a correction.")
    given = given_in(table)
    tell_season(table, given, final, None, {}, _note)
    release_held(table)


def _note() -> tuple[str, ...]:
    return (
        gettext("The GM has corrected a phase of the past, and this is how the game ended by it."),
    )
