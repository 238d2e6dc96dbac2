"""What became of each order in a decided season, and why: strengths and who decided them."""

from __future__ import annotations

from collections.abc import Iterable

from gm.rules.board import PowerId, ProvinceId
from gm.rules.convoys import Way
from gm.rules.decisions import Decisions
from gm.rules.line_up import NOBODY
from gm.rules.orders import Convoy, Hold, Move, Support
from gm.rules.outcomes import Outcome, Reason, Result, Why
from gm.rules.reach import bits
from gm.rules.units import UnitRef

_OK, _VOID, _CUT, _BOUNCE = Result.OK, Result.VOID, Result.CUT, Result.BOUNCE

Verdict = tuple[Result, Reason | None]

_DONE: Verdict = _OK, None


class Verdicts:
    """A decided season, ready to be told.

    Args:
        decisions: all made.
        paradox: the armies whose convoy failed by the paradox rule, by index.
        victors: by unit, the unit that dislodged it, or NOBODY.
    """

    __slots__ = ("decisions", "field", "paradox", "victors")

    def __init__(self, decisions: Decisions, paradox: frozenset[int], victors: list[int]) -> None:
        self.decisions = decisions
        self.field = decisions.field
        self.paradox = paradox
        self.victors = victors

    def outcomes(self) -> tuple[Outcome, ...]:
        """Return what became of each unit's order, in the units' order."""
        failed, victors, orders = self._failures(), self.victors, self.field.orders
        told: list[Outcome] = []
        for number, unit in enumerate(self.field.units):
            order, dislodged = orders[number], victors[number] != NOBODY
            result, reason = failed.get(number, _DONE)
            if dislodged and reason is None:
                reason = self._dislodgement(number)
            if order is None:
                told.append(Outcome(unit.power, Hold(unit.ref), _OK, reason, dislodged, False))
            else:
                told.append(Outcome(unit.power, order, result, reason, dislodged))
        return tuple(told)

    def _failures(self) -> dict[int, Verdict]:
        """Return by unit what became of the orders that did not come off."""
        field, moves, given = self.field, self.decisions.moves, self.decisions.given
        failed: dict[int, Verdict] = {}
        for unit, fault in field.faults.items():
            failed[unit] = _VOID, fault
        for mover in field.movers:
            if not moves[mover]:
                failed[mover] = self._failed_move(mover)
        for supporter in field.supports:
            if not given[supporter]:
                failed[supporter] = self._failed_support(supporter)
        for army in field.stranded:
            failed[army] = _VOID, Reason(Why.CONVOY_MISSING, place=self._ends_of(army))
        for fleet in field.carriers:
            if fleet not in field.useful:
                failed[fleet] = _VOID, self._unmatched(fleet)
        return failed

    def _ends_of(self, army: int) -> tuple[ProvinceId, ...]:
        """Return where a move was to begin and end."""
        order = self.field.orders[army]
        here = self.field.units[army].at.province
        return (here, order.to.province) if isinstance(order, Move) else (here,)

    def _unmatched(self, unit: int) -> Reason:
        """Say whose order a support or convoy does not match."""
        order = self.field.orders[unit]
        helped = (order.target,) if isinstance(order, (Support, Convoy)) else ()
        return Reason(Why.NOT_MATCHING, by=helped)

    def _failed_move(self, mover: int) -> Verdict:
        if self.decisions.arrives(mover) is False:
            return self._unshipped(mover), self._broken_convoy(mover)
        return _BOUNCE, self._bounce(mover)

    def _unshipped(self, army: int) -> Result:
        """Return the word for an army that found no ships.

        Where it could have walked but wished to sail, and no fleets made a route, recorded games
        say that it bounced (DATC 6.G.8).
        """
        passage, reach = self.field.passages[army], self.field.reach
        if passage is None or passage.needed or not reach.walks[passage.start] >> passage.goal & 1:
            return Result.NO_CONVOY
        return Result.BOUNCE

    def _failed_support(self, supporter: int) -> Verdict:
        if self.field.helped[supporter] == NOBODY:
            return _VOID, self._unmatched(supporter)
        if self.victors[supporter] != NOBODY:
            return _CUT, self._dislodgement(supporter)
        return _CUT, Reason(Why.ATTACKED, by=self._cutters(supporter))

    def _cutters(self, supporter: int) -> tuple[UnitRef, ...]:
        field = self.field
        return self._refs(
            attacker
            for attacker in field.attackers[field.at[supporter]]
            if field.units[attacker].power != field.units[supporter].power
            and field.at[attacker] != field.aim[supporter]
            and self.decisions.arrives(attacker)
        )

    def _refs(self, units: Iterable[int]) -> tuple[UnitRef, ...]:
        """Return units as orders name them, sorted by province."""
        refs = [self.field.units[unit].ref for unit in units]
        if len(refs) > 1:
            refs.sort(key=_province_of)
        return tuple(refs)

    def _broken_convoy(self, army: int) -> Reason:
        passage, places = self.field.passages[army], self._ends_of(army)
        if passage is None or not passage.needed:
            return Reason(Why.CONVOY_MISSING, place=places)
        if army in self.paradox:
            return Reason(Why.PARADOX, by=self._refs_at(passage.needed), place=places)
        sunk = sum(1 << place for place in bits(passage.fleets) if self._is_lost(place))
        return Reason(Why.CONVOY_DISRUPTED, by=self._refs_at(sunk), place=places)

    def _is_lost(self, place: int) -> bool:
        occupant = self.field.occupant[place]
        return occupant != NOBODY and self.victors[occupant] != NOBODY

    def _refs_at(self, places: int) -> tuple[UnitRef, ...]:
        field = self.field
        return tuple(field.units[field.occupant[place]].ref for place in bits(places))

    def _bounce(self, mover: int) -> Reason:
        """Name the strongest of those that stopped a move, and both strengths."""
        field, decisions = self.field, self.decisions
        occupant = field.occupant[field.goal[mover]]
        strength = decisions.attack(mover)[0]
        wall = decisions.resistance(mover)[0]
        rival, rival_strength = self._rival(mover)
        if occupant == NOBODY or rival_strength > wall:
            return self._lost_to(mover, Why.STANDOFF, strength, rival, rival_strength)
        if strength <= wall:
            return self._stopped_by(mover, occupant, strength, wall)
        return self._lost_to(mover, Why.STANDOFF, strength, rival, rival_strength)

    def _rival(self, mover: int) -> tuple[int, int]:
        rivals = [one for one in self.field.attackers[self.field.goal[mover]] if one != mover]
        best, strength = NOBODY, 0
        # By the alphabet of provinces, the first of the strongest is named.
        for one in sorted(rivals, key=self._name_of) if len(rivals) > 1 else rivals:
            prevention = self.decisions.prevention(one)[0]
            if best == NOBODY or prevention > strength:
                best, strength = one, prevention
        return best, strength

    def _name_of(self, unit: int) -> str:
        return self.field.units[unit].at.province

    def _stopped_by(self, mover: int, occupant: int, strength: int, wall: int) -> Reason:
        """The unit in the way stopped a move: by its strength, or by being its own power's."""
        field = self.field
        facing = self.decisions.is_head_to_head(mover)
        full = 1 + self.decisions.backing(mover)[0]
        if full > wall:
            # Only the rule that no power dislodges its own unit holds it back.
            return self._lost_to(mover, Why.OWN_UNIT, full, occupant, wall)
        why = Why.HEAD_TO_HEAD if facing else Why.BEATEN
        own = field.units[mover].power == field.units[occupant].power
        return self._lost_to(mover, why, full if own else strength, occupant, wall)

    def _lost_to(self, loser: int, why: Why, strength: int, winner: int, against: int) -> Reason:
        field = self.field
        place = self.field.goal[loser] if field.goal[loser] != NOBODY else field.at[loser]
        if why is Why.STANDOFF and self.decisions.moves[winner]:
            why = Why.BEATEN
        return Reason(
            why,
            strength=strength,
            against=against,
            by=(field.units[winner].ref,),
            supporters=self._helpers(winner, against),
            place=(field.reach.ids[place],),
        )

    def _dislodgement(self, unit: int) -> Reason:
        """Say who dislodged a unit, and with what strength against what."""
        decisions, victor = self.decisions, self.victors[unit]
        strength = decisions.resistance(victor)[0]
        against = decisions.attack(victor)[0]
        field = self.field
        return Reason(
            Why.DISLODGED,
            strength=strength,
            against=against,
            by=(field.units[victor].ref,),
            supporters=self._helpers(victor, against, field.units[unit].power),
            place=(field.reach.ids[field.at[unit]],),
        )

    def _helpers(
        self, unit: int, strength: int, without: PowerId | None = None
    ) -> tuple[UnitRef, ...]:
        """Return the supports that count in a strength; a strength of one has none."""
        if strength <= 1:
            return ()
        field = self.field
        return self._refs(
            one
            for one in field.supporters[unit]
            if self.decisions.given[one] and field.units[one].power != without
        )


def _province_of(ref: UnitRef) -> str:
    return ref.at.province


def find_victors(decisions: Decisions) -> list[int]:
    """Return by unit the unit that dislodged it, or NOBODY."""
    field = decisions.field
    victors = [NOBODY] * len(field.units)
    for mover in field.movers:
        if decisions.moves[mover]:
            occupant = field.occupant[field.goal[mover]]
            if occupant != NOBODY and not decisions.moves[occupant]:
                victors[occupant] = mover
    return victors


def went_by_sea(decisions: Decisions, army: int) -> bool:
    """Tell whether a unit moved, and was carried by fleets."""
    passage = decisions.field.passages[army]
    if passage is None or not decisions.moves[army]:
        return False
    return passage.way is Way.SEA or bool(decisions.ways[army])
