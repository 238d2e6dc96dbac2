"""Winters by supply centres: builds, waives, removals and civil disorder."""

from __future__ import annotations

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.seats import SeatId
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.adjustments import NOWHERE, distance
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import UnitDisbanded
from gm.games.diplomacy.rules.outcomes import Why
from gm.games.diplomacy.rules.policies import Removal
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.variants import ruleset_for
from tests.rules.positions import by_power, drafts, position, unit

BOARD = load_board("standard")
RULES = ruleset_for("standard", BOARD, {})
GERMANY = SeatId("GERMANY")


def winter(units: list[str], centres: list[str]) -> GameState:
    """Return a winter in which only Germany plays."""
    return position("W1901A", {"GERMANY": units}, {"GERMANY": centres})


def faults(state: GameState, orders: list[str]) -> list[Why | None]:
    """Return why each of Germany's orders is refused."""
    read = drafts(BOARD, {"GERMANY": orders}, state.phase.kind)[GERMANY]
    return [c.refused.why if c.refused else None for c in RULES.check(state, GERMANY, read)]


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        (["B A MUN", "B F KIE"], [None, None]),
        (["B A MUN", "B A MUN"], [None, Why.DUPLICATE]),
        (["B A MUN", "B A BER", "B A KIE"], [None, None, Why.NO_BUILD_LEFT]),
        (["WAIVE", "B A BER", "WAIVE"], [None, None, Why.NO_BUILD_LEFT]),
        (["B A PAR", "B F MUN"], [Why.NOT_A_HOME, Why.WRONG_TERRAIN]),
        (["D A RUH"], [Why.NO_REMOVAL_DUE]),
        (["A RUH H"], [Why.WRONG_PHASE]),
    ],
)
def test_builds(orders: list[str], expected: list[Why | None]) -> None:
    """Three centres and one unit allow two builds, taken in sequence (DATC 4.D.4)."""
    assert faults(winter(["A RUH"], ["MUN", "BER", "KIE"]), orders) == expected


def test_builds_need_owned_vacant_homes() -> None:
    """A home that another owns or that is occupied is no place to build (DATC 6.I.3, 6.I.5)."""
    state = winter(["A MUN"], ["MUN", "KIE", "HOL", "DEN"])
    assert faults(state, ["B A MUN", "B A BER"]) == [Why.OCCUPIED, Why.NOT_OWNED]
    assert RULES.open_slots(state, GERMANY, ()) == ("build",)


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        (["D A MUN"], [None]),
        (["D A MUN", "D A MUN"], [None, Why.DUPLICATE]),
        (["D A MUN", "D A BER"], [None, Why.NO_REMOVAL_DUE]),
        (["D A PAR", "B A KIE"], [Why.NO_SUCH_UNIT, Why.NOT_OWNED]),
    ],
)
def test_removals(orders: list[str], expected: list[Why | None]) -> None:
    """Two units and one centre demand one removal."""
    state = position("W1901A", {"GERMANY": ["A MUN", "A BER"]}, {"GERMANY": ["MUN"]})
    assert faults(state, orders) == expected


def test_a_foreign_unit_is_not_removed() -> None:
    """Only one's own units can be taken off the board."""
    state = position("W1901A", {"GERMANY": ["A MUN"], "FRANCE": ["A PAR"]}, {})
    assert faults(state, ["D A PAR"]) == [Why.NOT_YOUR_UNIT]


def test_missing_removals_go_by_civil_disorder() -> None:
    """What a power must remove and does not name goes, farthest first, and is marked so."""
    state = winter(["A MUN", "A MOS", "A RUH"], ["MUN"])
    resolution = RULES.resolve(
        state, drafts(BOARD, {"GERMANY": ["D A RUH"]}, state.phase.kind), ScriptedDraws()
    )
    gone = [event for event in resolution.events if isinstance(event, UnitDisbanded)]
    assert [(str(event.unit), event.by_civil_disorder) for event in gone] == [
        ("A RUH", False),
        ("A MOS", True),
    ]
    assert by_power(resolution.state.units) == {"GERMANY": ["A MUN"]}


@pytest.mark.parametrize(
    ("text", "goal", "policy", "expected"),
    [
        ("A MUN", "MUN", Removal.RULES_2023, 0),
        ("A ALB", "NAP", Removal.RULES_2023, 2),
        ("F BAL", "WAR", Removal.RULES_2023, 2),
        ("F BAL", "WAR", Removal.RULES_1971, NOWHERE),
        ("A ALB", "NAP", Removal.RULES_1971, 2),
        ("F SKA", "STP", Removal.RULES_1971, 2),
        ("F BAL", "STP", Removal.RULES_1971, 2),
    ],
)
def test_distance(text: str, goal: str, policy: Removal, expected: int) -> None:
    """Distance goes over land and sea; under 1971 a fleet only where it can sail (DATC 6.J)."""
    goals = frozenset(place for place in BOARD.provinces if place == goal)
    assert distance(BOARD, unit("RUSSIA", text), goals, policy) == expected


def test_eliminated_powers_are_not_asked() -> None:
    """A power that is out has nothing to order."""
    state = position("W1901A", {"GERMANY": ["A MUN"]}, {"GERMANY": ["MUN", "KIE"]})
    out = GameState(state.phase, state.units, state.centres, eliminated=(PowerId("GERMANY"),))
    assert [request.seat for request in RULES.pending(state)] == ["GERMANY"]
    assert RULES.pending(out) == ()
