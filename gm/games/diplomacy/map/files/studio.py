"""Pictures drawn in a process of their own: a second of work that nothing in the server waits for."""

from __future__ import annotations

import logging
from typing import Final

from gm.adapters.worker import Bounds, NotStartedError, RefusedError, Worker, WorkerError
from gm.errors import PictureError
from gm.games.diplomacy.map.files.boards import MapFolders
from gm.games.diplomacy.map.files.studio_wire import PICTURE_BYTES, PNG, REQUESTS, Wanted
from gm.games.diplomacy.map.shown.enclosed import Drawable
from gm.games.diplomacy.map.shown.showing import MapShown

MAIL_WIDTH: Final = 1000
"""How wide a picture in a mail is, in pixels: sharp on a phone, and below 150 kB."""

_BOUNDS: Final = Bounds(seconds=25, patience=90, answer=PICTURE_BYTES, niceness=10)
"""A picture takes a second of a processor, the first of a board two; a slow machine ten times that.

The clock is for a process that does nothing: under load a picture waits, and is drawn all the same.
"""

_log = logging.getLogger(__name__)


class Studio:
    """Draws pictures one at a time; any thread may ask.

    Args:
        folders: where the boards are.
        width: of the pictures, in pixels.
        bounds: of its process.
    """

    def __init__(
        self, folders: MapFolders, width: int = MAIL_WIDTH, bounds: Bounds = _BOUNDS
    ) -> None:
        self._folders = folders
        self._width = width
        self.worker: Final = Worker("gm.games.diplomacy.map.files.studio_process", bounds)

    def close(self) -> None:
        """End the process; another picture starts a new one."""
        self.worker.close()

    def draw(self, shown: Drawable) -> bytes:
        """Return a picture as PNG; nothing for a part of a map whose names can be read anyway.

        Raises:
            PictureError: it cannot be drawn, or takes too long.
        """
        asked = REQUESTS.encode(Wanted(self._folder(shown), shown, self._width))
        try:
            picture = self.worker.ask(asked)
        except RefusedError as fault:
            raise PictureError(str(fault)) from fault
        except NotStartedError as fault:
            raise PictureError("no process could be started to draw in") from fault
        except WorkerError as fault:
            _log.warning("the process that draws failed: %s", fault)
            raise PictureError(f"the process that draws failed: {fault}") from fault
        if not picture and isinstance(shown, MapShown) and shown.near is not None:
            return b""
        if not picture.startswith(PNG):
            self.worker.close()  # whatever has befallen it, the next picture has another
            raise PictureError("what the process that draws has made is no picture")
        return picture

    def _folder(self, shown: Drawable) -> str:
        """Return the folder of a map's board; "" for a chart."""
        return str(self._folders.folder(shown.printed.id)) if isinstance(shown, MapShown) else ""
