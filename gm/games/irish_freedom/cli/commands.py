"""`gm island`: the files that Irish Freedom is played with, checked entry by entry."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gm.cli.common import AsJson, print_json
from gm.cli.mounting import mount_group

app = typer.Typer(no_args_is_help=True)


def mount(commands: typer.Typer) -> None:
    """Add them to the command line."""
    mount_group(
        commands,
        app,
        "island",
        told="Check the island, the counters and the cards of Irish Freedom.",
        after="map",
    )


@app.callback()
def group() -> None:
    """Check the island, the counters and the cards of Irish Freedom."""


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

    if folder is not None and not folder.is_dir():
        said = f"{folder} is no folder; name the one with {', '.join(FILES)} in it"
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
        typer.echo(f"{len(faults)} faults." if faults else f"Sound: {', '.join(FILES)}.")
    if faults:
        raise typer.Exit(1)
