"""Records that are odd but right, and others that are only nearly right."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.errors import GmError, InputError
from gm.games.diplomacy.records.adjudicate import adjudicate
from gm.games.diplomacy.records.phase_read import (
    read_orders,
    read_phase,
    read_position,
)
from gm.games.diplomacy.rules.board import Location
from gm.games.diplomacy.rules.position import position_faults
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from tests.adjudicate.comparing import RECORDS, boards, differences

STANDARD = boards("standard")


def answer(**record: Any) -> dict[str, Any]:
    """The answer to a standard phase in which two fleets and an army stand."""
    whole = {
        "phase": "S1901M",
        "units": {"RUSSIA": ["A MOS", "F STP/SC"], "TURKEY": ["F SEV"]},
        **record,
    }
    return adjudicate(whole, boards)


def results(*orders: str) -> dict[str, str]:
    """The results of Russia's orders."""
    told = answer(orders={"RUSSIA": list(orders)})["results"]
    assert isinstance(told, dict)
    return told


HELD = {"A MOS": "ok", "F STP/SC": "ok", "F SEV": "ok"}


@pytest.mark.parametrize("record", RECORDS[::7], ids=[record["id"] for record in RECORDS[::7]])
def test_neither_case_nor_sequence_matters(record: dict[str, Any]) -> None:
    """A phase in small letters, its powers, units and orders shuffled, comes out the same."""
    chance = random.Random(record["id"])

    def shuffled(table: Mapping[str, Any]) -> dict[str, Any]:
        powers = chance.sample(sorted(table), len(table))
        return {power.lower(): chance.sample(table[power], len(table[power])) for power in powers}

    def small(table: Mapping[str, Any]) -> Any:
        return json.loads(json.dumps(table).lower())

    other = {**record, "phase": record["phase"].lower()}
    other |= {key: small(shuffled(record[key])) for key in ("units", "centers", "orders")}
    if record["phase"].endswith("A"):
        other["orders"] = small(record["orders"])  # in winter the sequence counts
    assert differences(other) == []


@pytest.mark.parametrize("record", RECORDS[::7], ids=[record["id"] for record in RECORDS[::7]])
def test_a_position_is_listed_in_order(record: dict[str, Any]) -> None:
    """By power, and each power's units and centres by name."""
    after = adjudicate(record, boards)["after"]
    for listed in (after["units"], after["centers"]):
        assert [*listed] == sorted(listed)
        assert all(own == sorted(own) and own for own in listed.values())


@pytest.mark.parametrize("board_id", ["standard", "republic", "irish"])
def test_a_record_may_name_every_unit_that_can_stand(board_id: str) -> None:
    """Whatever the rules let stand is read from a record and written as it was."""
    board = boards(board_id)
    power = next(iter(board.powers))
    phase = read_phase({"phase": "S1901M"})
    for place in board.provinces.values():
        for coast in (None, *(coast.id for coast in place.coasts)):
            for kind in UnitKind:
                unit = Unit(power, kind, Location(place.id, coast))
                record = {"phase": "S1901M", "units": {power: [str(unit)]}}
                if position_faults(board, GameState(phase, (unit,))):
                    with pytest.raises(InputError):
                        read_position(record, board)
                else:
                    assert read_position(record, board).units == (unit,)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"units": {"RUSSIA": ["A MOS"], "TURKEY": ["F MOS"]}}, "cannot stand"),
        ({"units": {"RUSSIA": ["A MOS"], "TURKEY": ["A MOS"]}}, "more than one unit"),
        ({"units": {"RUSSIA": ["A MOS", "A MOS"]}}, "more than one unit"),
        ({"units": {"RUSSIA": ["F STP"]}}, "cannot stand"),
        ({"units": {"RUSSIA": ["F STP/EC"]}}, "cannot stand"),
        ({"units": {"RUSSIA": ["F MOS/SC"]}}, "cannot stand"),
        ({"units": {"RUSSIA": ["A BLA"]}}, "cannot stand"),
        ({"units": {"RUSSIA": {}}}, "no list of texts"),
        ({"units": {"RUSSIA": ""}}, "no list of texts"),
        ({"units": {"RUSSIA": [["A MOS"]]}}, "no text"),
        ({"units": {"russia": ["A MOS"], "RUSSIA": ["A MOS"]}}, "more than one unit"),
        ({"centers": {"RUSSIA": ["UKR"]}}, "UKR is no supply centre"),
        ({"centers": {"NOBODY": ["MOS"]}}, "'NOBODY' is no power"),
        ({"centers": {"RUSSIA": "MOS"}}, "no list of texts"),
        ({"phase": "S1901R", "dislodged": {"ITALY": [{"unit": "A BLA", "options": []}]}}, "stand"),
        ({"phase": "S1901R", "dislodged": {"NOBODY": []}}, "'NOBODY' is no power"),
        ({"phase": "S1901R", "dislodged": {"ITALY": ["A ROM"]}}, "no list of objects"),
        ({"phase": "S1901R", "dislodged": {"ITALY": [{"unit": "A ROM"}]}}, "'options' is no list"),
        ({"phase": "W1901M"}, "'W1901M' is no phase"),
        ({"phase": "F1901A"}, "'F1901A' is no phase"),
        ({"phase": ["S1901M"]}, "is no phase"),
        ({"orders": {"RUSSIA": {"A MOS": "H"}}}, "no list of texts"),
        ({"orders": {"RUSSIA": ["A MOS - XXX"]}}, "'XXX' is no province"),
        ({"orders": {"NOBODY": []}}, "'NOBODY' is no power"),
    ],
)
def test_what_cannot_be_is_refused_by_name(change: dict[str, Any], words: str) -> None:
    """Nothing that is looked up slips past what is read and judged."""
    with pytest.raises(InputError, match=words):
        answer(**change)


@pytest.mark.parametrize(
    "left_out", ["units", "centers", "orders", "id", "variant", "options", "dislodged"]
)
def test_a_key_may_be_missing_or_null(left_out: str) -> None:
    """What is not told is empty; only the phase must be told."""
    record = {key: value for key, value in RECORDS[0].items() if key != left_out}
    assert "after" in adjudicate(record, boards)
    if left_out != "variant":
        nothing = adjudicate({**record, left_out: None}, boards)
        assert nothing == adjudicate(record, boards)


@pytest.mark.parametrize("phase", ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A"])
def test_an_empty_board_has_an_empty_answer(phase: str) -> None:
    """Nobody stands, nobody orders, nothing happens."""
    told = adjudicate({"phase": phase}, boards)
    assert (told["results"], told["after"]["units"], told["after"]["centers"]) == ({}, {}, {})


def test_a_unit_without_an_order_holds() -> None:
    """So does one whose power gave none, or an empty list, or is not named."""
    assert results() == HELD
    assert answer(orders={"RUSSIA": [], "ITALY": []})["results"] == HELD
    assert answer(orders={"ITALY": ["A ROM - VEN"]})["results"] == {**HELD, "A ROM": "void"}


def test_the_last_order_for_a_unit_counts() -> None:
    """Two orders for one unit have one result, the last one's."""
    assert results("A MOS - UKR", "A MOS - PAR")["A MOS"] == "void"
    told = answer(orders={"RUSSIA": ["A MOS - PAR", "A MOS - UKR"]})
    assert told["results"]["A MOS"] == "ok"
    assert told["after"]["units"]["RUSSIA"] == ["A UKR", "F STP/SC"]


@pytest.mark.parametrize("named", ["F STP/SC", "F STP", "F STP/NC", "F STP/EC", "f stp/sc"])
def test_a_result_names_the_unit_as_it_stood(named: str) -> None:
    """Whatever coast its order gives it (DATC 6.B.10)."""
    assert results(f"{named} - BOT") == HELD
    assert results(f"{named} - MOS") == {**HELD, "F STP/SC": "void"}


def test_an_order_to_no_unit_is_void_under_its_own_name() -> None:
    """A unit of the wrong kind is no unit; the one that stands there holds."""
    assert results("A STP - LVN") == {**HELD, "A STP": "void"}
    assert results("F BAL H") == {**HELD, "F BAL": "void"}


@pytest.mark.parametrize(
    "order", ["B A WAR", "D A MOS", "A MOS R UKR", "A MOS D", "WAIVE", "A MOS CONVERT"]
)
def test_an_order_of_another_phase_is_no_order(order: str) -> None:
    """It may be read, and does nothing."""
    told = answer(orders={"RUSSIA": [order]})
    assert told["after"]["units"] == {"RUSSIA": ["A MOS", "F STP/SC"], "TURKEY": ["F SEV"]}
    assert told["results"]["F STP/SC"] == "ok"


@pytest.mark.parametrize("named", ["F STP/NC", "F STP", "F STP/SC"])
def test_a_dislodged_fleet_is_not_the_one_that_came_in(named: str) -> None:
    """Both are in one province; the retreat's result names the one that must go."""
    told = answer(
        phase="F1901R",
        units={"RUSSIA": ["F STP/SC"]},
        dislodged={
            "ITALY": [{"unit": "F STP/NC", "attacker_from": "BOT", "options": ["NWY", "BAR"]}]
        },
        orders={"ITALY": [f"{named} R NWY"], "RUSSIA": ["F STP/SC R NWY"]},
    )
    assert told["results"] == {"F STP/NC": "ok"}
    assert told["after"]["units"] == {"ITALY": ["F NWY"], "RUSSIA": ["F STP/SC"]}
    assert told["after"]["centers"] == {"ITALY": ["NWY"], "RUSSIA": ["STP"]}


def test_a_retreat_may_be_listed_with_and_without_its_coast() -> None:
    """Options need not be sorted, and may name a province and its coast."""
    entry = {"unit": "F MAO", "attacker_from": "ENG", "options": ["SPA/SC", "SPA", "NAO"]}
    told = answer(
        phase="S1902R",
        units={"ENGLAND": ["F MAO"]},
        dislodged={"FRANCE": [entry]},
        orders={"FRANCE": ["F MAO R NAO"]},
    )
    assert told["results"] == {"F MAO": "ok"}


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["A MOS", "F STP/SC", "MOS", "RUSSIA", "S1901M", "", "A MOS - UKR", "1971"])
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["RUSSIA", "russia", "unit", "options", "x"]), inner)
    ),
    max_leaves=8,
)


@given(
    st.sampled_from(RECORDS),
    st.dictionaries(
        st.sampled_from(
            ["variant", "phase", "units", "centers", "dislodged", "orders", "options", "autumn"]
        ),
        JUNK,
        max_size=3,
    ),
)
def test_whatever_a_record_holds_it_is_answered_or_refused(
    record: dict[str, Any], change: dict[str, Any]
) -> None:
    """No value in any place is more than a refusal, or is read alike both ways."""
    changed = {**record, **change}
    try:
        adjudicate(changed, boards)
    except GmError:
        return
    position = read_position(changed, boards(changed.get("variant", "standard")))
    assert read_orders(changed, boards(changed.get("variant", "standard"))) is not None
    assert not position_faults(boards(changed.get("variant", "standard")), position)
