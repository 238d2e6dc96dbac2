"""What became of an order, and why it was refused (8)."""

from __future__ import annotations

from enum import Enum

from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.values import value


class LineResult(Enum):
    """What became of a line."""

    DONE = "done"
    REFUSED = "refused"
    VOID = "void"
    UNUSED = "unused"


class Reason(Enum):
    """Why a line was not done; `NO_NEW_UNIT` and `NO_ATTACK` make it void."""

    GAME_OVER = "game_over"
    UNREADABLE = "unreadable"
    BAD_SETTING = "bad_setting"
    NOT_NOW = "not_now"
    TOO_MANY_ACTIONS = "too_many_actions"
    NO_NEW_UNIT = "no_new_unit"
    NO_ATTACK = "no_attack"
    NOT_YOURS = "not_yours"
    UNKNOWN_UNIT = "unknown_unit"
    UNKNOWN_AREA = "unknown_area"
    NO_SUCH_UNIT_THERE = "no_such_unit_there"
    AMBIGUOUS_UNIT = "ambiguous_unit"
    NOT_IN_THIS_WAR = "not_in_this_war"
    UNKNOWN_REGION = "unknown_region"
    WRONG_RECRUIT = "wrong_recruit"
    RECRUIT_PLACE_NOT_DUBLIN_CITY = "recruit_place_not_dublin_city"
    ATTACHMENT_NEEDS_BLUE_UNIT = "attachment_needs_blue_unit"
    NO_UPGRADE_FOR_TYPE = "no_upgrade_for_type"
    ATTACHMENT_CANNOT_MOVE_ALONE = "attachment_cannot_move_alone"
    TWO_ATTACHMENTS = "two_attachments"
    MOB_CANNOT_MOVE = "mob_cannot_move"
    SAME_AREA = "same_area"
    ONLY_REGULARS_SAIL = "only_regulars_sail"
    ULSTER_PORT = "ulster_port"
    NOT_A_PORT = "not_a_port"
    LANDING_NOT_AVAILABLE = "landing_not_available"
    NO_LANDING_THERE = "no_landing_there"
    GUERRILLA_CANNOT_LEAVE_REGION = "guerrilla_cannot_leave_region"
    NO_ROAD = "no_road"
    ATTACHMENT_NEEDS_REGULAR = "attachment_needs_regular"
    NO_SUCH_ATTACHMENT = "no_such_attachment"
    MODIFIER_NOT_AVAILABLE = "modifier_not_available"
    GUARDS_NEEDS_REGULAR = "guards_needs_regular"


VOID_REASONS = frozenset({Reason.NO_NEW_UNIT, Reason.NO_ATTACK})
"""For these a line was lawful, and came to nothing."""


@value
class FreedomOutcome:
    """What became of an order.

    Args:
        seat: whose; order: as given.
        result: what became of it; reason: why it was refused or void.
    """

    seat: SeatId
    order: Order
    result: LineResult
    reason: Reason | None = None


@value
class FreedomFault:
    """Why the rules refuse an order."""

    reason: Reason


def result_of(reason: Reason | None) -> LineResult:
    """Return what became of a line that was judged so."""
    if reason is None:
        return LineResult.DONE
    return LineResult.VOID if reason in VOID_REASONS else LineResult.REFUSED
