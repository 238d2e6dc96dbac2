"""`gm journal`: what happened in a game, when, by whom and why."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, moment, print_json, services


def journal(
    game: GameName,
    public: Annotated[bool, typer.Option("--public", help="Only what players may read.")] = False,
    since: Annotated[
        str | None, typer.Option(help="Only from a moment on: 2026-11-27 20:00, or 2026-11-27.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a game's journal, oldest first. Entries are only ever added."""
    from gm.app.overviews.journal_page import journal_of
    from gm.app.overviews.summaries import summary
    from gm.report.wording.dates import clock_words

    with services() as opened:
        zone = summary(opened, game).time_zone
        start = moment(since, zone, opened.clock.now()) if since else None
        page = journal_of(opened, game, public=public, since=start)
    if as_json:
        print_json(page.lines)
        return
    if not page.lines:
        typer.echo("There is nothing.")
        return
    typer.echo(f"Moments are by the clocks of {page.zone}.")
    for entry in page.lines:
        mark = " " if entry.public else "*"
        typer.echo(f"{clock_words(entry.at, page.zone)} {mark} {entry.author}: {entry.text}")
        if entry.reason:
            typer.echo(f"    because: {entry.reason}")
    if not public and any(not line.public for line in page.lines):
        typer.echo("* players do not read it")
