"""The process in which pictures are drawn: `gm.games.diplomacy.map.files.studio` runs this module.

A picture takes a second of a processor, in which nothing else could be done by the threads of the
server.
"""

from __future__ import annotations

import sys
from pathlib import Path

from gm.adapters.maps.map_png import png_of
from gm.adapters.worker import serve
from gm.drawing.chart_svg import draw_chart
from gm.games.diplomacy.map.drawn.picture import draw, is_readable, window
from gm.games.diplomacy.map.files.map_sheet import sheet_of
from gm.games.diplomacy.map.files.studio_wire import REQUESTS
from gm.games.diplomacy.map.shown.showing import MapShown


def answer(request: bytes) -> bytes:
    """Return a picture as PNG, nothing for a part that is not needed.

    Raises:
        GmError: the board's shapes cannot be used.
    """
    wanted = REQUESTS.decode(request)
    shown = wanted.shown
    if not isinstance(shown, MapShown):
        return png_of(draw_chart(shown), wanted.width)
    sheet = sheet_of(Path(wanted.folder), shown.printed, shown.board, shown.splits)
    if shown.near is None:
        return png_of(draw(sheet, shown.scene), wanted.width)
    part = None if is_readable(sheet) else window(sheet, shown.near)
    return png_of(draw(sheet, shown.scene, part), wanted.width) if part is not None else b""


if __name__ == "__main__":
    serve(sys.argv[1:], answer)
