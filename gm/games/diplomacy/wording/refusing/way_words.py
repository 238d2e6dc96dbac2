"""Complaints about where a unit is sent: too far, over a river, to the wrong ground or coast."""

from __future__ import annotations

from gm.contract.orders import Order
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Board, Location, ProvinceId, Terrain
from gm.games.diplomacy.rules.board_split import place_named
from gm.games.diplomacy.rules.orders import (
    Build,
    Choose,
    Convert,
    Convoy,
    Move,
    Retreat,
    Support,
    UnitOrder,
)
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.season.convoys import seas_lead
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.wording.naming import (
    capital,
    did_you_mean,
    either_of,
    location_name,
    place_name,
    sentences,
    unit_name,
)
from gm.games.diplomacy.wording.refusing import winter_words
from gm.games.diplomacy.wording.refusing.reaches import (
    goal_of,
    reachable,
    retreats_of,
    shut_because,
)
from gm.languages import gettext


def _mover(order: Order, reason: Reason) -> UnitRef | None:
    if reason.by:
        return reason.by[0]
    return order.unit if isinstance(order, UnitOrder) else None


def _places(context: Context, order: Order, reason: Reason) -> list[str]:
    places = reason.place or tuple(filter(None, (goal_of(order),)))
    return [
        place_name(context.board, place) for place in places if place in context.board.provinces
    ]


def coasts_of(board: Board, order: Order, reason: Reason) -> tuple[str, ...]:
    """Return the coasts that are possible where an order names none, or a wrong one."""
    place = reason.place[-1] if reason.place else goal_of(order)
    if place is None:
        return ()
    coasts = tuple(name for key, name in reason.detail if key == "coast")
    return tuple(location_name(board, Location(place, coast)) for coast in coasts)


def not_adjacent(context: Context, order: Order, reason: Reason) -> str:
    """Return that a unit cannot go so far, and where it can go."""
    unit = _mover(order, reason)
    goal = goal_of(order)
    if unit is None or goal is None:
        return gettext("These provinces do not border each other.")
    reach = reachable(context.board, unit)
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


def _other_ways(board: Board, unit: UnitRef) -> str:
    """Return the sentence on where a unit can go; "" if nowhere."""
    reach = reachable(board, unit)
    if not reach:
        return ""
    ways = gettext(
        "{unit} can go to {places}.", unit=unit_name(board, unit), places=either_of(reach)
    )
    return capital(ways)


def over_river(context: Context, order: Order, reason: Reason) -> str:
    """Return that a river without a bridge lies between, and what is open (Republic 9)."""
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


def by_sea(context: Context, order: Order, reason: Reason) -> str:
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


def wrong_terrain(context: Context, order: Order, reason: Reason) -> str:
    """Return that a unit of this kind cannot be there, or convoys nobody from there."""
    place = reason.place[0] if reason.place else goal_of(order)
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


def closed(context: Context, order: Order, reason: Reason) -> str:
    """Return why nothing enters a province, and where the unit can go instead (Irish 3, 4, 10)."""
    place = reason.place[-1] if reason.place else goal_of(order)
    if place is None or place not in context.board.provinces:
        return gettext("No unit may enter that province. Choose another.")
    if isinstance(order, Build):
        return winter_words.shut_home(context, place)
    ways = _other_ways(context.board, order.unit) if isinstance(order, Move) else ""
    # Translators: {reason} is "Burgundy is a black hole", for example.
    shut = gettext("{reason}, and nothing can enter it.", reason=shut_because(context, place))
    return sentences(shut, ways)


def wrong_coast(context: Context, order: Order, reason: Reason) -> str:
    """Return that a coast is missing or cannot be reached, and which there are."""
    coasts = coasts_of(context.board, order, reason)
    asked = did_you_mean(coasts) if coasts else ""
    if reason.why is Why.COAST_MISSING:
        return sentences(gettext("Which coast?"), asked)
    return sentences(gettext("That coast cannot be reached."), asked)


def cannot_reach(context: Context, order: Order, reason: Reason) -> str:
    """Return that a unit supports where it could not go itself."""
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


def same_place(context: Context, order: Order, reason: Reason) -> str:
    """Return that a unit is sent to where it stands, or supports a move against itself."""
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


def not_a_retreat(context: Context, order: Order, _reason: Reason) -> str:
    """Return that a unit cannot retreat there, and where it can."""
    wrong = gettext("The unit cannot retreat there.")
    return sentences(wrong, _open_to_retreat(context, order))


def _open_to_retreat(context: Context, order: Order) -> str:
    options = retreats_of(context.state, order, context.board)
    if not options:
        return gettext("It must be disbanded.")
    return gettext("It can retreat to {places}.", places=either_of(options))
