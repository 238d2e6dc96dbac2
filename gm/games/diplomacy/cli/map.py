"""`gm map`: the boards games are played on; check and copy them, or take a changed one."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, GameName, print_json, services, settings, written_to
from gm.cli.picture_files import USUAL_WIDTH, PictureFile, PictureWidth, write_picture
from gm.json_answers import json_answer

if TYPE_CHECKING:
    from gm.games.diplomacy.map.files.board_examine import MapFault
    from gm.games.diplomacy.map.files.boards import MapFolders
    from gm.games.diplomacy.map.files.map_check import Checked, Summary
    from gm.games.diplomacy.map.files.picture_drawn import BoardDrawing
    from gm.games.diplomacy.map.shown.showing import MapShown, Show


# `gm map render`: a game's board as a picture, its orders or its position.


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


app = typer.Typer(no_args_is_help=True)
app.command()(render)

_WIDTH = 72
_HARD_BLANK = "\N{NO-BREAK SPACE}"


@app.command()
def check(
    folder: Annotated[
        Path, typer.Argument(help="The folder with board.toml and its shapes.", show_default=False)
    ],
    variant: Annotated[
        str | None, typer.Option(help="Check it for this game; else for that of its id.")
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="List each province with its neighbours.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say entry by entry what is wrong with a map, and what would be right.

    It ends with 0 if the map is sound, with 1 if it has a fault. What only asks for a look keeps no
    game from being played.
    """
    from gm.games.diplomacy.map.files.map_check import check_map
    from gm.games.diplomacy.variants import VARIANTS

    if variant is not None and variant not in VARIANTS:
        known = ", ".join(sorted(VARIANTS))
        raise typer.BadParameter(f"the games are {known}, not {variant!r}", param_hint="--variant")
    if not folder.is_dir():
        said = f"{folder} is no folder; name the one with board.toml in it"
        raise typer.BadParameter(said, param_hint="FOLDER")
    checked = check_map(folder, variant)
    if as_json:
        print_json(_answer(checked, verbose=verbose))
    else:
        _show(checked, verbose=verbose)
    raise typer.Exit(1 if checked.faults else 0)


def _answer(checked: Checked, *, verbose: bool) -> dict[str, object]:
    summary = json_answer(checked.summary)
    if summary is not None and not verbose:
        del summary["provinces"]
    return {
        "folder": str(checked.folder),
        "variant": checked.variant or None,
        "sound": not checked.faults,
        "faults": checked.faults,
        "remarks": checked.remarks,
        "summary": summary,
    }


def _show(checked: Checked, *, verbose: bool) -> None:
    if checked.faults:
        number = len(checked.faults)
        _say(f"{checked.folder}: {number} {'fault' if number == 1 else 'faults'}.")
        _tell(checked.faults)
    if checked.remarks:
        if checked.faults:
            typer.echo("")
        _say("Please look at:")
        _tell(checked.remarks)
    if checked.summary is not None:
        if checked.remarks:
            typer.echo("")
        game = f", ready for a game of {checked.variant}" if checked.variant else ""
        _say(f"{checked.folder}: the map is sound{game}.")
        typer.echo("")
        _show_summary(checked.summary)
        if verbose:
            _show_provinces(checked.summary)
        else:
            typer.echo("")
            _say("With --verbose each province is listed with its neighbours.")


def _tell(faults: Iterable[MapFault]) -> None:
    for fault in faults:
        line = f", line {fault.line}" if fault.line is not None else ""
        typer.echo("")
        _say(f"{Path(fault.file).name}{line}: {fault.entry}")
        _say(f"{fault.reason[:1].upper()}{fault.reason[1:]}.", "  ")
        if fault.remedy:
            _say(f"-> {fault.remedy}", "  ", "     ")


def _show_summary(summary: Summary) -> None:
    wins = f", {summary.wins} win" if summary.wins is not None else ""
    _row("board", f"{summary.title} ({summary.id}), digest {summary.digest[:12]}")
    _row("provinces", f"{sum(summary.kinds.values())}: {_counts(summary.kinds)}")
    _row("borders", f"{sum(summary.borders.values())}: {_counts(summary.borders)}")
    _row("centres", f"{summary.centres}{wins}")
    for name, homes in summary.homes.items():
        start = ", ".join(summary.starts.get(name, ()))
        _row(name, " ".join(homes) + (f"; starts with {start}" if start else ""))
        if years := summary.off_board.get(name):
            off_board = ", ".join(
                f"{centres} from winter {year}" for year, centres in years.items()
            )
            _row("", f"off the board: {off_board} on")
    _row("", "(homes; * marks a centre)")
    for name, borders in summary.rivers.items():
        _row(name, _whole(borders))


def _show_provinces(summary: Summary) -> None:
    for place in summary.provinces:
        typer.echo("")
        _say(f"{place.id}  {place.name}: {place.words}")
        _say(_whole(place.neighbours), "     ")


def _whole(words: Iterable[str]) -> str:
    """Return a list that is not broken inside one of its words."""
    return ", ".join(word.replace(" ", _HARD_BLANK) for word in words)


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {word}" for word, number in sorted(counts.items()))


def _row(head: str, text: str) -> None:
    _say(text, f"{head:<18} ", " " * 19)


def _say(text: str, first: str = "", after: str | None = None) -> None:
    lines = textwrap.fill(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=first if after is None else after,
        break_long_words=False,
        break_on_hyphens=False,
    )
    typer.echo(lines.replace(_HARD_BLANK, " "))


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the boards, where each comes from, and its digest."""
    from gm.errors import MapError
    from gm.games.diplomacy.map.files.boards import MapFolders

    folders = MapFolders(settings().maps)
    rows: list[dict[str, str | None]] = []
    for name in folders.ids():
        origin = "yours" if folders.is_own(name) else "built in"
        row: dict[str, str | None] = {
            "board": name,
            "origin": origin,
            "folder": str(folders.folder(name)),
        }
        try:
            board = folders(name)
            rows.append({**row, "title": board.title, "digest": board.digest, "fault": None})
        except MapError as error:
            rows.append({**row, "title": None, "digest": None, "fault": str(error)})
    if as_json:
        print_json(rows)
        return
    for row in rows:
        state = (row["digest"] or "")[:12] or f"broken: gm map check {row['folder']}"
        typer.echo(f"{row['board']:12} {row['origin']:9} {state:13} {row['folder']}")


@app.command()
def copy(
    board: Annotated[str, typer.Argument(help="Which board, such as republic.")],
    folder: Annotated[
        Path, typer.Argument(help="The new folder; its last part is the board's name.")
    ],
) -> None:
    """Copy a board into a folder of your own, to edit it there."""
    from gm.games.diplomacy.map.files.board_files import copy_board
    from gm.games.diplomacy.map.files.boards import MapFolders

    folders = MapFolders(settings().maps)
    made = copy_board(folders.folder(board), folder)
    typer.echo(f"{made} is a copy of {board}.")
    if made.name != board:
        _say(f"A game of {board} looks for a folder named {board}: name yours so before you play.")
    if folders.own_folder is None or made.parent.resolve() != folders.own_folder.resolve():
        _say("The server finds it once the settings (gm.toml) say:")
        typer.echo(f"  maps = {json.dumps(str(made.parent.resolve()))}")
    typer.echo(f"Next: edit board.toml, then: gm map check {made}")


@app.command()
def accept(
    game: GameName,
    reason: Annotated[str, typer.Option(help="Why; it stands in the game's journal.")] = "",
    as_json: AsJson = False,
) -> None:
    """Play a running game on with a map that was changed under it.

    A running server keeps the maps it began with, so stop it first.
    """
    from gm.adapters.serving.processes import InstanceLock
    from gm.app.setup.maps import accept_board

    lock = InstanceLock(settings().data_dir)
    lock.take()
    try:
        with services() as opened:
            accepted = accept_board(opened, game, reason)
    finally:
        lock.release()
    if as_json:
        print_json({"game": accepted.game, "phase": accepted.phase, "digest": accepted.digest})
    else:
        typer.echo(
            f"{accepted.game} goes on with {accepted.phase}, on the map {accepted.digest[:12]}."
        )


@app.command()
def picture(
    game_or_board: Annotated[
        str, typer.Argument(help="A game's name, or a board's.", show_default=False)
    ],
    phase: Annotated[
        str | None, typer.Option(help="As the board was in this phase, such as S1977M.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write it to this file.")] = None,
) -> None:
    """Write the shapes of a board as GeoJSON, split provinces cut in two.

    The board of a game is that of its latest phase. Black holes and countries that nobody plays
    are marked; maps/README.md describes the form. With --phase the name is always a game's.
    """
    from gm.games.diplomacy.desk.past_boards import board_shown
    from gm.games.diplomacy.map.files.boards import MapFolders
    from gm.games.diplomacy.map.files.picture_drawn import BoardDrawing, draw_board

    folders = MapFolders(settings().maps)
    if phase is None and game_or_board in folders.ids():
        drawing = BoardDrawing(folders(game_or_board))
    else:
        with services() as opened:
            shown = board_shown(opened, game_or_board, phase)
        about = {"game": shown.game, "phase": shown.phase}
        drawing = BoardDrawing(shown.board, shown.splits, about)
    text = draw_board(folders.folder(drawing.board.id), drawing)
    if out is None:
        typer.echo(text, nl=False)
        return
    with written_to(out):
        out.write_text(text, encoding="utf-8")
    _say(f"{out} shows {_subject(drawing)}.")


def _subject(drawing: BoardDrawing) -> str:
    about, number = drawing.about, len(drawing.splits)
    subject = f"the board of {about['game']} in {about['phase']}" if about else drawing.board.title
    return subject + (
        f", {number} {'province' if number == 1 else 'provinces'} split" if number else ""
    )
