"""Turns a drawn picture into PNG: resvg draws it, Pillow makes it small.

The letters come from a font that is a package of its own, so that a picture looks alike on every
machine and nothing of the system is asked for.
"""

from __future__ import annotations

from io import BytesIO

import fontpkg_arimo
import resvg_py
from PIL import Image

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
