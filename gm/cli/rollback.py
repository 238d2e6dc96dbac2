"""`gm rollback`: take a game back to one of its phases."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, Reason, Yes, local_time, moment, print_json, services


def rollback(
    game: GameName,
    phase: Annotated[str, typer.Argument(help="The phase that is to be played again: S1016M.")],
    yes: Yes = False,
    reason: Reason = "",
    reset_orders: Annotated[
        bool, typer.Option("--reset-orders", help="Do not keep the orders it was resolved by.")
    ] = False,
    deadline: Annotated[
        str | None,
        typer.Option(help="Its new deadline: 2026-11-27 20:00, or +24h; else its usual length."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Undo a phase and all later ones, and open it again; everybody is told.

    What is undone is shown first, and done with --yes. It is kept in the database, and belongs no
    more to the game. The hat draws the same again, unless you enter other draws.
    """
    from gm.app.overriding.rollback import roll_back
    from gm.app.overviews.summaries import summary
    from gm.languages import listed
    from gm.report.wording.sentence_parts import counted

    with services() as opened:
        zone = summary(opened, game).time_zone
        until = moment(deadline, zone, opened.clock.now()) if deadline else None
        seen = roll_back(
            opened,
            game,
            phase,
            sure=yes,
            reason=reason,
            reset_orders=reset_orders,
            deadline=until,
        )
    if as_json:
        print_json(seen)
        return
    many = "are" if len(seen.phases) > 1 else "is"
    fate = f"{many} undone" if seen.done else "would be undone"
    typer.echo(f"{listed(seen.phases)} {fate}; {seen.resolved} had been resolved.")
    kept = f"{counted(seen.orders, 'order')} of then kept" if seen.orders else "no orders kept"
    typer.echo(f"{seen.phase} {'is open' if seen.done else 'would be open'} again; {kept}.")
    if seen.warning:
        typer.echo(seen.warning)
    if seen.deadline is not None:
        typer.echo(f"Deadline: {local_time(seen.deadline, zone)}. Everybody is told.")
    else:
        typer.echo("Nothing has been done. To do it: --yes --reason WHY.")
