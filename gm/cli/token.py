"""`gm token`: the secret reply addresses of players."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, local_time, print_json, services

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _tokens() -> None:
    """Give players new reply addresses, by which their mail is believed."""


@app.command("list")
def list_(game: GameName, as_json: AsJson = False) -> None:
    """Say which seats have a reply address of their own, and since when; never which."""
    from gm.app.overviews.summaries import summary
    from gm.app.senders.rotation import reply_addresses

    with services() as opened:
        addresses, zone = reply_addresses(opened, game), summary(opened, game).time_zone
    if as_json:
        print_json(addresses)
        return
    for reply_address_line in addresses:
        since = (
            f"since {local_time(reply_address_line.since, zone)}"
            if reply_address_line.since
            else "none yet"
        )
        typer.echo(
            f"{reply_address_line.seat:14} {reply_address_line.name or 'nobody':20} {since}"
        )


@app.command()
def rotate(
    game: GameName,
    power: Annotated[str, typer.Argument(help="The power, such as Munster; or gm.")],
    as_json: AsJson = False,
) -> None:
    """Give a player another reply address, and mail it to him.

    Do so when others may know the old one. What still goes to the old one is held until the player
    has confirmed it from his registered address.
    """
    from gm.app.senders.rotation import rotate_token

    with services() as opened:
        done = rotate_token(opened, game, power)
    if as_json:
        print_json(done)
    else:
        typer.echo(f"{done.name} ({done.seat}) has a new reply address, and is mailed so.")
