"""Positions and orders made up for the properties.

Hypothesis chooses a number; everything else follows from it, so that a failing season can be made
again and thousands are made in a few seconds. Orders are plots, each of which makes trouble of one
kind: a convoy and those who strike at it, an attack with its supports, units that face each other,
rings. What is left over helps somebody, and some orders are impossible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import (
    Board,
    Location,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
)
from gm.games.diplomacy.rules.orders import Convoy, Hold, Move, Support, UnitOrder
from gm.games.diplomacy.rules.units import Unit, UnitKind
from tests.properties.made_up import make_board

STANDARD = load_board("standard")


@dataclass(frozen=True)
class Season:
    """A board with units and an order for some of them."""

    board: Board
    units: dict[ProvinceId, Unit]
    orders: dict[ProvinceId, UnitOrder]

    def __repr__(self) -> str:
        """Leave out the board: a failing season is told by its number."""
        units = [f"{unit.power} {unit}" for unit in self.units.values()]
        return f"Season on {self.board.title}: {units}, {list(self.orders.values())}"


def seasons() -> st.SearchStrategy[Season]:
    """Seasons on small made-up boards and in crowded corners of the standard one."""
    return st.integers(0, 2**40).map(make_season)


def make_season(seed: int) -> Season:
    """Return the season that belongs to a number."""
    chance = Random(seed)
    board = STANDARD if chance.random() < 0.4 else make_board(chance)
    near = _corner(chance) if board is STANDARD else sorted(board.provinces)
    count = chance.randint(max(4, len(near) // 2), min(14, len(near)))
    units = {place: make_unit(chance, board, place) for place in chance.sample(near, count)}
    plot = Plot(chance, board, units)
    for _ in range(chance.randint(1, 4)):
        chance.choice([plot.convoy, plot.convoy, plot.convoy, plot.strike, plot.duel, plot.ring])()
    plot.fill_up(chance.choice([0.2, 0.4, 0.6]))
    plot.spoil(0.04)
    return Season(board, units, plot.orders)


def make_tangle(seed: int) -> Season:
    """Return the standard board with a fleet in every sea and as many convoys as will go."""
    chance = Random(seed)
    seas = [p.id for p in STANDARD.provinces.values() if p.terrain is Terrain.SEA]
    shores = [p.id for p in STANDARD.provinces.values() if p.terrain is Terrain.COASTAL]
    places = seas + chance.sample(shores, chance.randint(15, len(shores)))
    units = {place: make_unit(chance, STANDARD, place) for place in places}
    plot = Plot(chance, STANDARD, units)
    for _ in range(12):
        plot.convoy()
    plot.fill_up(0.5)
    return Season(STANDARD, units, plot.orders)


def make_unit(chance: Random, board: Board, place: ProvinceId) -> Unit:
    """Return a unit that can stand there, of one of the first three powers."""
    province = board.province(place)
    kind = {
        Terrain.SEA: UnitKind.FLEET,
        Terrain.INLAND: UnitKind.ARMY,
        Terrain.COASTAL: chance.choice([UnitKind.ARMY, UnitKind.FLEET]),
    }[province.terrain]
    coasts = [coast.id for coast in province.coasts]
    coast = chance.choice(coasts) if coasts and kind is UnitKind.FLEET else None
    return Unit(chance.choice(list(board.powers)[:3]), kind, Location(place, coast))


def _corner(chance: Random) -> list[ProvinceId]:
    """Return a province of the standard board and those within two steps of it, some left out."""
    heart = ProvinceId(chance.choice(["NTH", "ENG", "TYS", "BLA", "BAL", "MUN", "AEG", "SKA"]))
    near = {heart, *STANDARD.neighbours(heart)}
    far = {there for here in near for there in STANDARD.neighbours(here)} - near
    return sorted(near | set(chance.sample(sorted(far), min(4, len(far)))))


@dataclass
class Plot:
    """Orders in the making: every plot uses units that have no order yet.

    Args:
        chance: all choices.
        board, units: the position.
        orders: what is ordered so far.
    """

    chance: Random
    board: Board
    units: dict[ProvinceId, Unit]
    orders: dict[ProvinceId, UnitOrder] = field(default_factory=dict)

    def goals(self, place: ProvinceId) -> list[Location]:
        """Return where a unit can go without a convoy."""
        unit = self.units[place]
        if unit.kind is UnitKind.FLEET:
            return sorted(fleet_moves(self.board, unit.at), key=str)
        walks = sorted(army_moves(self.board, place))
        return [Location(to) for to in walks if self.board.province(to).terrain is not Terrain.SEA]

    def free(self) -> list[ProvinceId]:
        """Return the units without an order."""
        return [place for place in self.units if place not in self.orders]

    def able(self, target: ProvinceId) -> list[ProvinceId]:
        """Return the units without an order that could move to a province."""
        return [
            place
            for place in self.free()
            if any(goal.province == target for goal in self.goals(place))
        ]

    def move(self, place: ProvinceId, target: ProvinceId) -> Move:
        """Order a unit to a province beside it; now and then by convoy."""
        goals = [goal for goal in self.goals(place) if goal.province == target]
        order = Move(self.units[place].ref, self.chance.choice(goals), self.chance.random() < 0.1)
        self.orders[place] = order
        return order

    def back(self, order: Move, supports: int) -> None:
        """Let so many units support a move, if there are as many."""
        helpers = [one for one in self.able(order.to.province) if one != order.to.province]
        for place in self.chance.sample(helpers, min(supports, len(helpers))):
            to = order.to if self.chance.random() < 0.7 else Location(order.to.province)
            self.orders[place] = Support(self.units[place].ref, order.unit, to)

    def convoy(self) -> None:
        """Send an army over a chain of fleets, mostly to where a unit is, and strike at it.

        Whoever is attacked may well be supporting the strike or the fleet: that is a paradox.
        """
        found = [chain for chain in (self._find_chain() for _ in range(3)) if chain]
        if not found:
            return
        # A goal that can strike back makes a better story, and so does a longer way.
        army, chain, goal = max(
            found, key=lambda one: (one[2] in self.able(one[1][-1]), len(one[1]))
        )
        move = Move(self.units[army].ref, Location(goal), self.chance.random() < 0.3)
        self.orders[army] = move
        for sea in chain:
            self.orders[sea] = Convoy(self.units[sea].ref, move.unit, move.to)
        sea = self.chance.choice(chain)
        if self.chance.random() < 0.7:
            self._strike_back(sea, goal)
        if self.chance.random() < 0.3 and goal in self.free():
            self._answer(goal, army)
        self.back(move, self.chance.choice([0, 0, 1, 2]))

    def strike(self) -> None:
        """Attack a unit, with supports, rivals and perhaps support for its holding."""
        targets = list(self.units) if self.chance.random() < 0.7 else list(self.board.provinces)
        target = self.chance.choice(targets)
        for _ in range(self.chance.choice([1, 2, 2, 3])):
            attackers = self.able(target)
            if attackers:
                order = self.move(self.chance.choice(attackers), target)
                self.back(order, self.chance.choice([1, 1, 2, 3]))

    def duel(self) -> None:
        """Let two neighbours attack each other, each with supports."""
        places = self.free()
        pairs = [
            (one, other)
            for one in places
            for other in places
            if one in self._near(other) and other in self._near(one)
        ]
        if pairs:
            one, other = self.chance.choice(pairs)
            for move in [self.move(one, other), self.move(other, one)]:
                self.back(move, self.chance.choice([0, 0, 1]))

    def ring(self) -> None:
        """Let units follow each other round, or in a chain where the ring does not close."""
        places = self.free()
        if not places:
            return
        path = [self.chance.choice(places)]
        while True:
            onward = [to for to in self._near(path[-1]) if to in places]
            if path[0] in onward and len(path) > 2 and self.chance.random() < 0.7:
                onward = [path[0]]
            if not onward:
                return
            following = self.chance.choice(onward)
            self.move(path[-1], following)
            if following in path:
                return
            path.append(following)

    def fill_up(self, moving: float) -> None:
        """Order the rest: some move, some support or convoy what is ordered, some hold."""
        wanted = set(self.chance.sample(list(self.board.provinces), 3))
        for place in self.free():
            goals = self.goals(place)
            if goals and self.chance.random() < moving:
                liked = [goal for goal in goals if goal.province in wanted]
                self.move(place, self.chance.choice(liked or goals).province)
        for place in self.free():
            self.orders[place] = self._help(place)

    def spoil(self, share: float) -> None:
        """Take some orders away and make others impossible."""
        for place in list(self.orders):
            if self.chance.random() < share:
                del self.orders[place]
            elif self.chance.random() < share:
                self.orders[place] = self._nonsense(place)

    def _near(self, place: ProvinceId) -> list[ProvinceId]:
        return sorted({goal.province for goal in self.goals(place)})

    def _find_chain(self) -> tuple[ProvinceId, list[ProvinceId], ProvinceId] | None:
        """Return an army, fleets beside each other, and a shore at the end, if a try finds them."""
        for army in self._shuffled(self.free()):
            if self.units[army].kind is UnitKind.FLEET:
                continue
            chain: list[ProvinceId] = []
            for _ in range(self.chance.choice([1, 1, 2, 2, 3, 5])):
                here = chain[-1] if chain else army
                onward = [sea for sea in self.board.neighbours(here) if self._carries(sea, chain)]
                chain += [self.chance.choice(onward)] if onward else []
            goals = self.board.neighbours(chain[-1] if chain else army)
            ashore = [to for to in goals if to != army and self._is(to, Terrain.COASTAL)]
            taken = [to for to in ashore if to in self.units]
            if chain and ashore:
                wanted = taken if taken and self.chance.random() < 0.8 else ashore
                return army, chain, self.chance.choice(wanted)
        return None

    def _carries(self, sea: ProvinceId, chain: Sequence[ProvinceId]) -> bool:
        fleet = sea in self.units and sea not in self.orders and sea not in chain
        return fleet and self._is(sea, Terrain.SEA)

    def _is(self, place: ProvinceId, terrain: Terrain) -> bool:
        return self.board.province(place).terrain is terrain

    def _strike_back(self, sea: ProvinceId, goal: ProvinceId) -> None:
        """Attack a carrying fleet, by the help of the unit the army goes for if it can."""
        attackers = [place for place in self.able(sea) if place != goal]
        if not attackers:
            return
        attack = self.move(self.chance.choice(attackers), sea)
        if self.chance.random() < 0.7:
            self._set_against(attack.unit.at.province, goal, sea)
        if goal in self.able(sea) and self.chance.random() < 0.8:
            fleet = self.units[goal].ref
            if self.chance.random() < 0.8:
                self.orders[goal] = Support(fleet, attack.unit, attack.to)
            else:
                self.orders[goal] = Support(fleet, self.units[sea].ref)
        self.back(attack, self.chance.choice([0, 0, 1]))

    def _set_against(self, attacker: ProvinceId, helper: ProvinceId, sea: ProvinceId) -> None:
        """Put an attacker and its helper on one side, the fleet attacked on another."""
        ours, theirs = self.chance.sample(list(self.board.powers)[:3], 2)
        for place, power in ((attacker, ours), (helper, ours), (sea, theirs)):
            if place in self.units:
                unit = self.units[place]
                self.units[place] = Unit(power, unit.kind, unit.at)

    def _answer(self, goal: ProvinceId, army: ProvinceId) -> None:
        """Let the unit an army sails to come the other way, on foot or by sea."""
        if self.units[goal].kind is UnitKind.ARMY:
            via = self.chance.random() < 0.4
            self.orders[goal] = Move(self.units[goal].ref, Location(army), via)
            fleets = [sea for sea in self.board.neighbours(goal) if self._carries(sea, [])]
            for sea in fleets if via else []:
                self.orders[sea] = Convoy(
                    self.units[sea].ref, self.units[goal].ref, Location(army)
                )
        elif army in self._near(goal):
            self.move(goal, army)

    def _help(self, place: ProvinceId) -> UnitOrder:
        unit, near = self.units[place], self._near(place)
        moves = [o for p, o in self.orders.items() if isinstance(o, Move) and p != place]
        sailing = [o for o in moves if self.units[o.unit.at.province].kind is UnitKind.ARMY]
        joined = [o for o in moves if o.to.province in near]
        standing = [one for one in near if one in self.units]
        if sailing and self._is(place, Terrain.SEA) and self.chance.random() < 0.3:
            carried = self.chance.choice(sailing)
            return Convoy(unit.ref, carried.unit, carried.to)
        if joined and self.chance.random() < 0.7:
            move = self.chance.choice(joined)
            return Support(unit.ref, move.unit, move.to)
        if standing and self.chance.random() < 0.7:
            return Support(unit.ref, self.units[self.chance.choice(standing)].ref)
        return Hold(unit.ref)

    def _nonsense(self, place: ProvinceId) -> UnitOrder:
        unit, anyone = self.units[place].ref, self.units[self.chance.choice(list(self.units))].ref
        anywhere = Location(self.chance.choice(list(self.board.provinces)))
        return self.chance.choice(
            [
                Move(unit, anywhere, self.chance.random() < 0.5),
                Support(unit, anyone, anywhere),
                Support(unit, anyone),
                Convoy(unit, anyone, anywhere),
            ]
        )

    def _shuffled(self, places: list[ProvinceId]) -> list[ProvinceId]:
        return self.chance.sample(places, len(places))
