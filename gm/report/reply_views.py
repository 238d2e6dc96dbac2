"""What the answers to a player's mail say that every game has: deeds, refusals."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.contract.facts import Due, GameFacts
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import Deed, OpenQuestion, ReadLine, Unread


@dataclass(frozen=True, slots=True)
class DeedsView:
    """The answer to a mail that asked for something to be done, and ordered nothing.

    Args:
        seats: those of its writer that it is about.
        stage: the stage that is open now; due: what it asks for, and by when; None for both if
            there is none any more.
        deeds: what was done; undone: the lines that did nothing, each with the reason.
        unread: the lines that were read as nothing.
    """

    game: GameFacts
    seats: tuple[SeatId, ...]
    stage: Stage | None
    due: Due | None
    deeds: tuple[Deed, ...]
    undone: tuple[ReadLine, ...]
    zone: str = "UTC"
    now: datetime | None = None
    unread: Unread | None = None


@dataclass(frozen=True, slots=True)
class RefusalView:
    """An answer to a mail of which nothing was recorded.

    Args:
        server_address: where help can be had.
        subject: the subject of the mail that is answered, cleaned.
        reason: a sentence: what is wrong; remedy: what would be right.
        quoted: lines of the mail the answer is about, at most a few.
        game: the game it was for, where that is known.
        awaiting: questions to its writer that wait for an answer.
        standing: his orders that stand all the same, a line each; none where he is not told of them.
    """

    server_address: str
    subject: str
    reason: str
    remedy: str
    quoted: tuple[ReadLine, ...] = ()
    awaiting: tuple[OpenQuestion, ...] = ()
    standing: tuple[str, ...] = ()
    game: GameFacts | None = None
    seat: SeatId | None = None
    due: Due | None = None
    zone: str = "UTC"
    now: datetime | None = None
