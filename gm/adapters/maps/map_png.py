"""Turns a drawn picture into PNG: resvg draws it, Pillow makes it small.

The letters come from a font that is a package of its own, so that a picture looks alike on every
machine and nothing of the system is asked for.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

import fontpkg_arimo
import resvg_py
from PIL import Image

from gm.app.reporting.illustrating import Artist
from gm.drawing.svg import SvgPicture
from gm.errors import PictureError

WIDTH = 1200
"""How wide a PNG is, in pixels, unless somebody asks for another width."""

_COLOURS = 255
"""A map has few colours; so many keep its slanted edges smooth, at a third of the size."""


def png_of(svg: str, width: int = WIDTH) -> bytes:
    """Return a picture as PNG.

    Args:
        svg: the picture.
        width: in pixels; the height follows.
    """
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=_fonts()
    )
    return _smaller(drawn)


def _fonts() -> list[str]:
    return sorted(str(path) for path in (fontpkg_arimo.ROOT / "files").glob("*.ttf"))


def _smaller(png: bytes) -> bytes:
    """Return a PNG with a table of its colours in place of a colour for each pixel."""
    with Image.open(BytesIO(png)) as image:
        flat = image.convert("RGB")
    few = flat.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


# Draws the pictures that say themselves as SVG, and leaves the others to another artist.
#
# A map of tiles takes some hundredths of a second; the map of a board a second, in a process of its own.

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
