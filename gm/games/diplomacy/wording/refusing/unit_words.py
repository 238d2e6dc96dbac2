"""Complaints about orders to no unit, to another's, to one that obeys nobody, or in the wrong phase."""

from __future__ import annotations

from gm.contract.orders import Order
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.orders import Conditional, Give, UnitOrder
from gm.games.diplomacy.rules.outcomes import Reason
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import UnitRef
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.games.diplomacy.wording.complaints.place_words import unit_is_other
from gm.games.diplomacy.wording.naming import capital, place_name, unit_name
from gm.games.diplomacy.wording.refusing import winter_words
from gm.languages import gettext, gettext_noop

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


def not_yours(context: Context, order: Order, _reason: Reason) -> str:
    """Return whose unit an order is given to."""
    place = order.unit.at.province if isinstance(order, UnitOrder) else None
    unit = context.state.unit_in(place) if place is not None else None
    if unit is None:
        return gettext("That is not your unit. Give orders to your own units.")
    owner = context.board.powers[unit.power].name
    if context.state.centres.get(unit.at.province) == context.power:
        return gettext(
            "{place} is yours, but the unit in it is {power}'s. Give orders to your own units.",
            place=place_name(context.board, unit.at.province),
            power=owner,
        )
    return gettext("That is {power}'s unit. Give orders to your own units.", power=owner)


def no_such_unit(context: Context, order: Order, reason: Reason) -> str:
    """Return what stands where the order looks for its unit."""
    place = reason.place[0] if reason.place else None
    if place is None or place not in context.board.provinces:
        return gettext("There is no such unit. Name a province in which the unit stands now.")
    name = place_name(context.board, place)
    unit = _anybody(context.state, place)
    if _is_anothers(context, order, place):
        return not_yours(context, order, reason)
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
    return next(
        (
            dislodged.unit.ref
            for dislodged in state.dislodged
            if dislodged.unit.at.province == place
        ),
        None,
    )


def wrong_phase(context: Context, order: Order, _reason: Reason) -> str:
    """Return what the phase asks for, or when the order would be right."""
    if any(isinstance(candidate, Give) for candidate in possible(order)):
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


def in_anarchy(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on an order to a unit in anarchy (Irish 10)."""
    if not isinstance(order, UnitOrder):
        return gettext("Units in anarchy obey no orders.")
    said = gettext(
        "{unit} is in anarchy: it obeys no order and stands until a Psychiatrist meets it.",
        unit=unit_name(context.board, order.unit),
    )
    return capital(said)
