"""How somebody wants his mails: as text alone, without pictures, in which manner.

What he has not said is as the game has it. He says it by mail (`MAILS`), its GM by `gm person mails`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from gm.app.records import GameRecord
from gm.app.setup.game_settings import settings_of
from gm.app.setup.setting_kinds import MailPictures, Manner
from gm.mail.pictures import without_pictures
from gm.report.views import MailText

HTML, PICTURES, MANNER = "html", "pictures", "manner"
"""The names of what somebody says of his mails, among a person's settings."""

_YES, _NO = "yes", "no"

CHOICES: Final[Mapping[str, tuple[str, str]]] = {
    "text": (HTML, _NO),
    "text only": (HTML, _NO),
    "plain": (HTML, _NO),
    "html": (HTML, _YES),
    "with html": (HTML, _YES),
    "no html": (HTML, _NO),
    "pictures": (PICTURES, _YES),
    "with pictures": (PICTURES, _YES),
    "no pictures": (PICTURES, _NO),
    "without pictures": (PICTURES, _NO),
    "zine": (MANNER, Manner.ZINE.value),
    "judge": (MANNER, Manner.JUDGE.value),
}
"""What is said of mails, and what it sets."""

AS_USUAL: Final = "as usual"
"""Said by who wants what the game has."""


@dataclass(frozen=True, slots=True)
class Likes:
    """How a reader wants his mails.

    Args:
        html: beside the text; pictures: in it, where the game has them.
        manner: of the plain text of reports; None for the game's.
    """

    html: bool = True
    pictures: bool = True
    manner: Manner | None = None


USUAL: Final = Likes()
"""The likes of somebody who has said nothing."""


def likes_of(settings: Mapping[str, str]) -> Likes:
    """Return how the person of some settings wants his mails."""
    manner = settings.get(MANNER)
    return Likes(
        html=settings.get(HTML) != _NO,
        pictures=settings.get(PICTURES) != _NO,
        manner=Manner(manner) if manner is not None else None,
    )


def manner_for(game: GameRecord, likes: Likes) -> Manner:
    """Return the manner of a reader's plain text."""
    return likes.manner or settings_of(game).manner


def dressed(text: MailText, game: GameRecord | None, likes: Likes, *, to_list: bool) -> MailText:
    """Return a written mail as its reader gets it: without HTML or pictures that he does not.

    Args:
        text: as it was written; game: what it is about.
        likes: the reader's.
        to_list: he is a mailing list.
    """
    if not likes.html:
        return replace(text, html="", pictures=())
    if not text.pictures or (likes.pictures and _has_pictures(game, to_list=to_list)):
        return text
    html = without_pictures(text.html, [one.label for one in text.pictures])
    return replace(text, html=html, pictures=())


def _has_pictures(game: GameRecord | None, *, to_list: bool) -> bool:
    """Tell whether a game's pictures go to the list, or to other readers."""
    whose = settings_of(game).pictures if game is not None else MailPictures.ALL
    return whose in {MailPictures.ALL, MailPictures.LIST if to_list else MailPictures.PLAYERS}
