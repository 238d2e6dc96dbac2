"""What a power may know of a winter ahead: how it would end by its orders, and what others add to it.

Of the others' orders nothing is told but whether its own payments have their other halves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.events import UnitDisbanded
from gm.games.diplomacy.rules.mechanics import Adjustments
from gm.games.diplomacy.rules.mechanics.bridges import BridgeDemolished
from gm.games.diplomacy.rules.mechanics.matching import Half, halves
from gm.games.diplomacy.rules.mechanics.outlook import Outlook
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState


@value
class WinterAhead:
    """A power's winter ahead.

    Args:
        outlook: how it would end by the power's own orders; None outside winters and in games
            without supply points.
        matching: its payments and receipts that can be paid, with or without their other halves.
        waiting: those that could be paid if they had them.
        losses: what civil disorder would take from it, by what stands.
    """

    outlook: Outlook | None = None
    matching: tuple[Half, ...] = ()
    waiting: tuple[Pay | Receive, ...] = ()
    losses: tuple[Event, ...] = ()


def winter_ahead(
    adjustments: Adjustments,
    board: Board,
    state: GameState,
    power: PowerId,
    drafts: Mapping[PowerId, Sequence[Order]],
) -> WinterAhead | None:
    """Return what a power may know of the winter that is open; None in another phase.

    Args:
        adjustments: how winters are played. board, state: the position; power: whose winter.
        drafts: everybody's orders that stand.
    """
    if state.phase.kind is not PhaseKind.ADJUSTMENT:
        return None
    orders = drafts.get(power, ())
    outlook = adjustments.outlook(board, state, power, orders)
    known = halves(state, drafts).get(power, ())
    payable = outlook.payable(known) if outlook is not None else known
    return WinterAhead(
        outlook,
        payable if outlook is not None else (),
        _waiting(payable),
        _losses(adjustments, board, state, power, orders, known),
    )


def winter_after(
    state: GameState, power: PowerId, drafts: Mapping[PowerId, Sequence[Order]]
) -> WinterAhead:
    """Return what a power may know of a winter that is still to come, by what was sent for it."""
    known = halves(state, drafts).get(power, ())
    return WinterAhead(matching=known, waiting=_waiting(known))


def _waiting(known: Sequence[Half]) -> tuple[Pay | Receive, ...]:
    return tuple(half.order for half in known if not half.matched)


def _losses(
    adjustments: Adjustments,
    board: Board,
    state: GameState,
    power: PowerId,
    orders: Sequence[Order],
    known: Sequence[Half],
) -> tuple[Event, ...]:
    """Return what civil disorder would take; of the others only the other halves count."""
    lists = {power: tuple(orders), **_other_halves(power, known)}
    played = adjustments.resolve(board, state, lists)
    return tuple(event for event in played.events if _takes_from(event, power))


def _other_halves(power: PowerId, known: Sequence[Half]) -> dict[PowerId, tuple[Order, ...]]:
    lists: dict[PowerId, tuple[Order, ...]] = {}
    for half in known:
        match half.order:
            case Pay(amount, other) if half.matched:
                lists[other] = (*lists.get(other, ()), Receive(amount, power))
            case Receive(amount, other) if half.matched:
                lists[other] = (*lists.get(other, ()), Pay(amount, power))
            case _:
                pass
    return lists


def _takes_from(event: Event, power: PowerId) -> bool:
    match event:
        case UnitDisbanded(unit, by_civil_disorder=True):
            return unit.power == power
        case BridgeDemolished(bridge, by_civil_disorder=True):
            return bridge.owner == power
        case _:
            return False
