"""`gm game set` and `gm game settings`: how a game is run, and changing it."""

from __future__ import annotations

import textwrap
from itertools import groupby
from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, pairs, print_json, services


def set_(
    name: GameName,
    changes: Annotated[
        list[str],
        typer.Argument(help="What to change, NAME=VALUE ...: at=20:00 early=yes movement=5d."),
    ],
    reason: Annotated[str, typer.Option(help="Why; all players read it.")] = "",
    as_json: AsJson = False,
) -> None:
    """Change settings of a game; players are told where it changes how they play.

    What can be set, and what it takes: gm game settings GAME.
    """
    from gm.app.setup.game_changes import change_game

    with services() as opened:
        done = change_game(opened, name, pairs(changes), reason)
    if as_json:
        print_json(
            [{"name": change.name, "old": change.old, "new": change.new} for change in done]
        )
        return
    if not done:
        typer.echo("It is so already; nothing was changed.")
    for change in done:
        typer.echo(f"{change.name}: {change.old} -> {change.new}")


def settings(name: GameName, as_json: AsJson = False) -> None:
    """Show everything that can be set of a game, with its value, its default and a help."""
    from gm.app.setup.settings_list import settings_list

    with services() as opened:
        found = settings_list(opened, name)
    if as_json:
        print_json([entry.as_dict() for entry in found])
        return
    for group, members in groupby(found, lambda entry: entry.group):
        typer.echo(f"{group.upper()}")
        for listed in members:
            usual = (
                f" (default: {listed.default})" if listed.default not in ("", listed.value) else ""
            )
            fixed = " It cannot be changed any more." if listed.fixed else ""
            typer.echo(f"  {listed.name} = {listed.value}{usual}")
            words = f"{listed.help} It takes {listed.takes}.{fixed}"
            typer.echo(textwrap.fill(words, 72, initial_indent="    ", subsequent_indent="    "))
        typer.echo("")
