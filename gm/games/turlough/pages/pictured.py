"""Which pictures go with mails, and the mark by which each is found when it is drawn."""

from __future__ import annotations

import re
from typing import Final

from gm.contract.pages import PictureView
from gm.contract.told import Told
from gm.errors import NotAllowed
from gm.games.turlough.rules.outcomes import TurloughOutcome
from gm.games.turlough.rules.state import TurloughState
from gm.languages import gettext, spoken
from gm.mail.pictures import picture_cid, picture_label

AFTER: Final = "after"
BEFORE: Final = "before"
"""Whether a picture shows what a turn led to, or what it is played from."""

_MARK: Final = re.compile(r"(after|before)/(\d{1,9})/([a-z]{2})")


def board_enclosed(
    told: Told[TurloughState, TurloughOutcome], *, begins: bool = False
) -> tuple[PictureView, ...]:
    """Return the picture that goes with a report, or with the opening."""
    game, number = told.game, told.occasion.number
    if not game.picture_host:
        return ()
    shows = BEFORE if begins else AFTER
    cid = picture_cid(f"board-{shows}", number, game.name, game.picture_host)
    mark = f"{shows}/{number}/{spoken()}"
    return (PictureView("board", cid, picture_label(cid), mark, gettext("The board")),)


def read_mark(text: str) -> tuple[str, int, str]:
    """Return of a mark what it shows, of the stage of which number, and in which language.

    Raises:
        NotAllowed: it marks no picture.
    """
    found = _MARK.fullmatch(text)
    if found is None:
        raise NotAllowed(f"{text!r} marks no picture")
    return found[1], int(found[2]), found[3]
