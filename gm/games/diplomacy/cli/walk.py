"""`gm walk`: send Irish and Psychiatrist units instead of the hat."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, print_json, services


def walk(
    game: GameName,
    walks: Annotated[
        list[str] | None,
        typer.Argument(
            help='Where they go: "Irish 1 (NTH) - NWY" "Psychiatrist Vie - Boh"; none to list.',
            show_default=False,
        ),
    ] = None,
    withdraw: Annotated[
        str | None, typer.Option(help='Take a walk back: "Irish 1", or all.')
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Order the walks of special units in the season that is open, or list those you ordered.

    The report says who walked by your word; the hat decides for the others. Such lines may also
    be mailed from the game master's address to the game's.
    """
    from gm.games.diplomacy.desk.walks import order_walks, walk_lines, withdraw_walks

    with services() as opened:
        if withdraw is not None:
            done = withdraw_walks(opened, game, withdraw)
        if walks or withdraw is None:
            done = order_walks(opened, game, walks or [])
    if as_json:
        print_json({"game": game, "phase": done.phase, "walks": [*done.standing]})
        return
    for line in walk_lines(done):
        typer.echo(line)
