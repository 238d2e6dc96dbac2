"""Results that are alike share a line, and every line says in capitals where its unit ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.report.wording.text import wrap
from tests.report import mails
from tests.report.play import Play

OPENING = {
    "AUSTRIA": "A Vie H; A Bud H; F Tri - Alb",
    "FRANCE": "A Par - Bur; A Mar - Spa; F Bre - MAO",
    "GERMANY": "A Mun - Bur; A Ber - Kie; F Kie - Den",
    "ITALY": "A Ven H; A Rom H; F Nap H",
    "RUSSIA": "A Mos S A War; A Sev S A Mos; A War H",
    "TURKEY": "A Con H; A Smy H; F Ank H",
}


def spring() -> Play:
    """Return a standard game whose first spring has been played; England sent nothing."""
    play = Play("standard")
    play.resolve(OPENING)
    return play


def told(play: Play, reader: str | None) -> str:
    """Return a reader's report, its lines joined."""
    return " ".join(mails.season_report(play.season(reader)).text.split())


@pytest.mark.parametrize(
    "words",
    [
        "Army BUDAPEST and Army VIENNA hold.",
        "Fleet Trieste moves to ALBANIA - done.",
        "Fleet Brest moves to MID-ATLANTIC OCEAN; Army Marseilles moves to SPAIN - done.",
        "Army PARIS moves to Burgundy - BOUNCED. It stood off with Army Munich",
        "Powers all of whose units hold: Italy",
        "Fleet NAPLES, Army ROME and Army VENICE; Turkey",
    ],
)
def test_what_is_alike_shares_a_line(words: str) -> None:
    """What came off is told together; what failed has a line and its reason to itself."""
    assert words in told(spring(), None)


def test_one_power_alone_is_alike_to_nobody() -> None:
    """England alone sent nothing: it has its own heading, like those that did something."""
    report = told(spring(), None)
    assert "Army LIVERPOOL hold (no orders received)." in report
    assert "no orders received:" not in report


def test_the_reader_has_a_line_for_each_of_his_moves() -> None:
    """His own orders stand one by one, but for those that held."""
    own = told(spring(), "FRANCE").partition("THE OTHER POWERS")[0]
    assert "- Fleet Brest moves to MID-ATLANTIC OCEAN - done. - Army Mars" in own
    assert "Powers all of whose units hold: Austria" not in told(spring(), "FRANCE")


def test_the_reader_is_none_of_the_powers_alike() -> None:
    """What became of his own is told above; of two that are alike the other stands by itself."""
    report = told(spring(), "TURKEY")
    assert "Powers all of whose units hold" not in report
    assert "Italy - Fleet NAPLES, Army ROME and Army VENICE hold." in report


def test_the_deadline_and_what_to_do_stand_before_the_others() -> None:
    """A player reads what he has to do without scrolling; the list reads the results first."""
    mine = mails.season_report(spring().season("FRANCE")).text
    due = mine.index("AUTUMN 1901: ORDERS DUE")
    assert mine.index("WHAT HAPPENED TO YOU") < due < mine.index("You have 3 units to order.")
    assert mine.index("You have 3 units") < mine.index("THE OTHER POWERS")
    assert mine.count("ORDERS DUE") == 1
    public = mails.season_report(spring().season(None)).text
    assert public.index("THE RESULTS") < public.index("AUTUMN 1901: ORDERS DUE")


def test_retreats_are_told_to_their_owner_once() -> None:
    """Where he may go stands with what he has to do; the others read it among the facts."""
    play = Play("standard")
    play.resolve({"GERMANY": "A Mun - Tyr", "ITALY": "A Ven H; A Rom H"})
    play.resolve({"GERMANY": "A Tyr - Ven", "AUSTRIA": "F Tri S A Tyr - Ven", "ITALY": "A Ven H"})
    choices = "may retreat to Apulia, Piedmont or Tuscany, or disband."
    for reader in ("ITALY", "GERMANY", None):
        report = told(play, reader)
        assert report.count(choices) == 1
        assert report.count("Army VENICE holds - DISLODGED.") == 1
    assert f"Your Army Venice was dislodged and {choices}" in told(play, "ITALY")
    copy = replace(play.season("ITALY"), is_copy=True)
    assert " ".join(mails.season_report(copy).text.split()).count(choices) == 1


def test_a_line_is_not_broken_before_its_verdict() -> None:
    """A dash at the beginning of a line would look like another item."""
    line = f"- {'Army Wexford ' * 5}x\u00a0-\u00a0CUT."
    assert wrap(line)[-1] == "  x - CUT."
    assert wrap("A\u00a0-\u00a0B") == ["A - B"]
