"""The only list of games, and the only place outside of a room that may name one.

What a room has is imported when it is asked for: most commands need no more than its boards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gm.errors import UnreadableInput, VariantError

if TYPE_CHECKING:
    from gm.app.keeping.game_forms import GameForms
    from gm.app.publishing.folder import Draw
    from gm.contract.game import Game
    from gm.contract.records import Records
    from gm.games.diplomacy.map.files.boards import MapFolders
    from gm.games.diplomacy.map.files.studio import Studio
    from gm.games.diplomacy.rules.board import Boards

__all__ = [
    "GamesHere",
    "Room",
    "all_forms",
    "boards_in",
    "drawing_in",
    "form_names",
    "forms_of",
    "games_in",
    "games_on",
    "mount_rooms",
    "records_of",
    "rooms_on",
    "sample_picture",
    "studio_in",
]


@dataclass(frozen=True, slots=True)
class Room:
    """A room in the list of games; all that it has is imported when it is asked for.

    Args:
        variants: the games that GMs can choose, by name.
        make: makes its value of the contract; None of one whose recorded steps alone are played.
        records: returns how its steps are recorded, for `gm adjudicate`; None if they are not.
        forms: returns the forms of its own in which games are written to files, and read.
        form_names: the names of those forms; the command line has them before a room is needed.
        mount: adds its commands to the command line, which is handed in.
        recorded: names of its games in recorded steps that are no variants.
    """

    variants: tuple[str, ...]
    make: Callable[[], Game[Any, Any]] | None = None
    records: Callable[[], Records] | None = None
    forms: Callable[[], GameForms] | None = None
    form_names: tuple[str, ...] = ()
    mount: Callable[[Any], None] | None = None
    recorded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GamesHere:
    """Keeps the contract's `Games`."""

    rooms: tuple[Room, ...]

    def families(self) -> tuple[Game[Any, Any], ...]:
        """Return every family of games."""
        return tuple(room.make() for room in self.rooms if room.make is not None)

    def family_of(self, variant: str) -> Game[Any, Any]:
        """Return the family a game belongs to; VariantError if there is no such game."""
        for room in self.rooms:
            if variant in room.variants and room.make is not None:
                return room.make()
        known = ", ".join(name for room in self.rooms for name in room.variants)
        raise VariantError(f"There is no variant {variant!r}; there are: {known}")


def games_in(own_folder: Path | None) -> GamesHere:
    """Return every game that can be played, with the boards of a GM's own folder, if he has one."""
    return GamesHere(rooms_on(partial(boards_in, own_folder), own_folder))


def games_on(boards: Boards) -> GamesHere:
    """Return every game that can be played, on these boards."""
    return GamesHere(rooms_on(lambda: boards))


def rooms_on(boards: Callable[[], Boards], own_folder: Path | None = None) -> tuple[Room, ...]:
    """Return every room; a new one is an entry here.

    Args:
        boards: returns where boards are taken from.
        own_folder: a GM's own folder of boards and of other games' files, if he has one.
    """

    def diplomacy() -> Game[Any, Any]:
        from gm.games.diplomacy.game import diplomacy

        return diplomacy(boards())

    def recorded_phases() -> Records:
        from gm.games.diplomacy.records.adjudicate import PhaseRecords

        return PhaseRecords()

    def forms() -> GameForms:
        from gm.games.diplomacy.records.forms import DiplomacyForms

        return DiplomacyForms()

    def mount(app: Any) -> None:
        from gm.games.diplomacy.cli.commands import mount

        mount(app)

    def irish_freedom() -> Game[Any, Any]:
        from gm.games.irish_freedom.game import irish_freedom

        return irish_freedom(own_folder / "irish_freedom" if own_folder is not None else None)

    def recorded_steps() -> Records:
        from gm.games.irish_freedom.records.steps import FreedomRecords

        return FreedomRecords()

    def mount_irish_freedom(app: Any) -> None:
        from gm.games.irish_freedom.cli.commands import mount

        mount(app)

    def turlough() -> Game[Any, Any]:
        from gm.games.turlough.game import turlough

        return turlough(own_folder / "turlough" if own_folder is not None else None)

    def turlough_steps() -> Records:
        from gm.games.turlough.records.steps import TurloughRecords

        return TurloughRecords()

    def mount_turlough(app: Any) -> None:
        from gm.games.turlough.cli.commands import mount

        mount(app)

    def freedom() -> Game[Any, Any]:
        from gm.games.freedom.game import freedom

        return freedom(own_folder / "freedom" if own_folder is not None else None)

    def siege_steps() -> Records:
        from gm.games.freedom.records.steps import SiegeRecords

        return SiegeRecords()

    def mount_freedom(app: Any) -> None:
        from gm.games.freedom.cli.commands import mount

        mount(app)

    return (
        Room(
            ("standard", "republic", "irish"),
            diplomacy,
            recorded_phases,
            forms,
            ("diplomacy", "judge", "zine"),
            mount,
        ),
        Room(
            ("irish-freedom",),
            irish_freedom,
            recorded_steps,
            mount=mount_irish_freedom,
            recorded=("irish_freedom",),
        ),
        Room(("turlough",), turlough, turlough_steps, mount=mount_turlough),
        Room(("freedom",), freedom, siege_steps, mount=mount_freedom),
    )


_SAMPLE_MAP: Final = "standard"
"""The board that is drawn to see whether one can be."""

ROOMS: Final = rooms_on(lambda: boards_in(None))
"""Every room, for what needs no server: recorded steps, and the command line itself."""


@lru_cache(maxsize=64)
def _records_by(variant: str) -> Records | None:
    rooms = (room for room in ROOMS if variant in _recorded_as(room))
    room = next(rooms, None)
    return room.records() if room is not None and room.records is not None else None


def _recorded_as(room: Room) -> tuple[str, ...]:
    """Return by which names the recorded steps of a room say whose they are."""
    return (*room.variants, *room.recorded) if room.records is not None else ()


def records_of(variant: object) -> Records:
    """Return how steps of a game are recorded; UnreadableInput if none of that name are."""
    records = _records_by(variant) if isinstance(variant, str) else None
    if records is None:
        known = sorted(name for room in ROOMS for name in _recorded_as(room))
        raise UnreadableInput(
            f"There are no rules for variant {variant!r} yet; known are {', '.join(known)}."
        )
    return records


def form_names() -> tuple[str, ...]:
    """Return the names of the forms of their own in which rooms write games to files."""
    return tuple(name for room in ROOMS for name in room.form_names)


def forms_of(variant: str, name: str) -> GameForms | None:
    """Return the forms of a game's room; None if that one is none of them."""
    for room in ROOMS:
        if variant in room.variants and name in room.form_names and room.forms is not None:
            return room.forms()
    return None


def all_forms() -> tuple[GameForms, ...]:
    """Return the forms of every room that has some."""
    return tuple(room.forms() for room in ROOMS if room.forms is not None)


def mount_rooms(app: Any) -> None:
    """Let every room add its commands to the command line."""
    for room in ROOMS:
        if room.mount is not None:
            room.mount(app)


def boards_in(own_folder: Path | None) -> MapFolders:
    """Return where boards are taken from: a GM's own folder first, if he has one."""
    from gm.games.diplomacy.map.files.boards import MapFolders

    return MapFolders(own_folder)


def drawing_in(own_folder: Path | None) -> Draw:
    """Return what draws the maps of the archive."""
    from gm.drawing.svg import SvgPicture
    from gm.games.diplomacy.map.files.map_sheet import svg_of

    folders = boards_in(own_folder)

    def draw(shown: Any) -> str:
        return shown.svg() if isinstance(shown, SvgPicture) else svg_of(folders, shown)

    return draw


def studio_in(own_folder: Path | None) -> Studio:
    """Return what draws the pictures that go with mails; its process starts with the first one."""
    from gm.games.diplomacy.map.files.studio import Studio

    return Studio(boards_in(own_folder))


def sample_picture(own_folder: Path | None) -> object:
    """Return what a picture shows that is drawn to see whether one can be: an empty board."""
    from gm.games.diplomacy.map.shown.showing import empty_board

    return empty_board(boards_in(own_folder)(_SAMPLE_MAP))
