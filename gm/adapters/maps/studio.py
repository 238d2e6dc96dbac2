"""Pictures drawn in a process of their own: a second of work that nothing in the server waits for."""

from __future__ import annotations

import logging
import pickle
import threading
from typing import Final

from gm.adapters.child import Child, NotStartedError
from gm.adapters.frames import LENGTH
from gm.adapters.maps.boards import MapFolders
from gm.adapters.maps.studio_frames import DRAWN, Wanted
from gm.app.pictures.enclosed import Drawable
from gm.app.pictures.showing import Pictured
from gm.errors import PictureError

MAIL_WIDTH: Final = 1000
"""How wide a picture in a mail is, in pixels: sharp on a phone, and below 150 kB."""

MEMORY: Final = 1024 * 1024 * 1024
"""Bytes of address space; drawing a map takes about a quarter of it."""

_PATIENCE: Final = 30.0
"""Seconds by the clock that a picture may take, and the process to start."""

_log = logging.getLogger(__name__)


class Studio:
    """Draws pictures one at a time; any thread may ask.

    Args:
        folders: where the boards are.
        width: of the pictures, in pixels.
    """

    def __init__(self, folders: MapFolders, width: int = MAIL_WIDTH) -> None:
        self._folders = folders
        self._width = width
        self._process: Child | None = None
        self._lock = threading.Lock()

    def close(self) -> None:
        """End the process; another picture starts a new one."""
        with self._lock:
            self._end()

    def draw(self, shown: Drawable) -> bytes:
        """Return a picture as PNG.

        Raises:
            PictureError: it cannot be drawn, or takes too long.
        """
        wanted = Wanted(self._folder(shown), shown, self._width)
        asked = pickle.dumps(wanted, pickle.HIGHEST_PROTOCOL)
        with self._lock:
            answer = self._ask(asked)
        if answer[: len(DRAWN)] != DRAWN:
            raise PictureError(answer[len(DRAWN) :].decode("utf-8", "replace"))
        return answer[len(DRAWN) :]

    def _folder(self, shown: Drawable) -> str:
        """Return the folder of a map's board; "" for a chart."""
        return str(self._folders.folder(shown.printed.id)) if isinstance(shown, Pictured) else ""

    def _ask(self, asked: bytes) -> bytes:
        try:
            self._process = self._process or Child(
                "gm.adapters.maps.studio_process", [str(MEMORY)], _PATIENCE
            )
            return self._process.ask(LENGTH.pack(len(asked)), asked)
        except NotStartedError as fault:
            raise PictureError("no process could be started to draw in") from fault
        except (OSError, EOFError) as fault:
            ended = self._end()
            _log.warning("the process that draws ended with %d", ended)
            raise PictureError("the process that drew it took too long, or ended") from fault

    def _end(self) -> int:
        """End the process if there is one, and return how it ended."""
        process, self._process = self._process, None
        return process.end() if process else 0
