"""The events of cards: their effects in order, each with the lines that choose for it (6, 9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from gm.games.freedom.rules.actions import Actions
from gm.games.freedom.rules.blocks import Line
from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.events import (
    CannonGained,
    FlagSet,
    HandLooked,
    HandShown,
    RandomDiscarded,
    SettlingBegan,
    SiegeTrack,
    UnitGained,
    WallChanged,
    Why,
)
from gm.games.freedom.rules.guards import guard_holds
from gm.games.freedom.rules.orders import (
    Attack,
    BuildCannon,
    Choose,
    Conditional,
    Damage,
    Move,
    Place,
    Raid,
    Regroup,
    Repair,
    SiegeOrder,
    Slow,
    Support,
    Train,
)
from gm.games.freedom.rules.outcomes import Reason
from gm.games.freedom.rules.pieces import (
    cannon_fault,
    gain_camp_cannons,
    gain_city_cannons,
    gain_in_camp,
    gain_in_city,
    remove_one,
    unit_fault,
)
from gm.games.freedom.rules.state import Flag, SiegeState
from gm.games.freedom.rules.tables import (
    ANY,
    IMP,
    INS,
    INSURGENT,
    MOST_DAMAGE,
    PIECES,
    SEATS,
    Card,
    Effect,
    EffectWord,
    Filter,
    SpaceKind,
    Tables,
    other,
)
from gm.games.freedom.rules.turn import FreeActions, Turn

T = TypeVar("T", bound=SiegeOrder)

_ACTIONS: Final[dict[EffectWord, type[SiegeOrder]]] = {
    EffectWord.MOVE: Move,
    EffectWord.SLOW: Slow,
    EffectWord.ATTACK: Attack,
    EffectWord.REGROUP: Regroup,
    EffectWord.REPAIR: Repair,
    EffectWord.TRAIN: Train,
    EffectWord.RAID: Raid,
}
"""The effects that are actions of lines, without their costs."""

_TRACKS: Final = {
    EffectWord.SUPPLIES: SiegeTrack.SUPPLIES,
    EffectWord.MORALE: SiegeTrack.MORALE,
    EffectWord.PREP: SiegeTrack.PREP,
    EffectWord.PLEA_TRACK: SiegeTrack.PLEA,
}
"""The effects that move a track of the side that plays the card."""

_ENEMY_TRACKS: Final = {
    EffectWord.ENEMY_SUPPLIES: SiegeTrack.SUPPLIES,
    EffectWord.ENEMY_MORALE: SiegeTrack.MORALE,
}
"""The effects that move a track of the other side."""

_OWN_FLAGS: Final = {
    EffectWord.NO_CANNONS: Flag.NO_CANNONS,
    EffectWord.NO_SLOW: Flag.NO_SLOW,
    EffectWord.NO_DAMAGE: Flag.NO_DAMAGE,
}
"""The flags that end with the turn of who has played them, or with the round."""


class CardEvent:
    """The event of a card that is being played or claimed.

    Args:
        course: of the step. turn: of the play. card: whose event it is. lines: below its head.
    """

    def __init__(self, course: Course, turn: Turn, card: Card, lines: Sequence[Line]) -> None:
        self.course, self.turn, self.card, self.lines = course, turn, card, lines
        self.actions = Actions(course)
        self.failed = False

    def apply(self) -> bool:
        """Do the effects in their order; tell whether a line of it was void (6)."""
        for effect in self.card.effects:
            self._do(effect)
        return self.failed

    def _do(self, effect: Effect) -> None:
        course, seat, word = self.course, self.turn.seat, effect.word
        match word:
            case EffectWord.SUPPORT if effect.where != ANY:
                for _ in range(effect.amount):
                    self.actions.support(seat, effect.where)
            case EffectWord.SUPPORT:
                self._act(Support, FreeActions(course.tables, seat, effect.amount))
            case EffectWord.RAID:
                self._act(Raid, FreeActions(course.tables, seat, 1, reach=effect.amount))
            case _ if word in _ACTIONS:
                self._act(_ACTIONS[word], FreeActions(course.tables, seat, effect.amount))
            case EffectWord.CHOICE:
                for chosen in effect.choices[self._chosen(len(effect.choices)) - 1]:
                    self._do(chosen)
            case EffectWord.DAMAGE:
                self._damage(effect.amount)
            case EffectWord.REWARD:
                self.actions.reward(self.turn)
            case EffectWord.UNIT | EffectWord.CANNON:
                self._gain(effect)
            case EffectWord.REMOVE:
                self._remove(effect)
            case EffectWord.LOOK_HAND:
                hand = course.state.hand[other(seat)]
                course.do(HandShown(seat), HandLooked(seat, hand))
            case EffectWord.DISCARD_RANDOM:
                self._discard_random(effect.amount)
            case EffectWord.MANUAL:
                course.do(SettlingBegan(seat, self.card.id, effect.where))
            case _:
                self._mark(effect)

    def _mark(self, effect: Effect) -> None:
        """Move tracks and set flags (9)."""
        course, seat, word = self.course, self.turn.seat, effect.word
        if word in _TRACKS:
            course.change(seat, _TRACKS[word], effect.amount, Why.CARD)
        elif word in _ENEMY_TRACKS:
            course.change(other(seat), _ENEMY_TRACKS[word], effect.amount, Why.CARD)
        elif word in (EffectWord.MONEY, EffectWord.ENEMY_MONEY):
            course.change(IMP, SiegeTrack.MONEY, effect.amount, Why.CARD)
        elif word is EffectWord.BOTH:
            for side in SEATS:
                course.change(side, SiegeTrack(effect.where), effect.amount, Why.CARD)
        elif word is EffectWord.ATTACK_MINUS:
            course.do(FlagSet(Flag.ATTACK_MINUS, other(seat)))
        else:
            course.do(FlagSet(_OWN_FLAGS[word], seat))

    # Lines that choose

    def _take(self, kind: type[T]) -> tuple[Line, T] | None:
        """Take the next line of a verb that is not used yet; None if there is none (6).

        An IF line counts for both its actions: where its guard leaves the one of another verb it is spent.
        """
        for line in self.lines:
            if line.spent or not _speaks_of(line.order, kind):
                continue
            line.spent = True
            order = self._applying(line)
            if isinstance(order, kind):
                line.done()
                return line, order
        return None

    def _applying(self, line: Line) -> SiegeOrder | None:
        """Return what a line orders now; None, and the line void, if its guard does not hold."""
        order = line.order
        if not isinstance(order, Conditional):
            return order
        state, tables = self.course.state, self.course.tables
        if guard_holds(order.guard, state, tables, line.seat):
            return order.then
        if order.otherwise is None:
            line.void(Reason.NOT_MET)
        return order.otherwise

    def _fail(self, line: Line, reason: Reason) -> None:
        line.void(reason)
        self.failed = True

    def _act(self, kind: type[SiegeOrder], purse: FreeActions) -> None:
        """Carry out lines of a verb; one that is void forfeits the rest of the effect (6)."""
        while purse.left and (taken := self._take(kind)) is not None:
            line, order = taken
            reason = self.actions.perform(self.turn, purse, order)
            if reason is not None:
                self._fail(line, reason)
                return

    def _chosen(self, count: int) -> int:
        """Return which alternative is chosen; the first where no line says (6)."""
        taken = self._take(Choose)
        return taken[1].number if taken is not None and taken[1].number <= count else 1

    def _damage(self, steps: int) -> None:
        """Damage a Wall space, up to destroyed; by the text no morale choice comes of it (9)."""
        taken = self._take(Damage)
        if taken is None:
            return
        line, order = taken
        damage = self.course.state.wall.get(order.space, 0)
        if self.course.state.flags.no_damage is not None:
            self._fail(line, Reason.NO_DAMAGE_NOW)
        elif damage >= MOST_DAMAGE:
            self._fail(line, Reason.NO_TARGET)
        else:
            done = min(MOST_DAMAGE, damage + steps)
            self.course.do(WallChanged(order.space, done, Why.CARD))
            if done == MOST_DAMAGE:
                self._move_morale(Why.WALL_DESTROYED)

    # Pieces

    def _gain(self, effect: Effect) -> None:
        camp = effect.where == "camp" or (effect.where == "own" and self.turn.seat == IMP)
        if effect.word is EffectWord.UNIT:
            if camp:
                gain_in_camp(self.course, effect.amount, Why.CARD)
            else:
                left = self._placed(effect.amount)
                gain_in_city(self.course, left, Why.CARD, islands=False)
        elif camp:
            gain_camp_cannons(self.course, effect.amount, Why.CARD)
        else:
            left = self._cannons_placed(effect.amount)
            gain_city_cannons(self.course, left, Why.CARD)

    def _placed(self, count: int) -> int:
        """Bring units into the spaces of PLACE lines; return how many are left for the policy (6)."""

        def gain(order: Place) -> Sequence[Callable[[], Reason | None]]:
            return [partial(self._place_unit, space) for space in order.spaces]

        return self._each_placed(Place, count, gain)

    def _cannons_placed(self, count: int) -> int:
        """Bring cannons into the spaces of CANNON lines; return how many are left for the policy (6)."""

        def gain(order: BuildCannon) -> Sequence[Callable[[], Reason | None]]:
            return [partial(self._place_cannon, order.space)]

        return self._each_placed(BuildCannon, count, gain)

    def _each_placed(
        self,
        kind: type[T],
        count: int,
        gain: Callable[[T], Sequence[Callable[[], Reason | None]]],
    ) -> int:
        """Place pieces by lines; the first that cannot be placed leaves the rest to the policy (6)."""
        left = count
        while left and (taken := self._take(kind)) is not None:
            line, order = taken
            for place in gain(order):
                reason = place() if left else Reason.NOT_ENOUGH_AP
                if reason is not None:
                    self._fail(line, reason)
                    return left
                left -= 1
        return left

    def _place_unit(self, space: str) -> Reason | None:
        state = self.course.state
        if state.in_play(INSURGENT) >= PIECES[INSURGENT]:
            return Reason.NO_PIECE
        fault = unit_fault(state, self.course.tables, space)
        if fault is None:
            self.course.do(UnitGained(INSURGENT, space, Why.CARD))
        return fault

    def _place_cannon(self, space: str) -> Reason | None:
        fault = cannon_fault(self.course.state, space)
        if fault is None:
            self.course.do(CannonGained(INS, space, Why.CARD))
        return fault

    def _remove(self, effect: Effect) -> None:
        """Remove enemy units that fit, chosen by their owner's policy (9)."""
        filter_, course = Filter(effect.where), self.course

        def fits(space: str) -> bool:
            return _fits(filter_, course.state, course.tables, space)

        for _ in range(effect.amount):
            space = remove_one(course, filter_.loser, Why.CARD, fits)
            if space is not None and not course.state.units_of(filter_.loser, space):
                self._move_morale(Why.CLEARED)

    def _move_morale(self, why: Why) -> None:
        """Let the event move morale, if the game has it so: by the text it does not (5)."""
        if self.course.tables.rulings.event_morale:
            self.course.choose_morale(self.turn.seat, why)

    def _discard_random(self, count: int) -> None:
        loser = other(self.turn.seat)
        for _ in range(count):
            if self.course.state.hand[loser]:
                card = self.course.card_of(loser, f"card of {loser}")
                self.course.do(RandomDiscarded(loser, card))


def _speaks_of(order: SiegeOrder, kind: type[SiegeOrder]) -> bool:
    if isinstance(order, Conditional):
        return isinstance(order.then, kind) or isinstance(order.otherwise, kind)
    return isinstance(order, kind)


def _fits(filter_: Filter, state: SiegeState, tables: Tables, space: str) -> bool:
    """Tell whether the units of a space are of those that a card removes (9)."""
    there = tables.spaces[space]
    match filter_:
        case Filter.IMP_ROW_4:
            return there.row == 4
        case Filter.IMP_ROWS_6_8:
            return there.row in (6, 7, 8)
        case Filter.IMP_LAGOON:
            return there.kind.is_lagoon
        case Filter.ISLAND:
            return there.kind is SpaceKind.ISLAND
        case Filter.UNDEFENDED_WALL:
            return there.kind is SpaceKind.WALL and space not in state.cannons.guns
