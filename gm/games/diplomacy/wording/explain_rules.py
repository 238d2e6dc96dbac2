"""Why the rules took no order, or it came to nothing: what a report says of each reason."""

from __future__ import annotations

from gm.games.diplomacy.rules.board import Entry, Terrain
from gm.games.diplomacy.rules.mechanics.promises import gifts_in
from gm.games.diplomacy.rules.orders import (
    Build,
    BuildBridge,
    Choose,
    Convert,
    Convoy,
    Support,
    UnitOrder,
)
from gm.games.diplomacy.rules.outcomes import Why
from gm.games.diplomacy.rules.season.convoys import seas_lead
from gm.games.diplomacy.rules.units import UnitKind
from gm.games.diplomacy.wording.explain_season import Failure
from gm.games.diplomacy.wording.promise_words import coasts_named, deed_words, place_name
from gm.games.diplomacy.wording.words import location_words, points_words, unit_words
from gm.languages import gettext, listed, ngettext

# Units and where they are sent.


def no_such_unit(failure: Failure) -> str:
    """Say where nothing stands."""
    return gettext("No such unit stands in {place}.", place=failure.last)


def not_yours(failure: Failure) -> str:
    """Say whose unit it is."""
    owner = failure.powers("owner", "power")
    return gettext("That unit is {power}'s.", power=owner)


def apart(failure: Failure) -> str:
    """Say that provinces do not touch, or not along a coast that a fleet could follow (6.A.9)."""
    reason, board, order = failure.reason, failure.board, failure.order
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


def no_way(failure: Failure) -> str:
    """Say why an army cannot be carried, or a fleet has no part in it (DATC 6.F.12, 6.D.31)."""
    reason, board, order = failure.reason, failure.board, failure.order
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


def terrain(failure: Failure) -> str:
    """Say why the unit, or a convoy, is nothing for the ground."""
    reason, board, order = failure.reason, failure.board, failure.order
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


def same_place(failure: Failure) -> str:
    """Say that a unit cannot support itself, or stands there already."""
    if isinstance(failure.order, Support):
        return gettext("A unit cannot support itself, nor a move to where it stands.")
    return gettext("The unit stands in {place} already.", place=failure.last)


def coast(failure: Failure) -> str:
    """Say which coasts there are."""
    reason, board, order = failure.reason, failure.board, failure.order
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


def cannot_reach(failure: Failure) -> str:
    """Say that a unit supports only where it could go."""
    return gettext(
        "The unit could not move to {place} itself, so it cannot support there.",
        place=failure.last,
    )


def no_fleet(failure: Failure) -> str:
    """Say what a fleet alone does."""
    if isinstance(failure.order, Convoy):
        return gettext("Only a fleet can convoy.")
    return gettext("Only a fleet converts, into an army; an army stays what it is.")


def closed(failure: Failure) -> str:
    """Say why nobody can enter a province (Irish 3, 4, 10)."""
    reason, board = failure.reason, failure.board
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


def no_refuge(failure: Failure) -> str:
    """Say where a unit cannot retreat."""
    return gettext("{place} is not open to its retreat.", place=failure.last)


def condition(failure: Failure) -> str:
    """Say by which deed a condition was decided."""
    return deed_words(failure.reason, failure.board) or gettext("The condition was not met.")


# Rivers and bridges.


def over_river(failure: Failure) -> str:
    """Say which river has no bridge."""
    # Translators: {places} is "Kilkenny West and Waterford".
    return gettext("The river between {places} has no bridge.", places=failure.places())


def no_river(failure: Failure) -> str:
    """Say between which provinces no river runs."""
    return gettext(
        "No river runs between {places}, so no bridge can stand there.", places=failure.places()
    )


def no_bridge(failure: Failure) -> str:
    """Say between which provinces no bridge stands, or none of that power's."""
    if failure.reason.detail:
        owner = failure.powers("owner")
        return gettext(
            "{power} has no bridge between {places}.", power=owner, places=failure.places()
        )
    return gettext("No bridge stands between {places}.", places=failure.places())


def not_beside(failure: Failure) -> str:
    """Say who could attack a bridge."""
    return gettext("Only a unit in {places} can attack that bridge.", places=failure.places("or"))


def not_your_bridge(failure: Failure) -> str:
    """Say whose bridge it is."""
    return gettext(
        "The bridge between {places} is {power}'s.",
        places=failure.places(),
        power=failure.powers("owner"),
    )


def no_unit_beside(failure: Failure) -> str:
    """Say where a bridge needs a unit."""
    return gettext(
        "A bridge needs a unit of its builder in {places}, and none is there.",
        places=failure.places("or"),
    )


# The winter's builds, removals and points.


def not_a_home(failure: Failure) -> str:
    """Say which province is no home."""
    return gettext("{place} is not one of its home provinces.", place=failure.last)


def not_owned(failure: Failure) -> str:
    """Say which home is another's."""
    return gettext("{place} is a home centre that it does not own.", place=failure.last)


def occupied(failure: Failure) -> str:
    """Say which home is not vacant."""
    return gettext("{place} is occupied.", place=failure.last)


def twice(failure: Failure) -> str:
    """Say what an earlier order did, or a later one does."""
    place = failure.last
    match failure.order:
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


def too_dear(failure: Failure) -> str:
    """Say what it costs, and what is left."""
    points, left = points_words(int(failure.facts["price"])), int(failure.facts["left"])
    if not left:
        return gettext("It costs {points}, and none is left.", points=points)
    return ngettext(
        "It costs {points}, and {n} point is left.",
        "It costs {points}, and {n} points are left.",
        left,
        points=points,
        n=left,
    )


def yourself(failure: Failure) -> str:
    """Say that nobody pays himself."""
    if failure.order is not None and gifts_in(failure.order):
        return gettext("A power cannot give points to itself.")
    return gettext("A power cannot pay itself.")


def lacking(failure: Failure) -> str:
    """Say what was left of a giver's points, and what the gift would have taken (Irish 15)."""
    left = int(failure.facts.get("left", 0))
    wanted = gifts_in(failure.order) if failure.order is not None else ()
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


def nobody_plays(failure: Failure) -> str:
    """Say whose points nobody would get."""
    return gettext(
        "Nobody plays {power}, so nobody gets the points.", power=failure.powers("power")
    )


def not_covered(failure: Failure) -> str:
    """Say what is left of a payer's income."""
    if "left" in failure.facts:
        left = points_words(int(failure.facts["left"]))
        return gettext("The payer's own income does not cover it: {points} left.", points=left)
    return gettext("The payer's own income does not cover it.")


def other_half(failure: Failure) -> str:
    """Say who gave no order for his half of a payment."""
    return gettext("{power} gave no order that matches it.", power=failure.powers("power"))
