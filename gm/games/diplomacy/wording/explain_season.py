"""Why an order of a season failed although it was legal: who beat it, and what befell its unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Board, BorderKind, PowerId, ProvinceId, army_moves
from gm.games.diplomacy.rules.orders import AttackBridge, Convoy, Move, Support, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.units import UnitRef
from gm.games.diplomacy.wording.promise_words import (
    MOST_UNITS,
    place_name,
    places_named,
    powers_named,
    units_named,
)
from gm.languages import gettext, ngettext

_NO_FLEET = ("convoys", "none")
"""The detail of a convoy that failed because nobody ordered one."""


_OF_THE_UNIT = frozenset({Why.BEATEN, Why.STANDOFF, Why.HEAD_TO_HEAD, Why.ATTACKED, Why.DISLODGED})
"""Reasons whose sentence begins with the unit: "It stood off with ..."."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an order failed, as a report tells it.

    Args:
        reason: why.
        board: the board.
        order: what it was given for, where that is known.
        most: how many units a list names; of opponents one at least.
    """

    reason: Reason
    board: Board
    order: Order | None = None
    most: int = MOST_UNITS

    @property
    def last(self) -> str:
        """The province that it is about, or the last of them."""
        return place_name(self.reason, self.board, -1)

    @property
    def units(self) -> str:
        """The units whose orders decided it."""
        return units_named(self.reason.by, self.board, max(self.most, 1))

    @property
    def facts(self) -> Mapping[str, str]:
        """Its figures and names, by keyword."""
        return dict(self.reason.detail)

    def places(self, last: Literal["and", "or"] = "and") -> str:
        """Return all provinces that it is about: `Kilkenny West and Waterford`."""
        return places_named(self.reason, self.board, last)

    def powers(self, *keys: str) -> str:
        """Return the powers that its details name under these keys."""
        return powers_named(self.reason, self.board, *keys)


def own_unit(failure: Failure) -> str:
    """Say which unit of its own did not leave."""
    return gettext(
        "{units} did not leave, and no power dislodges its own unit.", units=failure.units
    )


def convoy_disrupted(failure: Failure) -> str:
    """Say which fleets were dislodged."""
    if not failure.reason.by:
        return gettext("Its convoy was broken: a fleet was dislodged.")
    return ngettext(
        "Its convoy was broken: {units} was dislodged.",
        "Its convoy was broken: {units} were dislodged.",
        len(failure.reason.by),
        units=failure.units,
    )


def convoy_missing(failure: Failure) -> str:
    """Say what an army lacked that could go by sea alone."""
    if failure.reason.by:
        return gettext("No fleets on the board could carry {units} there.", units=failure.units)
    return _unconvoyed(failure.reason, failure.board)


def not_matching(failure: Failure) -> str:
    """Say who was ordered otherwise."""
    return gettext("{units} was not ordered to do that.", units=failure.units)


def outfought(failure: Failure) -> str:
    """Say who beat an order, with whose help and at what strengths."""
    facts = {
        "units": failure.units,
        "balance": _balance(failure.reason, failure.board, failure.most),
    }
    match failure.reason.why:
        case Why.STANDOFF if _is_outmatched(failure.reason):
            # Translators: "It" is the unit that was ordered. {balance} is nothing, or ends the
            # sentence: ", supported by Army Kerry: strength 1 against 2".
            return gettext("It was kept out by {units}{balance}.", **facts)
        case Why.STANDOFF:
            return gettext("It stood off with {units}{balance}.", **facts)
        case Why.HEAD_TO_HEAD:
            return gettext("It met {units} head to head{balance}.", **facts)
        case Why.DISLODGED:
            return gettext("It was dislodged by {units}{balance}.", **facts)
        case _:
            return gettext("It was stopped by {units}{balance}.", **facts)


def fallen_words(fate: Reason, board: Board, most: int, before: Reason) -> str:
    """Return who dislodged a unit, behind the sentence on why its order failed.

    Args:
        fate: the dislodgement; board: the board; most: how many units a list names.
        before: why the order failed; where that sentence spoke of something else, the unit is
            named.
    """
    facts = {
        "units": units_named(fate.by, board, max(most, 1)),
        "balance": _balance(fate, board, most),
    }
    if _speaks_of_unit(before, board):
        return gettext("It was dislodged by {units}{balance}.", **facts)
    return gettext("The unit was dislodged by {units}{balance}.", **facts)


def fallen_to_the_same(before: Reason, board: Board) -> str:
    """Return that a unit was dislodged by whom the sentence before has named."""
    if _speaks_of_unit(before, board):
        return gettext("It was dislodged by that unit.")
    return gettext("The unit was dislodged by that unit.")


def _speaks_of_unit(reason: Reason, board: Board) -> bool:
    """Tell whether the sentence on a reason begins with the unit that was ordered."""
    if reason.why is Why.CONVOY_MISSING:
        return not reason.by and _is_cut_off(reason, board)
    return reason.why in _OF_THE_UNIT


def attacked(failure: Failure) -> str:
    """Say who attacked, and that it was over the bridge that was attacked (Republic 9f)."""
    units = failure.units
    if isinstance(failure.order, Support):
        return gettext("It was cut by the attack of {units}.", units=units)
    if not _came_across(failure.reason, failure.order):
        return gettext("It came under attack by {units}.", units=units)
    if len(failure.reason.by) == 1:
        return gettext("It came under attack by {units}, across that bridge.", units=units)
    return gettext("It came under attack by {units}, across that bridge too.", units=units)


def _came_across(reason: Reason, order: Order | None) -> bool:
    """Tell whether an attacker stands at the other end of a bridge that was attacked."""
    if not isinstance(order, AttackBridge):
        return False
    here = order.unit.at.province
    return any(
        unit.at.province in order.between and unit.at.province != here for unit in reason.by
    )


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
    stranded = any(_is_stranded(result) and _is_meant(order, result.order) for result in season)
    return Reason(Why.CONVOY_MISSING, by=reason.by) if stranded else reason


def _with_fleets(reason: Reason, order: Order, season: Sequence[Outcome]) -> Reason:
    """Note that nobody ordered a convoy for the army, where the season is known and shows it."""
    given = (outcome.order for outcome in season if isinstance(outcome.order, Convoy))
    if (
        not season
        or not isinstance(order, Move)
        or any(_is_meant(convoy, order) for convoy in given)
    ):
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
    victor = next(
        (move for move in map(_arrival, season) if move and move.to.province == place), None
    )
    if victor is None:
        return None
    is_told = reason is not None and reason.by[:1] == (victor.unit,) and reason.supporters
    backers = () if is_told else (_backer(result, victor, outcome.power) for result in season)
    helpers = tuple(sorted((unit for unit in backers if unit is not None), key=str))
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
    if len(reason.place) == 2 and unbridged(board, *reason.place):
        places = places_named(reason, board)
        if none:
            return gettext(
                "No bridge links {places}, and no fleet was ordered to convoy it.", places=places
            )
        return gettext(
            "No bridge links {places}, and no complete chain of fleets was ordered to convoy it.",
            places=places,
        )
    if _is_cut_off(reason, board):
        return gettext("It cannot walk there, and no fleet was ordered to convoy it.")
    if none:
        return gettext("No fleet was ordered to convoy it.")
    return gettext("No complete chain of fleets was ordered to convoy it.")


def _is_cut_off(reason: Reason, board: Board) -> bool:
    """Tell whether an army without any fleet has no way by land, and no river is to blame."""
    if _NO_FLEET not in reason.detail or len(reason.place) != 2:
        return False
    return not unbridged(board, *reason.place) and not _can_walk(board, *reason.place)


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
    support = gettext(", supported by {units}", units=helpers) if helpers else ""
    if reason.strength is None or reason.against is None:
        return support
    strengths = gettext(
        ": strength {own} against {other}", own=reason.strength, other=reason.against
    )
    return f"{support}{strengths}"
