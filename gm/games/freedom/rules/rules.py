"""The class that keeps the contract's `Rules`: openings, plays, claims, rounds and endings (4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from gm.contract.draws import Draws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Fate, Meta, Option, PlainRules, Request, Resolution
from gm.contract.seats import Seat, SeatId
from gm.contract.stages import Pace, Stage
from gm.games.freedom.rules.blocks import Line, SeatQueue, queue_of, refuse_lines
from gm.games.freedom.rules.course import Course, GameOverError
from gm.games.freedom.rules.events import after
from gm.games.freedom.rules.orders import Misread, SiegeOrder
from gm.games.freedom.rules.outcomes import Reason, SiegeFault, SiegeOutcome
from gm.games.freedom.rules.setup import deal, first_position
from gm.games.freedom.rules.state import SiegeState, Wait, seen_by
from gm.games.freedom.rules.steps import StepPlayer
from gm.games.freedom.rules.tables import IMP, INS, SEATS, Tables

VARIANT: Final = "freedom"
TITLE: Final = "Freedom!"
DESIGNER: Final = "Vangelis Bagiartakis"
VERSION: Final = "1"

OPENING, REGROUP, PLAY, LAST_CLAIM = "opening", "regroup", "play", "claim"
"""The kinds of stages."""

MASTER: Final = SeatId("GM")
"""Under this name the lines of the game's master stand among the drafts."""

PLAYERS: Final = (Seat(IMP, "Imperial", "#c0392b"), Seat(INS, "Insurgent", "#2e6da4"))
"""Who can play."""


@dataclass(frozen=True)
class SiegeRules(PlainRules[SiegeState, SiegeOutcome]):
    """The rules of a game of Freedom!

    Args:
        tables: what it is played with. choices: the settings a master can choose.
    """

    tables: Tables
    choices: tuple[Option, ...] = ()

    @property
    def meta(self) -> Meta:
        """Say what the game is."""
        return Meta(
            id=VARIANT,
            title=TITLE,
            designer=DESIGNER,
            version=VERSION,
            data_digest=self.tables.digest,
            seats=SEATS,
            seats_min=len(SEATS),
            options=self.choices,
            chance=True,
            previews=False,
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Say who can play."""
        return PLAYERS

    def new_game(
        self, draws: Draws, unplayed: Collection[SeatId] = ()
    ) -> Resolution[SiegeState, SiegeOutcome]:
        """Set the board up, shuffle the decks, and deal (3)."""
        del unplayed
        course = Course(self.tables, draws, first_position(self.tables))
        deal(course)
        return Resolution(course.state, tuple(course.events), (), tuple(course.made))

    def stage(self, state: SiegeState) -> Stage:
        """Return the stage that a position waits at: `R1O`, `R1R`, then `R1P01`, and `R1L`."""
        round_ = f"R{state.round}"
        match state.wait:
            case Wait.OPENING:
                return Stage(f"{round_}O", OPENING, (state.round, 0), Pace.IN_TURN)
            case Wait.REGROUP:
                return Stage(f"{round_}R", REGROUP, (state.round, 1), Pace.IN_TURN)
            case Wait.LASTCLAIM:
                return Stage(f"{round_}L", LAST_CLAIM, (state.round, 99), Pace.IN_TURN)
            case _:
                play = len(SEATS) * self.tables.siege.plays - sum(state.plays_left.values()) + 1
                return Stage(f"{round_}P{play:02}", PLAY, (state.round, 1 + play), Pace.IN_TURN)

    def pending(self, state: SiegeState) -> tuple[Request, ...]:
        """Return who is asked: the seat whose turn it is (4)."""
        if state.turn is None or state.settling is not None:
            return ()
        return (Request(state.turn),)

    def lacking(self, state: SiegeState, seat: SeatId, drafts: Drafts) -> tuple[str, ...]:
        """Return what the seat that is asked has not ordered yet: its opening, its play."""
        if state.turn != seat or drafts.get(seat):
            return ()
        return (state.wait.value,)

    def check(
        self, state: SiegeState, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[Check[SiegeFault], ...]:
        """Judge the lines of a seat by their text alone, each in its block (6)."""
        queue = queue_of(seat, orders)
        refuse_lines(queue, state, self.tables)
        return tuple(
            Check(order, SiegeFault(line.reason) if line.reason is not None else None)
            for order, line in zip(orders, queue.lines, strict=True)
        )

    def filed(self, order: Order, stage: Stage) -> str:
        """Return what a line is filed under: the lines of a seat are one queue (6)."""
        del order, stage
        return "queue"

    def resolve(
        self, state: SiegeState, drafts: Drafts, draws: Draws
    ) -> Resolution[SiegeState, SiegeOutcome]:
        """Play from a wait to the next: the queues of both, and all that follows of itself (6)."""
        course = Course(self.tables, draws, state)
        queues = {seat: queue_of(seat, drafts.get(seat, ())) for seat in SEATS}
        master = [Line(MASTER, _of_master(order)) for order in drafts.get(MASTER, ())]
        step = StepPlayer(course, queues, master)
        step.refuse()
        with suppress(GameOverError):  # nothing after the end happens, and what is open is unused
            step.run()
        lines = [line for queue in queues.values() for line in queue.lines]
        return Resolution(
            course.state,
            tuple(course.events),
            tuple(line.outcome() for line in (*lines, *master)),
            tuple(course.made),
            _leftover(course.state, queues.values()),
        )

    def replay(self, state: SiegeState, events: Sequence[Event]) -> SiegeState:
        """Return the position that facts lead to."""
        return after(state, events)

    def fate(self, state: SiegeState) -> Fate:
        """Return who has won; nobody is out before (4)."""
        winners = (state.winner,) if state.winner is not None else state.awarded
        return Fate(SEATS, winners=winners)

    def view(self, state: SiegeState, seats: Collection[SeatId] | None) -> SiegeState:
        """Return the position without what these seats may not see (1); all is shown when it is over."""
        return state if state.wait is Wait.END else seen_by(state, seats or ())

    def disclosed(
        self,
        before: SiegeState,
        resolution: Resolution[SiegeState, SiegeOutcome],
        seats: Collection[SeatId] | None,
    ) -> Resolution[SiegeState, SiegeOutcome]:
        """Return the step without the lines of others: policies and queues are sealed (1)."""
        del before
        own_seats = seats or ()
        outcomes = tuple(outcome for outcome in resolution.outcomes if outcome.seat in own_seats)
        leftover = {seat: kept for seat, kept in resolution.leftover.items() if seat in own_seats}
        return replace(resolution, outcomes=outcomes, leftover=leftover)


def _leftover(state: SiegeState, queues: Iterable[SeatQueue]) -> dict[SeatId, tuple[Order, ...]]:
    """Return the lines that are kept for the next step; none when the game is over."""
    if state.wait is Wait.END:
        return {}
    return {queue.seat: queue.leftover() for queue in queues if queue.leftover()}


def _of_master(order: Order) -> SiegeOrder:
    return order if isinstance(order, SiegeOrder) else Misread("", Reason.BAD_ORDER)
