"""`gm game`: create, start, set and look at games."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gm.cli.common import AsJson, GameName, local_time, pairs, power_words, print_json, services
from gm.errors import InputError, VariantError

if TYPE_CHECKING:
    from gm.app.overviews.overview import Overview
    from gm.app.overviews.summaries import GameSummary
    from gm.app.play.endings import EndWish
    from gm.app.records import GameRecord
    from gm.app.services import Services
    from gm.app.setup.games import NewGame
    from gm.app.setup.settings_list import SettingLine


# Asking on a terminal for what a new game needs: each question shows its help and its default.

_FACTS: Final = "game"
"""The group of what every GM is asked; the other groups are shown to who wants to see them."""

_ASKED: Final = ("gm-name", "gm-address")
"""What is asked first, since no game can be described without."""


def can_ask() -> bool:
    """Tell whether somebody sits at a terminal who could answer."""
    return sys.stdin.isatty()


def ask(services: Services, wish: NewGame) -> GameRecord:
    """Return a game as its GM describes it; what the wish says already is the default."""
    from gm.app.settings.checks import checked_address, checked_variant, variants_of
    from gm.app.settings.game_facts import GENERAL_FACTS
    from gm.app.setup.describing import matters
    from gm.app.setup.games import described
    from gm.app.setup.settings_list import listed_of

    typer.echo(f"The new game {wish.name}. An empty answer takes what stands in brackets.")
    which = f"Which rules: {', '.join(sorted(variants_of(services.games)))}."
    check = partial(checked_variant, services.games)
    variant = _until_right("variant", which, wish.variant, check)
    gm_name = _asked("gm-name", GENERAL_FACTS["gm-name"].help, wish.gm_name)
    gm_address = _until_right("gm-address", GENERAL_FACTS["gm-address"].help, "", checked_address)
    full_wish = replace(wish, variant=variant, gm_name=gm_name, gm_address=gm_address)
    game = described(services, full_wish)
    questions = [entry for entry in listed_of(services, game) if entry.name not in _ASKED]
    for listed in questions:
        if listed.group == _FACTS and matters(services, game, listed.name):
            game = _with_answer(services, game, listed)
    typer.echo("")
    if typer.confirm("Look at the settings of how the game is run, one by one?"):
        for listed in questions:
            if listed.group != _FACTS:
                game = _with_answer(services, game, listed)
    return game


def _asked(name: str, help_: str, default: str) -> str:
    typer.echo(f"\n{help_}")
    answer: str = typer.prompt(name, default=default or None)
    return answer.strip()


def _until_right(name: str, help_: str, default: str, check: Callable[[str], str]) -> str:
    while True:
        try:
            return check(_asked(name, help_, default))
        except InputError as fault:
            typer.echo(str(fault))


def _with_answer(services: Services, game: GameRecord, setting: SettingLine) -> GameRecord:
    """Return a game with what its GM says of one setting, asked until it can be."""
    from gm.app.setup.describing import with_values

    while True:
        text = _asked(setting.name, f"{setting.help} It takes {setting.takes}.", setting.value)
        try:
            return with_values(services, game, {setting.name: text})
        except (InputError, VariantError) as fault:
            typer.echo(str(fault))


# `gm game set` and `gm game settings`: how a game is run, and changing it.


def set_(
    name: GameName,
    changes: Annotated[
        list[str],
        typer.Argument(help="What to change, NAME=VALUE ...: at=20:00 early=yes movement=5d."),
    ],
    reason: Annotated[str, typer.Option(help="Why; all players read it.")] = "",
    as_json: AsJson = False,
) -> None:
    """Change settings of a game; players are told where it changes how they play.

    What can be set, and what it takes: gm game settings GAME.
    """
    from gm.app.setup.game_changes import change_game

    with services() as opened:
        done = change_game(opened, name, pairs(changes), reason)
    if as_json:
        print_json(
            [{"name": change.name, "old": change.old, "new": change.new} for change in done]
        )
        return
    if not done:
        typer.echo("It is so already; nothing was changed.")
    for change in done:
        typer.echo(f"{change.name}: {change.old} -> {change.new}")


def settings(name: GameName, as_json: AsJson = False) -> None:
    """Show everything that can be set of a game, with its value, its default and a help."""
    from gm.app.setup.settings_list import settings_list

    with services() as opened:
        entries = settings_list(opened, name)
    if as_json:
        print_json(entries)
        return
    for group, members in groupby(entries, lambda entry: entry.group):
        typer.echo(f"{group.upper()}")
        for listed in members:
            usual = (
                f" (default: {listed.default})" if listed.default not in ("", listed.value) else ""
            )
            fixed = " It cannot be changed any more." if listed.fixed else ""
            typer.echo(f"  {listed.name} = {listed.value}{usual}")
            words = f"{listed.help} It takes {listed.takes}.{fixed}"
            typer.echo(textwrap.fill(words, 72, initial_indent="    ", subsequent_indent="    "))
        typer.echo("")


# How `gm game show` prints a game: for people, and for programs.


def print_overview(seen: Overview, as_json: bool) -> None:
    """Print a game."""
    from gm.app.overviews.overview import overview_answer

    if as_json:
        print_json(overview_answer(seen))
        return
    for line in _lines(seen):
        typer.echo(line)


def _lines(seen: Overview) -> Iterator[str]:
    from gm.report.pages.frame import so_far_words

    game = seen.game
    yield f"{game.name}: {seen.title}, {game.status.value}"
    if seen.ended is not None:
        when = f" ({_time(seen, seen.ended.at)})" if seen.ended.at else ""
        yield f"  {seen.ended.words}{when}"
    yield f"  GM       {game.gm_name} <{game.gm_address}>"
    yield f"  orders   {seen.order_address}"
    yield f"  list     {game.list_address or 'none'}"
    yield f"  settings {_settings(seen)}"
    yield f"  lengths  {_lengths(seen)}"
    if seen.game.settings:
        yield f"  run by   {', '.join(f'{k} = {v}' for k, v in seen.game.settings.items())}"
    if seen.commitment:
        yield f"  hat      SHA-256 of the seed: {seen.commitment}"
    if seen.seed:
        yield f"  seed     {seen.seed}"
    yield from _phase_lines(seen)
    yield ""
    for seat in seen.seats:
        player = f"{seat.player} <{seat.address}>" if seat.player else "nobody"
        player = "nobody; closed" if seat.seat in seen.closed else player
        yield f"  {power_words(seat.seat):12} {player:40} {seat.words if seen.phase else ''}".rstrip()
    if seen.so_far is not None:
        yield f"  {so_far_words(seen.so_far)}"
    yield from seen.position.lines


def _settings(seen: Overview) -> str:
    chosen = [f"{name} = {value}" for name, value in seen.settings.items()]
    chosen += ["keep_impossible = yes"] if seen.game.keep_impossible else []
    chosen += ["seats_per_player = several"] if seen.game.several_seats else []
    return ", ".join(chosen)


def _lengths(seen: Overview) -> str:
    from gm.report.pages.rules_page import pace

    return ", ".join(
        f"{setting.name} = {setting.value}" for setting in pace(seen.kinds, seen.game.lengths, "")
    )


def _phase_lines(seen: Overview) -> Iterator[str]:
    phase = seen.phase
    if phase is None:
        return
    before = "" if phase.resolved_at is None else "had been held: "
    held = f" ({before}{phase.held_because})" if phase.held_because else ""
    yield f"  phase    {phase.name}, number {phase.number}, {phase.status.value}{held}"
    yield f"  map      {phase.board_digest[:12] or 'not known'}"
    yield f"  deadline {_time(seen, phase.deadline)}"
    if phase.closes_at is not None:
        yield f"  closes   {_time(seen, phase.closes_at)}"
    if phase.resolved_at is not None:
        yield f"  resolved {_time(seen, phase.resolved_at)}"
    elif phase.remind_at is not None:
        yield f"  reminder {_time(seen, phase.remind_at)}"


def _time(seen: Overview, when: datetime) -> str:
    return local_time(when, seen.game.time_zone)


# `gm game`: create, start and look at games.

app = typer.Typer(no_args_is_help=True)
app.command("set")(set_)
app.command("settings")(settings)


@app.command()
def new(
    name: GameName,
    gm_address: Annotated[
        str | None,
        typer.Option(help="The GM's mail address; without it you are asked, on a terminal."),
    ] = None,
    variant: Annotated[
        str, typer.Option(help="standard, republic, irish or irish-freedom.")
    ] = "standard",
    gm_name: Annotated[str, typer.Option(help="The GM's name.")] = "The GM",
    list_address: Annotated[
        str | None, typer.Option(help="The mailing list that gets the reports.")
    ] = None,
    time_zone: Annotated[str | None, typer.Option(help="Such as Europe/Dublin.")] = None,
    movement: Annotated[
        str | None,
        typer.Option(help="How long movement phases last; else 7d.", show_default=False),
    ] = None,
    retreat: Annotated[
        str | None, typer.Option(help="How long retreat phases last; else 3d.", show_default=False)
    ] = None,
    adjustment: Annotated[
        str | None, typer.Option(help="How long winters last; else 4d.", show_default=False)
    ] = None,
    setup: Annotated[
        str | None,
        typer.Option(
            help="How long the choice of first pieces lasts, where there is one; else 7d.",
            show_default=False,
        ),
    ] = None,
    remind: Annotated[
        str | None,
        typer.Option(
            help="How long before a deadline players are reminded; 0 for never; else 24h, and in"
            " Irish Freedom 14d after a turn has opened.",
            show_default=False,
        ),
    ] = None,
    grace: Annotated[
        str,
        typer.Option(help="How long after a deadline orders still count, marked late; 0 for not."),
    ] = "0",
    option: Annotated[
        list[str] | None, typer.Option(help="A setting of the variant, NAME=VALUE.")
    ] = None,
    keep_impossible: Annotated[
        bool, typer.Option(help="Keep impossible orders as written; they hold.")
    ] = False,
    seats_per_player: Annotated[
        str, typer.Option(help="one, or several: a person may play more than one power.")
    ] = "one",
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="How the game is run, NAME=VALUE: at=20:00; again for more."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Create a game with empty seats.

    Said without the GM's address, on a terminal, it asks for everything. What can be set: gm game
    settings GAME, once there is one.
    """
    from gm.app.overviews.overview import overview
    from gm.app.settings.game_facts import length_seconds
    from gm.app.setup.games import NewGame, create_game, described

    lengths = {
        "movement": movement,
        "retreat": retreat,
        "adjustment": adjustment,
        "setup": setup,
        "remind": remind,
        "grace": grace,
    }
    wish = NewGame(
        name=name,
        variant=variant,
        gm_name=gm_name,
        gm_address=gm_address or "",
        options=pairs(option or []),
        list_address=list_address,
        time_zone=time_zone,
        lengths={
            kind: length_seconds(kind, text) for kind, text in lengths.items() if text is not None
        },
        keep_impossible=keep_impossible,
        several_seats=_several(seats_per_player),
        settings=pairs(set_ or []),
    )
    if gm_address is None and not can_ask():
        raise InputError("The GM's mail address is missing: --gm-address you@example.org")
    with services() as opened:
        wanted = ask(opened, wish) if gm_address is None else described(opened, wish)
        game = create_game(opened, wanted)
        print_overview(overview(opened, game.name), as_json)


@app.command()
def start(
    name: GameName,
    with_empty_seats: Annotated[
        bool, typer.Option("--with-empty-seats", help="Start although seats are empty.")
    ] = False,
    close_unfilled: Annotated[
        bool,
        typer.Option(
            "--close-unfilled",
            "--yes",
            help="Close the countries of empty seats without asking, where the rules have it so.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Start a game: everybody gets the opening mail.

    In Irish Diplomacy a country that nobody plays is closed. The command lists what the empty
    seats would close, and asks; a script says --close-unfilled.
    """
    from gm.app.overviews.overview import overview
    from gm.app.setup.starting import start_game

    with services() as opened:
        if not close_unfilled and not as_json:
            close_unfilled = _may_close(opened, name)
        start_game(opened, name, with_empty_seats=with_empty_seats, close_unfilled=close_unfilled)
        print_overview(overview(opened, name), as_json)


def _may_close(opened: Services, name: str) -> bool:
    """List what the empty seats of a game close, and ask; False where nobody can be asked."""
    from gm.app.setup.starting import closings_of_game

    closings = closings_of_game(opened, name)
    if not closings:
        return False
    number = "1 country" if len(closings) == 1 else f"{len(closings)} countries"
    typer.echo(f"Nobody plays {number}. If the game starts now, nobody can ever enter:")
    for line in closings:
        typer.echo(f"  {line}")
    if not sys.stdin.isatty():
        return False
    return typer.confirm("Start without them?")


@app.command()
def seats(
    name: GameName,
    per_player: Annotated[str, typer.Argument(help="one, or several.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Say whether one person may play several powers of a game."""
    from gm.app.overviews.overview import overview
    from gm.app.setup.games import allow_seats

    with services() as opened:
        allow_seats(opened, name, several=_several(per_player))
        print_overview(overview(opened, name), as_json)


def _several(text: str) -> bool:
    if text not in {"one", "several"}:
        raise InputError(f"seats_per_player is one of one, several, not {text!r}.")
    return text == "several"


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List all games."""
    from gm.app.overviews.summaries import summaries

    with services() as opened:
        games = summaries(opened)
    if as_json:
        print_json(games)
        return
    if not games:
        typer.echo("There are no games yet. Create one with: gm game new NAME --gm-address ...")
    for game in games:
        line = f"{game.name:16} {game.variant:10} {game.status:9} {game.phase or '-':8} {_until(game)}"
        typer.echo(line.rstrip())


def _until(summary: GameSummary) -> str:
    """Return what a game waits for: its deadline, `gm resume` while it is paused, or its end."""
    if summary.status == "paused":
        return "no deadline till it is resumed"
    return local_time(summary.deadline, summary.time_zone) if summary.deadline else summary.ended


@app.command()
def show(
    name: GameName,
    phase: Annotated[
        str | None, typer.Option(help="A phase such as W1016A; else the open one, or the last.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a game: deadline, who has sent orders, the position, the accounts, how it ended."""
    from gm.app.overviews.overview import overview

    with services() as opened:
        print_overview(overview(opened, name, phase), as_json)


@app.command()
def end(
    name: GameName,
    reason: Annotated[str, typer.Option(help="Why; everybody reads it.", show_default=False)],
    draw: Annotated[
        str | None, typer.Option(help="Who shares a draw: ulster,munster; or all survivors: all.")
    ] = None,
    winner: Annotated[str | None, typer.Option(help="To whom the others concede.")] = None,
    abandon: Annotated[bool, typer.Option("--abandon", help="Nobody wins.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do it; it cannot be undone.")] = False,
    as_json: AsJson = False,
) -> None:
    """End a game that nobody has won: everybody gets a last report. Without --yes only say so."""
    from gm.app.overviews.overview import overview
    from gm.app.play.endings import end_game

    wish = _end_wish(draw, winner, abandon, reason)
    with services() as opened:
        end_game(opened, name, wish, sure=yes)
        print_overview(overview(opened, name), as_json)


def _end_wish(draw: str | None, winner: str | None, abandon: bool, reason: str) -> EndWish:
    from gm.app.play.endings import EndWish
    from gm.contract.events import Ending

    if sum((draw is not None, winner is not None, abandon)) != 1:
        raise InputError("Say how it ends, in one way: --draw, --winner or --abandon.")
    if draw is not None:
        return EndWish(Ending.DRAW, tuple(draw.split(",")), reason)
    if winner is not None:
        return EndWish(Ending.CONCESSION, (winner,), reason)
    return EndWish(Ending.ABANDONED, (), reason)
