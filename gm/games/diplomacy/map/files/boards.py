"""Loads boards: a folder of map files in, an immutable checked board out.

::

    load_board("republic")             one of our own boards, loaded once per process
    load_board_folder(Path("mine"))    a GM's own folder
    MapFolders(Path("maps"))           a GM's folder of board folders first, then our own
    map_faults(Path("mine"))           everything that is wrong with it, entry by entry

A board with any fault is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gm.errors import MapError
from gm.games.diplomacy.map.files.board_examine import MapFault, examine
from gm.games.diplomacy.map.files.board_files import BOARD_FILE
from gm.games.diplomacy.rules.board import Board
from gm.resources import maps_dir


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
        raise MapError(
            str(path / BOARD_FILE),
            "map.id",
            f"is {board.id!r}, not {map_id!r}",
            remedy="give the folder and the board the same name",
        )
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
    return examine(path).faults


@dataclass(frozen=True, slots=True)
class MapFolders:
    """Where a server takes its boards from: a GM's own folder first, then ours.

    Called with a board's name it returns the board, the same object each time in a process.

    Args:
        own_folder: the GM's folder of board folders, if he has one.
    """

    own_folder: Path | None = None

    def __call__(self, map_id: str) -> Board:
        """Return a board by name; MapError if there is none, or it is broken."""
        return load_board(map_id, self.own_folder if self.is_own(map_id) else None)

    def is_own(self, map_id: str) -> bool:
        """Tell whether the GM's own folder has a board of that name."""
        return map_id in self.own_ids()

    def own_ids(self) -> tuple[str, ...]:
        """Return the names of the GM's own boards.

        Raises:
            MapError: the folder is not there.
        """
        if self.own_folder is None:
            return ()
        if not self.own_folder.is_dir():
            raise MapError(
                str(self.own_folder),
                "the folder of your maps",
                "does not exist",
                remedy="make it, or take `maps` out of the settings",
            )
        return board_ids(self.own_folder)

    def folder(self, map_id: str) -> Path:
        """Return the folder a board is taken from; MapError if there is none of that name."""
        return _board_folder(map_id, self.own_folder if self.is_own(map_id) else None)

    def ids(self) -> tuple[str, ...]:
        """Return the names of all boards, in alphabetical order."""
        return tuple(sorted({*board_ids(), *self.own_ids()}))


def _board_folder(map_id: str, folder: Path | None) -> Path:
    if map_id not in board_ids(folder):
        known = ", ".join(board_ids(folder)) or "none"
        where = str(folder or maps_dir())
        raise MapError(where, map_id, f"there is no such board; known are: {known}")
    return (folder or maps_dir()) / map_id


@lru_cache(maxsize=32)
def _load(path: Path) -> _Loaded:
    examined = examine(path)
    if examined.faults:
        first, *rest = examined.faults
        error = first.error()
        for fault in rest:
            error.add_note(str(fault))
        raise error
    if examined.board is None or examined.picture is None:
        raise MapError(str(path), "the folder", "could not be read")
    return _Loaded(examined.board, examined.picture.file)
