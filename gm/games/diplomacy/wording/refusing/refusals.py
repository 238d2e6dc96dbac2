"""Says in a sentence why the rules refuse an order, and what would be right."""

from __future__ import annotations

from gm.contract.language import Problem
from gm.contract.orders import Order
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.orders import (
    Build,
    BuildBridge,
    Disband,
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
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.games.diplomacy.wording.naming import (
    did_you_mean,
    place_name,
    sentences,
)
from gm.games.diplomacy.wording.reasons import REASONS
from gm.games.diplomacy.wording.refusing import way_words
from gm.games.diplomacy.wording.refusing.reaches import reachable, retreats_of
from gm.languages import gettext

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
    writer = REASONS[reason.why].receipt
    if writer is not None:
        return writer(context, order, reason)
    return gettext("This order is not possible: {reason}.", reason=reason.why.value)


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
