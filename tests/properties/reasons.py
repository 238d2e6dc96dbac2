"""An independent reader of reasons: it asks whether what a reason claims is what happened.

The figures are compared with those of the judge, and the units named must have ordered what they
are named for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.legality import check_movement
from gm.games.diplomacy.rules.orders import Convoy, Move, Support
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.units import UnitRef
from tests.properties.checker import Judge


@dataclass(frozen=True)
class Reader:
    """One resolved season whose reasons are read.

    Args:
        judge: knows who succeeded, and what every rule says of it; it sees legal orders only.
    """

    judge: Judge

    def complaints(self) -> list[str]:
        """Return every claim that is not true; empty if all are."""
        return [
            f"{place}: {fault} ({outcome.result.value}, {outcome.reason})"
            for place, outcome in self.judge.result.outcomes.items()
            for fault in self._faults(place, outcome)
        ]

    def _faults(self, place: ProvinceId, outcome: Outcome) -> Iterator[str]:
        reason = outcome.reason
        if reason is None:
            if outcome.result is not Result.OK or outcome.dislodged:
                yield "no reason"
            return
        if outcome.result is Result.OK and not outcome.dislodged:
            yield "a reason for what was done"
        for ref in (*reason.by, *reason.supporters):
            if self._ordinary(reason) and not self._stands(ref):
                yield f"there is no {ref}"
        if self._is_refused(outcome) != (place not in self.judge.orders):
            yield "refused or not?"
        match reason.why:
            case Why.DISLODGED:
                yield from self._dislodged(place, outcome, reason)
            case Why.BEATEN | Why.STANDOFF | Why.HEAD_TO_HEAD | Why.OWN_UNIT:
                yield from self._bounced(place, reason)
            case Why.ATTACKED:
                yield from self._cut(place, outcome, reason)
            case Why.CONVOY_DISRUPTED | Why.CONVOY_MISSING | Why.PARADOX:
                yield from self._no_convoy(place, outcome, reason)
            case Why.NOT_MATCHING:
                yield from self._unmatched(outcome, reason)
            case _:
                yield from self._illegal(place, outcome, reason)

    def _ordinary(self, reason: Reason) -> bool:
        return reason.why not in {Why.NO_SUCH_UNIT, Why.NOT_MATCHING}

    def _stands(self, ref: UnitRef) -> bool:
        unit = self.judge.units.get(ref.at.province)
        return unit is not None and unit.ref == ref

    def _is_refused(self, outcome: Outcome) -> bool:
        refusable = outcome.result is Result.VOID and outcome.reason is not None
        if not refusable or not outcome.ordered:
            return not outcome.ordered
        board, units = self.judge.board, self.judge.units
        return check_movement(board, units, outcome.power, outcome.order) is not None

    def _bounced(self, mover: ProvinceId, reason: Reason) -> Iterator[str]:
        judge, other = self.judge, reason.by[0].at.province
        goal = judge.moves()[mover]
        if len(reason.by) != 1 or reason.place != (goal,):
            yield "not one opponent in the place it goes for"
        yield from self._supports_add_up(reason)
        backing = 1 + len(list(judge.supporters(mover)))
        own = judge.units[other].power == judge.units[mover].power
        strength, against = reason.strength or 0, reason.against or 0
        standing = judge.units.get(goal)
        own = own or (standing is not None and standing.power == judge.units[mover].power)
        whole = own or reason.why is Why.OWN_UNIT
        if strength not in ({backing, judge.attack(mover)} if whole else {judge.attack(mover)}):
            yield f"its strength is {judge.attack(mover)}"
        if reason.why is Why.OWN_UNIT:
            if other != goal or strength <= against:
                yield "not only its own side held it back"
        elif strength > against:
            yield "it was the stronger"
        in_the_way = other == goal and (not judge.won(other) or judge.head_to_head(mover))
        rival = judge.moves().get(other) == goal
        stood = judge.defence(mover) if in_the_way else judge.prevention(other) if rival else -1
        if stood != against:
            yield f"{other} stood with {stood}"
        match reason.why:
            case Why.HEAD_TO_HEAD if not judge.head_to_head(mover) or other != goal:
                yield "no head to head"
            case Why.STANDOFF if judge.won(other) or not rival:
                yield "no standoff"
            case Why.BEATEN if not in_the_way and not judge.won(other):
                yield "nobody won"
            case _:
                return

    def _dislodged(self, place: ProvinceId, outcome: Outcome, reason: Reason) -> Iterator[str]:
        judge = self.judge
        victor = judge.result.dislodged_by.get(place)
        if not outcome.dislodged or victor is None:
            yield "it was not dislodged"
            return
        if [ref.at.province for ref in reason.by] != [victor]:
            yield f"{victor} dislodged it"
        yield from self._supports_add_up(reason)
        if reason.against != judge.attack(victor) or reason.strength != judge.defence(victor):
            yield f"{judge.attack(victor)} against {judge.defence(victor)}"
        if (reason.strength or 0) >= (reason.against or 0):
            yield "the attacker was not the stronger"

    def _supports_add_up(self, reason: Reason) -> Iterator[str]:
        """Every supporter named gave an uncut support to the opponent, and none is left out."""
        helped = reason.by[0].at.province
        counted = set(self.judge.supporters(helped))
        for ref in reason.supporters:
            if ref.at.province not in counted:
                yield f"{ref} did not support {reason.by[0]}"
        if reason.against is not None and reason.against > 0:
            if reason.against != 1 + len(reason.supporters):
                yield "the supports do not add up"
        elif reason.supporters:
            yield "supports of nothing"

    def _cut(self, place: ProvinceId, outcome: Outcome, reason: Reason) -> Iterator[str]:
        order = outcome.order
        if not isinstance(order, Support) or outcome.result is not Result.CUT:
            yield "no cut support"
            return
        if not reason.by:
            yield "nobody cut it"
        for ref in reason.by:
            attacker = ref.at.province
            if self.judge.moves().get(attacker) != place:
                yield f"{ref} did not attack it"
            elif self.judge.units[attacker].power == outcome.power:
                yield f"{ref} is of its own side"
            elif not self.judge.arrives(attacker) or self.judge.spares(attacker, place):
                yield f"{ref} cannot cut it"
            elif attacker == (order.to or order.target.at).province:
                yield f"{ref} comes from where the support works"

    def _no_convoy(self, army: ProvinceId, outcome: Outcome, reason: Reason) -> Iterator[str]:
        judge = self.judge
        if not isinstance(outcome.order, Move) or judge.won(army):
            yield "no failed move"
            return
        if reason.place != (army, outcome.order.to.province):
            yield "not its way"
        if outcome.result is Result.VOID:
            # Never a move: no fleets on the board could take it (DATC 6.D.32).
            if judge.sea_route_sets(army, outcome.order.to.province, judge.fleets_at_sea()):
                yield "fleets could take it"
            return
        whole = bool(judge.routes(army))
        if whole != (reason.why is not Why.CONVOY_MISSING):
            yield "fleets were missing" if not whole else "the fleets made a route"
        carriers = judge.carriers(army)
        named = {ref.at.province for ref in reason.by}
        if not named <= carriers:
            yield "other fleets are named"
        lost = carriers & set(judge.result.dislodged_by)
        if reason.why is Why.CONVOY_DISRUPTED and (not named or named != lost):
            yield f"{sorted(lost)} were dislodged"
        if reason.why is Why.PARADOX and not named:
            yield "no fleets in the paradox"

    def _unmatched(self, outcome: Outcome, reason: Reason) -> Iterator[str]:
        order = outcome.order
        if not isinstance(order, Support | Convoy) or outcome.result is not Result.VOID:
            yield "nothing to match"
            return
        if [ref.at.province for ref in reason.by] != [order.target.at.province]:
            yield f"it named {order.target}"
        if isinstance(order, Convoy):
            army = order.target.at.province
            going = self.judge.moves().get(army) == order.to.province
            if going and order.unit.at.province in self.judge.carriers(army):
                yield "it carries the army"

    def _illegal(self, place: ProvinceId, outcome: Outcome, reason: Reason) -> Iterator[str]:
        board, units = self.judge.board, self.judge.units
        fault = check_movement(board, units, outcome.power, outcome.order)
        if outcome.result is not Result.VOID or fault != reason:
            yield f"as an order it is {fault}"
        if place in self.judge.orders:
            yield "it was legal"
