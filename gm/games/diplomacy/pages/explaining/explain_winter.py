"""Why a winter's order was refused, or one about a river or a bridge."""

from __future__ import annotations

from gm.contract.orders import Order
from gm.games.diplomacy.pages.explaining.reason_words import place_name, places_named, powers_named
from gm.games.diplomacy.pages.wording.words import points_words
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.mechanics.promised import gifts_in
from gm.games.diplomacy.rules.orders import Build, BuildBridge, Choose
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.languages import gettext, ngettext


def river_words(reason: Reason, board: Board) -> str:
    """Return why a river or a bridge stops an order."""
    between = places_named(reason, board)
    match reason.why:
        case Why.RIVER:
            # Translators: {places} is "Kilkenny West and Waterford".
            return gettext("The river between {places} has no bridge.", places=between)
        case Why.NO_RIVER:
            return gettext(
                "No river runs between {places}, so no bridge can stand there.", places=between
            )
        case Why.NO_BRIDGE if reason.detail:
            owner = powers_named(reason, board, "owner")
            return gettext("{power} has no bridge between {places}.", power=owner, places=between)
        case Why.NO_BRIDGE:
            return gettext("No bridge stands between {places}.", places=between)
        case Why.NOT_BESIDE:
            either = places_named(reason, board, "or")
            return gettext("Only a unit in {places} can attack that bridge.", places=either)
        case _:
            owner = powers_named(reason, board, "owner")
            return gettext(
                "The bridge between {places} is {power}'s.", places=between, power=owner
            )


def winter_words(reason: Reason, board: Board, order: Order | None) -> str:
    """Return why a winter's order was refused."""
    last = place_name(reason, board, -1)
    match reason.why:
        case Why.NOT_A_HOME:
            return gettext("{place} is not one of its home provinces.", place=last)
        case Why.NOT_OWNED:
            return gettext("{place} is a home centre that it does not own.", place=last)
        case Why.OCCUPIED:
            return gettext("{place} is occupied.", place=last)
        case Why.NO_BUILD_LEFT:
            return gettext("No build is left for it.")
        case Why.NO_REMOVAL_DUE:
            return gettext("That unit need not go: it can be kept.")
        case Why.DUPLICATE:
            return _twice(last, order)
        case Why.NO_UNIT_BESIDE:
            either = places_named(reason, board, "or")
            return gettext(
                "A bridge needs a unit of its builder in {places}, and none is there.",
                places=either,
            )
        case _:
            return _money_words(reason, board, order)


def _twice(place: str, order: Order | None) -> str:
    match order:
        case BuildBridge():
            return gettext(
                "A power can have one bridge over a pair of provinces; this is its second."
            )
        case Choose():
            return gettext("A later order chooses the first piece in {place}.", place=place)
        case Build():
            return gettext("An earlier order builds in {place} already.", place=place)
        case _:
            return gettext("An earlier order did that already.")


def _money_words(reason: Reason, board: Board, order: Order | None) -> str:
    facts = dict(reason.detail)
    match reason.why:
        case Why.TOO_DEAR:
            return _too_dear(int(facts["price"]), int(facts["left"]))
        case Why.BAD_AMOUNT:
            return gettext("An amount is a whole number of points, 1 or more.")
        case Why.YOURSELF if order is not None and gifts_in(order):
            return gettext("A power cannot give points to itself.")
        case Why.YOURSELF:
            return gettext("A power cannot pay itself.")
        case Why.POINTS_LACKING:
            return _lacking(int(facts.get("left", 0)), order)
        case Why.NOBODY_PLAYS:
            return gettext(
                "Nobody plays {power}, so nobody gets the points.",
                power=powers_named(reason, board, "power"),
            )
        case Why.ONLY_GIFTS:
            return gettext("Only gifts of points can hang on a condition in this game.")
        case Why.NOT_COVERED if "left" in facts:
            left = points_words(int(facts["left"]))
            return gettext("The payer's own income does not cover it: {points} left.", points=left)
        case Why.NOT_COVERED:
            return gettext("The payer's own income does not cover it.")
        case _:
            power = powers_named(reason, board, "power")
            return gettext("{power} gave no order that matches it.", power=power)


def _too_dear(price: int, left: int) -> str:
    points = points_words(price)
    if not left:
        return gettext("It costs {points}, and none is left.", points=points)
    return ngettext(
        "It costs {points}, and {n} point is left.",
        "It costs {points}, and {n} points are left.",
        left,
        points=points,
        n=left,
    )


def _lacking(left: int, order: Order | None) -> str:
    """Say what was left of a giver's points, and what the gift would have taken (Irish 15)."""
    wanted = gifts_in(order) if order is not None else ()
    if len(wanted) == 1:
        return _gift_lacks(points_words(wanted[0].amount), left)
    if not left:
        return gettext("The giver's points do not cover it: none was left.")
    return ngettext(
        "The giver's points do not cover it: {n} point was left.",
        "The giver's points do not cover it: {n} points were left.",
        left,
        n=left,
    )


def _gift_lacks(points: str, left: int) -> str:
    if not left:
        return gettext("It takes {points}, and none was left: nothing is paid.", points=points)
    return ngettext(
        "It takes {points}, and {n} point was left: nothing is paid.",
        "It takes {points}, and {n} points were left: nothing is paid.",
        left,
        points=points,
        n=left,
    )
