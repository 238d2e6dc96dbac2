"""What can be ordered: the lines of section 6, one value each. What they name need not be there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.freedom.rules.outcomes import Reason


class PlayMode(Enum):
    """For what a card is played (5)."""

    EVENT = "EVENT"
    AP = "AP"


class Head(Enum):
    """With what a block can begin; a card that is played or claimed takes action lines below it."""

    OPENING = "OPENING"
    REGROUP = "REGROUP"
    PLAY = "PLAY"
    CLAIM = "CLAIM"
    DECLINE = "PASS"
    STOP = "STOP"


class GuardKind(Enum):
    """What a test asks (6)."""

    EMPTY = "EMPTY"
    IMPERIAL_IN = "IMP IN"
    INSURGENT_IN = "INS IN"
    DAMAGED = "DAMAGED"
    DESTROYED = "DESTROYED"
    MORALE_BELOW = "MORALE <"
    MORALE_ABOVE = "MORALE >"
    HOLDS = "HOLDS"
    CLAIM_POSSIBLE = "CLAIM POSSIBLE"
    LOST_FORT = "LOST FORT"


@value
class Guard:
    """A test of IF or STOP IF.

    Args:
        kind: what it asks. negated: it must not hold.
        name: of the space, the area or the card that it asks about; "" for none, or any card.
        seat: whose morale, or who holds the area. number: with what morale is compared.
        fault: why it is no test; None of one that is.
    """

    kind: GuardKind
    negated: bool = False
    name: str = ""
    seat: str = ""
    number: int = 0
    fault: Reason | None = None


@value
class Way:
    """The way of one unit: the space it comes from, then those it goes through.

    Args:
        spaces: two or three. kind: named at the Camp; "" if it is not.
    """

    spaces: tuple[str, ...]
    kind: str = ""

    @property
    def source(self) -> str:
        """Where it comes from."""
        return self.spaces[0]

    @property
    def target(self) -> str:
        """Where it ends."""
        return self.spaces[-1]


@dataclass(frozen=True, slots=True)
class SiegeOrder(Order):
    """The common base of all lines."""


@dataclass(frozen=True, slots=True)
class Misread(SiegeOrder):
    """A line that says nothing that can be done: it keeps its block from being begun (6).

    Args:
        text: as it was written. reason: what is wrong with it.
        head: the head that its first words are; None of an action.
        policy: it begins as a line of a policy does, and belongs to no block.
        mode: for what its card would be played, if it says that.
    """

    text: str
    reason: Reason
    head: Head | None = None
    policy: bool = False
    mode: PlayMode | None = None


# Heads of blocks


@dataclass(frozen=True, slots=True)
class Opening(SiegeOrder):
    """Up to five units go one space forward; no way at all is OPENING NONE (4)."""

    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True)
class Regroup(SiegeOrder):
    """A unit goes to another space of the city, or an island; `source` "" is REGROUP NONE."""

    source: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Play(SiegeOrder):
    """A card is played, for its event or its action points."""

    card: str
    mode: PlayMode


@dataclass(frozen=True, slots=True)
class ClaimCard(SiegeOrder):
    """The card that lies claimable is claimed, and another discarded for it."""

    card: str
    discard: str


@dataclass(frozen=True, slots=True)
class Pass(SiegeOrder):
    """The last card is not claimed."""


@dataclass(frozen=True, slots=True)
class StopIf(SiegeOrder):
    """If the test holds the queue stops here."""

    guard: Guard


@dataclass(frozen=True, slots=True)
class Conditional(SiegeOrder):
    """A head, or an action with or without another for where the test does not hold."""

    guard: Guard
    then: SiegeOrder
    otherwise: SiegeOrder | None = None


# Actions


@dataclass(frozen=True, slots=True)
class Move(SiegeOrder):
    """Two units go one space each, or one goes two (5)."""

    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Slow(SiegeOrder):
    """A unit goes into a slow space."""

    way: Way


@dataclass(frozen=True, slots=True)
class Attack(SiegeOrder):
    """Units attack the space beside theirs.

    Args:
        times: how often; None if that is not said. until_clear: not after the last enemy is gone.
    """

    source: str
    target: str
    times: int | None = None
    until_clear: bool = False


@dataclass(frozen=True, slots=True)
class Support(SiegeOrder):
    """An area is supported."""

    area: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Prep(SiegeOrder):
    """Action points are put by; None is all that are left."""

    amount: int | None = 1


@dataclass(frozen=True, slots=True)
class RewardAttacks(SiegeOrder):
    """Later attacks of the play are rewarded."""


@dataclass(frozen=True, slots=True)
class Plea(SiegeOrder):
    """The Porte is asked for funds."""


@dataclass(frozen=True, slots=True)
class BuildCannon(SiegeOrder):
    """A cannon is built in a space."""

    space: str


@dataclass(frozen=True, slots=True)
class Raid(SiegeOrder):
    """A unit on the Wall raids a space farther away."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Repair(SiegeOrder):
    """A Wall space is repaired."""

    space: str


@dataclass(frozen=True, slots=True)
class Train(SiegeOrder):
    """A civilian becomes a unit in a space."""

    space: str


@dataclass(frozen=True, slots=True)
class Pressure(SiegeOrder):
    """The government is pressed for help."""


@dataclass(frozen=True, slots=True)
class Choose(SiegeOrder):
    """One of an event's alternatives is chosen, from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Damage(SiegeOrder):
    """The Wall space that an event damages."""

    space: str


@dataclass(frozen=True, slots=True)
class Place(SiegeOrder):
    """The spaces into which an event's units come."""

    spaces: tuple[str, ...]


# Policies


@dataclass(frozen=True, slots=True)
class PolicyLine(SiegeOrder):
    """The common base of lines that take effect at once, wherever they stand."""


@dataclass(frozen=True, slots=True)
class SetFire(PolicyLine):
    """At what a cannon fires.

    Args:
        cannon: its space; "" for all. at: the targets, none to hold fire; None to forget the policy.
    """

    cannon: str = ""
    at: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class SetMorale(PolicyLine):
    """Own morale is taken while it is below this."""

    below: int


@dataclass(frozen=True, slots=True)
class SetPlace(PolicyLine):
    """Where units and cannons are placed, the best space first; none is the default."""

    spaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetRemove(PolicyLine):
    """From where units are removed, the first space first; none is the default."""

    spaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetAllies(PolicyLine):
    """Where the allies of the second period come, one unit an entry; none is the default."""

    spaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetClaim(PolicyLine):
    """A card is claimed whenever that can be; `card` "" forgets all such."""

    card: str = ""
    discard: str = ""


@dataclass(frozen=True, slots=True)
class PlayDefault(SiegeOrder):
    """The game's master lets the default of the deadline act for the seat that is waited for."""


@dataclass(frozen=True, slots=True)
class Settle(SiegeOrder):
    """The game's master has settled by hand what a card leaves to him; the game goes on (9)."""


ACTIONS = (
    Move,
    Slow,
    Attack,
    Support,
    Prep,
    RewardAttacks,
    Plea,
    BuildCannon,
    Regroup,
    Raid,
    Repair,
    Train,
    Pressure,
    Choose,
    Damage,
    Place,
)
"""The lines that can stand below a card that is played, and in IF ... THEN."""


def head_of(order: SiegeOrder) -> Head | None:
    """Return the head that a line is, under a test or not; None of an action; REGROUP may be either."""
    match order:
        case Conditional():
            inner = head_of(order.then)
            return inner if inner in _GUARDED else None
        case Misread():
            return order.head
        case Opening():
            return Head.OPENING
        case Regroup():
            return Head.REGROUP
        case Play():
            return Head.PLAY
        case ClaimCard():
            return Head.CLAIM
        case Pass():
            return Head.DECLINE
        case StopIf():
            return Head.STOP
        case _:
            return None


_GUARDED = (Head.PLAY, Head.CLAIM, Head.DECLINE)
"""The heads that can stand behind IF ... THEN."""
