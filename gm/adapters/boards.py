"""Loads boards: a folder of map files in, an immutable checked board out.

::

    load_board("republic")             one of our own boards, loaded once per process
    load_board_folder(Path("mine"))    a GM's own folder
    map_faults(Path("mine"))           everything that is wrong with it, entry by entry

A board with any fault is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gm.adapters.board_build import build_board
from gm.adapters.board_claims import check_shapes, check_table
from gm.adapters.board_files import BOARD_FILE, read_files, shape_names
from gm.adapters.board_schema import BoardTable, read_table
from gm.errors import MapError
from gm.resources import maps_dir
from gm.rules.board import Board
from gm.rules.board_check import check_board
from gm.rules.board_faults import Fault
from gm.rules.board_start import check_start


@dataclass(frozen=True, slots=True)
class MapFault:
    """One fault of a map: the file, the entry in it, the reason."""

    file: str
    entry: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: {self.entry}: {self.reason}"


@dataclass(frozen=True, slots=True)
class _Loaded:
    board: Board
    geometry: Path


def board_ids(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of the boards in a folder, ours by default, in alphabetical order."""
    root = folder or maps_dir()
    return tuple(sorted(path.parent.name for path in root.glob(f"*/{BOARD_FILE}")))


def load_board(map_id: str, folder: Path | None = None) -> Board:
    """Return a board by name, from our own or from a folder of board folders.

    Raises:
        MapError: there is no such board, or it is broken.
    """
    path = _board_folder(map_id, folder)
    board = load_board_folder(path)
    if board.id != map_id:
        # Games remember a board by its id and look it up by its folder.
        raise MapError(str(path / BOARD_FILE), "map.id", f"is {board.id!r}, not {map_id!r}")
    return board


def load_board_folder(path: Path) -> Board:
    """Return the board in one folder; the same object each time in a process.

    Raises:
        MapError: the board is broken. Its message tells the first fault, its notes the others.
    """
    return _load(path.resolve()).board


def geometry_path(map_id: str, folder: Path | None = None) -> Path:
    """Return the GeoJSON file with a board's shapes, for pictures.

    Raises:
        MapError: there is no such board, or it is broken.
    """
    return _load(_board_folder(map_id, folder).resolve()).geometry


def map_faults(path: Path) -> tuple[MapFault, ...]:
    """Return everything that is wrong with the board in a folder, read afresh; empty if sound."""
    try:
        return _examine(path)[1]
    except MapError as error:
        return (MapFault(error.file, error.entry, error.reason),)


def _board_folder(map_id: str, folder: Path | None) -> Path:
    if map_id not in board_ids(folder):
        known = ", ".join(board_ids(folder)) or "none"
        where = str(folder or maps_dir())
        raise MapError(where, map_id, f"there is no such board; known are: {known}")
    return (folder or maps_dir()) / map_id


@lru_cache(maxsize=32)
def _load(path: Path) -> _Loaded:
    loaded, faults = _examine(path)
    if loaded is None or faults:
        first, *rest = faults
        error = MapError(first.file, first.entry, first.reason)
        for fault in rest:
            error.add_note(str(fault))
        raise error
    return loaded


def _examine(path: Path) -> tuple[_Loaded | None, tuple[MapFault, ...]]:
    """Read and judge a folder; without a board if its form already is wrong."""
    files = read_files(path)
    if len(files.chain) > 1 and (inherited := map_faults(files.chain[-2])):
        return None, inherited  # so that each fault is told of the file it stands in
    table = read_table(files.raw)
    if not isinstance(table, BoardTable):
        return None, _in_file(files.board_file, table)
    geometry = files.geometry(table.map.geometry)
    shapes = shape_names(geometry)
    board = build_board(table, files.digest(table.map.geometry))
    faults = (*check_board(board), *check_start(board), *check_table(table, board))
    found = (*_in_file(files.board_file, faults), *_in_file(geometry, check_shapes(table, shapes)))
    return _Loaded(board, geometry), found


def _in_file(file: Path, faults: tuple[Fault, ...]) -> tuple[MapFault, ...]:
    return tuple(MapFault(str(file), fault.entry, fault.reason) for fault in faults)
