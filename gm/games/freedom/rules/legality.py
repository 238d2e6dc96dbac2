"""What is wrong with a line whatever lies on the board: such lines are refused before anything is played (6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gm.contract.seats import SeatId
from gm.games.freedom.rules.cannons import can_stand, need_at
from gm.games.freedom.rules.orders import (
    Attack,
    BuildCannon,
    Choose,
    Conditional,
    Damage,
    Misread,
    Move,
    Opening,
    Place,
    Play,
    PlayDefault,
    PlayMode,
    Plea,
    Pressure,
    Raid,
    Regroup,
    Repair,
    RewardAttacks,
    SetAllies,
    SetFire,
    SetPlace,
    Settle,
    SiegeOrder,
    Slow,
    StopIf,
    Train,
    Way,
)
from gm.games.freedom.rules.outcomes import REFUSALS, Reason
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import (
    IMP,
    INS,
    KLISOVA,
    KLISOVA_RING,
    SpaceKind,
    Tables,
    other,
)

MOST_OPENING: Final = 5
"""So many units can go forward in an opening (4)."""

_FIRST_RAIDED: Final = 5
"""The row nearest to the Wall that can be raided from it."""

_OWNERS: Final = {
    Opening: IMP,
    Move: IMP,
    Slow: IMP,
    RewardAttacks: IMP,
    Plea: IMP,
    SetAllies: IMP,
    Regroup: INS,
    Raid: INS,
    Repair: INS,
    Train: INS,
    Pressure: INS,
    SetPlace: INS,
}
"""The lines that only one side has (6)."""

_CHOICES: Final = (Choose, Damage, Place)
"""The lines that only an event has."""


def line_fault(
    state: SiegeState,
    tables: Tables,
    seat: SeatId,
    order: SiegeOrder,
    mode: PlayMode | None,
    *,
    in_play: bool,
) -> Reason | None:
    """Return the first thing wrong with a line; None if it is legal (6).

    Args:
        state: for which cannon stands where alone. seat: whose line it is.
        mode: for what the card above it is played; None if none is, or nobody knows.
        in_play: it is an action line below a card.
    """
    if isinstance(order, Conditional):
        parts = (order.then, order.otherwise) if order.otherwise is not None else (order.then,)
        judged = (line_fault(state, tables, seat, part, mode, in_play=True) for part in parts)
        return order.guard.fault or next((reason for reason in judged if reason), None)
    faults = {*_faults(state, tables, seat, order, mode, in_play=in_play)}
    return min(faults, key=REFUSALS.index, default=None)


def _faults(
    state: SiegeState,
    tables: Tables,
    seat: SeatId,
    order: SiegeOrder,
    mode: PlayMode | None,
    *,
    in_play: bool,
) -> Iterator[Reason]:
    if _OWNERS.get(type(order), seat) != seat:
        yield Reason.NOT_YOUR_ACTION
    if isinstance(order, _CHOICES) and mode is PlayMode.AP:
        yield Reason.NOT_YOUR_ACTION
    match order:
        case Misread():
            yield order.reason
        case StopIf() if order.guard.fault is not None:
            yield order.guard.fault
        case PlayDefault() | Settle():
            yield Reason.BAD_ORDER
        case Play(mode=PlayMode.EVENT) if tables.cards[order.card].side == other(seat):
            yield Reason.OPPONENTS_EVENT
        case Regroup(source=""):
            if in_play or seat != INS:
                yield Reason.BAD_ORDER
        case SetFire():
            yield from _fire_faults(state, tables, seat, order)
        case _:
            yield from _way_faults(tables, order)
            yield from _row_faults(tables, seat, order)


def _way_faults(tables: Tables, order: SiegeOrder) -> Iterator[Reason]:
    """Yield what is wrong with the steps of a line (5)."""
    match order:
        case Opening():
            if len(order.ways) > MOST_OPENING:
                yield Reason.TOO_MANY
            for way in order.ways:
                yield from _step_faults(tables, way)
                yield from _sideways(tables, way)
        case Move():
            for way in order.ways:
                yield from _step_faults(tables, way)
        case Slow():
            yield from _step_faults(tables, order.way, slow=True)
        case Attack() if not tables.adjacent(order.source, order.target):
            yield Reason.NOT_ADJACENT


def _step_faults(tables: Tables, way: Way, *, slow: bool = False) -> Iterator[Reason]:
    for here, there in zip(way.spaces, way.spaces[1:], strict=False):
        if tables.spaces[there].kind.is_slow != slow:
            yield Reason.BAD_ROW
        if tables.spaces[there].depth < tables.spaces[here].depth:
            yield Reason.BACKWARD
        if not tables.adjacent(here, there):
            yield Reason.NOT_ADJACENT


def _sideways(tables: Tables, way: Way) -> Iterator[Reason]:
    if tables.spaces[way.source].depth == tables.spaces[way.target].depth:
        yield Reason.SIDEWAYS


def _row_faults(tables: Tables, seat: SeatId, order: SiegeOrder) -> Iterator[Reason]:
    """Yield what is wrong with the kind of a line's spaces (6)."""
    spaces = tables.spaces
    match order:
        case Regroup():
            yield from _where(spaces[order.target].kind.is_held)
        case Train():
            yield from _where(spaces[order.space].kind.is_held)
        case BuildCannon():
            yield from _where(can_stand(tables, seat, order.space))
        case Repair() | Damage():
            yield from _where(spaces[order.space].kind is SpaceKind.WALL)
        case Place():
            yield from _where(all(spaces[space].kind.is_city for space in order.spaces))
        case SetPlace():
            yield from _where(all(spaces[space].kind.is_held for space in order.spaces))
        case SetAllies():
            yield from _where(all(spaces[space].row in ALLIED_ROWS for space in order.spaces))
        case Raid():
            yield from filter(None, [_raid_fault(tables, order)])


ALLIED_ROWS: Final = (7, 8)
"""The rows in which allies arrive, in the order of the default (4)."""


def _where(right: bool) -> Sequence[Reason]:
    return () if right else (Reason.BAD_ROW,)


def _raid_fault(tables: Tables, order: Raid) -> Reason | None:
    here, there = tables.spaces[order.source], tables.spaces[order.target]
    if here.kind is SpaceKind.WALL and there.kind is SpaceKind.MAINLAND:
        return None if there.row >= _FIRST_RAIDED else Reason.RAID_ROW_4
    around = (here.id, there.id) == (KLISOVA, KLISOVA_RING)
    return None if around else Reason.BAD_ROW


def _fire_faults(
    state: SiegeState, tables: Tables, seat: SeatId, order: SetFire
) -> Iterator[Reason]:
    if not order.cannon:
        return
    if not can_stand(tables, seat, order.cannon):
        yield Reason.NO_TARGET
        return
    bombard = seat == INS and state.cannons.bombard == order.cannon
    for target in order.at or ():
        if need_at(tables, seat, order.cannon, target, bombard=bombard) is None:
            yield Reason.NO_TARGET
