"""Why an order of a season failed although it was legal: who beat it, and what befell its unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.report.explaining.reason_words import places_named, units_named
from gm.report.wording.phrases import first_upper
from gm.rules.board import Board, BorderKind, PowerId, ProvinceId, army_moves
from gm.rules.orders import AttackBridge, Convoy, Move, Order, Support, UnitOrder
from gm.rules.outcomes import Outcome, Reason, Result, Why
from gm.rules.units import UnitRef

_NO_FLEET = ("convoys", "none")
"""The detail of a convoy that failed because nobody ordered one."""


def beaten_words(reason: Reason, board: Board, order: Order | None, most: int) -> str:
    """Return why a legal order of a season failed.

    Args:
        reason: why.
        board: the board.
        order: what it was given for, where that is known.
        most: how many units a list names, one opponent at least.
    """
    by = units_named(reason.by, board, max(most, 1))
    match reason.why:
        case Why.STANDOFF if _is_outmatched(reason):
            return f"It was kept out by {by}{_balance(reason, board, most)}."
        case Why.STANDOFF:
            return f"It stood off with {by}{_balance(reason, board, most)}."
        case Why.HEAD_TO_HEAD:
            return f"It met {by} head to head{_balance(reason, board, most)}."
        case Why.OWN_UNIT:
            return f"{by} did not leave, and no power dislodges its own unit."
        case Why.CONVOY_DISRUPTED:
            were = "were" if len(reason.by) > 1 else "was"
            return f"Its convoy was broken: {by or 'a fleet'} {were} dislodged."
        case Why.CONVOY_MISSING if by:
            return f"No fleets on the board could carry {by} there."
        case Why.CONVOY_MISSING:
            return _unconvoyed(reason, board)
        case Why.PARADOX:
            return "Its convoy hung on its own success, a paradox, and failed."
        case Why.ATTACKED if isinstance(order, Support):
            return f"It was cut by the attack of {by}."
        case Why.ATTACKED:
            return f"It came under attack by {by}{_across(reason, order)}."
        case Why.DISLODGED:
            return f"It was dislodged by {by}{_balance(reason, board, most)}."
        case Why.NOT_MATCHING:
            return f"{by} was not ordered to do that."
        case _:
            return f"It was stopped by {by}{_balance(reason, board, most)}."


def _across(reason: Reason, order: Order | None) -> str:
    """Say of an attack on a bridge that its attacker came over that bridge (Republic 9f)."""
    if not isinstance(order, AttackBridge):
        return ""
    here = order.unit.at.province
    if not any(one.at.province in order.between and one.at.province != here for one in reason.by):
        return ""
    return ", across that bridge" if len(reason.by) == 1 else ", across that bridge too"


def _is_outmatched(reason: Reason) -> bool:
    """Tell whether a move was weaker than what kept it out, which did not get in either."""
    return reason.strength is not None and reason.strength < (reason.against or 0)


def cause(outcome: Outcome, season: Sequence[Outcome]) -> Reason | None:
    """Return why an order failed: a help that matched nothing may have matched a stranded army.

    DATC 6.D.32: an army that no fleets on the board could take makes no move to match.
    """
    reason, order = outcome.reason, outcome.order
    if reason is not None and reason.why is Why.CONVOY_MISSING:
        return _with_fleets(reason, order, season)
    if reason is None or reason.why is not Why.NOT_MATCHING:
        return reason
    if not isinstance(order, Support | Convoy):
        return reason
    stranded = any(_is_stranded(one) and _is_meant(order, one.order) for one in season)
    return Reason(Why.CONVOY_MISSING, by=reason.by) if stranded else reason


def _with_fleets(reason: Reason, order: Order, season: Sequence[Outcome]) -> Reason:
    """Note that nobody ordered a convoy for the army, where the season is known and shows it."""
    given = (one.order for one in season if isinstance(one.order, Convoy))
    if not season or not isinstance(order, Move) or any(_is_meant(one, order) for one in given):
        return reason
    return replace(reason, detail=(*reason.detail, _NO_FLEET))


def _is_stranded(outcome: Outcome) -> bool:
    reason, void = outcome.reason, outcome.result is Result.VOID
    return void and reason is not None and reason.why is Why.CONVOY_MISSING


def _is_meant(backing: Support | Convoy, order: Order) -> bool:
    """Tell whether a support or convoy is of that move, on whatever coast."""
    if not isinstance(order, Move) or backing.to is None:
        return False
    meant = backing.target.at.province, backing.to.province
    return meant == (order.unit.at.province, order.to.province)


def dislodgement(outcome: Outcome, season: Sequence[Outcome]) -> Reason | None:
    """Return who dislodged a unit whose order failed for another reason.

    Args:
        outcome: what became of its order.
        season: all outcomes of the season.

    Returns:
        A reason without strengths; None where nobody did, or the outcome tells it itself.
    """
    reason, order = outcome.reason, outcome.order
    if not outcome.dislodged or not isinstance(order, UnitOrder):
        return None
    if reason is not None and reason.why is Why.DISLODGED:
        return None
    place = order.unit.at.province
    victor = next((one for one in map(_arrival, season) if one and one.to.province == place), None)
    if victor is None:
        return None
    told = reason is not None and reason.by[:1] == (victor.unit,) and reason.supporters
    backers = () if told else (_backer(one, victor, outcome.power) for one in season)
    helpers = tuple(sorted((one for one in backers if one is not None), key=str))
    return Reason(Why.DISLODGED, by=(victor.unit,), supporters=helpers, place=(place,))


def _arrival(outcome: Outcome) -> Move | None:
    """Return the move that came off."""
    order = outcome.order
    return order if isinstance(order, Move) and outcome.result is Result.OK else None


def _backer(outcome: Outcome, victor: Move, beaten: PowerId) -> UnitRef | None:
    """Return whose support counted; none does against its own power (DATC 6.D.12)."""
    order, given = outcome.order, outcome.result is Result.OK
    if not isinstance(order, Support) or not given or outcome.power == beaten:
        return None
    return order.unit if _is_meant(order, victor) else None


def _unconvoyed(reason: Reason, board: Board) -> str:
    none = _NO_FLEET in reason.detail
    fleets = f"{'no fleet' if none else 'no complete chain of fleets'} was ordered to convoy it."
    if len(reason.place) == 2 and unbridged(board, *reason.place):
        return f"No bridge links {places_named(reason, board)}, and {fleets}"
    if none and len(reason.place) == 2 and not _can_walk(board, *reason.place):
        return f"It cannot walk there, and {fleets}"
    return first_upper(fleets)


def _can_walk(board: Board, one: ProvinceId, other: ProvinceId) -> bool:
    return one in board.provinces and other in army_moves(board, one)


def unbridged(board: Board, one: ProvinceId, other: ProvinceId) -> bool:
    """Tell whether nothing but a river without a bridge parts two provinces (Republic 9a)."""
    ring = board.province(one).ring if one in board.provinces else ()
    kinds = {border.kind for border in ring if border.to == other}
    return kinds == {BorderKind.RIVER} and other not in army_moves(board, one)


def _balance(reason: Reason, board: Board, most: int) -> str:
    """Return who helped the opponent, and the strength of the order against his."""
    helpers = units_named(reason.supporters, board, most)
    support = f", supported by {helpers}" if helpers else ""
    if reason.strength is None or reason.against is None:
        return support
    return f"{support}: strength {reason.strength} against {reason.against}"
