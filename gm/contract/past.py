"""What a game has been through so far, as its records tell it: read as far as somebody looks.

The shell makes these of its records, for one reader: of each stage they hold what he may know. Pages,
pictures and charts of a room are made of them, and so it needs to know nothing of the store.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Generic, Protocol, TypeVar

from gm.contract.events import Event
from gm.contract.facts import GameFacts, Viewer
from gm.contract.orders import Order
from gm.contract.rules import Rules
from gm.contract.seats import SeatId
from gm.contract.stages import Stage

# A game's own types: of its position, and of what became of an order.
S = TypeVar("S")
R = TypeVar("R")
S_co = TypeVar("S_co", covariant=True)
R_co = TypeVar("R_co", covariant=True)


class PastStage(Protocol[S_co, R_co]):
    """A stage that was played, or is. Nothing of it is read before it is asked for."""

    @property
    def number(self) -> int:
        """Its number in the game, which no other stage has; those taken back leave gaps."""
        ...

    @property
    def stage(self) -> Stage:
        """Which stage it is."""
        ...

    @property
    def opened_at(self) -> datetime:
        """When it was opened."""
        ...

    @property
    def deadline(self) -> datetime:
        """When its orders were due."""
        ...

    @property
    def resolved_at(self) -> datetime | None:
        """When it was resolved; None while it is open."""
        ...

    @property
    def before(self) -> S_co:
        """The position it was played from, with the GM's corrections."""
        ...

    @property
    def after(self) -> S_co:
        """The position it led to; while it is open, the one it is played from."""
        ...

    @property
    def events(self) -> tuple[Event, ...]:
        """The facts that led there."""
        ...

    @property
    def outcomes(self) -> tuple[R_co, ...]:
        """What became of its orders."""
        ...

    @property
    def given(self) -> Mapping[SeatId, tuple[Order, ...]]:
        """The orders it was resolved by; none while it is open."""
        ...

    @property
    def asked(self) -> tuple[SeatId, ...]:
        """Who had something to order."""
        ...

    @property
    def silent(self) -> tuple[SeatId, ...]:
        """Of those, from whom nothing was received."""
        ...

    @property
    def late(self) -> Mapping[SeatId, timedelta]:
        """How long after the deadline the first orders of a seat came by mail, where they did."""
        ...

    def facts(self, *kinds: type[Event]) -> Iterator[Event]:
        """Yield its facts of some kinds, those of the GM's corrections first."""
        ...


@dataclass(frozen=True, slots=True)
class Past(Generic[S, R]):
    """The course of a game so far.

    Args:
        game: the game; rules: those it is played by, with its settings.
        viewer: who may know all that is in it.
        stages: of its course, oldest first; the last one may be open still.
        over: the game has ended.
        seed: of all its draws, once it is over; "" before, and where nothing is drawn.
    """

    game: GameFacts
    rules: Rules[S, R]
    viewer: Viewer
    stages: tuple[PastStage[S, R], ...]
    over: bool = False
    seed: str = ""

    @property
    def resolved(self) -> Sequence[PastStage[S, R]]:
        """The stages that are resolved."""
        return [stage for stage in self.stages if stage.resolved_at is not None]

    @property
    def positions(self) -> Iterator[S]:
        """The position that each stage was played from, oldest first, and the newest of all."""
        yield from (stage.before for stage in self.stages)
        yield self.stages[-1].after

    def facts(self, *kinds: type[Event]) -> Iterator[tuple[Stage, Event]]:
        """Yield the facts of some kinds, each with its stage, oldest first."""
        for past in self.stages:
            yield from ((past.stage, event) for event in past.facts(*kinds))

    def at(self, number: int) -> PastStage[S, R]:
        """Return the stage of a number; KeyError if it has none."""
        for past in self.stages:
            if past.number == number:
                return past
        raise KeyError(number)

    def upto(self, number: int) -> Past[S, R]:
        """Return the course as far as a stage, the one of that number or the last before it."""
        return replace(self, stages=tuple(past for past in self.stages if past.number <= number))

    def after(self, number: int) -> PastStage[S, R] | None:
        """Return the stage that came after the one of a number; None if none did."""
        return next((past for past in self.stages if past.number > number), None)
