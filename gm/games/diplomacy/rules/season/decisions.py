"""The decisions of a season, each made as soon as what it depends on allows it.

There are three kinds: does a support hold, does an army's way by sea hold, does a move succeed.
A decision not made yet is None, and every strength is then a pair: the least and the most it can
come to. What the least or the most already settles is settled (DATC chapter 5). Decisions are
only ever made, never unmade.

Decisions are made by dependency: one that needs another asks for it first. Each is asked for once
in a round, so units that wait for each other in a circle get no answer and stay undecided. Rounds
are repeated until one makes no decision, hence at most as often as there are decisions.
"""

from __future__ import annotations

from typing import Final

from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.reach import bits
from gm.games.diplomacy.rules.season.convoys import Way, route_holds
from gm.games.diplomacy.rules.season.field import Field
from gm.games.diplomacy.rules.season.tasks import NOBODY

DEPTH_BOUND: Final = 60
"""How many moves may wait for each other in one chain of questions; longer ones take rounds."""

NOTHING: Final[set[int]] = set()
"""No decision can be asked for before a round begins."""

Bounds = tuple[int, int]
"""The least and the most a strength can come to."""


class Decisions:
    """What is decided so far. A plain class on purpose: this is where the time goes.

    Args:
        field: the season laid out.

    Attributes:
        moves: by unit: the move succeeds.
        given: by unit: the support holds, that is, it is not cut.
        ways: by unit: the army's way by sea holds.
        open_moves, open_supports, open_ways: the units whose decision can still be asked for in
            this round.
        depth: how many moves are being decided, each for the sake of the one before.
    """

    __slots__ = (
        "depth",
        "field",
        "given",
        "moves",
        "open_moves",
        "open_supports",
        "open_ways",
        "ways",
    )

    def __init__(self, field: Field) -> None:
        count = len(field.units)
        self.field = field
        self.moves: list[bool | None] = [False] * count
        self.given: list[bool | None] = [False] * count
        self.ways: list[bool | None] = [False] * count
        self.open_moves = NOTHING
        self.open_supports = NOTHING
        self.open_ways = NOTHING
        self.depth = 0
        for mover in field.movers:
            self.moves[mover] = None
        for supporter in field.supports:
            self.given[supporter] = None
        for army in field.sailing:
            self.ways[army] = None

    def copy(self) -> Decisions:
        """Return the same decisions, to try an assumption on."""
        other = self.__class__(self.field)
        other.moves = self.moves.copy()
        other.given = self.given.copy()
        other.ways = self.ways.copy()
        return other

    def undecided(self) -> tuple[list[int], list[int], list[int]]:
        """Return the units whose way, support or move is not decided."""
        ways, given, moves, field = self.ways, self.given, self.moves, self.field
        return (
            [army for army in field.sailing if ways[army] is None],
            [supporter for supporter in field.supports if given[supporter] is None],
            [mover for mover in field.movers if moves[mover] is None],
        )

    def decide(self, ways: list[int], supports: list[int], moves: list[int]) -> bool:
        """Make every decision among these that can be made, until no round makes another.

        Returns:
            Whether all of them are made.
        """
        left, before = len(ways) + len(supports) + len(moves), -1
        while left and left != before:
            self.open_ways, self.open_supports = set(ways), set(supports)
            self.open_moves = set(moves)
            for mover in moves:
                self.moved(mover)
            for supporter in supports:
                self.held(supporter)
            for army in ways:
                self.sailed(army)
            ways = [army for army in ways if self.ways[army] is None]
            supports = [supporter for supporter in supports if self.given[supporter] is None]
            moves = [mover for mover in moves if self.moves[mover] is None]
            left, before = len(ways) + len(supports) + len(moves), left
        return not left

    # Asking for a decision

    def moved(self, mover: int) -> bool | None:
        """Return whether a move succeeds, decided now if it can be."""
        if self.moves[mover] is None and mover in self.open_moves and self.depth < DEPTH_BOUND:
            self.open_moves.discard(mover)
            self.depth += 1
            self.moves[mover] = self.move(mover)
            self.depth -= 1
        return self.moves[mover]

    def held(self, supporter: int) -> bool | None:
        """Return whether a support holds, decided now if it can be."""
        if self.given[supporter] is None and supporter in self.open_supports:
            self.open_supports.discard(supporter)
            self.given[supporter] = self.support(supporter)
        return self.given[supporter]

    def sailed(self, army: int) -> bool | None:
        """Return whether an army's way by sea holds, decided now if it can be."""
        if self.ways[army] is None and army in self.open_ways:
            self.open_ways.discard(army)
            self.ways[army] = self.way(army)
        return self.ways[army]

    # What the decisions say

    def way(self, army: int) -> bool | None:
        """Decide whether an army's way by sea holds: no fleet it needs is dislodged (6.F.4-9)."""
        passage = self.field.passages[army]
        if passage is None:
            return False
        lost, doubtful = self._dislodged_fleets(passage.fleets)
        return route_holds(self.field.reach, self.field.profile, passage, lost, doubtful)

    def support(self, supporter: int) -> bool | None:
        """Decide whether a support holds.

        It is cut by an attack from anywhere but where it works (DATC 6.D.2, 6.D.3); by an attack
        from there only if the supporter is dislodged (6.D.16, 6.D.17); never by its own power's
        units (6.D.18); not by an army whose convoy fails (6.F.6).
        """
        field, safe = self.field, True
        power, aim = field.posts[supporter].power, field.tasks[supporter].aim
        for attacker in field.attackers[field.posts[supporter].number]:
            if field.posts[attacker].power == power:
                continue
            cut = self._cuts(attacker, supporter, field.posts[attacker].number == aim)
            if cut:
                return False
            safe = safe and cut is False
        return True if safe else None

    def move(self, mover: int) -> bool | None:
        """Decide whether a move succeeds.

        Its attack must beat the unit in the way, and the strength with which every other unit
        prevents it from entering (DATC 5.B.8-5.B.9).
        """
        field = self.field
        goal = field.goal[mover]
        occupant, rivals = field.occupant[goal], field.attackers[goal]
        if occupant == NOBODY:
            if len(rivals) == 1 and field.passages[mover] is None:
                return True  # nothing stops one that walks alone to a vacant province
        elif field.goal[occupant] == NOBODY and not field.supporters[mover]:
            return False  # one alone never beats a unit that stands (DATC 6.D.1)
        if self.arrives(mover) is False:
            return False
        least, most = self.attack(mover)
        rival_least, rival_most = self.resistance(mover)
        for other in rivals:
            if most <= rival_least:
                return False
            if other != mover:
                low, high = self.prevention(other)
                rival_least = max(rival_least, low)
                rival_most = max(rival_most, high)
        if least > rival_most:
            return True
        return False if most <= rival_least else None

    # Where units are

    def arrives(self, mover: int) -> bool | None:
        """Tell whether a move gets as far as its destination: an army needs its convoy."""
        passage = self.field.passages[mover]
        if passage is None or passage.way is Way.SWAP:
            return True
        return self.sailed(mover)

    def walks(self, mover: int) -> bool | None:
        """Tell whether a move goes overland, or along the coast, or over sea by itself."""
        passage = self.field.passages[mover]
        if passage is None:
            return True
        if passage.way is Way.SEA:
            return False
        holds = self.sailed(mover)
        return None if holds is None else not holds

    def is_head_to_head(self, mover: int, other: int) -> bool | None:
        """Tell whether two units attack each other, neither by convoy (DATC 6.E, 6.G.1).

        The other stands where the mover goes, or is NOBODY.
        """
        field = self.field
        if other == NOBODY or field.goal[other] != field.posts[mover].number:
            return False
        mine, theirs = self.walks(mover), self.walks(other)
        if mine is False or theirs is False:
            return False
        return True if mine and theirs else None

    # How strong they are

    def backing(self, unit: int, without: PowerId | None = None) -> Bounds:
        """Count a unit's supports that hold, leaving out those of one power."""
        least = most = 0
        for supporter in self.field.supporters[unit]:
            if without is not None and self.field.posts[supporter].power == without:
                continue
            given = self.given[supporter]
            if given is None:
                given = self.held(supporter)
            if given is not False:
                most += 1
                least += given is True
        return least, most

    def attack(self, mover: int) -> Bounds:
        """Return how strongly a move attacks (DATC 5.B.8).

        No power dislodges its own unit, nor do its supports help to (DATC 6.D.10-6.D.15, 6.E.7).
        """
        field = self.field
        arrives = self.arrives(mover)
        if arrives is False:
            return 0, 0
        least, most = self.backing(mover)
        occupant = field.occupant[field.goal[mover]]
        leaves = True if occupant == NOBODY else self._leaves(occupant, mover)
        if leaves is not True:
            power = field.posts[occupant].power
            if field.posts[mover].power == power:
                least, most_staying = -1, -1
            else:
                least, most_staying = self.backing(mover, power)
            most = most_staying if leaves is False else most
        return (least + 1 if arrives else 0), most + 1

    def resistance(self, mover: int) -> Bounds:
        """Return the strength of the unit in a move's way.

        A unit that attacks back defends with all it attacks with; any other holds (DATC 5.B.7,
        5.B.10).
        """
        occupant = self.field.occupant[self.field.goal[mover]]
        if occupant == NOBODY:
            return 0, 0
        against = self.is_head_to_head(mover, occupant)
        if against is False:
            return self.hold(occupant)
        least, most = self.backing(occupant)
        if against:
            return least + 1, most + 1
        low, high = self.hold(occupant)
        return min(low, least + 1), max(high, most + 1)

    def hold(self, unit: int) -> Bounds:
        """Return how strongly a unit holds its province (DATC 5.B.7)."""
        if self.field.goal[unit] == NOBODY:
            least, most = self.backing(unit)
            return least + 1, most + 1
        left = self.moved(unit)
        return int(left is False), int(left is not True)

    def prevention(self, mover: int) -> Bounds:
        """Return how strongly a move keeps others out (DATC 5.B.9).

        One beaten head to head keeps nobody out of where its opponent came from (DATC 6.E.1).
        """
        field = self.field
        arrives = self.arrives(mover)
        if arrives is False:
            return 0, 0
        least, most = self.backing(mover)
        occupant = field.occupant[field.goal[mover]]
        against = self.is_head_to_head(mover, occupant)
        if against is not False and self.moved(occupant) is not False:
            return 0, 0 if against and self.moves[occupant] else most + 1
        return (least + 1 if arrives else 0), most + 1

    # Helpers

    def _leaves(self, occupant: int, mover: int) -> bool | None:
        """Tell whether a unit makes way for a move, rather than being attacked by it."""
        left = self.moved(occupant)
        if not left:
            return left
        against = self.is_head_to_head(mover, occupant)
        return None if against is None else not against

    def _cuts(self, attacker: int, supporter: int, from_aim: bool) -> bool | None:
        cut = self.moved(attacker) if from_aim else self.arrives(attacker)
        if cut is not False and self.field.is_spared(attacker, supporter):
            on_foot = self.walks(attacker)
            if on_foot is not True:
                return False if on_foot is False else None
        return cut

    def _dislodged_fleets(self, fleets: int) -> tuple[int, int]:
        """Return which of these fleets are dislodged, and which of the others may yet be."""
        lost = doubtful = 0
        for place in bits(fleets):
            for attacker in self.field.attackers[place]:
                won = self.moved(attacker)
                if won:
                    lost |= 1 << place
                elif won is None:
                    doubtful |= 1 << place
        return lost, doubtful & ~lost
