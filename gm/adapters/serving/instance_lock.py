"""One server for one data folder: a lock the system lets go when the process ends, however.

Where the server runs in parts there is a lock for each part, and a whole server takes them all.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import ExitStack
from pathlib import Path

from gm.adapters.serving.roles import Role
from gm.errors import AlreadyThere

LOCK_NAMES = {role: f"gm-{role.value}.lock" for role in Role.ALL.parts}


class InstanceLock:
    """The lock of a data folder. Commands beside the server do not take it."""

    def __init__(self, data_dir: Path, role: Role = Role.ALL) -> None:
        self._data_dir = data_dir
        self._role = role
        self._held = ExitStack()

    def take(self) -> None:
        """Take the lock; AlreadyThere, naming the process, if another server has it."""
        self._data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        with ExitStack() as taken:
            for part in self._role.parts:
                self._take_one(self._data_dir / LOCK_NAMES[part], taken)
            self._held = taken.pop_all()

    def _take_one(self, path: Path, taken: ExitStack) -> None:
        path.touch(mode=0o600)  # whoever could open it could hold it, and keep us from starting
        handle = taken.enter_context(path.open("a+", encoding="utf-8"))
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            handle.seek(0)
            holder = handle.read().strip() or "unknown"
            raise AlreadyThere(
                f"A server runs on {self._data_dir} already (process {holder})."
            ) from fault
        handle.truncate(0)
        handle.write(f"{os.getpid()}\n")
        handle.flush()

    def release(self) -> None:
        """Let the lock go; the files stay, for removing one would let two servers hold two."""
        self._held.close()
