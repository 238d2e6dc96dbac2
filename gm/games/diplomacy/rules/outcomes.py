"""What became of each order, and why. Illegal and failed orders are outcomes, not exceptions."""

from __future__ import annotations

from enum import Enum

from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.units import UnitRef


class Result(Enum):
    """The result word of an order; the value is the word of recorded phases.

    OK: done. BOUNCE: beaten or held off. NO_CONVOY: no complete undisrupted chain of fleets.
    CUT: support broken. VOID: impossible, or matching nothing. FAILED: an attack on a bridge or a
    conversion that did not come off. DISBAND: the unit is gone. UNMATCHED: a payment without its
    other half. NOT_MET: the condition was not met. ERROR: a name that fits nothing on this board.
    """

    OK = "ok"
    BOUNCE = "bounce"
    NO_CONVOY = "no convoy"
    CUT = "cut"
    VOID = "void"
    FAILED = "failed"
    DISBAND = "disband"
    BOUNCE_DISBAND = "bounce+disband"
    UNMATCHED = "unmatched"
    NOT_MET = "not met"
    ERROR = "error"


class Why(Enum):
    """The kind of reason an order was refused or failed. Texts for people: `wording.reasons`."""

    # illegal: understood, not allowed
    NO_SUCH_UNIT = "no such unit"
    NOT_YOUR_UNIT = "not your unit"
    WRONG_PHASE = "wrong phase"
    NOT_ADJACENT = "not adjacent"
    NO_WAY_BY_SEA = "no way by sea"
    RIVER = "river without a bridge"
    WRONG_TERRAIN = "wrong terrain"
    SAME_PLACE = "same place"
    COAST_MISSING = "coast missing"
    COAST_WRONG = "coast wrong"
    CANNOT_REACH = "cannot reach"
    CANNOT_CONVOY = "cannot convoy"
    CLOSED = "closed province"
    NOT_A_RETREAT = "not a place to retreat to"
    NOT_DISLODGED = "not dislodged"
    NOT_A_HOME = "not a home"
    NOT_OWNED = "home not owned"
    OCCUPIED = "occupied"
    NO_BUILD_LEFT = "no build left"
    NO_REMOVAL_DUE = "no removal due"
    DUPLICATE = "duplicate"
    NO_RIVER = "no river there"
    NO_BRIDGE = "no such bridge"
    NO_UNIT_BESIDE = "no unit beside it"
    NOT_YOUR_BRIDGE = "not your bridge"
    NOT_BESIDE = "not beside the bridge"
    NOT_A_FLEET = "not a fleet"
    TOO_DEAR = "not covered by the points left"
    BAD_AMOUNT = "bad amount"
    YOURSELF = "yourself"
    NOT_COVERED = "not covered by the income left"
    NOT_ALLOWED = "not an order of this game"
    ANARCHY = "in anarchy"
    POINTS_LACKING = "not covered by the points held"
    NOBODY_PLAYS = "a country that nobody plays"
    ONLY_GIFTS = "only gifts depend on a condition"
    # failed: allowed, beaten
    BEATEN = "beaten"
    STANDOFF = "standoff"
    HEAD_TO_HEAD = "head to head"
    OWN_UNIT = "own unit there"
    CONVOY_DISRUPTED = "convoy disrupted"
    CONVOY_MISSING = "convoy missing"
    PARADOX = "paradox"
    ATTACKED = "attacked"
    DISLODGED = "dislodged"
    NOT_MATCHING = "no matching order"
    OTHER_HALF = "no matching payment"
    CONDITION = "condition not met"
    UNORDERED = "no order"
    CIVIL_DISORDER = "civil disorder"
    DECREED = "decided by the GM"


@value
class Reason:
    """Why an order was refused or failed.

    Args:
        why: the kind of reason.
        strength: of the order itself, where strengths were compared.
        against: the strength that beat it or held it off.
        by: the units whose orders decided it, the strongest opponent first.
        supporters: the units whose support counted for that opponent.
        place: the province or border it is about, where that helps.
        detail: figures or names, by keyword ("left" -> "3").
    """

    why: Why
    strength: int | None = None
    against: int | None = None
    by: tuple[UnitRef, ...] = ()
    supporters: tuple[UnitRef, ...] = ()
    place: tuple[ProvinceId, ...] = ()
    detail: tuple[tuple[str, str], ...] = ()


@value
class Outcome:
    """What became of one order.

    Args:
        power: who gave it (or whose unit it is).
        order: the order as it was carried out; a unit without an order holds.
        result: the result word.
        reason: why, for everything but OK.
        dislodged: the unit was dislodged as well.
        ordered: False where nobody gave the order (no order received).
        parts: what became of each order that a conditional one of a winter came to.
    """

    power: PowerId
    order: Order
    result: Result
    reason: Reason | None = None
    dislodged: bool = False
    ordered: bool = True
    parts: tuple[Outcome, ...] = ()
