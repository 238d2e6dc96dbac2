"""What always holds of winters by supply centres: builds, waives, removals, civil disorder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.board import (
    BorderKind,
    Location,
    PowerId,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
)
from gm.games.diplomacy.rules.events import UnitBuilt, UnitDisbanded, replay
from gm.games.diplomacy.rules.orders import Build, Disband, Waive
from gm.games.diplomacy.rules.outcomes import Result
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.variants import ruleset_for
from tests.properties.strategies import STANDARD, make_unit

SEEDS = st.integers(0, 2**40)
Drafts = dict[SeatId, list[Order]]


def make_winter(chance: Random) -> tuple[GameState, Drafts]:
    """Return a position of a few powers and their orders, sensible ones and others."""
    active = chance.sample(list(STANDARD.powers), 3)
    places = chance.sample(list(STANDARD.provinces), chance.randint(3, 20))
    units = []
    for place in places:
        unit = make_unit(chance, STANDARD, place)
        units.append(Unit(chance.choice(active), unit.kind, unit.at))
    homes = [place for power in active for place in STANDARD.powers[power].home]
    owned = set(homes) | set(chance.sample(list(STANDARD.centres()), 8))
    centres = {
        place: STANDARD.province(place).home or chance.choice(active)
        if chance.random() < 0.6
        else chance.choice(active)
        for place in sorted(owned)
    }
    state = GameState(Phase.parse("W1901A"), centres=centres).with_units(units)
    return state, {
        SeatId(power): [order_for(chance, state, power) for _ in range(chance.randint(0, 6))]
        for power in active
    }


def order_for(chance: Random, state: GameState, power: PowerId) -> Order:
    """Return a winter order, mostly about the power's own homes and units."""
    if chance.random() < 0.1:
        return Waive()
    if state.units and chance.random() < 0.5:
        mine = state.units_of(power) or state.units
        unit = chance.choice(mine if chance.random() < 0.9 else state.units)
        return Disband(UnitRef(chance.choice([unit.kind] * 9 + list(UnitKind)), unit.at))
    home = list(STANDARD.powers[power].home)
    place = chance.choice(home if chance.random() < 0.9 else list(STANDARD.provinces))
    coasts = [coast.id for coast in STANDARD.province(place).coasts]
    coast = chance.choice([None, *coasts, *coasts])
    return Build(UnitRef(chance.choice(list(UnitKind)), Location(place, coast)))


@dataclass
class Ledger:
    """One power's winter by the rulebook, order after order."""

    state: GameState
    power: PowerId

    def __post_init__(self) -> None:
        self.mine = list(self.state.units_of(self.power))
        self.surplus = len(self.state.centres_of(self.power)) - len(self.mine)
        self.sites = [place for place in STANDARD.powers[self.power].home if self.is_site(place)]
        self.builds = max(0, min(self.surplus, len(self.sites)))
        self.removals = max(0, -self.surplus)

    def is_site(self, place: ProvinceId) -> bool:
        """Tell whether a home is owned and empty."""
        taken = any(unit.at.province == place for unit in self.state.units)
        return self.state.centres.get(place) == self.power and not taken

    def take(self, order: Order) -> bool:
        """Carry an order out if it can be; tell whether it was."""
        match order:
            case Build(ref):
                return self.build(ref)
            case Waive():
                self.builds -= 1
                return self.builds >= 0
            case Disband(ref):
                return self.remove(ref)
            case _:
                raise AssertionError(order)

    def build(self, ref: UnitRef) -> bool:
        """Build in an owned, empty home that has not been built in, if one is left."""
        place, coast = ref.at
        province = STANDARD.province(place)
        coasts = [one.id for one in province.coasts]
        fits = province.terrain is Terrain.COASTAL and (coast in coasts or not (coasts or coast))
        if ref.kind is UnitKind.ARMY:
            fits = province.terrain is not Terrain.SEA
        if place not in self.sites or not fits or self.builds <= 0:
            return False
        self.sites.remove(place)
        self.builds -= 1
        return True

    def remove(self, ref: UnitRef) -> bool:
        """Take one of the power's units off, if one must go."""
        unit = next((u for u in self.mine if u.at.province == ref.at.province), None)
        if unit is None or unit.kind is not ref.kind or self.removals <= 0:
            return False
        self.mine.remove(unit)
        self.removals -= 1
        return True


def steps(unit: Unit, here: Location, profile: str) -> Iterator[Location]:
    """Yield where civil disorder counts one move to."""
    if profile == "datc":
        yield from (Location(place) for place in STANDARD.neighbours(here.province))
    elif unit.kind is UnitKind.FLEET:
        yield from fleet_moves(STANDARD, here)
    else:
        yield from (Location(place) for place in army_moves(STANDARD, here.province))
        for border in STANDARD.province(here.province).ring:
            if border.kind is BorderKind.SEA:
                yield Location(border.to)


def how_far(unit: Unit, goals: set[ProvinceId], profile: str) -> int:
    """Return how many moves a unit is from the nearest of some provinces."""
    reached, count = {unit.at}, 0
    while not any(place.province in goals for place in reached):
        more = {to for here in reached for to in steps(unit, here, profile)} | reached
        if more == reached:
            return 10**6
        reached, count = more, count + 1
    return count


def farthest(units: list[Unit], power: PowerId, state: GameState, profile: str) -> list[Unit]:
    """Return one power's units in the order in which civil disorder takes them (DATC 4.D.8)."""
    home = STANDARD.powers[power].home
    goals = set(state.centres_of(power) if profile == "datc" else home)
    names = {unit: STANDARD.province(unit.at.province).name.casefold() for unit in units}
    by_name = sorted(units, key=lambda unit: names[unit])
    fleets_first = sorted(by_name, key=lambda unit: unit.kind is not UnitKind.FLEET)
    return sorted(fleets_first, key=lambda unit: -how_far(unit, goals, profile))


@given(seed=SEEDS, profile=st.sampled_from(["datc", "1971"]))
@settings(max_examples=400)
def test_winters_are_those_of_the_rulebook(seed: int, profile: str) -> None:
    """Every order comes to what the rules say, and civil disorder takes what is left over."""
    state, orders = make_winter(Random(seed))
    rules = ruleset_for("standard", STANDARD, {"profile": profile})
    resolution = rules.resolve(state, orders, ScriptedDraws())
    told = iter(resolution.outcomes)
    disorder: set[Unit] = set()
    for power in STANDARD.powers:
        ledger = Ledger(state, power)
        for order in orders.get(SeatId(power), ()):
            outcome = next(told)
            well = ledger.take(order)
            assert (outcome.power, outcome.order) == (power, order)
            assert outcome.result is (Result.OK if well else Result.VOID)
            assert (outcome.reason is None) == well
        disorder |= set(farthest(ledger.mine, power, state, profile)[: ledger.removals])
        if ledger.surplus < 0:
            left = [unit for unit in resolution.state.units if unit.power == power]
            assert len(left) == len(state.centres_of(power))
    assert next(told, None) is None
    gone = {
        event.unit
        for event in resolution.events
        if isinstance(event, UnitDisbanded) and event.by_civil_disorder
    }
    assert gone == disorder
    assert replay(state, resolution.events) == resolution.state


@given(seed=SEEDS)
@settings(max_examples=150)
def test_the_order_of_seats_never_matters(seed: int) -> None:
    """A winter comes out the same whichever power's orders are read first."""
    chance = Random(seed)
    state, orders = make_winter(chance)
    rules = ruleset_for("standard", STANDARD, {})
    turned = dict(chance.sample(list(orders.items()), len(orders)))
    one, other = (rules.resolve(state, given, ScriptedDraws()) for given in (orders, turned))
    assert (one.state, one.events, one.outcomes) == (other.state, other.events, other.outcomes)
    built = [event.unit for event in one.events if isinstance(event, UnitBuilt)]
    for unit in built:
        assert STANDARD.province(unit.at.province).home == unit.power
        assert state.unit_in(unit.at.province) is None
