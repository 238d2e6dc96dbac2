"""`gm orders`: the orders that stand, and all that ever stood."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, power_words, print_json, services


def orders(
    game: GameName,
    power: Annotated[str | None, typer.Argument(help="One power; else all.")] = None,
    phase: Annotated[
        str | None, typer.Option(help="A phase such as S1016M; else the open one.")
    ] = None,
    history: Annotated[bool, typer.Option(help="Replaced orders too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a game's orders. They are secret until the deadline: look only if you do not play."""
    from gm.app.overviews.queries import orders_of

    with services() as opened:
        lines = orders_of(opened, game, power=power, phase=phase, history=history)
    if as_json:
        print_json(lines)
        return
    if not lines:
        typer.echo("No orders.")
    wide = max((len(line.power) for line in lines), default=0)
    for line in lines:
        gone = "  (replaced)" if line.replaced else ""
        typer.echo(f"{line.phase:7} {power_words(line.power):{max(wide, 10)}} {line.order}{gone}")
