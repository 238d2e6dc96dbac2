"""Why an order failed, in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from gm.contract.orders import Order
from gm.games.diplomacy.records.adjudicate import adjudicate
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.conditions import IsVacant
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Conditional,
    Convert,
    Convoy,
    Hold,
    Move,
    RemoveBridge,
    Support,
)
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.wording.explain import TWO_LINES, reason_sentence, sentence
from gm.games.diplomacy.wording.reasons import REASONS
from tests.adjudicate.comparing import RECORDS, boards

KKW, WAT, TIP = ProvinceId("KkW"), ProvinceId("Wat"), ProvinceId("Tip")
ARMY = UnitRef(UnitKind.ARMY, Location(KKW))
OTHER = UnitRef(UnitKind.ARMY, Location(TIP))
THIRD = UnitRef(UnitKind.FLEET, Location(WAT))
BOARD = boards("republic")
ORDERS: tuple[Order | None, ...] = (
    None,
    Move(ARMY, Location(WAT)),
    Support(ARMY, OTHER),
    Convoy(THIRD, ARMY, Location(TIP)),
    Convert(ARMY),
    Build(ARMY),
    BuildBridge((KKW, WAT)),
    Conditional(IsVacant(KKW), (Build(ARMY),)),
)


@pytest.mark.parametrize("why", list(Why))
@pytest.mark.parametrize("order", ORDERS)
def test_every_reason_has_one_sentence(why: Why, order: Order | None) -> None:
    """Whatever it is told of, a reason gives a whole sentence and no raw value."""
    figures = (("left", "3"), ("price", "7"), ("power", "MUNSTER"), ("owner", "ULSTER"))
    for reason in (
        Reason(why, 1, 2, (OTHER,), (THIRD,), (KKW, WAT), figures),
        Reason(why, by=(OTHER,), place=(KKW, WAT), detail=figures),
    ):
        words = reason_sentence(reason, BOARD, order)
        assert words[0].isupper()
        assert words.endswith(".")
        assert "None" not in words
        assert "  " not in words


def test_every_reason_stands_in_the_table_of_voices() -> None:
    """Each is told in reports; what the rules refuse before anything is tried, in receipts as well."""
    assert set(REASONS) == set(Why)
    kinds = [*Why]
    refused = kinds[: kinds.index(Why.BEATEN)]
    assert [why for why in refused if REASONS[why].receipt is None] == []


def test_strengths_and_supporters_are_named() -> None:
    """A beaten move says who stopped it, who helped, and with what strength."""
    reason = Reason(Why.BEATEN, 1, 3, (OTHER,), (THIRD, ARMY), (TIP,))
    assert reason_sentence(reason, BOARD) == (
        "It was stopped by Army Tipperary, supported by Fleet Waterford and Army Kilkenny West:"
        " strength 1 against 3."
    )


def test_an_order_that_went_well_needs_no_words() -> None:
    """No reason, no sentence."""
    assert sentence(Outcome(PowerId("MUNSTER"), Hold(ARMY), Result.OK), BOARD) == ""


def test_a_province_gone_from_the_board_keeps_its_id() -> None:
    """An order may speak of a province that was split since."""
    reason = Reason(Why.NOT_ADJACENT, place=(KKW, ProvinceId("NTH")))
    assert reason_sentence(reason, BOARD) == "Kilkenny West does not border NTH."


def test_both_owners_of_a_bridge_are_named() -> None:
    """Two powers may have bridges over one pair."""
    reason = Reason(
        Why.NOT_YOUR_BRIDGE, place=(KKW, WAT), detail=(("owner", "LEINSTER, MUNSTER"),)
    )
    words = reason_sentence(reason, BOARD)
    assert words == "The bridge between Kilkenny West and Waterford is Leinster and Munster's."


@pytest.mark.parametrize(
    "order",
    [BuildBridge((KKW, TIP)), AttackBridge(ARMY, (KKW, TIP)), RemoveBridge((KKW, TIP)), None],
)
def test_where_no_river_runs_no_bridge_can_stand(order: Order | None) -> None:
    """Whoever builds, attacks or takes down a bridge there reads the same."""
    reason = Reason(Why.NO_RIVER, place=(KKW, TIP))
    assert reason_sentence(reason, BOARD, order) == (
        "No river runs between Kilkenny West and Tipperary, so no bridge can stand there."
    )


def test_a_coast_is_named_by_what_the_board_has() -> None:
    """A build names a coast of its own; a province without coasts has none to name."""
    board, stp = boards("standard"), ProvinceId("STP")
    fleet = Build(UnitRef(UnitKind.FLEET, Location(stp, "xc")))
    wrong = Reason(Why.COAST_WRONG, place=(stp,), detail=(("coast", "nc"), ("coast", "sc")))
    assert reason_sentence(wrong, board, fleet) == (
        "St Petersburg has no such coast; name NC or SC."
    )
    plain = Reason(Why.COAST_WRONG, place=(KKW,))
    assert reason_sentence(plain, BOARD, Build(ARMY)) == "Kilkenny West has no named coasts."


def test_several_lost_fleets_were_dislodged() -> None:
    """One was, two were."""
    one, two = (
        Reason(Why.CONVOY_DISRUPTED, by=(THIRD,)),
        Reason(Why.CONVOY_DISRUPTED, by=(THIRD,) * 2),
    )
    assert reason_sentence(one, BOARD) == "Its convoy was broken: Fleet Waterford was dislodged."
    assert "Fleet Waterford and Fleet Waterford were dislodged." in reason_sentence(two, BOARD)


def test_an_army_before_a_river_is_told_of_the_bridge_that_lacks() -> None:
    """Republic 9a: it can neither walk nor be carried."""
    reason = Reason(Why.CONVOY_MISSING, place=(KKW, WAT))
    assert reason_sentence(reason, BOARD) == (
        "No bridge links Kilkenny West and Waterford, "
        "and no complete chain of fleets was ordered to convoy it."
    )


def test_a_removal_too_many_is_told_truly() -> None:
    """There may have been others to make before it."""
    record = {
        "phase": "W1901A",
        "units": {"ITALY": ["A ROM", "A VEN"]},
        "centers": {"ITALY": ["ROM"]},
        "orders": {"ITALY": ["D A VEN", "D A ROM"]},
    }
    why = adjudicate(record, boards, explain=True)["why"]
    assert why == {"A ROM": "That unit need not go: it can be kept."}


def test_a_bridge_that_stands_is_not_said_to_lack() -> None:
    """Republic 9a: the army insisted on going by sea, though it could have crossed the bridge."""
    record = {
        "variant": "republic",
        "phase": "S1016M",
        "units": {"MUNSTER": ["A Wat"], "BRITAIN": ["F STG"]},
        "centers": {},
        "bridges": [{"between": ["Wat", "WxS"], "owner": "MUNSTER"}],
        "orders": {"MUNSTER": ["A Wat - WxS VIA"]},
        "options": {"profile": "datc"},
    }
    why = adjudicate(record, boards, explain=True)["why"]
    assert why == {"A Wat": "No fleet was ordered to convoy it."}


def explained(record: dict[str, Any]) -> list[str]:
    """Return the sentences of `gm adjudicate --explain` on a recorded phase."""
    found = adjudicate(record, boards, explain=True)["why"].values()
    texts = [
        one for each in found for one in (each.values() if isinstance(each, dict) else [each])
    ]
    return [one for each in texts for one in ([each] if isinstance(each, str) else each)]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("record", RECORDS, ids=[record["id"] for record in RECORDS])
def test_recorded_phases_are_explained_in_two_lines(record: dict[str, Any]) -> None:
    """Each sentence is whole and short, whatever was ordered."""
    for words in explained(record):
        assert words[0].isupper()
        assert words.endswith(".")
        assert len(words) <= TWO_LINES


def test_explain_tells_who_dislodged_a_unit_whose_order_failed() -> None:
    """Both reasons stand under the unit's name, as in a report."""
    record = {
        "phase": "S1901M",
        "units": {"GERMANY": ["A MUN"], "AUSTRIA": ["A TYR", "A BOH"]},
        "orders": {
            "GERMANY": ["A MUN - SPA"],
            "AUSTRIA": ["A TYR - MUN", "A BOH S A TYR - MUN"],
        },
    }
    assert adjudicate(record, boards, explain=True)["why"] == {
        "A MUN": (
            "Munich does not border Spain. The unit was dislodged by Army Tyrolia, supported by"
            " Army Bohemia."
        )
    }
