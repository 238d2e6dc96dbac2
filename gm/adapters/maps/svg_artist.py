"""Draws the pictures that say themselves as SVG, and leaves the others to another artist.

A map of tiles takes some hundredths of a second; the map of a board a second, in a process of its own.
"""

from __future__ import annotations

from typing import Any, Final

from gm.adapters.maps.map_png import png_of
from gm.app.reporting.illustrating import Artist
from gm.drawing.svg import SvgPicture
from gm.errors import PictureError

MAIL_WIDTH: Final = 1000
"""How wide a picture in a mail is, in pixels: sharp on a phone."""


class SvgArtist:
    """Keeps the shell's `Artist`.

    Args:
        other: draws what says no SVG; without one there is nothing of the kind.
        width: of the pictures, in pixels.
    """

    def __init__(self, other: Artist | None = None, width: int = MAIL_WIDTH) -> None:
        self._other = other
        self._width = width

    def draw(self, shown: Any) -> bytes:
        """Return a picture as PNG; PictureError if it cannot be drawn."""
        if isinstance(shown, SvgPicture):
            return png_of(shown.svg(), self._width)
        if self._other is None:
            raise PictureError(f"nothing here draws a {type(shown).__name__}")
        return self._other.draw(shown)
