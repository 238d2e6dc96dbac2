"""What the server and the process that draws its pictures say to one another.

Alone in a module, so that neither side imports the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gm.adapters.wire import Wire
from gm.games.diplomacy.map.shown.enclosed import Drawable
from gm.games.diplomacy.rules.board import Board

PICTURE_BYTES: Final = 8 * 1024 * 1024
"""Bytes of a picture; those in mails have a tenth of a megabyte."""

PNG: Final = b"\x89PNG\r\n\x1a\n"
"""What every picture begins with."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture to be drawn: the folder of its board, what it shows, how many pixels wide.

    A chart has no board, and the folder is "".
    """

    folder: str
    shown: Drawable
    width: int


REQUESTS: Final = Wire(Wanted, unions=[Drawable], kept=[Board])
"""How what is wanted is sent. What was drawn on a board is known by the board, so these are kept."""
