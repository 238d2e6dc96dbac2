"""Copies a board folder, with the licence of its shapes, so that a GM can edit the copy."""

from __future__ import annotations

import shutil
from pathlib import Path

from gm.errors import AlreadyThere
from gm.games.diplomacy.map.files.board_files import read_files
from gm.resources import maps_dir

NOTICE = "NOTICE"


def copy_board(source: Path, target: Path) -> Path:
    """Copy a board folder to a new one and return that.

    Raises:
        AlreadyThere: something lies there already.
        MapError: what is to be copied cannot be read.
    """
    read_files(source)
    if target.exists():
        raise AlreadyThere(f"{target} is there already; name a new folder, such as {target}/NAME.")
    shutil.copytree(source, target)
    notice = maps_dir() / NOTICE
    if source.parent == maps_dir() and notice.is_file():
        shutil.copyfile(notice, target / NOTICE)
    return target
