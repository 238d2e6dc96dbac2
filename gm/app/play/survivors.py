"""Who is still in a game, and who of them has somebody to speak for it."""

from __future__ import annotations

from gm.app.setup.unfilled import is_closed_seat
from gm.app.table import Table
from gm.contract.seats import SeatId


def survivors(table: Table) -> tuple[SeatId, ...]:
    """Return the powers that are still in the game, in the order of the board."""
    return tuple(power for power in table.rules.board.powers if not is_out(table, power))


def is_out(table: Table, power: SeatId) -> bool:
    """Tell whether a power has been eliminated, or has nothing left by which it would not be.

    A country that nobody played from the start has never been in the game (Irish 3).
    """
    state = table.state
    if power in state.eliminated or is_closed_seat(state, power):
        return True
    waiting = any(dislodged.unit.power == power for dislodged in state.dislodged)
    board = table.rules.board_in(state)
    return not waiting and table.rules.survival.is_out(board, state, power)


def voters(table: Table) -> tuple[SeatId, ...]:
    """Return the powers still in the game that somebody plays."""
    return tuple(power for power in survivors(table) if table.player(power) is not None)
