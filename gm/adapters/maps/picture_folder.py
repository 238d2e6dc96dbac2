"""Drawn pictures as files: each is drawn once, and a file that is lost is drawn anew."""

from __future__ import annotations

import os
import re
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

KEPT_SECONDS: Final = 30 * 24 * 3600.0
"""Pictures are kept for a month: mails are sent again, and the archive shows them."""

_LOOK_SECONDS: Final = 24 * 3600.0
_SAFE: Final = re.compile(r"[^A-Za-z0-9.+-]")


class PictureFolder:
    """A folder of pictures, made where it is missing; it may be emptied at any time.

    Args:
        folder: where it is.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._looked = 0.0

    def get(self, name: str) -> bytes | None:
        """Return a picture by name; None if it is not there."""
        with suppress(OSError):
            return self._path(name).read_bytes()
        return None

    def put(self, name: str, picture: bytes) -> None:
        """Keep a picture, and let go of those that are old; OSError if it cannot be written."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=self._folder, suffix=".new")
        with os.fdopen(handle, "wb") as file:
            file.write(picture)
        Path(draft).replace(self._path(name))
        if time.time() - self._looked >= _LOOK_SECONDS:
            self._looked = time.time()
            self._let_go(self._looked - KEPT_SECONDS)

    def _path(self, name: str) -> Path:
        return self._folder / f"{_SAFE.sub('_', name)}.png"

    def _let_go(self, before: float) -> None:
        for path in self._folder.iterdir():
            with suppress(OSError):
                if path.stat().st_mtime < before:
                    path.unlink()
