"""Pictures that a command writes to a file, as SVG or as PNG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from gm.cli.common import written_to

_FORMATS: Final = (".svg", ".png")


def _checked(out: Path | None) -> Path | None:
    if out is not None and out.suffix.lower() not in _FORMATS:
        raise typer.BadParameter(f"{out} must end in .svg or .png")
    return out


PictureFile = Annotated[
    Path | None,
    typer.Option("--out", "-o", help="Write it to this file, .svg or .png.", callback=_checked),
]
"""The file that a picture is written to."""

PictureWidth = Annotated[
    int, typer.Option(help="How wide a PNG is, in pixels.", min=200, max=6000)
]
"""How large it is drawn."""

USUAL_WIDTH: Final = 1200


def write_picture(svg: str, out: Path | None, width: int) -> None:
    """Write a picture in the form that the file's name asks for; print SVG without a file."""
    from gm.adapters.maps.map_png import png_of

    if out is None:
        typer.echo(svg)
        return
    written = png_of(svg, width) if out.suffix.lower() == ".png" else svg.encode()
    with written_to(out):
        out.write_bytes(written)
    typer.echo(f"{out}: {len(written) / 1000:.0f} kB.")
