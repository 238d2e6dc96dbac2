"""`gm centre`: say whose a supply centre is."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, Private, Reason, override

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _centres() -> None:
    """Correct whose supply centres are; it is noted, told, and replayed."""


@app.command("set")
def set_(
    game: GameName,
    place: Annotated[str, typer.Argument(help="The province.", show_default=False)],
    power: Annotated[
        str, typer.Argument(help="Its owner from now on, or none.", show_default=False)
    ],
    reason: Reason = "",
    private: Private = False,
    as_json: AsJson = False,
) -> None:
    """Give a supply centre to a power, or make it neutral."""
    override(game, ("centre", "set", place, power), reason, private=private, as_json=as_json)
