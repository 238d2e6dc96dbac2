"""`gm resend`: send a mail of a game again."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, print_json, services


def resend(
    game: GameName,
    what: Annotated[str, typer.Argument(help="opening, report or receipt; of each the newest.")],
    who: Annotated[
        str, typer.Argument(help="A power, a player's or observer's address, gm, list, or all.")
    ],
    phase: Annotated[
        str | None, typer.Option(help="Of that phase: the report of what it brought.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Send a report, an opening mail or a receipt once more, in the same words.

    The mail has a new Message-ID, so that no mail system takes it for one it has; the answer to it
    goes where answers go now.
    """
    from gm.app.reporting.resend import resend as send_again

    with services() as opened:
        done = send_again(opened, game, what, who, phase)
    if as_json:
        print_json({"game": done.game, "what": done.what, "to": [*done.addresses]})
        return
    typer.echo(f"The {done.what} goes out again to {', '.join(done.addresses)}.")
