"""`gm press`: the messages of a game, a word of the GM's own, and taking one out."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, local_time, print_json, services

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_(game: GameName, as_json: AsJson = False) -> None:
    """List the messages of a game.

    Of private ones you see that they were written, and their words only where the game's
    gm-reads-press is yes. Who wrote a grey one is never shown. In a game that you play in yourself
    private messages are not listed.
    """
    from gm.app.talk.press_desk import list_press

    with services() as opened:
        messages = list_press(opened, game)
        zone = opened.identity.time_zone
    if as_json:
        print_json(messages)
        return
    if not messages:
        typer.echo("There are no messages that you may see.")
    for listed in messages:
        state = "" if listed.state == "sent" else f" ({listed.state})"
        typer.echo(f"{listed.number}. {listed.title}{state}, {local_time(listed.at, zone)}")
        for line in listed.text.splitlines():
            typer.echo(f"    {line}")


@app.command()
def send(
    game: GameName,
    text: Annotated[
        str, typer.Argument(help="The words; - reads them from standard input.")
    ] = "-",
    to: Annotated[
        str, typer.Option(help='The powers, "all", or "all but France".', show_default=True)
    ] = "all",
    as_json: AsJson = False,
) -> None:
    """Send a message to players, signed by the game master; one to all stands in the report too."""
    from gm.app.talk.press_desk import send_press
    from gm.report.wording.sentence_parts import counted

    words = sys.stdin.read() if text == "-" else text
    with services() as opened:
        sentence, count = send_press(opened, game, to, words.rstrip("\n"))
    if as_json:
        print_json({"told": sentence, "mails": count})
    else:
        typer.echo(f"{sentence} {counted(count, 'mail')} queued.")


@app.command()
def drop(
    game: GameName,
    number: Annotated[int, typer.Argument(help="Its number in the list.", show_default=False)],
    reason: Annotated[str, typer.Option(help="Why, for the journal.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Take a message out of the report, the archive and PRESS; one that is held is not sent.

    What was mailed already lies in its readers' mailboxes.
    """
    from gm.app.talk.press_desk import drop_press

    with services() as opened:
        sentence = drop_press(opened, game, number, reason)
    if as_json:
        print_json({"told": sentence})
    else:
        typer.echo(sentence)
