"""Why an order was refused or failed, in one sentence for people, or two of two lines at most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.report.explaining.explain_season import beaten_words, cause, dislodgement
from gm.report.explaining.explain_winter import river_words, winter_words
from gm.report.explaining.reason_words import coasts_named, place_name, powers_named
from gm.report.wording.draw_labels import special_words
from gm.report.wording.phrases import listed
from gm.report.wording.promise_words import deed_words
from gm.report.wording.words import location_words, unit_words
from gm.rules.board import Board, Entry, Terrain
from gm.rules.orders import Build, Convert, Convoy, Order, Support, UnitOrder, Walk
from gm.rules.outcomes import Outcome, Reason, Why
from gm.rules.seaways import seas_lead
from gm.rules.units import UnitKind

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
                words = f"{words} {_fallen(words, beaten_words(told, board, order, most))}"
            if len(words) <= TWO_LINES:
                return words
    if fate is not None and fate.by == reason.by:
        # Whoever beat the order also took its unit's place: his name need not stand twice.
        words = _words(reason, board, order, 0)
        return f"{words} {_fallen(words, 'It was dislodged by that unit.')}"
    return words


def _fallen(before: str, fell: str) -> str:
    """Name the unit where the sentence before spoke of something else."""
    return fell if before.startswith("It ") else f"The unit{fell.removeprefix('It')}"


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
            return f"{who} is not on the board."
        case Why.WRONG_PHASE:
            return "The special units still wait in their boxes."
        case Why.DUPLICATE:
            return f"A later order sends {who} elsewhere."
        case Why.NOT_ALLOWED:
            return "In this game the hat alone moves the special units."
        case _:
            return _illegal(reason, board, order)


def _illegal(reason: Reason, board: Board, order: Order | None) -> str:
    last = place_name(reason, board, -1)
    match reason.why:
        case Why.NO_SUCH_UNIT:
            return f"No such unit stands in {last}."
        case Why.NOT_YOUR_UNIT:
            return f"That unit is {powers_named(reason, board, 'owner', 'power')}'s."
        case Why.WRONG_PHASE:
            return "Such an order is not given in this phase."
        case Why.NOT_ADJACENT:
            return _apart(reason, board, order)
        case Why.NO_WAY_BY_SEA:
            return _no_way(reason, board, order)
        case Why.WRONG_TERRAIN:
            return _terrain(reason, board, order)
        case Why.SAME_PLACE if isinstance(order, Support):
            return "A unit cannot support itself, nor a move to where it stands."
        case Why.SAME_PLACE:
            return f"The unit stands in {last} already."
        case Why.COAST_MISSING | Why.COAST_WRONG:
            return _coast(reason, board, order)
        case Why.CANNOT_REACH:
            return f"The unit could not move to {last} itself, so it cannot support there."
        case Why.CANNOT_CONVOY:
            return "Only armies are convoyed."
        case Why.NOT_A_FLEET if isinstance(order, Convoy):
            return "Only a fleet can convoy."
        case Why.NOT_A_FLEET:
            return "Only a fleet converts, into an army; an army stays what it is."
        case Why.CLOSED:
            return _closed(reason, board)
        case Why.ANARCHY:
            return "The unit is in anarchy and obeys no order: it stands."
        case Why.NOT_A_RETREAT:
            return f"{last} is not open to its retreat."
        case Why.NOT_DISLODGED:
            return "The unit was not dislodged."
        case Why.CONDITION:
            return deed_words(reason, board) or "The condition was not met."
        case Why.UNORDERED:
            return "No order was received."
        case Why.CIVIL_DISORDER:
            return "It was removed in civil disorder."
        case Why.DECREED:
            return "The GM decided so."
        case _:
            return "This game has no such order."


def _closed(reason: Reason, board: Board) -> str:
    """Say why nobody can enter a province (Irish 3, 4, 10)."""
    place = board.provinces.get(reason.place[-1]) if reason.place else None
    if place is None:
        return f"{place_name(reason, board, -1)} is closed."
    match place.entry:
        case Entry.HOLE:
            return f"{place.name} is a black hole, which nobody can enter."
        case Entry.CLOSED:
            return f"{place.name} is closed: nobody plays its country."
        case Entry.BOX:
            return f"{place.name} is only a box, which nobody enters."
        case Entry.SPECIAL | Entry.ALL:
            return f"{place.name} is closed."


def _apart(reason: Reason, board: Board, order: Order | None) -> str:
    """Say that provinces do not touch, or not along a coast that a fleet could follow (6.A.9)."""
    last = place_name(reason, board, -1)
    units = reason.by or ((order.unit,) if isinstance(order, UnitOrder) else ())
    here = board.provinces.get(reason.place[0]) if reason.place else None
    beside = here is not None and any(one.to == reason.place[-1] for one in here.ring)
    if beside and units and units[0].kind is UnitKind.FLEET:
        start = location_words(units[0].at, board)
        return f"No coast that a fleet could follow leads from {start} to {last}."
    return f"{place_name(reason, board, 0)} does not border {last}."


def _no_way(reason: Reason, board: Board, order: Order | None) -> str:
    """Say why an army cannot be carried, or a fleet has no part in it (DATC 6.F.12, 6.D.31)."""
    ends = f"from {place_name(reason, board, 0)} to {place_name(reason, board, -1)}"
    match order:
        case Convoy() if seas_lead(board, reason.place):
            return f"No route {ends} needs this fleet."
        case Support(_, army) if seas_lead(board, reason.place):
            return f"{unit_words(army, board)} could go there only by this fleet's own convoy."
        case _:
            return f"No chain of seas leads {ends}."


def _coast(reason: Reason, board: Board, order: Order | None) -> str:
    last, named = place_name(reason, board, -1), listed(coasts_named(reason), "or")
    place = board.provinces.get(reason.place[-1]) if reason.place else None
    if reason.why is Why.COAST_MISSING:
        return f"{last} has several coasts; name {named or 'one of them'}."
    if place is not None and not place.coasts:
        return f"{last} has no named coasts."
    if isinstance(order, Build) and named:
        return f"{last} has no such coast; name {named}."
    return f"That coast of {last} cannot be reached; {named or 'none'} can."


def _terrain(reason: Reason, board: Board, order: Order | None) -> str:
    place = board.provinces.get(reason.place[-1]) if reason.place else None
    if place is None:
        return "No such unit can stand there."
    if isinstance(order, Convert):
        return f"A fleet converts in a coastal province, and {place.name} is none."
    match place.terrain:
        case Terrain.INLAND:
            return f"{place.name} lies inland, where no fleet can go."
        case Terrain.SEA:
            return f"{place.name} is a sea, where no army can go."
        case Terrain.COASTAL:
            return f"Only a fleet at sea can convoy, and {place.name} is on the coast."
