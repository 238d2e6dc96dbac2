"""No season takes long: work grows gently with the board, however entangled the orders are.

Work is counted in calls of functions of the rules, not in seconds, so that a test says the same on
every machine. Where the rules are compiled, calls are not seen; then only the results are compared.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from types import FrameType

import pytest

from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId, Terrain
from gm.games.diplomacy.rules.orders import Convoy, Hold, Move, Support, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result, Why
from gm.games.diplomacy.rules.policies import DATC, RULES_1971, Profile
from gm.games.diplomacy.rules.season import decisions
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from tests.properties.made_up import make_lagoon, make_sound, make_wheel
from tests.properties.strategies import Plot, Season, make_unit
from tests.properties.test_phases import play

BLUE, GREEN, RED = (PowerId(name) for name in ("BLUE", "GREEN", "RED"))
PROFILES = pytest.mark.parametrize("profile", [DATC, RULES_1971], ids=["datc", "1971"])
HUB = ProvinceId("HUB")
Told = dict[ProvinceId, Outcome]


def told(season: Season, profile: Profile = DATC) -> Told:
    """Return what became of each unit's order, by province."""
    _, resolution = play(season, profile)
    found: Told = {}
    for outcome in resolution.outcomes:
        assert isinstance(outcome.order, UnitOrder)
        found[outcome.order.unit.at.province] = outcome
    return found


def calls(work: Callable[[], object]) -> int:
    """Count the calls of functions of the rules that a piece of work makes."""
    count = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event == "call" and "rules" in frame.f_code.co_filename

    work()  # what is looked up once and kept, is looked up now
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def army(place: ProvinceId, power: PowerId = BLUE) -> Unit:
    """Return an army of a power."""
    return Unit(power, UnitKind.ARMY, Location(place))


def ring(size: int, spokes: int = 0) -> Season:
    """Return a ring of armies that all move on by one; the first few have a rival from the hub."""
    board = make_wheel(size)
    rim = [place for place in board.provinces if place != HUB]
    units = {place: army(place) for place in rim}
    orders: dict[ProvinceId, UnitOrder] = {
        here: Move(units[here].ref, Location(there))
        for here, there in zip(rim, rim[1:] + rim[:1], strict=True)
    }
    if spokes:
        units[HUB] = army(HUB, RED)
        orders[HUB] = Move(units[HUB].ref, Location(rim[0]))
    return Season(board, units, orders)


def garrison(size: int, attackers: int) -> Season:
    """Return a hub that so many armies around it attack; the others support them in turn."""
    board = make_wheel(size)
    rim = [place for place in board.provinces if place != HUB]
    units = {place: army(place, (BLUE, GREEN)[number % 2]) for number, place in enumerate(rim)}
    units[HUB] = army(HUB, RED)
    orders: dict[ProvinceId, UnitOrder] = {HUB: Hold(units[HUB].ref)}
    for number, place in enumerate(rim):
        leader = units[rim[number % attackers]].ref
        orders[place] = (
            Move(leader, Location(HUB))
            if number < attackers
            else Support(units[place].ref, leader, Location(HUB))
        )
    return Season(board, units, orders)


def test_work_is_counted() -> None:
    """Unless the rules are compiled, each unit costs several calls."""
    is_compiled = not str(decisions.__file__).endswith(".py")
    assert is_compiled or calls(lambda: told(ring(60))) > 60


@pytest.mark.parametrize("size", [3, 10, 60, 240])
def test_a_ring_moves_on_together(size: int) -> None:
    """A ring of any length moves, each unit making way for the one behind it (DATC 6.C.1)."""
    assert {one.result for one in told(ring(size)).values()} == {Result.OK}


@pytest.mark.parametrize("size", [3, 10, 60, 240])
def test_a_ring_stands_where_one_is_held_up(size: int) -> None:
    """One rival as strong stops the whole ring, back to the last (DATC 6.C.3)."""
    result = told(ring(size, spokes=1))
    assert {one.result for one in result.values()} == {Result.BOUNCE}
    assert not any(one.dislodged for one in result.values())


@pytest.mark.parametrize("size", [60, 700])
def test_a_long_chain_moves_up(size: int) -> None:
    """However many units wait for the one in front, Python's stack is not what ends it."""
    season = ring(size)
    *rest, last = (place for place in season.board.provinces if place != HUB)
    season.orders[last] = Move(season.units[last].ref, Location(HUB))
    outcomes = told(season)
    assert {outcomes[place].result for place in (*rest, last)} == {Result.OK}


@pytest.mark.parametrize("attackers", [2, 3, 20, 60])
def test_a_garrison_stands_between_equals(attackers: int) -> None:
    """Attacked by many of the same strength, a unit alone is not dislodged (DATC 6.E.7)."""
    result = told(garrison(60, attackers))
    assert not result[HUB].dislodged
    movers = [one for one in result.values() if isinstance(one.order, Move)]
    assert len(movers) == attackers
    assert {one.result for one in movers} == {Result.BOUNCE}
    for one in movers:
        assert one.reason is not None
        assert one.reason.strength == one.reason.against == 60 // attackers


def test_one_support_more_dislodges_the_garrison() -> None:
    """With one attacker stronger than all others, the garrison goes (DATC 6.E.10)."""
    result = told(garrison(61, 20))
    assert result[HUB].dislodged
    winners = [one for one in result.values() if isinstance(one.order, Move)]
    assert [one.result for one in winners].count(Result.OK) == 1


GROWING: list[Callable[[int], Season]] = [
    ring,
    lambda size: ring(size, spokes=1),
    lambda size: garrison(size, size // 3),
]


@pytest.mark.parametrize("make", GROWING, ids=["ring", "ring held up", "garrison"])
def test_work_grows_gently(make: Callable[[int], Season]) -> None:
    """Twice as many units are twice the work, four times where each must be weighed with each."""
    small, large = make(60), make(120)
    assert calls(lambda: told(large)) <= 4 * calls(lambda: told(small))


def crowded_sound(seed: int, width: int, length: int) -> Season:
    """Return a sound with a fleet in every sea and as many convoys as will go, across and back."""
    chance = Random(seed)
    board = make_sound(width, length)
    units = {place: make_unit(chance, board, place) for place in board.provinces}
    plot = Plot(chance, board, units)
    for _ in range(length * 2):
        plot.convoy()
    plot.fill_up(0.5)
    return Season(board, units, plot.orders)


def long_convoy(length: int) -> Season:
    """Return one army that crosses a narrow sound, carried by every fleet of it, and struck at."""
    board = make_sound(2, length)
    seas = [p.id for p in board.provinces.values() if p.terrain is Terrain.SEA]
    start, goal = ProvinceId("L0000"), ProvinceId(f"L{length + 1:02}01")
    units = {sea: Unit(BLUE, UnitKind.FLEET, Location(sea)) for sea in seas}
    units[start] = army(start)
    orders: dict[ProvinceId, UnitOrder] = {start: Move(units[start].ref, Location(goal))}
    for sea in seas:
        orders[sea] = Convoy(units[sea].ref, units[start].ref, Location(goal))
    return Season(board, units, orders)


@PROFILES
@pytest.mark.parametrize("length", [2, 10, 20])
def test_a_long_convoy_arrives(length: int, profile: Profile) -> None:
    """Twenty fleets and more carry an army, by any of very many routes."""
    assert told(long_convoy(length), profile)[ProvinceId("L0000")].result is Result.OK


@PROFILES
def test_convoy_tangles_on_open_water_are_bounded(profile: Profile) -> None:
    """With 24 fleets in open water and convoys crossing, the work stays below a bound."""
    for seed in range(12):
        season = crowded_sound(seed, 4, 6)
        assert work_on(season, profile) < 200_000


def work_on(season: Season, profile: Profile = DATC) -> int:
    """Count the calls that resolving a season takes."""
    return calls(lambda: told(season, profile))


def paradox_ring(size: int, inverters: int) -> Season:
    """Return convoys each of which hangs on the one before it, all round.

    The army of each bay goes for the town, whose fleet supports an attack on the next bay's sea:
    if the army arrives, the next convoy is safe. In the first few bays the town supports the
    holding of that sea instead: if the army arrives, the next convoy is lost.
    """
    board = make_lagoon(size)
    units: dict[ProvinceId, Unit] = {}
    orders: dict[ProvinceId, UnitOrder] = {}

    def place_in(kind: str, bay: int, unit: UnitKind, power: PowerId) -> Unit:
        place = ProvinceId(f"{kind}{bay % size:02}")
        units[place] = Unit(power, unit, Location(place))
        return units[place]

    for bay in range(size):
        one = place_in("A", bay, UnitKind.ARMY, BLUE).ref
        sea = place_in("S", bay, UnitKind.FLEET, BLUE).ref
        town = Location(ProvinceId(f"T{bay:02}"))
        orders[one.at.province] = Move(one, town)
        orders[sea.at.province] = Convoy(sea, one, town)
        following = Location(ProvinceId(f"S{(bay + 1) % size:02}"))
        attacker = place_in("X", bay + 1, UnitKind.FLEET, RED).ref
        orders[attacker.at.province] = Move(attacker, following)
        if bay < inverters:
            helper = place_in("T", bay, UnitKind.FLEET, GREEN).ref
            orders[town.province] = Support(helper, UnitRef(UnitKind.FLEET, following))
            second = place_in("Y", bay + 1, UnitKind.FLEET, RED).ref
            orders[second.at.province] = Support(second, attacker, following)
        else:
            helper = place_in("T", bay, UnitKind.FLEET, RED).ref
            orders[town.province] = Support(helper, attacker, following)
    return Season(board, units, orders)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("inverters", [0, 1, 2])
@pytest.mark.parametrize("size", [2, 3, 9, 40])
def test_a_ring_of_convoys_is_a_paradox(size: int, inverters: int) -> None:
    """However long, it has two ways out or none, so that all its convoys fail (DATC 6.F.14-28).

    Then no town is attacked, and its support decides whether the next sea is lost. The work
    grows no faster than the square of the length.
    """
    season = paradox_ring(size, inverters)
    result = told(season)
    for bay in range(size):
        reason = result[ProvinceId(f"A{bay:02}")].reason
        assert reason is not None
        assert reason.why is Why.PARADOX
        lost = result[ProvinceId(f"S{(bay + 1) % size:02}")].dislodged
        assert lost == (bay >= inverters)
    assert work_on(season) < 2_000 + 200 * size**2
