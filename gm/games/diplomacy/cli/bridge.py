"""`gm bridge`: put bridges on the board and take them off (Republic)."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, Power, Private, Reason, override

app = typer.Typer(no_args_is_help=True)

Between = Annotated[
    str, typer.Argument(help="The two places it links: CoC-Wat.", show_default=False)
]


@app.callback()
def _bridges() -> None:
    """Correct which bridges stand; it is noted, told, and replayed."""


@app.command()
def add(
    game: GameName,
    power: Power,
    between: Between,
    reason: Reason = "",
    private: Private = False,
    as_json: AsJson = False,
) -> None:
    """Give a power a bridge."""
    override(game, ("bridge", "add", power, between), reason, private=private, as_json=as_json)


@app.command()
def remove(
    game: GameName,
    between: Between,
    power: Annotated[str | None, typer.Argument(help="Whose, where several have one.")] = None,
    reason: Reason = "",
    private: Private = False,
    as_json: AsJson = False,
) -> None:
    """Take a bridge away; it counts as no loss of its owner."""
    whose = (power,) if power else ()
    words = ("bridge", "remove", between, *whose)
    override(game, words, reason, private=private, as_json=as_json)
