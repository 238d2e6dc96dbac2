"""A small disk that can be filled and freed: a real one in memory where we may mount, else a limit."""

from __future__ import annotations

import resource
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.peers.programs import as_root, open_folder


class Disk(ABC):
    """A place for a server's folder.

    Attributes:
        folder: where on it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def fill(self, pid: int) -> None:
        """Leave no byte free for a process."""

    @abstractmethod
    def free(self, pid: int) -> None:
        """Make room again."""


class MountedDisk(Disk):
    """A file system of its own: ENOSPC for everybody."""

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"

    def fill(self, pid: int) -> None:
        """Write until nothing fits any more."""
        with self._ballast.open("ab", buffering=0) as ballast, suppress(OSError):
            while ballast.write(bytes(4096)):
                pass

    def free(self, pid: int) -> None:
        """Remove what was written."""
        self._ballast.unlink()


class LimitedDisk(Disk):
    """A limit on the size of any file the process writes: EFBIG for it alone."""

    def fill(self, pid: int) -> None:
        """Let no file of the process grow, nor any page of one be written."""
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def free(self, pid: int) -> None:
        """Take the limit away."""
        resource.prlimit(
            pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        )


@contextmanager
def small_disk(megabytes: int) -> Iterator[Disk]:
    """Mount a disk in memory for the length of a `with`; where that is not allowed, use a limit."""
    with open_folder("disk") as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0777", "tmpfs"]
        done = subprocess.run(as_root([*mount, str(folder)]), capture_output=True, check=False)
        if done.returncode:
            yield LimitedDisk(folder)
            return
        try:
            yield MountedDisk(folder)
        finally:
            subprocess.run(as_root(["umount", str(folder)]), check=True)
