"""`gm game`: create, start and look at games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, GameName, local_time, pairs, print_json, seconds, services

if TYPE_CHECKING:
    from gm.app.queries import GameSummary

app = typer.Typer(no_args_is_help=True)


@app.command()
def new(
    name: GameName,
    gm_address: Annotated[str, typer.Option(help="The GM's mail address.", show_default=False)],
    variant: Annotated[str, typer.Option(help="standard or republic.")] = "standard",
    gm_name: Annotated[str, typer.Option(help="The GM's name.")] = "The GM",
    list_address: Annotated[
        str | None, typer.Option(help="The mailing list that gets the reports.")
    ] = None,
    time_zone: Annotated[str | None, typer.Option(help="Such as Europe/Dublin.")] = None,
    movement: Annotated[str, typer.Option(help="How long movement phases last.")] = "7d",
    retreat: Annotated[str, typer.Option(help="How long retreat phases last.")] = "3d",
    adjustment: Annotated[str, typer.Option(help="How long winters last.")] = "4d",
    remind: Annotated[
        str, typer.Option(help="How long before a deadline players are reminded; 0 for never.")
    ] = "24h",
    option: Annotated[
        list[str] | None, typer.Option(help="A setting of the variant, NAME=VALUE.")
    ] = None,
    keep_impossible: Annotated[
        bool, typer.Option(help="Keep impossible orders as written; they hold.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Create a game with empty seats."""
    from gm.app.games import NewGame, new_game
    from gm.app.queries import summary

    lengths = {
        "movement": movement,
        "retreat": retreat,
        "adjustment": adjustment,
        # Hours are what it is counted in, so that a bare number means them.
        "remind": f"{remind}h" if remind.isdecimal() else remind,
    }
    wish = NewGame(
        name=name,
        variant=variant,
        gm_name=gm_name,
        gm_address=gm_address,
        options=pairs(option or []),
        list_address=list_address,
        time_zone=time_zone,
        lengths={kind: seconds(text) for kind, text in lengths.items()},
        keep_impossible=keep_impossible,
    )
    with services() as opened:
        game = new_game(opened, wish)
        _show(summary(opened, game.name), as_json)


@app.command()
def start(
    name: GameName,
    with_empty_seats: Annotated[
        bool, typer.Option("--with-empty-seats", help="Start although seats are empty.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Start a game: everybody gets the opening mail."""
    from gm.app.games import start_game
    from gm.app.queries import summary

    with services() as opened:
        start_game(opened, name, with_empty_seats=with_empty_seats)
        _show(summary(opened, name), as_json)


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List all games."""
    from gm.app.queries import summaries

    with services() as opened:
        found = summaries(opened)
    if as_json:
        print_json([one.as_dict() for one in found])
        return
    if not found:
        typer.echo("There are no games yet. Create one with: gm game new NAME --gm-address ...")
    for one in found:
        until = local_time(one.deadline, one.time_zone) if one.deadline else ""
        typer.echo(f"{one.name:16} {one.variant:10} {one.status:9} {one.phase or '-':8} {until}")


@app.command()
def show(name: GameName, as_json: AsJson = False) -> None:
    """Show a game: its seats, its phase, who has sent orders."""
    from gm.app.queries import summary

    with services() as opened:
        _show(summary(opened, name), as_json)


def _show(game: GameSummary, as_json: bool) -> None:
    if as_json:
        print_json(game.as_dict())
        return
    typer.echo(f"{game.name}: {game.title}, {game.status}")
    typer.echo(f"  GM       {game.gm_name} <{game.gm_address}>")
    typer.echo(f"  orders   {game.order_address}")
    typer.echo(f"  list     {game.list_address or 'none'}")
    if game.phase:
        held = f" (held: {game.held_because})" if game.held_because else ""
        typer.echo(f"  phase    {game.phase}{held}")
    if game.deadline:
        typer.echo(f"  deadline {local_time(game.deadline, game.time_zone)}")
    for seat in game.seats:
        player = f"{seat.player} <{seat.address}>" if seat.player else "nobody"
        typer.echo(f"  {seat.seat:12} {player:40} {seat.orders}")
