"""What the game is played with, as values: the island, the counters, the cards and the set-up (1, 3, 4, 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

DUBLIN: Final = "DUB"
"""The Region in whose city the Free State recruits (5)."""

ULSTER: Final = "ULS"
"""The Region that the Treaty leaves to the British (9)."""

FIRST_WAR: Final = "WOI"
"""The War of Independence, as positions have it."""

SECOND_WAR: Final = "CW"
"""The Civil War."""

LAST_TURN: Final = 10
"""After it a war is lost (5, END)."""


class Terrain(Enum):
    """What an Area is like; a unit fights with another strength in each (1)."""

    BOG = "bog"
    TOWN = "town"
    CITY = "city"


class UnitType(Enum):
    """What kind of armed force a counter is (1)."""

    ARMY = "ARMY"
    TAN = "TAN"
    RIC = "RIC"
    UVF = "UVF"
    MOB = "MOB"
    GUERRILLA = "GUE"
    REGULAR = "REG"
    COLUMN = "FC"


class AttachmentType(Enum):
    """What goes with units and strengthens them, in the Civil War (1)."""

    CAR = "AC"
    GUN = "ART"


class Colour(Enum):
    """The colour of a counter."""

    RED = "red"
    ORANGE = "orange"
    BLUE = "blue"
    GREEN = "green"

    @property
    def letter(self) -> str:
        """With which the ids of its units begin (2)."""
        return self.name[0]


BRITISH_COLOURS: Final = frozenset({Colour.RED, Colour.ORANGE})


class Side(Enum):
    """Who fights whom: in each war all of its sides are hostile to one another (1)."""

    FREESTATE = "freestate"
    REPUBLICAN = "republican"
    BRITISH = "british"
    IRISH = "irish"


def side_of(war: str, colour: Colour) -> Side:
    """Return whose a counter of a colour is in a war (1)."""
    if colour in BRITISH_COLOURS:
        return Side.BRITISH
    if war == FIRST_WAR:
        return Side.IRISH
    return Side.FREESTATE if colour is Colour.BLUE else Side.REPUBLICAN


def player_side(war: str) -> Side:
    """Return the side of the player."""
    return Side.IRISH if war == FIRST_WAR else Side.FREESTATE


class Reach(Enum):
    """How far a unit moves (1)."""

    NOWHERE = "nowhere"
    REGION = "region"
    ROADS = "roads"


@dataclass(frozen=True, slots=True)
class Strengths:
    """How strong a counter is in each terrain (1)."""

    bog: int
    town: int
    city: int

    def on(self, terrain: Terrain) -> int:
        """Return the strength in a terrain."""
        if terrain is Terrain.BOG:
            return self.bog
        return self.town if terrain is Terrain.TOWN else self.city

    @property
    def total(self) -> int:
        """The strengths of all terrains together."""
        return self.bog + self.town + self.city


@dataclass(frozen=True, slots=True)
class UnitClass:
    """What a type of units is (1).

    Args:
        type: which; name: as it is printed; colours: that it comes in.
        strengths: in each terrain. rank: what "strongest" and "weakest" go by.
        reach: how far it moves. sails: whether ships carry it in the Civil War.
    """

    type: UnitType
    name: str
    colours: tuple[Colour, ...]
    strengths: Strengths
    rank: int
    reach: Reach
    sails: bool = False


@dataclass(frozen=True, slots=True)
class AttachmentClass:
    """What a type of attachments is (1)."""

    type: AttachmentType
    name: str
    strengths: Strengths


@dataclass(frozen=True, slots=True)
class IslandArea:
    """An Area (3).

    Args:
        id: its Region's code and the lowest of its faces: `DUB3`.
        faces: of the die that choose it in its Region.
        terrain, name: what it is like, and how it is called. port: whether ships land there.
    """

    id: str
    faces: tuple[int, ...]
    terrain: Terrain
    name: str
    port: bool

    @property
    def region(self) -> str:
        """The code of its Region."""
        return self.id[:-1]


@dataclass(frozen=True, slots=True)
class IslandRegion:
    """A Region (3).

    Args:
        code: `DUB`; number: the die that chooses it; name: as it is printed.
        areas: its four, in the order of their faces.
        roads: the code of the Region that a road die leads to, by its face.
    """

    code: str
    number: int
    name: str
    areas: tuple[IslandArea, ...]
    roads: tuple[str, ...]

    def area_on(self, face: int) -> str:
        """Return the Area that a die chooses."""
        return next(area.id for area in self.areas if face in area.faces)


@dataclass(frozen=True, slots=True)
class Placing:
    """A counter that is set on the board."""

    type: UnitType
    colour: Colour
    area: str


@dataclass(frozen=True, slots=True)
class UnitKind:
    """A unit that a card places, or seeks: its type and colour."""

    type: UnitType
    colour: Colour


class Effect(Enum):
    """What a card does (7)."""

    COLUMN_AMONG_ENEMIES = "column among enemies"
    MOBS = "mobs"
    RIOTS = "riots"
    AUXILIARIES = "auxiliaries"
    MOBILISATION = "mobilisation"
    FLAG = "flag"
    DEMOTION = "demotion"
    ASSASSINATION = "assassination"
    REPRISALS = "reprisals"
    GUN = "gun"
    MUTINEER = "mutineer"
    PLACEMENT = "placement"
    EXECUTIONS = "executions"


class Flag(Enum):
    """What a card gives for its turn (2)."""

    NO_CROSS_REGION = "no_cross_region"
    COLLINS = "collins"
    DALTON = "dalton"
    GUARDS = "guards"


@dataclass(frozen=True, slots=True)
class Card:
    """A card (7).

    Args:
        id: `W1`; title: as it is printed; effect: what it does.
        regions: where, by code: those that it is about, or for executions those that are spared.
        areas: where, if it is about Areas.
        units: which it places, in their order.
        flag: what it gives, if it is such a card.
    """

    id: str
    title: str
    effect: Effect
    regions: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    units: tuple[UnitKind, ...] = ()
    flag: Flag | None = None


@dataclass(frozen=True, slots=True)
class TreatyPlacings:
    """What the Treaty sets on the board (9).

    Args:
        garrison: in Ulster, by step 2; united: instead of it where Ireland is united.
        republican, freestate: in Dublin, by steps 7 and 8.
    """

    garrison: tuple[Placing, ...]
    united: tuple[Placing, ...]
    republican: Placing
    freestate: Placing


@dataclass(frozen=True, eq=False)
class RuleTables:
    """All that a game is played with; made once, and known by its identity.

    Args:
        regions: in the order of their numbers.
        units, attachments: what the counters are.
        cards: of each war, in the order of their ids.
        setup: the first position, in the order in which ids are given.
        treaty: what the Treaty sets.
        digest: the SHA-256 of the files these are from.
        own_folder: the folder of a master's own files among them; "" if there is none.
    """

    regions: tuple[IslandRegion, ...]
    units: Mapping[UnitType, UnitClass]
    attachments: Mapping[AttachmentType, AttachmentClass]
    cards: Mapping[str, tuple[Card, ...]]
    setup: tuple[Placing, ...]
    treaty: TreatyPlacings
    digest: str = ""
    own_folder: str = ""

    @cached_property
    def areas(self) -> Mapping[str, IslandArea]:
        """Every Area by its id, in board order (2)."""
        return {area.id: area for region in self.regions for area in region.areas}

    @cached_property
    def place(self) -> Mapping[str, int]:
        """For each Area its place in board order."""
        return {area: place for place, area in enumerate(self.areas)}

    @cached_property
    def region(self) -> Mapping[str, IslandRegion]:
        """Every Region by its code."""
        return {region.code: region for region in self.regions}

    @cached_property
    def cities(self) -> tuple[str, ...]:
        """The City Areas, in board order (3)."""
        return tuple(a.id for a in self.areas.values() if a.terrain is Terrain.CITY)

    @cached_property
    def harbours(self) -> frozenset[str]:
        """The Regions that have a port; the others are inland for Emmet Dalton (3, 7)."""
        return frozenset(area.region for area in self.areas.values() if area.port)

    @cached_property
    def card(self) -> Mapping[str, Card]:
        """Every card by its id."""
        return {card.id: card for cards in self.cards.values() for card in cards}

    @cached_property
    def granting(self) -> Mapping[Flag, Card]:
        """For each flag the card that gives it."""
        return {card.flag: card for card in self.card.values() if card.flag is not None}

    def strength(self, type_: UnitType, area: str) -> int:
        """Return how strong a unit of a type is in an Area."""
        return self.units[type_].strengths.on(self.areas[area].terrain)

    def rank(self, type_: UnitType) -> int:
        """Return the rank of a type (1)."""
        return self.units[type_].rank
