"""What the store does so that a whole game can go to another server, or come from one.

A part of the transaction of `gm.app.ports`, in a module of its own for its length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

Plain = Mapping[str, Any]
"""A row as JSON can hold it: moments as ISO 8601 in UTC, bytes in base64."""


@dataclass(frozen=True, slots=True)
class PlainRow:
    """One row of one table, with its key on the server it comes from."""

    table: str
    values: Plain


class MovingTransaction(Protocol):
    """Whole games, as one transaction sees them."""

    def rows_of_game(self, game_id: int) -> Iterator[PlainRow]:
        """Yield all that is stored of a game and its people, in an order in which it can be stored.

        What belongs to the server, its mailboxes and its signs of life, is none of it.
        """
        ...

    def take_rows(self, rows: Iterable[PlainRow]) -> int:
        """Store the rows of a game under keys of this server, and return the game's.

        Who is known here by his address stays who he is. A mail that is here already stands for
        its copy.

        Raises:
            AlreadyThere: another game has the name.
            StoreError: a row is none of ours, refers to one that is not there, or says what
                another says already.
        """
        ...

    def version(self) -> str:
        """Return the version of the tables, which must be the same on both servers."""
        ...
