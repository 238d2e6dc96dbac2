"""Proof before release: a game whose GM signs what a phase brings before anybody is told of it.

At its deadline the phase is closed, and what it would bring goes to the GM alone. His word resolves
it, or the end of the time that he has; nothing is decided before, so whatever he mends meanwhile
counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from gm.app.mail_out.season_news import tell_proof
from gm.app.play.phases import new_phase, note_phase
from gm.app.ports import Transaction
from gm.app.records import PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.setup.game_settings import settings_of
from gm.app.setup.setting_kinds import Release
from gm.app.table import Table, came_closed
from gm.rules.orders import Order
from gm.rules.ruleset import Resolution, SeatId
from gm.rules.state import GameState


def is_signed_first(table: Table) -> bool:
    """Tell whether a phase that is due waits for its GM; one that closed with another does not."""
    asked = settings_of(table.game).release is Release.GM
    return asked and not came_closed(table.phase)


def may_go_out(phase: PhaseRecord, now: datetime) -> bool:
    """Tell whether a phase has waited long enough for its GM's signature."""
    waits = phase.status is PhaseStatus.PROOF
    return waits and phase.release_at is not None and phase.release_at <= now


def ask_to_sign(
    services: Services,
    transaction: Transaction,
    table: Table,
    given: Mapping[SeatId, tuple[Order, ...]],
    resolution: Resolution[GameState],
) -> None:
    """Close a phase and mail its GM, and nobody else, what it would bring.

    Args:
        services, transaction: the ports.
        table: the phase. given: its orders; resolution: what would come of them.
    """
    now, game, rules = services.clock.now(), table.game, table.rules
    phase = table.phase
    if phase.deadline > now:
        phase = transaction.change_phase(phase, deadline=now, closes_at=now)
    waits = transaction.await_release(phase, now + settings_of(game).release_after)
    state = resolution.state
    then = None
    if rules.pending(state):
        number = transaction.next_number(game.id)
        then = new_phase(services, game, rules, state, number, None)
    waiting = replace(table, phase=waits)
    note_phase(services, transaction, waiting, "proof made", f"{waits.name} waits to be signed.")
    tell_proof(services, transaction, waiting, given, resolution, then)
