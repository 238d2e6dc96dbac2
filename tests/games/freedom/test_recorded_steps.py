"""Every recorded step comes out exactly: the position, how many draws were used, and what became of each line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from gm.contract.records import AskedStep
from gm.errors import UnreadableInput
from gm.games.freedom.records.steps import SiegeRecords
from gm.games.freedom.rules.tables import IMP, INS

HERE: Final = Path(__file__).parent
CASES: Final[list[dict[str, Any]]] = json.loads((HERE / "cases.json").read_text("utf-8"))
STEPS: Final[list[dict[str, Any]]] = [
    json.loads(line) for line in (HERE / "steps.jsonl").read_text("utf-8").splitlines()
]
BEGINNING: Final[dict[str, Any]] = next(c["step"] for c in CASES if c["id"] == "FR-AC6")


def answered(record: dict[str, Any]) -> dict[str, Any]:
    """What the room answers to a recorded step, or to a position that is to be shown."""
    asked: AskedStep = SiegeRecords().ask(record)
    return asked.answer(asked.play(), explain=False)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_cases(case: dict[str, Any]) -> None:
    """As they were made by hand from the rules; each names its section."""
    assert answered({**case["step"], "id": case["id"]}) == {"id": case["id"], **case["expect"]}


@pytest.mark.parametrize("step", STEPS, ids=[step["id"] for step in STEPS])
def test_steps_of_whole_games(step: dict[str, Any]) -> None:
    """As they were played: sensible, odd and illegal lines."""
    answers = ("after", "draws_used", "results")
    asked = {name: told for name, told in step.items() if name not in answers}
    assert answered(asked) == {name: step[name] for name in ("id", *answers)}


@pytest.mark.parametrize("step", STEPS[1::20], ids=[step["id"] for step in STEPS[1::20]])
def test_a_seat_is_shown_its_own_hand_alone(step: dict[str, Any]) -> None:
    """Of the other hand and both decks there are the sizes, of the other's policies nothing (1)."""
    after = step["after"]
    decks = {period: len(cards) for period, cards in after["deck"].items()}
    for viewer in (IMP, INS, None):
        hands = {s: h if s == viewer else len(h) for s, h in after["hand"].items()}
        policy = {s: p if s == viewer else None for s, p in after["policy"].items()}
        shown = {**after, "deck": decks, "hand": hands, "policy": policy}
        record = {"id": step["id"], "state": after, "view": viewer}
        assert answered(record) == {"id": step["id"], "view": shown}


def changed(*path: str, to: object) -> dict[str, Any]:
    """A position with another value somewhere; without it, where that is `...`."""
    record: dict[str, Any] = json.loads(json.dumps(BEGINNING))
    inside = record
    for key in path[:-1]:
        inside = inside[key]
    if to is ...:
        del inside[path[-1]]
    else:
        inside[path[-1]] = to
    return record


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (changed("state", to=...), "'state' is missing"),
        (changed("draws", to=...), "'draws' is missing"),
        (changed("draws", to={}), "draws: it is no list"),
        (changed("draws", to=[True]), "no whole number"),
        (changed("draws", to=[1]), "one more is needed"),
        (changed("draws", to=[9] * 9), "9 cannot be drawn"),
        (changed("orders", to={"ANN": []}), "no seat 'ANN'"),
        (changed("orders", to={"IMP": "PASS"}), "no list of lines"),
        (changed("options", to=[]), "options: it is no table"),
        (changed("options", to={"speed": True}), "no 'speed' of the value True"),
        (changed("options", to={"prep_most": 100}), "no 'prep_most' of the value 100"),
        (changed("options", to={"gun_fort": "perhaps"}), "no 'gun_fort'"),
        (changed("state", "step", to="TEA"), "state.step"),
        (changed("state", "weather", to="rain"), "no key 'weather'"),
        (changed("state", "turn", to="GM"), "state.turn"),
        (changed("state", "round", to=7), "state.round"),
        (changed("state", "money", to=-1), "state.money"),
        (changed("state", "plea", to={"IMP": None, "INS": 1}), "state.plea.IMP"),
        (changed("state", "units", to=[]), "state.units: it is no table"),
        (changed("state", "units", to={"9-9": {"EXP": 1}}), "no '9-9'"),
        (changed("state", "units", to={"4-4": {"EXP": 0}}), "state.units.4-4.EXP"),
        (changed("state", "units", to={"4-4": {"EXP": 1, "ALL": 1}}), "units of one kind"),
        (changed("state", "cannons", "IMP", to=["3-4"]), "state.cannons.IMP"),
        (changed("state", "cannons", "bombard", to="4-4"), "state.cannons.bombard"),
        (changed("state", "wall", to={"4-4": 1}), "no '4-4'"),
        (changed("state", "wall", to={"3-4": 3}), "state.wall.3-4"),
        (changed("state", "areas", to={}), "'SEA' is missing"),
        (changed("state", "hand", to={"IMP": ["ZZ99"], "INS": []}), "'ZZ99'"),
        (changed("state", "discard", to=["AN01", "AN01"]), "something comes twice"),
        (changed("state", "claim", to={"seat": "IMP"}), "'card' is missing"),
        (changed("state", "flags", "no_cannons", to=0), "neither true nor false"),
        (changed("state", "policy", "IMP", "fire", to=[{}]), "'cannon' is missing"),
        (changed("state", "why", to="tea"), "state.why"),
        (changed("view", to="GM"), "view: 'GM' is none of IMP, INS"),
    ],
)
def test_a_record_that_is_none_says_where(record: dict[str, Any], words: str) -> None:
    """By the name of the key; nothing is played."""
    with pytest.raises(UnreadableInput) as caught:
        answered(record)
    assert words in str(caught.value)


def test_a_shuffle_is_a_permutation() -> None:
    """No card comes twice."""
    step = next(step for step in STEPS if step["state"]["step"] == "SETUP")
    with pytest.raises(UnreadableInput, match="a second time"):
        answered({**step, "draws": [step["draws"][0]] * 200})
