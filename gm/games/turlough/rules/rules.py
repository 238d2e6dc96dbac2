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
from gm.games.turlough.rules.events import (
    Demobilised,
    RisingOccasion,
    WaitBegan,
    WarTurnBegan,
    after,
)
from gm.games.turlough.rules.fighting import Fighting
from gm.games.turlough.rules.foresight import Foreseen, foreseen
from gm.games.turlough.rules.legality import fault_of
from gm.games.turlough.rules.mustering import Mustering, newcomers, openers
from gm.games.turlough.rules.orders import STANDING, FactionOrder
from gm.games.turlough.rules.outcomes import Reason, TurloughFault, TurloughOutcome
from gm.games.turlough.rules.packets import Line, Packets, packets_of
from gm.games.turlough.rules.rounds import begin_round, end_war, provision
from gm.games.turlough.rules.setup import SEATS, first_position
from gm.games.turlough.rules.state import HIDDEN, TurloughState, Wait
from gm.games.turlough.rules.tables import GROUPS, Tables
from gm.games.turlough.rules.turns import Turns

VARIANT: Final = "turlough"
TITLE: Final = "The Triumphs of Turlough"
DESIGNER: Final = "Vinicius Marino Carvalho"
VERSION: Final = "1"

START: Final = "START"
"""The name of the stage before the first round."""

OPENING, WAR = "opening", "war"
"""The kinds of stages: before the first round, for standing lines, and a war turn."""


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
        """Return the stage that a position waits at: `START`, then `R2W3`."""
        if state.war_turn == 0:
            return Stage(START, OPENING, (0, 0))
        name = f"R{state.round}W{state.war_turn}"
        return Stage(name, WAR, (state.round, state.war_turn), Pace.TOGETHER)

    def pending(self, state: TurloughState) -> tuple[Request, ...]:
        """Return who is asked: every seat that has a faction in play; nobody must answer (5)."""
        if state.wait is Wait.OVER:
            return ()
        return tuple(Request(seat) for seat in self._in_play(state))

    def lacking(self, state: TurloughState, seat: SeatId, drafts: Drafts) -> tuple[str, ...]:
        """Return the factions of a seat that could act and for which nothing was sent (5)."""
        if state.wait is not Wait.PACKETS:
            return ()
        sent = {o.faction for o in drafts.get(seat, ()) if isinstance(o, FactionOrder)}
        own = (f for f in state.commanded_by(seat) if not state.factions[f].out)
        idle = [faction for faction in own if faction not in sent]
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
        own = seats or ()
        outcomes = tuple(told for told in resolution.outcomes if told.seat in own)
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
        """Return the position without the deck's order and the others' standing lines (12)."""
        if state.wait is Wait.OVER:
            return state
        own = {
            faction: lines
            for faction, lines in state.standing.items()
            if seats is not None and state.seat_of(faction) in seats
        }
        return replace(state, deck=(HIDDEN,) * len(state.deck), standing=own)

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
        untimely = state.wait is Wait.START and not isinstance(order, STANDING)
        return Reason.NOT_NOW if untimely else None

    def _play(self, course: Course, packets: Packets) -> None:
        packets.keep_standing()
        if course.state.wait is Wait.START:
            course.shuffle()
            begin_round(course, course.state.round)
            course.do(WaitBegan())
            return
        self._war_turn(course, packets)
        self._next_wait(course, packets)

    def _war_turn(self, course: Course, packets: Packets) -> None:
        """Play the expedition, the battles and the provisioning of a war turn (5)."""
        mustering, fighting = Mustering(packets), Fighting(packets)
        turns = Turns(packets, mustering, fighting)
        course.begin_war_turn()
        self._muster(course, mustering)
        acting = [army.faction for army in course.state.armies]
        rising = {*mustering.joined}
        mustering.joined.clear()
        for faction in acting:
            self._act(packets, turns, faction, new=faction in rising)
        for faction in mustering.joined:  # it grows while they act
            self._act(packets, turns, faction, new=True)
        fighting.battles()
        provision(packets)
        _close(course, packets)

    def _muster(self, course: Course, mustering: Mustering) -> None:
        """Let somebody open the war, or everybody who hears of it rise (5)."""
        if course.state.war_turn > 1:
            for faction in newcomers(course):
                if mustering.may_rise(faction):
                    mustering.by_own_lines(faction, RisingOccasion.NEWS)
            return
        for faction in openers(course):
            if mustering.may_rise(faction) and mustering.by_own_lines(
                faction, RisingOccasion.OPENING
            ):
                return

    def _act(self, packets: Packets, turns: Turns, faction: str, *, new: bool) -> None:
        """Play a faction's turn; an absent seat's army goes home, but not in the turn it rose in (5)."""
        if not packets.is_absent(faction):
            turns.act(faction)
        elif not new:
            turns.go_home(faction)

    def _next_wait(self, course: Course, packets: Packets) -> None:
        """Go on to the next war turn, or through the next maintenance (5)."""
        state, limit = course.state, self.settings.war_limit
        if state.armies and not (limit and state.war_turn >= limit):
            course.do(WarTurnBegan(state.war_turn + 1))
            return
        self._disband_all(course, packets)
        end_war(course)
        begin_round(course, course.state.round + 1)

    def _disband_all(self, course: Course, packets: Packets) -> None:
        """Disband what is left at the limit of a war; who could have rested has done so (5)."""
        turns = Turns(packets, Mustering(packets), Fighting(packets))
        for army in course.state.armies:
            if turns.may_rest(army):
                turns.disband(army, at_end=True)
            else:
                course.do(Demobilised(army.faction, army.hex, at_end=True))


@dataclass(frozen=True, slots=True)
class _NoDraws:
    """For what must not draw: what a packet would do."""

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Refuse to."""
        raise AssertionError(f"nothing is drawn here: {label}")


def _close(course: Course, packets: Packets) -> None:
    """Say of the lines whose turn never came why it did not (11)."""
    for line in packets.lines:
        if line.is_open:
            line.void(_never_reached(course, line))


def _never_reached(course: Course, line: Line) -> Reason:
    if not line.mobilizes:
        return Reason.NOT_MOBILISED
    if line.tried:
        return Reason.NOT_MET
    served = course.state.factions[line.order.faction].served
    return Reason.ALREADY_MOBILISED if served else Reason.NO_MOBILISATION_RIGHT
