"""What the commands of several rooms share: a game's own files checked, and a stage drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from gm.cli.common import print_json, services
from gm.cli.picture_files import write_picture
from gm.errors import MapError, NotAllowed

OwnFiles = Annotated[
    Path | None,
    typer.Argument(
        help="The folder with files of your own; without it gm's are checked.",
        show_default=False,
    ),
]
"""The folder whose files a command checks."""


def check_files(
    folder: Path | None,
    files: Sequence[str],
    faults_of: Callable[[Path | None], Sequence[MapError]],
    *,
    as_json: bool,
) -> None:
    """Print entry by entry what is wrong with a game's files, and end with 1 if something is.

    Args:
        folder: with files of a master's own; None for gm's. files: their names.
        faults_of: returns the faults.

    Raises:
        BadParameter: there is no such folder.
    """
    named = ", ".join(files)
    if folder is not None and not folder.is_dir():
        said = f"{folder} is no folder; name the one with {named} in it"
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
        typer.echo(f"{len(faults)} faults." if faults else f"Sound: {named}.")
    if faults:
        raise typer.Exit(1)


def render_stage(
    game: str,
    phase: str | None,
    out: Path | None,
    width: int,
    *,
    family: str,
    title: str,
    turn_picture: Callable[..., Any],
) -> None:
    """Draw a stage of a game: what it has moved, or where all stands while it is open.

    Args:
        game: its name. phase: the stage's name; None for the latest.
        out, width: of the picture. family, title: of the game's room. turn_picture: draws it.

    Raises:
        NotAllowed: it is a game of another room.
    """
    from gm.app.history.past_stages import past_of
    from gm.app.overviews.summaries import find_phase
    from gm.app.table import family_of

    with services() as opened, opened.store.read() as transaction:
        record = transaction.game(game)
        if family_of(opened, record).id != family:
            raise NotAllowed(f"{record.name} is no game of {title}.")
        number = find_phase(transaction, record, phase).number
        past = past_of(opened, transaction, record)
        picture = turn_picture(past, number, begins=past.at(number).resolved_at is None)
        svg = picture.svg()
    write_picture(svg, out, width)
