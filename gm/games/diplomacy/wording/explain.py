"""Why an order was refused or failed, in one sentence for people, or two of two lines at most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Board, Entry, Terrain
from gm.games.diplomacy.rules.mechanics.promises import gifts_in
from gm.games.diplomacy.rules.orders import (
    Build,
    BuildBridge,
    Choose,
    Convert,
    Convoy,
    Support,
    UnitOrder,
    Walk,
)
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Why
from gm.games.diplomacy.rules.season.convoys import seas_lead
from gm.games.diplomacy.rules.units import UnitKind
from gm.games.diplomacy.wording.draw_labels import special_words
from gm.games.diplomacy.wording.explain_season import (
    beaten_words,
    cause,
    dislodgement,
    fallen_to_the_same,
    fallen_words,
)
from gm.games.diplomacy.wording.promise_words import (
    coasts_named,
    deed_words,
    place_name,
    places_named,
    powers_named,
)
from gm.games.diplomacy.wording.words import location_words, points_words, unit_words
from gm.languages import gettext, listed, ngettext

# Why a winter's order was refused, or one about a river or a bridge.


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


TWO_LINES: Final = 144
"""No explanation is longer: two lines of a mail."""

_OF_A_SEASON = frozenset(
    {
        Why.BEATEN,
        Why.STANDOFF,
        Why.HEAD_TO_HEAD,
        Why.OWN_UNIT,
        Why.CONVOY_DISRUPTED,
        Why.CONVOY_MISSING,
        Why.PARADOX,
        Why.ATTACKED,
        Why.DISLODGED,
        Why.NOT_MATCHING,
    }
)
_OF_WINTER = frozenset(
    {
        Why.NOT_A_HOME,
        Why.NOT_OWNED,
        Why.OCCUPIED,
        Why.NO_BUILD_LEFT,
        Why.NO_REMOVAL_DUE,
        Why.DUPLICATE,
        Why.NO_UNIT_BESIDE,
        Why.TOO_DEAR,
        Why.BAD_AMOUNT,
        Why.YOURSELF,
        Why.NOT_COVERED,
        Why.OTHER_HALF,
        Why.POINTS_LACKING,
        Why.NOBODY_PLAYS,
        Why.ONLY_GIFTS,
    }
)
_OF_RIVERS = frozenset(
    {Why.NO_RIVER, Why.NO_BRIDGE, Why.NOT_YOUR_BRIDGE, Why.NOT_BESIDE, Why.RIVER}
)


def sentence(outcome: Outcome, board: Board, season: Sequence[Outcome] = ()) -> str:
    """Return why an order failed, and what dislodged its unit; "" where all went well.

    Args:
        outcome: what became of it.
        board: the board.
        season: the outcomes of the whole phase: only they tell who dislodged a unit whose order
            failed for another reason, and whether an army was helped that could not sail.
    """
    reason = cause(outcome, season)
    if reason is None:
        return ""
    return _written(reason, dislodgement(outcome, season), board, outcome.order)


def reason_sentence(reason: Reason, board: Board, order: Order | None = None) -> str:
    """Return a reason as one sentence. `order` is what it was given for, where that is known."""
    return _written(reason, None, board, order)


def _written(reason: Reason, fate: Reason | None, board: Board, order: Order | None) -> str:
    """Name as many units as two lines hold; the rest are counted, at last those of the fate not."""
    words = ""
    for told in (fate, _unaided(fate)) if fate is not None else (None,):
        lists = (reason.by, reason.supporters, told.supporters if told is not None else ())
        for most in range(max(map(len, lists)), -1, -1):
            words = _words(reason, board, order, most)
            if told is not None:
                words = f"{words} {fallen_words(told, board, most, reason)}"
            if len(words) <= TWO_LINES:
                return words
    if fate is not None and fate.by == reason.by:
        # Whoever beat the order also took its unit's place: his name need not stand twice.
        words = _words(reason, board, order, 0)
        return f"{words} {fallen_to_the_same(reason, board)}"
    return words


def _unaided(fate: Reason) -> Reason:
    """Return a dislodgement without those who supported it."""
    return Reason(fate.why, by=fate.by, place=fate.place)


def _words(reason: Reason, board: Board, order: Order | None, most: int) -> str:
    if isinstance(order, Walk):
        return _of_walk(reason, board, order)
    if reason.why in _OF_A_SEASON:
        return beaten_words(reason, board, order, most)
    if reason.why in _OF_WINTER:
        return winter_words(reason, board, order)
    if reason.why in _OF_RIVERS:
        return river_words(reason, board)
    return _illegal(reason, board, order)


def _of_walk(reason: Reason, board: Board, order: Walk) -> str:
    """Return why the GM's order to a special unit was refused (Irish 13)."""
    who = special_words(order.special)
    match reason.why:
        case Why.NO_SUCH_UNIT:
            return gettext("{special} is not on the board.", special=who)
        case Why.WRONG_PHASE:
            return gettext("The special units still wait in their boxes.")
        case Why.DUPLICATE:
            return gettext("A later order sends {special} elsewhere.", special=who)
        case Why.NOT_ALLOWED:
            return gettext("In this game the hat alone moves the special units.")
        case _:
            return _illegal(reason, board, order)


def _illegal(reason: Reason, board: Board, order: Order | None) -> str:
    last = place_name(reason, board, -1)
    match reason.why:
        case Why.NO_SUCH_UNIT:
            return gettext("No such unit stands in {place}.", place=last)
        case Why.NOT_YOUR_UNIT:
            owner = powers_named(reason, board, "owner", "power")
            return gettext("That unit is {power}'s.", power=owner)
        case Why.WRONG_PHASE:
            return gettext("Such an order is not given in this phase.")
        case Why.NOT_ADJACENT:
            return _apart(reason, board, order)
        case Why.NO_WAY_BY_SEA:
            return _no_way(reason, board, order)
        case Why.WRONG_TERRAIN:
            return _terrain(reason, board, order)
        case Why.SAME_PLACE if isinstance(order, Support):
            return gettext("A unit cannot support itself, nor a move to where it stands.")
        case Why.SAME_PLACE:
            return gettext("The unit stands in {place} already.", place=last)
        case Why.COAST_MISSING | Why.COAST_WRONG:
            return _coast(reason, board, order)
        case Why.CANNOT_REACH:
            return gettext(
                "The unit could not move to {place} itself, so it cannot support there.",
                place=last,
            )
        case Why.CANNOT_CONVOY:
            return gettext("Only armies are convoyed.")
        case Why.NOT_A_FLEET if isinstance(order, Convoy):
            return gettext("Only a fleet can convoy.")
        case Why.NOT_A_FLEET:
            return gettext("Only a fleet converts, into an army; an army stays what it is.")
        case Why.CLOSED:
            return _closed(reason, board)
        case Why.ANARCHY:
            return gettext("The unit is in anarchy and obeys no order: it stands.")
        case Why.NOT_A_RETREAT:
            return gettext("{place} is not open to its retreat.", place=last)
        case Why.NOT_DISLODGED:
            return gettext("The unit was not dislodged.")
        case Why.CONDITION:
            return deed_words(reason, board) or gettext("The condition was not met.")
        case Why.UNORDERED:
            return gettext("No order was received.")
        case Why.CIVIL_DISORDER:
            return gettext("It was removed in civil disorder.")
        case Why.DECREED:
            return gettext("The GM decided so.")
        case _:
            return gettext("This game has no such order.")


def _closed(reason: Reason, board: Board) -> str:
    """Say why nobody can enter a province (Irish 3, 4, 10)."""
    place = board.provinces.get(reason.place[-1]) if reason.place else None
    if place is None:
        return gettext("{place} is closed.", place=place_name(reason, board, -1))
    match place.entry:
        case Entry.HOLE:
            return gettext("{place} is a black hole, which nobody can enter.", place=place.name)
        case Entry.CLOSED:
            return gettext("{place} is closed: nobody plays its country.", place=place.name)
        case Entry.BOX:
            return gettext("{place} is only a box, which nobody enters.", place=place.name)
        case Entry.SPECIAL | Entry.ALL:
            return gettext("{place} is closed.", place=place.name)


def _apart(reason: Reason, board: Board, order: Order | None) -> str:
    """Say that provinces do not touch, or not along a coast that a fleet could follow (6.A.9)."""
    last = place_name(reason, board, -1)
    units = reason.by or ((order.unit,) if isinstance(order, UnitOrder) else ())
    here = board.provinces.get(reason.place[0]) if reason.place else None
    beside = here is not None and any(border.to == reason.place[-1] for border in here.ring)
    if beside and units and units[0].kind is UnitKind.FLEET:
        start = location_words(units[0].at, board)
        return gettext(
            "No coast that a fleet could follow leads from {start} to {end}.",
            start=start,
            end=last,
        )
    first = place_name(reason, board, 0)
    return gettext("{start} does not border {end}.", start=first, end=last)


def _no_way(reason: Reason, board: Board, order: Order | None) -> str:
    """Say why an army cannot be carried, or a fleet has no part in it (DATC 6.F.12, 6.D.31)."""
    start, end = (place_name(reason, board, at) for at in (0, -1))
    match order:
        case Convoy() if seas_lead(board, reason.place):
            return gettext(
                "No route from {start} to {end} needs this fleet.", start=start, end=end
            )
        case Support(_, army) if seas_lead(board, reason.place):
            return gettext(
                "{unit} could go there only by this fleet's own convoy.",
                unit=unit_words(army, board),
            )
        case _:
            return gettext("No chain of seas leads from {start} to {end}.", start=start, end=end)


def _coast(reason: Reason, board: Board, order: Order | None) -> str:
    last, named = place_name(reason, board, -1), listed(coasts_named(reason), "or")
    place = board.provinces.get(reason.place[-1]) if reason.place else None
    if reason.why is Why.COAST_MISSING:
        if named:
            return gettext("{place} has several coasts; name {coasts}.", place=last, coasts=named)
        return gettext("{place} has several coasts; name one of them.", place=last)
    if place is not None and not place.coasts:
        return gettext("{place} has no named coasts.", place=last)
    if isinstance(order, Build) and named:
        return gettext("{place} has no such coast; name {coasts}.", place=last, coasts=named)
    if named:
        return gettext(
            "That coast of {place} cannot be reached; {coasts} can.", place=last, coasts=named
        )
    return gettext("That coast of {place} cannot be reached; none can.", place=last)


def _terrain(reason: Reason, board: Board, order: Order | None) -> str:
    place = board.provinces.get(reason.place[-1]) if reason.place else None
    if place is None:
        return gettext("No such unit can stand there.")
    if isinstance(order, Convert):
        return gettext(
            "A fleet converts in a coastal province, and {place} is none.", place=place.name
        )
    match place.terrain:
        case Terrain.INLAND:
            return gettext("{place} lies inland, where no fleet can go.", place=place.name)
        case Terrain.SEA:
            return gettext("{place} is a sea, where no army can go.", place=place.name)
        case Terrain.COASTAL:
            return gettext(
                "Only a fleet at sea can convoy, and {place} is on the coast.", place=place.name
            )
