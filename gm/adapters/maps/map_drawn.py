"""A picture of a game as SVG: its board's shapes from their folder, and what stands on them."""

from __future__ import annotations

from gm.adapters.maps.boards import MapFolders
from gm.adapters.maps.map_sheet import sheet_of
from gm.app.pictures.showing import Pictured
from gm.drawing.picture import draw


def svg_of(folders: MapFolders, shown: Pictured) -> str:
    """Return a picture as SVG text.

    Raises:
        MapError: the shapes of its board are broken.
    """
    folder = folders.folder(shown.printed.id)
    return draw(sheet_of(folder, shown.printed, shown.board, shown.splits), shown.scene)
