"""`gm export` and `gm import`: a game to a file and back, and its results for other programs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TextIO

import typer

from gm.bootstrap.games import all_forms, form_names, forms_of
from gm.cli.common import AsJson, GameName, print_json, services, written_to
from gm.cli.terminal import exact
from gm.errors import InputError, NotAllowed
from gm.plain_files import plain_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gm.app.keeping.game_forms import GameForms
    from gm.app.services import Services


_TOO_DEEP = "The file is no game: its brackets are nested deeper than those of any game."


_ALL: Final = "game"
"""The form that holds everything, of every game."""

Form = StrEnum("Form", {name.upper(): name for name in (_ALL, *form_names())})  # type: ignore[misc]
"""What `gm export` writes: all of a game, or a form of its room's own."""

_WHOLE: Final = Form(_ALL)


def export(
    game: GameName,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file; else standard output.")
    ] = None,
    form: Annotated[
        Form,
        typer.Option(
            "--format",
            help="game: all of it, for another server of ours; diplomacy: the JSON of the Python "
            "package diplomacy; judge, zine: the results as text.",
        ),
    ] = _WHOLE,
    phase: Annotated[
        str | None, typer.Option(help="Of judge and zine: one phase, such as F1902M; else all.")
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Although mails wait to be read or sent.")
    ] = False,
) -> None:
    """Write a game to a file.

    The form `game` holds everything, secrets too: the seed, addresses, reply keys, sealed orders.
    A file that it makes is for your eyes only. Pause the game first, so that it does not go on in
    two places.
    """
    if phase is not None and form.value == _ALL:
        raise InputError("--phase is for judge and zine; game holds every phase.")
    with services() as opened, _sink(output, secret=form.value == _ALL) as sink:
        for line in _lines(opened, game, form, phase, anyway=anyway):
            sink.write(f"{line}\n")


def _lines(
    opened: Services, game: str, form: Form, phase: str | None, *, anyway: bool
) -> Iterable[str]:
    from gm.app.keeping.moving import game_lines

    if form.value == _ALL:
        return game_lines(opened, game, anyhow=anyway)
    return _forms_for(opened, game, form.value).write(opened, game, form.value, phase)


def _forms_for(opened: Services, game: str, form: str) -> GameForms:
    """Return the forms of a game's room; NotAllowed if that one is none of them."""
    with opened.store.read() as transaction:
        variant = transaction.game(game).variant
    forms = forms_of(variant, form)
    if forms is None:
        raise NotAllowed(f"{game} is of another game: it cannot be written as {form}.")
    return forms


@contextmanager
def _sink(output: Path | None, *, secret: bool) -> Iterator[TextIO]:
    """Open a file beside its place and put it there when it is whole; or standard output."""
    if output is None:
        # On a terminal it is looked at; anywhere else it is the file itself.
        yield sys.stdout if sys.stdout.isatty() else exact(sys.stdout)
        return
    part = output.with_name(f".{output.name}.part")
    mode = 0o600 if secret else 0o644
    with written_to(output):
        try:
            with os.fdopen(
                os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w"
            ) as sink:
                yield sink
                sink.flush()
                os.fsync(sink.fileno())
            part.replace(output)
        finally:
            part.unlink(missing_ok=True)


def import_(
    file: Annotated[Path, typer.Argument(help="A file of `gm export`.", show_default=False)],
    name: Annotated[
        str | None, typer.Option(help="Of a saved game: the name it has here; else its own.")
    ] = None,
    gm_address: Annotated[
        str | None, typer.Option(help="Of a saved game: the GM's mail address.")
    ] = None,
    gm_name: Annotated[str, typer.Option(help="Of a saved game: the GM's name.")] = "The GM",
    time_zone: Annotated[
        str | None, typer.Option(help="Of a saved game: such as Europe/Dublin.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take a game in from a file: one of ours with all its mails, or a saved game of `diplomacy`.

    A game of ours that was being played is paused here until `gm resume`. A saved game is played
    again by our rules; its last phase waits for a deadline, and its seats for players.
    """
    from gm.app.keeping.moving import take_game
    from gm.app.overviews.overview import overview
    from gm.cli.game import print_overview

    try:
        with plain_file(file).open(encoding="utf-8") as lines, services() as opened:
            if _is_ours(file):
                with _no_game():
                    game = take_game(opened, lines)
            else:
                wish = (name, gm_address, gm_name, time_zone)
                with _no_game():
                    game_name = _import_saved(opened, lines.read(), wish)
                print_overview(overview(opened, game_name), as_json)
                return
            if as_json:
                print_json({"game": game.name, "status": game.status.value})
            else:
                typer.echo(f"{game.name} is here, {game.status.value}.")
    except UnicodeDecodeError as fault:
        raise InputError(f"{file} is no text.") from fault
    except OSError as fault:
        raise InputError(f"{file} cannot be read: {fault.strerror}.") from fault


@contextmanager
def _no_game() -> Iterator[None]:
    """Say of a file whose values are not what a game has that it is none; nothing of it is stored.

    Whoever wrote it may have put anything anywhere, and the one transaction that takes a game in
    is undone by whatever goes wrong.
    """
    try:
        yield
    except UnicodeDecodeError:
        raise
    except RecursionError as fault:
        raise InputError(_TOO_DEEP) from fault
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError) as fault:
        raise InputError(
            f"The file is no game: a value in it is none that a game has ({fault})."
        ) from fault


def _is_ours(file: Path) -> bool:
    """Tell whether a file begins as one of ours does."""
    with file.open("rb") as raw:
        return b'"file": "gm game"' in raw.readline(200)


def _import_saved(
    opened: Services, text: str, wish: tuple[str | None, str | None, str, str | None]
) -> str:
    from gm.app.setup.games import NewGame

    name, gm_address, gm_name, time_zone = wish
    try:
        saved = json.loads(text)
    except ValueError as fault:
        raise InputError(f"The file is neither a game of ours nor JSON: {fault}.") from fault
    except RecursionError as fault:
        raise InputError(_TOO_DEEP) from fault
    given = name or (saved.get("id") if isinstance(saved, dict) else None)
    if not isinstance(given, str) or gm_address is None:
        raise InputError("A saved game needs a GM here, and a name: --gm-address, --name.")
    for forms in all_forms():
        if (variant := forms.variant_of(saved)) is not None:
            wish_here = NewGame(given, variant, gm_name, gm_address, time_zone=time_zone)
            return forms.read(opened, saved, wish_here)
    raise InputError("The file is a game of none that can be played here.")
