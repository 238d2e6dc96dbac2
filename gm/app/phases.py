"""Opening a phase: its deadline, and when its players are reminded of it."""

from __future__ import annotations

from datetime import datetime, timedelta

from gm.app.codec import dump
from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord
from gm.app.reminders import lead_of, reminder_moment
from gm.app.services import Services
from gm.rules.diplomacy import DiplomacyRules
from gm.rules.phases import PhaseKind
from gm.rules.state import GameState

_LENGTH_OF = {
    PhaseKind.SETUP: "setup",
    PhaseKind.MOVEMENT: "movement",
    PhaseKind.RETREAT: "retreat",
    PhaseKind.ADJUSTMENT: "adjustment",
}


def open_phase(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    rules: DiplomacyRules,
    state: GameState,
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
    phase = new_phase(services, game, rules, state, number, closed)
    return transaction.add_phase(phase)


def new_phase(
    services: Services,
    game: GameRecord,
    rules: DiplomacyRules,
    state: GameState,
    number: int,
    closed: datetime | None,
) -> PhaseRecord:
    """Return a phase as it would be opened now; the arguments are those of `open_phase`."""
    now = services.clock.now()
    length = timedelta(seconds=game.lengths[_LENGTH_OF[state.phase.kind]])
    deadline = now + length if closed is None else min(closed, now)
    return PhaseRecord(
        id=0,
        game_id=game.id,
        number=number,
        name=str(state.phase),
        state=dump(state),
        deadline=deadline,
        opened_at=now,
        remind_at=reminder_moment(now, deadline, lead_of(game)),
        rules_version=rules.meta.version,
        board_digest=rules.meta.board_digest,
    )
