"""`gm inbox`: mail that came in, and what is to become of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gm.cli.common import AsJson, local_time, print_json, services
from gm.json_answers import json_answer

app = typer.Typer(no_args_is_help=True)

MailId = Annotated[int, typer.Argument(help="The mail's number.", show_default=False)]


@app.callback()
def _inbox() -> None:
    """See mail that is held or was set aside, and say what is to become of it."""


@app.command("list")
def list_(
    state: Annotated[
        list[str] | None,
        typer.Option(help="new, held, done, rejected, suppressed, duplicate or shunted."),
    ] = None,
    game: Annotated[str | None, typer.Option(help="Only mail for this game.")] = None,
    as_json: AsJson = False,
) -> None:
    """List incoming mail; without a state, what is held and what was set aside."""
    from gm.app.mail_in.mail_desk import list_inbox, state_named
    from gm.app.overviews.summaries import zones

    states = tuple(state_named(text) for text in state or ("held", "shunted"))
    with services() as opened:
        mails, known = list_inbox(opened, states, game), zones(opened)
    if as_json:
        print_json(mails)
        return
    if not mails:
        typer.echo("There is none.")
    for mail in mails:
        place = f" ({mail.game})" if mail.game else ""
        when = local_time(mail.received_at, known.get(mail.game, "UTC"))
        typer.echo(f"{mail.id:6} {mail.state:10} {when} from {mail.sender}{place}: {mail.note}")


@app.command()
def show(
    mail: MailId,
    raw: Annotated[bool, typer.Option("--raw", help="The whole mail as it came.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show one mail; secret reply addresses in it are blotted out."""
    from gm.app.mail_in.mail_desk import show_mail
    from gm.app.overviews.summaries import zones

    with services() as opened:
        page, known = show_mail(opened, mail), zones(opened)
    if as_json:
        record = {**json_answer(page.line), "claims": page.claims, "subject": page.subject}
        print_json({**record, "text": [*page.text], **({"raw": page.raw} if raw else {})})
        return
    if raw:
        typer.echo(page.raw, nl=False)
        return
    line = page.line
    typer.echo(f"Mail {line.id}: {line.state}. {line.note}")
    when = local_time(line.received_at, known.get(line.game, "UTC"))
    typer.echo(f"Came in: {when}, to {line.recipient}")
    typer.echo(f"Says it is from: {page.claims} (envelope: {line.sender})")
    typer.echo(f"Subject: {page.subject}")
    typer.echo("")
    for text in page.text:
        typer.echo(text)


@app.command()
def confirm(mail: MailId) -> None:
    """Believe a held mail: it is read now, with the moment at which it came in."""
    from gm.app.senders.held import decide_held

    with services() as opened:
        decide_held(opened, mail, confirm=True)
    typer.echo(f"Mail {mail} is believed, and read next.")


@app.command()
def reject(mail: MailId) -> None:
    """Turn a mail down, be it held, waiting or set aside: it changes nothing. It is kept.

    As `gm mail drop`, which also keeps a reason.
    """
    from gm.app.mail_in.mail_desk import drop_mail

    with services() as opened:
        drop_mail(opened, mail, "turned down")
    typer.echo(f"Mail {mail} is dropped.")


@app.command()
def requeue(mail: MailId) -> None:
    """Have a mail read again that was set aside, turned away or left unanswered."""
    from gm.app.mail_in.mail_desk import requeue as read_again

    with services() as opened:
        read_again(opened, mail)
    typer.echo(f"Mail {mail} is read next.")


@app.command()
def restore(
    folder: Annotated[
        Path, typer.Argument(help="The folder that `mail_copy` names.", show_default=False)
    ],
) -> None:
    """Take in what the copies have and the database has not, after it came back from a backup.

    What is known already is left alone. A mail counts from the moment at which it first came. The
    running server, or the next `gm serve`, reads what was taken in.
    """
    from gm.adapters.post.mail_copy import MailCopies
    from gm.app.mail_in.restoring import restore as take_again

    with services() as opened:
        done = take_again(opened, MailCopies(folder).kept())
    typer.echo(f"{done.taken} taken in, {done.known} known already.")
