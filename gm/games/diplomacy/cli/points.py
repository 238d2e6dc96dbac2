"""`gm points`: set the points of a power."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, Power, Private, Reason, override

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _points() -> None:
    """Correct how many points a power has; it is noted, told, and replayed."""


@app.command("set")
def set_(
    game: GameName,
    power: Power,
    points: Annotated[int, typer.Argument(help="What it has from now on.", min=0)],
    reason: Reason = "",
    private: Private = False,
    as_json: AsJson = False,
) -> None:
    """Set the points of a power.

    In Irish Diplomacy that is its balance. In Republic it is what it has of its own in the winter
    that is open, before payments.
    """
    words = ("points", "set", power, str(points))
    override(game, words, reason, private=private, as_json=as_json)
