"""The pictures of a phase in the archive: their files, and what stands beside them in words."""

from __future__ import annotations

from enum import Enum

from gm.contract.archive import SitePicture
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.phases import Phase
from gm.languages import gettext


class PictureKind(Enum):
    """Which picture of a phase; its value ends the name of the file."""

    ORDERS = "orders"
    POSITION = "position"


START = "start.svg"
"""The picture of the position in which a game begins."""


def file_of(name: str, kind: PictureKind) -> str:
    """Return the file of a picture in its game's folder."""
    return f"{name}-{kind.value}.svg"


def shown_of(phase: Phase, kind: PictureKind) -> SitePicture:
    """Return a picture of a phase."""
    when, key = phase_words(phase), f"{phase}-{kind.value}"
    if kind is PictureKind.ORDERS:
        return SitePicture(
            file_of(str(phase), kind),
            key,
            gettext("{phase}: the orders", phase=when),
            gettext("the orders"),
            gettext("Map with the orders of {phase}, told in words below.", phase=when),
        )
    return SitePicture(
        file_of(str(phase), kind),
        key,
        gettext("{phase}: the position after it", phase=when),
        gettext("the position"),
        gettext("Map with the position after {phase}, told in words below.", phase=when),
    )


def start_shown(phase: Phase) -> SitePicture:
    """Return the picture of the position in which a game begins."""
    when = phase_words(phase)
    return SitePicture(
        START,
        "start",
        gettext("The position at the start"),
        gettext("the position at the start"),
        gettext("Map with the position before {phase}.", phase=when),
    )
