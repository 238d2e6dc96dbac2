"""What became of each order in a decided season, and why: strengths and who decided them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gm.rules.board import PowerId, ProvinceId
from gm.rules.contests import attack_on, backing_of
from gm.rules.convoys import Way
from gm.rules.decisions import Decisions
from gm.rules.line_up import NOBODY
from gm.rules.orders import Convoy, Hold, Move, Support
from gm.rules.outcomes import Outcome, Reason, Result, Why
from gm.rules.spots import bits
from gm.rules.units import UnitRef

Verdict = tuple[Result, Reason | None]

OK: Final = Result.OK
VOID: Final = Result.VOID
CUT: Final = Result.CUT
BOUNCE: Final = Result.BOUNCE
NO_CONVOY: Final = Result.NO_CONVOY
STANDOFF: Final = Why.STANDOFF
BEATEN: Final = Why.BEATEN
HEAD_TO_HEAD: Final = Why.HEAD_TO_HEAD
OWN_UNIT: Final = Why.OWN_UNIT
DISLODGED: Final = Why.DISLODGED
ATTACKED: Final = Why.ATTACKED
NOT_MATCHING: Final = Why.NOT_MATCHING


class Verdicts:
    """A decided season, ready to be told. Every strength is counted as it came to be.

    Args:
        decisions: all made.
        paradox: the armies whose convoy failed by the paradox rule, by index.
        victors: by unit that was dislodged, the unit that did it.
    """

    __slots__ = ("decisions", "field", "given", "moves", "paradox", "victors")

    def __init__(
        self, decisions: Decisions, paradox: frozenset[int], victors: dict[int, int]
    ) -> None:
        self.decisions = decisions
        self.field = decisions.field
        self.moves = decisions.moves
        self.given = decisions.given
        self.paradox = paradox
        self.victors = victors

    def outcomes(self) -> tuple[Outcome, ...]:
        """Return what became of each unit's order, in the units' order."""
        field, count = self.field, len(self.field.units)
        results: list[Result] = [OK] * count
        reasons: list[Reason | None] = [None] * count
        dislodged = [False] * count
        self._tell_failures(results, reasons)
        for unit in self.victors:
            dislodged[unit] = True
            reasons[unit] = reasons[unit] or self._dislodgement(unit)
        return tuple(
            [
                Outcome(
                    unit.power,
                    Hold(unit.ref) if order is None else order,
                    result,
                    reason,
                    gone,
                    order is not None,
                )
                for unit, order, result, reason, gone in zip(
                    field.units, field.orders, results, reasons, dislodged, strict=True
                )
            ]
        )

    def _tell_failures(self, results: list[Result], reasons: list[Reason | None]) -> None:
        """Fill in by unit what became of the orders that did not come off."""
        field, moves, given = self.field, self.moves, self.given
        for unit, fault in field.faults.items():
            results[unit], reasons[unit] = VOID, fault
        for mover in field.movers:
            if not moves[mover]:
                results[mover], reasons[mover] = self._failed_move(mover)
        for supporter in field.supports:
            if not given[supporter]:
                results[supporter], reasons[supporter] = self._failed_support(supporter)
        for army in field.stranded:
            results[army] = VOID
            reasons[army] = Reason(Why.CONVOY_MISSING, place=self._ends_of(army))
        for fleet in field.carriers:
            if fleet not in field.useful:
                results[fleet], reasons[fleet] = VOID, self._unmatched(fleet)

    # Failed moves

    def _failed_move(self, mover: int) -> Verdict:
        if self.decisions.arrives(mover):
            return BOUNCE, self._bounce(mover)
        return self._unshipped(mover), self._broken_convoy(mover)

    def _bounce(self, mover: int) -> Reason:
        """Name the strongest of those that stopped a move, and both strengths."""
        field, moves = self.field, self.moves
        goal = field.goal[mover]
        occupant, rivals = field.occupant[goal], field.attackers[goal]
        full = 1 + backing_of(field, self.given, mover)
        strength, wall, facing, own = full, NOBODY, False, False
        if occupant != NOBODY:
            facing = self._is_head_to_head(mover, occupant)
            wall = self._defence(occupant, facing)
            power = field.units[occupant].power
            own = field.units[mover].power == power
            if not own and (facing or not moves[occupant]):
                strength = attack_on(field, self.given, mover, power)
        rival, prevention = NOBODY, 0
        if len(rivals) > 1:
            rival, prevention = self._rival(mover, occupant, rivals)
        if full > wall and full > prevention and (own or prevention <= wall):
            # Only the rule that no power dislodges its own unit, nor helps to, holds it back.
            return self._lost_to(mover, OWN_UNIT, full, occupant, wall)
        if prevention > wall or strength > wall:
            # Whoever was strongest got in; if nobody did, it was a standoff.
            why = BEATEN if moves[rival] else STANDOFF
            return self._lost_to(mover, why, strength, rival, prevention)
        return self._lost_to(mover, HEAD_TO_HEAD if facing else BEATEN, strength, occupant, wall)

    def _rival(self, mover: int, occupant: int, rivals: tuple[int, ...]) -> tuple[int, int]:
        """Return who else prevented a move most, the first by the alphabet of provinces."""
        best, strength = NOBODY, 0
        departed = occupant if occupant != NOBODY and self.moves[occupant] else NOBODY
        for one in rivals:
            if one == mover:
                continue
            prevention = self._prevention(one, departed)
            if best == NOBODY or prevention > strength:
                best, strength = one, prevention
            elif prevention == strength and self._name(one) < self._name(best):
                best = one
        return best, strength

    def _lost_to(self, loser: int, why: Why, strength: int, winner: int, against: int) -> Reason:
        field = self.field
        landing = field.landings[loser]
        place = () if landing is None else (landing.at.province,)
        by = (field.spots[winner].ref,)
        helpers = self._helpers(winner) if against > 1 else ()
        return Reason(why, strength, against, by, helpers, place)

    def _unshipped(self, army: int) -> Result:
        """Return the word for an army that found no ships.

        Where it could have walked but wished to sail, and no fleets made a route, recorded games
        say that it bounced (DATC 6.G.8).
        """
        passage, reach = self.field.passages[army], self.field.reach
        if passage is None or passage.needed or not reach.walks[passage.start] >> passage.goal & 1:
            return NO_CONVOY
        return BOUNCE

    def _broken_convoy(self, army: int) -> Reason:
        passage, places = self.field.passages[army], self._ends_of(army)
        if passage is None or not passage.needed:
            return Reason(Why.CONVOY_MISSING, place=places)
        if army in self.paradox:
            return Reason(Why.PARADOX, by=self._refs_at(passage.needed), place=places)
        sunk = sum(1 << place for place in bits(passage.fleets) if self._is_lost(place))
        return Reason(Why.CONVOY_DISRUPTED, by=self._refs_at(sunk), place=places)

    def _is_lost(self, place: int) -> bool:
        return self.field.occupant[place] in self.victors

    def _refs_at(self, places: int) -> tuple[UnitRef, ...]:
        field = self.field
        return tuple(field.spots[field.occupant[place]].ref for place in bits(places))

    def _ends_of(self, army: int) -> tuple[ProvinceId, ...]:
        """Return where a move was to begin and end."""
        order, here = self.field.orders[army], self._name(army)
        return (here, order.to.province) if isinstance(order, Move) else (here,)

    # Failed supports and convoys, and dislodgement

    def _failed_support(self, supporter: int) -> Verdict:
        if self.field.helped[supporter] == NOBODY:
            return VOID, self._unmatched(supporter)
        if supporter in self.victors:
            return CUT, self._dislodgement(supporter)
        return CUT, Reason(ATTACKED, by=self._cutters(supporter))

    def _unmatched(self, unit: int) -> Reason:
        """Say whose order a support or convoy does not match."""
        order = self.field.orders[unit]
        helped = (order.target,) if isinstance(order, (Support, Convoy)) else ()
        return Reason(NOT_MATCHING, by=helped)

    def _cutters(self, supporter: int) -> tuple[UnitRef, ...]:
        field = self.field
        spots, units = field.spots, field.units
        return self._refs(
            [
                attacker
                for attacker in field.attackers[spots[supporter].number]
                if units[attacker].power != units[supporter].power
                and spots[attacker].number != field.aim[supporter]
                and self._cuts(attacker, supporter)
            ]
        )

    def _cuts(self, attacker: int, supporter: int) -> bool:
        """Tell whether an attacker arrives and may cut the support."""
        decisions = self.decisions
        spared = self.field.is_spared(attacker, supporter) and not decisions.walks(attacker)
        return decisions.arrives(attacker) is True and not spared

    def _dislodgement(self, unit: int) -> Reason:
        """Say who dislodged a unit, and with what strength against what."""
        field, victor = self.field, self.victors[unit]
        power = field.units[unit].power
        strength = self._defence(unit, self._is_head_to_head(victor, unit))
        against = attack_on(field, self.given, victor, power)
        by, place = (field.spots[victor].ref,), (self._name(unit),)
        helpers = self._helpers(victor, power) if against > 1 else ()
        return Reason(DISLODGED, strength, against, by, helpers, place)

    def _helpers(self, unit: int, without: PowerId | None = None) -> tuple[UnitRef, ...]:
        """Return the supports that count in a unit's strength."""
        units, given = self.field.units, self.given
        return self._refs(
            [
                one
                for one in self.field.supporters[unit]
                if given[one] and units[one].power != without
            ]
        )

    def _refs(self, units: Iterable[int]) -> tuple[UnitRef, ...]:
        """Return units as orders name them, sorted by province."""
        refs = [self.field.spots[unit].ref for unit in units]
        if len(refs) > 1:
            refs.sort(key=_province_of)
        return tuple(refs)

    def _name(self, unit: int) -> ProvinceId:
        return self.field.spots[unit].at.province

    # Strengths as they came to be; `Decisions` says how each is made up

    def _defence(self, occupant: int, facing: bool) -> int:
        if facing or self.field.goal[occupant] == NOBODY:
            return 1 + backing_of(self.field, self.given, occupant)
        return 0 if self.moves[occupant] else 1

    def _prevention(self, mover: int, departed: int) -> int:
        """Return how strongly a move keeps others out; the unit that went away may have won."""
        if not self.decisions.arrives(mover):
            return 0
        if departed != NOBODY and self._is_head_to_head(mover, departed):
            return 0
        return 1 + backing_of(self.field, self.given, mover)

    def _is_head_to_head(self, mover: int, other: int) -> bool:
        return self.decisions.is_head_to_head(mover, other) is True


def _province_of(ref: UnitRef) -> str:
    return ref.at.province


def find_victors(decisions: Decisions) -> dict[int, int]:
    """Return by unit that was dislodged the unit that did it."""
    field, moves = decisions.field, decisions.moves
    victors: dict[int, int] = {}
    for mover in field.movers:
        if moves[mover]:
            occupant = field.occupant[field.goal[mover]]
            if occupant != NOBODY and not moves[occupant]:
                victors[occupant] = mover
    return victors


def went_by_sea(decisions: Decisions, army: int) -> bool:
    """Tell whether a unit moved, and was carried by fleets."""
    passage = decisions.field.passages[army]
    if passage is None or not decisions.moves[army]:
        return False
    return passage.way is Way.SEA or bool(decisions.ways[army])
