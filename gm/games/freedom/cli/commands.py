"""`gm siege`: the files that Freedom! is played with, its cards among them, checked entry by entry."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gm.cli.common import AsJson
from gm.cli.mounting import mount_group
from gm.cli.room_commands import check_files

app = typer.Typer(no_args_is_help=True)


def mount(commands: typer.Typer) -> None:
    """Add them to the command line."""
    mount_group(
        commands,
        app,
        "siege",
        help_text="Check the files of Freedom!, its cards too.",
        after="thomond",
    )


@app.callback()
def group() -> None:
    """Check the files of Freedom!, its cards too."""


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
    """Say entry by entry what is wrong with the files of Freedom!, and what would be right.

    They are messolonghi.toml, siege.toml and cards.toml; a file that the folder lacks is gm's own. It ends
    with 0 if the files are sound, with 1 if one has a fault.
    """
    from gm.games.freedom.data.faults import FILES
    from gm.games.freedom.data.files import faults_of

    check_files(folder, FILES, faults_of, as_json=as_json)
