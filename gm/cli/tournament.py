"""`gm tournament`: games that are played side by side with the same draws, and what they came to."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, print_json, services

app = typer.Typer(no_args_is_help=True)

TournamentName = Annotated[str, typer.Argument(help="The tournament's name.", show_default=False)]


@app.command(name="list")
def list_(as_json: AsJson = False) -> None:
    """List the tournaments, each with its games and whether it is over."""
    from gm.app.overviews.tournaments import tournament_list

    with services() as opened:
        tournaments = tournament_list(opened)
    if as_json:
        print_json(tournaments)
        return
    for line in tournaments:
        state = "over" if line.ended else f"{line.over} of {len(line.games)} over"
        typer.echo(f"{line.name}: {state}: {', '.join(line.games)}")


@app.command()
def show(name: TournamentName, as_json: AsJson = False) -> None:
    """Show what the games of a tournament came to, and which are still played."""
    from gm.app.history.results import endings_told, results_table
    from gm.app.overviews.tournaments import tournament_results

    with services() as opened:
        results = tournament_results(opened, name)
        if as_json:
            print_json(results)
            return
    cells = results_table(results).cells
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        typer.echo("  ".join(map(str.ljust, row, widths)).rstrip())
    for line in endings_told(results):
        typer.echo(line)


@app.command()
def end(name: TournamentName) -> None:
    """End a tournament whose games are all over: its players get the table, and its seed is public.

    It ends by itself when two games or more have begun and the last of them is over.
    """
    from gm.app.play.tournament_ends import end_tournament

    with services() as opened:
        end_tournament(opened, name)
    typer.echo(f"The tournament {name} is over; its players have been mailed the table.")
