"""A simple player of Irish Freedom, and whole games by him: what the rules are measured with.

He makes the best attack that is no worse than even, in the Civil War first where the Republicans are
few; else he upgrades; else he recruits, in the Civil War Regulars, and a gun or a car for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gm.contract.draws import Draws, SeededDraws
from gm.contract.orders import Order
from gm.contract.rules import Resolution
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.rules.actions import ACTIONS
from gm.games.irish_freedom.rules.combat import better_type
from gm.games.irish_freedom.rules.course import USUAL, Course, FreedomOptions
from gm.games.irish_freedom.rules.orders import Continue, Move, Recruit, UnitNamed, Upgrade
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import PLAYER, FreedomState, Unit, Wait
from gm.games.irish_freedom.rules.tables import (
    FIRST_WAR,
    ULSTER,
    Colour,
    Reach,
    RuleTables,
    Side,
    UnitType,
    player_side,
)

MOST_STEPS = 30
"""No game has more waits: ten turns of each war, and the Treaty."""


def rules_with(options: FreedomOptions = USUAL) -> FreedomRules:
    """The rules with gm's own data."""
    return FreedomRules(load_tables(), options)


def played(
    seed: int, rules: FreedomRules | None = None
) -> Iterator[tuple[FreedomState, list[Order], Resolution[FreedomState, FreedomOutcome]]]:
    """Yield the steps of a whole game: the position, what is ordered, and what came of it."""
    rules = rules or rules_with()
    draws: Draws = SeededDraws(seed.to_bytes(32, "big"))
    made = rules.new_game(draws)
    for _ in range(MOST_STEPS):
        state = made.state
        if state.wait is Wait.OVER:
            return
        orders = orders_of(rules, state)
        made = rules.resolve(state, {PLAYER: orders}, draws)
        yield state, orders, made
    raise AssertionError("the game does not end")


def orders_of(rules: FreedomRules, state: FreedomState) -> list[Order]:
    """Return what the simple player orders."""
    if state.wait is Wait.TREATY:
        return [Continue()]
    table = _Table(rules.tables, state)
    return [table.next_order() for _ in range(ACTIONS[state.war])]


class _Table:
    """The board as the player sees it while he thinks: units that he has ordered have gone already."""

    def __init__(self, tables: RuleTables, state: FreedomState) -> None:
        self.tables, self.war = tables, state.war
        self.course = Course(tables, USUAL, SeededDraws(bytes(32)), state)
        self.side = player_side(state.war)
        self.upgraded: set[str] = set()
        self.moved: set[str] = set()
        self.attacked: set[str] = set()
        self.men = self.arms = 0

    def next_order(self) -> Order:
        return self._attack() or self._upgrade() or self._recruit()

    def _own(self) -> list[Unit]:
        return [u for u in self.course.state.units if self.course.side(u.colour) is self.side]

    def _attack(self) -> Order | None:
        best: tuple[tuple[float, ...], Unit, str, tuple[str, ...]] | None = None
        for unit in self._own():
            if unit.id in self.moved or self._holds(unit):
                continue
            with_ = self._riding(unit)
            for area in self._reachable(unit):
                enemies = [
                    s for s in Side if s is not self.side and self.course.standing_at(area, s)
                ]
                if not enemies:
                    continue
                defence = sum(self.course.strength(area, enemy) for enemy in enemies)
                begun = self.course.strength(area, self.side) > defence
                advantage = self._with(unit, area, with_) - defence
                if advantage < 0 or (area in self.attacked and begun):
                    continue
                few = 0 if self.war == FIRST_WAR else -self._republicans(area)
                if self.war != FIRST_WAR and Side.REPUBLICAN not in enemies:
                    continue
                value = ((few, advantage), unit, area, with_)
                if best is None or value[0] > best[0]:
                    best = value
        if best is None:
            return None
        _, unit, area, with_ = best
        self.moved.add(unit.id)
        self.attacked.add(area)
        by_sea = area not in self._by_land(unit)
        self._go(unit, area, with_)
        return Move(UnitNamed(id=unit.id), area, by_sea=by_sea, attached=with_)

    def _holds(self, unit: Unit) -> bool:
        """Whether the unit stands among enemies already: it stays to fight."""
        return any(self.course.standing_at(unit.area, s) for s in Side if s is not self.side)

    def _republicans(self, area: str) -> int:
        region = self.tables.areas[area].region
        return sum(u.colour is Colour.GREEN for u in self.course.units_in(region))

    def _riding(self, unit: Unit) -> tuple[str, ...]:
        if unit.type is not UnitType.REGULAR or self.war == FIRST_WAR:
            return ()
        own = self.course.attached_at(unit.area, self.side)
        return (own[0].type.value,) if own else ()

    def _with(self, unit: Unit, area: str, with_: tuple[str, ...]) -> int:
        total = self.course.strength(area, self.side) + self.tables.strength(unit.type, area)
        for kind, form in self.tables.attachments.items():
            if kind.value in with_:
                total += form.strengths.on(self.tables.areas[area].terrain)
        return total

    def _reachable(self, unit: Unit) -> list[str]:
        """Where the unit can go: by land, and in the Civil War from port to port."""
        areas = self.tables.areas
        land = self._by_land(unit)
        sails = self.war != FIRST_WAR and self.tables.units[unit.type].sails
        ports = [a.id for a in areas.values() if a.port and a.region != ULSTER]
        sea = ports if sails and unit.area in ports else []
        return [area for area in areas if area != unit.area and (area in land or area in sea)]

    def _by_land(self, unit: Unit) -> set[str]:
        reach = self.tables.units[unit.type].reach
        region = self.tables.areas[unit.area].region
        if reach is Reach.NOWHERE:
            return set()
        near = {region, *(self.tables.region[region].roads if reach is Reach.ROADS else ())}
        return {area.id for area in self.tables.areas.values() if area.region in near}

    def _go(self, unit: Unit, area: str, with_: tuple[str, ...]) -> None:
        state = self.course.state
        units = tuple(replace(u, area=area) if u.id == unit.id else u for u in state.units)
        pieces = [*state.attachments]
        for at, piece in enumerate(pieces):
            own = self.course.side(piece.colour) is self.side and piece.area == unit.area
            if own and piece.type.value in with_:
                pieces[at] = replace(piece, area=area)
                break
        self.course.state = replace(state, units=units, attachments=tuple(pieces))

    def _upgrade(self) -> Order | None:
        units = [u for u in self._own() if better_type(u) and u.id not in self.upgraded]
        if not units:
            return None
        unit = min(units, key=lambda u: self.tables.rank(u.type))
        self.upgraded.add(unit.id)
        return Upgrade(UnitNamed(id=unit.id))

    def _recruit(self) -> Order:
        if self.war == FIRST_WAR:
            return Recruit(place="DUB")
        place = self.tables.treaty.freestate.area
        men = sum(u.type is UnitType.REGULAR for u in self.course.standing_at(place, self.side))
        arms = len(self.course.attached_at(place, self.side))
        if men + self.men <= arms + self.arms:
            self.men += 1
            return Recruit("REG", place)
        self.arms += 1
        return Recruit("AC" if (arms + self.arms) % 2 else "ART", place)
