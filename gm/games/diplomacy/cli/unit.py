"""`gm unit`: put units on the board, move them, take them off."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, Power, Private, Reason, UnitText, override

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _units() -> None:
    """Correct where units stand in the open phase; it is noted, told, and replayed."""


@app.command()
def add(
    game: GameName,
    power: Power,
    unit: UnitText,
    reason: Reason = "",
    private: Private = False,
    as_json: AsJson = False,
) -> None:
    """Put a new unit on the board."""
    override(game, ("unit", "add", power, unit), reason, private=private, as_json=as_json)


@app.command()
def move(
    game: GameName,
    unit: UnitText,
    to: Annotated[
        str, typer.Argument(help="Where it is to stand: Bur, StP/sc.", show_default=False)
    ],
    reason: Reason = "",
    private: Private = False,
    as_json: AsJson = False,
) -> None:
    """Let a unit stand elsewhere."""
    override(game, ("unit", "move", unit, to), reason, private=private, as_json=as_json)


@app.command()
def remove(
    game: GameName,
    unit: UnitText,
    reason: Reason = "",
    private: Private = False,
    as_json: AsJson = False,
) -> None:
    """Take a unit off the board, also one that waits to retreat."""
    override(game, ("unit", "remove", unit), reason, private=private, as_json=as_json)


@app.command()
def convert(
    game: GameName,
    unit: UnitText,
    reason: Reason = "",
    private: Private = False,
    as_json: AsJson = False,
) -> None:
    """Make an army a fleet, or a fleet an army."""
    override(game, ("unit", "convert", unit), reason, private=private, as_json=as_json)
