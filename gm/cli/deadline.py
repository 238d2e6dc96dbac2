"""`gm deadline`: show or move the deadline."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, local_time, moment, print_json, services


def deadline(
    game: GameName,
    when: Annotated[
        str | None,
        typer.Argument(
            help="The new one: 2026-11-27 20:00 in the game's zone; or +24h, so much "
            "later than it stands, or than now if it has passed."
        ),
    ] = None,
    earlier: Annotated[bool, typer.Option("--earlier", help="Let it move earlier.")] = False,
    reason: Annotated[str, typer.Option(help="Why; all players are told.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show the deadline, or move it and tell all players old and new times."""
    from gm.app.overviews.summaries import summary
    from gm.app.timing.deadlines import move_deadline

    with services() as opened:
        if when is not None:
            was, now = summary(opened, game), opened.clock.now()
            target = moment(when, was.time_zone, max(was.deadline or now, now))
            move_deadline(opened, game, target, earlier=earlier, reason=reason)
        overview = summary(opened, game)
    if as_json:
        print_json({"game": overview.name, "phase": overview.phase, "deadline": overview.deadline})
    elif overview.deadline is None:
        typer.echo(f"{overview.name} has no open phase.")
    else:
        typer.echo(f"{overview.phase}: {local_time(overview.deadline, overview.time_zone)}")
