"""Where an order leads, where its unit could go instead, and why nothing can enter a province."""

from __future__ import annotations

from gm.contract.orders import Order
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import (
    Board,
    Entry,
    PowerId,
    ProvinceId,
    army_moves,
    fleet_moves,
)
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
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
from gm.games.diplomacy.wording.naming import location_name, place_name
from gm.languages import gettext

# Where an order leads, and where its unit could go instead.


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


# Says why nothing can enter a province: a hole, a country nobody plays, a box (Irish 3, 4, 10).


def shut_because(context: Context, place: ProvinceId) -> str:
    """Return the beginning of a sentence, a clause by itself: `Burgundy is a black hole`."""
    name = place_name(context.board, place)
    match context.board.province(place).entry:
        case Entry.HOLE:
            return gettext("{place} is a black hole", place=name)
        case Entry.CLOSED:
            return _unplayed(context, place, name)
        case Entry.BOX:
            return gettext("{place} is only where the Irish units wait", place=name)
        case _:
            return gettext("{place} is closed to units", place=name)


def _unplayed(context: Context, place: ProvinceId, name: str) -> str:
    owner = _country(context, place)
    if owner is None:
        return gettext("{place} is in a country that nobody plays", place=name)
    country = context.board.powers[owner].name
    if _is_whole_country(context.board, owner):
        return gettext("Nobody plays {power}", power=country)
    return gettext("{place} is part of {country}, which nobody plays", place=name, country=country)


def _is_whole_country(board: Board, owner: PowerId) -> bool:
    """Tell whether a country is one province on the printed board, split or not."""
    known = board.powers[owner]
    return len({_printed(board, place) for place in (*known.land, *known.home)}) == 1


def _printed(board: Board, place: ProvinceId) -> ProvinceId:
    """Return what the printed board calls a province, or the whole of a half."""
    province = board.provinces.get(place)
    return place if province is None else province.whole or place


def _country(context: Context, place: ProvinceId) -> PowerId | None:
    whole = context.board.province(place).whole or place
    closed = context.state.part(ChangesPart).closed
    for power in closed:
        known = context.board.powers[power]
        if {whole, place} & {*known.land, *known.home}:
            return power
    return None
