"""Three hundred recorded phases on which five programs agree, compared exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.events import StandoffsLeft, UnitDislodged, replay
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.orders import Build, Disband, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.variants import ruleset_for
from tests.rules.positions import by_power, drafts, position

SAMPLE = Path(__file__).parents[1] / "data" / "phases-sample.jsonl"
RECORDS: list[dict[str, Any]] = [
    json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()
]
BOARD = load_board("standard")
RULES = ruleset_for("standard", BOARD, {})


def unit_named(order: Order) -> str:
    """Return the unit an order is about, as recorded phases write it."""
    match order:
        case UnitOrder(unit) | Build(unit) | Disband(unit):
            return str(unit)
        case _:
            return ""


def word(outcome: Outcome) -> str:
    """Return an outcome in the words of recorded phases."""
    return outcome.result.value + ("+dislodged" if outcome.dislodged else "")


def centres_of(state: GameState) -> dict[str, list[str]]:
    """Return the centres by power, sorted."""
    return {power: list(state.centres_of(power)) for power in sorted(set(state.centres.values()))}


def dislodged_in(resolution: SeasonResolution) -> list[dict[str, Any]]:
    """Return the dislodged units as recorded phases list them."""
    return [
        {
            "power": event.dislodged.unit.power,
            "unit": str(event.dislodged.unit),
            "attacker_from": event.dislodged.attacker_from,
            "retreats": sorted(map(str, event.dislodged.retreats)),
        }
        for event in resolution.events
        if isinstance(event, UnitDislodged)
    ]


def without_empty(by_owner: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return a listing without the powers that have nothing, sorted."""
    return {power: sorted(all_) for power, all_ in sorted(by_owner.items()) if all_}


@pytest.mark.parametrize("record", RECORDS, ids=[record["id"] for record in RECORDS])
def test_phase(record: dict[str, Any]) -> None:
    """Units, dislodged units with their retreats, centres, standoffs and results are the same."""
    state = position(record["phase"], record["units"], record["centers"], record.get("dislodged"))
    orders = drafts(BOARD, record["orders"], state.phase.kind)
    resolution = RULES.resolve(state, orders, ScriptedDraws())
    after = record["after"]
    assert by_power(resolution.state.units) == without_empty(after["units"])
    assert centres_of(resolution.state) == without_empty(after["centers"])
    if state.phase.kind is PhaseKind.MOVEMENT:
        by_unit = sorted(after["dislodged"], key=lambda one: (one["power"], one["unit"]))
        assert sorted(dislodged_in(resolution), key=lambda d: (d["power"], d["unit"])) == by_unit
        left = [event.places for event in resolution.events if isinstance(event, StandoffsLeft)]
        assert sorted(left[0] if left else ()) == after["contested"]
    results = {unit_named(outcome.order): word(outcome) for outcome in resolution.outcomes}
    assert {unit: results.get(unit) for unit in record["results"]} == record["results"]
    assert replay(state, resolution.events) == resolution.state


def test_sample_is_whole() -> None:
    """All three hundred phases are there, of every kind."""
    kinds = {record["phase"][-1] for record in RECORDS}
    assert (len(RECORDS), kinds) == (300, {"M", "R", "A"})
