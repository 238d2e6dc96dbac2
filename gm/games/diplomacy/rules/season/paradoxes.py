"""Circles: what to do when decisions wait for each other.

What is left undecided depends on itself. The decisions are split into cores, each of which depends
on nothing undecided outside it; cores are settled one by one. A core without convoys is a ring of
units that move on together: all succeed (DATC 6.C). In a core with convoys every assumption about
them is tried; if exactly one agrees with itself it is the result, else the core is a paradox and
its convoys fail (Szykman, DATC 4.A.2).

The bound: each core settled makes at least one decision for good, and the trial within a core
stops after a fixed number of assumptions, when it counts as a paradox.
"""

from __future__ import annotations

from collections.abc import Iterator

from gm.games.diplomacy.rules.season.decisions import Decisions
from gm.games.diplomacy.rules.season.field import Field
from gm.games.diplomacy.rules.season.tasks import NOBODY

TRIAL_BOUND = 1024
"""How many assumptions are tried in one core. Nine entangled convoys never need more."""

Node = int
"""A decision: a move is its unit's index, a support that plus the number of units, a way twice."""


def settle(decisions: Decisions) -> frozenset[int]:
    """Make every decision there is.

    Returns:
        The armies whose convoy failed by the paradox rule.
    """
    paradox: set[int] = set()
    while not decisions.decide(*decisions.undecided()):
        paradox |= _settle_core(decisions, _core(decisions))
    return frozenset(paradox)


def _settle_core(decisions: Decisions, core: list[Node]) -> set[int]:
    ways, supports, moves = _split(decisions.field, core)
    if not ways:
        _move_on_together(decisions, moves)
        return set()
    trial = _Trial(ways, supports, moves)
    trial.run(decisions)
    if len(trial.found) == 1 and trial.left > 0:
        for army, holds in trial.found[0].items():
            decisions.ways[army] = holds
        return set()
    for army in ways:
        decisions.ways[army] = False
    return set(ways)


def _move_on_together(decisions: Decisions, moves: list[int]) -> None:
    """Let a ring of units succeed: each makes way for the one behind it (DATC 6.C.1, 6.C.2)."""
    for mover in moves:
        decisions.moves[mover] = True


class _Trial:
    """Tries every assumption about the convoys of one core, up to a bound."""

    def __init__(self, ways: list[int], supports: list[int], moves: list[int]) -> None:
        self.ways = ways
        self.supports = supports
        self.moves = moves
        self.found: list[dict[int, bool]] = []
        self.left = TRIAL_BOUND

    def run(self, decisions: Decisions) -> None:
        """Assume what is still open about the convoys; keep what agrees with itself."""
        self.left -= 1
        if len(self.found) > 1 or self.left <= 0:
            return
        trial = decisions.copy()
        self._decide(trial)
        if not all(self._agrees(trial, army) for army in self.ways):
            return
        open_ways = [army for army in self.ways if trial.ways[army] is None]
        if not open_ways:
            self.found.append({army: bool(trial.ways[army]) for army in self.ways})
            return
        for holds in (True, False):
            trial.ways[open_ways[0]] = holds
            self.run(trial)

    def _decide(self, trial: Decisions) -> None:
        self._go_on(trial)
        while all(trial.ways[army] is not None for army in self.ways) and (
            ring := [mover for mover in self.moves if trial.moves[mover] is None]
        ):
            core = _first_component(ring[0], trial)
            _move_on_together(trial, _split(trial.field, core)[2])
            self._go_on(trial)

    def _go_on(self, trial: Decisions) -> None:
        """Decide supports and moves of the core; its ways are assumed, not worked out."""
        supports = [supporter for supporter in self.supports if trial.given[supporter] is None]
        moves = [mover for mover in self.moves if trial.moves[mover] is None]
        trial.decide([], supports, moves)

    def _agrees(self, trial: Decisions, army: int) -> bool:
        assumed, follows = trial.ways[army], trial.way(army)
        return assumed is None or follows is None or assumed is follows


def _split(field: Field, core: list[Node]) -> tuple[list[int], list[int], list[int]]:
    count = len(field.units)
    ways = sorted(node - 2 * count for node in core if node >= 2 * count)
    supports = sorted(node - count for node in core if count <= node < 2 * count)
    return ways, supports, sorted(node for node in core if node < count)


def _core(decisions: Decisions) -> list[Node]:
    """Return a core: decisions that all depend on each other and on nothing else undecided.

    Something is undecided.

    Tarjan's algorithm finds the strongly connected parts of the dependencies in an order in which
    the first one is such a core.
    """
    ways, supports, moves = decisions.undecided()
    count = len(decisions.field.units)
    nodes = [
        *moves,
        *(support + count for support in supports),
        *(way + 2 * count for way in ways),
    ]
    return _first_component(nodes[0], decisions)


def _first_component(root: Node, decisions: Decisions) -> list[Node]:
    """Return the first strongly connected component that is complete, found without recursion."""
    order: dict[Node, int] = {root: 0}
    lowest: dict[Node, int] = {root: 0}
    path: list[Node] = [root]
    walk: list[tuple[Node, Iterator[Node]]] = [(root, _waits_for(decisions, root))]
    while walk:
        node, rest = walk[-1]
        following = next(rest, None)
        if following is None:
            if lowest[node] == order[node]:
                return path[path.index(node) :]
            walk.pop()
            parent = walk[-1][0]
            lowest[parent] = min(lowest[parent], lowest[node])
        elif following not in order:
            order[following] = lowest[following] = len(order)
            path.append(following)
            walk.append((following, _waits_for(decisions, following)))
        else:
            lowest[node] = min(lowest[node], order[following])
    raise AssertionError("a component is always found")


def _waits_for(decisions: Decisions, node: Node) -> Iterator[Node]:
    """Yield the undecided decisions on which an undecided one depends."""
    count = len(decisions.field.units)
    if node >= 2 * count:
        yield from _way_waits_for(decisions, node - 2 * count)
    elif node >= count:
        yield from _support_waits_for(decisions, node - count)
    else:
        yield from _move_waits_for(decisions, node)


def _way_waits_for(decisions: Decisions, army: int) -> Iterator[Node]:
    field, passage = decisions.field, decisions.field.passages[army]
    for place, attackers in enumerate(field.attackers):
        if passage is not None and passage.fleets >> place & 1:
            yield from (mover for mover in attackers if decisions.moves[mover] is None)


def _support_waits_for(decisions: Decisions, supporter: int) -> Iterator[Node]:
    field, count = decisions.field, len(decisions.field.units)
    for attacker in field.attackers[field.posts[supporter].number]:
        if (
            field.posts[attacker].number == field.tasks[supporter].aim
            and decisions.moves[attacker] is None
        ):
            yield attacker
        if decisions.ways[attacker] is None:
            yield attacker + 2 * count


def _move_waits_for(decisions: Decisions, mover: int) -> Iterator[Node]:
    field, count = decisions.field, len(decisions.field.units)
    occupant = field.occupant[field.goal[mover]]
    rivals = field.attackers[field.goal[mover]]
    for unit in (*rivals, *(() if occupant == NOBODY else (occupant,))):
        yield from (
            supporter + count
            for supporter in field.supporters[unit]
            if decisions.given[supporter] is None
        )
        if decisions.ways[unit] is None:
            yield unit + 2 * count
    if occupant != NOBODY and decisions.moves[occupant] is None:
        yield occupant
