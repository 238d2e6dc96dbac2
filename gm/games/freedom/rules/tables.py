"""What the game is played with, as values: board, areas, siege and cards (1, 2, 3, 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

from gm.contract.seats import SeatId
from gm.games.freedom.rules.rulings import USUAL_RULINGS, SiegeRulings

IMP: Final = SeatId("IMP")
INS: Final = SeatId("INS")
SEATS: Final = (IMP, INS)
"""The Imperial and the Insurgent side, in this order."""

CAMP: Final = "CAMP"
"""Kutahi's Camp: no limit, and the only space with both kinds of Imperial units."""

MARMAROU: Final = "MAR"
VASILADI: Final = "VAS"
KLISOVA: Final = "KLI"
ISLANDS: Final = (MARMAROU, VASILADI, KLISOVA)

VASILADI_RING: Final = "VS1"
"""Where a reward lands units (3)."""

KLISOVA_RING: Final = "KL1"
KLISOVA_INNER: Final = "KL2"
"""A raid from Klisova goes to the outer ring if nobody is on the inner one (5)."""

SEA: Final = "SEA"
"""The area that the second period supports (4)."""

PERIODS: Final = ("A", "B")
LAST_ROUND: Final = 6
FIRST_OF_B: Final = 4
"""The round in which the second period begins."""

LOWEST: Final = "LOWEST"
"""In place of a card to discard: the one of lowest AP, then id (6)."""

ANY: Final = "ANY"
"""In place of an area: whichever the player names (9)."""

EXPEDITIONARY: Final = "EXP"
ALLIED: Final = "ALL"
INSURGENT: Final = "INS"
IMPERIAL_KINDS: Final = (EXPEDITIONARY, ALLIED)
PIECES: Final[Mapping[str, int]] = {EXPEDITIONARY: 40, ALLIED: 20, INSURGENT: 20}
"""How many units of each kind there are (1)."""

CANNON_PIECES: Final = 20
MOST_MARKERS: Final = 30
MOST_IN_AREA: Final = 5
MOST_CIVILIANS: Final = 23
MOST_DAMAGE: Final = 2
"""Pieces of the box, and what an area, the City Center and a Wall space can hold (1)."""


def other(seat: SeatId) -> SeatId:
    """Return the other side."""
    return INS if seat == IMP else IMP


def period_of(round_: int) -> str:
    """Return the period of a round (1)."""
    return PERIODS[0] if round_ < FIRST_OF_B else PERIODS[1]


class SpaceKind(Enum):
    """What a space is (2)."""

    COAST = "coast"
    BEACH = "beach"
    WALL = "wall"
    MAINLAND = "mainland"
    WATER = "water"
    ISLAND = "island"
    CAMP = "camp"

    @property
    def is_city(self) -> bool:
        """Whether Insurgent units can be placed there, islands apart."""
        return self in (SpaceKind.WALL, SpaceKind.BEACH)

    @property
    def is_held(self) -> bool:
        """Whether Insurgent units can stand there: Wall, Row 2 and islands."""
        return self.is_city or self is SpaceKind.ISLAND

    @property
    def is_slow(self) -> bool:
        """Whether a step into it is slow (2)."""
        return self not in (SpaceKind.MAINLAND, SpaceKind.CAMP)

    @property
    def is_lagoon(self) -> bool:
        """Whether it is water around an island, or an island."""
        return self in (SpaceKind.WATER, SpaceKind.ISLAND)


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the board (2).

    Args:
        id: as orders have it. name: as it is printed.
        kind: what it is. limit: how many units it holds; None for no limit.
        depth: an Imperial unit never moves to a smaller one.
        row, column: where it lies; 0 outside of the rows.
        fort: it is one of the four forts.
        island: the island that it is, or surrounds; "" for none.
        need: what a cannon on that island must roll to hit there; 0 where it cannot.
        held_into, held_out: a step into it, or from it to the coast, needs a unit on the island.
    """

    id: str
    name: str
    kind: SpaceKind
    limit: int | None
    depth: int
    row: int = 0
    column: int = 0
    fort: bool = False
    island: str = ""
    need: int = 0
    held_into: bool = False
    held_out: bool = False


@dataclass(frozen=True, slots=True)
class Reward:
    """What an area is worth at the end of a round (3).

    Args:
        supplies, morale, units, cannons: how many of each.
        vasiladi: units that land in the space around Vasiladi.
    """

    supplies: int = 0
    morale: int = 0
    units: int = 0
    cannons: int = 0
    vasiladi: int = 0


@dataclass(frozen=True, slots=True)
class OuterArea:
    """An area around the city, on the map of the surroundings (3).

    Args:
        id, name: how it is called. side, markers: at the start.
        rewards: what it is worth to each side.
    """

    id: str
    name: str
    side: SeatId
    markers: int
    rewards: Mapping[SeatId, Reward]


class EffectWord(Enum):
    """What a card can do (9)."""

    SUPPORT = "support"
    SUPPLIES = "supplies"
    MONEY = "money"
    MORALE = "morale"
    PREP = "prep"
    PLEA_TRACK = "plea_track"
    ENEMY_SUPPLIES = "enemy_supplies"
    ENEMY_MONEY = "enemy_money"
    ENEMY_MORALE = "enemy_morale"
    BOTH = "both"
    CHOICE = "choice"
    MOVE = "move"
    SLOW = "slow"
    ATTACK = "attack"
    REGROUP = "regroup"
    REPAIR = "repair"
    TRAIN = "train"
    RAID = "raid"
    REWARD = "reward"
    DAMAGE = "damage"
    REMOVE = "remove"
    UNIT = "unit"
    CANNON = "cannon"
    NO_CANNONS = "no_cannons_this_round"
    NO_SLOW = "no_slow_until_your_next_turn"
    NO_DAMAGE = "no_damage_until_your_next_turn"
    ATTACK_MINUS = "enemy_attack_-1_next_turn"
    LOOK_HAND = "look_hand"
    DISCARD_RANDOM = "discard_random_enemy"
    MANUAL = "manual"


class Filter(Enum):
    """Which units a card can remove (9)."""

    IMP_ROW_4 = "imp_row_4"
    IMP_ROWS_6_8 = "imp_rows_6_8"
    IMP_LAGOON = "imp_lagoon"
    ISLAND = "island"
    UNDEFENDED_WALL = "wall_undefended_by_cannon"

    @property
    def loser(self) -> SeatId:
        """The side whose units it removes."""
        return INS if self in (Filter.ISLAND, Filter.UNDEFENDED_WALL) else IMP


@dataclass(frozen=True, slots=True)
class Effect:
    """A word of a card (9).

    Args:
        word: what it does. amount: how many, or by how much.
        where: an area, a filter, `camp`, `city` or `own`, a track of both sides, what a master settles by hand.
        choices: of a choice, what either alternative does.
    """

    word: EffectWord
    amount: int = 0
    where: str = ""
    choices: tuple[tuple[Effect, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A card (9).

    Args:
        id, name: how it is called. period: `A` or `B`.
        side: whose event it is; None of a neutral one.
        ap: its action points. effects: what its event does, in order.
        personality: it shows a person, not an event; which is told and changes nothing.
    """

    id: str
    name: str
    period: str
    side: SeatId | None
    ap: int
    effects: tuple[Effect, ...]
    personality: bool = False


@dataclass(frozen=True, slots=True)
class Siege:
    """How it begins, and what it costs (3, 8).

    Args:
        money: of IMP. supplies, morale: of each side. civilians: in the City Center.
        units: space to kind and count. imperial_cannons, insurgent_cannons, bombard: where they stand.
        camp_cannons: how many wait in the Camp.
        morale_cap: no track of morale goes higher. hand, plays: cards in hand, plays a round.
        money_upkeep, supplies_upkeep: what IMP pays and eats in a period.
        desertion: from which morale down how many units desert, the highest first.
    """

    money: int
    supplies: Mapping[SeatId, int]
    morale: Mapping[SeatId, int]
    civilians: int
    units: Mapping[str, Mapping[str, int]]
    imperial_cannons: tuple[str, ...]
    insurgent_cannons: tuple[str, ...]
    bombard: str | None
    camp_cannons: int
    morale_cap: int
    hand: int
    plays: int
    money_upkeep: Mapping[str, int]
    supplies_upkeep: Mapping[str, int]
    desertion: tuple[tuple[int, int], ...]

    def deserters(self, morale: int) -> int:
        """Return how many units desert at some morale (3)."""
        return max((units for bound, units in self.desertion if morale <= bound), default=0)


@dataclass(frozen=True, eq=False)
class Tables:
    """Everything that the game is played with.

    Args:
        spaces: by id, in the canonical order. ways: pairs of spaces that are adjacent.
        sights: spaces that see Marmarou, and are seen from it, by cannon (7).
        areas: by id, in their order. cards: by id, sorted. siege: how it begins.
        digest: the SHA-256 of the files. rulings: how what the text leaves open is played.
        own_folder: the folder of a master's own files among them; "" if there is none.
    """

    spaces: Mapping[str, Space]
    ways: frozenset[frozenset[str]]
    sights: frozenset[str]
    areas: Mapping[str, OuterArea]
    cards: Mapping[str, Card]
    siege: Siege
    digest: str = ""
    rulings: SiegeRulings = USUAL_RULINGS
    own_folder: str = ""

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The place of each space in the canonical order (2)."""
        return {id_: place for place, id_ in enumerate(self.spaces)}

    @cached_property
    def neighbours(self) -> Mapping[str, frozenset[str]]:
        """The spaces beside each."""
        beside: dict[str, set[str]] = {id_: set() for id_ in self.spaces}
        for way in self.ways:
            here, there = sorted(way)
            beside[here].add(there)
            beside[there].add(here)
        return {id_: frozenset(others) for id_, others in beside.items()}

    def adjacent(self, here: str, there: str) -> bool:
        """Tell whether two spaces lie beside each other (2)."""
        return there in self.neighbours[here]

    def canonical(self, spaces: frozenset[str] | set[str] | tuple[str, ...]) -> tuple[str, ...]:
        """Return spaces in the canonical order (2)."""
        return tuple(sorted(spaces, key=self.order.__getitem__))

    @cached_property
    def held(self) -> tuple[Space, ...]:
        """The spaces in which Insurgent units can stand: Wall, then Row 2, then islands."""
        spaces = [space for space in self.spaces.values() if space.kind.is_held]
        return tuple(sorted(spaces, key=lambda space: _ZONES.index(space.kind)))

    @cached_property
    def forts(self) -> tuple[str, ...]:
        """The four forts."""
        return tuple(id_ for id_, space in self.spaces.items() if space.fort)

    def deck(self, period: str) -> tuple[str, ...]:
        """Return the cards of a period, sorted by id."""
        return tuple(id_ for id_, card in self.cards.items() if card.period == period)


_ZONES: Final = (SpaceKind.WALL, SpaceKind.BEACH, SpaceKind.ISLAND)
"""In which order units and cannons are placed where nobody says (6)."""


def distance(here: Space, there: Space) -> int:
    """Return how far two spaces of the rows are from each other, by king moves (5)."""
    return max(abs(here.row - there.row), abs(here.column - there.column))
