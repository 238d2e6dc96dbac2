"""The cases of the rules page: one or more for every numbered rule and every ruling."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gm.app.adjudicate import adjudicate
from gm.app.codec import dump, load_events, load_outcomes, load_state
from gm.app.phase_read import read_options, read_orders, read_position
from gm.rules.draws import ScriptedDraws
from gm.rules.events import replay
from gm.rules.ruleset import SeatId
from gm.variants import ruleset_for
from tests.adjudicate.comparing import boards, differences

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
    answer = adjudicate(case["phase"], boards, explain=True)
    for name, word in answer["results"].items():
        told = answer["why"].get(name, {})
        if isinstance(word, dict):
            failed = {text for text, result in word.items() if {*_words(result)} != {"ok"}}
            assert failed <= set(told)
        elif word not in {"ok", "disband"}:
            assert told.endswith(".")


def _words(result: str | list[str]) -> list[str]:
    """An order's results; one given twice has two."""
    return [result] if isinstance(result, str) else result


@named
def test_facts_lead_from_one_state_to_the_next(case: dict[str, Any]) -> None:
    """Replaying the events gives the state; states, events, outcomes survive JSON unharmed."""
    record = case["phase"]
    board = boards("republic")
    rules = ruleset_for("republic", board, read_options(record))
    before = read_position(record, board)
    drafts = {SeatId(who): given for who, given in read_orders(record, board).items()}
    made = rules.resolve(before, drafts, ScriptedDraws())
    assert replay(before, made.events) == made.state
    assert load_state(dump(before)) == before
    assert load_state(dump(made.state)) == made.state
    assert load_events(dump(made.events)) == made.events
    assert load_outcomes(dump(made.outcomes)) == made.outcomes
