"""Winters with points: adjustments, gifts, income, and who wins (Irish 15, 16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.records.adjudicate import adjudicate
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import GameWon, PowerEliminated
from gm.games.diplomacy.rules.mechanics.promises import IncomePaid, PointsPart
from gm.games.diplomacy.rules.mechanics.victory_points import PointRates, PointVictory
from gm.games.diplomacy.rules.outcomes import Why
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, stage_of
from gm.games.diplomacy.rules.state import GameState
from tests.adjudicate.comparing import boards
from tests.rules.mechanics.irish import BOARD, RULES, irish, rules

GERMANY, DENMARK = PowerId("GERMANY"), PowerId("DENMARK")

UNITS = {"GERMANY": ["A MUN", "A SIL"], "DENMARK": ["F DEN"]}
CENTRES = {"GERMANY": ["BER", "KIE", "MUN"], "DENMARK": ["DEN"]}


def winter(balances: Mapping[str, int] | None = None, year: int = 1975) -> GameState:
    """Return a winter in which Germany may build one unit and Denmark need do nothing."""
    state = irish(f"W{year}A", UNITS, centres=CENTRES, closed="PORTUGAL")
    held = {PowerId(who): points for who, points in (balances or {}).items()}
    return state.with_part(PointsPart(held))


def played(state: GameState, **orders: list[str]) -> GameState:
    """Return the state after a winter with these orders."""
    drafts = {
        SeatId(who): tuple(read_canonical(text, BOARD, PhaseKind.ADJUSTMENT) for text in texts)
        for who, texts in orders.items()
    }
    return RULES.resolve(state, drafts, ScriptedDraws()).state


def test_every_power_that_is_played_plays_the_winter() -> None:
    """Each may give; only Germany has anything to order, and nobody waits for a gift."""
    state = winter()
    asked = [request.seat for request in RULES.pending(state)]
    assert len(asked) == len(BOARD.powers) - 1
    assert "PORTUGAL" not in asked
    assert RULES.open_slots(state, SeatId("GERMANY"), ()) == ("build",)
    assert RULES.open_slots(state, SeatId("NORWAY"), ()) == ()


def test_gifts_among_winter_orders_count_no_build() -> None:
    """A list may mix both: each is judged by its own rules, in its sequence."""
    texts = ["GIVE DENMARK 1", "B A BER", "GIVE GERMANY 1", "B A KIE", "D A SIL"]
    orders = [read_canonical(text, BOARD, PhaseKind.ADJUSTMENT) for text in texts]
    checked = RULES.check(winter({"GERMANY": 1}), SeatId("GERMANY"), orders)
    whys = [one.refused.why if one.refused else None for one in checked]
    assert whys == [None, None, Why.YOURSELF, Why.NO_BUILD_LEFT, Why.NO_REMOVAL_DUE]
    assert RULES.open_slots(winter(), SeatId("GERMANY"), orders[:2]) == ()


def test_income_comes_last() -> None:
    """Irish 15: a major gets 2 a centre, a minor 5; none of it can be given in the same winter."""
    after = played(winter({"DENMARK": 4}), DENMARK=["GIVE GERMANY 5", "GIVE GERMANY 4"])
    assert after.part(PointsPart).balances == {"DENMARK": 5, "GERMANY": 10}
    made = RULES.resolve(winter(), {}, ScriptedDraws())
    (income,) = [event for event in made.events if isinstance(event, IncomePaid)]
    assert income.incomes == {"DENMARK": 5, "GERMANY": 6}


def test_a_map_may_set_other_rates() -> None:
    """The figures are the board's; what it leaves out is as usual."""
    rates = PointRates.of({"minor_points_per_centre": 7})
    assert (rates.a_centre(BOARD, DENMARK), rates.a_centre(BOARD, GERMANY)) == (7, 2)


@pytest.mark.parametrize(
    ("condition", "result"),
    [
        ("GERMANY IN BER", "ok"),
        ("GERMANY NOT IN BER", "not met"),
        ("GERMANY OWNS BER", "ok"),
        ("BER VACANT", "not met"),
        ("GERMANY ENTERS BER", "not met"),
        ("GERMANY NOT ATTACKS BER", "ok"),
        ("GERMANY SUPPORTS A MUN", "not met"),
        ("A MUN DISLODGED", "not met"),
    ],
)
def test_winter_promises_look_at_the_adjusted_board(condition: str, result: str) -> None:
    """Germany builds in Berlin, and is in it; in winter nobody moves."""
    text = f"IF {condition} THEN GIVE GERMANY 1"
    record: dict[str, Any] = {
        "variant": "irish",
        "phase": "W1975A",
        "units": UNITS,
        "centers": CENTRES,
        "points": {"DENMARK": 3},
        "orders": {"DENMARK": [text], "GERMANY": ["B A BER"]},
    }
    assert adjudicate(record, boards)["results"]["DENMARK"] == {text: result}


def test_removals_come_before_builds() -> None:
    """A hand-made position: France's army in a centre of Germany's goes, then Germany builds."""
    units = {"FRANCE": ["A MUN"]}
    state = irish("W1975A", units, centres={"GERMANY": ["MUN"]})
    after = played(state, GERMANY=["B A MUN"], FRANCE=["D A MUN"])
    assert [(unit.power, str(unit)) for unit in after.units] == [("GERMANY", "A MUN")]


def test_a_half_s_only_coast_need_not_be_named() -> None:
    """Irish 6, ruling: the fleet stands on it."""
    record = {
        "variant": "irish",
        "phase": "W1975A",
        "centers": {"SPAIN": ["SPA1"]},
        "splits": [{"province": "SPA", "line": ["MAO", "MAR"], "halves": ["SPA1", "SPA2"]}],
        "orders": {"SPAIN": ["B F SPA1"]},
    }
    answer = adjudicate(record, boards)
    assert answer["results"] == {"SPAIN": {"B F SPA1": "ok"}}
    assert answer["after"]["units"] == {"SPAIN": ["F SPA1/NC"]}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("B A BER", None),
        ("B F BER", None),
        ("B A DEN", Why.NOT_A_HOME),
        ("B F MUN", Why.WRONG_TERRAIN),
        ("D A MUN", None),
        ("D A PAR", None),
        ("WAIVE", None),
        ("GIVE DENMARK 99", None),
        ("GIVE GERMANY 1", Why.YOURSELF),
        ("IF DENMARK IN DEN THEN GIVE DENMARK 2", None),
        ("A MUN H", Why.WRONG_PHASE),
    ],
)
def test_winter_orders_may_come_in_autumn(text: str, why: Why | None) -> None:
    """Refused is only what neither the moves nor the hat can mend."""
    state = irish("F1975M", UNITS, centres=CENTRES)
    (request,) = [one for one in RULES.ahead(state) if one.seat == "GERMANY"]
    assert request.stage == stage_of(Phase.parse("W1975A"))
    order = read_canonical(text, BOARD, PhaseKind.ADJUSTMENT)
    (judged,) = RULES.check_ahead(state, SeatId("GERMANY"), [order])
    assert (judged.refused.why if judged.refused else None) is why


def test_a_closed_country_orders_nothing_ahead() -> None:
    """Nobody plays Portugal: neither its autumn nor its winter is asked for."""
    state = irish("F1975M", UNITS, centres=CENTRES, closed="PORTUGAL")
    assert "PORTUGAL" not in {one.seat for one in (*RULES.ahead(state), *RULES.pending(state))}
    assert len(RULES.ahead(state)) == len(BOARD.powers) - 1


def test_centres_alone_win_nothing() -> None:
    """Irish 16, ruling: whoever owns the whole board after an autumn goes on."""
    places = [*BOARD.centres()]
    state = irish("F1975M", {"GERMANY": ["A MUN"]}, centres={"GERMANY": places})
    assert PointVictory().winners(BOARD, state) == ()


@pytest.mark.parametrize(
    ("settings", "balances", "year", "winners"),
    [
        ({}, {"GERMANY": 193, "DENMARK": 194}, 1975, ()),
        ({}, {"GERMANY": 194, "DENMARK": 190}, 1975, ("GERMANY",)),
        ({}, {"GERMANY": 194, "DENMARK": 196}, 1975, ("DENMARK",)),
        ({}, {"GERMANY": 194, "DENMARK": 195}, 1975, ("DENMARK", "GERMANY")),
        ({"goal": "30"}, {"GERMANY": 24}, 1975, ("GERMANY",)),
        ({"final_year": "1980"}, {"GERMANY": 9}, 1979, ()),
        ({"final_year": "1980"}, {"GERMANY": 9}, 1980, ("GERMANY",)),
        ({"final_year": "1980"}, {"GERMANY": 1, "DENMARK": 2}, 1981, ("DENMARK", "GERMANY")),
        ({"final_year": "1980"}, {"NORWAY": 40, "GERMANY": 9}, 1980, ("NORWAY",)),
    ],
)
def test_the_highest_balance_wins(
    settings: dict[str, str], balances: Mapping[str, int], year: int, winners: tuple[str, ...]
) -> None:
    """Irish 16: of those above the goal the highest, equal ones together; a game may be capped."""
    made = rules(**settings).resolve(winter(balances, year), {}, ScriptedDraws())
    assert {*made.state.winners} == {*winners}
    assert any(isinstance(event, GameWon) for event in made.events) == bool(winners)
    assert not any(isinstance(event, PowerEliminated) for event in made.events)
