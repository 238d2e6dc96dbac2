"""`gm player`: seat the players of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, print_json, services

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _players() -> None:
    """Seat the players of a game."""


@app.command()
def add(
    game: GameName,
    power: Annotated[str, typer.Argument(help="The power, such as Munster.")],
    name: Annotated[str, typer.Argument(help="The player's name.")],
    address: Annotated[str, typer.Argument(help="The player's mail address.")],
    time_zone: Annotated[
        str | None, typer.Option(help="Such as Europe/Dublin; else the game's.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Seat a player. Orders count only from this address."""
    from gm.app.games import add_player
    from gm.app.queries import known_player

    with services() as opened:
        known = known_player(opened, address)
        seat = add_player(opened, game, power, name, address, time_zone)
    person = seat.person
    if as_json:
        print_json({"game": game, "power": seat.seat, "player": name, "address": address})
    elif person is not None:
        typer.echo(f"{person.name} <{person.address}> plays {seat.seat} in {game.lower()}.")
        if known is not None and known.name != person.name:
            typer.echo(
                f"{known.name} was the name of this address; the new one counts in all games."
            )


@app.command("replace")
def replace_(
    game: GameName,
    power: Annotated[str, typer.Argument(help="The power, such as Munster.")],
    name: Annotated[str, typer.Argument(help="The new player's name; or the same, who moved.")],
    address: Annotated[str, typer.Argument(help="The mail address from now on.")],
    time_zone: Annotated[
        str | None, typer.Option(help="Such as Europe/Dublin; else the game's.")
    ] = None,
    reason: Annotated[str, typer.Option(help="Why; for the journal.")] = "",
    as_json: AsJson = False,
) -> None:
    """Give a power to another player, or its player another address; all of them are told."""
    from gm.app.games import replace_player

    with services() as opened:
        seat = replace_player(opened, game, power, name, address, time_zone, reason)
    person = seat.person
    if as_json:
        print_json({"game": game, "power": seat.seat, "player": name, "address": address})
    elif person is not None:
        typer.echo(f"{person.name} <{person.address}> plays {seat.seat} in {game.lower()} now.")
