"""Where an order leads, and where its unit could go instead."""

from __future__ import annotations

from gm.contract.orders import Order
from gm.games.diplomacy.language.naming import location_name, place_name
from gm.games.diplomacy.rules.board import Board, Entry, ProvinceId, army_moves, fleet_moves
from gm.games.diplomacy.rules.orders import (
    Build,
    Convoy,
    Disband,
    Move,
    Retreat,
    Support,
    UnitOrder,
)
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import UnitKind, UnitRef


def goal_of(order: Order) -> ProvinceId | None:
    """Return the province in which an order has its effect; None if it is about no province."""
    match order:
        case Move(_, to) | Retreat(_, to) | Convoy(_, _, to):
            return to.province
        case Support(_, target, to):
            return (to or target.at).province
        case UnitOrder(unit) | Build(unit):
            return unit.at.province
        case _:
            return None


def reachable(board: Board, unit: UnitRef) -> list[str]:
    """Return the names of the places a unit can go to by itself, on the board as it is now."""
    if unit.kind is UnitKind.ARMY:
        places = army_moves(board, unit.at.province)
        return sorted(place_name(board, place) for place in places if _is_open(board, place))
    reached = fleet_moves(board, unit.at)
    return sorted(location_name(board, at) for at in reached if _is_open(board, at.province))


def _is_open(board: Board, place: ProvinceId) -> bool:
    return board.province(place).entry is Entry.ALL


def retreats_of(state: GameState, order: Order, board: Board) -> list[str]:
    """Return the names of the places that a dislodged unit can retreat to."""
    if not isinstance(order, Retreat | Disband):
        return []
    place = order.unit.at.province
    waiting = [dislodged for dislodged in state.dislodged if dislodged.unit.at.province == place]
    return [location_name(board, at) for dislodged in waiting for at in dislodged.retreats]
