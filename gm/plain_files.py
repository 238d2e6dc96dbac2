"""Files that are read as they lie: a pipe that nobody writes to would be waited for, for ever."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

_OF_THE_SHELL: Final = ("/dev/", "/proc/")
"""Where a shell puts the pipes that it writes to itself, as for `<(zcat games.gz)`."""


def plain_file(path: Path) -> Path:
    """Return a path that can be opened without waiting for anybody.

    Raises:
        OSError: there is nothing, or a pipe, socket or device that no shell has put there.
    """
    mode = path.stat().st_mode
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode) or os.fspath(path).startswith(_OF_THE_SHELL):
        return path
    raise OSError(errno.EINVAL, "it is no file but a pipe, a socket or a device", os.fspath(path))
