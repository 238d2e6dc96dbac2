"""What is wrong with a line whatever the board is like: these are refused before anything is played (11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from gm.games.turlough.rules.orders import (
    Conditional,
    Exile,
    FactionOrder,
    Invite,
    Mobilize,
    Move,
    OfferHostage,
    Pay,
    React,
    Trigger,
)
from gm.games.turlough.rules.outcomes import Reason
from gm.games.turlough.rules.sides import is_lesser_king, leads
from gm.games.turlough.rules.state import MOST_BATTLES
from gm.games.turlough.rules.tables import CLAIMANTS, ENGLISH, Tables


def fault_of(tables: Tables, order: FactionOrder) -> Reason | None:
    """Return the first thing wrong with a line that can be read; None if it is legal."""
    return next(_faults(tables, order), None)


def _faults(tables: Tables, order: FactionOrder) -> Iterator[Reason]:
    match order:
        case Conditional():
            for part in (order.then, order.otherwise):
                if part is not None:
                    yield from _faults(tables, part)
        case Mobilize() if order.pay is not None:
            yield from filter(None, [pay_fault(order.faction, order.pay)])
        case Move():
            yield from filter(None, [way_fault(tables, order.way)])
        case Invite():
            yield from filter(None, [invite_fault(tables, order.faction, order.target)])
        case Exile() | OfferHostage() if order.faction not in CLAIMANTS:
            yield Reason.NOT_A_CLAIMANT
        case React():
            yield from filter(None, [trigger_fault(tables, order.faction, order.trigger)])
            if order.pay is not None:
                yield from filter(None, [pay_fault(order.faction, order.pay)])


def way_fault(tables: Tables, way: Sequence[str]) -> Reason | None:
    """Say what is wrong with a way from hex to hex; a hex that is named twice running is none."""
    for here, there in pairwise(way):
        if not tables.adjacent(here, there):
            return Reason.NOT_ADJACENT
        if tables.blocked(here, there):
            return Reason.WATER_BLOCKS
    return None


def pay_fault(faction: str, pay: Pay) -> Reason | None:
    """Say what is wrong with what an army shall be raised with (7)."""
    if pay.coyne < 0:  # 3 (4 CATTLE)
        return Reason.UNREADABLE
    if faction == ENGLISH and (pay.coyne or pay.tuarastal):
        return Reason.ENGLISH_CANNOT_COYNE
    if faction != ENGLISH and pay.provisions:
        return Reason.IRISH_CANNOT_BUY_PROVISIONS
    if pay.coyne + pay.tuarastal + pay.battles > MOST_BATTLES:
        return Reason.TOO_MANY_BATTLES
    return None


def invite_fault(tables: Tables, inviter: str, target: str) -> Reason | None:
    """Say whether an invitation can never be: only leaders invite lesser kings, and de Clare claimants (7)."""
    if inviter == ENGLISH:
        return None if target in CLAIMANTS else Reason.CANNOT_INVITE
    if not leads(tables, inviter) or target == inviter or not is_lesser_king(tables, target):
        return Reason.CANNOT_INVITE
    return None


def trigger_fault(tables: Tables, faction: str, trigger: Trigger) -> Reason | None:
    """Say whether a faction can have standing lines to a trigger (11)."""
    match trigger:
        case Trigger.OFFER:
            legal = faction == ENGLISH
        case Trigger.INVITED:
            legal = faction != ENGLISH
        case Trigger.HOLDER:
            legal = is_lesser_king(tables, faction)
        case Trigger.BATTLE:
            legal = faction in CLAIMANTS
        case _:
            legal = True
    return None if legal else Reason.WRONG_FACTION
