"""A war turn as it is played: who rises, who acts when, the battles, and what follows (5).

Either all packets are played together, or one faction is asked after the other (`live_sequential`, note 96): then a
step is what that faction does, and `OneByOne` of the position says how far the war turn is.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from gm.games.turlough.rules.course import Course
from gm.games.turlough.rules.events import (
    Demobilised,
    FactionAsked,
    RisingOccasion,
    WarTurnBegan,
)
from gm.games.turlough.rules.fighting import Fighting
from gm.games.turlough.rules.mustering import Mustering, newcomers, openers
from gm.games.turlough.rules.outcomes import Reason
from gm.games.turlough.rules.packets import Line, Packets
from gm.games.turlough.rules.rounds import begin_round, end_war, provision
from gm.games.turlough.rules.sides import enemies_in
from gm.games.turlough.rules.state import Army, AskedFor, OneByOne
from gm.games.turlough.rules.tables import CLAIMANTS
from gm.games.turlough.rules.turns import Turns


class WarTurns:
    """Plays the war turn of a step.

    Args:
        packets: of the step.
    """

    def __init__(self, packets: Packets) -> None:
        self.packets = packets
        self.course: Course = packets.course
        self.mustering, self.fighting = Mustering(packets), Fighting(packets)
        self.turns = Turns(packets, self.mustering, self.fighting)

    def play(self) -> None:
        """Play what the game has waited for: all packets, or that of the faction that is asked."""
        asked = self.course.state.one_by_one
        if asked is not None:
            self._play_asked(asked)
            return
        self.course.begin_war_turn()
        self._muster()
        acting = [army.faction for army in self.course.state.armies]
        rising = {*self.mustering.joined}
        self.mustering.joined.clear()
        for faction in acting:
            self._act(faction, new=faction in rising)
        for faction in self.mustering.joined:  # it grows while they act
            self._act(faction, new=True)
        self._finish()

    def _muster(self) -> None:
        """Let somebody open the war, or everybody who hears of it rise (5)."""
        opening = self.course.state.war_turn == 1
        for faction in self._candidates():
            risen = self.mustering.may_rise(faction) and self._rises(faction)
            if risen and opening:
                return

    def _candidates(self) -> tuple[str, ...]:
        """Return who may open the war, or who hears of it (5)."""
        opening = self.course.state.war_turn == 1
        return (
            openers(self.course.tables, self.course.state) if opening else newcomers(self.course)
        )

    def _rises(self, faction: str) -> bool:
        opening = self.course.state.war_turn == 1
        occasion = RisingOccasion.OPENING if opening else RisingOccasion.NEWS
        return self.mustering.by_own_lines(faction, occasion)

    def _act(self, faction: str, *, new: bool) -> None:
        """Play a faction's turn; an absent seat's army goes home, but not in the turn it rose in (5)."""
        if not self.packets.is_absent(faction):
            self.turns.act(faction)
        elif not new:
            self.turns.go_home(faction)

    def _finish(self) -> None:
        """Fight and feed when all have acted, and go on to the next wait (5)."""
        self.fighting.battles()
        provision(self.packets)
        self._close()
        self._next_wait()

    def _close(self) -> None:
        """Say of the lines whose turn never came why it did not (11)."""
        for line in self.packets.lines:
            if line.is_open:
                line.void(_never_reached(self.course, line))

    def _next_wait(self) -> None:
        """Go on to the next war turn, or through the next maintenance (5)."""
        course = self.course
        state, limit = course.state, course.options.war_limit
        if state.armies and not (limit and state.war_turn >= limit):
            course.do(WarTurnBegan(state.war_turn + 1))
        else:
            self._disband_all()
            end_war(course)
            begin_round(course, course.state.round + 1)
        if course.options.live_sequential:
            self.ask_first()

    def _disband_all(self) -> None:
        """Disband what is left at the limit of a war; who could have rested has done so (5)."""
        for army in self.course.state.armies:
            if self.turns.may_rest(army):
                self.turns.disband(army, at_end=True)
            else:
                self.course.do(Demobilised(army.faction, army.hex, at_end=True))

    # One faction after the other

    def ask_first(self) -> None:
        """Ask the first faction of a war turn."""
        self.course.begin_war_turn()
        self.mustering.joined.clear()
        self._ask_next(OneByOne(0, AskedFor.RISING, ""))

    def _play_asked(self, asked: OneByOne) -> None:
        """Play what a faction does that was asked, and ask the next one."""
        faction = asked.faction
        self.course.resume_war_turn(asked)
        if asked.asking is AskedFor.ACTING:
            self._act(faction, new=faction in asked.joined)
        elif self._opens(faction):  # and acts by the same packet
            self._act(faction, new=True)
            asked = replace(asked, asking=AskedFor.ACTING, asked=())
        self._close()
        self._ask_next(replace(asked, asked=(*asked.asked, faction)))

    def _opens(self, faction: str) -> bool:
        """Let a faction rise that is asked whether it does; tell whether it opens the war by it."""
        risen = self.mustering.may_rise(faction) and self._rises(faction)
        return risen and self.course.state.war_turn == 1

    def _ask_next(self, so_far: OneByOne) -> None:
        """Ask the next faction of a war turn; when there is none, fight and go on.

        Args:
            so_far: the war turn, with all who were asked.
        """
        rising = so_far.asking is AskedFor.RISING
        following = self._next_to_rise(so_far.asked) if rising else None
        if following is None:
            if rising:
                so_far = replace(so_far, asking=AskedFor.ACTING, asked=())
            so_far = replace(so_far, asked=(*so_far.asked, *self._passed_over(so_far.asked)))
            following = self._next_to_act(so_far.asked)
        if following is None:
            self.course.do(FactionAsked(None))
            self._finish()
            return
        course = self.course
        now = OneByOne(
            so_far.step + 1,
            so_far.asking,
            following,
            so_far.asked,
            (*so_far.joined, *self.mustering.joined),
            tuple(sorted(course.arrivals.items())),
            tuple(sorted(course.crossed)),
        )
        course.do(FactionAsked(now))

    def _next_to_rise(self, asked: tuple[str, ...]) -> str | None:
        free = (faction for faction in self._candidates() if faction not in asked)
        return next(filter(self.mustering.may_rise, free), None)

    def _next_to_act(self, asked: tuple[str, ...]) -> str | None:
        """Return whose army acts next; who joins during the turn acts at its end (5)."""
        armies = (army.faction for army in self.course.state.armies)
        return next((faction for faction in armies if faction not in asked), None)

    def _passed_over(self, asked: tuple[str, ...]) -> tuple[str, ...]:
        """Return whose turns come next and are over, for their armies can do nothing."""
        waiting = (army for army in self.course.state.armies if army.faction not in asked)
        idle = takewhile(lambda army: not self._can_act(army), waiting)
        return tuple(army.faction for army in idle)

    def _can_act(self, army: Army) -> bool:
        """Tell whether an army can do anything: among enemies only a claimant's can, by exile (7)."""
        side = self.course.side(army.faction)
        engaged = enemies_in(self.course.state, side, army.hex)
        return army.faction in CLAIMANTS or not engaged


def _never_reached(course: Course, line: Line) -> Reason:
    if not line.mobilizes:
        return Reason.NOT_MOBILISED
    if line.tried:
        return Reason.NOT_MET
    served = course.state.factions[line.order.faction].served
    return Reason.ALREADY_MOBILISED if served else Reason.NO_MOBILISATION_RIGHT
