"""`gm replay`: rebuild a game from what is recorded of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, GameName, print_json, services
from gm.errors import ExitCode

if TYPE_CHECKING:
    from gm.app.overriding.replaying import Rebuilt


def replay(
    game: GameName,
    rejudge: Annotated[
        bool,
        typer.Option(
            "--rejudge", help="Show what the rules as they are now would decide otherwise."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Rebuild a game from its results and overrides; it must end in the same state, byte for byte.

    The exit code is 1 if it does not, and the first difference is told. Nothing is ever changed.
    (Mails are taken in again from their second copies by `gm inbox restore`.)
    """
    from gm.app.overriding.replaying import rebuild

    with services() as opened:
        done = rebuild(opened, game, rejudge=rejudge)
    if as_json:
        print_json(done)
    else:
        _tell(done)
    if done.difference:
        raise typer.Exit(ExitCode.FAILED)


def _tell(done: Rebuilt) -> None:
    if done.difference:
        typer.echo(f"Not as recorded. {done.difference}")
    else:
        also = f" and {done.overrides} overrides" if done.overrides else ""
        typer.echo(f"{done.phases} phases{also} lead to the position that is stored.")
    if done.rules not in ((), (done.now,)):
        typer.echo(f"Played by version {', '.join(done.rules)} of the rules; now: {done.now}.")
    if done.boards not in ((), (done.board_now,)):
        known = ", ".join(board[:12] for board in done.boards)
        typer.echo(f"Played on the map {known}; now: {done.board_now[:12]}.")
    if done.rejudged is None:
        return
    for season in done.seasons:
        typer.echo(f"{season.stage} would come out otherwise:")
        for line in season.lines:
            typer.echo(f"  {line}")
    if not done.seasons:
        typer.echo("Judged again, every phase comes out as it did.")
