"""What waiting lines would do one after the other, and how their dice may fall, by what is known now (5, 6, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from gm.contract.draws import Draw
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.values import value
from gm.games.freedom.rules.actions import PLEA_LABEL
from gm.games.freedom.rules.blocks import Block, SeatQueue, queue_of
from gm.games.freedom.rules.cannons import need_at
from gm.games.freedom.rules.course import Course, GameOverError
from gm.games.freedom.rules.fighting import FACES
from gm.games.freedom.rules.odds import DiceOdds, attack_odds, plea_odds, raid_odds, shot_odds
from gm.games.freedom.rules.orders import (
    Attack,
    ClaimCard,
    Conditional,
    Head,
    Play,
    PlayMode,
    Plea,
    PolicyLine,
    Raid,
    RewardAttacks,
    SetFire,
    SiegeOrder,
)
from gm.games.freedom.rules.outcomes import LineResult, Reason
from gm.games.freedom.rules.policies import policy_after
from gm.games.freedom.rules.state import SiegeState, Wait
from gm.games.freedom.rules.steps import StepPlayer
from gm.games.freedom.rules.tables import IMP, INS, EffectWord, SpaceKind, Tables, other

_SHOT_THROWS: Final = 36
"""How many throws the two dice of a shot have."""


@value
class LineForeseen:
    """What would become of a line that waits if no die hit, and the other side changed nothing.

    Args:
        order: the line. result: what would become of it; reason: why, if it is void.
    """

    order: Order
    result: LineResult
    reason: Reason | None = None


@value
class RollForeseen:
    """How an attack or a raid may go, by what everybody knows.

    Args:
        source, target: from where, at what. need: what one of the dice must show.
        hits: with how many of all throws a unit falls; throws: how many there are.
        rewarded: it is rewarded. reward_hits: with how many it would fall if it were; None where it cannot be.
        times: how many of them a line has.
    """

    source: str
    target: str
    need: int
    hits: int
    throws: int
    rewarded: bool = False
    reward_hits: int | None = None
    times: int = 1


@value
class ShotForeseen:
    """How a shot of a cannon may go, by what everybody knows.

    Args:
        cannon, targets: from where, at which spaces. need: what a die must show at each of them.
        once, twice: with how many of all throws one die hits at least, and both do; throws: how many there are.
    """

    cannon: str
    targets: tuple[str, ...]
    need: int
    once: int
    twice: int
    throws: int = _SHOT_THROWS


@value
class PleaForeseen:
    """With how many of all throws the Porte pays."""

    granted: int
    throws: int = _SHOT_THROWS


class TurnEndedError(Exception):
    """A block has been played to the end of its turn; what follows of itself is not."""


class _Trial(StepPlayer):
    """Plays a single block, and nothing that follows of itself."""

    def _after_card(self, seat: SeatId) -> None:
        del seat
        raise TurnEndedError

    def _pass_claim(self, seat: SeatId) -> None:
        del seat
        raise TurnEndedError


@dataclass(frozen=True, slots=True)
class _Misses:
    """Dice that never hit, and no Porte that pays: for what waiting lines would do."""

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Draw the lowest, which misses; of a plea the highest."""
        worst = -1 if PLEA_LABEL in label else 0
        return Draw(label, tuple(candidates), candidates[worst])


class Foresight:
    """Plays the lines that wait for a seat one block after the other.

    Each stands in the position that those before it leave, as far as that hangs on no die and not on what the other
    side does meanwhile. Behind one that stops the queue nothing is played.

    Args:
        tables: what is played. seat: whose lines. state: as that seat sees it.
    """

    def __init__(self, tables: Tables, seat: SeatId, state: SiegeState) -> None:
        self.tables, self.seat, self.state = tables, seat, state
        self.lines: list[LineForeseen] = []
        self.rolls: list[RollForeseen | ShotForeseen | PleaForeseen] = []
        self.stopped = False

    def go_through(self, orders: Sequence[Order]) -> None:
        """Play all of them, and note what becomes of each."""
        queue = queue_of(self.seat, orders)
        self._set_policies(queue)
        first = self._first(queue)
        for block in sorted(queue.blocks, key=lambda block: block is not first):
            self._note_rolls(block)
            if self.stopped:
                self.lines += [LineForeseen(line.order, LineResult.UNUSED) for line in block.lines]
            else:
                self._play(block)
        for line in queue.lines:
            if isinstance(line.order, SetFire):
                self.rolls += shots_foreseen(self.tables, self.state, line.order, self.seat)

    def _first(self, queue: SeatQueue) -> Block | None:
        """Return the block that a wait takes from wherever it stands, where that comes before any card (6)."""
        match self.state.wait:
            case Wait.OPENING | Wait.REGROUP:
                wanted: tuple[Head, ...] = (Head.OPENING if self.seat == IMP else Head.REGROUP,)
            case Wait.LASTCLAIM:
                wanted = (Head.CLAIM, Head.DECLINE)
            case _:
                return None
        return next((block for block in queue.blocks if block.head in wanted), None)

    def _set_policies(self, queue: SeatQueue) -> None:
        policy = self.state.policy_of(self.seat)
        for line in queue.lines:
            if isinstance(line.order, PolicyLine):
                policy = policy_after(policy, line.order)
        self.state = replace(self.state, policy={**self.state.policy, self.seat: policy})

    def _play(self, block: Block) -> None:
        """Play a block when its wait has come; one that is past it is refused, and the next comes up (6)."""
        if not self._comes_up(block):
            head, *rest = block.lines
            self.lines.append(LineForeseen(head.order, LineResult.REFUSED, Reason.BAD_STEP))
            self.lines += [LineForeseen(line.order, LineResult.UNUSED) for line in rest]
            return
        queue, rolled = self._tried(block)
        if queue.blocks:  # a standing claim has gone before it
            queue, rolled = self._tried(block)
        self.lines += [LineForeseen(line.order, line.result, line.reason) for line in queue.lines]
        failed = any(line.result is LineResult.VOID for line in queue.lines)
        played = queue.lines[0].result is LineResult.DONE
        # What has failed below a roll may succeed if that hits.
        self.stopped = (
            queue.stopped and block.head is not None and not (played and failed and rolled)
        )

    def _comes_up(self, block: Block) -> bool:
        """Tell whether a block can be begun at a wait of its seat that is to come, and go on to that round."""
        state, round_over = self.state, not self.state.plays_left[self.seat]
        match block.head:
            case Head.OPENING:
                comes = state.wait is Wait.OPENING or round_over
            case Head.REGROUP:
                comes = state.wait in (Wait.OPENING, Wait.REGROUP) or round_over
            case Head.DECLINE:
                return state.wait is Wait.LASTCLAIM or round_over
            case _:
                return True
        if comes and round_over:
            plays = {**state.plays_left, self.seat: self.tables.siege.plays}
            self.state = replace(state, plays_left=plays)
        return comes or block.refused

    def _tried(self, block: Block) -> tuple[SeatQueue, bool]:
        """Play a block by itself; return what became of it, and whether dice were rolled."""
        wait = _WAITS.get(block.head, Wait.PLAY)
        if self.state.wait is Wait.LASTCLAIM and block.head is Head.CLAIM:
            wait = Wait.LASTCLAIM
        now = replace(self.state, wait=wait, turn=self.seat, settling=None)
        course = Course(self.tables, _Misses(), now)
        queue = queue_of(self.seat, [line.order for line in block.lines])
        player = _Trial(
            course, {self.seat: queue, other(self.seat): queue_of(other(self.seat), ())}, ()
        )
        player.refuse()
        with suppress(TurnEndedError, GameOverError):
            player.run()
        self.state = self._after(course.state, played=queue.lines[0].result is LineResult.DONE)
        return queue, bool(course.made)

    def _after(self, state: SiegeState, *, played: bool) -> SiegeState:
        """Return the position in which the next block is tried; what could be claimed is past by then."""
        if not played and state.claim == self.state.claim:
            return replace(state, wait=self.state.wait)
        return replace(state, claim=None)

    def _note_rolls(self, block: Block) -> None:
        """Note the chances of a block's attacks and raids."""
        rewarded = _event_rewards(self.tables, block)
        for line in block.lines:
            if isinstance(line.order, RewardAttacks):
                rewarded = True
            if isinstance(line.order, Plea):
                self.rolls.append(plea_foreseen(self.state))
            for order in _rolled(line.order):
                if is_sound(self.tables, order):
                    roll = self._roll(order, asked=block.head is None, rewarded=rewarded)
                    self.rolls.append(roll)

    def _roll(self, order: Attack | Raid, *, asked: bool, rewarded: bool) -> RollForeseen:
        """Return how an attack or a raid may go; one that is only asked about may be the other side's."""
        seat = attacker(self.tables, self.state, order) if asked else self.seat
        return roll_foreseen(self.tables, self.state, seat, order, rewarded=rewarded)


_WAITS: Final[Mapping[Head | None, Wait]] = {
    Head.OPENING: Wait.OPENING,
    Head.REGROUP: Wait.REGROUP,
    Head.DECLINE: Wait.LASTCLAIM,
}
"""At which wait a block comes up; others do where a card is played."""


def _event_rewards(tables: Tables, block: Block) -> bool:
    """Tell whether the event of a block's card rewards the attacks that it gives."""
    order = block.lines[0].order
    inner = order.then if isinstance(order, Conditional) else order
    match inner:
        case Play(card, PlayMode.EVENT) | ClaimCard(card):
            return any(effect.word is EffectWord.REWARD for effect in tables.cards[card].effects)
        case _:
            return False


def _rolled(order: SiegeOrder) -> tuple[Attack | Raid, ...]:
    """Return the attacks and raids of a line."""
    match order:
        case Attack() | Raid():
            return (order,)
        case Conditional(_, then, otherwise):
            return (*_rolled(then), *(_rolled(otherwise) if otherwise is not None else ()))
        case _:
            return ()


def attacker(tables: Tables, state: SiegeState, order: Attack | Raid) -> SeatId:
    """Return whose an attack or a raid is, or would be if units stood there."""
    if state.imperial_in(order.source):
        return IMP
    if state.insurgent_in(order.source) or state.imperial_in(order.target):
        return INS
    if isinstance(order, Raid):
        return INS
    from_city = tables.spaces[order.source].kind.is_held
    return INS if from_city and not state.insurgent_in(order.target) else IMP


def is_sound(tables: Tables, order: Attack | Raid) -> bool:
    """Tell whether the spaces of an attack or a raid are some."""
    return {order.source, order.target} <= tables.spaces.keys()


def roll_foreseen(
    tables: Tables,
    state: SiegeState,
    seat: SeatId,
    order: Attack | Raid,
    *,
    rewarded: bool = False,
) -> RollForeseen:
    """Return how an attack or a raid may go (5)."""
    if isinstance(order, Raid):
        return _roll(order, raid_odds())
    where = (state, tables, seat, order.source, order.target)
    roll = _roll(order, attack_odds(*where, rewarded=rewarded))
    if seat == IMP and not rewarded:
        better = _roll(order, attack_odds(*where, rewarded=True))
        roll = replace(roll, reward_hits=better.hits)
    return replace(roll, rewarded=rewarded, times=order.times or 1)


def _roll(order: Attack | Raid, odds: DiceOdds) -> RollForeseen:
    throws = FACES**odds.dice
    return RollForeseen(order.source, order.target, odds.need, int(odds.hit * throws), throws)


def plea_foreseen(state: SiegeState) -> PleaForeseen:
    """Return how a plea for funds may go (5)."""
    return PleaForeseen(int(plea_odds(state) * _SHOT_THROWS))


def shots_foreseen(
    tables: Tables, state: SiegeState, order: SetFire, seat: SeatId | None = None
) -> Iterator[ShotForeseen]:
    """Yield how shots of a cannon may go: at the targets of a line that are in reach, or at all in its cone (7).

    Targets at which the same is needed come together.

    Args:
        tables, state: what is played, as everybody sees it.
        order: the line. seat: whose cannon it is; None of whoever has one there, or could have.
    """
    if order.cannon not in tables.spaces:
        return
    side = _gunner(tables, state, order.cannon) if seat is None else seat
    bombard = side == INS and state.cannons.bombard == order.cannon
    alike: dict[DiceOdds, list[str]] = {}
    for target in order.at or tables.spaces:
        if need_at(tables, side, order.cannon, target, bombard=bombard) is not None:
            odds = shot_odds(state, tables, side, order.cannon, target)
            alike.setdefault(odds, []).append(target)
    for odds, targets in sorted(alike.items(), key=lambda entry: entry[0].need):
        once, twice = int(odds.hit * _SHOT_THROWS), int(odds.hits * _SHOT_THROWS)
        yield ShotForeseen(order.cannon, tuple(targets), odds.need, once, twice)


def _gunner(tables: Tables, state: SiegeState, cannon: str) -> SeatId:
    """Return whose cannon stands in a space, or could."""
    if cannon in state.cannons.imperial:
        return IMP
    return IMP if tables.spaces[cannon].kind is SpaceKind.MAINLAND else INS
