"""The expression tree of conditional orders, and its evaluation against facts.

A condition on something that never was is simply not met: a unit that did not exist was not
dislodged, did not succeed and did not fail (Republic 9e).
"""

from __future__ import annotations

from typing import Protocol

from gm.contract.values import value
from gm.games.diplomacy.rules.board import Pair, PowerId, ProvinceId
from gm.games.diplomacy.rules.units import UnitRef


@value
class WasDislodged:
    """The unit as it stood before the moves was dislodged."""

    unit: UnitRef


@value
class Succeeded:
    """The unit as it stood before the moves did what it was ordered."""

    unit: UnitRef


@value
class Failed:
    """The unit as it stood before the moves did not do what it was ordered."""

    unit: UnitRef


@value
class IsIn:
    """A unit of the power stands there."""

    power: PowerId
    place: ProvinceId


@value
class IsVacant:
    """No unit stands there."""

    place: ProvinceId


@value
class Owns:
    """The power owns the supply centre."""

    power: PowerId
    place: ProvinceId


@value
class BridgeStands:
    """A bridge stands there, of that owner if one is named."""

    between: Pair
    owner: PowerId | None = None


@value
class Enters:
    """A unit of the power moved there this season and stands there now (Irish 15)."""

    power: PowerId
    place: ProvinceId


@value
class Attacks:
    """A unit of the power was ordered to move there, possible but perhaps beaten (Irish 15)."""

    power: PowerId
    place: ProvinceId


@value
class Supports:
    """The power gave that support, cut or not (Irish 15). `to` None: support in holding."""

    power: PowerId
    target: UnitRef
    to: ProvinceId | None = None


Atom = (
    WasDislodged
    | Succeeded
    | Failed
    | IsIn
    | IsVacant
    | Owns
    | BridgeStands
    | Enters
    | Attacks
    | Supports
)


@value
class Not:
    """The condition is not met."""

    inner: Condition


@value
class And:
    """All conditions are met."""

    parts: tuple[Condition, ...]


@value
class Or:
    """At least one condition is met."""

    parts: tuple[Condition, ...]


Condition = Atom | Not | And | Or


def places_asked(atom: Atom) -> tuple[ProvinceId, ...]:
    """Return the provinces that an atom asks about: where a unit is, and where it is to go."""
    match atom:
        case WasDislodged(unit) | Succeeded(unit) | Failed(unit):
            return (unit.at.province,)
        case IsIn(_, place) | Owns(_, place) | Enters(_, place) | Attacks(_, place):
            return (place,)
        case IsVacant(place):
            return (place,)
        case BridgeStands(between):
            return between
        case Supports(_, target, to):
            return (target.at.province,) if to is None else (target.at.province, to)


class Facts(Protocol):
    """What a mechanism knows when it judges conditions; it answers one atom at a time."""

    def holds(self, atom: Atom) -> bool:
        """Tell whether the atom is true of the season that was played."""
        ...


def is_met(condition: Condition, facts: Facts) -> bool:
    """Judge a condition against the facts of a season."""
    match condition:
        case Not(inner):
            return not is_met(inner, facts)
        case And(parts):
            return all(is_met(part, facts) for part in parts)
        case Or(parts):
            return any(is_met(part, facts) for part in parts)
        case _:
            return facts.holds(condition)


def atoms(condition: Condition) -> tuple[Atom, ...]:
    """Return every atom of a condition, left to right."""
    match condition:
        case Not(inner):
            return atoms(inner)
        case And(parts) | Or(parts):
            return tuple(atom for part in parts for atom in atoms(part))
        case _:
            return (condition,)
