"""A kit for games: the rules of a game in which nothing is hidden and nothing sent ahead.

A game takes its class for a base and writes anew what it does otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any, Generic, TypeVar

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Request, Resolution
from gm.contract.seats import SeatId
from gm.contract.stages import Stage

S = TypeVar("S")
R = TypeVar("R")


class PlainRules(ABC, Generic[S, R]):
    """What the contract's `Rules` asks for, as most games do it."""

    def ahead(self, state: S) -> tuple[Request, ...]:
        """Return what may be ordered already for a later stage: nothing."""
        del state
        return ()

    def contingent(self, state: S) -> tuple[Stage, ...]:
        """Return the stages that may follow and take orders already: none."""
        del state
        return ()

    def check(self, state: S, seat: SeatId, orders: Sequence[Order]) -> tuple[Check[Any], ...]:
        """Judge each order alone: all that can be read is legal."""
        del state, seat
        return tuple(Check(order) for order in orders)

    def lacking(self, state: S, seat: SeatId, drafts: Drafts) -> tuple[str, ...]:
        """Return what still lacks an order: nothing has to be ordered."""
        del state, seat, drafts
        return ()

    def view(self, state: S, seats: Collection[SeatId] | None) -> S:
        """Return the position, in which nothing is hidden."""
        del seats
        return state

    def disclosed(
        self, before: S, resolution: Resolution[S, R], seats: Collection[SeatId] | None
    ) -> Resolution[S, R]:
        """Return the step, of which nothing is hidden."""
        del before, seats
        return resolution

    def foresee(
        self, state: S, seat: SeatId, drafts: Drafts, stage: Stage | None = None
    ) -> object:
        """Return nothing: nobody's orders say how another's will do."""
        del state, seat, drafts, stage
        return None

    def following(self, state: S) -> Stage | None:
        """Return the stage that comes next: that is not known."""
        del state
        return None

    @abstractmethod
    def replay(self, state: S, events: Sequence[Event]) -> S:
        """Return the position that facts lead to; each game says how."""

    def amend(self, state: S, edits: Sequence[Event]) -> S:
        """Apply a GM's corrections: each is a fact like any other."""
        return self.replay(state, edits)
