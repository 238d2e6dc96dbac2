"""What can be ordered: the lines of packets (11). What they name need not be there: the rules judge that."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gm.contract.orders import Order
from gm.contract.values import value


class Quantity(Enum):
    """A number that a test can ask for; `POSITION` and `ARMY` are no numbers."""

    BATTLES = "BATTLES"
    CATTLE = "CATTLE"
    PROVISIONS = "PROVISIONS"
    POUNDS = "POUNDS"
    FEBAS = "FEBAS"


class Comparison(Enum):
    """How a number is compared."""

    LESS = "<"
    AT_MOST = "<="
    EQUAL = "="
    AT_LEAST = ">="
    MORE = ">"

    def holds(self, left: int, right: int) -> bool:
        """Tell whether it holds of two numbers."""
        match self:
            case Comparison.LESS:
                return left < right
            case Comparison.AT_MOST:
                return left <= right
            case Comparison.EQUAL:
                return left == right
            case Comparison.AT_LEAST:
                return left >= right
            case Comparison.MORE:
                return left > right


@value
class Atom:
    """The smallest part of a test.

    Args:
        negated: it must not hold.
        who: a faction, or `ENEMY`; "" where a number is asked for.
        hex: where that one's army stands; "" where only whether it has one is asked.
        near: or in a hex beside it.
        quantity, comparison: the number asked for, if one is, and how it is compared.
        number: with what; None is with the battles of all enemies in the hex.
    """

    negated: bool = False
    who: str = ""
    hex: str = ""
    near: bool = False
    quantity: Quantity | None = None
    comparison: Comparison = Comparison.EQUAL
    number: int | None = None


@value
class Condition:
    """Holds if all atoms of one of its alternatives hold."""

    alternatives: tuple[tuple[Atom, ...], ...]


ENEMY = "ENEMY"
"""In a test, in place of a faction: any enemy."""


@value
class Pay:
    """What an army is raised with; all zeros are none at all."""

    coyne: int = 0
    tuarastal: int = 0
    battles: int = 0
    provisions: int = 0


@dataclass(frozen=True, slots=True)
class FactionOrder(Order):
    """The common base of all lines: whose faction's block it stands in, and under which test."""

    faction: str
    test: Condition | None = None


@dataclass(frozen=True, slots=True)
class Mobilize(FactionOrder):
    """Raise the army; `pay` None is the default of the faction."""

    pay: Pay | None = None


@dataclass(frozen=True, slots=True)
class Move(FactionOrder):
    """March through hexes, in their order."""

    way: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveTo(FactionOrder):
    """March to a hex by the cheapest way."""

    target: str = ""


@dataclass(frozen=True, slots=True)
class Invite(FactionOrder):
    """Invite a faction on its longport, or call an exile."""

    target: str = ""


@dataclass(frozen=True, slots=True)
class OfferHostage(FactionOrder):
    """Offer a hostage to de Clare."""


@dataclass(frozen=True, slots=True)
class Conduct(FactionOrder):
    """Fight on contact, whom first, or avoid it.

    Args:
        avoid: the army stops before enemies. target: whom it fights first; "" is any.
    """

    avoid: bool = False
    target: str = ""


@dataclass(frozen=True, slots=True)
class Raid(FactionOrder):
    """Raid the settlement where the army stands; `hex` is where that should be, "" for wherever."""

    hex: str = ""


@dataclass(frozen=True, slots=True)
class Demobilize(FactionOrder):
    """Disband the army where it stands; `hex` is where that should be, "" for wherever."""

    hex: str = ""


@dataclass(frozen=True, slots=True)
class Exile(FactionOrder):
    """Flee the land."""


@dataclass(frozen=True, slots=True)
class Conditional(FactionOrder):
    """Do one thing where the test holds, and another, if there is one, where it does not."""

    then: FactionOrder | None = None
    otherwise: FactionOrder | None = None


@dataclass(frozen=True, slots=True)
class Stay(FactionOrder):
    """Nothing: the packet is sent, and orders no more; so its seat is not absent (5)."""


class Trigger(Enum):
    """What a standing line reacts to, in the order they are kept."""

    ATTACKED = "ATTACKED"
    RAIDED = "RAIDED"
    INVITED = "INVITED"
    HOLDER = "HOLDER"
    OFFER = "OFFER"
    BATTLE = "BATTLE"


class Reaction(Enum):
    """How a faction reacts."""

    FIGHT = "FIGHT"
    DISENGAGE = "DISENGAGE"
    MOBILIZE = "MOBILIZE"
    IGNORE = "IGNORE"
    ACCEPT = "ACCEPT"
    REFUSE = "REFUSE"
    OBEY = "OBEY"
    SACRIFICE = "SACRIFICE"
    EXILE = "EXILE"


REACTIONS = {
    Trigger.ATTACKED: (Reaction.FIGHT, Reaction.DISENGAGE),
    Trigger.RAIDED: (Reaction.MOBILIZE, Reaction.IGNORE),
    Trigger.INVITED: (Reaction.ACCEPT, Reaction.REFUSE),
    Trigger.HOLDER: (Reaction.OBEY, Reaction.SACRIFICE),
    Trigger.OFFER: (Reaction.ACCEPT, Reaction.REFUSE),
    Trigger.BATTLE: (Reaction.FIGHT, Reaction.EXILE),
}
"""How each trigger can be answered."""


@dataclass(frozen=True, slots=True)
class React(FactionOrder):
    """A standing line: what the faction does when something happens to it.

    Args:
        to: hexes to which it would disengage, the best first.
        pay: what an army that it accepts to raise is raised with; None is the default.
    """

    trigger: Trigger = Trigger.ATTACKED
    reaction: Reaction = Reaction.FIGHT
    to: tuple[str, ...] = ()
    pay: Pay | None = None


class Food(Enum):
    """What an army lives on."""

    PROVISIONS = "PROVISIONS"
    COYNE = "COYNE"
    CATTLE = "CATTLE"


@dataclass(frozen=True, slots=True)
class Feed(FactionOrder):
    """A standing line: what the army eats, in this order; what is not named it does not eat."""

    kinds: tuple[Food, ...] = ()


@dataclass(frozen=True, slots=True)
class Lead(FactionOrder):
    """A standing line: whether the army goes before others of its side."""

    yes: bool = False


STANDING = (React, Feed, Lead)
"""The lines that stand until they are changed."""


def kind_of(order: FactionOrder) -> int:
    """Return the place of a standing line's kind: those of one kind are replaced together (11)."""
    if isinstance(order, React):
        return [*Trigger].index(order.trigger)
    return len(Trigger) + isinstance(order, Lead)
