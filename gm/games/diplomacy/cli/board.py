"""`gm board`: make and reopen black holes, and split provinces (Irish)."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.cli.common import AsJson, GameName, Reason, override

app = typer.Typer(no_args_is_help=True)

Place = Annotated[str, typer.Argument(help="The province: SYR, NTH2.", show_default=False)]


@app.callback()
def _boards() -> None:
    """Change the board of a game whose board changes in play: what a hat did wrongly, or did not.

    It acts at once, all players are told, and it is noted and replayed. `gm game show` prints how
    the board has changed; what the hat is to draw next is entered by `gm draws set`.
    """


@app.command()
def hole(game: GameName, place: Place, reason: Reason = "", as_json: AsJson = False) -> None:
    """Make a province a black hole; the units in it are annihilated, and its centre is lost."""
    override(game, ("board", "hole", place), reason, private=False, as_json=as_json)


@app.command()
def reopen(game: GameName, place: Place, reason: Reason = "", as_json: AsJson = False) -> None:
    """Make a black hole a province again; a centre in it is a neutral one."""
    override(game, ("board", "reopen", place), reason, private=False, as_json=as_json)


@app.command()
def split(
    game: GameName,
    place: Place,
    line: Annotated[
        str,
        typer.Argument(
            help="The two neighbours between which the line runs, that with the highest card first: "
            "NWY-BEL.",
            show_default=False,
        ),
    ],
    lots: Annotated[
        list[str] | None,
        typer.Argument(
            help='In which half each special unit is that is in it: "Irish 1=NTH2".',
            show_default=False,
        ),
    ] = None,
    reason: Reason = "",
    as_json: AsJson = False,
) -> None:
    """Split a province along a line; a unit in it gets its twin, a centre a second one."""
    words = ("board", "split", place, line, *(lots or ()))
    override(game, words, reason, private=False, as_json=as_json)
