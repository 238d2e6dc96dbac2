"""The only list of games, and the only place outside of a room that may name one.

What a room has is imported when it is asked for: most commands need no more than its boards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm.errors import VariantError

if TYPE_CHECKING:
    from gm.app.publishing.folder import Draw
    from gm.contract.game import Game
    from gm.games.diplomacy.map.files.boards import MapFolders
    from gm.games.diplomacy.map.files.studio import Studio
    from gm.games.diplomacy.rules.board import Boards

__all__ = ["GamesHere", "boards_in", "drawing_in", "games_in", "games_on", "studio_in"]


@dataclass(frozen=True, slots=True)
class GamesHere:
    """Keeps the contract's `Games`: what makes each family, by the names of its variants."""

    rooms: tuple[tuple[tuple[str, ...], Callable[[], Game[Any, Any]]], ...]

    def families(self) -> tuple[Game[Any, Any], ...]:
        """Return every family of games."""
        return tuple(make() for _, make in self.rooms)

    def family_of(self, variant: str) -> Game[Any, Any]:
        """Return the family a game belongs to; VariantError if there is no such game."""
        for names, make in self.rooms:
            if variant in names:
                return make()
        known = ", ".join(name for names, _ in self.rooms for name in names)
        raise VariantError(f"There is no variant {variant!r}; there are: {known}")


def games_in(own: Path | None) -> GamesHere:
    """Return every game that can be played, with the boards of a GM's own folder, if he has one."""
    return games_on(boards_in(own))


def games_on(boards: Boards) -> GamesHere:
    """Return every game that can be played, on these boards; a new room is a line here."""

    def diplomacy() -> Game[Any, Any]:
        from gm.games.diplomacy.game import diplomacy

        return diplomacy(boards)

    return GamesHere(((("standard", "republic", "irish"), diplomacy),))


def boards_in(own: Path | None) -> MapFolders:
    """Return where boards are taken from: a GM's own folder first, if he has one."""
    from gm.games.diplomacy.map.files.boards import MapFolders

    return MapFolders(own)


def drawing_in(own: Path | None) -> Draw:
    """Return what draws the maps of the archive."""
    from gm.games.diplomacy.map.files.map_drawn import svg_of

    return partial(svg_of, boards_in(own))


def studio_in(own: Path | None) -> Studio:
    """Return what draws the pictures that go with mails; its process starts with the first one."""
    from gm.games.diplomacy.map.files.studio import Studio

    return Studio(boards_in(own))
