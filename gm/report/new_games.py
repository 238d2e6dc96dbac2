"""What HELP tells of creating a game by mail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewGameHelp:
    """How a game is created by mail, for whoever may.

    Args:
        server_address: where to; settings: the names of what can be said of every game.
        options: what more can be said of some, under the name of their rules.
    """

    server_address: str
    settings: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]
