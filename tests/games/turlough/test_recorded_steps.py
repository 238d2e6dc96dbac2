"""Every recorded step comes out exactly: the position, how many draws were used, and what became of each line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from gm.errors import UnreadableInput
from gm.games.turlough.records.steps import TurloughRecords

HERE: Final = Path(__file__).parent
CASES: Final[list[dict[str, Any]]] = json.loads((HERE / "cases.json").read_text("utf-8"))
STEPS: Final[list[dict[str, Any]]] = [
    json.loads(line) for line in (HERE / "steps.jsonl").read_text("utf-8").splitlines()
]
BEGINNING: Final[dict[str, Any]] = next(c["step"] for c in CASES if c["id"] == "TU-COMB-11")


def answered(record: dict[str, Any]) -> dict[str, Any]:
    """What the room answers to a recorded step."""
    asked = TurloughRecords().ask(record)
    return asked.answer(asked.play(), explain=False)


def differences(expected: Any, answer: Any, where: str = "") -> list[str]:
    """Where an answer is not as a case expects; of a table a case names some keys only."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        return [
            each
            for key, inside in expected.items()
            for each in differences(inside, answer.get(key), f"{where}.{key}")
        ]
    return [] if expected == answer else [f"{where}: {answer!r}, not {expected!r}"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_cases(case: dict[str, Any]) -> None:
    """As they were made by hand from the rules; each names its section."""
    expect = case["expect"]
    if "error" in expect:
        with pytest.raises(UnreadableInput):
            answered(case["step"])
        return
    answer = answered(case["step"])
    told = {key: expect[key] for key in ("after", "draws_used") if key in expect}
    assert differences(told, answer) == []
    results = {(line["seat"], line["line"]): line for line in answer["results"]}
    for line in expect.get("results", []):
        assert results[line["seat"], line["line"]] == line


@pytest.mark.parametrize("step", STEPS, ids=[step["id"] for step in STEPS])
def test_steps_of_whole_games(step: dict[str, Any]) -> None:
    """As they were played: sensible, odd and illegal lines."""
    expected = {name: step[name] for name in ("id", "after", "draws_used", "results")}
    answers = ("after", "draws_used", "results")
    asked = {name: told for name, told in step.items() if name not in answers}
    assert answered(asked) == expected


def changed(*path: str, to: object) -> dict[str, Any]:
    """A position with another value somewhere; without it, where that is `...`."""
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
        (changed("draws", to=[True]), "no whole number"),
        (changed("draws", to=[1]), "one more is needed"),
        (changed("draws", to=[7] * 9), "7 cannot be drawn"),
        (changed("orders", to={"CTB": []}), "no seat 'CTB'"),
        (changed("orders", to={"CT": "RAID"}), "no list of lines"),
        (changed("options", to={"speed": True}), "no 'speed'"),
        (changed("options", to={"war_limit": -1}), "no number from 0"),
        (changed("options", to={"combat_dice": "d20"}), "'d20' is none of pool_sum"),
        (changed("state", "scenario", to="1300"), "state.scenario: '1300' is none of 1276"),
        (changed("state", "wait", to="TEA"), "state.wait"),
        (changed("state", "weather", to="rain"), "no key 'weather'"),
        (changed("state", "king", to="DEC"), "state.king"),
        (changed("state", "deck", to=["XX"]), "state.deck: 'XX'"),
        (changed("state", "seats", to=[]), "state.seats: it is no table"),
        (changed("state", "febas", to={}), "the key 'CT' is missing"),
        (changed("state", "factions", "CUL", "cattle", to=11), "factions.CUL.cattle"),
        (changed("state", "factions", "CUL", "out", to=0), "neither true nor false"),
        (changed("state", "armies", "0", "battles", to=0), "armies[0].battles"),
        (changed("state", "armies", "0", "hex", to="XYZ"), "armies[0].hex"),
        (changed("state", "armies", "1", "faction", to="CBR"), "a faction has two"),
        (changed("state", "destroyed", to=["CLO", "CLO"]), "something comes twice"),
        (changed("state", "standing", to={"CT": ["MOVE CLO"]}), "no standing line"),
        (changed("state", "standing", to=[]), "state.standing: it is no table"),
        (changed("state", "result", to={"claimant": "CT"}), "state.result"),
    ],
)
def test_a_record_that_is_none_says_where(record: dict[str, Any], words: str) -> None:
    """By the name of the key; nothing is played."""
    with pytest.raises(UnreadableInput) as caught:
        answered(record)
    assert words in str(caught.value)


def test_a_shuffle_is_a_permutation() -> None:
    """No card comes twice."""
    step = next(step for step in STEPS if step["state"]["wait"] == "START")
    twice = {**step, "draws": [step["draws"][0]] * 99}
    with pytest.raises(UnreadableInput, match="a second time"):
        answered(twice)
