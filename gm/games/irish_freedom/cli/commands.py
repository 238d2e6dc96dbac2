"""`gm island`: the files that Irish Freedom is played with, checked entry by entry, and its map."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson
from gm.cli.mounting import mount_command, mount_group
from gm.cli.picture_files import USUAL_WIDTH, PictureFile, PictureWidth
from gm.cli.room_commands import OwnFiles, check_files, render_stage
from gm.games.irish_freedom.cli.odds import odds

app = typer.Typer(no_args_is_help=True)

FAMILY = "irish_freedom"
"""The name of this room."""


def mount(commands: typer.Typer) -> None:
    """Add them to the command line."""
    mount_group(
        commands,
        app,
        "island",
        help_text="Check the files of Irish Freedom, and draw its map.",
        after="map",
    )
    mount_command(commands, odds, "odds", after="orders")


@app.callback()
def group() -> None:
    """Check the files of Irish Freedom, and draw its map."""


@app.command()
def check(
    folder: OwnFiles = None,
    as_json: AsJson = False,
) -> None:
    """Say entry by entry what is wrong with the files of Irish Freedom, and what would be right.

    A file that the folder lacks is gm's own. It ends with 0 if the files are sound, with 1 if one has a
    fault.
    """
    from gm.games.irish_freedom.data.faults import FILES
    from gm.games.irish_freedom.data.files import faults_of
    from gm.games.irish_freedom.data.outlines import OUTLINES

    check_files(folder, (*FILES, OUTLINES), faults_of, as_json=as_json)


@app.command()
def render(
    game: Annotated[str, typer.Argument(help="The game's name.", show_default=False)],
    phase: Annotated[
        str | None, typer.Option(help="Of this turn, such as W3; else the latest.")
    ] = None,
    out: PictureFile = None,
    width: PictureWidth = USUAL_WIDTH,
) -> None:
    """Draw the map of a game: what a turn has moved, or where all stands while it is open."""
    from gm.games.irish_freedom.map.pictures import turn_picture

    render_stage(
        game, phase, out, width, family=FAMILY, title="Irish Freedom", turn_picture=turn_picture
    )
