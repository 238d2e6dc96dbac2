"""Says in a sentence why the rules refuse an order, and what would be right."""

from __future__ import annotations

from collections.abc import Callable

from gm.interpret import gift_words, river_words, winter_words
from gm.interpret.diagnose import capital, either_of, location_name, place_name, unit_name
from gm.interpret.shut_words import shut_because
from gm.interpret.values import Context, Problem
from gm.rules.board import Board, Entry, Location, ProvinceId, Terrain, army_moves, fleet_moves
from gm.rules.gone_places import place_named
from gm.rules.mechanics.tickets import possible
from gm.rules.orders import (
    Build,
    Choose,
    Conditional,
    Convert,
    Convoy,
    Disband,
    Give,
    Move,
    Order,
    Retreat,
    Support,
    UnitOrder,
)
from gm.rules.outcomes import Reason, Why
from gm.rules.phases import PhaseKind
from gm.rules.seaways import seas_lead
from gm.rules.state import GameState
from gm.rules.units import UnitKind, UnitRef

LATER = {
    Why.NO_BUILD_LEFT,
    Why.NO_REMOVAL_DUE,
    Why.TOO_DEAR,
    Why.NOT_COVERED,
    Why.NO_UNIT_BESIDE,
    Why.OCCUPIED,
    Why.DUPLICATE,
    Why.OTHER_HALF,
    Why.POINTS_LACKING,
}
"""Refusals that hang on the rest of the list or the season, not on the line itself."""

CHOICES = {Why.COAST_MISSING}
"""Refusals that leave a choice to the writer."""

_MISTAKEN_NAMES = {Why.NOT_ADJACENT, Why.WRONG_TERRAIN, Why.NO_WAY_BY_SEA, Why.NOT_A_RETREAT}
"""Refusals behind which another place of a like name may stand."""

_ASKED = {
    PhaseKind.MOVEMENT: "moves, supports, convoys and holds",
    PhaseKind.RETREAT: "retreats and disbands",
    PhaseKind.ADJUSTMENT: "builds and removals",
    PhaseKind.SETUP: "the first pieces",
}


def refusal(context: Context, order: Order, reason: Reason) -> Problem:
    """Return the problem for an order that the rules refuse."""
    board = context.board
    sentence = _sentence(context, order, reason)
    if reason.why in CHOICES:
        return Problem(sentence, piece_of(order), _coasts(board, order, reason))
    alike = _alike_within_reach(context, order) if reason.why in _MISTAKEN_NAMES else ()
    asked = f" Did you mean {either_of(alike)}?" if alike else ""
    return Problem(f"{sentence}{asked}", piece_of(order), alike)


def _alike_within_reach(context: Context, order: Order) -> tuple[str, ...]:
    """Return where the unit could go that is spelt like where it cannot: Tyrolia, Tyrrhenian."""
    board = context.board
    if not isinstance(order, Move | Retreat) or order.to.province not in board.provinces:
        return ()
    start = place_name(board, order.to.province).casefold()[:3]
    if isinstance(order, Retreat):
        reach = _retreats(context.state, order, board)
    else:
        reach = _reach(board, order.unit)
    return tuple(name for name in reach if name.casefold().startswith(start))


def piece_of(order: Order) -> str:
    """Return the words an order is about."""
    match order:
        case Move(_, to) | Retreat(_, to):
            return str(to)
        case UnitOrder(unit):
            return str(unit)
        case Build(unit):
            return str(unit)
        case _:
            return ""


def _coasts(board: Board, order: Order, reason: Reason) -> tuple[str, ...]:
    place = reason.place[-1] if reason.place else _goal(order)
    if place is None:
        return ()
    coasts = tuple(name for key, name in reason.detail if key == "coast")
    return tuple(location_name(board, Location(place, coast)) for coast in coasts)


def _goal(order: Order) -> ProvinceId | None:
    match order:
        case Move(_, to) | Retreat(_, to) | Convoy(_, _, to):
            return to.province
        case Support(_, target, to):
            return (to or target.at).province
        case UnitOrder(unit) | Build(unit):
            return unit.at.province
        case _:
            return None


def _sentence(context: Context, order: Order, reason: Reason) -> str:
    writer = _WRITERS.get(reason.why)
    if writer is not None:
        return writer(context, order, reason)
    words = reason.why.value
    return f"This order is not possible: {words}."


def _places(context: Context, order: Order, reason: Reason) -> list[str]:
    places = reason.place or tuple(filter(None, (_goal(order),)))
    return [
        place_name(context.board, place) for place in places if place in context.board.provinces
    ]


def _mover(order: Order, reason: Reason) -> UnitRef | None:
    if reason.by:
        return reason.by[0]
    return order.unit if isinstance(order, UnitOrder) else None


def _whose(context: Context, order: Order, _reason: Reason) -> str:
    place = order.unit.at.province if isinstance(order, UnitOrder) else None
    unit = context.state.unit_in(place) if place is not None else None
    if unit is None:
        return "That is not your unit. Give orders to your own units."
    owner = context.board.powers[unit.power].name
    return f"That is {owner}'s unit. Give orders to your own units."


def _no_unit(context: Context, order: Order, reason: Reason) -> str:
    place = reason.place[0] if reason.place else None
    if place is None or place not in context.board.provinces:
        return "There is no such unit. Name a province in which the unit stands now."
    name = place_name(context.board, place)
    unit = _anybody(context.state, place)
    if _is_anothers(context, order, place):
        return _whose(context, order, reason)
    if unit is None:
        return f"There is no unit in {name}. Name a province in which the unit stands now."
    kind = "an army" if unit.kind is UnitKind.ARMY else "a fleet"
    return f"The unit in {name} is {kind}. Write {unit}."


def _is_anothers(context: Context, order: Order, place: ProvinceId) -> bool:
    """Tell whether an order is given to another power's unit, whatever kind it was called."""
    unit = context.state.unit_in(place)
    given = isinstance(order, UnitOrder) and order.unit.at.province == place
    return given and unit is not None and unit.power != context.power


def _anybody(state: GameState, place: ProvinceId) -> UnitRef | None:
    unit = state.unit_in(place)
    if unit is not None:
        return unit.ref
    return next((one.unit.ref for one in state.dislodged if one.unit.at.province == place), None)


def _wrong_phase(context: Context, order: Order, _reason: Reason) -> str:
    if any(isinstance(one, Give) for one in possible(order)):
        return (
            "Gifts of points come with the orders of a movement season or of winter. "
            "Send this then."
        )
    if context.kind is PhaseKind.ADJUSTMENT and (moved := winter_words.order_of_season(order)):
        return winter_words.out_of_season(context, moved)
    if isinstance(order, Conditional) and context.kind is not PhaseKind.MOVEMENT:
        return (
            "Conditions are not carried out in this phase: what they ask is known by now. "
            "Write the order you want without one."
        )
    asked = _ASKED[context.kind]
    return f"This phase asks for {asked}, and this is none of them. Send it in its own phase."


def _not_adjacent(context: Context, order: Order, reason: Reason) -> str:
    unit = _mover(order, reason)
    goal = _goal(order)
    if unit is None or goal is None:
        return "These provinces do not border each other."
    reach = either_of(_reach(context.board, unit) or ["nowhere"])
    there = place_name(context.board, goal)
    who = unit_name(context.board, unit)
    return f"{capital(who)} cannot go to {there}. It can go to {reach}."


def _reach(board: Board, unit: UnitRef) -> list[str]:
    if unit.kind is UnitKind.ARMY:
        places = army_moves(board, unit.at.province)
        return sorted(place_name(board, place) for place in places if _is_open(board, place))
    reached = fleet_moves(board, unit.at)
    return sorted(location_name(board, at) for at in reached if _is_open(board, at.province))


def _is_open(board: Board, place: ProvinceId) -> bool:
    return board.province(place).entry is Entry.ALL


def _other_ways(board: Board, unit: UnitRef) -> str:
    """Return the sentence on where a unit can go; "" if nowhere."""
    reach = _reach(board, unit)
    return f"{capital(unit_name(board, unit))} can go to {either_of(reach)}." if reach else ""


def _river(context: Context, order: Order, reason: Reason) -> str:
    names = _places(context, order, reason)
    between = f" between {names[0]} and {names[1]}" if len(names) > 1 else ""
    river = f"There is a river{between} and no bridge over it"
    if isinstance(order, Support):
        who = unit_name(context.board, order.unit)
        return f"{river}, so {who} cannot support there. A unit supports where it could go itself."
    if isinstance(order, Move) and (ways := _other_ways(context.board, order.unit)):
        return f"{river}. {ways}"
    if isinstance(order, Retreat):
        return f"{river}. {_open_to_retreat(context, order)}"
    return f"{river}. Go another way, or build a bridge in winter."


def _by_sea(context: Context, order: Order, reason: Reason) -> str:
    """Return that no seas lead there, or that this fleet alone is wrong (DATC 6.D.31, 6.F.12)."""
    if isinstance(order, Convoy | Support) and seas_lead(context.board, reason.place):
        who = unit_name(context.board, order.unit)
        if isinstance(order, Support):
            army = unit_name(context.board, order.target)
            return f"{capital(army)} could go there only by convoy of {who}, not with its support."
        goal = place_name(context.board, order.to.province)
        return f"{capital(who)} lies on no route to {goal}; order the fleets that do."
    return "No chain of seas leads there. An army goes by convoy from coast to coast."


def _terrain(context: Context, order: Order, reason: Reason) -> str:
    place = reason.place[0] if reason.place else _goal(order)
    if place is None:
        return "Such a unit cannot stand there."
    name = place_name(context.board, place)
    if isinstance(order, Convert):
        return winter_words.convert_at_sea(context, order)
    if not isinstance(order, Convoy):
        return _where_it_fits(context, order, place)
    if place == order.unit.at.province:
        return f"Only a fleet at sea can convoy, and {name} is on the coast."
    return f"A convoy goes from coast to coast, and {name} is not on one."


def _where_it_fits(context: Context, order: Order, place: ProvinceId) -> str:
    """Return that a unit is no unit for a province, and where it can go instead."""
    name = place_name(context.board, place)
    unit = getattr(order, "unit", None)
    if isinstance(order, Build | Choose) and unit is not None and unit.kind is UnitKind.FLEET:
        return f"{name} lies inland, where no fleet can stand. Write {UnitRef(UnitKind.ARMY, unit.at)}."
    if not isinstance(order, Move):
        return f"Armies stand on land and fleets on the sea or a coast, so it cannot be {name}."
    at_sea = place_named(context.board, place).terrain is Terrain.SEA
    kind = "is sea, where no army can stand" if at_sea else "lies inland, where no fleet can go"
    return f"{name} {kind}. {_other_ways(context.board, order.unit)}".rstrip()


def _closed(context: Context, order: Order, reason: Reason) -> str:
    """Return why nothing enters a province, and where the unit can go instead (Irish 3, 4, 10)."""
    place = reason.place[-1] if reason.place else _goal(order)
    if place is None or place not in context.board.provinces:
        return "No unit may enter that province. Choose another."
    if isinstance(order, Build):
        return winter_words.shut_home(context, place)
    ways = f" {_other_ways(context.board, order.unit)}" if isinstance(order, Move) else ""
    return f"{shut_because(context, place)}, and nothing can enter it.{ways}".rstrip()


def _in_anarchy(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on an order to a unit in anarchy (Irish 10)."""
    if not isinstance(order, UnitOrder):
        return "Units in anarchy obey no orders."
    who = capital(unit_name(context.board, order.unit))
    return f"{who} is in anarchy: it obeys no order and stands until a Psychiatrist meets it."


def _coast(context: Context, order: Order, reason: Reason) -> str:
    coasts = _coasts(context.board, order, reason)
    asked = f" Did you mean {either_of(coasts)}?" if coasts else ""
    if reason.why is Why.COAST_MISSING:
        return f"Which coast?{asked}"
    return f"That coast cannot be reached.{asked}"


def _cannot_reach(context: Context, order: Order, reason: Reason) -> str:
    unit = _mover(order, reason)
    names = _places(context, order, reason)
    if unit is None or not names:
        return "A unit supports only where it could go itself."
    who = unit_name(context.board, unit)
    return f"{capital(who)} cannot go to {names[-1]}, so it cannot support there."


def _same_place(context: Context, order: Order, reason: Reason) -> str:
    names = _places(context, order, reason)
    where = f" in {names[0]}" if names else ""
    if isinstance(order, Support):
        return f"A unit cannot support itself, nor a move to where it stands{where}."
    return f"The unit stands{where} already. To stay there, let it hold."


def _not_a_retreat(context: Context, order: Order, _reason: Reason) -> str:
    return f"The unit cannot retreat there. {_open_to_retreat(context, order)}"


def _open_to_retreat(context: Context, order: Order) -> str:
    options = _retreats(context.state, order, context.board)
    return f"It can retreat to {either_of(options)}." if options else "It must be disbanded."


def _retreats(state: GameState, order: Order, board: Board) -> list[str]:
    if not isinstance(order, Retreat | Disband):
        return []
    place = order.unit.at.province
    waiting = [one for one in state.dislodged if one.unit.at.province == place]
    return [location_name(board, at) for one in waiting for at in one.retreats]


def _fixed(text: str) -> Callable[[Context, Order, Reason], str]:
    return lambda *_: text


_WRITERS: dict[Why, Callable[[Context, Order, Reason], str]] = {
    Why.NOT_YOUR_UNIT: _whose,
    Why.NO_SUCH_UNIT: _no_unit,
    Why.WRONG_PHASE: _wrong_phase,
    Why.NOT_ADJACENT: _not_adjacent,
    Why.NO_WAY_BY_SEA: _by_sea,
    Why.RIVER: _river,
    Why.WRONG_TERRAIN: _terrain,
    Why.SAME_PLACE: _same_place,
    Why.COAST_MISSING: _coast,
    Why.COAST_WRONG: _coast,
    Why.CANNOT_REACH: _cannot_reach,
    Why.CANNOT_CONVOY: _fixed("Only armies are convoyed. Name the army."),
    Why.CLOSED: _closed,
    Why.ANARCHY: _in_anarchy,
    Why.NOT_A_RETREAT: _not_a_retreat,
    Why.NOT_DISLODGED: _fixed("That unit was not dislodged, so it stays where it is."),
    Why.NOT_A_HOME: winter_words.no_home,
    Why.NOT_OWNED: winter_words.no_home,
    Why.OCCUPIED: winter_words.occupied,
    Why.NO_BUILD_LEFT: _fixed("You have no build left for this. The first ones listed count."),
    Why.NO_REMOVAL_DUE: _fixed("By itself this has no effect: you need not remove anything."),
    Why.DUPLICATE: winter_words.ordered_twice,
    Why.NO_RIVER: river_words.no_river,
    Why.NO_BRIDGE: river_words.no_bridge,
    Why.NO_UNIT_BESIDE: river_words.no_unit_beside,
    Why.NOT_YOUR_BRIDGE: river_words.not_your_bridge,
    Why.NOT_BESIDE: river_words.not_beside,
    Why.NOT_A_FLEET: winter_words.no_fleet,
    Why.TOO_DEAR: _fixed("Your points as they stand do not cover this."),
    Why.BAD_AMOUNT: _fixed("Points are paid in whole numbers, 1 or more."),
    Why.YOURSELF: winter_words.yourself,
    Why.NOT_COVERED: winter_words.not_covered,
    Why.POINTS_LACKING: gift_words.points_lacking,
    Why.NOBODY_PLAYS: gift_words.nobody_plays,
    Why.ONLY_GIFTS: _fixed(
        "In this game a condition decides gifts of points and nothing else. Give units their "
        "orders without one."
    ),
    Why.NOT_ALLOWED: _fixed("This game knows no such order here."),
}
