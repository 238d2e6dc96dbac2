"""What a picture shows of a game, as values: who owns what, who stands where, what was ordered.

A scene says nothing of the game that is played; whatever is special to one comes as a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from gm.languages import gettext, gettext_noop


class PieceKind(Enum):
    """What a unit is."""

    ARMY = "army"
    FLEET = "fleet"


class Stance(Enum):
    """How a unit stands; one in anarchy that is dislodged finds no retreat (Irish 10)."""

    STANDING = "standing"
    DISLODGED = "dislodged"
    ANARCHY = "in anarchy"
    ANNIHILATED = "in anarchy, dislodged"

    @property
    def is_dislodged(self) -> bool:
        """Whether the unit was driven out."""
        return self in (Stance.DISLODGED, Stance.ANNIHILATED)

    @property
    def is_lawless(self) -> bool:
        """Whether the unit is in anarchy."""
        return self in (Stance.ANARCHY, Stance.ANNIHILATED)


class Token(Enum):
    """What a special unit is."""

    IRISH = "Irish unit"
    PSYCHIATRIST = "Psychiatrist"


class Act(Enum):
    """What was ordered, or done."""

    MOVE = "move"
    HOLD = "hold"
    SUPPORT = "support"
    CONVOY = "convoy"
    RETREAT = "retreat"
    BREAK = "attack on a bridge"
    CONVERT = "conversion"
    BUILD = "new unit"
    REMOVE = "disbanded"
    LOSE = "lost by rule"
    SPAN = "new bridge"
    TEAR = "bridge taken down"
    WALK = "walk of a special unit"


class DrawnFate(Enum):
    """What became of an order: done; allowed, but beaten; not possible at all."""

    DONE = "done"
    FAILED = "failed"
    VOID = "not possible"


@dataclass(frozen=True, slots=True)
class DrawnSpot:
    """A place in a scene: a province, plus the coast if that matters."""

    place: str
    coast: str | None = None


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """A power.

    Args:
        id, name: as the legend has it.
        colour: the map's own colour for it, "#rrggbb"; the picture takes the nearest that
            everybody can tell apart.
        is_major: it has a plain colour before others have.
        figures: what the legend says besides: "5 centres, 4 units".
    """

    id: str
    name: str
    colour: str
    is_major: bool = True
    figures: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit of a power."""

    power: str
    kind: PieceKind
    at: DrawnSpot
    stance: Stance = Stance.STANDING


@dataclass(frozen=True, slots=True)
class Special:
    """A unit of nobody that walks by draw; `number` tells those of a kind apart."""

    token: Token
    number: int
    place: str


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """An order, or what a special unit did, as it is drawn.

    Args:
        act, fate: what it was and what became of it.
        power: whose; "" for nobody's.
        at: where it began: the unit's place.
        words: the order as a sentence, for those who do not see it.
        to: where it led, if anywhere.
        target: the unit that it helped.
        via: the fleets that carried an army, in their sequence.
        between: the two provinces of a bridge.
        owner: whose bridge is attacked or taken down.
        kind: of a new unit.
    """

    act: Act
    fate: DrawnFate
    power: str
    at: DrawnSpot
    words: str
    to: DrawnSpot | None = None
    target: DrawnSpot | None = None
    via: tuple[DrawnSpot, ...] = ()
    between: tuple[str, str] | None = None
    owner: str = ""
    kind: PieceKind | None = None


@dataclass(frozen=True, slots=True)
class Crossing:
    """A bridge; `stands` is False for one that has just fallen."""

    between: tuple[str, str]
    owner: str
    stands: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture's content.

    Args:
        title: the game and the season.
        subtitle: the deadline, or what came of the season.
        description: the position in words.
        sides: the powers of the legend, in their order.
        owners: the power that a province is coloured for.
        pieces, specials, marks, crossings: what is drawn on the map.
        holes: provinces that nobody can enter any more.
        closed: provinces of countries that nobody plays.
        boxes: provinces that only hold special units.
    """

    title: str
    subtitle: str = ""
    description: str = ""
    sides: tuple[DrawnSide, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    pieces: tuple[Piece, ...] = ()
    specials: tuple[Special, ...] = ()
    marks: tuple[DrawnMark, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    holes: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    boxes: frozenset[str] = frozenset()


# What a pointer over a unit reads, and who has the picture read to him.


def unit_said(kind: PieceKind, stance: Stance, power: str, place: str) -> str:
    """Return a unit in words: `Munster: army in Kerry, dislodged`."""
    return gettext(_UNITS[kind, stance], power=power, place=place)


_UNITS: Final = {
    (PieceKind.ARMY, Stance.STANDING): gettext_noop("{power}: army in {place}"),
    (PieceKind.ARMY, Stance.DISLODGED): gettext_noop("{power}: army in {place}, dislodged"),
    (PieceKind.ARMY, Stance.ANARCHY): gettext_noop("{power}: army in {place}, in anarchy"),
    (PieceKind.ARMY, Stance.ANNIHILATED): gettext_noop(
        "{power}: army in {place}, in anarchy, dislodged"
    ),
    (PieceKind.FLEET, Stance.STANDING): gettext_noop("{power}: fleet in {place}"),
    (PieceKind.FLEET, Stance.DISLODGED): gettext_noop("{power}: fleet in {place}, dislodged"),
    (PieceKind.FLEET, Stance.ANARCHY): gettext_noop("{power}: fleet in {place}, in anarchy"),
    (PieceKind.FLEET, Stance.ANNIHILATED): gettext_noop(
        "{power}: fleet in {place}, in anarchy, dislodged"
    ),
}


def special_said(token: Token, number: int, place: str) -> str:
    """Return a special unit in words: `Irish unit 1 in Norway`."""
    match token:
        case Token.IRISH:
            return gettext("Irish unit {number} in {place}", number=number, place=place)
        case Token.PSYCHIATRIST:
            return gettext("Psychiatrist {number} in {place}", number=number, place=place)
