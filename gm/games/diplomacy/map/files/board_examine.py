"""Examines a board folder: everything that is wrong with it, each fault with its file and line.

What is examined once is what a game is loaded from and what `gm map check` tells about. The check
takes a longer look besides, at what does not keep a game from being played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from gm.errors import MapError
from gm.games.diplomacy.map.files.board_build import build_board
from gm.games.diplomacy.map.files.board_claims import check_table
from gm.games.diplomacy.map.files.board_files import BoardFiles, read_files
from gm.games.diplomacy.map.files.board_fit import (
    NO_SHAPE,
    check_drawn,
    check_shapes,
    look_at_picture,
    look_at_shapes,
)
from gm.games.diplomacy.map.files.board_form import Form, read_form
from gm.games.diplomacy.map.files.board_names import unknown_names, with_other_names
from gm.games.diplomacy.map.files.board_picture import Picture, read_picture
from gm.games.diplomacy.map.files.board_schema import BoardTable
from gm.games.diplomacy.map.files.board_where import Where
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.board_check import check_board
from gm.games.diplomacy.rules.board_faults import Fault
from gm.games.diplomacy.rules.board_start import check_start


@dataclass(frozen=True, slots=True)
class MapFault:
    """One fault of a map.

    Args:
        file: the file it is in.
        entry: the entry in it.
        reason: what is wrong.
        line: the line of the entry, counted from 1; None if the file is not there.
        remedy: what would be right, or "".
    """

    file: str
    entry: str
    reason: str
    line: int | None = None
    remedy: str = ""

    @classmethod
    def of(cls, error: MapError) -> MapFault:
        """Return what an error says as a fault."""
        line = error.line
        if line is None and Path(error.file).is_file():
            line = Where.of(Path(error.file)).line(error.entry)
        return cls(error.file, error.entry, error.reason, line, error.remedy)

    def place(self) -> tuple[bool, str, int]:
        """Return where it stands, to be sorted by: the tables first, then the pictures."""
        return not self.file.endswith(".toml"), self.file, self.line or 0

    def error(self) -> MapError:
        """Return the error that refuses a map for this fault."""
        return MapError(self.file, self.entry, self.reason, line=self.line, remedy=self.remedy)

    def __str__(self) -> str:
        return str(self.error())


@dataclass(frozen=True, slots=True)
class Examined:
    """A board folder, read and judged.

    Args:
        faults: all that is wrong; a board with one is not played on.
        files, table, board, picture, form: what could be read. A board with faults may have
            stopgaps in it.
    """

    faults: tuple[MapFault, ...]
    files: BoardFiles | None = None
    table: BoardTable | None = None
    board: Board | None = None
    picture: Picture | None = None
    form: Form | None = None


def examine(folder: Path) -> Examined:
    """Read and judge a folder; nothing is raised for what is wrong with it."""
    try:
        files = read_files(folder)
    except MapError as error:
        return Examined((MapFault.of(error),))
    if len(files.chain) > 1:
        base = examine(files.chain[-2])
        if base.faults:
            return Examined(base.faults, files)  # so that each fault is told of its own file
    form = read_form(files.raw)
    if form.table is None:
        return Examined(tuple(locate(form.faults, files)), files)
    return _examine_table(files, form, form.table)


def _examine_table(files: BoardFiles, form: Form, table: BoardTable) -> Examined:
    missing: tuple[MapFault, ...] = ()
    picture: Picture | None = None
    if "map.geometry" not in form.doubts:
        try:
            picture = read_picture(files.geometry(table.map.geometry))
        except MapError as error:
            missing = (MapFault.of(error),)
    built = build_board(table, files.digest(table.map.geometry) if picture else "")
    board, misnamed = with_other_names(built, files)
    found: list[Fault] = [*check_board(board), *check_start(board), *check_table(table, board)]
    if picture is not None:
        found += [*check_drawn(table, picture), *check_shapes(table, picture)]
    certain = [fault for fault in found if not form.is_doubtful(fault)]
    located = (
        *locate([*form.faults, *certain], files, picture),
        *missing,
        *map(MapFault.of, misnamed),
    )
    faults = tuple(sorted(dict.fromkeys(located), key=MapFault.place))
    # What the picture draws wrongly, it need not be compared with.
    form.doubts |= {it.entry.split(".")[1] for it in certain if _is_of_shapes(it)}
    return Examined(faults, files, table, board, picture, form)


def _is_of_shapes(fault: Fault) -> bool:
    return fault.entry.startswith("shapes.") or fault.reason == NO_SHAPE


def look(examined: Examined) -> tuple[MapFault, ...]:
    """Return what a GM should look at in a board that may be sound: how the picture fits it."""
    files, table, board, picture = (
        examined.files,
        examined.table,
        examined.board,
        examined.picture,
    )
    if files is None or table is None or board is None or picture is None:
        return ()
    seen = [*look_at_shapes(table, picture), *look_at_picture(table, board, picture)]
    told = {(fault.file, fault.entry) for fault in examined.faults}
    form = examined.form
    certain = [it for it in seen if form is None or not form.is_doubtful(it)]
    named = map(MapFault.of, unknown_names(board, files))
    remarks = sorted([*locate(certain, files, picture), *named], key=MapFault.place)
    return tuple(it for it in remarks if (it.file, it.entry) not in told)


def locate(
    faults: Iterable[Fault], files: BoardFiles, picture: Picture | None = None
) -> list[MapFault]:
    """Return faults of a board with the file and the line each stands on."""
    faults = [*faults]
    if not faults:
        return []
    own = Where.of(files.board_file)
    bases = [(folder, Where.of(files.board_of(folder))) for folder in reversed(files.chain[:-1])]
    return [
        _in_picture(fault, picture)
        if picture is not None and fault.entry.startswith("shapes.")
        else _in_board(fault, files, own, bases)
        for fault in faults
    ]


def _in_picture(fault: Fault, picture: Picture) -> MapFault:
    line = picture.lines.get(fault.entry, 1)
    return MapFault(str(picture.file), fault.entry, fault.reason, line, fault.remedy)


def _in_board(
    fault: Fault, files: BoardFiles, own: Where, bases: list[tuple[Path, Where]]
) -> MapFault:
    """Place a fault in the board's own file, even if the entry was given by a base."""
    line = own.line(fault.entry, fault.item)
    told = MapFault(str(files.board_file), fault.entry, fault.reason, line, fault.remedy)
    if own.holds(fault.entry):
        return told
    for folder, where in bases:
        if where.holds(fault.entry):
            source = f"{folder.name}/{files.board_file.name}, line {where.line(fault.entry)}"
            return replace(told, reason=f"{fault.reason} (the entry is given in {source})")
    return told
