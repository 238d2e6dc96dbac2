"""Draws from a list of numbers, as recorded steps of other programs hold them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gm.contract.draws import Draw

_SHUFFLE = re.compile(r"(.*), card (\d+)")


class ListedDraws:
    """Keeps the contract's `Draws`: each draw takes the next number, which counts its candidates from 1.

    A shuffle takes a number for each card, the one left over too: the rank of the card that comes to
    the place among all cards of the deck, sorted. A single card takes none.

    Args:
        numbers: as many as are needed; more may be given.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers
        self.used = 0
        self._cards: tuple[str, ...] = ()

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Return the candidate of the next number; ValueError if the list has ended, or it is none."""
        if (found := _SHUFFLE.fullmatch(label)) is None:
            return Draw(label, tuple(candidates), self._chosen(candidates))
        if found[2] == "1":
            self._cards = tuple(sorted(candidates))
        chosen = self._chosen(self._cards)
        if len(candidates) == 2:  # the last card falls into its place without a draw
            self._chosen(self._cards)
        if chosen not in candidates:
            raise ValueError(f"{label}: {chosen} has its place already")
        return Draw(label, tuple(candidates), chosen)

    def _chosen(self, candidates: Sequence[str]) -> str:
        if self.used >= len(self.numbers):
            raise ValueError("the list of draws has ended")
        number = self.numbers[self.used]
        if not 1 <= number <= len(candidates):
            raise ValueError(f"draw {self.used + 1} is {number}, of {len(candidates)}")
        self.used += 1
        return candidates[number - 1]
