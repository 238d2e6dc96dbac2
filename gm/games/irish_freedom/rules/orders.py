"""What can be ordered (8). What an order names need not be there: the rules judge that."""

from __future__ import annotations

from dataclasses import dataclass

from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.irish_freedom.rules.state import AfterTreaty, Preference, UpgradeChoice


@value
class UnitNamed:
    """A unit as an order names it: the new one, by its id, or by its Area and what it is.

    Args:
        new: the unit of the last recruit or upgrade.
        id: its id; "" if it is not named so.
        area: where it stands; type, colour: what it is, as positions have it, "" if that is not said.
    """

    new: bool = False
    id: str = ""
    area: str = ""
    type: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Action(Order):
    """The common base of what uses up one of the turn's actions (5)."""


@dataclass(frozen=True, slots=True)
class Recruit(Action):
    """Raise a unit, or in the Civil War a gun or a car.

    Args:
        kind: what type, as positions have it; "" where that is not said.
        place: the code of a Region, an Area, or a word that is neither; "" where that is not said.
    """

    kind: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Upgrade(Action):
    """Make a unit one of the next better type."""

    unit: UnitNamed


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move a unit to an Area.

    Args:
        unit: which; target: the Area.
        by_sea: from port to port; landing: the target need have no port (Emmet Dalton).
        attached: types of attachments that go with it.
    """

    unit: UnitNamed
    target: str
    by_sea: bool = False
    landing: bool = False
    attached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UseCollins(Order):
    """Spend Michael Collins on the attack in an Area."""

    area: str


@dataclass(frozen=True, slots=True)
class NominateGuards(Order):
    """Nominate the Regular that is the Dublin Guards."""

    unit: UnitNamed


@dataclass(frozen=True, slots=True)
class Pass(Order):
    """Later actions stay unused."""


@dataclass(frozen=True, slots=True)
class Continue(Order):
    """After the Treaty: go on to the Civil War."""


@dataclass(frozen=True, slots=True)
class Stop(Order):
    """After the Treaty: stop."""


@dataclass(frozen=True, slots=True)
class SetUpgrade(Order):
    """Arrange whether victors rise."""

    choice: UpgradeChoice


@dataclass(frozen=True, slots=True)
class SetAreas(Order):
    """Arrange a list of Areas, those that come first first."""

    preference: Preference
    areas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetAfterTreaty(Order):
    """Arrange what follows the Treaty."""

    choice: AfterTreaty


SETTINGS = (SetUpgrade, SetAreas, SetAfterTreaty)
"""The orders that stand until they are changed."""
