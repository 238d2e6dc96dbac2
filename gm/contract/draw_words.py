"""A game's draws in words: told to people, and read from a GM who has drawn with his own hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from gm.contract.draws import Draw
from gm.contract.rules import Position
from gm.contract.stages import Stage
from gm.contract.values import value

S = TypeVar("S")


@value
class DrawsAsked:
    """The draws that a GM can enter by hand before they are made.

    Args:
        season: how their labels begin.
        draws: as they would be made now, in their order; those entered by hand say so.
        made: those that were made in earlier stages, each with the name of its stage.
    """

    season: str
    draws: tuple[Draw, ...]
    made: tuple[tuple[str, Draw], ...] = ()

    def labelled(self, label: str) -> Draw | None:
        """Return the draw of a label, in small letters or capitals; None if it is not asked for."""
        wanted = label.casefold()
        return next((draw for draw in self.draws if draw.label.casefold() == wanted), None)


class DrawWords(Protocol[S]):
    """The words of a family's draws."""

    def told(self, draw: Draw, at: Position[S]) -> str:
        """Return a draw that was made in one line, with what was in the hat.

        Args:
            draw: it. at: the position its stage was played from.
        """
        ...

    def chosen(self, chosen: str) -> str:
        """Return what was drawn in words: `AS` is the ace of spades."""
        ...

    def season(self, stage: Stage) -> str:
        """Return how the labels of the draws begin that are made next, from a stage on.

        Each label is that, a blank and what it is for; "" where labels tell nothing of it, and the draws
        are those of the stage.
        """
        ...

    def read(self, words: Sequence[str], asked: DrawsAsked, at: Position[S]) -> Mapping[str, str]:
        """Return what a GM has drawn, by the labels of the draws, one of which or more he means.

        Args:
            words: as he writes it. asked: the draws he can enter. at: the position that lies there.

        Raises:
            InputError: the words say nothing, or no such draw can be made, or that cannot be drawn.
            NotAllowed: it was made already.
        """
        ...

    def must_be_whole(self, asked: DrawsAsked, entered: Mapping[str, str]) -> None:
        """Refuse what was entered without that which belongs to it, or against it; InputError.

        Args:
            asked: the draws as they would be made with what was entered.
            entered: what was entered just now, by label.
        """
        ...

    def is_meant(self, words: Sequence[str], label: str, season: str) -> bool:
        """Tell whether words by which a GM takes back what he has entered mean a draw."""
        ...

    def fault(self, draws: Sequence[Draw]) -> str:
        """Return in a sentence the first draw that was made from the wrong candidates; or ""."""
        ...
