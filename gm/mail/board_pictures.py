"""The board that goes with a report and with the opening: its mark in the mail, and what it shows.

For games that show one public board a stage. One that keeps something from somebody marks its pictures itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, Protocol, TypeVar

from gm.contract.events import Event
from gm.contract.facts import GameFacts, Part, Viewer
from gm.contract.pages import PictureView
from gm.contract.past import Past
from gm.contract.pictures import MarkedPicture
from gm.contract.seats import SeatId
from gm.contract.told import Told
from gm.errors import NotAllowed
from gm.languages import gettext, known, spoken
from gm.mail.pictures import picture_cid, picture_label

S = TypeVar("S")
R = TypeVar("R")

_AFTER: Final = "after"
_BEFORE: Final = "before"
"""Whether a picture shows what a stage led to, or what it is played from."""

_MARK: Final = re.compile(r"(after|before)/(\d{1,9})/([a-z]{2})(?:/([A-Z]+(?:\+[A-Z]+)*))?")


class StagePicture(Protocol[S, R]):
    """What a room draws of a stage."""

    def __call__(self, past: Past[S, R], number: int, *, begins: bool = False) -> object:
        """Return the board after the stage of a number; or as it was before, where it `begins`.

        Raises:
            NotAllowed: the stage is not over, or there was none of that number.
        """
        ...


class PartPicture(Protocol[S, R]):
    """What a room draws of a stage for some seats: the part of the board where they are, larger."""

    def __call__(self, past: Past[S, R], number: int, seats: Sequence[SeatId]) -> object:
        """Return the part after the stage of a number.

        Raises:
            NotAllowed: the stage is not over, or there was none of that number.
        """
        ...


@dataclass(frozen=True, slots=True)
class BoardPictures(Generic[S, R]):
    """Keeps the contract's `Pictures` for a board of which everybody may know all.

    Args:
        draws: the board. part: a part of it; None in a room whose mails have none.
    """

    draws: StagePicture[S, R]
    part: PartPicture[S, R] | None = None

    def marked(self, text: str) -> MarkedPicture:
        """Return what a mark says; NotAllowed if it marks no picture."""
        mark = _read_mark(text)
        code = mark.language if mark.language in known() else ""
        return MarkedPicture(mark.number, code, Viewer(Part.ARCHIVE))

    def shown(self, text: str, past: Past[S, R]) -> object:
        """Return the board before a stage, or after it with what happened in it, or a part of it."""
        mark = _read_mark(text)
        if not mark.seats:
            return self.draws(past, mark.number, begins=mark.shows == _BEFORE)
        if self.part is None:
            raise NotAllowed(f"{past.game.name} shows no part of its board")
        return self.part(past, mark.number, mark.seats)


@dataclass(frozen=True, slots=True)
class BoardShown(Generic[S]):
    """What a picture of the board shows.

    Args:
        title: over it. state: the position.
        before, events: the one before the stage, and what happened since; none for a position alone.
    """

    title: str
    state: S
    before: S | None = None
    events: Sequence[Event] = ()


@dataclass(frozen=True, slots=True)
class _BoardMark:
    """What a mark of a picture says.

    Args:
        shows: _AFTER or _BEFORE. number: of the stage. language: of its words.
        seats: around whose pieces a part is shown; none for the whole.
    """

    shows: str
    number: int
    language: str
    seats: tuple[SeatId, ...] = ()

    def __str__(self) -> str:
        part = f"/{'+'.join(self.seats)}" if self.seats else ""
        return f"{self.shows}/{self.number}/{self.language}{part}"

    @property
    def called(self) -> str:
        """What its picture is called in a mail. Each reader's own has a name of its own: some programs keep a picture by its name."""
        return "-".join(["board", self.shows, *self.seats]).lower()


def board_enclosed(
    news: Told[Any, Any], *, begins: bool = False, near: Sequence[SeatId] = ()
) -> tuple[PictureView, ...]:
    """Return the pictures that go with a report, or with the opening; none where none are drawn.

    Args:
        news: what is told. begins: it is the opening.
        near: seats around whose pieces a part is shown, larger, before the whole.
    """
    game, number = news.game, news.occasion.number
    if not game.picture_host:
        return ()
    whole = _BoardMark(_BEFORE if begins else _AFTER, number, spoken())
    shown = [(whole, gettext("The board"))]
    if near:
        part = replace(whole, seats=tuple(near))
        shown.insert(0, (part, gettext("The part of the board where you are")))
    return tuple(_enclosed(game, mark, words) for mark, words in shown)


def _enclosed(game: GameFacts, mark: _BoardMark, words: str) -> PictureView:
    cid = picture_cid(mark.called, mark.number, game.name, game.picture_host)
    return PictureView("board", cid, picture_label(cid), str(mark), words)


def board_shown(past: Past[S, R], number: int, *, begins: bool = False) -> BoardShown[S]:
    """Return what stands where after a stage, and what led there; or before it, where it `begins`.

    Raises:
        NotAllowed: the stage is not over, or there was none of that number.
    """
    try:
        at = past.at(number)
    except KeyError as fault:
        raise NotAllowed(f"{past.game.name} never had a turn {number}.") from fault
    if at.resolved_at is None and not begins:
        raise NotAllowed("the turn is not over")
    state = at.before if begins else at.after
    stage = past.game.stage_words(past.rules.stage(state))
    title = gettext("{game}: {stage}", game=past.game.name, stage=stage)
    if begins:
        return BoardShown(title, state)
    return BoardShown(title, state, at.before, at.events)


def _read_mark(text: str) -> _BoardMark:
    match = _MARK.fullmatch(text)
    if match is None:
        raise NotAllowed(f"{text!r} marks no picture")
    seats = match[4].split("+") if match[4] else []
    return _BoardMark(match[1], int(match[2]), match[3], tuple(map(SeatId, seats)))
