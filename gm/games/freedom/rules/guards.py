"""The tests of IF and STOP IF, judged against a position (6)."""

from __future__ import annotations

from gm.contract.seats import SeatId
from gm.games.freedom.rules.orders import Guard, GuardKind
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import MOST_DAMAGE, Tables


def guard_holds(guard: Guard, state: SiegeState, tables: Tables, seat: SeatId) -> bool:
    """Tell whether a test of a seat holds."""
    return _holds(guard, state, tables, seat) != guard.negated


def _holds(guard: Guard, state: SiegeState, tables: Tables, seat: SeatId) -> bool:
    match guard.kind:
        case GuardKind.EMPTY:
            return not state.in_space(guard.name)
        case GuardKind.IMPERIAL_IN:
            return bool(state.imperial_in(guard.name))
        case GuardKind.INSURGENT_IN:
            return bool(state.insurgent_in(guard.name))
        case GuardKind.DAMAGED:
            return state.wall.get(guard.name, 0) > 0
        case GuardKind.DESTROYED:
            return state.wall.get(guard.name, 0) >= MOST_DAMAGE
        case GuardKind.MORALE_BELOW:
            return state.morale[SeatId(guard.seat)] < guard.number
        case GuardKind.MORALE_ABOVE:
            return state.morale[SeatId(guard.seat)] > guard.number
        case GuardKind.HOLDS:
            return state.areas[guard.name].side == guard.seat
        case GuardKind.CLAIM_POSSIBLE:
            return can_claim(state, seat, guard.name)
        case GuardKind.LOST_FORT:
            return bool(lost_forts(state, tables))


def can_claim(state: SiegeState, seat: SeatId, card: str = "") -> bool:
    """Tell whether a card, or any, lies there for a seat to be claimed (5)."""
    claim = state.claim
    return claim is not None and claim.seat == seat and card in ("", claim.card)


def lost_forts(state: SiegeState, tables: Tables) -> tuple[str, ...]:
    """Return the forts with an Imperial unit in them (4)."""
    return tuple(fort for fort in tables.forts if state.imperial_in(fort))
