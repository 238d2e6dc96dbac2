"""Chance that a record has decided, as a list of numbers in the order of the rules (11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gm.contract.draws import Draw
from gm.errors import UnreadableInput


@dataclass(slots=True)
class NumberedDraws:
    """Draws by numbers: a die shows its face, a choice falls on the place of a candidate, from 1.

    A shuffle takes as many numbers as it has cards: of each place from the top the rank of its card
    among all that were shuffled.

    Args:
        numbers: those of the record. used: how many were asked for.
    """

    numbers: Sequence[int]
    used: int = 0
    _shuffled: tuple[str, ...] = ()

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
        chosen = self._ranked(label)
        if chosen not in left:
            raise UnreadableInput(f"Draw {self.used} has a card a second time: {label}.")
        if len(left) == 2:
            (last,) = (card for card in left if card != chosen)
            if self._ranked(label) != last:
                raise UnreadableInput(f"Draw {self.used} has a card a second time: {label}.")
        return chosen

    def _ranked(self, label: str) -> str:
        return _at(self._next(label), self._shuffled, label)

    def _next(self, label: str) -> int:
        if self.used >= len(self.numbers):
            raise UnreadableInput(f"There are {self.used} draws; one more is needed: {label}.")
        self.used += 1
        return self.numbers[self.used - 1]


def _at(number: int, candidates: Sequence[str], label: str) -> str:
    if not 1 <= number <= len(candidates):
        raise UnreadableInput(f"{number} cannot be drawn: {label} has 1 to {len(candidates)}.")
    return candidates[number - 1]
