"""The board: an immutable graph of provinces, coasts and borders.

A board is data. What stands on it belongs to `gm.games.diplomacy.rules.state`. A board that changes in play
(a bridge built, a province split) is a new board derived from the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, NewType

from gm.contract.seats import Seat, SeatId
from gm.contract.values import value

ProvinceId = NewType("ProvinceId", str)
"""The canonical abbreviation of a province as its map file spells it: `MUN`, `KkW`."""

PowerId = SeatId
"""The canonical name of a power, in capitals: `AUSTRIA`, `MUNSTER`, `NORTH_AFRICA`."""

Pair = tuple[ProvinceId, ProvinceId]
"""Two provinces that share a border, sorted alphabetically."""


def pair(a: ProvinceId, b: ProvinceId) -> Pair:
    """Return two provinces as a sorted pair, the way crossings and bridges are named."""
    return (a, b) if a <= b else (b, a)


class Location(NamedTuple):
    """Where a unit stands: a province, plus the named coast if that matters."""

    province: ProvinceId
    coast: str | None = None

    def __str__(self) -> str:
        return f"{self.province}/{self.coast.upper()}" if self.coast else self.province


@lru_cache(maxsize=8192)
def location(province: ProvinceId, coast: str | None = None) -> Location:
    """Return a location, the same value each time: compiled boards share theirs."""
    return Location(province, coast)


class Terrain(Enum):
    """What may stand in a province: armies inland, both on a coast, fleets at sea."""

    INLAND = "inland"
    COASTAL = "coastal"
    SEA = "sea"


class BorderKind(Enum):
    """Who may pass a stretch of border.

    LAND: armies. COAST: armies, and fleets along the coast. SEA: fleets (one side is a sea).
    RIVER: nobody, unless a bridge links exactly these two provinces (Republic 9a, 9i, 10a).
    """

    LAND = "land"
    COAST = "coast"
    SEA = "sea"
    RIVER = "river"


@value
class Border:
    """One stretch of border as one of its two provinces sees it.

    Args:
        to: the neighbour.
        kind: who may pass.
        coasts: named coasts of this province from which a fleet may cross; empty if it has none.
        to_coasts: named coasts of the neighbour at which a fleet may arrive; empty if it has none.
        river: the river's name, for `BorderKind.RIVER`.
        reaches_sea: whether the river border ends at the sea, so that a bridge carries fleets
            too (Republic 10a).
        length: the stretch's length in units of the picture; tells two stretches apart (Irish 6).
    """

    to: ProvinceId
    kind: BorderKind
    coasts: tuple[str, ...] = ()
    to_coasts: tuple[str, ...] = ()
    river: str | None = None
    reaches_sea: bool = False
    length: float = 0.0


@value
class Coast:
    """A named coast of a province, such as the south coast of Spain (`id` "sc")."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()


class Entry(Enum):
    """Who may enter a province: everybody, only units moved by draw, or nobody.

    Nobody enters a box (Irish 10), a country that nobody plays (Irish 3), or a black hole (Irish 4).
    """

    ALL = "all"
    SPECIAL = "special"
    BOX = "box"
    CLOSED = "closed"
    HOLE = "hole"


@value
class Province:
    """A space of the board.

    Args:
        id: canonical abbreviation, unique without regard to case.
        name: full name in the hobby's usual spelling.
        aliases: further spellings that orders may use.
        terrain: inland, coastal or sea.
        ring: the borders in clockwise order as seen on the map. A neighbour may occur twice
            (two stretches with another province between them); it is one adjacent province.
        is_centre: whether it is a supply centre.
        home: the power that may build here, if any (Republic 3 has homes that are no centres).
        coasts: named coasts, where the province has several.
        entry: who may enter.
        whole: for a half of a split province, what the printed board calls the whole (Irish 9).
    """

    id: ProvinceId
    name: str
    terrain: Terrain
    ring: tuple[Border, ...]
    aliases: tuple[str, ...] = ()
    is_centre: bool = False
    home: PowerId | None = None
    coasts: tuple[Coast, ...] = ()
    entry: Entry = Entry.ALL
    whole: ProvinceId | None = None


@value
class OffBoard:
    """How many off-board centres a power has from the winter of a year on (Republic 3, 5)."""

    from_year: int
    centres: int


@value
class Power:
    """A side of the game.

    Args:
        id: canonical name in capitals.
        name, adjective: as a report writes them ("Austria", "Austrian").
        aliases: further spellings that orders may use.
        home: home provinces, in which it may build.
        start: units at the start in canonical text (`F STP/SC`); `? DEN` where the player chooses.
        rank: "major" or "minor" (Irish 2).
        colour: CSS colour for maps and tables.
        off_board: off-board centres by calendar, sorted by year.
        land: its whole country, which is closed where nobody plays it (Irish 3); where the map
            names none, its home.
    """

    id: PowerId
    name: str
    adjective: str
    aliases: tuple[str, ...] = ()
    home: tuple[ProvinceId, ...] = ()
    start: tuple[str, ...] = ()
    rank: str = "major"
    colour: str = "#888888"
    off_board: tuple[OffBoard, ...] = ()
    land: tuple[ProvinceId, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What a board's places and powers are called in another language.

    Args:
        provinces, powers: spellings that orders may use, by canonical id.
        ambiguous: words that fit several provinces, as `Board.ambiguous`.
    """

    provinces: Mapping[ProvinceId, tuple[str, ...]] = field(default_factory=dict)
    powers: Mapping[PowerId, tuple[str, ...]] = field(default_factory=dict)
    ambiguous: Mapping[str, tuple[ProvinceId, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """An immutable board. Two boards are equal only if they are the same object.

    Args:
        id: the name of the map folder it was loaded from.
        title: for people.
        provinces, powers: by canonical id, in the map file's order.
        ambiguous: casefolded words that fit several provinces and are never guessed.
        crossings: river borders that are open because a bridge stands on them.
        digest: SHA-256 of the map files, hexadecimal; reports name it.
        facts: variant figures from the map file (first year, victory count, points ...).
        gone: each name that a split has ended, with the provinces it may mean now, the lowest
            number first (Irish 9): NTH is NTH1, NTH2 and NTH3.
        names: further names in other languages, by the language's code. They decide nothing but
            what is read, so the digest leaves them out.
    """

    id: str
    title: str
    provinces: Mapping[ProvinceId, Province]
    powers: Mapping[PowerId, Power]
    ambiguous: Mapping[str, tuple[ProvinceId, ...]] = field(default_factory=dict)
    crossings: frozenset[Pair] = frozenset()
    digest: str = ""
    facts: Mapping[str, int | str] = field(default_factory=dict)
    gone: Mapping[ProvinceId, tuple[ProvinceId, ...]] = field(default_factory=dict)
    names: Mapping[str, Names] = field(default_factory=dict)

    def province(self, place: ProvinceId) -> Province:
        """Return the province; KeyError if the board has none of that id."""
        return self.provinces[place]

    def neighbours(self, place: ProvinceId) -> tuple[ProvinceId, ...]:
        """Return the adjacent provinces, each once, clockwise from the ring's start."""
        return tuple(dict.fromkeys(border.to for border in self.provinces[place].ring))

    def meant(self, place: ProvinceId) -> tuple[ProvinceId, ...]:
        """Return the provinces a name means: itself, or the halves of what it named (Irish 9)."""
        return (place,) if place in self.provinces else self.gone.get(place, ())

    def centres(self) -> Iterator[ProvinceId]:
        """Yield every supply centre on the board."""
        return (place.id for place in self.provinces.values() if place.is_centre)

    def is_open(self, here: ProvinceId, border: Border) -> bool:
        """Tell whether the border can be passed at all: a river needs a bridge (Republic 9a)."""
        return border.kind is not BorderKind.RIVER or pair(here, border.to) in self.crossings


@lru_cache(maxsize=256)
def with_crossings(board: Board, crossings: frozenset[Pair]) -> Board:
    """Return the same board with exactly these river borders open (Republic 9a, 9i)."""
    return replace(board, crossings=crossings)


@lru_cache(maxsize=8192)
def army_moves(board: Board, place: ProvinceId) -> frozenset[ProvinceId]:
    """Return where an army in a province can walk: land, coast and bridged river borders."""
    return frozenset(
        border.to
        for border in board.province(place).ring
        if border.kind is not BorderKind.SEA and board.is_open(place, border)
    )


@lru_cache(maxsize=8192)
def fleet_moves(board: Board, here: Location) -> frozenset[Location]:
    """Return where a fleet can sail: sea and coast borders, and bridged river mouths.

    A fleet on a named coast uses only the borders of that coast (DATC 6.B). Where both sides name
    it, the two halves of a split province, it stays on it (Irish 6). A bridge carries fleets only
    where the river border reaches the sea (Republic 10a).
    """
    reached: set[Location] = set()
    for border in board.province(here.province).ring:
        if _fleet_passes(board, here, border):
            stays = here.coast is not None and here.coast in border.to_coasts
            landings = (here.coast,) if stays else border.to_coasts or (None,)
            for coast in landings:
                reached.add(location(border.to, coast))
    return frozenset(reached)


def _fleet_passes(board: Board, here: Location, border: Border) -> bool:
    if border.kind is BorderKind.LAND or not board.is_open(here.province, border):
        return False
    if border.kind is BorderKind.RIVER and not border.reaches_sea:
        return False
    return here.coast is None or here.coast in border.coasts


Boards = Callable[[str], Board]
"""Where boards come from: the board of a map folder; MapError if it is broken or missing."""


@lru_cache(maxsize=256)
def seats_on(board: Board) -> tuple[Seat, ...]:
    """Return the powers of a board as seats, with all that they are called."""
    return tuple(
        Seat(
            power.id,
            power.name,
            power.colour,
            (power.adjective, *power.aliases),
            tuple((code, names.powers.get(power.id, ())) for code, names in board.names.items()),
        )
        for power in board.powers.values()
    )
