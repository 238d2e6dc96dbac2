"""How a seat stands in the stage that is open, as its player may know: for receipts, STATUS, reminders."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gm.app.orders.questions import open_questions
from gm.app.records import Person
from gm.app.table import Table, game_view
from gm.contract.facts import Due, Part, Viewer
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.told import SeatStand, SentAhead, stand_of


def seat_stand(
    table: Table,
    person: Person,
    seat: SeatId,
    due: Due,
    orders: tuple[Order, ...],
    ahead: tuple[SentAhead | None, ...] = (),
) -> SeatStand[Any]:
    """Return how a seat stands; of everybody's orders only what it may know goes into it.

    Args:
        table: the game.
        person: who plays it; seat: which.
        due: what is asked of it, and by when; orders: those of its own that stand, or would.
        ahead: what it has sent for later stages.
    """
    stand = SeatStand(
        game=game_view(table),
        rules=table.rules,
        viewer=Viewer(Part.PLAYER, table.seats_of(person), person.time_zone),
        seat=seat,
        state=table.state,
        due=due,
        now=table.services.clock.now(),
        orders=orders,
        ahead=tuple(sent for sent in ahead if sent is not None),
        awaiting=open_questions(table, seat),
    )
    standing = table.codec.drafts(table.transaction.active_orders(table.phase.id))
    later = {
        sent.stage: table.codec.drafts(
            table.transaction.orders_ahead(table.game.id, sent.stage.name)
        )
        for sent in stand.ahead
    }
    return stand_of(stand, {**standing, seat: orders}, later)


def waited_for(table: Table, stand: SeatStand[Any]) -> SeatStand[Any]:
    """Return how a seat stands, with whether its stage is not resolved without it (Republic 4)."""
    asked = table.rules.pending(table.state)
    waits = any(request.required and request.seat == stand.seat for request in asked)
    return replace(stand, waited_for=waits)
