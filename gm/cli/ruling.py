"""`gm ruling`: precedents that the GM sets, printed with the rules from then on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, GameName, print_json, services

if TYPE_CHECKING:
    from gm.app.history.rulings import RulingLine

app = typer.Typer(no_args_is_help=True)


@app.command()
def add(
    game: GameName,
    text: Annotated[str, typer.Argument(help="What is so from now on.", show_default=False)],
    reason: Annotated[str, typer.Option(help="Why; everybody reads it.")] = "",
    as_json: AsJson = False,
) -> None:
    """Set a precedent: the next report prints it, and the rules from then on."""
    from gm.app.history.rulings import add_ruling

    with services() as opened:
        _show(add_ruling(opened, game, text, reason), as_json)


@app.command("list")
def list_(game: GameName, as_json: AsJson = False) -> None:
    """List a game's rulings, those taken back too."""
    from gm.app.history.rulings import list_rulings

    with services() as opened:
        rulings = list_rulings(opened, game)
    if as_json:
        print_json(rulings)
        return
    if not rulings:
        typer.echo(f"Nothing has been ruled in {game}.")
    for ruling_line in rulings:
        _show(ruling_line, as_json)


@app.command()
def drop(
    game: GameName,
    number: Annotated[int, typer.Argument(help="Which ruling.", show_default=False)],
    reason: Annotated[str, typer.Option(help="Why; everybody reads it.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Take a ruling back: the next report says so."""
    from gm.app.history.rulings import take_back_ruling

    with services() as opened:
        _show(take_back_ruling(opened, game, number, reason), as_json)


def _show(ruling: RulingLine, as_json: bool) -> None:
    if as_json:
        print_json(ruling)
        return
    gone = "" if ruling.stands else "  (taken back)"
    typer.echo(f"{ruling.number:3}  {ruling.day}  {ruling.text}{gone}")
    if ruling.reason:
        typer.echo(f"     Why: {ruling.reason}")
