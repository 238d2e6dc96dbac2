"""Gifts and promises: who gets how much, and why a promise came to nothing (Irish 15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.contract.seats import SeatId
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.records.adjudicate import adjudicate
from gm.games.diplomacy.records.changing_phase import (
    RecordedDraws,
    drafts_of,
    read_given,
    read_whole_position,
)
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.mechanics.promises import PointsPart, Promises, gift_fault
from gm.games.diplomacy.rules.outcomes import Outcome, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.variants import ruleset_for
from tests.adjudicate.comparing import boards

BOARD = boards("irish")
RULES = ruleset_for("irish", BOARD, {})
ITALY = PowerId("ITALY")

HAT = {
    "hole": "SYR",
    "split": "UKR",
    "cards": {"MOS": "AS", "RUM": "KS", "SEV": "2C", "GAL": "3C", "WAR": "4C"},
}
UNITS = {
    "AUSTRIA": ["A VIE"],
    "FRANCE": ["A MAR", "A BUR", "F LYO"],
    "GERMANY": ["A MUN"],
    "ITALY": ["A VEN", "A TUS"],
}
POINTS = {"AUSTRIA": 6, "FRANCE": 9, "ITALY": 12, "NORWAY": 3}


def record(orders: Mapping[str, list[str]], phase: str = "S1975M", **more: Any) -> dict[str, Any]:
    """A phase with some units in the south, and points."""
    return {
        "variant": "irish",
        "phase": phase,
        "units": UNITS,
        "centers": {"ITALY": ["ROM", "VEN"], "FRANCE": ["MAR"], "NORWAY": ["NWY"]},
        "closed": ["PORTUGAL"],
        "points": POINTS,
        "orders": orders,
        "draws": HAT,
        **more,
    }


def told(orders: Mapping[str, list[str]], **more: Any) -> list[Outcome]:
    """What became of Italy's gifts."""
    whole = record(orders, **more)
    before = read_whole_position(whole, RULES)
    drafts = drafts_of(read_given(whole, RULES, before))
    made = RULES.resolve(before, drafts, RecordedDraws(whole))
    words = ("GIVE", "IF")
    gifts = [one for one in orders["ITALY"] if one.startswith(words)]
    return [one for one in made.outcomes if one.power == ITALY][-len(gifts) :]


def word(condition: str, moves: Mapping[str, list[str]], **more: Any) -> str:
    """What becomes of a gift to France on a condition, when these moves are made."""
    text = f"IF {condition} THEN GIVE FRANCE 1"
    orders = {**moves, "ITALY": [*moves.get("ITALY", ()), text]}
    answer = adjudicate(record(orders, **more), boards)
    found = answer["results"]["ITALY"][text]
    assert isinstance(found, str)
    return found


ENTERING = {"FRANCE": ["A MAR - PIE"]}
BOUNCING = {"FRANCE": ["A MAR - PIE"], "ITALY": ["A TUS - PIE"]}
HELPING = {"FRANCE": ["A MAR S A TUS - PIE"], "ITALY": ["A TUS - PIE"]}


@pytest.mark.parametrize(
    ("condition", "moves", "result"),
    [
        ("FRANCE ENTERS PIE", ENTERING, "ok"),
        ("FRANCE ENTERS PIE", BOUNCING, "not met"),
        ("FRANCE ENTERS MAR", {}, "not met"),
        ("FRANCE ATTACKS PIE", BOUNCING, "ok"),
        ("FRANCE ATTACKS TYR", {"FRANCE": ["A MAR - TYR"]}, "not met"),
        ("FRANCE ATTACKS PIE", {"FRANCE": ["A MAR S A TUS - PIE"]}, "not met"),
        ("FRANCE IN MAR", {}, "ok"),
        ("FRANCE IN MAR", ENTERING, "not met"),
        ("FRANCE IN PIE", ENTERING, "ok"),
        ("FRANCE OWNS MAR", ENTERING, "ok"),
        ("FRANCE OWNS PAR", {}, "not met"),
        ("FRANCE SUPPORTS A TUS - PIE", HELPING, "ok"),
        ("FRANCE SUPPORTS A TUS", HELPING, "not met"),
        ("FRANCE SUPPORTS A TUS - PIE", {"FRANCE": ["A MAR S A TUS - PIE"]}, "not met"),
        ("ITALY SUPPORTS A TUS - PIE", HELPING, "not met"),
        ("FRANCE NOT ENTERS PIE AND FRANCE IN MAR", {}, "ok"),
        ("FRANCE ENTERS PIE OR FRANCE IN MAR", {}, "ok"),
        ("NOT (FRANCE IN MAR OR FRANCE IN PIE)", ENTERING, "not met"),
        ("PIE VACANT", {}, "ok"),
        ("PIE VACANT", ENTERING, "not met"),
        ("A MAR SUCCEEDED", BOUNCING, "not met"),
        ("A MAR FAILED", BOUNCING, "ok"),
        ("A MAR DISLODGED", {}, "not met"),
    ],
)
def test_a_condition_is_judged_on_the_moves(
    condition: str, moves: Mapping[str, list[str]], result: str
) -> None:
    """Each kind of condition, met and not met, by itself and put together."""
    assert word(condition, moves) == result
    assert word(f"NOT ({condition})", moves) == {"ok": "not met", "not met": "ok"}[result]


def test_a_cut_support_was_given() -> None:
    """Irish 15, ruling: France is paid for its support of Tuscany, though Munich cuts it."""
    moves = {
        "FRANCE": ["A BUR S A MAR"],
        "GERMANY": ["A MUN - BUR"],
        "ITALY": ["A TUS - PIE"],
    }
    answer = adjudicate(record({**moves, "ITALY": []}), boards)
    assert answer["results"]["A BUR"] == "cut"
    assert word("FRANCE SUPPORTS A MAR", moves) == "ok"


def test_who_retreats_from_a_province_was_not_in_it() -> None:
    """After the moves a dislodged unit stands nowhere; a retreat changes no condition."""
    strong = {**UNITS, "FRANCE": ["A RUH", "A BUR"]}
    moves = {"FRANCE": ["A RUH S A BUR - MUN", "A BUR - MUN"]}
    assert word("GERMANY IN MUN", moves, units=strong) == "not met"
    assert word("GERMANY NOT IN MUN", moves, units=strong) == "ok"


@pytest.mark.parametrize("place", ["PIE", "PIE1", "PIE2"])
def test_an_old_name_in_a_condition_means_any_half(place: str) -> None:
    """Irish 15, ruling: who enters one half has entered the province, but not the other half."""
    split = [{"province": "PIE", "line": ["VEN", "MAR"], "halves": ["PIE1", "PIE2"]}]
    found = word(f"FRANCE ENTERS {place}", {"FRANCE": ["A MAR - PIE2"]}, splits=split)
    assert found == ("not met" if place == "PIE1" else "ok")


def test_gifts_are_settled_one_after_the_other() -> None:
    """What is left of 12 covers 7 and 5, not 6 between them; nothing received is given on."""
    orders = {
        "AUSTRIA": ["GIVE ITALY 6"],
        "ITALY": ["GIVE FRANCE 7", "GIVE FRANCE 6", "IF FRANCE IN MAR THEN GIVE FRANCE 5"],
    }
    assert [one.result.value for one in told(orders)] == ["ok", "void", "ok"]
    assert told(orders)[1].reason is not None
    after = adjudicate(record(orders), boards)["after"]["points"]
    assert after == {"FRANCE": 21, "ITALY": 6, "NORWAY": 3}


def test_a_promise_that_is_not_met_costs_nothing() -> None:
    """Twelve points promised twice are paid once."""
    texts = ["IF FRANCE IN PIE THEN GIVE FRANCE 12", "IF FRANCE IN MAR THEN GIVE FRANCE 12"]
    assert [one.result.value for one in told({"ITALY": texts})] == ["not met", "ok"]


def test_the_other_branch_is_paid_where_there_is_one() -> None:
    """`ELSE` gives another gift; the outcome has the gift it came to as its part."""
    text = "IF FRANCE IN PIE THEN GIVE FRANCE 12 ELSE GIVE AUSTRIA 2 AND GIVE GERMANY 11"
    (outcome,) = told({"ITALY": [text]})
    assert [one.result.value for one in outcome.parts] == ["ok", "void"]
    assert outcome.result.value == "void"


@pytest.mark.parametrize(
    ("condition", "moves", "detail", "units"),
    [
        ("FRANCE NOT ENTERS PIE", ENTERING, {"deed": "enters", "done": "yes"}, ["A MAR"]),
        ("FRANCE ENTERS PIE", {}, {"deed": "enters", "done": "no"}, []),
        ("FRANCE NOT ATTACKS PIE", BOUNCING, {"deed": "attacks", "done": "yes"}, ["A MAR"]),
        (
            "FRANCE SUPPORTS A TUS - PIE",
            {},
            {"deed": "supports", "done": "no", "unit": "A TUS"},
            [],
        ),
        ("FRANCE OWNS PAR", {}, {"deed": "owns", "done": "no"}, []),
        ("FRANCE IN MAR AND FRANCE IN PIE", {}, {"deed": "in", "done": "no"}, []),
        ("NOT (FRANCE IN MAR OR FRANCE IN BUR)", {}, {"deed": "in", "done": "yes"}, ["A MAR"]),
    ],
)
def test_a_promise_not_kept_says_what_decided_it(
    condition: str, moves: Mapping[str, list[str]], detail: dict[str, str], units: list[str]
) -> None:
    """The reason names the deed, whose it was, and the units as they stood before the moves."""
    text = f"IF {condition} THEN GIVE FRANCE 1"
    reason = told({**moves, "ITALY": [*moves.get("ITALY", ()), text]})[-1].reason
    assert reason is not None
    assert reason.why is Why.CONDITION
    assert detail.items() <= dict(reason.detail).items()
    assert [str(unit) for unit in reason.by] == units


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("GIVE FRANCE 2", None),
        ("GIVE FRANCE 999", None),
        ("GIVE FRANCE 0", Why.BAD_AMOUNT),
        ("GIVE FRANCE -3", Why.BAD_AMOUNT),
        ("GIVE ITALY 2", Why.YOURSELF),
        ("GIVE PORTUGAL 2", Why.NOBODY_PLAYS),
        ("IF FRANCE IN PIE THEN GIVE PORTUGAL 2", Why.NOBODY_PLAYS),
        ("IF FRANCE IN PIE THEN GIVE FRANCE 2 ELSE GIVE ITALY 2", Why.YOURSELF),
        ("IF FRANCE IN PIE THEN A VEN H", Why.ONLY_GIFTS),
        ("IF FRANCE IN PIE THEN (IF FRANCE IN MAR THEN WAIVE)", Why.ONLY_GIFTS),
    ],
)
def test_what_can_never_be_paid_is_refused_beforehand(text: str, why: Why | None) -> None:
    """Only whether the points are there is left to the moment when gifts are settled."""
    state = read_whole_position(record({}), RULES)
    order = read_canonical(text, BOARD, PhaseKind.MOVEMENT)
    (judged,) = RULES.check(state, SeatId("ITALY"), [order])
    assert (judged.refused.why if judged.refused else None) is why
    assert gift_fault(state, ITALY, order) == judged.refused
    if why is not None:
        assert told({"ITALY": [text]})[0].result.value in {"void", "not met"}


def test_who_has_points_and_nothing_else_is_asked_and_never_late() -> None:
    """Irish 16, ruling: Norway has no piece; it may give its points, and nothing of it lacks."""
    state = read_whole_position(record({}), RULES)
    asked = {request.seat for request in RULES.pending(state)}
    assert asked == {"AUSTRIA", "FRANCE", "GERMANY", "ITALY", "NORWAY"}
    assert RULES.open_slots(state, SeatId("NORWAY"), ()) == ()
    assert [*Promises().asks(state)] == ["AUSTRIA", "FRANCE", "ITALY", "NORWAY"]
    answer = adjudicate(record({"NORWAY": ["GIVE ITALY 3"]}), boards)
    assert answer["results"]["NORWAY"] == {"GIVE ITALY 3": "ok"}


GIVERS = st.sampled_from(["AUSTRIA", "FRANCE", "ITALY", "NORWAY", "SPAIN"])
GIFTS = st.builds(
    lambda to, amount, condition: f"{condition}GIVE {to} {amount}",
    st.sampled_from(["AUSTRIA", "FRANCE", "ITALY", "NORWAY", "PORTUGAL"]),
    st.integers(0, 9),
    st.sampled_from(["", "", "IF FRANCE ENTERS PIE THEN ", "IF FRANCE NOT IN MAR THEN "]),
)


@given(st.lists(st.tuples(GIVERS, GIFTS), max_size=12), st.randoms(use_true_random=False))
def test_only_a_power_s_own_sequence_matters(gifts: list[tuple[str, str]], lot: Any) -> None:
    """Points are neither made nor lost, nobody owes, and who mailed first makes no difference."""

    def after(sequence: list[tuple[str, str]]) -> PointsPart:
        lists: dict[str, list[str]] = {"FRANCE": ["A MAR - PIE"]}
        for giver, text in sequence:
            lists.setdefault(giver, []).append(text)
        whole = record(lists)
        before: GameState = read_whole_position(whole, RULES)
        drafts = drafts_of(read_given(whole, RULES, before))
        return RULES.resolve(before, drafts, RecordedDraws(whole)).state.part(PointsPart)

    settled = after(gifts)
    assert sum(settled.balances.values()) == sum(POINTS.values())
    assert min(settled.balances.values()) >= 0
    powers = lot.sample(sorted({giver for giver, _ in gifts}), len({giver for giver, _ in gifts}))
    by_power = [one for power in powers for one in gifts if one[0] == power]
    assert after(by_power) == settled
