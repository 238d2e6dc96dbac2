"""Units: armies and fleets, and how orders refer to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from operator import attrgetter
from typing import Final

from gm.contract.values import value
from gm.games.diplomacy.rules.board import Location, PowerId


class UnitKind(Enum):
    """Army or fleet; the value is the letter that orders use."""

    ARMY = "A"
    FLEET = "F"

    __hash__ = object.__hash__  # that of Enum is Python's, and slow


ARMY: Final = UnitKind.ARMY
FLEET: Final = UnitKind.FLEET


@value
class UnitRef:
    """A unit as an order names it: its kind and where it stands, coast included."""

    kind: UnitKind
    at: Location

    def __str__(self) -> str:
        return f"{'A' if self.kind is ARMY else 'F'} {self.at}"


@dataclass(init=False, slots=True, unsafe_hash=True)
class Unit:
    """A unit on the board, with its owner.

    Args:
        power: the owner.
        kind: army or fleet.
        at: where it stands.
    """

    power: Final[PowerId]
    kind: Final[UnitKind]
    at: Final[Location]
    key: str = field(init=False, repr=False, compare=False)
    """What units are sorted by, made once: owner, then place, then kind."""

    def __init__(self, power: PowerId, kind: UnitKind, at: Location) -> None:
        self.power = power
        self.kind = kind
        self.at = at
        place, coast = at
        where = place if coast is None else f"{place}/{coast}"
        # The lowest of all characters keeps SPA before SPA/sc and both before SPAIN.
        self.key = f"{power}\0{where}\0{'A' if kind is ARMY else 'F'}"

    def __reduce__(self) -> tuple[object, ...]:
        return Unit, (self.power, self.kind, self.at)

    @property
    def ref(self) -> UnitRef:
        """The unit as orders name it."""
        return UnitRef(self.kind, self.at)

    def __str__(self) -> str:
        return f"{'A' if self.kind is ARMY else 'F'} {self.at}"


unit_key = attrgetter("key")
"""The key by which units are sorted: owner, then place, then kind."""
