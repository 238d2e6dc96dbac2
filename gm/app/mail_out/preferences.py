"""How somebody wants his mails: as text alone, without pictures, in which manner.

What he has not said is as the game has it. He says it by mail, `MAILS`; or `gm person mails` does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from gm.app.records import GameRecord
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import MailPictures, Manner
from gm.errors import InputError
from gm.languages import gettext, quoted
from gm.mail.pictures import without_pictures
from gm.report.views import MailText

HTML, PICTURES, MANNER = "html", "pictures", "manner"
"""The names of what somebody says of his mails, among a person's settings."""

_OURS: Final = frozenset({HTML, PICTURES, MANNER})
_YES, _NO = "yes", "no"

_WISHES: Final[Mapping[str, tuple[str, str]]] = {
    "text": (HTML, _NO),
    "text only": (HTML, _NO),
    "plain": (HTML, _NO),
    "plain text": (HTML, _NO),
    "html": (HTML, _YES),
    "pictures": (PICTURES, _YES),
    "no pictures": (PICTURES, _NO),
    "no html": (HTML, _NO),
    "words": (MANNER, Manner.WORDS.value),
    "zine": (MANNER, Manner.ZINE.value),
    "judge": (MANNER, Manner.JUDGE.value),
}
"""What is said of mails, and what it sets."""

_AS_USUAL: Final = "as usual"
_BETWEEN: Final = re.compile(r"(?:(?<!\s)\s*+)?(?:,|\band\b)\s*")
_WISH: Final = re.compile("|".join(sorted((*_WISHES, _AS_USUAL), key=len, reverse=True)))


@dataclass(frozen=True, slots=True)
class Preferences:
    """How a reader wants his mails.

    Args:
        html: beside the text; pictures: in it, where the game has them.
        manner: of the plain text of reports; None for the game's.
    """

    html: bool = True
    pictures: bool = True
    manner: Manner | None = None


USUAL: Final = Preferences()
"""Those of somebody who has said nothing."""


def preferences_of(settings: Mapping[str, str]) -> Preferences:
    """Return how the person of some settings wants his mails."""
    manner = settings.get(MANNER)
    return Preferences(
        html=settings.get(HTML) != _NO,
        pictures=settings.get(PICTURES) != _NO,
        manner=Manner(manner) if manner is not None else None,
    )


def with_preferences(settings: Mapping[str, str], text: str) -> dict[str, str]:
    """Return a person's settings with what he wishes of his mails.

    Args:
        settings: as they are. text: the wishes: "judge, no pictures".

    Raises:
        InputError: something in it is none; it says what could be wished.
    """
    new = dict(settings)
    for wish in _wishes(text):
        if wish == _AS_USUAL:
            new = {name: value for name, value in new.items() if name not in _OURS}
        else:
            name, value = _WISHES[wish]
            new[name] = value
    return new


def _wishes(text: str) -> list[str]:
    plain = " ".join(text.casefold().split()).replace("without ", "no ").replace("with ", "")
    rest = _BETWEEN.sub(" ", _WISH.sub(" ", plain)).strip(" .")
    wishes = _WISH.findall(plain)
    if rest or not wishes:
        raise InputError(
            gettext(
                "{text} is nothing that mails can be: write TEXT ONLY, HTML, PICTURES, NO "
                "PICTURES, WORDS, ZINE, JUDGE or AS USUAL.",
                text=quoted(rest or text),
            )
        )
    return wishes


def preferences_words(settings: Mapping[str, str]) -> tuple[str, ...]:
    """Return how somebody's mails come by his settings, in sentences to himself."""
    preferences = preferences_of(settings)
    lines: list[str] = []
    if not preferences.html:
        lines.append(gettext("Your mails come as plain text alone, without pictures."))
    elif not preferences.pictures:
        lines.append(gettext("Your mails come as text and as HTML, without pictures."))
    else:
        lines.append(
            gettext(
                "Your mails come as text and as HTML, with pictures of the map in games that have "
                "them."
            )
        )
    match preferences.manner:
        case Manner.JUDGE:
            lines.append(gettext("The plain text of your reports is in the judges' manner."))
        case Manner.ZINE:
            lines.append(gettext("Your reports are in words, and in the zines' manner below."))
        case Manner.WORDS:
            lines.append(gettext("Your reports are in words."))
        case None:
            lines.append(gettext("The plain text of your reports is as each game has it."))
    return tuple(lines)


def manner_for(game: GameRecord, preferences: Preferences) -> Manner:
    """Return the manner of a reader's plain text."""
    return preferences.manner or settings_of(game).manner


def dressed(
    text: MailText, game: GameRecord | None, preferences: Preferences, *, to_list: bool
) -> MailText:
    """Return a written mail as its reader gets it: without HTML or pictures that he does not.

    Args:
        text: as it was written; game: what it is about.
        preferences: the reader's.
        to_list: he is a mailing list.
    """
    if not preferences.html:
        return replace(text, html="", pictures=())
    if not text.pictures or (preferences.pictures and _has_pictures(game, to_list=to_list)):
        return text
    html = without_pictures(text.html, [picture.label for picture in text.pictures])
    return replace(text, html=html, pictures=())


def _has_pictures(game: GameRecord | None, *, to_list: bool) -> bool:
    """Tell whether a game's pictures go to the list, or to other readers."""
    whose = settings_of(game).pictures if game is not None else MailPictures.ALL
    return whose in {MailPictures.ALL, MailPictures.LIST if to_list else MailPictures.PLAYERS}
