"""What civil disorder would take from a power in an open winter, by what stands so far."""

from __future__ import annotations

from collections.abc import Mapping

from gm.app.table import Table
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import UnitDisbanded
from gm.games.diplomacy.rules.mechanics.bridges import BridgeDemolished
from gm.games.diplomacy.rules.mechanics.matching import halves
from gm.games.diplomacy.rules.narrowed import board_of, rules_in
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.phases import PhaseKind

Drafts = Mapping[SeatId, tuple[Order, ...]]
"""The orders that stand, by seat."""


def losses_of(table: Table, given: Drafts, power: PowerId) -> tuple[Event, ...]:
    """Return what civil disorder would take from a power this winter, by what stands so far.

    Of the others' orders only the other halves of its own payments count; a power never learns
    more of them here than whether they match.
    """
    if table.state.phase.kind is not PhaseKind.ADJUSTMENT:
        return ()
    board = board_of(table.position)
    lists = {power: given.get(SeatId(power), ()), **_other_halves(table, given, power)}
    played = rules_in(table.rules).adjustments.resolve(board, table.state, lists)
    return tuple(event for event in played.events if _takes_from(event, power))


def _other_halves(table: Table, given: Drafts, power: PowerId) -> dict[PowerId, tuple[Order, ...]]:
    found: dict[PowerId, tuple[Order, ...]] = {}
    for half in halves(table.state, given).get(power, ()):
        match half.order:
            case Pay(amount, other) if half.matched:
                found[other] = (*found.get(other, ()), Receive(amount, power))
            case Receive(amount, other) if half.matched:
                found[other] = (*found.get(other, ()), Pay(amount, power))
            case _:
                pass
    return found


def _takes_from(event: Event, power: PowerId) -> bool:
    match event:
        case UnitDisbanded(unit, by_civil_disorder=True):
            return unit.power == power
        case BridgeDemolished(bridge, by_civil_disorder=True):
            return bridge.owner == power
        case _:
            return False
