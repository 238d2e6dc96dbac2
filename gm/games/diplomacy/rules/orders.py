"""One frozen dataclass per kind of order. Orders are typed values; text never reaches the core.

An order to a unit names the unit it is given to (`unit`). Orders without a unit (payments,
builds, removals, gifts) belong to a list whose sequence matters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Location, Pair, PowerId, ProvinceId
from gm.games.diplomacy.rules.conditions import Condition
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import UnitRef

if TYPE_CHECKING:
    from gm.games.diplomacy.rules.tasks import Task


class Noted(Order):
    """An order of which the muster has looked up the task, for the next time.

    That is no part of the value: it is neither compared nor told, stored or copied, and is missing
    from what was never looked up.
    """

    __slots__ = ("task",)

    def note(self, task: Task) -> None:
        """Carry a task from now on; only `gm.games.diplomacy.rules.muster` says which."""
        self.task = task

    def __reduce__(self) -> tuple[object, ...]:
        names: tuple[str, ...] = getattr(self, "__match_args__", ())
        return type(self), tuple([getattr(self, name) for name in names])


@value
class UnitOrder(Noted):
    """The common base of orders given to one unit."""

    unit: UnitRef


@value
class Hold(UnitOrder):
    """The unit stands."""


@value
class Move(UnitOrder):
    """The unit moves. `to` names a coast where a fleet has a choice (or chose wrongly).

    `via_convoy` is the player's explicit wish to go by sea (DATC 4.A.3).
    """

    to: Location
    via_convoy: bool = False


@value
class Support(UnitOrder):
    """The unit supports another, in holding (`to` is None) or in moving to `to`.

    `to` names a coast only if the player wrote one (DATC 6.B.4).
    """

    target: UnitRef
    to: Location | None = None


@value
class Convoy(UnitOrder):
    """The fleet carries an army from where `target` stands to `to`."""

    target: UnitRef
    to: Location


@value
class Convert(UnitOrder):
    """The fleet becomes an army and does nothing else that season (Republic 10b)."""


@value
class AttackBridge(UnitOrder):
    """The unit attacks a bridge between two provinces; without owner, the oldest one.

    Republic 9f, 12.
    """

    between: Pair
    owner: PowerId | None = None


@value
class Retreat(UnitOrder):
    """The dislodged unit retreats."""

    to: Location


@value
class Disband(UnitOrder):
    """The unit is taken off the board: instead of a retreat, or in winter."""


@value
class Build(Order):
    """A new unit."""

    unit: UnitRef


@value
class Waive(Order):
    """One build the power does without."""


@value
class BuildBridge(Order):
    """A new bridge between two provinces that share a river border (Republic 9b, 9i)."""

    between: Pair


@value
class RemoveBridge(Order):
    """The owner demolishes a bridge of his (Republic 9e)."""

    between: Pair


@value
class Pay(Order):
    """Supply points to another power, matched against its `Receive` (Republic 8)."""

    amount: int
    to: PowerId
    reason: str = ""


@value
class Receive(Order):
    """Supply points from another power, matched against its `Pay` (Republic 8)."""

    amount: int
    sender: PowerId
    reason: str = ""


@value
class Give(Order):
    """Victory points to another power (Irish 15)."""

    amount: int
    to: PowerId


@value
class Choose(Order):
    """The piece with which a minor power starts (Irish 2)."""

    unit: UnitRef


@value
class Walk(Order):
    """A special unit goes where the GM says instead of the hat (Irish 13).

    It is given under the seat GM; `special` is the unit's id, "IRISH 1".
    """

    special: str
    to: ProvinceId


@value
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
            told = [branch for branch in branches if not isinstance(branch, Waive)] or branches
            keys = {replaces(branch, kind) for branch in told}
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
