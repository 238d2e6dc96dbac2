"""Records of Irish Diplomacy: what cannot be is refused, gone names, walks, and what is told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.cli.adjudicate_lines import answer_line
from gm.errors import GmError
from gm.games.diplomacy.records.adjudicate import adjudicate
from tests.adjudicate.comparing import boards

NTH = {"province": "NTH", "line": ["NWY", "BEL"], "halves": ["NTH1", "NTH2"]}
MUN = {"province": "MUN", "line": ["TYR", "RUH"], "halves": ["MUN1", "MUN2"]}
HAT = {
    "hole": "SYR",
    "split": "UKR",
    "cards": {"MOS": "AS", "RUM": "KS", "SEV": "2C", "GAL": "3C", "WAR": "4C"},
    "walk": {"IRISH 1": "NWY"},
}
RECORD: dict[str, Any] = {
    "id": "x",
    "variant": "irish",
    "phase": "S1975M",
    "units": {"ENGLAND": ["F NTH1", "F NTH2", "A LON"], "GERMANY": ["A MUN1", "A KIE"]},
    "centers": {"GERMANY": ["MUN1", "MUN2", "BER", "KIE"]},
    "closed": ["PORTUGAL"],
    "splits": [NTH, MUN],
    "specials": {"IRISH 1": "NTH1"},
    "points": {"ENGLAND": 5, "GERMANY": 7},
    "draws": HAT,
}


def answer(**changes: Any) -> dict[str, Any]:
    """The answer to the record with some keys changed."""
    return adjudicate({**RECORD, **changes}, boards, explain=True)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"splits": [{**NTH, "line": ["NWY", "MOS"]}]}, "MOS does not border NTH"),
        ({"splits": [{**NTH, "line": ["NWY", "NWY"]}]}, "ends at two neighbours"),
        ({"splits": [{**NTH, "line": ["NWY"]}]}, "'line' of a split names two provinces"),
        ({"splits": [{**NTH, "halves": ["NTH2", "NTH3"]}]}, "of NTH are NTH1 and NTH2"),
        ({"splits": [NTH, {**NTH, "province": "NTH7"}]}, "no province NTH7"),
        ({"splits": [NTH, NTH]}, "no province NTH"),
        ({"splits": [{**NTH, "province": "NAO", "line": ["IRE", "MAO"]}]}, "IRE is only a box"),
        ({"splits": "NTH"}, "'splits' is no list of objects"),
        ({"splits": [{}]}, "'province' holds None"),
        ({"holes": ["NTH"]}, "no province NTH"),
        ({"holes": ["XXX"]}, "'XXX' is no province of this board"),
        ({"holes": "NTH1"}, "'holes' is no list of texts"),
        ({"holes": ["IRE"]}, "IRE is only a box"),
        ({"holes": ["NTH1"]}, "F NTH1 cannot stand there: nobody may enter NTH1"),
        ({"holes": ["MUN2"]}, "MUN2 is no supply centre"),
        ({"holes": ["NTH1"], "units": {}}, "IRISH 1 cannot be in NTH1: nobody may enter it"),
        ({"closed": ["ENGLAND"]}, "A LON cannot stand there: nobody may enter LON"),
        ({"closed": ["NOBODY"]}, "'NOBODY' is no power"),
        ({"opened": ["XYZ"]}, "'XYZ' is no province"),
        ({"specials": {"IRISH 9": "NTH1"}}, "There is no special unit 'IRISH 9'"),
        ({"specials": {"IRISH 1": "IRE"}}, "IRISH 1 cannot be in IRE"),
        ({"specials": {"IRISH 1": "NTH"}}, "IRISH 1 cannot be in NTH, which is split"),
        ({"specials": {"IRISH 1": 3}}, "'specials' holds 3, which is no text"),
        ({"anarchy": ["A PAR"]}, "'anarchy' names A PAR, which is not on the board"),
        ({"anarchy": ["MUN1"]}, "'MUN1' is no unit"),
        ({"points": {"ENGLAND": -1}}, "'points' holds -1"),
        ({"points": {"ENGLAND": True}}, "'points' holds True"),
        ({"points": []}, "'points' is no object"),
        ({"goal": "x"}, "'goal' is 'x', which is no number of points"),
        ({"goal": 0}, "goal is a whole number from 1 to 9999, not '0'"),
        ({"options": {"final_year": "1973"}}, "final_year is none, or a whole number from 1974"),
        ({"options": {"goal": "0200"}}, "not '0200'"),
        ({"draws": {}}, "'draws' needs 'walk' for IRISH 1"),
        ({"draws": {"walk": {"IRISH 1": "NWY"}}}, "'draws' needs 'hole'"),
        ({"draws": {**HAT, "walk": {"IRISH 1": "LON"}}}, "'draws' sends IRISH 1 to LON"),
        ({"draws": {**HAT, "hole": "IRE"}}, "'IRE', which is not in the hat for hole"),
        ({"draws": {**HAT, "hole": 5}}, "'hole' holds 5, which is no text"),
        ({"draws": {**HAT, "split": ["SYR"]}}, "a province to `split` that is no black hole"),
        ({"draws": {**HAT, "split": 5}}, "'split' is no list of texts"),
        ({"draws": {**HAT, "cards": {"MOS": "AS"}}}, "'draws' needs 'cards' for"),
        ({"draws": {**HAT, "cards": {**HAT["cards"], "RUM": "AS"}}}, "'AS', which is not in"),
        ({"draws": {**HAT, "cards": {**HAT["cards"], "RUM": "1S"}}}, "'1S', which is not in"),
        ({"units": {"ENGLAND": ["F NTH"]}}, "there is no province NTH"),
        (
            {"units": {"ENGLAND": ["F SPA"]}},
            "F SPA cannot stand there: Spain has several coasts; write nc or sc",
        ),
        ({"orders": {"ENGLAND": [], "england": []}}, "'england' has two lists of orders"),
        ({"orders": {"GM": ["IRISH 1 - XXX"]}}, "'XXX' is no province"),
        ({"orders": {"GM": ["IRISH 1"]}}, "'IRISH 1' is no order in canonical form"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(changes: dict[str, Any], fault: str) -> None:
    """Nothing is guessed: the line is a bad one, and says what is wrong."""
    with pytest.raises(GmError) as raised:
        answer(**changes)
    assert fault in str(raised.value)


def test_small_letters_will_do() -> None:
    """As in the records of other games."""
    small = json.loads(json.dumps(RECORD).lower().replace("1975m", "1975M"))
    told = adjudicate({**small, "draws": {**HAT, "cards": {**HAT["cards"], "MOS": "as"}}}, boards)
    assert told["after"] == answer()["after"]


def test_a_ten_is_written_either_way() -> None:
    """`10D` is `TD`."""
    cards = {"MOS": "10D", "RUM": "TC", "SEV": "2C", "GAL": "3C", "WAR": "4C"}
    after = answer(draws={**HAT, "cards": cards})["after"]
    assert after["splits"][-1]["line"] == ["MOS", "RUM"]


@pytest.mark.parametrize("phase", ["S1974P", "S1975M", "S1975R", "F1975M", "W1975A"])
def test_every_order_has_a_result_in_every_phase(phase: str) -> None:
    """Whatever is out of place is void, and is told why; no line is a fault of ours."""
    texts = [
        "A LON H",
        "A LON - NTH",
        "F NTH - NWY",
        "A PAR - BUR",
        "A LON R WAL",
        "A LON D",
        "D A LON",
        "B A LON",
        "D F NTH",
        "WAIVE",
        "F DEN",
        "PAY 5 GERMANY",
        "GIVE GERMANY 2",
        "IF GERMANY IN MUN THEN GIVE GERMANY 1",
        "IF GERMANY IN MUN THEN B A LON",
        "IRISH 1 - NWY",
        "IRISH 1 - NTH",
    ]
    if phase != "S1974P":
        texts.remove("F DEN")
    orders = {"ENGLAND": texts, "PORTUGAL": texts, "GM": texts}
    line = json.dumps({**RECORD, "phase": phase, "orders": orders}).encode()
    text, good = answer_line(line, explain=True)
    told = json.loads(text)
    assert good, told
    by_unit = phase in {"S1975M", "F1975M", "S1975R"}
    for who, own in orders.items():
        expected = {one for one in own if not by_unit or not _is_of_unit(one)}
        assert expected <= set(told["results"][who])
        failed = {one for one in expected if told["results"][who][one] != "ok"}
        assert failed <= set(told["why"][who])


def _is_of_unit(text: str) -> bool:
    """An order that one unit's result tells of."""
    return text.startswith(("A ", "D A", "F D")) or (text.startswith("D ") and "NTH" not in text)


@pytest.mark.parametrize(
    ("orders", "results"),
    [
        (["F NTH - NWY"], {"F NTH1": "ok", "F NTH2": "ok", "ENGLAND": {"F NTH - NWY": "error"}}),
        (["F NTH - DEN"], {"F NTH1": "ok", "F NTH2": "ok"}),
        (["A LON - NTH"], {"A LON": "error"}),
        (["A LON - NTH", "A LON - WAL"], {"A LON": "ok"}),
        (["A LON - WAL", "A LON - NTH"], {"A LON": "error"}),
    ],
)
def test_a_gone_name_means_the_one_half_that_fits(
    orders: list[str], results: dict[str, Any]
) -> None:
    """Irish 9: else the order is an error; of several to one unit the last counts, also then."""
    told = answer(orders={"ENGLAND": orders})["results"]
    assert results.items() <= told.items()


def test_an_error_says_which_halves_there_are() -> None:
    """For somebody who asks why."""
    why = answer(orders={"ENGLAND": ["F NTH - NWY", "A LON - NTH"]})["why"]
    assert why["ENGLAND"]["F NTH - NWY"].startswith("NTH is split into NTH1 and NTH2")
    assert why["A LON"].endswith("possible with none of them.")


def test_anarchy_makes_no_half_impossible() -> None:
    """A unit in anarchy singles out its half all the same; its order is void, not an error."""
    told = answer(anarchy=["F NTH1"], orders={"ENGLAND": ["F NTH - DEN"]})
    assert told["results"]["F NTH1"] == "void"
    both = answer(anarchy=["F NTH1"], orders={"ENGLAND": ["F NTH - NWY"]})
    assert both["results"]["ENGLAND"] == {"F NTH - NWY": "error"}


@pytest.mark.parametrize(
    ("orders", "result"),
    [
        (["B A MUN"], {"B A MUN": "ok"}),
        (["B A MUN2", "B A MUN"], {"B A MUN2": "ok", "B A MUN": "error"}),
        (["B F MUN"], {"B F MUN": "error"}),
    ],
)
def test_a_build_by_a_gone_name(orders: list[str], result: dict[str, str]) -> None:
    """MUN1 is occupied: Munich means MUN2, as long as nothing is built there already."""
    assert answer(phase="W1975A", orders={"GERMANY": orders})["results"]["GERMANY"] == result


@pytest.mark.parametrize(
    ("walk", "word", "where"),
    [
        ("IRISH 1 - DEN", "ok", "DEN"),
        ("IRISH 1 - NTH", "ok", "NTH2"),
        ("IRISH 1 - LON", "void", "NWY"),
        ("IRISH 1 - IRE", "void", "NWY"),
        ("IRISH 2 - DEN", "void", "NWY"),
    ],
)
def test_the_gm_s_walk_takes_the_place_of_the_draw(walk: str, word: str, where: str) -> None:
    """Irish 13: an impossible one is void, and the hat decides."""
    told = answer(orders={"GM": [walk]})
    assert told["results"]["GM"] == {walk: word}
    assert told["after"]["specials"] == {"IRISH 1": where}


def test_a_fleet_may_be_stranded_in_a_landlocked_half() -> None:
    """It stands where no fleet could go, as an option of the game allows."""
    kiel = {"province": "KIE", "line": ["DEN", "BER"], "halves": ["KIE1", "KIE2"]}
    told = answer(splits=[kiel], units={"GERMANY": ["F KIE1", "F KIE2"]}, centers={}, specials={})
    assert told["after"]["units"] == {"GERMANY": ["F KIE1", "F KIE2"]}


JUNK = st.sampled_from(
    [None, 0, -1, True, 3.5, "", "IRE", "NTH", "NTH99", "A MUN", [], {}, ["NTH1"], [{}], {"GM": 1}]
)


@given(st.data())
def test_no_odd_value_is_a_fault_of_ours(data: st.DataObject) -> None:
    """Whatever stands anywhere in a record, it is adjudicated or refused with a sentence."""
    record = json.loads(json.dumps({**RECORD, "orders": {"GM": ["IRISH 1 - DEN"]}}))
    here: Any = record
    while True:
        key = data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else [*_at(here)]))
        inner = here[key]
        if not isinstance(inner, (dict, list)) or not inner or data.draw(st.booleans()):
            here[key] = data.draw(JUNK)
            break
        here = inner
    text, _ = answer_line(json.dumps(record).encode(), explain=True)
    assert "fault of gm" not in json.loads(text).get("error", "")


def _at(listed: list[Any]) -> range:
    return range(len(listed))
