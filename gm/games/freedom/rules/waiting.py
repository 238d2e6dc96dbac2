"""Plays that wait: what a newer mail of their owner makes of them (6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.freedom.rules.blocks import Block, queue_of
from gm.games.freedom.rules.orders import ClaimCard, Conditional, Head, Play, SiegeOrder

T = TypeVar("T")

Subject: TypeAlias = tuple[Head | None, str] | tuple[SiegeOrder, ...]
"""What a block is about: of two about the same only one can be meant."""

_SINGLE = (Head.OPENING, Head.REGROUP, Head.DECLINE)
"""The heads of which one is played at a wait."""


@dataclass(frozen=True, slots=True)
class WaitingBlock(Generic[T]):
    """A block that waits or comes to those that do, with whatever its lines are carried by.

    Args:
        subject: what it is about. head: as what it is played. lines: its own.
    """

    subject: Subject
    head: Head | None
    lines: tuple[T, ...]


@dataclass(frozen=True, slots=True)
class QueueJoined(Generic[T]):
    """Blocks that wait, with those of a newer mail.

    Args:
        kept: those that were there and stand. all: every block, in the order in which they come up.
        again: those of the mail that took the place of one about the same.
    """

    kept: tuple[WaitingBlock[T], ...]
    all: tuple[WaitingBlock[T], ...]
    again: tuple[WaitingBlock[T], ...]


def blocks_waiting(
    seat: SeatId, lines: Sequence[T], order: Callable[[T], Order]
) -> tuple[WaitingBlock[T], ...]:
    """Return lines in blocks."""
    queue = queue_of(seat, [order(line) for line in lines])
    carried = {id(line): carrier for line, carrier in zip(queue.lines, lines, strict=True)}
    return tuple(
        WaitingBlock(_subject(block), block.head, tuple(carried[id(line)] for line in block.lines))
        for block in queue.blocks
    )


def queue_joined(
    seat: SeatId, standing: Sequence[T], new: Sequence[T], order: Callable[[T], Order]
) -> QueueJoined[T]:
    """Put newer blocks behind those that wait; one about the same takes the place of that (6).

    A card is played once, so a second play of it is the first as its owner wants it now.
    """
    waiting = [*blocks_waiting(seat, standing, order)]
    kept, behind, again = [*waiting], list[WaitingBlock[T]](), list[WaitingBlock[T]]()
    for block in blocks_waiting(seat, new, order):
        same = next((each for each in kept if each.subject == block.subject), None)
        if same is None:
            behind.append(block)
            continue
        kept.remove(same)
        again.append(block)
        waiting[waiting.index(same)] = block
    for block in behind:
        # Behind a play REGROUP would be an action of it, and so would what stands below no card.
        if (
            block.head in (Head.REGROUP, None)
            and waiting
            and waiting[-1].head in (Head.PLAY, Head.CLAIM)
        ):
            waiting.insert(0, block)
        else:
            waiting.append(block)
    return QueueJoined(tuple(kept), tuple(waiting), tuple(again))


def _subject(block: Block) -> Subject:
    order = block.lines[0].order
    match order:
        case Play(card) | ClaimCard(card):
            return block.head, card
        case _ if block.head in _SINGLE and not isinstance(order, Conditional):
            return block.head, ""
        case _:
            return tuple(line.order for line in block.lines)
