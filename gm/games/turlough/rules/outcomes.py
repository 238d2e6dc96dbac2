"""What became of a line, and why (11)."""

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
    """Why a line was not done, or not as asked."""

    GAME_OVER = "game_over"
    UNREADABLE = "unreadable"
    UNKNOWN_FACTION = "unknown_faction"
    NOT_YOUR_FACTION = "not_your_faction"
    NO_FACTION = "no_faction"
    UNKNOWN_HEX = "unknown_hex"
    NOT_NOW = "not_now"
    NOT_MOBILISED = "not_mobilised"
    NOT_MET = "not_met"
    OUT_OF_ORDER = "out_of_order"
    ENGAGED = "engaged"
    ENGLISH_CANNOT_COYNE = "english_cannot_coyne"
    IRISH_CANNOT_BUY_PROVISIONS = "irish_cannot_buy_provisions"
    TOO_MANY_BATTLES = "too_many_battles"
    ALREADY_MOBILISED = "already_mobilised"
    NO_MOBILISATION_RIGHT = "no_mobilisation_right"
    NO_BATTLES = "no_battles"
    NOT_ENOUGH_POUNDS = "not_enough_pounds"
    CAPITAL_FULL = "capital_full"
    NOT_ENOUGH_CATTLE = "not_enough_cattle"
    NOT_ADJACENT = "not_adjacent"
    WATER_BLOCKS = "water_blocks"
    ALREADY_THERE = "already_there"
    ENEMY_AHEAD = "enemy_ahead"
    NOT_ENOUGH_MP = "not_enough_mp"
    COMBAT = "combat"
    CANNOT_INVITE = "cannot_invite"
    NOT_AT_LONGPORT = "not_at_longport"
    NOT_EXILED_CLAIMANT = "not_exiled_claimant"
    BOUND = "bound"
    SACRIFICED = "sacrificed"
    REFUSED = "refused"
    NOT_A_CLAIMANT = "not_a_claimant"
    NOT_AT_CASTLE = "not_at_castle"
    ALREADY_BOUND = "already_bound"
    OFFER_REFUSED = "offer_refused"
    NOT_THERE = "not_there"
    NO_SETTLEMENT = "no_settlement"
    ALREADY_RAIDED = "already_raided"
    DESTROYED = "destroyed"
    DEFENDED = "defended"
    REPELLED = "repelled"
    NO_REST_HERE = "no_rest_here"
    WRONG_FACTION = "wrong_faction"
    NOT_YOUR_TURN = "not_your_turn"
    ONLY_RISING = "only_rising"


@value
class TurloughOutcome:
    """What became of a line.

    Args:
        seat: whose; order: as given.
        result: what became of it; reason: why it was not done, or not as asked.
    """

    seat: SeatId
    order: Order
    result: LineResult
    reason: Reason | None = None


@value
class TurloughFault:
    """Why the rules refuse a line before it is played."""

    reason: Reason
