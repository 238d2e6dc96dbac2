"""`gm game`: create, start and look at games."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli import game_settings
from gm.cli.common import AsJson, GameName, local_time, pairs, print_json, services
from gm.cli.game_ask import ask, can_ask
from gm.errors import InputError

if TYPE_CHECKING:
    from gm.app.overviews.summaries import GameSummary
    from gm.app.play.endings import EndWish
    from gm.app.services import Services

app = typer.Typer(no_args_is_help=True)
app.command("set")(game_settings.set_)
app.command("settings")(game_settings.settings)


@app.command()
def new(
    name: GameName,
    gm_address: Annotated[
        str | None,
        typer.Option(help="The GM's mail address; without it you are asked, on a terminal."),
    ] = None,
    variant: Annotated[
        str, typer.Option(help="standard, republic, irish or irish-freedom.")
    ] = "standard",
    gm_name: Annotated[str, typer.Option(help="The GM's name.")] = "The GM",
    list_address: Annotated[
        str | None, typer.Option(help="The mailing list that gets the reports.")
    ] = None,
    time_zone: Annotated[str | None, typer.Option(help="Such as Europe/Dublin.")] = None,
    movement: Annotated[
        str | None,
        typer.Option(help="How long movement phases last; else 7d.", show_default=False),
    ] = None,
    retreat: Annotated[
        str | None, typer.Option(help="How long retreat phases last; else 3d.", show_default=False)
    ] = None,
    adjustment: Annotated[
        str | None, typer.Option(help="How long winters last; else 4d.", show_default=False)
    ] = None,
    setup: Annotated[
        str | None,
        typer.Option(
            help="How long the choice of first pieces lasts, where there is one; else 7d.",
            show_default=False,
        ),
    ] = None,
    remind: Annotated[
        str, typer.Option(help="How long before a deadline players are reminded; 0 for never.")
    ] = "24h",
    grace: Annotated[
        str,
        typer.Option(help="How long after a deadline orders still count, marked late; 0 for not."),
    ] = "0",
    option: Annotated[
        list[str] | None, typer.Option(help="A setting of the variant, NAME=VALUE.")
    ] = None,
    keep_impossible: Annotated[
        bool, typer.Option(help="Keep impossible orders as written; they hold.")
    ] = False,
    seats_per_player: Annotated[
        str, typer.Option(help="one, or several: a person may play more than one power.")
    ] = "one",
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="How the game is run, NAME=VALUE: at=20:00; again for more."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Create a game with empty seats.

    Said without the GM's address, on a terminal, it asks for everything. What can be set: gm game
    settings GAME, once there is one.
    """
    from gm.app.overviews.overview import overview
    from gm.app.settings.game_facts import length_seconds
    from gm.app.setup.games import NewGame, create_game, described
    from gm.cli.game_show import print_overview

    lengths = {
        "movement": movement,
        "retreat": retreat,
        "adjustment": adjustment,
        "setup": setup,
        "remind": remind,
        "grace": grace,
    }
    wish = NewGame(
        name=name,
        variant=variant,
        gm_name=gm_name,
        gm_address=gm_address or "",
        options=pairs(option or []),
        list_address=list_address,
        time_zone=time_zone,
        lengths={
            kind: length_seconds(kind, text) for kind, text in lengths.items() if text is not None
        },
        keep_impossible=keep_impossible,
        several_seats=_several(seats_per_player),
        settings=pairs(set_ or []),
    )
    if gm_address is None and not can_ask():
        raise InputError("The GM's mail address is missing: --gm-address you@example.org")
    with services() as opened:
        wanted = ask(opened, wish) if gm_address is None else described(opened, wish)
        game = create_game(opened, wanted)
        print_overview(overview(opened, game.name), as_json)


@app.command()
def start(
    name: GameName,
    with_empty_seats: Annotated[
        bool, typer.Option("--with-empty-seats", help="Start although seats are empty.")
    ] = False,
    close_unfilled: Annotated[
        bool,
        typer.Option(
            "--close-unfilled",
            "--yes",
            help="Close the countries of empty seats without asking, where the rules have it so.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Start a game: everybody gets the opening mail.

    In Irish Diplomacy a country that nobody plays is closed. The command lists what the empty
    seats would close, and asks; a script says --close-unfilled.
    """
    from gm.app.overviews.overview import overview
    from gm.app.setup.starting import start_game
    from gm.cli.game_show import print_overview

    with services() as opened:
        if not close_unfilled and not as_json:
            close_unfilled = _may_close(opened, name)
        start_game(opened, name, with_empty_seats=with_empty_seats, close_unfilled=close_unfilled)
        print_overview(overview(opened, name), as_json)


def _may_close(opened: Services, name: str) -> bool:
    """List what the empty seats of a game close, and ask; False where nobody can be asked."""
    from gm.app.setup.starting import closings_of_game

    found = closings_of_game(opened, name)
    if not found:
        return False
    number = "1 country" if len(found) == 1 else f"{len(found)} countries"
    typer.echo(f"Nobody plays {number}. If the game starts now, nobody can ever enter:")
    for line in found:
        typer.echo(f"  {line}")
    if not sys.stdin.isatty():
        return False
    return typer.confirm("Start without them?")


@app.command()
def seats(
    name: GameName,
    per_player: Annotated[str, typer.Argument(help="one, or several.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Say whether one person may play several powers of a game."""
    from gm.app.overviews.overview import overview
    from gm.app.setup.games import allow_seats
    from gm.cli.game_show import print_overview

    with services() as opened:
        allow_seats(opened, name, several=_several(per_player))
        print_overview(overview(opened, name), as_json)


def _several(text: str) -> bool:
    if text not in {"one", "several"}:
        raise InputError(f"seats_per_player is one of one, several, not {text!r}.")
    return text == "several"


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List all games."""
    from gm.app.overviews.summaries import summaries

    with services() as opened:
        found = summaries(opened)
    if as_json:
        print_json([game.as_dict() for game in found])
        return
    if not found:
        typer.echo("There are no games yet. Create one with: gm game new NAME --gm-address ...")
    for game in found:
        line = f"{game.name:16} {game.variant:10} {game.status:9} {game.phase or '-':8} {_until(game)}"
        typer.echo(line.rstrip())


def _until(one: GameSummary) -> str:
    """Return what a game waits for: its deadline, `gm resume` while it is paused, or its end."""
    if one.status == "paused":
        return "no deadline till it is resumed"
    return local_time(one.deadline, one.time_zone) if one.deadline else one.ended


@app.command()
def show(
    name: GameName,
    phase: Annotated[
        str | None, typer.Option(help="A phase such as W1016A; else the open one, or the last.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a game: deadline, who has sent orders, the position, the accounts, how it ended."""
    from gm.app.overviews.overview import overview
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
    from gm.app.overviews.overview import overview
    from gm.app.play.endings import end_game
    from gm.cli.game_show import print_overview

    wish = _end_wish(draw, winner, abandon, reason)
    with services() as opened:
        end_game(opened, name, wish, sure=yes)
        print_overview(overview(opened, name), as_json)


def _end_wish(draw: str | None, winner: str | None, abandon: bool, reason: str) -> EndWish:
    from gm.app.play.endings import EndWish
    from gm.contract.events import Ending

    if sum((draw is not None, winner is not None, abandon)) != 1:
        raise InputError("Say how it ends, in one way: --draw, --winner or --abandon.")
    if draw is not None:
        return EndWish(Ending.DRAW, tuple(draw.split(",")), reason)
    if winner is not None:
        return EndWish(Ending.CONCESSION, (winner,), reason)
    return EndWish(Ending.ABANDONED, (), reason)
