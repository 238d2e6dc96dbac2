"""Whose orders are in, as far as a game's setting `orders-in` lets its players know.

A power's orders are in when nothing more is waited for from it: what keeps a phase from being
resolved early is what is told here. What a power has ordered is told to nobody.
"""

from __future__ import annotations

from dataclasses import replace

from gm.app.records import PhaseStatus
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import OrdersIn
from gm.app.table import Table, gm_plays, is_closed
from gm.app.timing.early_processing import awaited, early_moment
from gm.contract.facts import Due, OrdersSoFar
from gm.contract.seats import SeatId


def with_orders_in(table: Table, due: Due) -> Due:
    """Return what is due with what its reader may know of everybody's orders so far.

    That all are in, and so until when they can be changed, is told to whoever asks or writes in a
    game that goes on early, whatever its setting: it is his deadline.
    """
    return replace(due, so_far=told_so_far(table, settings_of(table.game).orders_in))


def told_so_far(table: Table, known: OrdersIn) -> OrdersSoFar | None:
    """Return how far the orders of the open phase are; None if nothing of it is told.

    Args:
        table: the game with that phase.
        known: how much may be known.
    """
    if table.phase.status is PhaseStatus.RESOLVED or is_closed(table.phase):
        return None
    moment = early_moment(table)
    # Who plays alone knows himself what he has sent.
    if moment is None and (known is OrdersIn.HIDDEN or len(table.seats) == 1):
        return None
    waiting, asked = awaited(table), _asked(table)
    if not waiting and not asked:
        return None
    named = waiting if known is OrdersIn.NAMED else ()
    return OrdersSoFar(
        asked=len({*asked, *waiting}),
        awaited=len(waiting),
        names=tuple(table.seat_name(seat) for seat in named),
        resolved_at=moment,
    )


def told_gm(table: Table) -> OrdersSoFar | None:
    """Return how far the orders are, as far as the GM may know: all, or what players may."""
    if gm_plays(table.game, table.seats):
        return told_so_far(table, settings_of(table.game).orders_in)
    return told_so_far(table, OrdersIn.NAMED)


def _asked(table: Table) -> tuple[SeatId, ...]:
    """Return the seats that somebody plays and that have something to order."""
    return tuple(
        request.seat for request in table.wanted() if table.player(request.seat) is not None
    )
