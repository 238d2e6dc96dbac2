"""What is wrong with winter orders that come before the autumn is over (Republic 9e).

Only what no autumn can mend is refused: a home is a home, a river a river. Who stands where, who
owns what and what can be paid is left to the winter.
"""

from __future__ import annotations

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.mechanics.bridges import has_river
from gm.games.diplomacy.rules.mechanics.holdings import holdings_of, removable_bridge
from gm.games.diplomacy.rules.mechanics.payments import payment_fault
from gm.games.diplomacy.rules.mechanics.tickets import possible
from gm.games.diplomacy.rules.mechanics.winter_builds import site_fault
from gm.games.diplomacy.rules.orders import (
    Build,
    BuildBridge,
    Conditional,
    Disband,
    Pay,
    Receive,
    RemoveBridge,
    Waive,
)
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState


def fault_ahead(board: Board, state: GameState, power: PowerId, order: Order) -> Reason | None:
    """Return why an order for the coming winter must fail whatever the autumn brings, or None.

    A conditional order is refused for an order in one of its branches that is wrong in itself.

    Args:
        board: in force.
        state: of the autumn, before its moves or its retreats.
        power: who orders.
        order: one of his winter orders.
    """
    match order:
        case Conditional():
            faults = (fault_ahead(board, state, power, plain) for plain in possible(order))
            return next((fault for fault in faults if fault is not None), None)
        case Pay() | Receive():
            return payment_fault(power, order)
        case Build(ref):
            return site_fault(board, power, ref)
        case BuildBridge(between):
            return None if has_river(board, between) else Reason(Why.NO_RIVER, place=between)
        case RemoveBridge():
            # Bridges are built in winter only, so one that does not stand now never will.
            fallen = removable_bridge(state, holdings_of(state, power), order)
            return fallen if isinstance(fallen, Reason) else None
        case Disband():
            return never_there(state, power, order)
        case Waive():
            return None
        case _:
            return Reason(Why.WRONG_PHASE)


def never_there(state: GameState, power: PowerId, order: Disband) -> Reason | None:
    """Return why no such unit can stand there in winter; once the moves are made it is known."""
    ref = order.unit
    if state.phase.kind is not PhaseKind.RETREAT:
        return None
    retreating = (dislodged for dislodged in state.dislodged if dislodged.unit.power == power)
    if any(
        dislodged.unit.kind is ref.kind and ref.at in dislodged.retreats
        for dislodged in retreating
    ):
        return None
    there = state.find(ref)
    if there is None:
        return Reason(Why.NO_SUCH_UNIT, place=(ref.at.province,))
    if there.power != power:
        return Reason(Why.NOT_YOUR_UNIT, place=(ref.at.province,))
    return None
