"""No position takes long: circles are searched within a bound, and beyond it they are paradoxes."""

from __future__ import annotations

import time

import pytest

from gm.games.diplomacy.rules import reach
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import Convoy, Move
from gm.games.diplomacy.rules.policies import DATC, RULES_1971, Profile
from gm.games.diplomacy.rules.reach import carriers, on_any_route, reach_of
from gm.games.diplomacy.rules.season import paradoxes
from gm.games.diplomacy.rules.season.decisions import Decisions
from gm.games.diplomacy.rules.units import Unit, UnitKind
from tests.properties.laying_out import laid_out
from tests.properties.strategies import STANDARD, Season, make_tangle


@pytest.mark.sampled(3)
@pytest.mark.parametrize("profile", [DATC, RULES_1971], ids=["datc", "1971"])
def test_convoy_tangles_are_settled_at_once(profile: Profile) -> None:
    """With a fleet in every sea, every decision is made, and none of the seasons takes a second."""
    for seed in range(60):
        decisions = Decisions(laid_out(make_tangle(seed), profile))
        began = time.process_time()
        paradoxes.settle(decisions)
        assert time.process_time() - began < 1
        assert decisions.undecided() == ([], [], [])


class Entangled(Decisions):
    """Three convoys that hang on each other in a way that no orders of ours have shown yet.

    The first holds if the others do, the second if the first does not, the third if the first
    does: only "the second alone" agrees with itself.
    """

    __slots__ = ()

    def way(self, army: int) -> bool | None:
        """Decide a convoy by the others."""
        first, second, third = (self.ways[one] for one in (0, 1, 2))
        if army == 0:
            if second is False or third is False:
                return False
            return True if second and third else None
        return first if army == 2 or first is None else not first


def entangled() -> Entangled:
    """Return the three convoys, undecided."""
    ways = [("LON", "NTH", "NWY"), ("NAP", "TYS", "TUN"), ("SEV", "BLA", "ANK")]
    units, orders = {}, {}
    for start, sea, goal in ways:
        army = Unit(PowerId("RED"), UnitKind.ARMY, Location(ProvinceId(start)))
        units[army.at.province] = army
        orders[army.at.province] = Move(army.ref, Location(ProvinceId(goal)))
        fleet = Unit(PowerId("RED"), UnitKind.FLEET, Location(ProvinceId(sea)))
        orders[fleet.at.province] = Convoy(fleet.ref, army.ref, Location(ProvinceId(goal)))
        units |= {fleet.at.province: fleet}
    armies_first = dict(sorted(units.items(), key=lambda one: one[1].kind.value))
    return Entangled(laid_out(Season(STANDARD, armies_first, orders), DATC))


def settle_core(decisions: Entangled) -> set[int]:
    """Settle the three convoys as one core; return those that fail by the paradox rule."""
    ways = 2 * len(decisions.field.units)
    return paradoxes._settle_core(decisions, [ways, ways + 1, ways + 2])


def test_the_only_assumption_that_agrees_is_the_result() -> None:
    """Where convoys wait for each other, exactly one way out is no paradox (DATC chapter 5)."""
    decisions = entangled()
    assert settle_core(decisions) == set()
    assert decisions.ways[:3] == [False, True, False]


def test_beyond_the_bound_a_circle_is_a_paradox(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search gives up after so many assumptions, and the convoys fail."""
    monkeypatch.setattr(paradoxes, "TRIAL_BOUND", 2)
    decisions = entangled()
    assert settle_core(decisions) == {0, 1, 2}
    assert decisions.ways[:3] == [False, False, False]


def test_beyond_the_bound_every_fleet_of_a_route_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for short routes settles for any route."""
    compiled = reach_of(STANDARD)
    start, goal = compiled.number[ProvinceId("LON")], compiled.number[ProvinceId("BEL")]
    ships = sum(1 << compiled.number[ProvinceId(sea)] for sea in ("ENG", "IRI", "NTH"))
    detour = 1 << compiled.number[ProvinceId("IRI")]
    assert carriers(compiled, start, goal, ships) == ships & ~detour
    assert on_any_route(compiled, start, goal, ships) == ships & ~detour
    monkeypatch.setattr(reach, "_WALK_BUDGET", 1)
    assert carriers(compiled, start, goal, ships) == ships
    assert on_any_route(compiled, start, goal, ships) == ships
