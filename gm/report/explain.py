"""Why an order was refused or failed, in one sentence for people."""

from __future__ import annotations

from collections.abc import Iterable

from gm.report.words import points_words, unit_words
from gm.rules.board import Board, BorderKind, PowerId, ProvinceId, Terrain, army_moves
from gm.rules.orders import Build, BuildBridge, Convert, Convoy, Order, Support
from gm.rules.outcomes import Outcome, Reason, Why
from gm.rules.units import UnitRef


def sentence(outcome: Outcome, board: Board) -> str:
    """Return why an order failed, or what dislodged its unit; "" where all went well."""
    if outcome.reason is None:
        return ""
    return reason_sentence(outcome.reason, board, outcome.order)


def reason_sentence(reason: Reason, board: Board, order: Order | None = None) -> str:
    """Return a reason as one sentence. `order` is what it was given for, where that is known."""
    match reason.why:
        case (
            Why.BEATEN
            | Why.STANDOFF
            | Why.HEAD_TO_HEAD
            | Why.OWN_UNIT
            | Why.CONVOY_DISRUPTED
            | Why.CONVOY_MISSING
            | Why.PARADOX
            | Why.ATTACKED
            | Why.DISLODGED
            | Why.NOT_MATCHING
        ):
            return _beaten(reason, board, order)
        case (
            Why.NOT_A_HOME
            | Why.NOT_OWNED
            | Why.OCCUPIED
            | Why.NO_BUILD_LEFT
            | Why.NO_REMOVAL_DUE
            | Why.DUPLICATE
            | Why.NO_UNIT_BESIDE
            | Why.TOO_DEAR
            | Why.BAD_AMOUNT
            | Why.YOURSELF
            | Why.NOT_COVERED
            | Why.OTHER_HALF
        ):
            return _of_winter(reason, board, order)
        case Why.NO_RIVER | Why.NO_BRIDGE | Why.NOT_YOUR_BRIDGE | Why.NOT_BESIDE | Why.RIVER:
            return _of_rivers(reason, board)
        case _:
            return _illegal(reason, board, order)


def _illegal(reason: Reason, board: Board, order: Order | None) -> str:
    last = _place(reason, board, -1)
    match reason.why:
        case Why.NO_SUCH_UNIT:
            return f"No such unit stands in {last}."
        case Why.NOT_YOUR_UNIT:
            return f"That unit is {_power(reason, board, 'owner', 'power')}'s."
        case Why.WRONG_PHASE:
            return "Such an order is not given in this phase."
        case Why.NOT_ADJACENT:
            return f"{_place(reason, board, 0)} does not border {last}."
        case Why.NO_WAY_BY_SEA:
            return f"No chain of seas leads from {_place(reason, board, 0)} to {last}."
        case Why.WRONG_TERRAIN:
            return _terrain(reason, board, order)
        case Why.SAME_PLACE if isinstance(order, Support):
            return "A unit cannot support itself, nor a move to where it stands."
        case Why.SAME_PLACE:
            return f"The unit stands in {last} already."
        case Why.COAST_MISSING:
            return f"{last} has several coasts; name {_coasts(reason, 'one of them')}."
        case Why.COAST_WRONG:
            return f"That coast of {last} cannot be reached; {_coasts(reason, 'none')} can."
        case Why.CANNOT_REACH:
            return f"The unit could not move to {last} itself, so it cannot support there."
        case Why.CANNOT_CONVOY:
            return "Only armies are convoyed."
        case Why.NOT_A_FLEET if isinstance(order, Convoy):
            return "Only a fleet can convoy."
        case Why.NOT_A_FLEET:
            return "Only a fleet converts, into an army; an army stays what it is."
        case Why.CLOSED:
            return f"{last} is closed."
        case Why.NOT_A_RETREAT:
            return f"{last} is not open to its retreat."
        case Why.NOT_DISLODGED:
            return "The unit was not dislodged."
        case Why.CONDITION:
            return "The condition was not met."
        case Why.UNORDERED:
            return "No order was received."
        case Why.CIVIL_DISORDER:
            return "It was removed in civil disorder."
        case _:
            return "This game has no such order."


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


def _of_rivers(reason: Reason, board: Board) -> str:
    between = " and ".join(_name(place, board) for place in reason.place)
    match reason.why:
        case Why.RIVER:
            return f"The river between {between} has no bridge."
        case Why.NO_RIVER:
            return f"No river runs between {between}, so there is nothing to bridge."
        case Why.NO_BRIDGE if reason.detail:
            return f"{_power(reason, board, 'owner')} has no bridge between {between}."
        case Why.NO_BRIDGE:
            return f"No bridge stands between {between}."
        case Why.NOT_BESIDE:
            either = " or ".join(_name(place, board) for place in reason.place)
            return f"Only a unit in {either} can attack that bridge."
        case _:
            return f"The bridge between {between} is {_power(reason, board, 'owner')}'s."


def _of_winter(reason: Reason, board: Board, order: Order | None) -> str:
    last = _place(reason, board, -1)
    facts = dict(reason.detail)
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
            return "It has nothing to remove: it can keep all it has."
        case Why.DUPLICATE if isinstance(order, BuildBridge):
            return "A power can have one bridge over a pair of provinces, and it has one there."
        case Why.DUPLICATE if isinstance(order, Build):
            return f"A unit is built in {last} already."
        case Why.DUPLICATE:
            return "An earlier order did that already."
        case Why.NO_UNIT_BESIDE:
            either = " or ".join(_name(place, board) for place in reason.place)
            return f"A bridge needs a unit of its builder in {either}, and none is there."
        case Why.TOO_DEAR:
            price, left = int(facts["price"]), int(facts["left"])
            rest = f"{points_words(left)} {'is' if left == 1 else 'are'} left" if left else ""
            return f"It costs {points_words(price)}, and {rest or 'none is left'}."
        case Why.BAD_AMOUNT:
            return "An amount is a whole number of points, 1 or more."
        case Why.YOURSELF:
            return "A power cannot pay itself."
        case Why.NOT_COVERED:
            known = f": {points_words(int(facts['left']))} left" if "left" in facts else ""
            return f"The payer's own income does not cover it{known}."
        case _:
            return f"{_power(reason, board, 'power')} gave no order that matches it."


def _beaten(reason: Reason, board: Board, order: Order | None) -> str:
    by = _units(reason.by, board)
    match reason.why:
        case Why.STANDOFF:
            return f"It stood off with {by}{_balance(reason, board)}."
        case Why.HEAD_TO_HEAD:
            return f"It met {by} head to head{_balance(reason, board)}."
        case Why.OWN_UNIT:
            return f"{by} did not leave, and no power dislodges its own unit."
        case Why.CONVOY_DISRUPTED:
            return f"Its convoy was broken: {by or 'a fleet'} was dislodged."
        case Why.CONVOY_MISSING:
            return _unconvoyed(reason, board)
        case Why.PARADOX:
            return "Its convoy hung on its own success, a paradox, and failed."
        case Why.ATTACKED if isinstance(order, Support):
            return f"It was cut by the attack of {by}."
        case Why.ATTACKED:
            return f"It came under attack by {by}."
        case Why.DISLODGED:
            return f"It was dislodged by {by}{_balance(reason, board)}."
        case Why.NOT_MATCHING:
            return f"{by} was not ordered to do that."
        case _:
            return f"It was stopped by {by}{_balance(reason, board)}."


def _unconvoyed(reason: Reason, board: Board) -> str:
    if len(reason.place) == 2 and unbridged(board, *reason.place):
        between = " and ".join(_name(place, board) for place in reason.place)
        return (
            f"The river between {between} has no bridge, and no fleets were ordered to convoy it."
        )
    return "No complete chain of fleets was ordered to convoy it."


def unbridged(board: Board, one: ProvinceId, other: ProvinceId) -> bool:
    """Tell whether nothing but a river without a bridge parts two provinces (Republic 9a)."""
    ring = board.province(one).ring if one in board.provinces else ()
    kinds = {border.kind for border in ring if border.to == other}
    return kinds == {BorderKind.RIVER} and other not in army_moves(board, one)


def _balance(reason: Reason, board: Board) -> str:
    """Return who helped the opponent, and the strength of the order against his."""
    helpers = _units(reason.supporters, board)
    support = f", supported by {helpers}" if helpers else ""
    if reason.strength is None or reason.against is None:
        return support
    return f"{support}: strength {reason.strength} against {reason.against}"


def _units(units: Iterable[UnitRef], board: Board) -> str:
    """Join units as `Army Laois, Army Clare and Fleet Waterford`."""
    return _listed([unit_words(unit, board) for unit in units], "and")


def _listed(words: list[str], last: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _coasts(reason: Reason, otherwise: str) -> str:
    named = [value.upper() for key, value in reason.detail if key == "coast"]
    return _listed(named, "or") or otherwise


def _place(reason: Reason, board: Board, index: int) -> str:
    return _name(reason.place[index], board) if reason.place else "that place"


def _name(place: ProvinceId, board: Board) -> str:
    # A province that was split is gone from the board, but orders may still speak of it.
    known = board.provinces.get(place)
    return known.name if known is not None else place


def _power(reason: Reason, board: Board, *keys: str) -> str:
    names = [value for key, value in reason.detail if key in keys]
    ids = [PowerId(one) for name in names for one in name.split(", ")]
    words = [board.powers[one].name if one in board.powers else one for one in ids]
    return _listed(words, "and") or "another power"
