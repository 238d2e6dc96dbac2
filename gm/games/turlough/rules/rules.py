"""The class that keeps the contract's `Rules`: packets, war turns, rounds and endings (5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from gm.contract.draws import Draw, Draws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Fate, Meta, Option, PlainRules, Request, Resolution
from gm.contract.seats import Seat, SeatId
from gm.contract.stages import Pace, Stage
from gm.games.turlough.rules.course import USUAL, Course, GameWonError, TurloughOptions
from gm.games.turlough.rules.events import PacketKept, PacketsOpened, WaitBegan, after
from gm.games.turlough.rules.foresight import Foreseen, foreseen
from gm.games.turlough.rules.legality import fault_of
from gm.games.turlough.rules.orders import (
    STANDING,
    Conditional,
    FactionOrder,
    Mobilize,
    Stay,
)
from gm.games.turlough.rules.outcomes import Reason, TurloughFault, TurloughOutcome
from gm.games.turlough.rules.packets import Packets, packets_of
from gm.games.turlough.rules.rounds import begin_round
from gm.games.turlough.rules.setup import SEATS, first_position
from gm.games.turlough.rules.state import (
    HIDDEN,
    AskedFor,
    KeptLine,
    OneByOne,
    TurloughState,
    Wait,
)
from gm.games.turlough.rules.tables import GROUPS, Tables
from gm.games.turlough.rules.war_turns import WarTurns

VARIANT: Final = "turlough"
TITLE: Final = "The Triumphs of Turlough"
DESIGNER: Final = "Vinicius Marino Carvalho"
VERSION: Final = "1"

START: Final = "START"
"""The name of the stage before the first round."""

OPENING, WAR, TURN = "opening", "war", "turn"
"""The kinds of stages: before the first round, for standing lines, a war turn, and a faction's part of one."""


@dataclass(frozen=True)
class TurloughRules(PlainRules[TurloughState, TurloughOutcome]):
    """The rules of a game of The Triumphs of Turlough.

    Args:
        tables: what it is played with. scenario: which. players: how many seats, 3 to 6.
        settings: how it differs from the usual. choices: the settings a master can choose.
    """

    tables: Tables
    scenario: str
    players: int = 5
    settings: TurloughOptions = USUAL
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
            seats=tuple(seat.id for seat in self.seats),
            seats_min=len(self.seats),
            options=self.choices,
            chance=True,
            previews=False,
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Say who can play: the leaders of the groups, as many as there are players (1)."""
        groups = first_position(self.tables, self.scenario, self.players, self.settings).seats
        taken = set(groups.values())
        return tuple(seat for seat in SEATS if seat.id in taken)

    def check_players(self) -> None:
        """Raise ValueError if the scenario cannot be played by so many."""
        first_position(self.tables, self.scenario, self.players, self.settings)

    def new_game(
        self, draws: Draws, unplayed: Collection[SeatId] = ()
    ) -> Resolution[TurloughState, TurloughOutcome]:
        """Set the board up; the deck is shuffled when the standing lines of the start are in (5)."""
        del draws, unplayed
        state = first_position(self.tables, self.scenario, self.players, self.settings)
        return Resolution(state, (), ())

    def stage(self, state: TurloughState) -> Stage:
        """Return the stage that a position waits at: `START`, then `R2W3`, or `R2W3S4CUL`."""
        if state.war_turn == 0:
            return Stage(START, OPENING, (0, 0))
        name = f"R{state.round}W{state.war_turn}"
        if (asked := state.one_by_one) is not None:
            order = (state.round, state.war_turn, asked.step)
            return Stage(f"{name}S{asked.step}{asked.faction}", TURN, order, Pace.IN_TURN)
        return Stage(name, WAR, (state.round, state.war_turn), Pace.TOGETHER)

    def pending(self, state: TurloughState) -> tuple[Request, ...]:
        """Return who is asked: every seat that has a faction in play, or one; nobody must answer (5)."""
        if state.wait is Wait.OVER:
            return ()
        if (asked := state.one_by_one) is not None:
            seat = state.seat_of(asked.faction)
            return (Request(SeatId(seat)),) if seat is not None else ()
        return tuple(Request(seat) for seat in self._in_play(state))

    def lacking(self, state: TurloughState, seat: SeatId, drafts: Drafts) -> tuple[str, ...]:
        """Return the factions of a seat that could act and for which nothing was sent (5)."""
        if state.wait is not Wait.PACKETS:
            return ()
        sent = {o.faction for o in drafts.get(seat, ()) if isinstance(o, FactionOrder)}
        if (asked := state.one_by_one) is not None:
            waited = asked.faction not in sent and state.seat_of(asked.faction) == seat
            return (asked.faction,) if waited else ()
        playing = (f for f in state.commanded_by(seat) if not state.factions[f].out)
        idle = [faction for faction in playing if faction not in sent]
        acting = [f for f in idle if state.army(f) is not None or not state.factions[f].served]
        return () if sent and not any(state.army(f) for f in acting) else tuple(acting)

    def foresee(
        self, state: TurloughState, seat: SeatId, drafts: Drafts, stage: Stage | None = None
    ) -> tuple[Foreseen, ...]:
        """Return what a seat's packet would do as far as that can be told beforehand."""
        del stage
        if state.wait is not Wait.PACKETS:
            return ()
        course = Course(self.tables, self.settings, _NoDraws(), state)
        orders = [order for order in drafts.get(seat, ()) if isinstance(order, FactionOrder)]
        return foreseen(course, orders)

    def disclosed(
        self,
        before: TurloughState,
        resolution: Resolution[TurloughState, TurloughOutcome],
        seats: Collection[SeatId] | None,
    ) -> Resolution[TurloughState, TurloughOutcome]:
        """Return the step without what became of the lines of others: packets are sealed (12)."""
        del before
        own_seats = seats or ()
        outcomes = tuple(outcome for outcome in resolution.outcomes if outcome.seat in own_seats)
        return replace(resolution, outcomes=outcomes)

    def check(
        self, state: TurloughState, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[Check[TurloughFault], ...]:
        """Judge each line alone, whatever the board is like (11)."""
        reasons = [self._refused(state, seat, order) for order in orders]
        return tuple(
            Check(order, TurloughFault(reason) if reason is not None else None)
            for order, reason in zip(orders, reasons, strict=True)
        )

    def filed(self, order: Order, stage: Stage) -> str:
        """Return what a line is filed under: the packet of a faction is one list (11)."""
        del stage
        faction = order.faction if isinstance(order, FactionOrder) else ""
        return f"packet-{faction}"

    def resolve(
        self, state: TurloughState, drafts: Drafts, draws: Draws
    ) -> Resolution[TurloughState, TurloughOutcome]:
        """Play from a wait to the next: the packets, and all that follows of itself (5)."""
        course = Course(self.tables, self.settings, draws, state)
        packets = packets_of(course, drafts)
        for line in packets.lines:
            if (reason := self._refused(state, line.seat, line.order)) is not None:
                line.refuse(reason)
        if state.wait is not Wait.OVER:
            with suppress(GameWonError):  # what is still open is unused, and nothing follows
                self._play(course, packets)
        outcomes = tuple(line.outcome() for line in packets.lines)
        if self.settings.packets_shown and state.wait is Wait.PACKETS:
            _keep(course, state, outcomes)
        return Resolution(course.state, tuple(course.events), outcomes, tuple(course.made))

    def replay(self, state: TurloughState, events: Sequence[Event]) -> TurloughState:
        """Return the position that facts lead to."""
        return after(state, events)

    def fate(self, state: TurloughState) -> Fate:
        """Return who is in play, who is out, and whose groups have won (9)."""
        seats = tuple(dict.fromkeys(SeatId(state.seats[g]) for g in GROUPS if g in state.seats))
        playing = self._in_play(state)
        out = tuple(seat for seat in seats if seat not in playing)
        if state.result is None:
            return Fate(playing, eliminated=out, winners=state.awarded)
        won = (SeatId(state.seats[group]) for group in state.result.winners)
        return Fate(playing, eliminated=out, winners=tuple(dict.fromkeys(won)))

    def view(self, state: TurloughState, seats: Collection[SeatId] | None) -> TurloughState:
        """Return the position without the deck's order, and what others have sent and let stand (12)."""
        if state.wait is Wait.OVER:
            return state
        standing = {
            faction: lines
            for faction, lines in state.standing.items()
            if seats is not None and state.seat_of(faction) in seats
        }
        kept = tuple(line for line in state.kept if line.outcome.seat in (seats or ()))
        return replace(state, deck=(HIDDEN,) * len(state.deck), standing=standing, kept=kept)

    def _in_play(self, state: TurloughState) -> tuple[SeatId, ...]:
        """Return the seats that have a faction in play, in the order of groups."""
        groups = {f.group for f in state.factions.values() if not f.out}
        seats = (
            state.seats[group] for group in GROUPS if group in state.seats and group in groups
        )
        return tuple(dict.fromkeys(map(SeatId, seats)))

    def _refused(self, state: TurloughState, seat: SeatId, order: Order) -> Reason | None:
        """Say why a line is no legal order here (11)."""
        if state.wait is Wait.OVER:
            return Reason.GAME_OVER
        if not isinstance(order, FactionOrder):
            return Reason.UNREADABLE
        if order.faction not in state.commanded_by(seat):
            return Reason.NOT_YOUR_FACTION
        if (reason := fault_of(self.tables, order)) is not None:
            return reason
        if isinstance(order, STANDING):
            return None
        if state.wait is Wait.START:
            return Reason.NOT_NOW
        return _not_asked(state, state.one_by_one, order) if state.one_by_one is not None else None

    def _play(self, course: Course, packets: Packets) -> None:
        packets.keep_standing()
        wars = WarTurns(packets)
        if course.state.wait is Wait.START:
            course.shuffle()
            begin_round(course, course.state.round)
            course.do(WaitBegan())
            if self.settings.live_sequential:
                wars.ask_first()
        else:
            wars.play()


@dataclass(frozen=True, slots=True)
class _NoDraws:
    """For what must not draw: what a packet would do."""

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Refuse to."""
        raise AssertionError(f"nothing is drawn here: {label}")


def _not_asked(state: TurloughState, asked: OneByOne, order: FactionOrder) -> Reason | None:
    """Say why a line is not what is asked now, where one faction is asked after the other."""
    if order.faction != asked.faction:
        return Reason.NOT_YOUR_TURN
    opens = state.war_turn == 1  # who opens a war acts by the same packet
    first = order.then if isinstance(order, Conditional) else order
    if asked.asking is AskedFor.ACTING or opens or isinstance(first, Mobilize | Stay):
        return None
    return Reason.ONLY_RISING


def _keep(course: Course, before: TurloughState, outcomes: Sequence[TurloughOutcome]) -> None:
    """Keep what was sent until the war is over; then show it, but for what stands on while the game does."""
    kept = [KeptLine(before.war_turn, outcome) for outcome in outcomes]
    over = course.state.wait is Wait.OVER
    if not over and course.state.round == before.round:
        for seat in dict.fromkeys(line.outcome.seat for line in kept):
            seat_lines = tuple(line for line in kept if line.outcome.seat == seat)
            course.do(PacketKept(seat, seat_lines))
        return
    shown = (*course.state.kept, *kept)
    if not over:
        shown = tuple(line for line in shown if not isinstance(line.outcome.order, STANDING))
    course.do(PacketsOpened(shown))
