"""What the moves of a season led to, so that orders sent with them may depend on it."""

from __future__ import annotations

from gm.app.ports import Transaction
from gm.app.records import PhaseStatus
from gm.app.table import Table
from gm.games.diplomacy.rules.mechanics.season_facts import AutumnPart, fared
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.stored import load_outcomes, load_state


def moves_before(phase: Phase) -> Phase:
    """Return the movement phase whose results a retreat or a winter follows on."""
    season = Season.AUTUMN if phase.season is Season.WINTER else phase.season
    return Phase(phase.year, season, PhaseKind.MOVEMENT)


def remembered(
    transaction: Transaction, table: Table, played: AutumnPart | None = None
) -> AutumnPart:
    """Return how the units fared in the moves that a phase follows on.

    Args:
        transaction: the store.
        table: the game with that phase.
        played: how they fared, where these moves have been resolved on paper.
    """
    if played is not None:
        return played
    name = str(moves_before(table.state.phase))
    for phase in transaction.phases(table.game.id):
        if phase.name != name or phase.status is not PhaseStatus.RESOLVED:
            continue
        result = transaction.result(phase.id)
        if result is not None:
            return fared(load_state(phase.state), load_outcomes(result.outcomes))
    memory: AutumnPart = table.state.part(AutumnPart)
    return memory
