"""What the server and the process that draws its pictures say to one another.

Alone in a module, so that neither side imports the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gm.app.pictures.enclosed import Drawable

DRAWN = b"p"
FAULT = b"f"
"""What an answer begins with: a picture follows, or in words what was wrong."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture to be drawn: the folder of its board, what it shows, how many pixels wide.

    A chart has no board, and the folder is "".
    """

    folder: str
    shown: Drawable
    width: int
