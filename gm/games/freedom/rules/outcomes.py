"""What became of a line, and why (5, 6, 9)."""

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
    """Why a line was refused, in the order in which that is looked for, or void."""

    BAD_ORDER = "bad_order"
    SPACE_UNKNOWN = "space_unknown"
    AREA_UNKNOWN = "area_unknown"
    CARD_UNKNOWN = "card_unknown"
    NOT_YOUR_ACTION = "not_your_action"
    OPPONENTS_EVENT = "event_belongs_to_opponent"
    BAD_ROW = "bad_row"
    RAID_ROW_4 = "raid_row_4"
    BACKWARD = "backward"
    SIDEWAYS = "sideways"
    NOT_ADJACENT = "not_adjacent"
    TOO_MANY = "too_many"
    NO_TARGET = "no_target"
    NO_PLAY = "no_play"
    BAD_STEP = "bad_step"
    NOT_MET = "not_met"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    NOTHING_TO_CLAIM = "nothing_to_claim"
    NOT_ENOUGH_AP = "not_enough_ap"
    PREP_NOT_ALLOWED = "prep_not_allowed_here"
    NO_UNIT = "no_unit"
    MIXED_UNITS = "mixed_units"
    SPACE_FULL = "space_full"
    NO_SLOW = "no_slow"
    THICK_BORDER = "thick_border"
    WALL_NOT_DESTROYED = "wall_not_destroyed"
    ENEMY_PRESENT = "enemy_present"
    ISLAND_OCCUPIED = "island_occupied"
    ALREADY_ATTACKED = "already_attacked"
    REWARD_TWICE = "reward_twice"
    NO_MONEY = "no_money"
    CANNON_EXISTS = "cannon_exists"
    NO_CANNON_IN_CAMP = "no_cannon_in_camp"
    RAID_PATH_BLOCKED = "raid_path_blocked"
    NO_DAMAGE = "no_damage"
    NO_CIVILIAN = "no_civilian"
    NO_PIECE = "no_piece"
    NO_SUPPLY = "no_supply"
    PLEA_OVER = "plea_over"
    NO_DAMAGE_NOW = "no_damage_now"


REFUSALS = tuple(Reason)[: tuple(Reason).index(Reason.BAD_STEP)]
"""What can be seen from a line alone, in the order of section 6: the first that holds is told."""


@value
class SiegeOutcome:
    """What became of a line.

    Args:
        seat: whose; order: as given.
        result: what became of it; reason: why it was refused or void.
    """

    seat: SeatId
    order: Order
    result: LineResult
    reason: Reason | None = None


@value
class SiegeFault:
    """Why the rules refuse a line before it is played."""

    reason: Reason
