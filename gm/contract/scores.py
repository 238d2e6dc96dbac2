"""What a game that is over was worth, where its games can be compared: for tournaments."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from gm.contract.rules import Rules
from gm.contract.values import value

S_contra = TypeVar("S_contra", contravariant=True)


@value
class Score:
    """What a game was worth for who played it.

    Args:
        points: what the table of a tournament ranks by. further: what parts those of equal points; greater is better.
    """

    points: int
    further: tuple[int, ...] = ()

    @property
    def order(self) -> tuple[int, ...]:
        """By what it is ranked."""
        return (self.points, *self.further)


class Scores(Protocol[S_contra]):
    """Says what games of a family were worth."""

    def score(self, rules: Rules[Any, Any], state: S_contra) -> Score:
        """Return what a last position is worth, also of a game that was broken off."""
        ...
