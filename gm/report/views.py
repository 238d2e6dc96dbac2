"""View models: what a mail says, as values, before a template puts it into words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.contract.facts import Due, GameFacts
from gm.contract.pages import PictureView
from gm.contract.stages import Stage


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
