"""The class that keeps the contract's `Rules`: turns, waits and endings (5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gm.contract.dice import shuffled
from gm.contract.draws import Draws, HandDraws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import (
    Check,
    Drafts,
    Fate,
    Meta,
    Option,
    PlainRules,
    Request,
    Resolution,
    Silence,
)
from gm.contract.seats import Seat, SeatId
from gm.contract.stages import Pace, Stage
from gm.games.irish_freedom.rules.actions import ACTIONS, Lines
from gm.games.irish_freedom.rules.cards import draw_card
from gm.games.irish_freedom.rules.combat import CombatOdds, fight_all, odds, sides_by_area
from gm.games.irish_freedom.rules.course import USUAL, Course, FreedomOptions, looking_at
from gm.games.irish_freedom.rules.enemy import enemy_move, enemy_upgrade
from gm.games.irish_freedom.rules.events import (
    Cause,
    DecksShuffled,
    GameDecided,
    MoraleChecked,
    PointsAwarded,
    RepublicansSurrendered,
    TreatySigned,
    TurnStarted,
    WaitBegan,
    after,
)
from gm.games.irish_freedom.rules.orders import (
    Action,
    Continue,
    Pass,
    SetAfterTreaty,
    SetAreas,
    SetUpgrade,
    Stop,
)
from gm.games.irish_freedom.rules.outcomes import FreedomFault, FreedomOutcome
from gm.games.irish_freedom.rules.scoring import (
    cleared_regions,
    final_grade,
    morale,
    surrender_date_points,
    treaty_date_points,
    treaty_grade,
    ulster_bonus,
)
from gm.games.irish_freedom.rules.state import (
    HIDDEN,
    LOST,
    PLAYER,
    AfterTreaty,
    FreedomState,
    Result,
    Wait,
)
from gm.games.irish_freedom.rules.tables import (
    BRITISH_COLOURS,
    FIRST_WAR,
    LAST_TURN,
    SECOND_WAR,
    RuleTables,
)
from gm.games.irish_freedom.rules.treaty import make_civil_war

VARIANT: Final = "irish-freedom"
TITLE: Final = "Irish Freedom"
DESIGNER: Final = "Dave Kershaw"
VERSION: Final = "1"

TURN, TREATY = "actions", "treaty"
"""The kinds of stages: a turn of the player's, and what he wants after the Treaty."""

_LOST_WARS: Final = {FIRST_WAR: Result.BRITISH_VICTORY, SECOND_WAR: Result.REPUBLICAN_VICTORY}
_STAGE_LETTER: Final = {FIRST_WAR: "W", SECOND_WAR: "C"}


@dataclass(frozen=True)
class FreedomRules(PlainRules[FreedomState, FreedomOutcome]):
    """The rules of a game of Irish Freedom.

    Args:
        tables: what it is played with.
        settings: how it differs from the usual. choices: the settings a master can choose.
        first_mail: a mail with fewer actions than the turn has plays it.
        silence: what comes of a turn for which no orders come; where it falls due it is a PASS.
    """

    tables: RuleTables
    settings: FreedomOptions = USUAL
    choices: tuple[Option, ...] = ()
    first_mail: bool = False
    silence: Silence = Silence.ABANDONS

    @property
    def meta(self) -> Meta:
        """Say what the game is."""
        return Meta(
            id=VARIANT,
            title=TITLE,
            designer=DESIGNER,
            version=VERSION,
            data_digest=self.tables.digest,
            seats=(PLAYER,),
            seats_min=1,
            options=self.choices,
            chance=True,
            previews=False,
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Say who can play: one player."""
        return (Seat(PLAYER, "Player", "#0072b2"),)

    def set_up(self) -> FreedomState:
        """Return the board as it is set up, before anything is drawn (4)."""
        course = self._look_at(
            FreedomState(woi_deck=self._deck(FIRST_WAR), cw_deck=self._deck(SECOND_WAR))
        )
        for placing in self.tables.setup:
            course.place(placing.type, placing.colour, placing.area, Cause.SETUP)
        return course.state

    def new_game(
        self, draws: Draws, unplayed: Collection[SeatId] = ()
    ) -> Resolution[FreedomState, FreedomOutcome]:
        """Set up the board, shuffle, and play the enemy's first turn (4, 5)."""
        del unplayed  # the seat must be filled
        return self.resolve(self.set_up(), {}, draws)

    def stage(self, state: FreedomState) -> Stage:
        """Return the stage that a position waits at: `W3`, `W6T` after the Treaty, `C1`."""
        later = int(state.war == SECOND_WAR)
        treaty = state.wait is Wait.TREATY
        name = f"{_STAGE_LETTER[state.war]}{state.turn}{'T' if treaty else ''}"
        kind = TREATY if treaty else TURN
        return Stage(name, kind, (later, state.turn, int(treaty)), Pace.AT_ONCE)

    def pending(self, state: FreedomState) -> tuple[Request, ...]:
        """Return what the game waits for: the player, until it is over."""
        waits = self.silence is not Silence.DUE
        asked = Request(PLAYER, required=waits, whole=waits, silence=self.silence)
        return () if state.wait is Wait.OVER else (asked,)

    def lacking(self, state: FreedomState, seat: SeatId, drafts: Drafts) -> tuple[str, ...]:
        """Return what still lacks an order: each action that is neither ordered nor passed, or the answer."""
        orders = drafts.get(seat, ())
        if seat != PLAYER or state.wait is Wait.OVER:
            return ()
        if state.wait is Wait.TREATY:
            answered = any(isinstance(order, Continue | Stop) for order in orders)
            return () if answered else ("answer",)
        actions = [order for order in orders if isinstance(order, Action)]
        if any(isinstance(order, Pass) for order in orders) or (self.first_mail and actions):
            return ()
        wanted = ACTIONS[state.war]
        return tuple(f"action {number}" for number in range(len(actions) + 1, wanted + 1))

    def check(
        self, state: FreedomState, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[Check[FreedomFault], ...]:
        """Judge each order in its turn; where chance will place a unit, it may do all that it may."""
        course = self._look_at(state)
        Lines(course, foreseen=True).carry_out(orders)
        return tuple(
            Check(
                outcome.order, FreedomFault(outcome.reason) if outcome.reason is not None else None
            )
            for outcome in course.outcomes
        )

    def foresee(
        self, state: FreedomState, seat: SeatId, drafts: Drafts, stage: Stage | None = None
    ) -> tuple[CombatOdds, ...]:
        """Return what the combats may bring that a player's orders would open; no die is known.

        What chance decides before them, where a recruit comes and whose it is, is left out.
        """
        del stage
        if state.wait is not Wait.PLAYER:
            return ()
        course = self._look_at(state)
        lines = Lines(course, foreseen=True)
        lines.carry_out(drafts.get(seat, ()))
        return tuple(odds(course, lines.modifiers))

    def filed(self, order: Order, stage: Stage) -> str:
        """Return what an order is filed under: a turn is one list, sent again as a whole; of settings the last counts."""
        del stage
        match order:
            case Continue() | Stop():
                return "the answer"
            case SetUpgrade():
                return "set upgrade"
            case SetAfterTreaty():
                return "set after treaty"
            case SetAreas(preference):
                return f"set {preference.value}"
            case _:
                return "turn"

    def resolve(
        self, state: FreedomState, drafts: Drafts, draws: Draws
    ) -> Resolution[FreedomState, FreedomOutcome]:
        """Play from a wait to the next: the player's lines, and all that follows of itself (5)."""
        course = self._course(state, draws)
        lines = Lines(course)
        match state.wait:
            case Wait.OVER:
                lines.carry_out(drafts.get(PLAYER, ()))
            case Wait.START:
                lines.carry_out(drafts.get(PLAYER, ()))
                self._start(course)
            case Wait.TREATY:
                lines.carry_out(drafts.get(PLAYER, ()))
                self._answer_treaty(course, lines)
            case Wait.PLAYER:
                self._player_turn(course, lines, drafts.get(PLAYER, ()))
                self._next_turn(course)
        return course.resolution()

    def replay(self, state: FreedomState, events: Sequence[Event]) -> FreedomState:
        """Return the position that facts lead to."""
        return after(state, events)

    def fate(self, state: FreedomState) -> Fate:
        """Return whether the player has won."""
        if state.result is not None:
            won = state.result not in LOST
            return Fate((PLAYER,), winners=(PLAYER,) if won else ())
        return Fate((PLAYER,), winners=state.awarded)

    def view(self, state: FreedomState, seats: Collection[SeatId] | None) -> FreedomState:
        """Return the position without the order of the decks, which nobody knows before the end."""
        del seats
        if state.wait is Wait.OVER:
            return state
        hidden = replace(state, woi_deck=(HIDDEN,) * len(state.woi_deck))
        return replace(hidden, cw_deck=(HIDDEN,) * len(state.cw_deck))

    def amend(self, state: FreedomState, edits: Sequence[Event]) -> FreedomState:
        """Apply a master's corrections; ValueError if they put enemies together, or a type in a wrong colour."""
        amended = after(state, edits)
        for unit in amended.units:
            if unit.colour not in self.tables.units[unit.type].colours:
                raise ValueError(f"there is no {unit.colour.value} {unit.type.value}")
        for attachment in amended.attachments:
            if attachment.colour in BRITISH_COLOURS:
                raise ValueError("the British have no guns and cars")
        for area, sides in sides_by_area(self._look_at(amended)).items():
            if len(sides) > 1:
                raise ValueError(f"enemies would stand together in {area}")
        return amended

    def morale(self, state: FreedomState) -> int:
        """Return the enemy's morale in a position; a die above it ends the war (5, CHECK)."""
        return morale(self._look_at(state)).total

    def points_now(self, state: FreedomState) -> int:
        """Return the victory points that there would be if the war were won in a position (9, 10)."""
        if state.wait is not Wait.PLAYER:
            return state.vp_woi + state.vp_cw
        course = self._look_at(state)
        if state.war == FIRST_WAR:
            return treaty_date_points(state.turn) + ulster_bonus(course)
        return state.vp_woi + surrender_date_points(state.turn) + cleared_regions(course)

    def _deck(self, war: str) -> tuple[str, ...]:
        """Return the cards of a war in the order of their ids, as they are shuffled from (11)."""
        return tuple(card.id for card in self.tables.cards[war])

    def _course(self, state: FreedomState, draws: Draws) -> Course:
        given = HandDraws(draws, state.dice) if state.dice else draws
        return Course(self.tables, self.settings, given, state)

    def _look_at(self, state: FreedomState) -> Course:
        return looking_at(self.tables, state, self.settings)

    def _start(self, course: Course) -> None:
        """Shuffle both decks and play the enemy's first turn (5, START)."""
        woi = shuffled(course.draws, "War of Independence deck", self._deck(FIRST_WAR))
        course.drew(woi.draws)
        cw = shuffled(course.draws, "Civil War deck", self._deck(SECOND_WAR))
        course.drew(cw.draws)
        course.do(DecksShuffled(woi.order, cw.order))
        course.do(TurnStarted(FIRST_WAR, 1))
        self._enemy_turn(course)

    def _enemy_turn(self, course: Course) -> None:
        """Play the enemy's upgrade and move, each with its combats, and wait for the player (5)."""
        _begin(course, "upgrade")
        enemy_upgrade(course)
        fight_all(course)
        _begin(course, "move")
        enemy_move(course)
        fight_all(course)
        course.do(WaitBegan(Wait.PLAYER))

    def _player_turn(self, course: Course, lines: Lines, orders: Sequence[Order]) -> None:
        """Carry out the player's lines; combat comes after all of them (5, PLAYER)."""
        _begin(course, "orders")
        lines.carry_out(orders)
        fight_all(course, lines.modifiers)
        lines.say_what_came_to_nothing()

    def _next_turn(self, course: Course) -> None:
        """End the turn and play on to the next wait (5: END, EVENT, CHECK, and the enemy's turn)."""
        war, turn = course.state.war, course.state.turn + 1
        course.do(TurnStarted(war, turn))
        if turn > LAST_TURN:
            course.do(GameDecided(_LOST_WARS[war]))
            return
        if self.settings.events:
            _begin(course, "event")
            draw_card(course)
            fight_all(course)
        _begin(course, "check")
        left = morale(course).total
        die = course.die("morale")
        course.do(MoraleChecked(war, left, die))
        if die <= left:
            self._enemy_turn(course)
        elif war == FIRST_WAR:
            self._sign_treaty(course)
        else:
            _surrender(course)

    def _sign_treaty(self, course: Course) -> None:
        """Award the points of the first war, and do as the player has arranged (9)."""
        turn = course.state.turn
        course.do(TreatySigned(turn))
        bonus = ulster_bonus(course)
        course.do(PointsAwarded(FIRST_WAR, treaty_date_points(turn), bonus))
        match course.state.policy.after_treaty:
            case AfterTreaty.ASK:
                course.do(WaitBegan(Wait.TREATY))
            case AfterTreaty.STOP:
                course.do(GameDecided(treaty_grade(course.state.vp_woi)))
            case AfterTreaty.CONTINUE:
                self._civil_war(course)

    def _answer_treaty(self, course: Course, lines: Lines) -> None:
        """Stop or go on after the Treaty, as the player says or has arranged (5, 8)."""
        stops = course.state.policy.after_treaty is AfterTreaty.STOP
        if lines.answer is not None:
            stops = isinstance(lines.answer, Stop)
        if stops:
            course.do(GameDecided(treaty_grade(course.state.vp_woi)))
        else:
            self._civil_war(course)

    def _civil_war(self, course: Course) -> None:
        make_civil_war(course)
        self._enemy_turn(course)


def _begin(course: Course, phase: str) -> None:
    """Begin a phase of a turn; by its name go the labels of its draws: `CW 3 move`."""
    course.begin(f"{course.state.war} {course.state.turn} {phase}")


def _surrender(course: Course) -> None:
    """Award the points of the second war, and end the game (10)."""
    turn = course.state.turn
    course.do(RepublicansSurrendered(turn))
    course.do(PointsAwarded(SECOND_WAR, surrender_date_points(turn), cleared_regions(course)))
    course.do(GameDecided(final_grade(course.state.vp_woi + course.state.vp_cw)))
