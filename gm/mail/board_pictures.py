"""The board that goes with a report and with the opening: its mark in the mail, and what it shows.

For games that show one public board a stage. One that keeps something from somebody marks its pictures itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

from gm.contract.events import Event
from gm.contract.facts import Part, Viewer
from gm.contract.pages import PictureView
from gm.contract.past import Past
from gm.contract.pictures import MarkedPicture
from gm.contract.told import Told
from gm.errors import NotAllowed
from gm.languages import gettext, known, spoken
from gm.mail.pictures import picture_cid, picture_label

S = TypeVar("S")
R = TypeVar("R")

_AFTER: Final = "after"
_BEFORE: Final = "before"
"""Whether a picture shows what a stage led to, or what it is played from."""

_MARK: Final = re.compile(r"(after|before)/(\d{1,9})/([a-z]{2})")


class StagePicture(Protocol[S, R]):
    """What a room draws of a stage."""

    def __call__(self, past: Past[S, R], number: int, *, begins: bool = False) -> object:
        """Return the board after the stage of a number; or as it was before, where it `begins`.

        Raises:
            NotAllowed: the stage is not over, or there was none of that number.
        """
        ...


@dataclass(frozen=True, slots=True)
class BoardPictures(Generic[S, R]):
    """Keeps the contract's `Pictures` for a board of which everybody may know all."""

    draws: StagePicture[S, R]

    def marked(self, text: str) -> MarkedPicture:
        """Return what a mark says; NotAllowed if it marks no picture."""
        _, number, language = _read_mark(text)
        code = language if language in known() else ""
        return MarkedPicture(number, code, Viewer(Part.ARCHIVE))

    def shown(self, text: str, past: Past[S, R]) -> object:
        """Return the board before a stage, or after it with what happened in it."""
        shows, number, _ = _read_mark(text)
        return self.draws(past, number, begins=shows == _BEFORE)


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


def board_enclosed(told: Told[Any, Any], *, begins: bool = False) -> tuple[PictureView, ...]:
    """Return the picture that goes with a report, or with the opening; none where none are drawn."""
    game, number = told.game, told.occasion.number
    if not game.picture_host:
        return ()
    shows = _BEFORE if begins else _AFTER
    cid = picture_cid(f"board-{shows}", number, game.name, game.picture_host)
    mark = f"{shows}/{number}/{spoken()}"
    return (PictureView("board", cid, picture_label(cid), mark, gettext("The board")),)


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


def _read_mark(text: str) -> tuple[str, int, str]:
    """Return of a mark what it shows, of the stage of which number, and in which language."""
    found = _MARK.fullmatch(text)
    if found is None:
        raise NotAllowed(f"{text!r} marks no picture")
    return found[1], int(found[2]), found[3]
