"""The accounts of a winter as its report shows them: who had what, and why a bridge costs points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.games.diplomacy.pages.supply_points import accounts_page, budget_lines, lost_bridges
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import Account
from gm.games.diplomacy.rules.winter.bridges import (
    Bridge,
    BridgeDemolished,
    BridgeDestroyed,
    BridgePart,
)
from tests.report import mails
from tests.report.play import Play
from tests.report.scenes import played
from tests.rules.positions import position, unit

MUNSTER, LEINSTER = PowerId("MUNSTER"), PowerId("LEINSTER")
PLAY = played("republic", 0)
BOARD = PLAY.rules.board
KKW_WAT = (ProvinceId("KkW"), ProvinceId("Wat"))
TIP_WAT = (ProvinceId("Tip"), ProvinceId("Wat"))


def with_losses() -> GameState:
    """Return a winter after a bridge fell in spring, one in the winter before, one in this."""
    bridges = (
        Bridge(KKW_WAT, MUNSTER),
        Bridge(TIP_WAT, MUNSTER),
        Bridge(KKW_WAT, LEINSTER),
        Bridge(TIP_WAT, LEINSTER),
    )
    state = position("S1016M", {"MUNSTER": ["A Wat"]}, {"MUNSTER": ["CoC", "CoS"]})
    state = state.with_part(BridgePart(bridges, {LEINSTER: 2}))
    attackers = (unit("ULSTER", "A KkW"), unit("MUNSTER", "A Wat"))
    state = BridgeDestroyed(bridges[0], attackers).apply(state)
    state = BridgeDemolished(bridges[1]).apply(state.but(phase=Phase.parse("W1016A")))
    return BridgeDemolished(bridges[2], by_civil_disorder=True).apply(
        state.but(phase=Phase.parse("W1017A"))
    )


def test_every_lost_bridge_is_told_with_when_how_and_since_when() -> None:
    """Republic 9g: in the year of an attack at once, of a demolition from the next winter."""
    assert lost_bridges(BOARD, with_losses()) == (
        (
            "Munster's bridge linking Kilkenny West and Waterford, destroyed in Spring 1016 by Munster "
            "and Ulster, counts from Winter 1016 on."
        ),
        (
            "Munster's bridge linking Tipperary and Waterford, taken down in Winter 1016, counts from "
            "Winter 1017 on."
        ),
        (
            "Leinster's bridge linking Kilkenny West and Waterford, lost in Winter 1017 for want of "
            "points, counts from Winter 1018 on."
        ),
        "Leinster: 2 bridges, of which nothing more is recorded.",
    )


def test_the_owner_reads_of_his_losses_with_his_income() -> None:
    """His receipts and duties say what he pays for; others' losses are not his affair there."""
    lines = budget_lines(BOARD, with_losses(), MUNSTER)
    assert lines[0].endswith("20 from 2 supply centres, less 4 for 2 lost bridges.")
    assert lines[1:3] == (
        (
            "Lost: the bridge linking Kilkenny West and Waterford, destroyed in Spring 1016 by Munster "
            "and Ulster."
        ),
        "Lost: the bridge linking Tipperary and Waterford, taken down in Winter 1016.",
    )


def test_accounts_stand_in_the_boards_sequence_with_every_figure() -> None:
    """What came in, what went out, what each kind of thing cost, what was forfeited."""
    accounts = (
        Account(LEINSTER, 20, 0, 4, 3, 0, 13, 6),
        Account(MUNSTER, 30, 0, 0, 0, 3, 20, 6),
    )
    page = accounts_page(accounts, BOARD, GameState(Phase.parse("S1018M")), shown=None)
    assert page.income[1:] == (
        ("Munster", "30", "0", "0", "0", "-3", "27"),
        ("Leinster", "20", "0", "-4", "3", "0", "19"),
    )
    assert page.spending[1:] == (
        ("Munster", "27", "-14", "-6", "7"),
        ("Leinster", "19", "-7", "-6", "6"),
    )
    assert (page.losses, page.private) == ((), False)


def test_an_old_account_shows_the_sum_of_its_upkeep() -> None:
    """Accounts closed before units and bridges were kept apart know no more."""
    old = Account(MUNSTER, on_board=30, upkeep=20)
    page = accounts_page([old], BOARD, GameState(Phase.parse("S1018M")), shown=None)
    assert page.spending[1] == ("Munster", "30", "-20", "-", "10")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("reader", ["MUNSTER", None])
def test_a_winters_report_lists_the_bridges_lost_in_it(reader: str | None) -> None:
    """A demolition of this winter stands in its list, and costs nothing in its table yet."""
    play = Play("republic")
    play.state = replace(
        position("W1016A", {"MUNSTER": ["A Wat"]}, {"MUNSTER": ["CoC"]}),
        parts={"bridges": BridgePart((Bridge(KKW_WAT, MUNSTER),))},
    )
    play.resolve({"MUNSTER": "D BRIDGE KkW-Wat"})
    mail = mails.season_report(play.season(reader))
    for text in (mail.text, mail.html):
        words = " ".join(text.split())
        assert "taken down in Winter 1016 (counts from Winter 1017 on)" in words
        assert "Each costs its owner 2 points every winter." in words
    rows = [line.split() for line in mail.text.split("\n")]
    # Off the board, lost bridges, payments and bridges were nobody's, and have no column.
    assert ["centres", "off-board", "units", "forfeited"] in rows
    assert ["Munster", "10", "0", "-7", "3"] in rows
