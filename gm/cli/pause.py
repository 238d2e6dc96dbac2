"""`gm pause` and `gm resume`: stop a game's clock, and let it go on."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, local_time, print_json, services

Reason = Annotated[str, typer.Option(help="Why; all players are told.")]


def pause(game: GameName, reason: Reason = "", as_json: AsJson = False) -> None:
    """Pause a game: no deadline passes, and orders are taken. All players are told."""
    from gm.app.timing.pausing import pause as pause_game

    with services() as opened:
        paused = pause_game(opened, game, reason)
    if as_json:
        print_json({"game": paused.name, "status": paused.status.value})
        return
    typer.echo(f"{paused.name} is paused. To go on: gm resume {paused.name}")


def resume(game: GameName, reason: Reason = "", as_json: AsJson = False) -> None:
    """Let a paused game go on with the time that was left. All players are told."""
    from gm.app.overviews.summaries import summary
    from gm.app.timing.pausing import resume as resume_game

    with services() as opened:
        phase = resume_game(opened, game, reason)
        overview = summary(opened, game)
    if as_json:
        print_json({"game": overview.name, "phase": phase.name, "deadline": phase.deadline})
        return
    typer.echo(
        f"{overview.name} goes on. {phase.name}: {local_time(phase.deadline, overview.time_zone)}"
    )
