"""`gm thomond`: the files that The Triumphs of Turlough is played with, checked entry by entry, and its map."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson
from gm.cli.mounting import mount_group
from gm.cli.picture_files import USUAL_WIDTH, PictureFile, PictureWidth
from gm.cli.room_commands import OwnFiles, check_files, render_stage

app = typer.Typer(no_args_is_help=True)

FAMILY = "turlough"
"""The name of this room."""


def mount(commands: typer.Typer) -> None:
    """Add them to the command line."""
    mount_group(
        commands,
        app,
        "thomond",
        help_text="Check the files of The Triumphs of Turlough, and draw its map.",
        after="island",
    )


@app.callback()
def group() -> None:
    """Check the files of The Triumphs of Turlough, and draw its map."""


@app.command()
def check(
    folder: OwnFiles = None,
    as_json: AsJson = False,
) -> None:
    """Say entry by entry what is wrong with the files of The Triumphs of Turlough, and what would be right.

    A file that the folder lacks is gm's own. It ends with 0 if the files are sound, with 1 if one has a
    fault.
    """
    from gm.games.turlough.data.faults import FILES
    from gm.games.turlough.data.files import faults_of

    check_files(folder, FILES, faults_of, as_json=as_json)


@app.command()
def render(
    game: Annotated[str, typer.Argument(help="The game's name.", show_default=False)],
    phase: Annotated[
        str | None, typer.Option(help="Of this turn, such as R1W3; else the latest.")
    ] = None,
    out: PictureFile = None,
    width: PictureWidth = USUAL_WIDTH,
) -> None:
    """Draw the map of a game: what a turn has moved, or where all stands while it is open."""
    from gm.games.turlough.map.pictures import turn_picture

    render_stage(
        game,
        phase,
        out,
        width,
        family=FAMILY,
        title="The Triumphs of Turlough",
        turn_picture=turn_picture,
    )
