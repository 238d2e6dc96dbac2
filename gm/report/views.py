"""View models: what a mail says, as values, before a template puts it into words."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from gm.contract.facts import Due, GameFacts
from gm.contract.pages import PictureView
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import Deed, OpenQuestion, ReadLine, Unread
from gm.languages import spoken


@dataclass(frozen=True, slots=True)
class MailText:
    """A written mail: subject in one line, body of at most 72 columns, and the same as HTML.

    The HTML shows the pictures; each can be taken out of it.
    """

    subject: str
    text: str
    html: str
    pictures: tuple[PictureView, ...] = ()


@dataclass(frozen=True, slots=True)
class NoticeView:
    """A short notice to players, list or GM: a moved deadline, a held season, a strange mail.

    Args:
        title: the rest of the subject after the game's tag.
        paragraphs: plain sentences.
        tag: the game's name, for the subject's tag where `game` is not given; "" for none.
        stage: the stage it is about, for the subject's tag.
        due: what is asked and by when, told below the sentences.
        printed: what a program printed, each line as it stands, below the sentences.
        plays: its reader may order in the game; public: everybody reads it, on the list.
    """

    title: str
    paragraphs: tuple[str, ...]
    game: GameFacts | None = None
    due: Due | None = None
    zone: str = "UTC"
    now: datetime | None = None
    stage: Stage | None = None
    tag: str = ""
    printed: tuple[str, ...] = ()
    plays: bool = True
    public: bool = False


# What is the same in several mails, made once a language and kept as long as they are written.

T = TypeVar("T")


class Once:
    """Values made once, each under a key of its own; it lives no longer than the mails it is for."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}

    def __call__(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under a key in the language that is spoken, or make it now.

        Args:
            key: what it is; it must tell apart whatever `make` may return.
            make: called the first time.
        """
        place = (spoken(), key)
        if place not in self._made:
            self._made[place] = make()
        made: T = self._made[place]
        return made


# A message between players as it stands in a report.


@dataclass(frozen=True, slots=True)
class PressSaid:
    """A message in a report: who to whom, its lines, and the same wrapped and barred for text."""

    title: str
    when: str
    lines: tuple[str, ...]
    barred: tuple[str, ...]


# What the answers to a player's mail say that every game has: deeds, refusals.


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
