"""`gm island`: the files that Irish Freedom is played with, checked entry by entry, and its map."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gm.cli.common import AsJson, print_json, services
from gm.cli.mounting import mount_command, mount_group
from gm.cli.picture_files import USUAL_WIDTH, PictureFile, PictureWidth, write_picture
from gm.errors import NotAllowed
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
        told="Check the files of Irish Freedom, and draw its map.",
        after="map",
    )
    mount_command(commands, odds, "odds", after="orders")


@app.callback()
def group() -> None:
    """Check the files of Irish Freedom, and draw its map."""


@app.command()
def check(
    folder: Annotated[
        Path | None,
        typer.Argument(
            help="The folder with files of your own; without it gm's are checked.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say entry by entry what is wrong with the files of Irish Freedom, and what would be right.

    A file that the folder lacks is gm's own. It ends with 0 if the files are sound, with 1 if one has a
    fault.
    """
    from gm.games.irish_freedom.data.faults import FILES
    from gm.games.irish_freedom.data.files import faults_of
    from gm.games.irish_freedom.data.outlines import OUTLINES

    files = f"{', '.join(FILES)}, {OUTLINES}"
    if folder is not None and not folder.is_dir():
        said = f"{folder} is no folder; name the one with {files} in it"
        raise typer.BadParameter(said, param_hint="FOLDER")
    faults = faults_of(folder)
    if as_json:
        entries = [
            {
                "file": fault.file,
                "entry": fault.entry,
                "reason": fault.reason,
                "remedy": fault.remedy,
            }
            for fault in faults
        ]
        print_json({"sound": not faults, "faults": entries})
    else:
        for fault in faults:
            typer.echo(f"{fault.file}: {fault.entry}\n  {fault.reason}")
            if fault.remedy:
                typer.echo(f"  -> {fault.remedy}")
        typer.echo(f"{len(faults)} faults." if faults else f"Sound: {files}.")
    if faults:
        raise typer.Exit(1)


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
    from gm.app.history.past_stages import past_of
    from gm.app.overviews.summaries import find_phase
    from gm.app.table import family_of
    from gm.games.irish_freedom.map.pictures import turn_picture

    with services() as opened, opened.store.read() as transaction:
        record = transaction.game(game)
        if family_of(opened, record).id != FAMILY:
            raise NotAllowed(f"{record.name} is no game of Irish Freedom.")
        number = find_phase(transaction, record, phase).number
        past = past_of(opened, transaction, record)
        picture = turn_picture(past, number, begins=past.at(number).resolved_at is None)
        svg = picture.svg()
    write_picture(svg, out, width)
