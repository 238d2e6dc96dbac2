"""Every case of the DATC, chapter 6, under both rulebooks."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from gm.adapters.boards import load_board
from gm.rules.draws import ScriptedDraws
from gm.rules.events import StandoffsLeft, UnitDislodged
from gm.rules.orders import UnitOrder
from gm.rules.outcomes import Outcome, Result
from gm.rules.ruleset import Resolution
from gm.rules.state import GameState
from gm.variants import ruleset_for
from tests.rules.positions import by_power, drafts, position

Case = dict[str, Any]

CASES: list[Case] = json.loads((Path(__file__).parent / "datc.json").read_text(encoding="utf-8"))
PHASE_OF = {"movement": "S1901M", "retreat": "S1901R", "adjustment": "W1901A"}
BOARD = load_board("standard")

MEANS = {
    "succeeds": {Result.OK},
    "fails": {Result.BOUNCE, Result.NO_CONVOY, Result.BOUNCE_DISBAND, Result.VOID},
    "stands": {Result.OK},
    "given": {Result.OK},
    "cut": {Result.CUT},
    "available": {Result.OK},
    "disrupted": {Result.OK},
    "illegal": {Result.VOID, Result.DISBAND},
    "invalid": {Result.VOID, Result.NO_CONVOY, Result.BOUNCE},
}
"""What our result words are in the words of the DATC, which judges orders at another moment."""


def plays() -> list[Any]:
    """Return every case with each rulebook that has an answer to it."""
    silent = ("undefined", "not applicable")
    return [
        pytest.param(case, profile, id=f"{case['id']}-{profile}")
        for profile in ("datc", "1971")
        for case in CASES
        if profile == "datc" or not case.get("profile_1971", "").startswith(silent)
    ]


def expected(case: Case, phase: Case, profile: str) -> Case:
    """Return what a phase of a case comes to under a rulebook."""
    for other in case.get("alternatives", ()):
        of_phase = other.get("phase", phase["phase"]) == phase["phase"]
        if profile == "1971" and other.get("profile") == "1971" and of_phase:
            return other["expect"]
    return phase["expect"]


def orders_of(case: Case, phase: Case, profile: str) -> dict[str, list[str]]:
    """Return a phase's orders by power; the 1971 rules know no tag."""
    found: dict[str, list[str]] = defaultdict(list)
    for power in {one["power"] for one in case["setup"]["units"]}:
        found[power] = []
    for order in phase["orders"]:
        text = order["text"]
        found[order["power"]].append(text.replace(" VIA", "") if profile == "1971" else text)
    return found


def units_of(listed: list[Case]) -> dict[str, list[str]]:
    """Return units by power, sorted."""
    found: dict[str, list[str]] = defaultdict(list)
    for one in listed:
        found[one["power"]].append(f"{one['type']} {one['loc']}")
    return {power: sorted(texts) for power, texts in sorted(found.items())}


def check_statuses(phase: Case, want: Case, outcomes: tuple[Outcome, ...], profile: str) -> None:
    """Compare the result of every order that has a unit of its own power."""
    seen = {
        (outcome.power, str(outcome.order.unit.at.province)): outcome
        for outcome in outcomes
        if isinstance(outcome.order, UnitOrder)
    }
    statuses = want.get("order_status", {})
    for order in phase["orders"]:
        words = statuses.get(order["text"]) or statuses.get(order["text"].replace(" VIA", ""))
        place = order["text"].split()[1].partition("/")[0]
        outcome = seen.get((order["power"], place))
        if not words or outcome is None:
            continue
        rest = [word for word in words if word in MEANS and not order["text"].endswith(" D")]
        assert not rest or outcome.result in MEANS[rest[0]], (order["text"], words, outcome)
        if phase["phase"] == "movement":
            assert outcome.dislodged == ("dislodged" in words), (order["text"], profile)


def check_movement(want: Case, resolution: Resolution[GameState], profile: str) -> None:
    """Compare who stands where, who is dislodged with which retreats, and what is contested.

    The retreats in the file are those of the preferred choices.
    """
    dislodged = [e.dislodged for e in resolution.events if isinstance(e, UnitDislodged)]
    assert by_power(resolution.state.units) == units_of(want["units_after"])
    assert {(one.unit.power, str(one.unit), one.attacker_from) for one in dislodged} == {
        (one["power"], one["unit"], one["from"].partition("/")[0]) for one in want["dislodged"]
    }
    if "retreat_options" in want and profile == "datc":
        options = {str(one.unit): sorted(map(str, one.retreats)) for one in dislodged}
        assert options == {unit: sorted(all_) for unit, all_ in want["retreat_options"].items()}
    if "contested" in want:
        left = [e.places for e in resolution.events if isinstance(e, StandoffsLeft)]
        assert sorted(want["contested"]) == sorted(left[0] if left else ())


@pytest.mark.parametrize(("case", "profile"), plays())
def test_case(case: Case, profile: str) -> None:
    """The position, the dislodged units, the retreats and the results are those of the DATC."""
    rules = ruleset_for("standard", BOARD, {"profile": profile})
    phases = case.get("phases") or [case]
    setup = case["setup"]
    state = position(
        PHASE_OF[phases[0]["phase"]], units_of(setup["units"]), setup.get("supply_centers")
    )
    for phase in phases:
        want = expected(case, phase, profile)
        orders = drafts(BOARD, orders_of(case, phase, profile), state.phase.kind)
        resolution = rules.resolve(state, orders, ScriptedDraws())
        if phase["phase"] == "movement":
            check_movement(want, resolution, profile)
            check_statuses(phase, want, resolution.outcomes, profile)
        elif phase["phase"] == "retreat":
            assert by_power(resolution.state.units) == units_of(want["units_after"])
            if profile == "datc" or want is not phase["expect"]:
                # Under 1971 another unit may have been dislodged; the position is the same.
                check_statuses(phase, want, resolution.outcomes, profile)
        else:
            check_winter(case, want, resolution, state)
        state = resolution.state


def check_winter(
    case: Case, want: Case, resolution: Resolution[GameState], before: GameState
) -> None:
    """Compare builds and removals, and the result of every order in its sequence."""
    was = {str(unit) for unit in before.units}
    now = {str(unit) for unit in resolution.state.units}
    gone, expect = was - now, case["expect"]
    automatic = want.get("automatic", expect["automatic"])
    assert now - was == set(want.get("built", expect["built"]))
    assert gone == set(want.get("disbanded", expect["disbanded"])) | set(automatic)
    results = [outcome.result is Result.OK for outcome in resolution.outcomes]
    assert results == [one["status"] == ["succeeds"] for one in expect["order_status"]]


def test_every_case_is_there() -> None:
    """The whole of chapter 6 is played: 176 cases under datc, all but nine under 1971."""
    profiles = [play.values[1] for play in plays()]
    assert (profiles.count("datc"), profiles.count("1971")) == (176, 167)
