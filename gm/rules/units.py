"""Units: armies and fleets, and how orders refer to them."""

from __future__ import annotations

from enum import Enum

from gm.rules.board import Location, PowerId
from gm.rules.values import value


class UnitKind(Enum):
    """Army or fleet; the value is the letter that orders use."""

    ARMY = "A"
    FLEET = "F"


@value
class UnitRef:
    """A unit as an order names it: its kind and where it stands, coast included."""

    kind: UnitKind
    at: Location

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at}"


@value
class Unit:
    """A unit on the board, with its owner."""

    power: PowerId
    kind: UnitKind
    at: Location

    @property
    def ref(self) -> UnitRef:
        """The unit as orders name it."""
        return UnitRef(self.kind, self.at)

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at}"


def unit_key(unit: Unit) -> tuple[str, str, str]:
    """Return the key by which units are sorted: owner, then place, then kind."""
    place, coast = unit.at
    return unit.power, place if coast is None else f"{place}/{coast}", unit.kind.value
