"""Writes the archive beside the server: a thread that looks, and a process that writes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from gm.adapters.serving.lane import Lane
from gm.adapters.serving.own_commands import OwnCommands
from gm.app.words.gm_mail import CommandOutput

LOOK_SECONDS: Final = 5.0
"""How often it is looked whether something happened."""

_PATIENCE: Final = 3600.0
"""Seconds that a run may take; the first one of a large server draws thousands of maps."""

_STOP_SECONDS: Final = 2.0
"""How long the end of a run is waited for when the server stops; it harms nothing to cut it off."""


class Publisher:
    """A part of the server that has the archive written.

    Args:
        look: looks whether something happened, and has the archive written then.
    """

    def __init__(self, look: Callable[[], int]) -> None:
        self._lane = Lane("publish", [look], idle_seconds=LOOK_SECONDS)

    def start(self) -> None:
        """Begin."""
        self._lane.start()

    def stop(self) -> None:
        """End; a run that is under way is not waited for."""
        self._lane.stop(_STOP_SECONDS)


def publish_beside(config: Path | None) -> CommandOutput:
    """Write the archive in a process of its own that lets all others go first."""
    nice = shutil.which("nice")
    before = (nice, "-n", "15") if nice else ()
    return OwnCommands(config, before=before, patience=_PATIENCE).run(["publish"])
