"""Recorded standard phases through the whole of `gm adjudicate`."""

from __future__ import annotations

from typing import Any

import pytest

from gm.errors import InputError, VariantError
from gm.games.diplomacy.records.adjudicate import adjudicate
from tests.adjudicate.comparing import RECORDS, boards, differences


@pytest.mark.sampled(10)
@pytest.mark.parametrize("record", RECORDS, ids=[record["id"] for record in RECORDS])
def test_a_recorded_phase_comes_out_the_same(record: dict[str, Any]) -> None:
    """Units, dislodged, centres, standoffs and the listed results are those recorded."""
    assert differences(record) == []


def test_powers_without_units_are_left_out() -> None:
    """The position after lists only powers that have something."""
    answer = adjudicate(_phase({"MUNSTER": ["A Ker"]}), boards)
    assert answer["after"]["units"] == {"MUNSTER": ["A Ker"]}
    assert answer["after"]["centers"] == {}


def test_orders_are_read_in_any_case() -> None:
    """Canonical orders may be in capitals or small letters."""
    answer = adjudicate(_phase({"MUNSTER": ["A Ker"]}, {"munster": ["a KER - cos"]}), boards)
    assert answer["results"] == {"A Ker": "ok"}
    assert answer["after"]["units"] == {"MUNSTER": ["A CoS"]}


def test_an_order_to_another_powers_unit_is_ignored() -> None:
    """A unit is judged by its owner's order alone."""
    answer = adjudicate(_phase({"MUNSTER": ["A Ker"]}, {"ULSTER": ["A Ker - CoS"]}), boards)
    assert answer["results"] == {"A Ker": "ok"}
    assert answer["after"]["units"] == {"MUNSTER": ["A Ker"]}


def test_why_is_told_only_when_asked_for() -> None:
    """`why` names the failed orders, by unit, and nothing else."""
    record = _phase({"MUNSTER": ["A Wat", "A Lim"]}, {"MUNSTER": ["A Wat - KkW", "A Lim - Tip"]})
    assert "why" not in adjudicate(record, boards)
    why = adjudicate(record, boards, explain=True)["why"]
    assert why == {"A Wat": "The river between Waterford and Kilkenny West has no bridge."}


def test_why_in_winter_is_told_by_power_and_order() -> None:
    """A winter's failed orders are named under their power."""
    record = _phase({"MUNSTER": ["A Ker"]}, {"MUNSTER": ["B A Wat"]}, phase="W1016A")
    why = adjudicate(record, boards, explain=True)["why"]
    assert why == {"MUNSTER": {"B A Wat": "Waterford is not one of its home provinces."}}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"variant": "turlough"}, "no rules for variant 'turlough' yet"),
        ({"variant": ["republic"]}, "no rules for variant"),
        ({"phase": "X1016M"}, "no phase"),
        ({"phase": None}, "no phase"),
        ({"units": {"MUNSTER": ["F KkW"]}}, "impossible"),
        ({"units": {"MUNSTER": ["A Ker", "F Ker"]}}, "impossible"),
        ({"units": {"MUNSTER": ["A Nowhere"]}}, "'Nowhere' is no province"),
        ({"units": {"FRANCE": ["A Ker"]}}, "'FRANCE' is no power"),
        ({"units": {"MUNSTER": ["Ker"]}}, "no unit"),
        ({"units": {"MUNSTER": "A Ker"}}, "no list of texts"),
        ({"units": []}, "no object"),
        ({"orders": {"MUNSTER": ["A Ker goes for a walk"]}}, "no order in canonical form"),
        ({"orders": {"MUNSTER": ["A Ker"]}}, "breaks off"),
        ({"orders": {"MUNSTER": [""]}}, "empty"),
        ({"orders": {"MUNSTER": [7]}}, "no text"),
        ({"orders": {"MUNSTER": [], "munster": []}}, "two lists of orders"),
        ({"bridges": [{"between": ["KkW"], "owner": "MUNSTER"}]}, "two provinces"),
        ({"bridges": ["KkW-Wat"]}, "no list of objects"),
        ({"bridges_lost": {"MUNSTER": "two"}}, "no number of bridges"),
    ],
)
def test_a_bad_record_is_refused_with_its_fault(change: dict[str, Any], words: str) -> None:
    """What is not of the schema is named; nothing is guessed."""
    record = {**_phase({"MUNSTER": ["A Ker"]}), **change}
    with pytest.raises(InputError, match=words):
        adjudicate(record, boards)


def test_an_unknown_option_is_refused() -> None:
    """A game setting nobody knows is no reason to play by another one."""
    with pytest.raises(VariantError, match="removals"):
        adjudicate({**_phase({}), "options": {"removals": "sometimes"}}, boards)


def _phase(
    units: dict[str, list[str]],
    orders: dict[str, list[str]] | None = None,
    phase: str = "S1016M",
) -> dict[str, Any]:
    return {
        "id": "made by hand",
        "variant": "republic",
        "phase": phase,
        "units": units,
        "centers": {},
        "orders": orders or {},
    }
