"""A picture of a game as SVG: its board's shapes from their folder, and what stands on them."""

from __future__ import annotations

from gm.games.diplomacy.map.drawn.picture import draw
from gm.games.diplomacy.map.files.boards import MapFolders
from gm.games.diplomacy.map.files.map_sheet import sheet_of
from gm.games.diplomacy.map.shown.showing import MapShown


def svg_of(folders: MapFolders, shown: MapShown) -> str:
    """Return a picture as SVG text.

    Raises:
        MapError: the shapes of its board are broken.
    """
    folder = folders.folder(shown.printed.id)
    return draw(sheet_of(folder, shown.printed, shown.board, shown.splits), shown.scene)
