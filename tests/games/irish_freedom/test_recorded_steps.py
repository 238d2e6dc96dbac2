"""Every recorded step comes out exactly: the position, how many draws were used, and what became of each line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from gm.cli.adjudicate_lines import answer_block
from gm.errors import UnreadableInput
from gm.games.irish_freedom.records.steps import FreedomRecords
from gm.games.irish_freedom.rules.outcomes import Reason

HERE: Final = Path(__file__).parent
CASES: Final[list[dict[str, Any]]] = json.loads((HERE / "cases.json").read_text("utf-8"))
STEPS: Final[list[dict[str, Any]]] = [
    json.loads(line) for line in (HERE / "steps.jsonl").read_text("utf-8").splitlines()
]
ASKED: Final = ("id", "variant", "options", "state", "orders", "draws")
BEGINNING: Final[dict[str, Any]] = CASES[0]["step"]


def answered(record: dict[str, Any], *, explain: bool = False) -> dict[str, Any]:
    """What the room answers to a recorded step; an error without its words."""
    try:
        asked = FreedomRecords().ask(record)
        return asked.answer(asked.play(), explain=explain)
    except UnreadableInput:
        return {"id": record.get("id"), "error": True}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_cases(case: dict[str, Any]) -> None:
    """As they were made by hand from the rules; each names its section."""
    assert answered({**case["step"], "id": case["id"]}) == {**case["expect"], "id": case["id"]}


@pytest.mark.parametrize("step", STEPS, ids=[step["id"] for step in STEPS])
def test_steps_of_whole_games(step: dict[str, Any]) -> None:
    """As they were played: sensible, odd and illegal lines."""
    expected = {name: step[name] for name in ("id", "after", "draws_used", "results")}
    assert answered({name: step[name] for name in ASKED}) == expected


def changed(*path: str, to: object) -> dict[str, Any]:
    """The first position with another value somewhere; without it, where that is `...`."""
    record: dict[str, Any] = json.loads(json.dumps(BEGINNING))
    inside = record
    for key in path[:-1]:
        inside = inside[int(key)] if isinstance(inside, list) else inside[key]
    if to is ...:
        del inside[path[-1]]
    else:
        inside[int(path[-1]) if isinstance(inside, list) else path[-1]] = to
    return record


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (changed("state", to=...), "'state' is missing"),
        (changed("draws", to=...), "'draws' is missing"),
        (changed("draws", to={}), "draws: it is no list"),
        (changed("draws", to=["6"]), "no whole number"),
        (changed("draws", to=[1]), "one more is needed"),
        (changed("orders", to={"BRITISH": []}), "no seat 'BRITISH'"),
        (changed("orders", to=[]), "orders: it is no table"),
        (changed("orders", to={"PLAYER": [1]}), "no list of lines"),
        (changed("options", to={"speed": True}), "no 'speed'"),
        (changed("options", to={"loop_guard": 0}), "no number from 1"),
        (changed("options", to={"cw_recruit": "MOB"}), "'cw_recruit' of the value 'MOB'"),
        (changed("state", "war", to="THIRD"), "state.war: 'THIRD' is none of WOI, CW"),
        (changed("state", "turn", to=12), "state.turn"),
        (changed("state", "wait", to=None), "state.wait"),
        (changed("state", "weather", to="rain"), "there is no key 'weather'"),
        (changed("state", "flags", to={}), "the key 'no_cross_region' is missing"),
        (changed("state", "flags", "dalton", to=1), "neither true nor false"),
        (changed("state", "units", "0", "area", to="DUB2"), "units[0].area"),
        (changed("state", "units", "0", "id", to="B1"), "no id of R, O, B, G"),
        (changed("state", "units", "0", "id", to="A01"), "no id of R, O, B, G"),
        (changed("state", "units", "1", "id", to="B01"), "not sorted by id"),
        (changed("state", "units", to={}), "state.units: it is no list"),
        (changed("state", "next_id", "B", to=1), "next_id.B: B01 is on the board"),
        (changed("state", "woi_deck", "1", to="W1"), "a card comes twice"),
        (changed("state", "woi_deck", "1", to="C10"), "'C10' is none of"),
        (changed("state", "woi_discard", to=["W1"]), "in the discards, too"),
        (changed("state", "policy", "fc_target", to=["KER5", "KER5"]), "comes twice"),
        (changed("state", "policy", "upgrade", to="MAYBE"), "policy.upgrade"),
        (changed("state", "result", to="draw"), "state.result"),
    ],
)
def test_a_record_that_is_none_says_what_is_wrong(record: dict[str, Any], words: str) -> None:
    """By the key that is at fault."""
    with pytest.raises(UnreadableInput) as refused:
        FreedomRecords().ask(record).play()
    assert words in str(refused.value)


def test_why_is_told_where_it_is_asked_for() -> None:
    """A sentence for each line that was not done."""
    (case,) = (case for case in CASES if case["id"] == "IF-017")
    why = answered({**case["step"], "id": 1}, explain=True)["why"]
    assert why == {
        "1": "Guerrillas move inside their Region only.",
        "2": "A Mob cannot move; upgraded it can.",
    }


def test_every_reason_is_in_a_case() -> None:
    """No code that a line can be refused by is untried."""
    tried = {
        result["reason"]
        for case in (*(case["expect"] for case in CASES), *STEPS)
        for result in case.get("results", ())
    }
    assert {reason.value for reason in Reason} <= tried


def test_gm_adjudicate_takes_them() -> None:
    """Line by line, by the name that records have for the game, and by that of the variant."""
    asked = [{name: step[name] for name in ASKED} for step in STEPS[:9]]
    asked.append({**asked[0], "variant": "irish-freedom"})
    block = b"".join(json.dumps(record).encode() + b"\n" for record in asked)
    told = answer_block(block, explain=False)
    assert (told.phases, told.faults) == (10, 0)
    after = [json.loads(line)["after"] for line in told.text.splitlines()]
    assert after == [*(step["after"] for step in STEPS[:9]), STEPS[0]["after"]]
