"""A play on its way: its action points, its reward, and which units have attacked (5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from gm.contract.seats import SeatId
from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.events import SiegeTrack, Why
from gm.games.freedom.rules.orders import (
    BuildCannon,
    Plea,
    Pressure,
    Raid,
    Repair,
    SiegeOrder,
    Support,
    Train,
)
from gm.games.freedom.rules.outcomes import Reason
from gm.games.freedom.rules.tables import IMP, Tables, distance

_CANNON_PRICES = {6: 3, 5: 5, 4: 7}
"""What a cannon costs IMP by row (5)."""

_KLISOVA_RAID = 2
"""What a raid around Klisova costs (5)."""

_PRICES: dict[type[SiegeOrder], int] = {Support: 2, Plea: 3, Repair: 4, Train: 4, Pressure: 3}
"""What actions cost that do not cost one (5)."""

_TOPPED = (Plea, BuildCannon, Raid, Pressure, Repair, Train)
"""The actions that prep can top up; no raid of distance 2, which every card can pay (5)."""


@dataclass(slots=True)
class Turn:
    """A card that is being played or claimed.

    Args:
        seat: whose. rewarded: its attacks are at +2.
        tired: of each space, how many of its units have attacked.
    """

    seat: SeatId
    rewarded: bool = False
    tired: dict[str, int] = field(default_factory=dict)

    def fresh(self, course: Course, space: str) -> int:
        """Return how many units of a space have not attacked on this card."""
        return course.state.imperial_in(space) - self.tired.get(space, 0)

    def attacked(self, space: str) -> None:
        """Note that a unit has attacked from a space."""
        self.tired[space] = self.tired.get(space, 0) + 1

    def walked(self, source: str, target: str, *, fresh: bool) -> None:
        """Note that a unit went from a space to another; a tired one stays tired."""
        if not fresh:
            self.tired[source] -= 1
            self.tired[target] = self.tired.get(target, 0) + 1


class Purse(Protocol):
    """What actions are paid from."""

    def refuses(self, order: SiegeOrder) -> Reason | None:
        """Say why an action cannot be paid."""
        ...

    def spend(self, order: SiegeOrder) -> None:
        """Pay an action."""
        ...


def price(tables: Tables, seat: SeatId, order: SiegeOrder) -> int:
    """Return how many action points an action costs (5)."""
    match order:
        case BuildCannon() if seat == IMP:
            return _CANNON_PRICES[tables.spaces[order.space].row]
        case BuildCannon():
            return 4
        case Raid():
            here, there = tables.spaces[order.source], tables.spaces[order.target]
            return distance(here, there) if there.row else _KLISOVA_RAID
        case _:
            return _PRICES.get(type(order), 1)


@dataclass(slots=True)
class ActionPoints:
    """The action points of a card; prep tops up one action that the card could never pay (5).

    Args:
        course: of the step. seat: whose. printed: on the card. left: not spent yet.
        topped: prep has topped up an action of this play.
    """

    course: Course
    seat: SeatId
    printed: int
    left: int
    topped: bool = False

    def refuses(self, order: SiegeOrder) -> Reason | None:
        """Say why an action cannot be paid: `not_enough_ap`, or prep would do and may not."""
        cost = price(self.course.tables, self.seat, order)
        short = cost - self.left
        if short <= 0:
            return None
        if short > self.course.state.prep[self.seat]:
            return Reason.NOT_ENOUGH_AP
        topped = self.topped and self.course.tables.rulings.prep_once
        allowed = isinstance(order, _TOPPED) and cost > self.printed and not topped
        if isinstance(order, Raid) and cost <= _KLISOVA_RAID:
            allowed = False
        return None if allowed else Reason.PREP_NOT_ALLOWED

    def spend(self, order: SiegeOrder) -> None:
        """Pay an action, and take exactly the shortfall from prep (5)."""
        short = price(self.course.tables, self.seat, order) - self.left
        if short > 0:
            self.topped = True
            self.course.change(self.seat, SiegeTrack.PREP, -short, Why.ACTION)
        self.left = max(0, -short)

    def store(self, amount: int, why: Why) -> None:
        """Put action points by (5)."""
        self.left -= amount
        self.course.change(self.seat, SiegeTrack.PREP, amount, why)


@dataclass(slots=True)
class FreeActions:
    """The actions of a card's effect; a raid costs one if it is not too far (9).

    Args:
        tables, seat: whose. left: how many actions. reach: how far a raid goes; 0 where there is none.
    """

    tables: Tables
    seat: SeatId
    left: int
    reach: int = 0

    def refuses(self, order: SiegeOrder) -> Reason | None:
        """Say why the effect does not give an action."""
        far = self.reach and price(self.tables, self.seat, order) > self.reach
        return Reason.NOT_ENOUGH_AP if far or not self.left else None

    def spend(self, order: SiegeOrder) -> None:
        """Count an action."""
        del order
        self.left -= 1
