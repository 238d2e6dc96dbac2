"""What became of each unit's order in a decided season, and why: strengths and who decided them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gm.rules.board import PowerId, ProvinceId
from gm.rules.convoys import Way
from gm.rules.decisions import Decisions
from gm.rules.field import NOBODY, Field, is_matched
from gm.rules.orders import Convoy, Hold, Move, Support, UnitOrder
from gm.rules.outcomes import Outcome, Reason, Result, Why
from gm.rules.reach import bits
from gm.rules.units import UnitRef


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """A decided season, ready to be told.

    Args:
        decisions: all made.
        given: the orders as given, by province; units missing from it have none.
        faults: why an order given is illegal, by province.
        paradox: the armies whose convoy failed by the paradox rule, by index.
        victors: by unit, the unit that dislodged it, or NOBODY.
    """

    decisions: Decisions
    given: Mapping[ProvinceId, UnitOrder]
    faults: Mapping[ProvinceId, Reason]
    paradox: frozenset[int]
    victors: list[int]

    @property
    def field(self) -> Field:
        """The season as it was laid out."""
        return self.decisions.field

    def outcome(self, unit: int) -> Outcome:
        """Return what became of a unit's order."""
        one = self.field.units[unit]
        order = self.given.get(one.at.province)
        dislodged = self.victors[unit] != NOBODY
        if order is None:
            reason = self._dislodgement(unit) if dislodged else None
            return Outcome(one.power, Hold(one.ref), Result.OK, reason, dislodged, ordered=False)
        result, reason = self._judge(unit, order)
        if reason is None and dislodged:
            reason = self._dislodgement(unit)
        return Outcome(one.power, order, result, reason, dislodged)

    def _judge(self, unit: int, order: UnitOrder) -> tuple[Result, Reason | None]:
        fault = self.faults.get(order.unit.at.province)
        if fault is not None:
            return Result.VOID, fault
        match order:
            case Move():
                return self._judge_move(unit, order)
            case Support():
                return self._judge_support(unit, order)
            case Convoy() if not is_matched(self.field, unit):
                return Result.VOID, Reason(Why.NOT_MATCHING, by=(order.target,))
            case _:
                return Result.OK, None

    def _judge_move(self, unit: int, order: Move) -> tuple[Result, Reason | None]:
        if self.decisions.moves[unit]:
            return Result.OK, None
        places = (order.unit.at.province, order.to.province)
        if self.field.goal[unit] == NOBODY:
            return Result.VOID, Reason(Why.CONVOY_MISSING, place=places)
        if self.decisions.arrives(unit) is False:
            return self._unshipped(unit), self._broken_convoy(unit, places)
        return Result.BOUNCE, self._bounce(unit)

    def _unshipped(self, army: int) -> Result:
        """Return the word for an army that found no ships.

        Where it could have walked but wished to sail, and no fleets made a route, recorded games
        say that it bounced (DATC 6.G.8).
        """
        passage, reach = self.field.passages[army], self.field.reach
        if passage is None or passage.needed or not reach.walks[passage.start] >> passage.goal & 1:
            return Result.NO_CONVOY
        return Result.BOUNCE

    def _judge_support(self, unit: int, order: Support) -> tuple[Result, Reason | None]:
        if self.field.helped[unit] == NOBODY:
            return Result.VOID, Reason(Why.NOT_MATCHING, by=(order.target,))
        if self.decisions.given[unit]:
            return Result.OK, None
        if self.victors[unit] != NOBODY:
            return Result.CUT, self._dislodgement(unit)
        return Result.CUT, Reason(Why.ATTACKED, by=self._cutters(unit))

    def _cutters(self, supporter: int) -> tuple[UnitRef, ...]:
        field = self.field
        return tuple(
            field.units[attacker].ref
            for attacker in field.attackers[field.at[supporter]]
            if field.units[attacker].power != field.units[supporter].power
            and field.at[attacker] != field.aim[supporter]
            and self.decisions.arrives(attacker)
        )

    def _broken_convoy(self, army: int, places: tuple[ProvinceId, ...]) -> Reason:
        passage = self.field.passages[army]
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
        ranked = [(self.decisions.prevention(one)[0], -one) for one in rivals]
        strength, index = max(ranked, default=(0, -NOBODY))
        return -index, strength

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
        return tuple(
            field.units[one].ref
            for one in field.supporters[unit]
            if self.decisions.given[one] and field.units[one].power != without
        )


def find_victors(decisions: Decisions) -> list[int]:
    """Return by unit the unit that dislodged it, or NOBODY."""
    field = decisions.field
    victors = [NOBODY] * len(field.units)
    for mover, won in enumerate(decisions.moves):
        if won:
            occupant = field.occupant[field.goal[mover]]
            if occupant != NOBODY and not decisions.moves[occupant]:
                victors[occupant] = mover
    return victors


def went_by_sea(decisions: Decisions, mover: int) -> bool:
    """Tell whether a unit that moved was carried by fleets."""
    passage = decisions.field.passages[mover]
    return passage is not None and (passage.way is Way.SEA or bool(decisions.ways[mover]))
