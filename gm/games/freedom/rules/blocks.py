"""The lines of a step: blocks of a seat's queue, and what becomes of each line (6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.freedom.rules.legality import line_fault
from gm.games.freedom.rules.orders import (
    ClaimCard,
    Conditional,
    Head,
    Misread,
    Play,
    PlayMode,
    PolicyLine,
    SiegeOrder,
    head_of,
)
from gm.games.freedom.rules.outcomes import LineResult, Reason, SiegeOutcome
from gm.games.freedom.rules.state import SiegeState, Wait
from gm.games.freedom.rules.tables import IMP, Tables

_PLAYED = (Head.PLAY, Head.CLAIM)
"""The heads that take action lines."""

_ELSEWHERE = (Head.OPENING, Head.REGROUP, Head.DECLINE)
"""The heads that are refused where a card is to be played."""

_WANTED = {
    Wait.OPENING: (Head.OPENING,),
    Wait.REGROUP: (Head.REGROUP,),
    Wait.LASTCLAIM: (Head.CLAIM, Head.DECLINE),
}
"""The heads that a wait takes, wherever they stand in the queue."""


@dataclass(slots=True)
class Line:
    """A line, and what has become of it.

    Args:
        seat: whose. order: what it says. result, reason: what has become of it.
        spent: an effect of a card has taken it.
    """

    seat: SeatId
    order: SiegeOrder
    result: LineResult = LineResult.UNUSED
    reason: Reason | None = None
    spent: bool = False

    @property
    def refused(self) -> bool:
        """Whether it is refused."""
        return self.result is LineResult.REFUSED

    def done(self) -> None:
        """Note that it is carried out."""
        self.result, self.reason = LineResult.DONE, None

    def refuse(self, reason: Reason) -> None:
        """Note that it is no legal line, and why."""
        self.result, self.reason = LineResult.REFUSED, reason

    def void(self, reason: Reason) -> None:
        """Note that it was impossible when its turn came, and why."""
        self.result, self.reason = LineResult.VOID, reason

    def outcome(self) -> SiegeOutcome:
        """Return what has become of it."""
        return SiegeOutcome(self.seat, self.order, self.result, self.reason)


@dataclass(slots=True)
class Block:
    """A head and the lines below it; `head` None of lines that stand below none."""

    head: Head | None
    lines: list[Line]

    @property
    def refused(self) -> bool:
        """Whether a line of it is refused, so that it is not begun."""
        return any(line.refused for line in self.lines)

    @property
    def mode(self) -> PlayMode | None:
        """For what its card is played; None if that cannot be told."""
        order = self.lines[0].order
        inner = order.then if isinstance(order, Conditional) else order
        match inner:
            case Play() | Misread():
                return inner.mode
            case ClaimCard():
                return PlayMode.EVENT
            case _:
                return None

    def pass_over(self) -> None:
        """Note that its guard does not hold."""
        for line in self.lines:
            line.void(Reason.NOT_MET)


@dataclass(slots=True)
class SeatQueue:
    """The blocks of a seat that are still to be played.

    Args:
        seat: whose. lines: all its lines, those of policies, too.
        stopped: none of them is played any more.
    """

    seat: SeatId
    lines: list[Line]
    blocks: list[Block] = field(default_factory=list)
    stopped: bool = False

    def next(self, wait: Wait) -> Block | None:
        """Return the block that comes up while the game waits for the seat; None if there is none."""
        if self.stopped:
            return None
        wanted = _WANTED.get(wait)
        if wanted is not None:
            return next((block for block in self.blocks if block.head in wanted), None)
        return next((block for block in self.blocks if not _is_past(block)), None)

    def take(self, block: Block) -> None:
        """Take a block out of the queue."""
        self.blocks = [kept for kept in self.blocks if kept is not block]

    def refuse_past(self, before: Block | None) -> None:
        """Refuse what is past its wait: what stands before a block, or all of it (6)."""
        end = len(self.blocks) if before is None else self.blocks.index(before)
        past = [block for block in self.blocks[:end] if _is_past(block)]
        for block in past:
            block.lines[0].refuse(Reason.BAD_STEP)
        self.blocks = [kept for kept in self.blocks if kept not in past]

    def leftover(self) -> tuple[Order, ...]:
        """Return the lines that are kept for the next step: those of blocks not reached (6)."""
        if self.stopped:
            return ()
        return tuple(line.order for block in self.blocks for line in block.lines)


def _is_past(block: Block) -> bool:
    """Tell whether a block is refused where a card is to be played, and the next tried."""
    return block.head in _ELSEWHERE and not block.refused


def queue_of(seat: SeatId, orders: Sequence[Order]) -> SeatQueue:
    """Return a seat's lines in blocks; a line that is none of this game's orders is refused."""
    lines = [Line(seat, order) for order in map(_ours, orders)]
    queue = SeatQueue(seat, lines)
    queue.blocks = [*_blocks(seat, lines)]
    return queue


def _ours(order: Order) -> SiegeOrder:
    return order if isinstance(order, SiegeOrder) else Misread("", Reason.BAD_ORDER)


def _blocks(seat: SeatId, lines: Sequence[Line]) -> Iterator[Block]:
    """Yield the blocks that lines make: each head begins one (6)."""
    block: Block | None = None
    for line in lines:
        if is_policy(line.order):
            continue
        in_play = block is not None and block.head in _PLAYED
        head = head_of(line.order)
        if head is Head.REGROUP and (in_play or seat == IMP):
            head = None
        if block is not None and head is None and (in_play or block.head is None):
            block.lines.append(line)
            continue
        if block is not None:
            yield block
        block = Block(head, [line])
    if block is not None:
        yield block


def is_policy(order: SiegeOrder) -> bool:
    """Tell whether a line is of a policy, and belongs to no block (6)."""
    return isinstance(order, PolicyLine) or (isinstance(order, Misread) and order.policy)


def refuse_lines(queue: SeatQueue, state: SiegeState, tables: Tables) -> None:
    """Refuse the lines of a seat that are none whatever lies on the board (6)."""
    for block in queue.blocks:
        for place, line in enumerate(block.lines):
            below = block.head is None or place > 0
            fault = line_fault(state, tables, queue.seat, line.order, block.mode, in_play=below)
            if block.head is None and fault is None:
                fault = Reason.NO_PLAY
            if fault is not None:
                line.refuse(fault)
    for line in queue.lines:
        if is_policy(line.order):
            fault = line_fault(state, tables, queue.seat, line.order, None, in_play=False)
            if fault is not None:
                line.refuse(fault)
