"""Who is still in a game, and who of them has somebody to speak for it."""

from __future__ import annotations

from gm.app.table import Table
from gm.contract.seats import SeatId


def survivors(table: Table) -> tuple[SeatId, ...]:
    """Return the powers that are still in the game, in the order of the board."""
    return table.rules.fate(table.state).playing


def is_out(table: Table, power: SeatId) -> bool:
    """Tell whether a power has been eliminated, or has nothing left by which it would not be.

    A seat that was closed at the start has never been in the game (Irish 3).
    """
    return power not in survivors(table)


def voters(table: Table) -> tuple[SeatId, ...]:
    """Return the powers still in the game that somebody plays."""
    return tuple(power for power in survivors(table) if table.player(power) is not None)
