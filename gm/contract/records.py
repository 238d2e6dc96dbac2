"""Recorded steps: a position and orders as plain data in, results and the position after out.

They are for what-if work and for checking against other programs; no server is needed for them.
What such a record looks like is a game's own affair, but for its `id` and its `variant`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

Record: TypeAlias = Mapping[str, Any]
"""A JSON object, read."""


class AskedStep(Protocol):
    """A recorded step that has been read and is still to be played."""

    def play(self) -> Any:
        """Play it; an InputError if what it tells of the game cannot have been."""
        ...

    def answer(self, made: Any, *, explain: bool) -> dict[str, Any]:
        """Return the answer as plain data.

        Args:
            made: what `play` returned.
            explain: with why, a sentence on each order that failed.
        """
        ...


class Records(Protocol):
    """How a family's steps are recorded."""

    def ask(self, record: Record) -> AskedStep:
        """Read a recorded step of one of its variants.

        Raises:
            InputError: it is not of the form, or an order in it is unreadable.
            DataError: nobody knows one of its settings.
        """
        ...
