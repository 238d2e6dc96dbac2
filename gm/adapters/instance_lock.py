"""One server for one data folder: a lock the system lets go when the process ends, however."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from gm.errors import AlreadyThere

LOCK_NAME = "gm.lock"


class InstanceLock:
    """The lock of a data folder. Commands beside the server do not take it."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / LOCK_NAME
        self._held: IO[str] | None = None

    def take(self) -> None:
        """Take the lock; AlreadyThere, naming the process, if another server has it."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = self._path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            handle.seek(0)
            holder = handle.read().strip() or "unknown"
            handle.close()
            raise AlreadyThere(
                f"A server runs on {self._path.parent} already (process {holder})."
            ) from fault
        handle.truncate(0)
        handle.write(f"{os.getpid()}\n")
        handle.flush()
        self._held = handle

    def release(self) -> None:
        """Let the lock go; the file stays, for removing it would let two servers hold two."""
        if self._held is not None:
            self._held.close()
            self._held = None
