"""What publishing needs from outside: a folder that remembers what it holds, and who draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

Draw = Callable[[Any], str]
"""Draws what a picture of some room shows, as SVG text."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is remembered of files that are made together.

    Args:
        digest: of all that they were made from. files: their paths in the archive.
        told: what others want to know of them, as JSON has it.
    """

    digest: str
    files: tuple[str, ...]
    told: Mapping[str, object] = field(default_factory=dict)


class SiteFolder(Protocol):
    """The folder of the archive. What is neither written nor kept in a run is taken out of it."""

    def noted(self, unit: str) -> Note | None:
        """Return what was noted of files made together; None if one of them is not there."""
        ...

    def keep(self, unit: str) -> None:
        """Leave files that were made together as they are."""
        ...

    def keep_all(self, start: str) -> None:
        """Leave everything as it is whose path begins so."""
        ...

    def note(self, unit: str, note: Note) -> None:
        """Remember files that are made together; they are written after that."""
        ...

    def write(self, path: str, content: str | bytes) -> None:
        """Put a file there, unless one of that content is there already."""
        ...
