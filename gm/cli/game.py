"""`gm game`: create, start and look at games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, GameName, local_time, pairs, print_json, seconds, services
from gm.errors import InputError

if TYPE_CHECKING:
    from gm.app.endings import EndWish

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
    from gm.app.overview import overview
    from gm.cli.game_show import print_overview

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
        print_overview(overview(opened, game.name), as_json)


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
    from gm.app.overview import overview
    from gm.cli.game_show import print_overview

    with services() as opened:
        start_game(opened, name, with_empty_seats=with_empty_seats)
        print_overview(overview(opened, name), as_json)


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
        until = local_time(one.deadline, one.time_zone) if one.deadline else one.ended
        typer.echo(f"{one.name:16} {one.variant:10} {one.status:9} {one.phase or '-':8} {until}")


@app.command()
def show(
    name: GameName,
    phase: Annotated[
        str | None, typer.Option(help="A phase such as W1016A; else the open one, or the last.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a game: deadline, who has sent orders, the position, the accounts, how it ended."""
    from gm.app.overview import overview
    from gm.cli.game_show import print_overview

    with services() as opened:
        print_overview(overview(opened, name, phase), as_json)


@app.command()
def end(
    name: GameName,
    reason: Annotated[str, typer.Option(help="Why; everybody reads it.", show_default=False)],
    draw: Annotated[
        str | None, typer.Option(help="Who shares a draw: ulster,munster; or all survivors: all.")
    ] = None,
    winner: Annotated[str | None, typer.Option(help="To whom the others concede.")] = None,
    abandon: Annotated[bool, typer.Option("--abandon", help="Nobody wins.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do it; it cannot be undone.")] = False,
    as_json: AsJson = False,
) -> None:
    """End a game that nobody has won: everybody gets a last report. Without --yes only say so."""
    from gm.app.endings import end_game
    from gm.app.overview import overview
    from gm.cli.game_show import print_overview

    wish = _end_wish(draw, winner, abandon, reason)
    with services() as opened:
        end_game(opened, name, wish, sure=yes)
        print_overview(overview(opened, name), as_json)


def _end_wish(draw: str | None, winner: str | None, abandon: bool, reason: str) -> EndWish:
    from gm.app.endings import EndWish
    from gm.rules.events import Ending

    if sum((draw is not None, winner is not None, abandon)) != 1:
        raise InputError("Say how it ends, in one way: --draw, --winner or --abandon.")
    if draw is not None:
        return EndWish(Ending.DRAW, tuple(draw.split(",")), reason)
    if winner is not None:
        return EndWish(Ending.CONCESSION, (winner,), reason)
    return EndWish(Ending.ABANDONED, (), reason)
