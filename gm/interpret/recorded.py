"""A kit for recorded steps: fields of plain data, checked by name, and chance that a record has decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

from gm.contract.draws import Draw
from gm.errors import UnreadableInput

E_ = TypeVar("E_", bound=Enum)


def table_of(data: object, where: str, keys: Sequence[str]) -> Mapping[str, Any]:
    """Return plain data that are a table with these keys and no others; UnreadableInput if they are not."""
    if not isinstance(data, dict):
        raise UnreadableInput(f"{where}: it is no table.")
    for key in keys:
        if key not in data:
            raise UnreadableInput(f"{where}: the key {key!r} is missing.")
    for key in data:
        if key not in keys:
            raise UnreadableInput(f"{where}: there is no key {key!r}.")
    return data


def list_of(data: object, where: str) -> list[object]:
    """Return plain data that are a list; UnreadableInput if they are none."""
    if not isinstance(data, list):
        raise UnreadableInput(f"{where}: it is no list.")
    return data


def number_of(data: object, where: str, least: int, most: int) -> int:
    """Return a whole number between two; UnreadableInput if it is none."""
    if not isinstance(data, int) or isinstance(data, bool) or not least <= data <= most:
        raise UnreadableInput(f"{where}: {data!r} is no number from {least} to {most}.")
    return data


def truth_of(data: object, where: str) -> bool:
    """Return true or false; UnreadableInput if it is neither."""
    if not isinstance(data, bool):
        raise UnreadableInput(f"{where}: {data!r} is neither true nor false.")
    return data


def one_of(data: object, where: str, known: Sequence[str]) -> str:
    """Return a text that is one of those known; UnreadableInput if it is none of them."""
    if not isinstance(data, str) or data not in known:
        raise UnreadableInput(f"{where}: {data!r} is none of {', '.join(known)}.")
    return data


def member_of(data: object, where: str, kind: type[E_]) -> E_:
    """Return the member of an enum that a text is the value of; UnreadableInput if it is of none."""
    return kind(one_of(data, where, tuple(str(member.value) for member in kind)))


def lines_of(orders: object, seats: Sequence[str], most: int) -> dict[str, list[str]]:
    """Return the lines that seats have sent, in the order of the seats.

    Args:
        orders: by seat, a list of lines. seats: all there are. most: lines of one seat.

    Raises:
        UnreadableInput: it is not of the form, or there is no such seat.
    """
    if not isinstance(orders, dict):
        raise UnreadableInput("orders: it is no table.")
    for seat, lines in orders.items():
        if seat not in seats:
            raise UnreadableInput(f"orders: there is no seat {seat!r}.")
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise UnreadableInput(f"orders.{seat}: it is no list of lines.")
        if len(lines) > most:
            raise UnreadableInput(f"orders.{seat}: more than {most} lines are not read.")
    return {seat: orders[seat] for seat in seats if seat in orders}


def draws_of(data: object) -> tuple[int, ...]:
    """Return the numbers that a record has decided; UnreadableInput if they are none."""
    numbers = list_of(data, "draws")
    return tuple(_whole(number) for number in numbers)


def _whole(number: object) -> int:
    if not isinstance(number, int) or isinstance(number, bool):
        raise UnreadableInput(f"draws: {number!r} is no whole number.")
    return number


@dataclass(slots=True)
class NumberedDraws:
    """Draws by numbers: a die shows its face, a choice falls on the place of a candidate, from 1.

    A shuffle takes as many numbers as it has cards: of each place from the top the rank of its card
    among all that were shuffled, several of which may be alike.

    Args:
        numbers: those of the record. used: how many were asked for.
    """

    numbers: Sequence[int]
    used: int = 0
    _shuffled: tuple[str, ...] = ()
    _ranks: set[int] = field(default_factory=set)

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Return what the next number decides; UnreadableInput if there is none, or it is none of them."""
        if ", card " in label:
            chosen = self._card(label, candidates)
        else:
            chosen = _at(self._next(label), candidates, label)
        return Draw(label, tuple(candidates), chosen, by_hand=True)

    def _card(self, label: str, left: Sequence[str]) -> str:
        """Return the card that comes to a place of a deck; the last one is not drawn, yet recorded."""
        if label.endswith(", card 1"):
            self._shuffled = tuple(left)
            self._ranks.clear()
        chosen = self._ranked(label)
        if len(left) == 2:
            self._ranked(label)
        return chosen

    def _ranked(self, label: str) -> str:
        rank = self._next(label)
        card = _at(rank, self._shuffled, label)
        if rank in self._ranks:
            raise UnreadableInput(f"Draw {self.used} has a card a second time: {label}.")
        self._ranks.add(rank)
        return card

    def _next(self, label: str) -> int:
        if self.used >= len(self.numbers):
            raise UnreadableInput(f"There are {self.used} draws; one more is needed: {label}.")
        self.used += 1
        return self.numbers[self.used - 1]


def _at(number: int, candidates: Sequence[str], label: str) -> str:
    if not 1 <= number <= len(candidates):
        raise UnreadableInput(f"{number} cannot be drawn: {label} has 1 to {len(candidates)}.")
    return candidates[number - 1]
