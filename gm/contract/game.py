"""What a room exports: one value for its family of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from gm.contract.stored import Stored

# A game's own types: of its position, and of what became of an order.
S = TypeVar("S")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Game(Generic[S, R]):
    """A family of games that is played by the same code.

    Args:
        id: the name of its room.
        variants: what a game of the family may be, by the names that GMs choose.
        stored: how its values are stored.
    """

    id: str
    variants: tuple[str, ...]
    stored: Stored[S, R]
