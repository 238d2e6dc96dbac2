"""What Republic promises its players, seen from outside: mail in and mail out of a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.by_mail import ByMail, republic

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[ByMail]:
    """A game of Republic on a running server, Winter 1015 open."""
    with republic(tmp_path) as running:
        yield running


OPENING = {
    "ULSTER": "Build A BeN",
    "MUNSTER": "Build A CoC",
    "LEINSTER": "Build A DbN",
    "CONNAUGHT": "Build A GaS",
    "BRITAIN": "Build F DeW",
}


@pytest.mark.slow
def test_a_bridge_of_connaughts_carries_munsters_army(game: ByMail) -> None:
    """Scenario 8: a winter mail builds an army and a bridge; next spring any power crosses it."""
    fleet = f"{OPENING['MUNSTER']}\nBuild F CoS"
    game.play("W1015A", {**OPENING, "MUNSTER": fleet}, "S1016M")
    game.play("S1016M", {"MUNSTER": "A CoC - Ker\nF CoS - FAS"}, "F1016M")
    game.play("F1016M", {"MUNSTER": "F FAS - ATL"}, "W1016A")
    game.play("W1016A", {"MUNSTER": "Build F CoS"}, "S1017M")
    game.play("S1017M", {"MUNSTER": "F CoS - FAS"}, "F1017M")
    afloat = "A Ker - GaC\nF FAS C A Ker - GaC\nF ATL C A Ker - GaC"
    reports = game.play("F1017M", {"MUNSTER": afloat}, "W1017A")
    assert "Army Kerry moves to GALWAY CENTRAL - done." in reports["MUNSTER"]
    both = "Build A Galway West\nBuild bridge linking Galway West and Galway Central"
    receipt = game.send("CONNAUGHT", both)
    assert "Your winter orders are complete." in receipt
    reports = game.play("W1017A", {}, "S1018M")
    for report in reports.values():
        assert "linking Galway Central and Galway West - done." in report
        assert "Connaught: 2 units" in report
        assert "A GaS, A GaW;" in report
    spring = {"CONNAUGHT": "A GaW - May", "MUNSTER": "A GaC - GaW"}
    reports = game.play("S1018M", spring, "F1018M")
    for report in reports.values():
        assert "Army Galway Central moves to GALWAY WEST - done." in report


def test_no_bridge_no_crossing(game: ByMail) -> None:
    """Scenario 8, the other way: without the bridge the receipt warns, and the army stays."""
    game.play("W1015A", {**OPENING, "CONNAUGHT": "Build A GaW"}, "S1016M")
    receipt = game.send("CONNAUGHT", "A GaW - GaC")
    assert "No bridge crosses the river there: it needs a convoy, or it holds." in receipt
    reports = game.play("S1016M", {}, "F1016M")
    assert "Army GALWAY WEST moves to Galway Central - VOID. No bridge links" in reports["ULSTER"]
    assert "Connaught: 1 unit: A GaW;" in reports["ULSTER"]


def _munsters_bridge(game: ByMail) -> None:
    """Play to Spring 1017: Munster's bridge, its army on one bank, a British fleet on the other."""
    bridged = f"{OPENING['MUNSTER']}\nBuild bridge linking Cork Central and Waterford"
    game.play("W1015A", {**OPENING, "MUNSTER": bridged}, "S1016M")
    game.play("S1016M", {"BRITAIN": "F DeW - STG"}, "F1016M")
    game.play("F1016M", {"BRITAIN": "F STG - Wat"}, "W1016A")
    game.play("W1016A", {"MUNSTER": "Build bridge CoC-CoS"}, "S1017M")


def test_an_attack_on_a_bridge_fails_under_attack_across_it(game: ByMail) -> None:
    """Scenario 9: the attacker is attacked across that very bridge, and the report says so."""
    _munsters_bridge(game)
    spring = {"BRITAIN": "F(Wat)-B((Wat)-(CoC))", "MUNSTER": "A CoC - Wat"}
    reports = game.play("S1017M", spring, "F1017M")
    for report in reports.values():
        assert (
            "Fleet WATERFORD attacks the bridge linking Cork Central and Waterford - FAILED. "
            "It came under attack by Army Cork Central, across that bridge."
        ) in report
        assert "BRIDGES STANDING - Munster: CoC-Wat, CoC-CoS" in report


@pytest.mark.slow
def test_a_lost_bridge_costs_two_points_for_ever(game: ByMail) -> None:
    """Scenario 11: lost by attack and by order, and every account shows when and why."""
    _munsters_bridge(game)
    game.play("S1017M", {}, "F1017M")
    reports = game.play("F1017M", {"BRITAIN": "F Wat attacks the bridge CoC-Wat"}, "W1017A")
    attacked = "bridge linking Cork Central and Waterford, destroyed in Autumn 1017 by Britain"
    assert (
        "Munster's bridge linking Cork Central and Waterford is destroyed by the British Fleet "
        "Waterford."
    ) in reports["LEINSTER"]
    assert (
        "Your income this winter is 18 points: 20 from 2 supply centres, less 2 for 1 lost bridge."
    ) in reports["MUNSTER"]
    assert f"Lost: the {attacked}." in reports["MUNSTER"]
    reports = game.play("W1017A", {"MUNSTER": "Remove bridge CoC-CoS"}, "S1018M")
    demolished = "bridge linking Cork Central and Cork South, taken down in Winter 1017"
    for report in reports.values():
        assert (
            "BRIDGES LOST SO FAR - Munster: CoC-Wat, destroyed in Autumn 1017 by Britain; CoC-CoS, "
            "taken down in Winter 1017 (counts from Winter 1018 on) Each costs its owner 2 points"
        ) in report
        assert "lost bridges units forfeited" in report
        assert "Munster 20 0 -2 -7 11" in report
    for year in (1018, 1019):
        game.play(f"S{year}M", {}, f"F{year}M")
        reports = game.play(f"F{year}M", {}, f"W{year}A")
        assert "Your income this winter is 16 points" in reports["MUNSTER"]
        assert f"Lost: the {attacked}. Lost: the {demolished}." in reports["MUNSTER"]
        reports = game.play(f"W{year}A", {}, f"S{year + 1}M")
        assert "-4 -7 9" in reports["ULSTER"]


def test_payments_count_only_when_both_sides_say_so(game: ByMail) -> None:
    """Scenario 10: two halves make a payment, for that year only, and both see the balance."""
    receipt = game.send("MUNSTER", "Build A CoC\nReceive 6 points from Britain")
    assert "Not matched yet: Britain has ordered no payment of 6 points to you." in receipt
    game.send("LEINSTER", "Build A DbN\nReceive 3 points from Britain")
    receipt = game.send("BRITAIN", "Build F DeW\nPay 6 to Munster (peace)\nPay 2 to Leinster")
    assert "Matched so far: Munster has ordered the receipt." in receipt
    assert "Leinster has ordered no receipt of 2 points from you." in receipt
    others = {power: OPENING[power] for power in ("ULSTER", "CONNAUGHT")}
    reports = game.play("W1015A", others, "S1016M")
    assert "Receive 6 points from Britain - received." in reports["MUNSTER"]
    assert "Pay 6 points to Munster (peace) - paid." in reports["BRITAIN"]
    assert (
        "Receive 3 points from Britain - NOT MATCHED. Britain gave no order that matches it."
    ) in reports["LEINSTER"]
    assert (
        "Pay 2 points to Leinster - NOT MATCHED. Leinster gave no order that matches it."
    ) in reports["BRITAIN"]
    for power in ("MUNSTER", "BRITAIN"):
        assert "Munster 20 0 +6 -7 19" in reports[power]
        assert "Britain 0 22 -6 -7 9" in reports[power]
        assert "Leinster 20 0 0 -7 13" in reports[power]
    game.play("S1016M", {}, "F1016M")
    game.play("F1016M", {}, "W1016A")
    reports = game.play("W1016A", {"MUNSTER": "Build A CoS"}, "S1017M")
    assert "Munster 20 0 -14 6" in reports["MUNSTER"]
    assert "Britain 0 22 -7 15" in reports["BRITAIN"]
