"""`gm outbox`: mail that goes out, what keeps it, and having it tried again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, local_time, print_json, services
from gm.errors import InputError

if TYPE_CHECKING:
    from gm.app.keeping.outbox_desk import OutboxLine

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _outbox() -> None:
    """See mail that was not sent, and have it tried again."""


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List mail that waits, mail that has failed in the last 30 days, and suspended addresses."""
    from gm.app.keeping.outbox_desk import unsent
    from gm.app.overviews.summaries import zones

    with services() as opened:
        waiting, known = unsent(opened), zones(opened)
    if as_json:
        closed = [
            {
                "address": suspension.address,
                "since": suspension.since.isoformat(),
                "reason": suspension.reason,
            }
            for suspension in waiting.suspensions
        ]
        print_json({"mails": waiting.mails, "suspended": closed})
        return
    if not waiting.mails and not waiting.suspensions:
        typer.echo("Everything has been sent.")
    for mail in waiting.mails:
        typer.echo(f"{mail.id:6} {mail.standing.value:9} {mail.recipient}: {_words(mail, known)}")
    for suspension in waiting.suspensions:
        since = local_time(suspension.since, "UTC")
        typer.echo(f"Nothing is sent to {suspension.address} since {since}: {suspension.reason}.")


def _words(mail: OutboxLine, known: Mapping[str, str]) -> str:
    zone = known.get(mail.game, "UTC")
    next_at = f", next try {local_time(mail.next_at, zone)}" if mail.next_at else ""
    reply = f", last answer: {mail.reply}" if mail.reply else ""
    tries = "1 try" if mail.tries == 1 else f"{mail.tries} tries"
    return f"{mail.subject} ({tries}{next_at}{reply})"


@app.command()
def show(
    mail: Annotated[int, typer.Argument(help="The mail's number.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Show what became of one mail; not what it says, which is for its reader alone."""
    from gm.app.keeping.outbox_desk import outgoing
    from gm.app.overviews.summaries import zones

    with services() as opened:
        line, known = outgoing(opened, mail), zones(opened)
    if as_json:
        print_json(line)
        return
    zone = known.get(line.game, "UTC")
    typer.echo(f"Mail {line.id} to {line.recipient}: {line.standing.value}")
    typer.echo(f"Subject: {line.subject}")
    typer.echo(f"Written: {local_time(line.written_at, zone)}; tries: {line.tries}")
    if line.next_at:
        typer.echo(f"Next try: {local_time(line.next_at, zone)}")
    if line.reply:
        typer.echo(f"Last answer: {line.reply}")


@app.command()
def retry(
    mails: Annotated[
        list[int] | None, typer.Argument(help="The numbers of mails.", show_default=False)
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Everything that waits.")] = False,
    failed: Annotated[
        bool, typer.Option("--failed", help="Everything that has failed in the last 30 days.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Have mail tried again now: after an outage, or to a player's new address."""
    from gm.app.keeping.outbox_desk import retry as try_again
    from gm.app.keeping.outbox_desk import retry_all

    if not (mails or every or failed):
        raise InputError("Say which mails: their numbers, --all, or --failed.")
    with services() as opened:
        count = try_again(opened, mails) if mails else 0
        count += retry_all(opened, failed=False) if every else 0
        count += retry_all(opened, failed=True) if failed else 0
    if as_json:
        print_json({"tried_again": count})
    else:
        typer.echo(f"{count} {'mail is' if count == 1 else 'mails are'} tried again.")


@app.command()
def lift(
    address: Annotated[str, typer.Argument(help="A suspended address.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Send mail to an address again to which nothing was sent because too much came back."""
    from gm.app.keeping.outbox_desk import send_again

    with services() as opened:
        count = send_again(opened, address)
    if as_json:
        print_json({"address": address, "waiting": count})
    else:
        waited = "1 mail that waited goes" if count == 1 else f"{count} mails that waited go"
        typer.echo(f"Mail is sent to {address} again; {waited} out now.")
