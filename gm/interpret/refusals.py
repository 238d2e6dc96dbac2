"""Says in a sentence why the rules refuse an order, and what would be right."""

from __future__ import annotations

from collections.abc import Callable

from gm.interpret import gift_words, river_words, winter_words
from gm.interpret.naming import (
    capital,
    did_you_mean,
    either_of,
    location_name,
    place_name,
    sentences,
    unit_name,
)
from gm.interpret.place_words import unit_is_other
from gm.interpret.shut_words import shut_because
from gm.interpret.values import Context, Problem
from gm.languages import gettext, gettext_noop
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
    PhaseKind.MOVEMENT: gettext_noop(
        "This phase asks for moves, supports, convoys and holds, and this is none of them. "
        "Send it in its own phase."
    ),
    PhaseKind.RETREAT: gettext_noop(
        "This phase asks for retreats and disbands, and this is none of them. "
        "Send it in its own phase."
    ),
    PhaseKind.ADJUSTMENT: gettext_noop(
        "This phase asks for builds and removals, and this is none of them. "
        "Send it in its own phase."
    ),
    PhaseKind.SETUP: gettext_noop(
        "This phase asks for the first pieces, and this is none of them. Send it in its own phase."
    ),
}


def refusal(context: Context, order: Order, reason: Reason) -> Problem:
    """Return the problem for an order that the rules refuse."""
    board = context.board
    sentence = _sentence(context, order, reason)
    if reason.why in CHOICES:
        return Problem(sentence, piece_of(order), _coasts(board, order, reason))
    alike = _alike_within_reach(context, order) if reason.why in _MISTAKEN_NAMES else ()
    asked = did_you_mean(alike) if alike else ""
    return Problem(sentences(sentence, asked), piece_of(order), alike)


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
    return gettext("This order is not possible: {reason}.", reason=reason.why.value)


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
        return gettext("That is not your unit. Give orders to your own units.")
    owner = context.board.powers[unit.power].name
    return gettext("That is {power}'s unit. Give orders to your own units.", power=owner)


def _no_unit(context: Context, order: Order, reason: Reason) -> str:
    place = reason.place[0] if reason.place else None
    if place is None or place not in context.board.provinces:
        return gettext("There is no such unit. Name a province in which the unit stands now.")
    name = place_name(context.board, place)
    unit = _anybody(context.state, place)
    if _is_anothers(context, order, place):
        return _whose(context, order, reason)
    if unit is None:
        return gettext(
            "There is no unit in {name}. Name a province in which the unit stands now.", name=name
        )
    return unit_is_other(name, unit)


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
        return gettext(
            "Gifts of points come with the orders of a movement season or of winter. Send "
            "this then."
        )
    if context.kind is PhaseKind.ADJUSTMENT and (moved := winter_words.order_of_season(order)):
        return winter_words.out_of_season(context, moved)
    if isinstance(order, Conditional) and context.kind is not PhaseKind.MOVEMENT:
        return gettext(
            "Conditions are not carried out in this phase: what they ask is known by now. "
            "Write the order you want without one."
        )
    return gettext(_ASKED[context.kind])


def _not_adjacent(context: Context, order: Order, reason: Reason) -> str:
    unit = _mover(order, reason)
    goal = _goal(order)
    if unit is None or goal is None:
        return gettext("These provinces do not border each other.")
    reach = _reach(context.board, unit)
    there = place_name(context.board, goal)
    wrong = gettext(
        "{unit} cannot go to {place}.", unit=unit_name(context.board, unit), place=there
    )
    right = (
        gettext("It can go to {places}.", places=either_of(reach))
        if reach
        else gettext("It can go to nowhere.")
    )
    return sentences(capital(wrong), right)


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
    if not reach:
        return ""
    ways = gettext(
        "{unit} can go to {places}.", unit=unit_name(board, unit), places=either_of(reach)
    )
    return capital(ways)


def _river(context: Context, order: Order, reason: Reason) -> str:
    names = _places(context, order, reason)
    if isinstance(order, Support):
        return _river_before_support(context, order, names)
    if len(names) > 1:
        river = gettext(
            "There is a river between {first} and {second} and no bridge over it.",
            first=names[0],
            second=names[1],
        )
    else:
        river = gettext("There is a river and no bridge over it.")
    if isinstance(order, Move) and (ways := _other_ways(context.board, order.unit)):
        return sentences(river, ways)
    if isinstance(order, Retreat):
        return sentences(river, _open_to_retreat(context, order))
    return sentences(river, gettext("Go another way, or build a bridge in winter."))


def _river_before_support(context: Context, order: Support, names: list[str]) -> str:
    who = unit_name(context.board, order.unit)
    if len(names) < 2:
        return gettext(
            "There is a river and no bridge over it, so {unit} cannot support there. "
            "A unit supports where it could go itself.",
            unit=who,
        )
    return gettext(
        "There is a river between {first} and {second} and no bridge over it, so {unit} cannot "
        "support there. A unit supports where it could go itself.",
        first=names[0],
        second=names[1],
        unit=who,
    )


def _by_sea(context: Context, order: Order, reason: Reason) -> str:
    """Return that no seas lead there, or that this fleet alone is wrong (DATC 6.D.31, 6.F.12)."""
    if isinstance(order, Convoy | Support) and seas_lead(context.board, reason.place):
        who = unit_name(context.board, order.unit)
        if isinstance(order, Support):
            alone = gettext(
                "{unit} could go there only by convoy of {fleet}, not with its support.",
                unit=unit_name(context.board, order.target),
                fleet=who,
            )
            return capital(alone)
        aside = gettext(
            "{fleet} lies on no route to {place}; order the fleets that do.",
            fleet=who,
            place=place_name(context.board, order.to.province),
        )
        return capital(aside)
    return gettext("No chain of seas leads there. An army goes by convoy from coast to coast.")


def _terrain(context: Context, order: Order, reason: Reason) -> str:
    place = reason.place[0] if reason.place else _goal(order)
    if place is None:
        return gettext("Such a unit cannot stand there.")
    name = place_name(context.board, place)
    if isinstance(order, Convert):
        return winter_words.convert_at_sea(context, order)
    if not isinstance(order, Convoy):
        return _where_it_fits(context, order, place)
    if place == order.unit.at.province:
        return gettext("Only a fleet at sea can convoy, and {name} is on the coast.", name=name)
    return gettext("A convoy goes from coast to coast, and {name} is not on one.", name=name)


def _where_it_fits(context: Context, order: Order, place: ProvinceId) -> str:
    """Return that a unit is no unit for a province, and where it can go instead."""
    name = place_name(context.board, place)
    unit = getattr(order, "unit", None)
    if isinstance(order, Build | Choose) and unit is not None and unit.kind is UnitKind.FLEET:
        return gettext(
            "{place} lies inland, where no fleet can stand. Write {unit}.",
            place=name,
            unit=UnitRef(UnitKind.ARMY, unit.at),
        )
    if not isinstance(order, Move):
        return gettext(
            "Armies stand on land and fleets on the sea or a coast, so it cannot be {name}.",
            name=name,
        )
    if place_named(context.board, place).terrain is Terrain.SEA:
        unfit = gettext("{place} is sea, where no army can stand.", place=name)
    else:
        unfit = gettext("{place} lies inland, where no fleet can go.", place=name)
    return sentences(unfit, _other_ways(context.board, order.unit))


def _closed(context: Context, order: Order, reason: Reason) -> str:
    """Return why nothing enters a province, and where the unit can go instead (Irish 3, 4, 10)."""
    place = reason.place[-1] if reason.place else _goal(order)
    if place is None or place not in context.board.provinces:
        return gettext("No unit may enter that province. Choose another.")
    if isinstance(order, Build):
        return winter_words.shut_home(context, place)
    ways = _other_ways(context.board, order.unit) if isinstance(order, Move) else ""
    # Translators: {reason} is "Burgundy is a black hole", for example.
    shut = gettext("{reason}, and nothing can enter it.", reason=shut_because(context, place))
    return sentences(shut, ways)


def _in_anarchy(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on an order to a unit in anarchy (Irish 10)."""
    if not isinstance(order, UnitOrder):
        return gettext("Units in anarchy obey no orders.")
    said = gettext(
        "{unit} is in anarchy: it obeys no order and stands until a Psychiatrist meets it.",
        unit=unit_name(context.board, order.unit),
    )
    return capital(said)


def _coast(context: Context, order: Order, reason: Reason) -> str:
    coasts = _coasts(context.board, order, reason)
    asked = did_you_mean(coasts) if coasts else ""
    if reason.why is Why.COAST_MISSING:
        return sentences(gettext("Which coast?"), asked)
    return sentences(gettext("That coast cannot be reached."), asked)


def _cannot_reach(context: Context, order: Order, reason: Reason) -> str:
    unit = _mover(order, reason)
    names = _places(context, order, reason)
    if unit is None or not names:
        return gettext("A unit supports only where it could go itself.")
    beyond = gettext(
        "{unit} cannot go to {place}, so it cannot support there.",
        unit=unit_name(context.board, unit),
        place=names[-1],
    )
    return capital(beyond)


def _same_place(context: Context, order: Order, reason: Reason) -> str:
    where = next(iter(_places(context, order, reason)), "")
    match isinstance(order, Support), where:
        case True, "":
            return gettext("A unit cannot support itself, nor a move to where it stands.")
        case True, _:
            return gettext(
                "A unit cannot support itself, nor a move to where it stands in {place}.",
                place=where,
            )
        case _, "":
            return gettext("The unit stands already. To stay there, let it hold.")
        case _:
            return gettext(
                "The unit stands in {place} already. To stay there, let it hold.", place=where
            )


def _not_a_retreat(context: Context, order: Order, _reason: Reason) -> str:
    wrong = gettext("The unit cannot retreat there.")
    return sentences(wrong, _open_to_retreat(context, order))


def _open_to_retreat(context: Context, order: Order) -> str:
    options = _retreats(context.state, order, context.board)
    if not options:
        return gettext("It must be disbanded.")
    return gettext("It can retreat to {places}.", places=either_of(options))


def _retreats(state: GameState, order: Order, board: Board) -> list[str]:
    if not isinstance(order, Retreat | Disband):
        return []
    place = order.unit.at.province
    waiting = [one for one in state.dislodged if one.unit.at.province == place]
    return [location_name(board, at) for one in waiting for at in one.retreats]


def _fixed(text: str) -> Callable[[Context, Order, Reason], str]:
    return lambda *_: gettext(text)


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
    Why.CANNOT_CONVOY: _fixed(gettext_noop("Only armies are convoyed. Name the army.")),
    Why.CLOSED: _closed,
    Why.ANARCHY: _in_anarchy,
    Why.NOT_A_RETREAT: _not_a_retreat,
    Why.NOT_DISLODGED: _fixed(
        gettext_noop("That unit was not dislodged, so it stays where it is.")
    ),
    Why.NOT_A_HOME: winter_words.no_home,
    Why.NOT_OWNED: winter_words.no_home,
    Why.OCCUPIED: winter_words.occupied,
    Why.NO_BUILD_LEFT: _fixed(
        gettext_noop("You have no build left for this. The first ones listed count.")
    ),
    Why.NO_REMOVAL_DUE: _fixed(
        gettext_noop("By itself this has no effect: you need not remove anything.")
    ),
    Why.DUPLICATE: winter_words.ordered_twice,
    Why.NO_RIVER: river_words.no_river,
    Why.NO_BRIDGE: river_words.no_bridge,
    Why.NO_UNIT_BESIDE: river_words.no_unit_beside,
    Why.NOT_YOUR_BRIDGE: river_words.not_your_bridge,
    Why.NOT_BESIDE: river_words.not_beside,
    Why.NOT_A_FLEET: winter_words.no_fleet,
    Why.TOO_DEAR: _fixed(gettext_noop("Your points as they stand do not cover this.")),
    Why.BAD_AMOUNT: _fixed(gettext_noop("Points are paid in whole numbers, 1 or more.")),
    Why.YOURSELF: winter_words.yourself,
    Why.NOT_COVERED: winter_words.not_covered,
    Why.POINTS_LACKING: gift_words.points_lacking,
    Why.NOBODY_PLAYS: gift_words.nobody_plays,
    Why.ONLY_GIFTS: _fixed(
        gettext_noop(
            "In this game a condition decides gifts of points and nothing else. Give units their "
            "orders without one."
        )
    ),
    Why.NOT_ALLOWED: _fixed(gettext_noop("This game knows no such order here.")),
}
