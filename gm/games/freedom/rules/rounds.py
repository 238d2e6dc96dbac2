"""What follows of itself: the end of a round, replenishment, the next round, and the change of the period (4, 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gm.contract.seats import SeatId
from gm.games.freedom.rules.actions import PLEA_GOAL, Actions
from gm.games.freedom.rules.cannons import CannonPhase
from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.events import (
    AreasRewarded,
    CardsDealt,
    ClaimLapsed,
    DesertionFollowed,
    DiscardsShuffled,
    FlagSet,
    HandFilled,
    HelpAsked,
    MoveWay,
    PeriodChanged,
    PopulationCounted,
    RoundBegan,
    SiegeTrack,
    Stormed,
    UnitLost,
    UnitMoved,
    UpkeepPaid,
    WaitBegan,
    Why,
)
from gm.games.freedom.rules.guards import lost_forts
from gm.games.freedom.rules.legality import ALLIED_ROWS
from gm.games.freedom.rules.moves import end_fault
from gm.games.freedom.rules.pieces import (
    gain_camp_cannons,
    gain_city_cannons,
    gain_in_camp,
    gain_in_city,
    gain_unit,
    remove_units,
)
from gm.games.freedom.rules.state import Cause, Flag, Wait
from gm.games.freedom.rules.tables import (
    ALLIED,
    CAMP,
    EXPEDITIONARY,
    FIRST_OF_B,
    IMP,
    INS,
    LAST_ROUND,
    SEA,
    SEATS,
    VASILADI_RING,
    Reward,
    SpaceKind,
    period_of,
)

_ALLIES_ON_LAND: Final = 10
_ALLIES_IN_CAMP: Final = 5
_SEA_SUPPORTS: Final = 4
_PERIOD_SUPPLIES: Final = 6
_PERIOD_MONEY: Final = 8
_PERIOD_PENALTY: Final = 4
_PERIOD_CIVILIANS: Final = 10
_PERIOD_BONUS: Final = 1
"""What the second period brings (4)."""

_ALLIED_COLUMNS: Final = (5, 4, 6, 3, 7, 2, 8, 1, 9)
"""The columns in which allies arrive by default (6)."""

_WINTER_ROUNDS: Final = (5, 6)
"""The rounds that begin with a loss of Imperial morale (4)."""

_UNPAID_MORALE: Final = -2
_HEADS_FED: Final = 5
"""So many heads eat one supply (3)."""

_HELP_SUPPLIES: Final = 6
_HELP_UNITS: Final = 2
_HELP_MORALE: Final = 2
"""What the government's help brings (8)."""


class Rounds:
    """Carries out what follows of the end of the actions, up to the next wait."""

    def __init__(self, course: Course) -> None:
        self.course = course

    def finish(self) -> None:
        """End a round, and begin the next; GameOverError if one side has won (4)."""
        course = self.course
        if course.state.claim is not None:
            course.do(ClaimLapsed())
        self._check_storm()
        CannonPhase(course).fire_all()
        self._replenish_imperial()
        self._replenish_insurgent()
        if course.state.round >= LAST_ROUND:
            course.win(INS, Cause.TIME)
        self._begin_next()

    def _check_storm(self) -> None:
        """IMP wins with a unit in any fort, or on the beach (4)."""
        state, tables = self.course.state, self.course.tables
        beach = (
            space.id
            for space in tables.spaces.values()
            if space.kind is SpaceKind.BEACH and state.imperial_in(space.id)
        )
        stormed = (*beach, *lost_forts(state, tables))
        if stormed:
            self.course.do(Stormed(stormed))
            self.course.win(IMP, Cause.STORM)

    # Replenishment

    def _replenish_imperial(self) -> None:
        """Take rewards, pay, eat, and lose who deserts (8)."""
        course = self.course
        period = period_of(course.state.round)
        self._reward(IMP)
        missing = self._pay(SiegeTrack.MONEY, IMP, course.tables.siege.money_upkeep[period])
        if missing:
            remove_units(course, IMP, missing, Why.UNPAID)
            course.change(IMP, SiegeTrack.MORALE, _UNPAID_MORALE, Why.UNPAID)
        hungry = self._pay(SiegeTrack.SUPPLIES, IMP, course.tables.siege.supplies_upkeep[period])
        if hungry:
            course.change(IMP, SiegeTrack.MORALE, -hungry, Why.HUNGER)
        morale = course.state.morale[IMP]
        deserters = course.tables.siege.deserters(morale) if course.tables.rulings.desertion else 0
        if deserters:
            course.do(DesertionFollowed(morale, deserters))
            remove_units(course, IMP, deserters, Why.DESERTION)

    def _replenish_insurgent(self) -> None:
        """Count heads, take rewards, eat, and ask the government for help (8)."""
        course = self.course
        heads = course.state.civilians + sum(
            course.state.insurgent_in(space) for space in course.state.units
        )
        course.do(PopulationCounted(heads))
        self._reward(INS)
        hungry = self._pay(SiegeTrack.SUPPLIES, INS, -(-heads // _HEADS_FED))
        if hungry:
            course.change(INS, SiegeTrack.MORALE, -hungry, Why.HUNGER)
        if course.state.plea[INS] is not None:
            self._ask_government()

    def _pay(self, track: SiegeTrack, seat: SeatId, owed: int) -> int:
        """Pay what is owed as far as it goes; return how much is missing (8)."""
        course = self.course
        missing = max(0, owed - (course.value(seat, track) or 0))
        course.do(UpkeepPaid(seat, track, owed, missing))
        course.change(seat, track, -owed, Why.UPKEEP)
        return missing

    def _reward(self, seat: SeatId) -> None:
        """Take the rewards of a side's areas, in their order (8)."""
        course = self.course
        held = [area for area in course.tables.areas if course.state.areas[area].side == seat]
        course.do(AreasRewarded(seat, tuple(held)))
        for area in held:
            reward = course.tables.areas[area].rewards[seat]
            course.change(seat, SiegeTrack.SUPPLIES, reward.supplies, Why.REWARD)
            course.change(seat, SiegeTrack.MORALE, reward.morale, Why.REWARD)
            self._gain(seat, reward)

    def _gain(self, seat: SeatId, reward: Reward) -> None:
        course = self.course
        if seat == IMP:
            gain_in_camp(course, reward.units, Why.REWARD)
            gain_camp_cannons(course, reward.cannons, Why.REWARD)
            for _ in range(reward.vasiladi):
                self._land_at_vasiladi()
        else:
            gain_in_city(course, reward.units, Why.REWARD, islands=True)
            gain_city_cannons(course, reward.cannons, Why.REWARD)

    def _land_at_vasiladi(self) -> None:
        """Land a unit in the space around Vasiladi; one that does not fit stays where it was (8)."""
        course = self.course
        fault = end_fault(course.state, course.tables, EXPEDITIONARY, VASILADI_RING)
        if fault is None and course.tables.rulings.sea_from_camp:
            landed = self._sail_from_camp()
        else:
            landed = fault is None and gain_unit(course, EXPEDITIONARY, VASILADI_RING, Why.REWARD)
        if not landed:
            course.do(UnitLost(IMP, False, Why.REWARD))

    def _sail_from_camp(self) -> bool:
        """Ship a unit from the Camp to Vasiladi; False if none is there."""
        if not self.course.state.count(CAMP, EXPEDITIONARY):
            return False
        self.course.do(UnitMoved(EXPEDITIONARY, (CAMP, VASILADI_RING), MoveWay.SLOW))
        return True

    def _ask_government(self) -> None:
        """Ask the government for help (8)."""
        course = self.course
        dice = course.dice("help of the government", 2, 6)
        bonus = course.value(INS, SiegeTrack.PLEA) or 0
        granted = sum(dice) + bonus >= PLEA_GOAL
        course.do(HelpAsked(dice, bonus, granted))
        if not granted:
            course.change(INS, SiegeTrack.PLEA, 1, Why.HELP)
            return
        course.change(INS, SiegeTrack.SUPPLIES, _HELP_SUPPLIES, Why.HELP)
        gain_in_city(course, _HELP_UNITS, Why.HELP, islands=False)
        course.change(INS, SiegeTrack.MORALE, _HELP_MORALE, Why.HELP)

    # The next round

    def _begin_next(self) -> None:
        """Begin the next round: cards are dealt, and in the fourth the period changes (4)."""
        course = self.course
        if course.state.flags.no_cannons:
            course.do(FlagSet(Flag.NO_CANNONS, None))
        round_ = course.state.round + 1
        course.do(RoundBegan(round_, course.tables.siege.plays))
        if round_ in _WINTER_ROUNDS:
            course.change(IMP, SiegeTrack.MORALE, -1, Why.WINTER)
        if round_ == FIRST_OF_B:
            course.do(PeriodChanged())
        for seat in SEATS:
            fill_hand(course, seat)
        if round_ == FIRST_OF_B:
            self._change_period()
        course.do(WaitBegan(Wait.OPENING, IMP))

    def _change_period(self) -> None:
        """Let Ibrahim arrive, and refugees come into the city (4)."""
        course = self.course
        self._land_allies()
        for _ in range(_SEA_SUPPORTS):
            Actions(course).support(IMP, SEA)
        course.change(IMP, SiegeTrack.SUPPLIES, _PERIOD_SUPPLIES, Why.PERIOD)
        course.change(IMP, SiegeTrack.MONEY, _PERIOD_MONEY, Why.PERIOD)
        course.change(IMP, SiegeTrack.PLEA, _PERIOD_PENALTY, Why.PERIOD)
        course.change(INS, SiegeTrack.CIVILIANS, _PERIOD_CIVILIANS, Why.PERIOD)
        course.change(INS, SiegeTrack.PLEA, _PERIOD_BONUS, Why.PERIOD)

    def _land_allies(self) -> None:
        """Place allies by policy, else by default; those that do not fit wait in the Camp (4)."""
        course = self.course
        spaces = self._allied_spaces()
        for _ in range(_ALLIES_ON_LAND):
            legal = (
                space
                for space in spaces
                if end_fault(course.state, course.tables, ALLIED, space) is None
            )
            self._arrive(next(legal, CAMP))
        for _ in range(_ALLIES_IN_CAMP):
            self._arrive(CAMP)

    def _arrive(self, space: str) -> None:
        if not gain_unit(self.course, ALLIED, space, Why.PERIOD):
            self.course.do(UnitLost(IMP, False, Why.PERIOD))

    def _allied_spaces(self) -> Iterator[str]:
        """Yield where allies come, one by one: each wish once, then the default until it is full (6)."""
        yield from self.course.state.policy_of(IMP).allies
        for row in ALLIED_ROWS:
            for column in _ALLIED_COLUMNS:
                space = f"{row}-{column}"
                limit = self.course.tables.spaces[space].limit or 0
                for _ in range(limit):
                    yield space


def fill_hand(course: Course, seat: SeatId) -> None:
    """Fill a hand from the top of the period's deck; an empty deck is replaced by the discards (4)."""
    period, drawn = period_of(course.state.round), 0
    while (wanted := course.tables.siege.hand - len(course.state.hand[seat])) > 0:
        if not course.state.deck[period]:
            if not course.state.discard or not course.tables.rulings.reshuffle:
                break
            discards = course.state.discard
            course.shuffle(f"deck {period} again", period, discards, discards=True)
            course.do(DiscardsShuffled(len(discards)))
        cards = course.state.deck[period][:wanted]
        drawn += len(cards)
        course.do(CardsDealt(seat, period, cards))
    course.do(HandFilled(seat, drawn))
