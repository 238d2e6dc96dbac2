"""The cases of the rules page: one or more for every numbered rule and every ruling."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.seats import SeatId
from gm.games.diplomacy.records.phase_read import read_options, read_orders, read_position
from gm.games.diplomacy.variants import ruleset_for
from tests.adjudicate.comparing import boards, differences, unexplained, unfaithful

FOLDER = Path(__file__).parent
CASES = [
    case
    for file in sorted(FOLDER.glob("*cases.json"))
    for case in json.loads(file.read_text(encoding="utf-8"))
]
named = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


@named
def test_a_case_comes_out_as_the_rules_say(case: dict[str, Any]) -> None:
    """Position after, accounts and the listed results are those of the case."""
    assert differences(case["phase"]) == []


@named
def test_every_order_that_failed_is_explained(case: dict[str, Any]) -> None:
    """With `why` asked for, each order with a result other than ok has one sentence."""
    assert unexplained(case["phase"]) == []


@named
def test_facts_lead_from_one_state_to_the_next(case: dict[str, Any]) -> None:
    """Replaying the events gives the state; states, events, outcomes survive JSON unharmed."""
    record = case["phase"]
    board = boards("republic")
    rules = ruleset_for("republic", board, read_options(record))
    before = read_position(record, board)
    drafts = {SeatId(who): given for who, given in read_orders(record, board).items()}
    made = rules.resolve(before, drafts, ScriptedDraws())
    assert unfaithful(before, made) == []
