"""`gm demo`: a game in a minute."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def demo(
    folder: Annotated[
        Path, typer.Option(help="Where the demo's files are to lie; an old demo there goes.")
    ] = Path("demo-data"),
    seconds: Annotated[
        int, typer.Option(min=5, max=600, help="How long each phase is open.")
    ] = 15,
) -> None:
    """Start the real server and play a game of Republic by mail, told as it happens."""
    from gm.demo.story import play

    play(folder.resolve(), seconds)
