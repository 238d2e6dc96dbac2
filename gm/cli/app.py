"""All commands, gathered."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.main

from gm.bootstrap.games import mount_rooms
from gm.cli import (
    absence,
    adjudicate,
    audit,
    correct,
    deadline,
    demo,
    desk,
    doctor,
    draws,
    edit,
    export,
    game,
    inbox,
    init,
    journal,
    mail,
    order,
    orders,
    outbox,
    pause,
    person,
    player,
    press,
    process,
    publish,
    receive,
    replay,
    resend,
    rollback,
    rules,
    ruling,
    seat,
    token,
    tournament,
)
from gm.cli import serve as serving
from gm.cli.common import set_by_mail, set_config

HELP_OPTIONS = ["-h", "--help"]
"""How help is asked for, of each command; Typer keeps what the first caller of one says."""

app = typer.Typer(
    name="gm",
    help="A game master server for Diplomacy-style games played by mail.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": HELP_OPTIONS},
)


def _version(asked: bool) -> None:
    if asked:
        from gm import __version__

        typer.echo(f"gm {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    config: Annotated[
        Path | None,
        typer.Option(help="The settings file; else $GM_CONFIG, ./gm.toml, or the user's own."),
    ] = None,
    by_mail: Annotated[
        bool,
        typer.Option("--by-mail", hidden=True, help="The GM of the game it names mailed this."),
    ] = False,
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    set_config(config)
    set_by_mail(by_mail)


player.app.command("absence")(absence.absence)
app.command("init")(init.init)
app.command("serve")(serving.serve)
app.add_typer(game.app, name="game", help="Create, start and look at games.")
app.add_typer(player.app, name="player", help="Seat the players of a game.")
app.add_typer(seat.app, name="seat", help="Take players off seats, seat others, offer seats.")
app.add_typer(person.app, name="person", help="Show or take out what is kept of somebody.")
app.add_typer(press.app, name="press", help="Read, send or take out messages.")
app.add_typer(token.app, name="token", help="Give players new reply addresses.")
app.add_typer(inbox.app, name="inbox", help="See mail that is held or was set aside.")
app.add_typer(mail.app, name="mail", help="See to mail that could not be read or matched.")
app.add_typer(outbox.app, name="outbox", help="See mail that was not sent, and try again.")
app.add_typer(tournament.app, name="tournament", help="See what games of one seed came to.")
app.command("orders")(orders.orders)
app.add_typer(draws.app, name="draws", help="List, repeat and enter what the hat draws.")
app.add_typer(draws.app, name="draw", hidden=True)
app.command("process")(process.process)
app.command("deadline")(deadline.deadline)
app.command("pause")(pause.pause)
app.command("resume")(pause.resume)
app.add_typer(order.app, name="order", help="Enter orders for a power, or take them back.")
app.command("rollback")(rollback.rollback)
app.command("edit")(edit.edit)
app.command("correct")(correct.correct)
app.command("journal")(journal.journal)
app.command("resend")(resend.resend)
app.command("export")(export.export)
app.command("publish")(publish.publish)
app.command("import")(export.import_)
app.command("desk")(desk.desk)
app.command("receive")(receive.receive)
app.command("audit")(audit.audit)
app.command("doctor")(doctor.doctor)
app.command("replay")(replay.replay)
app.command("rules")(rules.rules)
app.add_typer(
    ruling.app, name="ruling", help="Set precedents, which the rules print from then on."
)
app.command("adjudicate")(adjudicate.adjudicate)
app.command("demo")(demo.demo)
mount_rooms(app)


@cache
def command_tree() -> Any:
    """Return all commands as Typer made them of `app`: a tenth of a second, so once for a process."""
    return typer.main.get_command(app)
