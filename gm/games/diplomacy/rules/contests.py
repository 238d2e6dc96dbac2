"""Contests in plain sight: what is decided by counting, before anything has to be weighed.

Most of a season is plain. A support that nobody attacks holds; one attacked from where it does not
work is cut. A convoy whose fleets nobody attacks holds; one without a route fails. And where all that
is known, the strongest of those that go to a province gets in, or nobody does. What hangs on a
dislodgement, or waits for itself, is left to `gm.games.diplomacy.rules.decisions`, which has all the rules.
"""

from __future__ import annotations

from typing import Final

from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.convoys import Way
from gm.games.diplomacy.rules.field import Field
from gm.games.diplomacy.rules.spots import bits
from gm.games.diplomacy.rules.tasks import NOBODY

Made = list[bool | None]
"""By unit: what is decided, or None."""

DEPTH_BOUND: Final = 60
"""How many moves may wait for each other in one chain of questions; longer ones take rounds."""


def decide_plain(field: Field, moves: Made, given: Made, ways: Made) -> None:
    """Decide what is plain of a season in which nothing is decided yet.

    Args:
        field: the season laid out.
        moves, given, ways: where the decisions on moves, supports and ways by sea go.
    """
    for army in field.sailing:
        ways[army] = _sails(field, army)
    attackers, tasks, passages = field.attackers, field.tasks, field.passages
    for supporter in field.supports:
        attacked = attackers[tasks[supporter].number]
        given[supporter] = _holds(field, supporter) if attacked else True
    goals, occupants, supporters = field.goal, field.occupant, field.supporters
    contests = _Contests(field, moves, given, ways)
    for mover in field.movers:
        if moves[mover] is None:
            goal = goals[mover]
            occupant = occupants[goal]
            if occupant == NOBODY:
                if passages[mover] is None and len(attackers[goal]) == 1:
                    # Nor does anything stop one that comes alone to a vacant province.
                    moves[mover] = True
                    continue
            elif goals[occupant] == NOBODY and not supporters[mover]:
                # One alone never beats a unit that stands, whoever else comes (DATC 6.D.1).
                moves[mover] = False
                continue
            contests.decide(goal)


def _sails(field: Field, army: int) -> bool | None:
    """Decide whether a way by sea holds, if nobody who attacks its fleets is helped.

    One alone never beats a unit that stands (DATC 6.D.1); without a route there is no way.
    """
    passage = field.passages[army]
    if passage is None or not passage.needed:
        return False
    for place in bits(passage.fleets):
        for attacker in field.attackers[place]:
            if field.supporters[attacker]:
                return None
    return True


def _holds(field: Field, supporter: int) -> bool | None:
    """Decide whether a support holds, if no convoy and no dislodgement matters.

    An attack from where it works must dislodge to cut, which one alone never does (DATC 6.D.1).
    """
    power, aim = field.posts[supporter].power, field.tasks[supporter].aim
    holds: bool | None = True
    for attacker in field.attackers[field.posts[supporter].number]:
        if field.posts[attacker].power == power:
            continue
        if field.posts[attacker].number != aim:
            if field.passages[attacker] is None:
                return False
            holds = None
        elif field.supporters[attacker]:
            holds = None
    return holds


class _Contests:
    """The provinces that units go to, each decided once.

    Args:
        field: the season laid out.
        moves, given, ways: what is decided, as in `decide_plain`.
    """

    __slots__ = ("field", "given", "moves", "seen", "ways")

    def __init__(self, field: Field, moves: Made, given: Made, ways: Made) -> None:
        self.field = field
        self.moves = moves
        self.given = given
        self.ways = ways
        self.seen: set[int] = set()

    def decide(self, goal: int, depth: int = 0) -> None:
        """Decide who gets into a province, if that is plain.

        Args:
            goal: the province.
            depth: for the sake of how many others, each for the one before.
        """
        if goal in self.seen:
            return
        self.seen.add(goal)
        field, moves, movers = self.field, self.moves, self.field.attackers[goal]
        occupant, wall = field.occupant[goal], 0
        if occupant != NOBODY:
            wall = self._wall(occupant, movers, depth)
            if wall < 0:
                return
            if wall == 0:
                occupant = NOBODY
        passages, supporters = field.passages, field.supporters
        best, strength, second = NOBODY, 0, 0
        for mover in movers:
            if passages[mover] is not None:
                arrives = self._arrives(mover)
                if arrives is None:
                    return
                if not arrives:
                    continue
            backing = backing_of(field, self.given, mover) if supporters[mover] else 0
            if backing < 0:
                return
            if backing >= strength:
                best, strength, second = mover, backing + 1, strength
            elif backing >= second:
                second = backing + 1
        for mover in movers:
            moves[mover] = False
        if strength > wall and strength > second:
            if occupant != NOBODY:
                strength = attack_on(field, self.given, best, field.posts[occupant].power)
            moves[best] = strength > wall and strength > second

    def _arrives(self, army: int) -> bool | None:
        """Tell whether an army that goes by sea, or may, gets there; None if that is not plain."""
        passage = self.field.passages[army]
        return None if passage is not None and passage.way is Way.SWAP else self.ways[army]

    def _wall(self, occupant: int, movers: tuple[int, ...], depth: int) -> int:
        """Return the strength of the unit in the way: 0 if it leaves, less if that is not plain."""
        field = self.field
        target = field.goal[occupant]
        if target == NOBODY:
            if not field.supporters[occupant]:
                return 1
            backing = backing_of(field, self.given, occupant)
            return -1 if backing < 0 else backing + 1
        for mover in movers:
            if field.posts[mover].number == target:
                return self._counterattack(occupant, mover, len(movers) == 1)
        if self.moves[occupant] is None and depth < DEPTH_BOUND:
            self.decide(target, depth + 1)
        left = self.moves[occupant]
        if left is None:
            return -1
        return 0 if left else 1

    def _counterattack(self, occupant: int, mover: int, alone: bool) -> int:
        """Return with what a unit defends that attacks the one that attacks it (DATC 5.B.7).

        It is plain if both walk, and nobody else is after either province or both are equally
        strong: then neither gives way, and who else comes must beat the one that attacks as well.
        """
        field = self.field
        if field.passages[occupant] is not None or field.passages[mover] is not None:
            return -1
        backing = backing_of(field, self.given, occupant)
        if alone and len(field.attackers[field.goal[occupant]]) == 1:
            return -1 if backing < 0 else backing + 1
        return backing + 1 if 0 <= backing == backing_of(field, self.given, mover) else -1


def backing_of(field: Field, given: Made, unit: int, without: PowerId | None = None) -> int:
    """Count a unit's supports, leaving out those of one power; -1 if one is not decided."""
    count = 0
    for supporter in field.supporters[unit]:
        holds = given[supporter]
        if holds is None:
            return -1
        if holds and field.posts[supporter].power != without:
            count += 1
    return count


def attack_on(field: Field, given: Made, mover: int, power: PowerId) -> int:
    """Count how strongly a move attacks a unit of this power that does not leave (DATC 5.B.8)."""
    if field.posts[mover].power == power:
        return 0
    return 1 + backing_of(field, given, mover, power)
