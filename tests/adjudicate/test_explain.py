"""Why an order failed, in one sentence."""

from __future__ import annotations

import pytest

from gm.report.explain import reason_sentence, sentence
from gm.rules.board import Location, PowerId, ProvinceId
from gm.rules.conditions import IsVacant
from gm.rules.orders import (
    Build,
    BuildBridge,
    Conditional,
    Convert,
    Convoy,
    Hold,
    Move,
    Order,
    Support,
)
from gm.rules.outcomes import Outcome, Reason, Result, Why
from gm.rules.units import UnitKind, UnitRef
from tests.adjudicate.comparing import boards

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
