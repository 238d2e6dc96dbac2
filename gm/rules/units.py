"""Units: armies and fleets, and how orders refer to them."""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from operator import attrgetter

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
    """A unit on the board, with its owner.

    Args:
        power: the owner.
        kind: army or fleet.
        at: where it stands.
        key: what units are sorted by: owner, then place, then kind. It is made once, for a
            season sorts its units several times.
    """

    power: PowerId
    kind: UnitKind
    at: Location
    key: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        place, coast = self.at
        where = place if coast is None else f"{place}/{coast}"
        # The lowest of all characters keeps SPA before SPA/sc and both before SPAIN.
        object.__setattr__(self, "key", f"{self.power}\0{where}\0{_LETTER[self.kind]}")

    @property
    def ref(self) -> UnitRef:
        """The unit as orders name it."""
        return UnitRef(self.kind, self.at)

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at}"


_LETTER = {kind: kind.value for kind in UnitKind}

unit_key = attrgetter("key")
"""The key by which units are sorted: owner, then place, then kind."""
