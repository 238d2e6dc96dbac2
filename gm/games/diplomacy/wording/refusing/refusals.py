"""Says in a sentence why the rules refuse an order, and what would be right: a writer for each kind of reason."""

from __future__ import annotations

from collections.abc import Callable

from gm.contract.language import Problem
from gm.contract.orders import Order
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import (
    Build,
    BuildBridge,
    Conditional,
    Disband,
    Give,
    Move,
    Pay,
    Receive,
    RemoveBridge,
    Retreat,
    UnitOrder,
    Waive,
)
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import UnitRef
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.games.diplomacy.wording.complaints.place_words import unit_is_other
from gm.games.diplomacy.wording.naming import (
    capital,
    did_you_mean,
    place_name,
    sentences,
    unit_name,
)
from gm.games.diplomacy.wording.refusing import gift_words, river_words, way_words, winter_words
from gm.games.diplomacy.wording.refusing.reaches import reachable, retreats_of
from gm.languages import gettext, gettext_noop

# Says in a sentence why the rules refuse an order, and what would be right.

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
        return Problem(sentence, piece_of(order), way_words.coasts_of(board, order, reason))
    alike = _alike_within_reach(context, order) if reason.why in _MISTAKEN_NAMES else ()
    asked = did_you_mean(alike) if alike else ""
    whose = _owner_of(context, order) if reason.why is Why.NOT_YOUR_UNIT else None
    return Problem(sentences(sentence, asked), piece_of(order), alike, whose=whose)


def _owner_of(context: Context, order: Order) -> PowerId | None:
    """Return whose unit an order is given to."""
    place = order.unit.at.province if isinstance(order, UnitOrder) else None
    unit = context.state.unit_in(place) if place is not None else None
    return unit.power if unit is not None else None


def _alike_within_reach(context: Context, order: Order) -> tuple[str, ...]:
    """Return where the unit could go that is spelt like where it cannot: Tyrolia, Tyrrhenian."""
    board = context.board
    if not isinstance(order, Move | Retreat) or order.to.province not in board.provinces:
        return ()
    start = place_name(board, order.to.province).casefold()[:3]
    if isinstance(order, Retreat):
        reach = retreats_of(context.state, order, board)
    else:
        reach = reachable(board, order.unit)
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


def _sentence(context: Context, order: Order, reason: Reason) -> str:
    writer = _WRITERS.get(reason.why)
    if writer is not None:
        return writer(context, order, reason)
    return gettext("This order is not possible: {reason}.", reason=reason.why.value)


def _whose(context: Context, order: Order, _reason: Reason) -> str:
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
    return next(
        (
            dislodged.unit.ref
            for dislodged in state.dislodged
            if dislodged.unit.at.province == place
        ),
        None,
    )


def _wrong_phase(context: Context, order: Order, _reason: Reason) -> str:
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


def _in_anarchy(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on an order to a unit in anarchy (Irish 10)."""
    if not isinstance(order, UnitOrder):
        return gettext("Units in anarchy obey no orders.")
    said = gettext(
        "{unit} is in anarchy: it obeys no order and stands until a Psychiatrist meets it.",
        unit=unit_name(context.board, order.unit),
    )
    return capital(said)


def _fixed(text: str) -> Callable[[Context, Order, Reason], str]:
    return lambda *_: gettext(text)


_WRITERS: dict[Why, Callable[[Context, Order, Reason], str]] = {
    Why.NOT_YOUR_UNIT: _whose,
    Why.NO_SUCH_UNIT: _no_unit,
    Why.WRONG_PHASE: _wrong_phase,
    Why.NOT_ADJACENT: way_words.not_adjacent,
    Why.NO_WAY_BY_SEA: way_words.by_sea,
    Why.RIVER: way_words.over_river,
    Why.WRONG_TERRAIN: way_words.wrong_terrain,
    Why.SAME_PLACE: way_words.same_place,
    Why.COAST_MISSING: way_words.wrong_coast,
    Why.COAST_WRONG: way_words.wrong_coast,
    Why.CANNOT_REACH: way_words.cannot_reach,
    Why.CANNOT_CONVOY: _fixed(gettext_noop("Only armies are convoyed. Name the army.")),
    Why.CLOSED: way_words.closed,
    Why.ANARCHY: _in_anarchy,
    Why.NOT_A_RETREAT: way_words.not_a_retreat,
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


# Says of an order in the wrong place, in a game that takes winter orders from the autumn on, where to put it.

_OF_WINTER = (Build, BuildBridge, Disband, Pay, Receive, RemoveBridge, Waive)


def refused(context: Context, order: Order, reason: Reason) -> Problem:
    """Return the problem for an order that the rules refuse, with when or where it would count."""
    if reason.why is Why.WRONG_PHASE and context.ahead is not None:
        message = gettext(
            "This stands under the heading of the winter, which asks for builds, removals, bridges "
            "and payments. Write it above that heading."
        )
        return Problem(message, piece_of(order))
    if context.taken_from and _is_too_early(context, order, reason):
        message = gettext(
            "Winter orders are taken from {season} on. Send this then, together with "
            "the orders for that season or in a mail of its own.",
            season=context.taken_from,
        )
        return Problem(message, piece_of(order))
    return refusal(context, order, reason)


def _is_too_early(context: Context, order: Order, reason: Reason) -> bool:
    plain = [*possible(order)]
    if not plain or not all(isinstance(candidate, _OF_WINTER) for candidate in plain):
        return False
    if context.kind is PhaseKind.RETREAT and isinstance(order, Disband):
        return False  # he speaks of a retreat that there is not
    return reason.why is Why.WRONG_PHASE
