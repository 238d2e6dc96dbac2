"""Forms of its own in which a room writes games to files for other programs, and reads theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from gm.app.services import Services
from gm.app.setup.games import NewGame


class GameForms(Protocol):
    """What a room writes beside the file that holds all of a game, and what it takes in."""

    def write(self, services: Services, game: str, form: str, phase: str | None) -> Iterable[str]:
        """Yield the lines of a game in one of the forms, with no more than everybody may know.

        Args:
            services: the ports; game: its name; form: the name of the form.
            phase: the one phase that is wanted, where the form has them one by one.

        Raises:
            NoSuchGame: there is none of that name.
            NotAllowed: the phase is none of it, or is not resolved.
        """
        ...

    def variant_of(self, saved: object) -> str | None:
        """Return of which game a file of another program is; None if it is none of the room's."""
        ...

    def read(self, services: Services, saved: object, wish: NewGame) -> str:
        """Store a game of another program's file, and return its name here.

        Raises:
            UnreadableInput: the file is no such game.
            InputError: by our rules its orders make something else of it.
            AlreadyThere: another game has the name.
        """
        ...
