"""What the GM has decided of single orders of a season, against what the rules made of them.

An order that is to fail is carried out as a hold. A move that is to succeed is made after all the
others: whoever stands where it leads is dislodged. All else stays as the rules decided it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.rules.events import RetreatClosed, UnitDisbanded, UnitDislodged, UnitsMoved
from gm.games.diplomacy.rules.mechanics import Consequences, Mechanism, MovesPlayed
from gm.games.diplomacy.rules.orders import Hold, Move, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.season.retreats import retreat_options
from gm.games.diplomacy.rules.state import Dislodged
from gm.games.diplomacy.rules.units import Unit


@value
class OutcomeDecreed(Event):
    """The GM has decided an order; the position it is given in stays as it is.

    Args:
        order: as it was given.
        succeeds: whether it comes off.
    """

    order: UnitOrder
    succeeds: bool


Decrees = Sequence[OutcomeDecreed]


def as_carried_out(
    drafts: Mapping[SeatId, Sequence[Order]], decrees: Decrees
) -> dict[SeatId, tuple[Order, ...]]:
    """Return the orders of a season with those as holds that the GM lets fail."""
    failing = {decree.order for decree in decrees if not decree.succeeds}
    return {
        seat: tuple(
            Hold(order.unit) if isinstance(order, UnitOrder) and order in failing else order
            for order in orders
        )
        for seat, orders in drafts.items()
    }


@value
class Decreed(Mechanism):
    """The GM's decisions on one season; it stands before all other mechanisms."""

    decrees: tuple[OutcomeDecreed, ...] = ()

    def after_moves(self, played: MovesPlayed) -> Consequences:
        """Return the outcomes that were decided, and the moves that are made after all others.

        Raises:
            ValueError: a move cannot be made, since its unit was dislodged or another one has moved
                to where it leads.
        """
        outcomes: dict[ProvinceId, Outcome] = {}
        then: list[Event] = []
        for decree in self.decrees:
            place = decree.order.unit.at.province
            outcome = played.outcomes.get(place)
            if outcome is None:
                continue
            if not decree.succeeds:
                why = Reason(Why.DECREED)
                outcomes[place] = replace(
                    outcome, order=decree.order, result=Result.VOID, reason=why
                )
            elif outcome.result is not Result.OK:
                outcomes[place] = replace(outcome, result=Result.OK, reason=None)
                then += _made(played, decree.order)
        return Consequences(outcomes, then=tuple(then))


def _made(played: MovesPlayed, order: UnitOrder) -> list[Event]:
    """Return the facts of a move that is made after all others."""
    unit = played.before.unit_in(order.unit.at.province)
    if unit is None or not isinstance(order, Move):
        raise ValueError(f"{order.unit} makes no move that could succeed")
    start, target = unit.at.province, order.to.province
    if start in played.dislodged_by:
        raise ValueError(f"{unit} was dislodged itself: that attack would have to fail first")
    if any(arrival.at.province == target for arrival in played.arrivals.values()):
        raise ValueError(f"another unit has moved to {target}: that move would have to fail first")
    events: list[Event] = []
    standing = played.before.unit_in(target)
    left = target in played.arrivals or target in played.dislodged_by
    if standing is not None and not left:
        events += _dislodged(played, standing, start)
    if played.dislodged_by:
        events.append(RetreatClosed(target))
    return [*events, UnitsMoved(((unit, Unit(unit.power, unit.kind, order.to)),))]


def _dislodged(played: MovesPlayed, unit: Unit, start: ProvinceId) -> list[Event]:
    occupied = {piece.at.province for piece in played.units_in(frozenset(_every(played.board)))}
    free = retreat_options(played.board, unit, start, occupied, played.contested)
    events: list[Event] = [UnitDislodged(Dislodged(unit, start, free))]
    return events if free else [*events, UnitDisbanded(unit)]


def _every(board: Board) -> Sequence[ProvinceId]:
    return tuple(board.provinces)
