"""`gm process`: resolve the open phase now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, GameName, local_time, print_json, services

if TYPE_CHECKING:
    from gm.app.seasons import Processed


def process(
    game: GameName,
    preview: Annotated[
        bool, typer.Option("--preview", help="Only show what would happen.")
    ] = False,
    early: Annotated[bool, typer.Option("--early", help="Before the deadline.")] = False,
    without_them: Annotated[
        bool, typer.Option("--without-them", help="Although a power's orders are required.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Resolve the open phase because you say so, and mail everybody the report."""
    from gm.app import seasons
    from gm.app.queries import news_lines, outcome_lines

    with services() as opened:
        if preview:
            done = seasons.preview(opened, game)
        else:
            done = seasons.process(opened, game, early=early, without=without_them)
        lines, news = outcome_lines(opened, done), news_lines(opened, done)
    if as_json:
        _print(done, lines, news, preview)
    else:
        _show(done, lines, news, preview)


def _print(
    done: Processed, lines: list[dict[str, str]], news: tuple[str, ...], preview: bool
) -> None:
    opened = done.opened
    print_json(
        {
            "game": done.game.name,
            "resolved": None if preview else done.resolved.name,
            "outcomes": lines,
            "news": [*news],
            "next": opened.name if opened else None,
            "deadline": opened.deadline.isoformat() if opened else None,
        }
    )


def _show(
    done: Processed, lines: list[dict[str, str]], news: tuple[str, ...], preview: bool
) -> None:
    opened = done.opened
    typer.echo(f"{done.resolved.name} of {done.game.name}" + (" (preview)" if preview else ""))
    for line in lines:
        typer.echo(f"  {line['power']:10} {line['order']:28}  {line['result']}")
        if line["why"] and line["result"] != "ok":
            typer.echo(f"  {'':10}   {line['why']}")
    for sentence in news:
        typer.echo(f"  {sentence}")
    if opened:
        typer.echo(f"Next: {opened.name}, {local_time(opened.deadline, done.game.time_zone)}")
    elif not preview:
        typer.echo("The game is over.")
