"""What powers did in a season, as promises ask about it (Irish 15).

A condition is judged on the board on which the moves were made. The old name of a split province
means any of its halves there (Irish 9, 15).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.conditions import (
    And,
    Atom,
    Attacks,
    BridgeStands,
    Condition,
    Enters,
    Failed,
    IsIn,
    IsVacant,
    Not,
    Or,
    Owns,
    Succeeded,
    Supports,
    WasDislodged,
    is_met,
    places_asked,
)
from gm.games.diplomacy.rules.mechanics import MovesPlayed
from gm.games.diplomacy.rules.orders import Move, Support
from gm.games.diplomacy.rules.outcomes import Reason, Result, Why
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitRef


class Deeds(Protocol):
    """What conditions are judged by, and who did what they ask about."""

    def holds(self, atom: Atom) -> bool:
        """Tell whether the atom is true."""
        ...

    def doers(self, atom: Atom) -> tuple[UnitRef, ...]:
        """Return the units that make the atom true, as they stood before the moves."""
        ...


@value
class SeasonDeeds:
    """The deeds of a movement season, judged after the moves and before the retreats."""

    played: MovesPlayed

    def holds(self, atom: Atom) -> bool:
        """Tell whether the atom is true."""
        match atom:
            case IsVacant(place):
                return not any(at.at.province in self._meant(place) for _, at in self._standing())
            case Owns(power, place):
                return _owns(self.played.board, self.played.before, power, place)
            case BridgeStands():
                return False  # no game has both bridges and promises
            case _:
                return bool(self.doers(atom))

    def doers(self, atom: Atom) -> tuple[UnitRef, ...]:
        """Return the units that make the atom true, as they stood before the moves."""
        return tuple(unit.ref for unit in self._doers(atom))

    def _doers(self, atom: Atom) -> Iterator[Unit]:
        match atom:
            case Enters(power, place):
                return self._entered(power, place)
            case IsIn(power, place):
                return self._there(power, place)
            case Attacks(power, place):
                return self._attacked(power, place)
            case Supports():
                return self._supported(atom)
            case WasDislodged(ref) | Succeeded(ref) | Failed(ref):
                return self._fared(ref, atom)
            case IsVacant() | Owns() | BridgeStands():
                return iter(())

    def _meant(self, place: ProvinceId) -> tuple[ProvinceId, ...]:
        return self.played.board.meant(place)

    def _standing(self) -> Iterator[tuple[Unit, Unit]]:
        """Yield the units on the board after the moves, before and after."""
        beaten, arrivals = self.played.dislodged_by, self.played.arrivals
        for unit in self.played.before.units:
            if unit.at.province not in beaten:
                yield unit, arrivals.get(unit.at.province, unit)

    def _entered(self, power: PowerId, place: ProvinceId) -> Iterator[Unit]:
        """A bounce is no entry, and who stood there did not enter (ruling)."""
        meant = self._meant(place)
        for unit, after in self._standing():
            moved = unit.at.province in self.played.arrivals
            if moved and unit.power == power and after.at.province in meant:
                yield unit

    def _there(self, power: PowerId, place: ProvinceId) -> Iterator[Unit]:
        meant = self._meant(place)
        for unit, after in self._standing():
            if unit.power == power and after.at.province in meant:
                yield unit

    def _attacked(self, power: PowerId, place: ProvinceId) -> Iterator[Unit]:
        """The move must have been possible; it may have been beaten (ruling)."""
        meant = self._meant(place)
        for unit in self.played.before.units:
            order = self.played.orders.get(unit.at.province)
            if unit.power == power and isinstance(order, Move) and order.to.province in meant:
                yield unit

    def _supported(self, atom: Supports) -> Iterator[Unit]:
        """A support counts that matches what the unit did, cut or not (ruling)."""
        targets = self._meant(atom.target.at.province)
        goals = self._meant(atom.to) if atom.to is not None else ()
        for unit in self.played.before.units:
            place = unit.at.province
            order = self.played.orders.get(place)
            if unit.power != atom.power or not isinstance(order, Support):
                continue
            if self.played.outcomes[place].result is Result.VOID:
                continue
            whom, to = order.target, order.to
            named = whom.kind is atom.target.kind and whom.at.province in targets
            there = (to is None and atom.to is None) or (to is not None and to.province in goals)
            if named and there:
                yield unit

    def _fared(self, ref: UnitRef, atom: Atom) -> Iterator[Unit]:
        places = self._meant(ref.at.province)
        for unit in self.played.before.units:
            place = unit.at.province
            if unit.kind is not ref.kind or place not in places:
                continue
            beaten = place in self.played.dislodged_by
            fine = self.played.outcomes[place].result is Result.OK and not beaten
            match atom:
                case WasDislodged():
                    holds = beaten
                case Succeeded():
                    holds = fine
                case _:
                    holds = not fine
            if holds:
                yield unit


@value
class WinterDeeds:
    """What promises of a winter are judged by: the position when the adjustments are made.

    In a winter nobody moves, so nobody enters, attacks or supports (Irish 15, ruling).
    """

    board: Board
    state: GameState

    def holds(self, atom: Atom) -> bool:
        """Tell whether the atom is true."""
        match atom:
            case IsVacant(place):
                meant = self.board.meant(place)
                return not any(unit.at.province in meant for unit in self.state.units)
            case Owns(power, place):
                return _owns(self.board, self.state, power, place)
            case _:
                return bool(self.doers(atom))

    def doers(self, atom: Atom) -> tuple[UnitRef, ...]:
        """Return the units that make the atom true."""
        if not isinstance(atom, IsIn):
            return ()
        meant = self.board.meant(atom.place)
        return tuple(
            unit.ref
            for unit in self.state.units
            if unit.power == atom.power and unit.at.province in meant
        )


def _owns(board: Board, state: GameState, power: PowerId, place: ProvinceId) -> bool:
    return any(state.centres.get(province) == power for province in board.meant(place))


def telling(condition: Condition, deeds: Deeds) -> Reason:
    """Return why a condition is not met: the deed that decided it, and the units that did it.

    `by` are those units as they stood before the moves, `place` what the deed is about; the detail
    `deed` is its word ("enters"), `power` whose it would be, `done` "yes" where he did what he
    should not, "no" where he did not what he should.
    """
    for atom, done in _decisive(condition, deeds, wanted=True):
        detail = [("deed", _WORDS[type(atom)]), ("done", "yes" if done else "no")]
        match atom:
            case Enters(power) | IsIn(power) | Attacks(power) | Owns(power):
                detail.append(("power", power))
            case Supports(power, target):
                detail += ("power", power), ("unit", str(target))
            case WasDislodged(unit) | Succeeded(unit) | Failed(unit):
                detail.append(("unit", str(unit)))
            case IsVacant() | BridgeStands():
                pass
        about = places_asked(atom)
        return Reason(Why.CONDITION, by=deeds.doers(atom), place=about, detail=tuple(detail))
    return Reason(Why.CONDITION)


_WORDS: dict[type[Atom], str] = {
    Enters: "enters",
    Attacks: "attacks",
    IsIn: "in",
    IsVacant: "vacant",
    Owns: "owns",
    Supports: "supports",
    WasDislodged: "dislodged",
    Succeeded: "succeeded",
    Failed: "failed",
    BridgeStands: "stands",
}


def _decisive(condition: Condition, deeds: Deeds, *, wanted: bool) -> Iterator[tuple[Atom, bool]]:
    """Yield the atoms that keep a condition from being what is wanted, with what they are."""
    if is_met(condition, deeds) is wanted:
        return
    match condition:
        case Not(inner):
            yield from _decisive(inner, deeds, wanted=not wanted)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _decisive(part, deeds, wanted=wanted)
        case _:
            yield condition, not wanted
