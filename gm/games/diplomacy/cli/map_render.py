"""`gm map render`: a game's board as a picture, its orders or its position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import services, settings
from gm.cli.picture_files import USUAL_WIDTH, PictureFile, PictureWidth, write_picture

if TYPE_CHECKING:
    from gm.games.diplomacy.map.files.boards import MapFolders
    from gm.games.diplomacy.map.shown.showing import MapShown, Show


def render(
    game: Annotated[
        str | None, typer.Argument(help="The game's name.", show_default=False)
    ] = None,
    phase: Annotated[
        str | None, typer.Option(help="Of this phase, such as S1901M; else the latest.")
    ] = None,
    orders: Annotated[
        bool,
        typer.Option("--orders", help="The orders of a resolved phase, with what became of them."),
    ] = False,
    position: Annotated[
        bool, typer.Option("--position", help="The position after a phase, or of an open one.")
    ] = False,
    board: Annotated[
        str | None, typer.Option(help="In place of a game: the empty board of this name.")
    ] = None,
    out: PictureFile = None,
    width: PictureWidth = USUAL_WIDTH,
) -> None:
    """Draw the map of a game: the orders of a phase, or its position.

    The orders are drawn where a phase is resolved and nothing else is asked for. An open phase has
    a position only: its orders are secret. Nothing that the game keeps private is shown.
    """
    from gm.games.diplomacy.map.files.boards import MapFolders
    from gm.games.diplomacy.map.shown.showing import Show

    if (game is None) == (board is None):
        raise typer.BadParameter("name a game, or a board with --board NAME", param_hint="GAME")
    if orders and position:
        raise typer.BadParameter("choose --orders or --position, not both")
    wanted = Show.ORDERS if orders else Show.POSITION if position else None
    folders = MapFolders(settings().maps)
    shown = _empty(folders, board) if board is not None else _game(game or "", phase, wanted)
    write_picture(_svg(folders, shown), out, width)


def _empty(folders: MapFolders, name: str) -> MapShown:
    """Return a board on which nobody stands."""
    from gm.games.diplomacy.map.shown.showing import empty_board

    return empty_board(folders(name))


def _game(name: str, phase: str | None, wanted: Show | None) -> MapShown:
    from gm.games.diplomacy.map.shown.showing import pictured

    with services() as opened:
        return pictured(opened, name, phase, wanted)


def _svg(folders: MapFolders, shown: MapShown) -> str:
    from gm.games.diplomacy.map.drawn.picture import draw
    from gm.games.diplomacy.map.files.map_sheet import sheet_of

    folder = folders.folder(shown.printed.id)
    return draw(sheet_of(folder, shown.printed, shown.board, shown.splits), shown.scene)
