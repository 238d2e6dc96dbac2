"""What is the same in several mails, made once a language and kept as long as they are written."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from gm.languages import spoken

T = TypeVar("T")


class Once:
    """Values made once, each under a key of its own; it lives no longer than the mails it is for."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}

    def __call__(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under a key in the language that is spoken, or make it now.

        Args:
            key: what it is; it must tell apart whatever `make` may return.
            make: called the first time.
        """
        told = (spoken(), key)
        if told not in self._made:
            self._made[told] = make()
        made: T = self._made[told]
        return made
