"""What of a game can be drawn for its mails: its room says what there is, and finds it by a mark."""

from __future__ import annotations

from typing import Protocol, TypeVar

from gm.contract.facts import Viewer
from gm.contract.past import Past
from gm.contract.values import value

S = TypeVar("S")
R = TypeVar("R")


@value
class MarkedPicture:
    """What a picture's mark says of it to the shell.

    Args:
        number: of the stage that it shows, or with which its course ends.
        language: the code of the language of its words; "" where the mark says none.
        viewer: who may know what it shows.
    """

    number: int
    language: str
    viewer: Viewer


class Pictures(Protocol[S, R]):
    """The pictures of a family of games. The text of a mark is the room's own."""

    def marked(self, text: str) -> MarkedPicture:
        """Return what a mark says; NotAllowed if it is none of this game's."""
        ...

    def shown(self, text: str, past: Past[S, R]) -> object:
        """Return what a marked picture shows, as the room's studio draws it.

        Args:
            text: the mark.
            past: the course of the game up to its stage, as its viewer may know it.

        Raises:
            NotAllowed: there is no such picture, or not yet.
        """
        ...
