"""What became of each order in a decided season, and why: strengths and who decided them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import Move
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.reach import bits
from gm.games.diplomacy.rules.season.convoys import Way
from gm.games.diplomacy.rules.season.decisions import Decisions
from gm.games.diplomacy.rules.season.tasks import (
    BEATEN,
    HEAD_TO_HEAD,
    NOBODY,
    OWN_UNIT,
    STANDOFF,
    WHYS,
    cut_by,
    stopped,
    unmatched,
    without_fleets,
)
from gm.games.diplomacy.rules.units import UnitRef

OK: Final = Result.OK
VOID: Final = Result.VOID
CUT: Final = Result.CUT
BOUNCE: Final = Result.BOUNCE
NO_CONVOY: Final = Result.NO_CONVOY
DISLODGED: Final = Why.DISLODGED


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
        field, tasks, given = self.field, self.field.tasks, self.given
        outcomes = [task.done for task in tasks]
        for unit, fault in field.faults.items():
            outcomes[unit] = tasks[unit].fail(VOID, fault)
        self._tell_moves(outcomes)
        for supporter in field.unmatched:
            outcomes[supporter] = unmatched(tasks[supporter])
        for supporter in field.supports:
            if not given[supporter]:
                outcomes[supporter] = self._cut_support(supporter)
        for army in field.stranded:
            outcomes[army] = without_fleets(tasks[army], VOID)
        for fleet in field.carriers:
            if fleet not in field.useful:
                outcomes[fleet] = unmatched(tasks[fleet])
        for unit in self.victors:
            outcome = outcomes[unit]
            reason = outcome.reason or self._dislodgement(unit)
            outcomes[unit] = tasks[unit].fail(outcome.result, reason, True)
        return tuple(outcomes)

    # Failed moves

    def _tell_moves(self, outcomes: list[Outcome]) -> None:
        """Say what became of the moves that failed."""
        field, moves = self.field, self.moves
        goals, supporters, passages = field.goal, field.supporters, field.passages
        occupants, attackers = field.occupant, field.attackers
        for mover in field.movers:
            if moves[mover]:
                continue
            if supporters[mover] or passages[mover] is not None:
                outcomes[mover] = self._failed_move(mover)
                continue
            goal = goals[mover]
            met, rivals = occupants[goal], attackers[goal]
            if len(rivals) == 1 and goals[met] == NOBODY and not supporters[met]:
                # Most that fail are such: one unit met another that stands.
                outcomes[mover] = stopped(field.tasks[mover], BEATEN, 1, field.posts[met])
            else:
                outcomes[mover] = self._stopped(mover, met, rivals) or self._failed_move(mover)

    def _stopped(self, mover: int, met: int, rivals: tuple[int, ...]) -> Outcome | None:
        """Say who stopped a move that nobody helped, if nobody helped who stopped it.

        Args:
            mover: walks.
            met: the unit that stands there, or NOBODY.
            rivals: all that go there.
        """
        field = self.field
        goals, supporters, how = field.goal, field.supporters, BEATEN
        task = field.tasks[mover]
        if len(rivals) > 1:
            for rival in rivals:
                if supporters[rival] or field.passages[rival] is not None:
                    return None
            if met == NOBODY:
                met, how = self._first_named(rivals, mover), STANDOFF
            elif goals[met] != NOBODY or supporters[met]:
                return None
        elif goals[met] == NOBODY or goals[met] == task.number:
            if supporters[met] or field.passages[met] is not None:
                return None
            how = BEATEN if goals[met] == NOBODY else HEAD_TO_HEAD
        return stopped(task, how, 1, field.posts[met])

    def _first_named(self, rivals: tuple[int, ...], mover: int) -> int:
        """Return which other unit comes first by the alphabet of provinces."""
        first = NOBODY
        for rival in rivals:
            if rival != mover and (first == NOBODY or self._name(rival) < self._name(first)):
                first = rival
        return first

    def _failed_move(self, mover: int) -> Outcome:
        if self.field.passages[mover] is None or self.decisions.arrives(mover):
            return self._bounce(mover)
        return self._broken_convoy(mover)

    def _bounce(self, mover: int) -> Outcome:
        """Name the strongest of those that stopped a move, and both strengths."""
        field, moves = self.field, self.moves
        goal = field.goal[mover]
        occupant, rivals = field.occupant[goal], field.attackers[goal]
        full = 1 + self._backing(mover) if field.supporters[mover] else 1
        strength, wall, facing, same_power = full, NOBODY, False, False
        if occupant != NOBODY:
            facing = self._is_head_to_head(mover, occupant)
            wall = self._defence(occupant, facing)
            power = field.posts[occupant].power
            same_power = field.posts[mover].power == power
            if full > 1 and not same_power and (facing or not moves[occupant]):
                strength = self._attack_on(mover, power)
        rival, prevention = NOBODY, 0
        if len(rivals) > 1:
            rival, prevention = self._rival(mover, occupant, rivals)
        if full > wall and full > prevention and (same_power or prevention <= wall):
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
        for rival in rivals:
            if rival == mover:
                continue
            prevention = self._prevention(rival, departed)
            if best == NOBODY or prevention > strength:
                best, strength = rival, prevention
            elif prevention == strength and self._name(rival) < self._name(best):
                best = rival
        return best, strength

    def _lost_to(self, loser: int, how: int, strength: int, winner: int, against: int) -> Outcome:
        field = self.field
        task, by = field.tasks[loser], field.posts[winner]
        if against == 1:
            return stopped(task, how, strength, by)
        place = () if task.landing is None else (task.landing.at.province,)
        helpers = self._helpers(winner)
        return task.fail(BOUNCE, Reason(WHYS[how], strength, against, (by.ref,), helpers, place))

    def _broken_convoy(self, army: int) -> Outcome:
        """Say what became of an army that found no ships, or lost them."""
        task = self.field.tasks[army]
        passage = self.field.passages[army]
        if passage is None or not passage.needed:
            return without_fleets(task, self._unshipped(army))
        places = self._ends_of(army)
        if army in self.paradox:
            reason = Reason(Why.PARADOX, by=self._refs_at(passage.needed), place=places)
        else:
            sunk = sum([1 << place for place in bits(passage.fleets) if self._is_lost(place)])
            reason = Reason(Why.CONVOY_DISRUPTED, by=self._refs_at(sunk), place=places)
        return task.fail(NO_CONVOY, reason)

    def _unshipped(self, army: int) -> Result:
        """Return the word for an army that found no ships.

        Where it could have walked but wished to sail, and no fleets made a route, recorded games
        say that it bounced (DATC 6.G.8).
        """
        return BOUNCE if self.field.tasks[army].walks else NO_CONVOY

    def _is_lost(self, place: int) -> bool:
        return self.field.occupant[place] in self.victors

    def _refs_at(self, places: int) -> tuple[UnitRef, ...]:
        field = self.field
        return tuple([field.posts[field.occupant[place]].ref for place in bits(places)])

    def _ends_of(self, army: int) -> tuple[ProvinceId, ...]:
        """Return where a move was to begin and end."""
        order, here = self.field.tasks[army].order, self._name(army)
        return (here, order.to.province) if isinstance(order, Move) else (here,)

    # Failed supports and convoys, and dislodgement

    def _cut_support(self, supporter: int) -> Outcome:
        task = self.field.tasks[supporter]
        if supporter in self.victors:
            return task.fail(CUT, self._dislodgement(supporter))
        cutters = self._cutters(supporter)
        if len(cutters) == 1:
            return cut_by(task, self.field.posts[cutters[0]])
        return task.fail(CUT, Reason(Why.ATTACKED, by=self._refs(cutters)))

    def _cutters(self, supporter: int) -> list[int]:
        field = self.field
        post, aim = field.posts[supporter], field.tasks[supporter].aim
        return [
            attacker
            for attacker in field.attackers[post.number]
            if field.posts[attacker].power != post.power
            and field.posts[attacker].number != aim
            and (field.passages[attacker] is None or self._cuts(attacker, supporter))
        ]

    def _cuts(self, attacker: int, supporter: int) -> bool:
        """Tell whether an attacker arrives and may cut the support."""
        decisions = self.decisions
        spared = self.field.is_spared(attacker, supporter) and not decisions.walks(attacker)
        return decisions.arrives(attacker) is True and not spared

    def _dislodgement(self, unit: int) -> Reason:
        """Say who dislodged a unit, and with what strength against what."""
        field, victor = self.field, self.victors[unit]
        power = field.posts[unit].power
        strength = self._defence(unit, self._is_head_to_head(victor, unit))
        against = self._attack_on(victor, power)
        by, place = (field.posts[victor].ref,), (self._name(unit),)
        helpers = self._helpers(victor, power) if against > 1 else ()
        return Reason(DISLODGED, strength, against, by, helpers, place)

    def _helpers(self, unit: int, without: PowerId | None = None) -> tuple[UnitRef, ...]:
        """Return the supports that count in a unit's strength."""
        posts, given = self.field.posts, self.given
        return self._refs(
            [
                supporter
                for supporter in self.field.supporters[unit]
                if given[supporter] and posts[supporter].power != without
            ]
        )

    def _refs(self, units: Iterable[int]) -> tuple[UnitRef, ...]:
        """Return units as orders name them, sorted by province."""
        refs = [self.field.posts[unit].ref for unit in units]
        if len(refs) > 1:
            refs.sort(key=_province_of)
        return tuple(refs)

    def _name(self, unit: int) -> ProvinceId:
        return self.field.posts[unit].ref.at.province

    # Strengths as they came to be; `Decisions` says how each is made up

    def _backing(self, unit: int, without: PowerId | None = None) -> int:
        """Count a unit's supports that held, leaving out those of one power."""
        posts, given, count = self.field.posts, self.given, 0
        for supporter in self.field.supporters[unit]:
            if given[supporter] and posts[supporter].power != without:
                count += 1
        return count

    def _attack_on(self, mover: int, power: PowerId) -> int:
        """Count how strongly a move attacked a unit of this power that did not leave (DATC 5.B.8)."""
        if self.field.posts[mover].power == power:
            return 0
        return 1 + self._backing(mover, power)

    def _defence(self, occupant: int, facing: bool) -> int:
        if facing or self.field.goal[occupant] == NOBODY:
            return 1 + self._backing(occupant)
        return 0 if self.moves[occupant] else 1

    def _prevention(self, mover: int, departed: int) -> int:
        """Return how strongly a move keeps others out; the unit that went away may have won."""
        if self.field.passages[mover] is not None and not self.decisions.arrives(mover):
            return 0
        if departed != NOBODY and self._is_head_to_head(mover, departed):
            return 0
        return 1 + self._backing(mover)

    def _is_head_to_head(self, mover: int, other: int) -> bool:
        if self.field.goal[other] != self.field.posts[mover].number:
            return False  # which most of them answer
        return self.decisions.is_head_to_head(mover, other) is True


def _province_of(ref: UnitRef) -> str:
    return ref.at.province


def find_victors(decisions: Decisions, won: list[int]) -> dict[int, int]:
    """Return by unit that was dislodged the unit that did it.

    Args:
        decisions: all made.
        won: the units that moved.
    """
    occupants, goals, moves = decisions.field.occupant, decisions.field.goal, decisions.moves
    victors: dict[int, int] = {}
    for mover in won:
        occupant = occupants[goals[mover]]
        if occupant != NOBODY and not moves[occupant]:
            victors[occupant] = mover
    return victors


def went_by_sea(decisions: Decisions, army: int) -> bool:
    """Tell whether a unit moved, and was carried by fleets."""
    passage = decisions.field.passages[army]
    if passage is None or not decisions.moves[army]:
        return False
    return passage.way is Way.SEA or bool(decisions.ways[army])
