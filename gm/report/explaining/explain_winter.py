"""Why a winter's order was refused, or one about a river or a bridge."""

from __future__ import annotations

from gm.report.explaining.reason_words import place_name, places_named, powers_named
from gm.report.wording.promise_words import gifts_in
from gm.report.wording.words import points_words
from gm.rules.board import Board
from gm.rules.orders import Build, BuildBridge, Order
from gm.rules.outcomes import Reason, Why


def river_words(reason: Reason, board: Board) -> str:
    """Return why a river or a bridge stops an order."""
    between = places_named(reason, board)
    match reason.why:
        case Why.RIVER:
            return f"The river between {between} has no bridge."
        case Why.NO_RIVER:
            return f"No river runs between {between}, so no bridge can stand there."
        case Why.NO_BRIDGE if reason.detail:
            return f"{powers_named(reason, board, 'owner')} has no bridge between {between}."
        case Why.NO_BRIDGE:
            return f"No bridge stands between {between}."
        case Why.NOT_BESIDE:
            either = places_named(reason, board, "or")
            return f"Only a unit in {either} can attack that bridge."
        case _:
            return f"The bridge between {between} is {powers_named(reason, board, 'owner')}'s."


def winter_words(reason: Reason, board: Board, order: Order | None) -> str:
    """Return why a winter's order was refused."""
    last = place_name(reason, board, -1)
    match reason.why:
        case Why.NOT_A_HOME:
            return f"{last} is not one of its home provinces."
        case Why.NOT_OWNED:
            return f"{last} is a home centre that it does not own."
        case Why.OCCUPIED:
            return f"{last} is occupied."
        case Why.NO_BUILD_LEFT:
            return "It has no build left."
        case Why.NO_REMOVAL_DUE:
            return "That unit need not go: it can be kept."
        case Why.DUPLICATE if isinstance(order, BuildBridge):
            return "A power can have one bridge over a pair of provinces; this is its second."
        case Why.DUPLICATE if isinstance(order, Build):
            return f"An earlier order builds in {last} already."
        case Why.DUPLICATE:
            return "An earlier order did that already."
        case Why.NO_UNIT_BESIDE:
            either = places_named(reason, board, "or")
            return f"A bridge needs a unit of its builder in {either}, and none is there."
        case _:
            return _money_words(reason, board, order)


def _money_words(reason: Reason, board: Board, order: Order | None) -> str:
    facts = dict(reason.detail)
    match reason.why:
        case Why.TOO_DEAR:
            price, left = int(facts["price"]), int(facts["left"])
            rest = f"{points_words(left)} {'is' if left == 1 else 'are'} left" if left else ""
            return f"It costs {points_words(price)}, and {rest or 'none is left'}."
        case Why.BAD_AMOUNT:
            return "An amount is a whole number of points, 1 or more."
        case Why.YOURSELF if order is not None and gifts_in(order):
            return "A power cannot give points to itself."
        case Why.YOURSELF:
            return "A power cannot pay itself."
        case Why.POINTS_LACKING:
            return _lacking(int(facts.get("left", 0)), order)
        case Why.NOBODY_PLAYS:
            return (
                f"Nobody plays {powers_named(reason, board, 'power')}, so nobody gets the points."
            )
        case Why.ONLY_GIFTS:
            return "Only gifts of points can hang on a condition in this game."
        case Why.NOT_COVERED:
            known = f": {points_words(int(facts['left']))} left" if "left" in facts else ""
            return f"The payer's own income does not cover it{known}."
        case _:
            return f"{powers_named(reason, board, 'power')} gave no order that matches it."


def _lacking(left: int, order: Order | None) -> str:
    """Say what was left of a giver's points, and what the gift would have taken (Irish 15)."""
    had = f"{points_words(left) if left else 'none'} {'was' if left < 2 else 'were'} left"
    wanted = gifts_in(order) if order is not None else ()
    if len(wanted) != 1:
        return f"The giver's points do not cover it: {had}."
    return f"It takes {points_words(wanted[0].amount)}, and {had}: nothing is paid."
