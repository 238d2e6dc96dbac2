"""`gm person`: what is kept of somebody, for him to read or to have gone."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from gm.cli.common import AsJson, print_json, services, written_to
from gm.errors import NotAllowed

app = typer.Typer(no_args_is_help=True)

Who = Annotated[str, typer.Argument(help="His name, or any of his addresses.", show_default=False)]


@app.command()
def export(
    who: Who,
    to: Annotated[Path | None, typer.Option(help="Write it into this file.")] = None,
) -> None:
    """Print everything that is kept of a person as JSON.

    Addresses, seats, orders, every mail from and to him byte for byte, bounces, and the journal's
    entries that name him. The secrets in his reply addresses are left out where we list addresses;
    his own mails hold them.
    """
    from gm.app.keeping.people import export_person

    with services() as opened:
        text = json.dumps(export_person(opened, who), ensure_ascii=False, indent=2)
    if to is None:
        typer.echo(text)
        return
    with written_to(to):
        to.touch(mode=0o600)
        to.write_text(f"{text}\n", encoding="utf-8")
    typer.echo(f"Everything that is kept of {who} is in {to}.")


@app.command()
def note(
    who: Who,
    text: Annotated[str, typer.Argument(help="What you note of him.", show_default=False)],
    game: Annotated[str | None, typer.Option(help="The game it is about; else all.")] = None,
    as_json: AsJson = False,
) -> None:
    """Note something of a person for yourself.

    Nobody else reads it, unless he asks what is kept of him.
    """
    from gm.app.keeping.person_settings import note_person

    with services() as opened:
        noted = note_person(opened, who, text, game)
    if as_json:
        print_json(noted)
    else:
        typer.echo("Noted.")


@app.command()
def notes(who: Who, as_json: AsJson = False) -> None:
    """Show what you noted of a person, oldest first."""
    from gm.app.keeping.person_settings import notes_on

    with services() as opened:
        note_lines = notes_on(opened, who)
    if as_json:
        print_json(note_lines)
        return
    if not note_lines:
        typer.echo(f"Nothing is noted of {who}.")
    for note_line in note_lines:
        about = f"  {note_line.game}" if note_line.game else ""
        typer.echo(f"{note_line.at:%Y-%m-%d}{about}  {note_line.text}")


@app.command()
def mails(
    who: Who,
    wish: Annotated[
        str, typer.Argument(help='How: "text only", "no pictures", "judge"; else it is shown.')
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Show or change how a person's mails come, in all his games.

    text only, html, pictures, no pictures; words, zine or judge for how reports are
    told; as usual takes it all back. He can do the same by mail, with MAILS.
    """
    from gm.app.keeping.person_settings import mails_of

    with services() as opened:
        preferences = mails_of(opened, who, wish)
    if as_json:
        print_json(preferences)
        return
    form = "text and HTML" if preferences["html"] else "text only"
    pictures = "with" if preferences["pictures"] else "without"
    typer.echo(
        f"{form}, {pictures} pictures; reports in the manner of {preferences['manner'] or 'each game'}."
    )


@app.command()
def language(
    who: Who,
    wish: Annotated[
        str, typer.Argument(help='Such as Deutsch; "usual" for each game\'s; else it is shown.')
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Show or change the language in which a person is written to, in all his games.

    He can do the same by mail, with LANGUAGE.
    """
    from gm.app.keeping.person_settings import language_of
    from gm.languages import own_name

    with services() as opened:
        code = language_of(opened, who, wish)
    if as_json:
        print_json({"language": code or None})
        return
    typer.echo(own_name(code) if code else "The language of each game.")


@app.command()
def erase(
    who: Who,
    yes: Annotated[bool, typer.Option("--yes", help="Do it; it cannot be undone.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take out everything that says who a person was; his games and their history stay.

    His name becomes "a former player"; his addresses, his mails and those to him are gone, from
    the journal as well. Mails that others got keep what they say. Copies and backups are kept for
    as long as you keep them. Whoever plays in a game that is not over is replaced first.
    """
    from gm.app.keeping.people import erase_person
    from gm.report.wording.sentence_parts import counted

    if not yes:
        if not sys.stdin.isatty():
            raise NotAllowed(f"This would take out all of {who} for good. Say --yes to do it.")
        typer.confirm(f"Take out all of {who} for good?", abort=True)
    with services() as opened:
        done = erase_person(opened, who)
    if as_json:
        print_json({"mails_from": done.mails_in, "mails_to": done.mails_out, "games": done.games})
        return
    typer.echo(
        f"{who} is gone: {counted(done.mails_in, 'mail')} from him and {done.mails_out} to him. "
        f"{_games(done.games)}Delete copies and backups that are older."
    )


def _games(names: Sequence[str]) -> str:
    """Return in which games a name has gone; "" where it stood in none any more."""
    from gm.languages import listed

    return f"His name is gone from {listed(names)}. " if names else ""
