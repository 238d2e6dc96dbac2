"""The cases of the rules page: one or more for every numbered rule and every ruling."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gm.games.diplomacy.records.adjudicate import adjudicate
from gm.games.diplomacy.records.changing_phase import (
    RecordedDraws,
    drafts_of,
    read_given,
    read_whole_position,
)
from gm.games.diplomacy.records.phase_read import read_options
from gm.games.diplomacy.variants import ruleset_for
from tests.adjudicate.comparing import boards, dislodged, unexplained, unfaithful

FOLDER = Path(__file__).parent
CASES = [
    case
    for file in sorted(FOLDER.glob("*cases.json"))
    for case in json.loads(file.read_text(encoding="utf-8"))
]
named = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])

IN_SEQUENCE = ("units", "centers", "splits", "specials", "points")
"""What is compared as it stands; the other lists of a position are sets."""

AS_SETS = ("holes", "opened", "anarchy", "contested", "winners")


def differences(record: dict[str, Any]) -> list[str]:
    """Return how our answer to a record differs from it: all of `after`, results where listed."""
    answer = adjudicate(record, boards)
    ours, theirs = answer["after"], record["after"]
    found = [
        f"{key}: {ours.get(key)} is not {theirs[key]}"
        for key in IN_SEQUENCE
        if key in theirs and ours.get(key) != _without_zeros(theirs[key])
    ]
    found += [
        f"{key}: {ours.get(key)} is not {theirs[key]}"
        for key in AS_SETS
        if key in theirs and {*ours.get(key, ["missing"])} != {*theirs[key]}
    ]
    if "dislodged" in theirs and dislodged(ours) != dislodged(theirs):
        found.append(f"dislodged: {ours.get('dislodged')} is not {theirs['dislodged']}")
    return found + _wrong_results(answer["results"], record["results"])


def _without_zeros(told: Any) -> Any:
    return {key: one for key, one in told.items() if one} if isinstance(told, dict) else told


def _wrong_results(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    found: list[str] = []
    for name, word in theirs.items():
        if isinstance(word, dict):
            found += [f"{name}, {one}" for one in _wrong_results(ours.get(name, {}), word)]
        elif ours.get(name) != word:
            found.append(f"{name}: {ours.get(name)} is not {word}")
    return found


@pytest.mark.sampled(10)
@named
def test_a_case_comes_out_as_the_rules_say(case: dict[str, Any]) -> None:
    """Everything after the phase and the listed results are those of the case."""
    assert differences(case["phase"]) == []


@named
def test_every_order_that_failed_is_explained(case: dict[str, Any]) -> None:
    """With `why` asked for, each order with a result other than ok has one sentence."""
    assert unexplained(case["phase"]) == []


@pytest.mark.sampled(10)
@named
def test_facts_lead_from_one_state_to_the_next(case: dict[str, Any]) -> None:
    """Replaying the events gives the state; states, events, outcomes survive JSON unharmed."""
    record = case["phase"]
    rules = ruleset_for("irish", boards("irish"), read_options(record, goal=True))
    before = read_whole_position(record, rules)
    drafts = drafts_of(read_given(record, rules, before))
    made = rules.resolve(before, drafts, RecordedDraws(record))
    assert unfaithful(before, made) == []
