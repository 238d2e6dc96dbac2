"""`gm mail`: what could not be read or matched, for the GM to see to."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli import inbox
from gm.cli.common import AsJson, GameName, services

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _mail() -> None:
    """See mail that could not be read or matched, and say what is to become of it."""


@app.command("list")
def list_(
    game: Annotated[str | None, typer.Option(help="Only mail for this game.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the mails that were set aside. Nothing is dropped by itself."""
    inbox.list_(["shunted"], game, as_json)


app.command("show")(inbox.show)


@app.command()
def assign(
    mail: inbox.MailId,
    game: GameName,
    power: Annotated[str, typer.Argument(help="Whose player it is from.", show_default=False)],
) -> None:
    """Have a mail read as one of a power's player, with the moment at which it came in.

    He gets its receipt, at his registered address.
    """
    from gm.app.mail_in.mail_desk import assign as assign_mail

    with services() as opened:
        player = assign_mail(opened, mail, game, power)
    typer.echo(f"Mail {mail} is read next, as one of {player.name}.")


@app.command()
def drop(
    mail: inbox.MailId,
    reason: Annotated[str, typer.Option(help="Why; it stays with the mail.", show_default=False)],
) -> None:
    """Be done with a mail in whatever state it is: it changes nothing, and it is kept.

    It may be waiting, be held or set aside, or be read by the server at this moment. What a mail
    has done already stands: then nothing is dropped, and you read how to take it back.
    """
    from gm.app.mail_in.mail_desk import drop_mail

    with services() as opened:
        drop_mail(opened, mail, reason)
    typer.echo(f"Mail {mail} is dropped.")
