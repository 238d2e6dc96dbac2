"""Says of an order in the wrong place, in a game that takes winter orders from the autumn on, where to put it."""

from __future__ import annotations

from gm.contract.language import Problem
from gm.contract.orders import Order
from gm.games.diplomacy.language.refusals import piece_of, refusal
from gm.games.diplomacy.language.values import Context
from gm.games.diplomacy.rules.orders import (
    Build,
    BuildBridge,
    Disband,
    Pay,
    Receive,
    RemoveBridge,
    Waive,
)
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.languages import gettext

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
