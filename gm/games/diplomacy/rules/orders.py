"""One frozen dataclass per kind of order. Orders are typed values; text never reaches the core.

An order to a unit names the unit it is given to (`unit`). Orders without a unit (payments,
builds, removals, gifts) belong to a list whose sequence matters.
"""

from __future__ import annotations

from dataclasses import dataclass

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Location, Pair, PowerId, ProvinceId
from gm.games.diplomacy.rules.conditions import Condition
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import UnitRef


@dataclass(frozen=True, slots=True)
class UnitOrder(Order):
    """The common base of orders given to one unit."""

    unit: UnitRef


@dataclass(frozen=True, slots=True)
class Hold(UnitOrder):
    """The unit stands."""


@dataclass(frozen=True, slots=True)
class Move(UnitOrder):
    """The unit moves. `to` names a coast where a fleet has a choice (or chose wrongly).

    `via_convoy` is the player's explicit wish to go by sea (DATC 4.A.3).
    """

    to: Location
    via_convoy: bool = False


@dataclass(frozen=True, slots=True)
class Support(UnitOrder):
    """The unit supports another, in holding (`to` is None) or in moving to `to`.

    `to` names a coast only if the player wrote one (DATC 6.B.4).
    """

    target: UnitRef
    to: Location | None = None


@dataclass(frozen=True, slots=True)
class Convoy(UnitOrder):
    """The fleet carries an army from where `target` stands to `to`."""

    target: UnitRef
    to: Location


@dataclass(frozen=True, slots=True)
class Convert(UnitOrder):
    """The fleet becomes an army and does nothing else that season (Republic 10b)."""


@dataclass(frozen=True, slots=True)
class AttackBridge(UnitOrder):
    """The unit attacks a bridge between two provinces; without owner, the oldest one.

    Republic 9f, 12.
    """

    between: Pair
    owner: PowerId | None = None


@dataclass(frozen=True, slots=True)
class Retreat(UnitOrder):
    """The dislodged unit retreats."""

    to: Location


@dataclass(frozen=True, slots=True)
class Disband(UnitOrder):
    """The unit is taken off the board: instead of a retreat, or in winter."""


@dataclass(frozen=True, slots=True)
class Build(Order):
    """A new unit."""

    unit: UnitRef


@dataclass(frozen=True, slots=True)
class Waive(Order):
    """One build the power does without."""


@dataclass(frozen=True, slots=True)
class BuildBridge(Order):
    """A new bridge between two provinces that share a river border (Republic 9b, 9i)."""

    between: Pair


@dataclass(frozen=True, slots=True)
class RemoveBridge(Order):
    """The owner demolishes a bridge of his (Republic 9e)."""

    between: Pair


@dataclass(frozen=True, slots=True)
class Pay(Order):
    """Supply points to another power, matched against its `Receive` (Republic 8)."""

    amount: int
    to: PowerId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Receive(Order):
    """Supply points from another power, matched against its `Pay` (Republic 8)."""

    amount: int
    sender: PowerId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Give(Order):
    """Victory points to another power (Irish 15)."""

    amount: int
    to: PowerId


@dataclass(frozen=True, slots=True)
class Choose(Order):
    """The piece with which a minor power starts (Irish 2)."""

    unit: UnitRef


@dataclass(frozen=True, slots=True)
class Walk(Order):
    """A special unit goes where the GM says instead of the hat (Irish 13).

    It is given under the seat GM; `special` is the unit's id, "IRISH 1".
    """

    special: str
    to: ProvinceId


@dataclass(frozen=True, slots=True)
class Conditional(Order):
    """Orders that count only where a condition is met; the others where it is not.

    Republic 9e, Irish 15. Either branch may hold further conditional orders.
    """

    condition: Condition
    then: tuple[Order, ...]
    otherwise: tuple[Order, ...] = ()


def replaces(order: Order, kind: PhaseKind = PhaseKind.MOVEMENT) -> tuple[str, ProvinceId | None]:
    """Return the key by which an order replaces earlier ones when orders are sent again.

    Orders to a unit replace those for the same province, and so do choices of a first piece. All others
    replace the whole list of their kind: builds, removals, payments, receipts, gifts. A walk replaces that of the same special
    unit. In an adjustment phase a disband is a removal. A conditional order is of its branches' kind,
    or of a kind of its own if they differ; `waive` beside another order says only that there is none.
    """
    match order:
        case Disband() if kind is PhaseKind.ADJUSTMENT:
            return "removal", None
        case UnitOrder(unit):
            return "unit", unit.at.province
        case Choose(unit):
            return "choice", unit.at.province
        case Walk(special):
            return f"walk of {special}", None
        case Conditional(_, then, otherwise):
            branches = (*then, *otherwise)
            orders = [branch for branch in branches if not isinstance(branch, Waive)] or branches
            keys = {replaces(branch, kind) for branch in orders}
            return keys.pop() if len(keys) == 1 else ("conditional", None)
        case _:
            return _LIST_OF[type(order)], None


def key_of(order: Order, kind: PhaseKind) -> str:
    """Return what an order is filed by: `unit KkW`, or the name of its list: `build`."""
    name, place = replaces(order, kind)
    return f"{name} {place}" if place else name


_LIST_OF: dict[type[Order], str] = {
    Build: "build",
    BuildBridge: "build",
    Waive: "build",
    RemoveBridge: "removal",
    Pay: "payment",
    Receive: "receipt",
    Give: "gift",
}
"""The kind of list that an order without a unit belongs to."""
