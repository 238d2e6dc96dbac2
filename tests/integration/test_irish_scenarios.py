"""What Irish Diplomacy promises its players, seen from outside: mail in and mail out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.app.history.draw_check import repeated, verify_game
from gm.app.history.draw_words import draw_list
from gm.app.play.hand_draws import enter_draw
from gm.contract.draws import commitment
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Entry
from gm.languages import listed
from tests.integration.by_mail import GAME, GM, ByMail, irish, text_of

pytestmark = pytest.mark.timeout(300)

POWERS = ("ENGLAND", "FRANCE", "ITALY", "NORWAY")
SEED = "1974" * 16


@pytest.fixture
def game(tmp_path: Path) -> Iterator[ByMail]:
    """An Irish game of four powers on a running server, Spring 1974 open."""
    with irish(tmp_path, POWERS, seed=SEED) as running:
        running.play("S1974P", {"NORWAY": "F Nwy"}, "S1974M")
        yield running


def draw(game: ByMail, *words: str) -> None:
    """Enter a draw by hand, as a GM with a real hat does."""
    enter_draw(game.services, GAME, words)


def cards(game: ByMail, first: str, second: str, others: str) -> None:
    """Enter a pack by hand: the two highest cards, and low ones for the other neighbours."""
    low = [f"{place}={card}C" for place, card in zip(others.split(), "23456789T", strict=False)]
    draw(game, "cards", f"{first}=AS", f"{second}=KS", *low)


def far_from_all(game: ByMail) -> None:
    """Play to Spring 1975 with the special units far away, and holes and splits in closed land."""
    for special, far in (("Irish 1", "EAS"), ("Irish 2", "AEG")):
        draw(game, "place", special, far)
    seasons = [("SYR", "UKR"), ("ARM", "STP"), ("LVN", "FIN"), ("WAR", "GAL")]
    for phase, following in (("S1974M", "F1974M"), ("F1974M", "W1974A"), ("W1974A", "S1975M")):
        if phase.endswith("M"):
            hole, split = seasons.pop(0)
            draw(game, "hole", hole)
            draw(game, "split", split)
        game.play(phase, {}, following)
    hole, split = seasons.pop(0)
    draw(game, "hole", hole)
    draw(game, "split", split)


PROVINCES = tuple(
    place.id
    for place in load_board("irish").provinces.values()
    if place.entry not in (Entry.BOX, Entry.SPECIAL)
)
"""What can lie in the hat."""


@pytest.mark.slow
def test_the_hat_is_published_and_can_be_repeated(game: ByMail) -> None:
    """Scenario 12: hole and split are drawn, published with candidates, and repeat from the seed."""
    opening = text_of(game.opened("ITALY", "S1974P"))
    assert commitment(SEED) in opening
    assert SEED not in opening
    reports = game.play("S1974M", {}, "F1974M")
    drawn = [line.draw for line in draw_list(game.services, GAME, "S1974M").draws]
    for what in ("hole", "split"):
        one = next(draw for draw in drawn if draw.label == f"S1974 {what}")
        assert len(one.candidates) == 77
        others = {*PROVINCES} - {*one.candidates}
        assert {*one.candidates} <= {*PROVINCES}
        told = f" but {listed(sorted(others))}" if others else ""
        for report in reports.values():
            assert f"S1974 {what}: {one.chosen}, of " in report
            # What was in the hat is known by what was not.
            assert f"of 77 slips: every province of the board{told}." in report
            assert SEED not in report
    assert repeated(SEED, drawn) == ""
    other = repeated("20" * 32, drawn)
    assert other.startswith("S1974 ")
    assert verify_game(game.services, GAME).difference == ""


def test_a_split_sea_is_two_seas_at_once(game: ByMail) -> None:
    """Scenario 13: two named halves with right borders and twins, ordered by their new names."""
    draw(game, "hole", "SYR")
    draw(game, "split", "NTH")
    cards(game, "NWY", "BEL", "NWG SKA DEN HEL HOL ENG LON YOR EDI")
    reports = game.play("S1974M", {"NORWAY": "F Nwy - North Sea"}, "F1974M")
    for report in reports.values():
        assert "North Sea is split, into North Sea 1 and North Sea 2." in report
        assert "North Sea: NTH1 (sea NWY SKA HEL NTH2; closed DEN HOL BEL), " in report
        assert "NTH2 (sea ENG LON YOR EDI NWG NWY NTH1; closed BEL)." in report
        assert "F NTH1, F NTH2;" in report
    receipt = game.send("NORWAY", "F North Sea 1 - Ska\nF NTH 2 to Edinburgh")
    assert "Fleet North Sea 1 moves to Skagerrak." in receipt
    assert "Fleet North Sea 2 moves to Edinburgh." in receipt
    receipt = game.send("NORWAY", "F North Sea - Norwegian Sea")
    assert "Read North Sea as North Sea 2, the only half that makes the order possible." in receipt
    asked = game.send("ENGLAND", "F Lon - NTH1")
    assert "The fleet in London cannot go to North Sea 1." in asked
    assert "3. Fleet London moves to North Sea 2. Answer with the number" in asked
    assert "Fleet London moves to North Sea 2." in game.send("ENGLAND", "3")
    reports = game.play("F1974M", {}, "W1974A")
    for report in reports.values():
        assert "Fleet North Sea 1 moves to SKAGERRAK" in report
        assert "Fleet North Sea 2 moves to NORWEGIAN SEA - done." in report
        assert "Fleet London moves to NORTH SEA 2 - done." in report


@pytest.mark.slow
def test_a_promise_is_judged_on_what_was_done(game: ByMail) -> None:
    """Scenario 14: a conditional gift is read, judged on the real moves, and paid or not."""
    far_from_all(game)
    promise = "If France does not enter Piedmont, give him 2 points"
    receipt = game.send("ITALY", promise)
    assert "write “attacks”" in receipt
    reports = game.play("S1975M", {"FRANCE": "A Mar - Gas"}, "F1975M")
    assert "France did not enter Piedmont. * Give 2 points to France - paid." in reports["ITALY"]
    for report in reports.values():
        assert "Give 2 points to France - paid." in report
        assert "POINTS France 8, England 6, Norway 5, Italy 4." in report
    game.send("ITALY", promise)
    reports = game.play("F1975M", {"FRANCE": "A Gas - Mar"}, "W1975A")
    assert "Give 2 points to France - paid." in reports["ENGLAND"]


def test_a_promise_not_kept_is_told_to_its_two_sides_only(game: ByMail) -> None:
    """Scenario 14, the other way: France entered, nothing is paid, and nobody else reads of it."""
    far_from_all(game)
    promise = "If France does not enter Piedmont, give him 2 points"
    game.send("ITALY", promise)
    reports = game.play("S1975M", {"FRANCE": "A Mar - Pie"}, "F1975M")
    why = "CONDITION NOT MET. Army Marseilles moved to Piedmont, so France entered it."
    assert why in reports["ITALY"]
    assert "CONDITION NOT MET" in reports["FRANCE"]
    for power in ("ENGLAND", "NORWAY"):
        assert "CONDITION" not in reports[power]
        assert "IF NOT FRANCE" not in reports[power]


def test_special_units_meet_and_anarchy_lasts_until_it_is_cured(game: ByMail) -> None:
    """Scenario 15: both are removed; the unit touched by the Irish one stays in anarchy."""
    places = {"Irish 1": "ROM", "Irish 2": "BAR", "Psychiatrist 1": "TYS", "Psychiatrist 2": "APU"}
    for special, place in {**places, "Psychiatrist 3": "EAS"}.items():
        draw(game, "place", special, place)
    draw(game, "hole", "SYR")
    draw(game, "split", "UKR")
    reports = game.play("S1974M", {}, "F1974M")
    for report in reports.values():
        assert "The Italian Army Rome falls into anarchy: it met Irish 1." in report
    draw(game, "hole", "ARM")
    draw(game, "split", "STP")
    told = game.mail(GM, "Irish 1 (ROM) - Nap\nPsychiatrist 1 - NAP\nPsychiatrist Apu - Ven")
    assert "Irish 1" in told
    assert "Psychiatrist 2" in told
    refused = game.send("ITALY", "A Rom - Tus\nF Nap H")
    assert "obeys no order" in refused.partition("NOT TAKEN")[2]
    reports = game.play("F1974M", {}, "W1974A")
    for report in reports.values():
        assert "Irish 1 goes from Rome to Naples: the GM sent it, not the hat." in report
        assert "Irish 1 and Psychiatrist 1 meet in Naples and annihilate each other." in report
        assert "Italian Army Rome" in report.partition("IN ANARCHY NOW")[2]
        assert "A ROM, A VEN" in report.partition("WHERE THEY STAND")[2]
    game.play("W1974A", {}, "S1975M")
    game.mail(GM, "Psychiatrist 2 - Rom")
    draw(game, "hole", "LVN")
    draw(game, "split", "FIN")
    reports = game.play("S1975M", {}, "F1975M")
    for report in reports.values():
        assert "The Italian Army Rome is cured by Psychiatrist 2 and obeys again." in report
        assert "Italian Army Rome" not in report.partition("IN ANARCHY NOW")[2]
    assert "Army Rome moves to Tuscany." in game.send("ITALY", "A Rom - Tus")
