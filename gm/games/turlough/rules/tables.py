"""What the game is played with, as values: factions, land, scenarios and hazards (1, 3, 4, 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Final

TURLOUGH: Final = "CT"
BRIAN_ROE: Final = "CBR"
CLAIMANTS: Final = (TURLOUGH, BRIAN_ROE)
"""The two who claim the kingship, each the name of its side, too."""

ENGLISH: Final = "DEC"
TANIST: Final = "TAN"

FACTIONS: Final = ("CT", "CBR", "CUL", "FER", "DUN", "COV", "HYB", "COM", "BUR", "TAN", "DEC")
"""Every faction, in their order (1)."""

CLONROAD: Final = "CLO"
"""The king's seat; who disbands there takes the crown (5, 7)."""

DUBH_GLEN: Final = "DUB"
"""The seat of the claimant who is on the board and not king (1)."""

KILMACDUAGH: Final = "KMD"
"""The seat of exiles (1)."""

QUIN: Final = "QUI"
"""Where de Clare musters when his seat is destroyed (1)."""

ALLIES: Final = {TURLOUGH: ("CTA", "CTB"), BRIAN_ROE: ("CBA", "CBB")}
"""The groups that a claimant's allies can be in."""

GROUPS: Final = ("CT", "CBR", "DEC", "CTA", "CBA", "CTB", "CBB")
"""Every group, in their order; seats are named after them (1)."""

EXTRA: Final = "+"
"""Behind a card's text: it was put into the deck by another, and leaves it again (4)."""


class FactionKind(Enum):
    """What a faction is (1)."""

    CLAIMANT = "claimant"
    VASSAL = "vassal"
    INDEPENDENT = "independent"
    TANIST = "tanist"
    ENGLISH = "english"

    @property
    def is_lesser_king(self) -> bool:
        """Whether it can be invited, and give hostages (1)."""
        return self not in (FactionKind.CLAIMANT, FactionKind.ENGLISH)


class SettlementKind(Enum):
    """What stands in a hex (3)."""

    LONGPORT = "longport"
    MONASTERY = "monastery"
    CASTLE = "castle"


class Terrain(Enum):
    """What a hex is like; several at once (3)."""

    WOOD = "wood"
    BOG = "bog"
    CASTLE = "castle"


@dataclass(frozen=True, slots=True)
class Faction:
    """A faction (1).

    Args:
        id: as orders have it. name: as it is printed; irish: in Irish, "" where that is the same.
        aliases: what else it is called.
        kind: what it is. seat: its seat of power; "" of a claimant, whose seat depends on who is king.
    """

    id: str
    name: str
    kind: FactionKind
    seat: str = ""
    aliases: tuple[str, ...] = ()
    irish: str = ""


class OwnerRule(Enum):
    """Who owns a settlement that has no owner of its own (3)."""

    NOBODY = "none"
    KING = "king"
    SECOND = "second"
    """The claimant on the board who is not king, whose longport it then is; else Clann Brian Roe."""


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex of the land (3).

    Args:
        id, name, irish, aliases: how it is called. row, column: where it lies.
        settlement: what stands there; None for nothing.
        owner: the faction that owns it, or by which rule; None where nothing stands.
        terrain: what it is like.
        not_in: the scenarios in which castle and settlement are not built yet.
    """

    id: str
    name: str
    row: int
    column: int
    settlement: SettlementKind | None = None
    owner: str | OwnerRule | None = None
    terrain: tuple[Terrain, ...] = ()
    aliases: tuple[str, ...] = ()
    not_in: tuple[str, ...] = ()
    irish: str = ""


@dataclass(frozen=True, slots=True)
class Gift:
    """An army that a scenario gives in the first round (4); `battles` None is the text's "ix"."""

    faction: str
    hex: str
    battles: int | None
    provisions: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario (4).

    Args:
        id: its year. king: who reigns; exiled: the claimant in exile, if one is.
        sides: of each claimant, the factions of his side, himself first.
        uncertain: those of which the text does not tell the side.
        opens: who may open the first war.
        deck: how many of each card. hazard: the card under which it starts, if it does.
        hostages: whose hostage is held, and by whom. pounds: de Clare's at the start.
        given: an army that costs nothing in the first round, if there is one.
        halves: of each claimant, who pays him tribute while the kingdom is halved; empty if it is not.
        barred: who stays out of the first round. musters: who appears elsewhere in it, and where.
    """

    id: str
    king: str
    exiled: str | None
    sides: Mapping[str, tuple[str, ...]]
    uncertain: tuple[str, ...]
    opens: str
    deck: Mapping[str, int]
    hazard: str | None
    hostages: Mapping[str, str]
    pounds: int
    given: Gift | None
    halves: Mapping[str, tuple[str, ...]]
    barred: tuple[str, ...]
    musters: Mapping[str, str]

    def side_of(self, faction: str) -> str | None:
        """Return on whose side a faction starts."""
        return next((side for side, members in self.sides.items() if faction in members), None)

    def half_of(self, faction: str) -> str | None:
        """Return the claimant whom a faction pays while the kingdom is halved."""
        return next((half for half, payers in self.halves.items() if faction in payers), None)


@dataclass(frozen=True, slots=True)
class Hazard:
    """What holds while a card is active (10).

    Args:
        id, name: of the card; "" of what holds without one.
        replenish: cattle that herds grow by. battle_price, provision_price: English ones, in pounds.
        crossing: movement points of a river crossing.
        coyne: devastation of each battle that a settlement feeds.
        adds: extra cards that are put into the deck when it is drawn.
    """

    id: str
    name: str
    replenish: int
    battle_price: int
    provision_price: int
    crossing: int
    coyne: int
    adds: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HexStep:
    """The way from a hex to one beside it: whether a route leads there, and over a river."""

    route: bool
    crossing: bool = False


@dataclass(frozen=True, eq=False)
class Tables:
    """All that a game is played with; made once, and known by its identity.

    Args:
        factions: in their order. hexes: in board order.
        routes, crossings, waters: pairs of hexes beside each other; crossings are routes, too.
        scenarios: in the order of their years. usual: what holds without a card. hazards: the cards.
        digest: the SHA-256 of the files these are from.
    """

    factions: Mapping[str, Faction]
    hexes: Mapping[str, Hex]
    routes: frozenset[frozenset[str]]
    crossings: frozenset[frozenset[str]]
    waters: frozenset[frozenset[str]]
    scenarios: Mapping[str, Scenario]
    usual: Hazard
    hazards: Mapping[str, Hazard]
    digest: str = ""

    @cached_property
    def place(self) -> Mapping[str, int]:
        """Where a hex comes in board order (3)."""
        return {hex_: place for place, hex_ in enumerate(self.hexes)}

    @cached_property
    def steps(self) -> Mapping[str, Mapping[str, HexStep]]:
        """From each hex the ways to those beside it, in board order; water without a route is none (3)."""
        return {
            hex_.id: {
                other.id: self._step(hex_.id, other.id)
                for other in self.hexes.values()
                if self.adjacent(hex_.id, other.id) and not self.blocked(hex_.id, other.id)
            }
            for hex_ in self.hexes.values()
        }

    def adjacent(self, one_hex: str, other: str) -> bool:
        """Tell whether two hexes lie beside each other; odd rows are shifted half a hex east (3)."""
        here, there = self.hexes[one_hex], self.hexes[other]
        across, down = there.column - here.column, there.row - here.row
        if down == 0:
            return abs(across) == 1
        east = here.row % 2
        return abs(down) == 1 and across in (east - 1, east)

    def blocked(self, one_hex: str, other: str) -> bool:
        """Tell whether water lies between two hexes, and no route leads over it (3)."""
        edge = frozenset((one_hex, other))
        return edge in self.waters and edge not in self.routes

    def _step(self, one_hex: str, other: str) -> HexStep:
        edge = frozenset((one_hex, other))
        return HexStep(edge in self.routes, edge in self.crossings)

    def hazard(self, card: str | None) -> Hazard:
        """Return what holds under a card, extra or not; None is no card."""
        return self.usual if card is None else self.hazards[card.removesuffix(EXTRA)]

    def settlement(self, hex_: str, scenario: str) -> SettlementKind | None:
        """Return what stands in a hex, but for Dubh Glen, which may be a longport (1, 3)."""
        there = self.hexes[hex_]
        return None if scenario in there.not_in else there.settlement

    def settlements(self, scenario: str) -> tuple[str, ...]:
        """Return the hexes in which something stands, in board order."""
        return tuple(hex_ for hex_ in self.hexes if self.settlement(hex_, scenario) is not None)

    def terrain(self, hex_: str, scenario: str) -> tuple[Terrain, ...]:
        """Return what a hex is like; a castle that is not built yet is none."""
        there = self.hexes[hex_]
        return () if scenario in there.not_in else there.terrain
