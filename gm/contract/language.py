"""How a game's orders are read and written: what its room owes the shell of its language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from gm.contract.orders import Order
from gm.contract.reading import Desk, Given, Read, SeatRead
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId

S = TypeVar("S")


class Language(Protocol[S]):
    """The order language of a family of games, over its own positions."""

    def text(self, order: Order, at: Position[S]) -> str:
        """Return an order in its short form, which can be read back: `A Par - Bur`."""
        ...

    def words(self, order: Order, at: Position[S], stage: str = "") -> str:
        """Return an order in full words, in the language that is spoken.

        Args:
            order: the order. at: the position it was given in.
            stage: the later stage that it is for, by its name; "" for the one of the position.
        """
        ...

    def read(self, lines: tuple[str, ...], desk: Desk[S]) -> Read:
        """Read the lines of a mail, what is quoted in it removed, for all seats of its writer.

        What it returns hangs on these, and on the language that is spoken, alone.
        """
        ...

    def again(self, given: Sequence[Given], desk: Desk[S]) -> SeatRead:
        """Judge what a seat has sent ahead, or what was left over, in the position that has come about.

        Of each line the number is the place of its order among those given, from 1; what no longer
        concerns the seat has none.
        """
        ...

    def key_named(self, text: str, at: Position[S]) -> str:
        """Return what the orders are filed under that somebody means: `LON`, `my builds`.

        Raises:
            InputError: it names none; the sentence says so, and what may have been meant.
        """
        ...

    def named_in(
        self, line: str, choices: Sequence[Sequence[Order]], at: Position[S]
    ) -> tuple[int, ...]:
        """Return which of some choices of a question a line means that holds but a name; their places."""
        ...

    def seat(self, text: str, rules: Rules[S, Any]) -> SeatId | None:
        """Return which seat somebody means by a name, however it is written; None if none."""
        ...
