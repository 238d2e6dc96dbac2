"""`gm player`: seat the players of a game, invite others, and see who is around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import KEEPS_HIS_OWN, AsJson, GameName, print_json, services
from gm.json_answers import json_answer

if TYPE_CHECKING:
    from gm.app.overviews.around_game import GamePerson
    from gm.app.senders.known_addresses import KnownAddresses

app = typer.Typer(no_args_is_help=True)
addresses = typer.Typer(no_args_is_help=True)
app.add_typer(addresses, name="address", help="Say from which addresses a player writes.")

Who = Annotated[
    str, typer.Argument(help="The player's name, or an address of his.", show_default=False)
]
Address = Annotated[str, typer.Argument(help="The mail address.", show_default=False)]


@app.callback()
def _players() -> None:
    """Seat the players of a game, invite others, see who is around it."""


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
    """Seat a player. His mail goes to this address, and comes from it."""
    from gm.app.overviews.summaries import known_player
    from gm.app.seats.players import add_player

    with services() as opened:
        known = known_player(opened, address)
        seat = add_player(opened, game, power, name, address, time_zone)
        by_mail = opened.by_mail
    person = seat.person
    if as_json:
        print_json({"game": game, "power": seat.seat, "player": name, "address": address})
    elif by_mail:
        typer.echo(f"{name} <{address}> plays {seat.seat} in {game.lower()}. {KEEPS_HIS_OWN}")
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
    from gm.app.seats.players import replace_player

    with services() as opened:
        seat = replace_player(opened, game, power, name, address, time_zone, reason)
        by_mail = opened.by_mail
    person = seat.person
    if as_json:
        print_json({"game": game, "power": seat.seat, "player": name, "address": address})
    elif by_mail:
        typer.echo(f"{name} <{address}> plays {seat.seat} in {game.lower()} now. {KEEPS_HIS_OWN}")
    elif person is not None:
        typer.echo(f"{person.name} <{person.address}> plays {seat.seat} in {game.lower()} now.")


@app.command()
def invite(
    game: GameName,
    address: Address,
    name: Annotated[str, typer.Option(help="His name, if he is not known here.")] = "",
    time_zone: Annotated[
        str | None, typer.Option(help="Such as Europe/Dublin; else the game's.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask somebody by mail to play in a game that has not begun; he joins by a reply."""
    from gm.app.seats.inviting import invite as invite_person

    with services() as opened:
        person = invite_person(opened, game, address, name, time_zone)
        by_mail = opened.by_mail
    who, where = (name or address, address) if by_mail else (person.name, person.address)
    if as_json:
        print_json({"game": game.lower(), "player": who, "address": where})
    elif by_mail:
        typer.echo(f"{who} <{where}> is invited to {game.lower()}. {KEEPS_HIS_OWN}")
    else:
        typer.echo(f"{who} <{where}> is invited to {game.lower()}.")


@app.command("list")
def list_(game: GameName, as_json: AsJson = False) -> None:
    """List who is around a game: seats, applicants, invited, the bench, observers, open offers."""
    from gm.app.overviews.around_game import around

    with services() as opened:
        people = around(opened, game)
    _tell_around(people, as_json=as_json)


@app.command()
def applicants(game: GameName, as_json: AsJson = False) -> None:
    """List who asks to play, in the order they came, and what they would like to play."""
    from gm.app.overviews.around_game import around

    with services() as opened:
        people = [person for person in around(opened, game) if person.what == "applicant"]
    _tell_around(people, as_json=as_json)


def _tell_around(people: Sequence[GamePerson], *, as_json: bool) -> None:
    if as_json:
        print_json(people)
        return
    if not people:
        typer.echo("There is nobody.")
    for person in people:
        who = f"{person.name} <{person.address}>" if person.name else "nobody"
        rest = f" ({person.detail})" if person.detail else ""
        since = f", since {person.since:%Y-%m-%d %H:%M} UTC" if person.since else ""
        typer.echo(f"{person.what:10} {person.seat:12} {who}{since}{rest}")


@app.command()
def allocate(
    game: GameName,
    yes: Annotated[
        bool, typer.Option("--yes", help="Give the seats out; else only look.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show who of the applicants would get which power; with --yes give the seats out.

    By preferences as far as that can be for all together, or by lot, as the game's setting
    `allocation` says. The lots are drawn from the game's seed: to look again shows the same.
    """
    from gm.app.seats.allocation import allocate as give_out
    from gm.app.seats.allocation import plan_allocation

    with services() as opened:
        plan = give_out(opened, game) if yes else plan_allocation(opened, game)
    if as_json:
        print_json({**json_answer(plan), "done": yes})
        return
    for given in plan.given:
        choice = f", choice {given.rank}" if given.rank else ""
        typer.echo(
            f"{given.seat:12} {given.name} <{given.address}>{choice}; wished: {given.wishes}"
        )
    for seat in plan.free:
        typer.echo(f"{seat:12} nobody")
    for name in plan.waiting:
        typer.echo(f"No seat is left for {name}.")
    if yes:
        typer.echo(f"All of them are told. To begin: gm game start {plan.game}")
    else:
        typer.echo(
            f"Nothing is done yet. To give the seats out: gm player allocate {plan.game} --yes"
        )


@addresses.callback()
def _addresses() -> None:
    """Say from which addresses a player writes, and where his mail goes."""


@addresses.command("list")
def list_addresses(who: Who, as_json: AsJson = False) -> None:
    """List the addresses of a player: the registered one, and the others that count as his."""
    from gm.app.senders.known_addresses import known_addresses

    with services() as opened:
        _tell_addresses(known_addresses(opened, who), as_json=as_json)


@addresses.command("add")
def add_(who: Who, address: Address, as_json: AsJson = False) -> None:
    """Let mail from another address count as a player's; his own mail goes where it went."""
    from gm.app.senders.known_addresses import add_address

    with services() as opened:
        _tell_addresses(add_address(opened, who, address), as_json=as_json)


@addresses.command("drop")
def drop(who: Who, address: Address, as_json: AsJson = False) -> None:
    """Let mail from an address count as a player's no more."""
    from gm.app.senders.known_addresses import drop_address

    with services() as opened:
        _tell_addresses(drop_address(opened, who, address), as_json=as_json)


@addresses.command("move")
def move(who: Who, address: Address, as_json: AsJson = False) -> None:
    """Send a player's mail to another address, in all games, waiting mail too; both are told."""
    from gm.app.senders.known_addresses import move_address

    with services() as opened:
        _tell_addresses(move_address(opened, who, address), as_json=as_json)


def _tell_addresses(known: KnownAddresses, *, as_json: bool) -> None:
    person, others = known.person, [address.address for address in known.others]
    if as_json:
        print_json({"player": person.name, "registered": person.address, "others": others})
        return
    typer.echo(f"{person.name} <{person.address}>")
    for person_address in known.others:
        typer.echo(f"  also writes from {person_address.address} ({person_address.note})")
