"""The only list of games, and the only place outside of a room that may name one.

What a room has is imported when it is asked for: most commands need no more than its boards.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gm.app.publishing.folder import Draw
    from gm.contract.game import Game
    from gm.games.diplomacy.map.files.boards import MapFolders
    from gm.games.diplomacy.map.files.studio import Studio

__all__ = ["boards_in", "drawing_in", "games", "studio_in"]


def games() -> tuple[Game[Any, Any], ...]:
    """Return every family of games that can be played; a new room is a line here."""
    from gm.games.diplomacy.game import DIPLOMACY

    return (DIPLOMACY,)


def boards_in(own: Path | None) -> MapFolders:
    """Return where boards are taken from: a GM's own folder first, if he has one."""
    from gm.games.diplomacy.map.files.boards import MapFolders

    return MapFolders(own)


def drawing_in(own: Path | None) -> Draw:
    """Return what draws the maps of the archive."""
    from gm.games.diplomacy.map.files.map_drawn import svg_of

    return partial(svg_of, boards_in(own))


def studio_in(own: Path | None) -> Studio:
    """Return what draws the pictures that go with mails; its process starts with the first one."""
    from gm.games.diplomacy.map.files.studio import Studio

    return Studio(boards_in(own))
