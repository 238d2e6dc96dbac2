"""An independent judge of resolved moves: it verifies an outcome instead of computing one.

Given who succeeded, every rule is asked whether it agrees: which supports are cut, which convoys
hold, how strong each attack is and what stands against it. It works on names and sets, shares no
code with the adjudicator, and knows nothing of the order in which anything was decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from gm.games.diplomacy.rules.board import Board, BorderKind, ProvinceId, Terrain, army_moves
from gm.games.diplomacy.rules.orders import Convoy, Move, Support, UnitOrder
from gm.games.diplomacy.rules.outcomes import Result, Why
from gm.games.diplomacy.rules.policies import AdjacentConvoy, ConvoyRoutes, Paradox, Profile
from gm.games.diplomacy.rules.season.movement import MovementResult
from gm.games.diplomacy.rules.units import Unit, UnitKind

Place = ProvinceId


@dataclass(frozen=True)
class Judge:
    """One resolved season under examination."""

    board: Board
    profile: Profile
    units: Mapping[Place, Unit]
    orders: Mapping[Place, UnitOrder]
    result: MovementResult

    def complaints(self) -> list[str]:
        """Return every rule that does not agree with the outcome; empty if all do."""
        return [
            *self._wrong_supports(),
            *self._wrong_convoys(),
            *self._wrong_moves(),
            *self._wrong_dislodgements(),
            *self._wrong_standoffs(),
        ]

    # What was ordered

    def moves(self) -> dict[Place, Place]:
        """Return the moves that were possible at all, from and to."""
        return {
            place: order.to.province
            for place, order in self.orders.items()
            if isinstance(order, Move) and self.result.outcomes[place].result is not Result.VOID
        }

    def won(self, place: Place) -> bool:
        """Tell whether the unit of a province moved."""
        return place in self.result.arrivals

    def sea_route_sets(
        self, start: Place, goal: Place, fleets: Iterable[Place]
    ) -> list[set[Place]]:
        """Return every set of fleets that makes a route.

        None of them could be left out, except under 1971, where roundabout routes count too.
        """
        pool = sorted(fleets)
        if self.profile.routes is ConvoyRoutes.ALL_ROUTES:
            return [set(path) for path in self._paths((start,), goal, pool)]
        subsets = chain.from_iterable(combinations(pool, n) for n in range(1, len(pool) + 1))
        found: list[set[Place]] = []
        for subset in map(set, subsets):
            if not any(known <= subset for known in found) and self._connects(start, goal, subset):
                found.append(subset)
        return found

    def _paths(
        self, way: tuple[Place, ...], goal: Place, pool: Sequence[Place]
    ) -> Iterator[tuple[Place, ...]]:
        """Yield every way on from where one has got to, that ends beside the goal."""
        for sea in pool:
            if sea not in way and self._beside(way[-1], sea):
                if self._beside(goal, sea):
                    yield (*way[1:], sea)
                yield from self._paths((*way, sea), goal, pool)

    def _connects(self, start: Place, goal: Place, fleets: set[Place]) -> bool:
        reached = {sea for sea in fleets if self._beside(start, sea)}
        while more := {s for s in fleets - reached if any(self._beside(r, s) for r in reached)}:
            reached |= more
        return any(self._beside(goal, sea) for sea in reached)

    def _beside(self, place: Place, sea: Place) -> bool:
        return any(
            border.to == sea and border.kind is BorderKind.SEA
            for border in self.board.province(place).ring
        )

    def fleets_at_sea(self) -> set[Place]:
        """Return the provinces of the fleets that could convoy."""
        return {
            place
            for place, unit in self.units.items()
            if unit.kind is UnitKind.FLEET and self.board.province(place).terrain is Terrain.SEA
        }

    def carriers(self, army: Place) -> set[Place]:
        """Return the fleets ordered to carry an army where it goes, and needed on some route."""
        goal = self.moves()[army]
        useful = set().union(*self.sea_route_sets(army, goal, self.fleets_at_sea()))
        return {
            place
            for place, order in self.orders.items()
            if isinstance(order, Convoy)
            and self.result.outcomes[place].result is not Result.VOID
            and order.target.at.province == army
            and order.to.province == goal
            and place in useful
        }

    def routes(self, army: Place) -> list[set[Place]]:
        """Return the whole routes made by the fleets ordered to carry an army."""
        return self.sea_route_sets(army, self.moves()[army], self.carriers(army))

    def walkable(self, army: Place) -> bool:
        """Tell whether an army could go where it goes on foot."""
        return self.moves()[army] in army_moves(self.board, army)

    def wants_to_sail(self, mover: Place) -> bool:
        """Tell whether a unit goes by sea, or under 1971 may (DATC 4.A.3)."""
        if self.units[mover].kind is not UnitKind.ARMY:
            return False
        if not self.walkable(mover):
            return True
        order = self.orders[mover]
        if self.profile.adjacent is AdjacentConvoy.OPPOSED_SWAP:
            return bool(self.routes(mover)) and self.moves().get(self.moves()[mover]) == mover
        own = any(self.units[f].power == self.units[mover].power for f in self.carriers(mover))
        return (isinstance(order, Move) and order.via_convoy) or (own and bool(self.routes(mover)))

    def convoy_holds(self, army: Place) -> bool:
        """Tell whether an army's convoy holds, given who was dislodged (DATC 4.A.1)."""
        routes = self.routes(army)
        lost = set(self.result.dislodged_by)
        if self.result.outcomes[army].reason is not None and self.is_paradox(army):
            return False
        if self.profile.routes is ConvoyRoutes.ALL_ROUTES:
            return bool(routes) and not any(route & lost for route in routes)
        return any(not route & lost for route in routes)

    def is_paradox(self, army: Place) -> bool:
        """Tell whether the outcome says that the paradox rule applied."""
        reason = self.result.outcomes[army].reason
        return reason is not None and reason.why is Why.PARADOX

    def sails(self, mover: Place) -> bool:
        """Tell whether a unit really goes by sea."""
        if not self.wants_to_sail(mover):
            return False
        if self.profile.adjacent is AdjacentConvoy.OPPOSED_SWAP and self.walkable(mover):
            return self.convoy_holds(mover)
        return True

    def arrives(self, mover: Place) -> bool:
        """Tell whether a move reaches its destination at all."""
        return not self.sails(mover) or self.convoy_holds(mover)

    # Supports

    def supporters(self, place: Place) -> Iterator[Place]:
        """Yield the units whose support of a unit counts: it matches and is not cut."""
        for supporter, order in self.orders.items():
            mine = isinstance(order, Support) and order.target.at.province == place
            if mine and self.result.outcomes[supporter].result is Result.OK:
                yield supporter

    def is_cut(self, supporter: Place) -> bool:
        """Tell whether a support is cut, given who succeeded."""
        order = self.orders[supporter]
        assert isinstance(order, Support)
        aim = (order.to or order.target.at).province
        for attacker, goal in self.moves().items():
            if goal != supporter or self.units[attacker].power == self.units[supporter].power:
                continue
            if self.spares(attacker, supporter):
                continue
            if self.won(attacker) if attacker == aim else self.arrives(attacker):
                return True
        return False

    def spares(self, army: Place, supporter: Place) -> bool:
        """Tell whether a convoyed army must not cut a support (1971, XII.5)."""
        order = self.orders[supporter]
        if self.profile.paradox is not Paradox.RULES_1971 or not isinstance(order, Support):
            return False
        if order.to is None or not self.sails(army):
            return False
        fleets = (self.units[supporter], self.units[order.target.at.province])
        against = set().union(*self.routes(army))
        return all(u.kind is UnitKind.FLEET for u in fleets) and order.to.province in against

    def matches(self, supporter: Place) -> bool:
        """Tell whether the supported unit does what the support says."""
        order = self.orders[supporter]
        assert isinstance(order, Support)
        target = order.target.at.province
        goal = self.moves().get(target)
        if order.to is None or goal is None:
            return order.to is None and goal is None
        move = self.orders[target]
        assert isinstance(move, Move)
        if self.units[target].kind is UnitKind.ARMY:
            return goal == order.to.province
        return goal == order.to.province and order.to.coast in (None, move.to.coast)

    def _wrong_supports(self) -> Iterator[str]:
        for place, order in self.orders.items():
            if not isinstance(order, Support):
                continue
            word = self.result.outcomes[place].result
            if word is Result.OK and (not self.matches(place) or self.is_cut(place)):
                yield f"support of {place} should not count"
            if word is Result.CUT and not self.is_cut(place):
                yield f"support of {place} is not cut"
            if word is Result.VOID and self.matches(place) and place not in self.fleets_at_sea():
                yield f"support of {place} matches"

    # Strengths

    def head_to_head(self, mover: Place) -> bool:
        """Tell whether a move and the unit in its way attack each other, neither by sea."""
        goal = self.moves()[mover]
        facing = self.moves().get(goal) == mover
        return facing and not self.sails(mover) and not self.sails(goal)

    def attack(self, mover: Place) -> int:
        """Return how strongly a move attacks."""
        if not self.arrives(mover):
            return 0
        goal = self.moves()[mover]
        defender = self.units.get(goal)
        if defender is None or (self.won(goal) and not self.head_to_head(mover)):
            return 1 + len(list(self.supporters(mover)))
        if defender.power == self.units[mover].power:
            return 0
        helpers = (self.units[place] for place in self.supporters(mover))
        return 1 + sum(helper.power != defender.power for helper in helpers)

    def defence(self, mover: Place) -> int:
        """Return the strength of the unit in a move's way."""
        goal = self.moves()[mover]
        if goal not in self.units:
            return 0
        if goal not in self.moves() or self.head_to_head(mover):
            return 1 + len(list(self.supporters(goal)))
        return 0 if self.won(goal) else 1

    def prevention(self, mover: Place) -> int:
        """Return how strongly a move keeps others out."""
        if not self.arrives(mover):
            return 0
        goal = self.moves()[mover]
        if self.head_to_head(mover) and self.won(goal):
            return 0
        return 1 + len(list(self.supporters(mover)))

    def _wrong_moves(self) -> Iterator[str]:
        for mover, goal in self.moves().items():
            rivals = [p for p, g in self.moves().items() if g == goal and p != mover]
            against = max([self.defence(mover), *map(self.prevention, rivals)])
            if self.won(mover) != (self.attack(mover) > against):
                yield f"{mover}-{goal}: attack {self.attack(mover)} against {against}"

    # The rest

    def _wrong_convoys(self) -> Iterator[str]:
        for mover in self.moves():
            word = self.result.outcomes[mover].result
            if word is Result.NO_CONVOY and self.arrives(mover):
                yield f"the convoy of {mover} holds"
            if self.is_paradox(mover) and not self.routes(mover):
                yield f"{mover} had no route for a paradox"
            if self.won(mover) and not self.arrives(mover):
                yield f"{mover} moved without a convoy"
            if self.won(mover) and self.sails(mover) != (mover in self.result.convoyed):
                yield f"{mover} went the other way"

    def _wrong_dislodgements(self) -> Iterator[str]:
        for place in self.units:
            entering = [p for p, g in self.moves().items() if g == place and self.won(p)]
            if len(entering) > 1:
                yield f"{entering} all moved to {place}"
            beaten = entering[0] if entering and not self.won(place) else None
            if self.result.dislodged_by.get(place) != beaten:
                yield f"{place} is dislodged by {beaten}"
            if beaten and self.units[beaten].power == self.units[place].power:
                yield f"{place} is dislodged by its own power"

    def _wrong_standoffs(self) -> Iterator[str]:
        goals = {goal for mover, goal in self.moves().items() if self.prevention(mover)}
        left = {
            goal
            for goal in goals
            if not any(self.won(p) for p, g in self.moves().items() if g == goal)
            and (goal not in self.units or self.won(goal))
        }
        if left != self.result.contested:
            yield f"standoffs are {sorted(left)}, not {sorted(self.result.contested)}"
