"""The pictures of a phase in the archive: their files, and what stands beside them in words."""

from __future__ import annotations

from dataclasses import dataclass

from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.phases import Phase
from gm.languages import gettext
from gm.report.site.site_views import PictureKind

START = "start.svg"
"""The picture of the position in which a game begins."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture.

    Args:
        file: its name in the game's folder. key: what stands for it in an address: "S1901M-orders".
        caption: what is written below it; short: the same where its season is told already.
        words: what is read aloud in its place.
    """

    file: str
    key: str
    caption: str
    short: str
    words: str


def file_of(name: str, kind: PictureKind) -> str:
    """Return the file of a picture in its game's folder."""
    return f"{name}-{kind.value}.svg"


def shown_of(phase: Phase, kind: PictureKind) -> Shown:
    """Return a picture of a phase."""
    when, key = phase_words(phase), f"{phase}-{kind.value}"
    if kind is PictureKind.ORDERS:
        return Shown(
            file_of(str(phase), kind),
            key,
            gettext("{phase}: the orders", phase=when),
            gettext("the orders"),
            gettext("Map with the orders of {phase}, told in words below.", phase=when),
        )
    return Shown(
        file_of(str(phase), kind),
        key,
        gettext("{phase}: the position after it", phase=when),
        gettext("the position"),
        gettext("Map with the position after {phase}, told in words below.", phase=when),
    )


def start_shown(phase: Phase) -> Shown:
    """Return the picture of the position in which a game begins."""
    when = phase_words(phase)
    return Shown(
        START,
        "start",
        gettext("The position at the start"),
        gettext("the position at the start"),
        gettext("Map with the position before {phase}.", phase=when),
    )
