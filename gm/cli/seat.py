"""`gm seat`: take a player off a seat, put another on it, offer it."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import KEEPS_HIS_OWN, AsJson, GameName, local_time, print_json, services
from gm.errors import NotAllowed

app = typer.Typer(no_args_is_help=True)

Power = Annotated[str, typer.Argument(help="The power, such as Munster.", show_default=False)]


@app.callback()
def _seats() -> None:
    """Take players off their seats, seat others, and offer seats."""


@app.command()
def vacate(
    game: GameName,
    power: Power,
    reason: Annotated[str, typer.Option(help="Why; the player and the others read it.")],
    yes: Annotated[bool, typer.Option("--yes", help="It is really meant.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take a player off a seat; he, the others and the journal are told why. The bench is asked.

    The orders that stand are kept until the phase is resolved, or somebody changes them.
    """
    from gm.app.seats.resigning import vacate_by_gm

    if not yes:
        raise NotAllowed(
            f"It takes the player of {power} in {game.lower()} off the seat; say --yes."
        )
    with services() as opened:
        person = vacate_by_gm(opened, game, power, reason)
    if as_json:
        print_json({"game": game.lower(), "power": power, "was": person.name})
    else:
        typer.echo(f"{person.name} <{person.address}> no longer plays {power} in {game.lower()}.")


@app.command()
def assign(
    game: GameName,
    power: Power,
    name: Annotated[str, typer.Argument(help="The player's name.", show_default=False)],
    address: Annotated[str, typer.Argument(help="The mail address.", show_default=False)],
    time_zone: Annotated[
        str | None, typer.Option(help="Such as Europe/Dublin; else the game's.")
    ] = None,
    reason: Annotated[str, typer.Option(help="Why; for the journal.")] = "",
    as_json: AsJson = False,
) -> None:
    """Seat somebody at once, whether the seat is free or somebody holds it; all are told."""
    from gm.app.seats.players import assign_seat

    with services() as opened:
        seat, former = assign_seat(opened, game, power, name, address, time_zone, reason)
        also = f" {KEEPS_HIS_OWN}" if opened.by_mail else ""
    if as_json:
        print_json({"game": game.lower(), "power": seat, "player": name, "was": former or None})
        return
    instead = f", in place of {former}" if former else ""
    typer.echo(f"{name} <{address}> plays {seat} in {game.lower()} now{instead}.{also}")


@app.command()
def offer(
    game: GameName,
    power: Power,
    address: Annotated[
        str, typer.Argument(help="To whom; else to the next of the bench.", show_default=False)
    ] = "",
    name: Annotated[str, typer.Option(help="His name, if he is not known here.")] = "",
    within: Annotated[
        str, typer.Option(help="How long he has to answer, as 2d; else the game's extension.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Offer a seat that nobody holds, to an address or to the next of the bench.

    He is mailed the position and the rules, and takes the seat by a reply. After a no, or no answer,
    the next of the bench is asked.
    """
    from gm.app.overviews.summaries import summary
    from gm.app.seats.players import offer_seat

    with services() as opened:
        made = offer_seat(opened, game, power, address, name, within)
        zone = summary(opened, game).time_zone
        by_mail = opened.by_mail and bool(address)
    person = made.person
    who, where = (name or address, address) if by_mail else (person.name, person.address)
    if as_json:
        print_json({"game": made.game, "power": made.seat, "to": where, "until": made.until})
        return
    until, also = local_time(made.until, zone), f" {KEEPS_HIS_OWN}" if by_mail else ""
    typer.echo(f"{made.seat} of {made.game} is offered to {who} <{where}> until {until}.{also}")
