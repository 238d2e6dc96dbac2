"""The GM's desk while a server runs: what players read of it, by real mail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.app.keeping.audit import audit
from gm.app.overriding.amending import amend
from gm.app.overriding.correcting import CorrectionWish, correct
from gm.app.overriding.replaying import rebuild
from gm.app.overriding.rollback import roll_back
from gm.app.overviews.journal_page import journal_of
from gm.app.overviews.queries import outcome_lines
from gm.app.play.seasons import preview
from gm.app.records import PhaseRecord
from gm.errors import NotAllowed
from gm.games.diplomacy.stored import load_state
from tests.integration.by_mail import GAME, POWERS, ByMail, republic, text_of

pytestmark = pytest.mark.timeout(300)

OPENING = {
    "ULSTER": "Build A BeN",
    "MUNSTER": "Build A CoC\nBuild bridge linking Cork Central and Waterford",
    "LEINSTER": "Build A DbS",
    "CONNAUGHT": "Build A GaS",
    "BRITAIN": "Build F DeW",
}


@pytest.fixture
def game(tmp_path: Path) -> Iterator[ByMail]:
    """A game of Republic on a running server, Spring 1016 open."""
    with republic(tmp_path) as running:
        running.play("W1015A", OPENING, "S1016M")
        yield running


def course(game: ByMail) -> tuple[PhaseRecord, ...]:
    """Return the phases of the game's course."""
    with game.services.store.read() as transaction:
        return transaction.phases(transaction.game(GAME).id)


def units(game: ByMail) -> list[str]:
    """Return who stands where in the phase that is open."""
    return [f"{one.power} {one}" for one in load_state(course(game)[-1].state).units]


def told(game: ByMail, power: str, words: str) -> str:
    """Return the text of the mail to a player whose subject has some words."""
    address = f"{power.lower()}@players.example"
    return text_of(game._wait(address, lambda one: words in str(one["Subject"])))


def sound(game: ByMail) -> None:
    """Assert that the audit finds no fault, and that the game can be rebuilt."""
    faults = [fault for check in audit(game.services) for fault in check.findings]
    assert faults == []
    assert rebuild(game.services, GAME, rejudge=True).difference == ""


@pytest.mark.slow
def test_16_a_wrong_position_is_fixed_with_one_command(game: ByMail) -> None:
    """Scenario 16: the board is valid again; its owner, the journal and the report have it."""
    amend(game.services, GAME, ("unit", "move", "A CoC", "Ker"), "it was built in Kerry")
    assert "MUNSTER A Ker" in units(game)
    words = "The GM moved the Munster Army Cork Central to Kerry."
    mail = told(game, "MUNSTER", "the GM changed the position")
    assert words in mail
    assert "The GM's reason: it was built in Kerry." in mail
    with pytest.raises(NotAllowed, match="more than one unit stands in Ker"):
        amend(game.services, GAME, ("unit", "add", "ULSTER", "A Ker"), "nonsense")
    receipt = game.send("MUNSTER", "A Ker - CoC")
    assert "Army Kerry moves to Cork Central." in receipt
    reports = game.play("S1016M", {}, "F1016M")
    for power in POWERS:
        assert f"{words} The GM's reason: it was built in Kerry." in reports[power]
    lines = journal_of(game.services, GAME, public=True).lines
    (line,) = [one for one in lines if one.kind == "position amended"]
    assert (line.author, line.reason, line.phase) == ("gm", "it was built in Kerry", "S1016M")
    sound(game)


def test_17_a_season_is_previewed_and_nobody_knows(game: ByMail) -> None:
    """Scenario 17: the GM sees what would happen; nothing is changed and nobody is told."""
    game.send("MUNSTER", "A CoC - Wat")
    before, mails = course(game), len(game.sink.taken)
    seen = preview(game.services, GAME)
    lines = {line["order"]: line["result"] for line in outcome_lines(game.services, seen)}
    assert lines["A CoC - Wat"] == "ok"
    assert "MUNSTER A Wat" in [f"{one.power} {one}" for one in seen.resolution.state.units]
    assert course(game) == before
    assert len(game.sink.taken) == mails
    reports = game.play("S1016M", {}, "F1016M")
    assert "Army Cork Central moves to WATERFORD - done." in reports["MUNSTER"]


@pytest.mark.slow
def test_18_two_seasons_back_and_one_order_changed(game: ByMail) -> None:
    """Scenario 18: the GM reads what all it would change, then does it, and everybody reads it."""
    game.play("S1016M", {"MUNSTER": "A CoC - Wat", "LEINSTER": "A DbS - KiS"}, "F1016M")
    game.play("F1016M", {"MUNSTER": "A Wat Holds", "ULSTER": "A BeN - Ant"}, "W1016A")
    before = course(game)
    wish = CorrectionWish(orders={"Munster": ["A CoC - Ker"]})
    seen = correct(game.services, GAME, "S1016M", wish)
    assert course(game) == before
    assert [one.stage for one in seen.seasons] == ["S1016M", "F1016M"]
    assert seen.seasons[0].groups["orders"] == (
        "Munster: A CoC - Ker (ok) in place of A CoC - Wat (ok).",
    )
    assert "Waterford is nobody's; it was Munster's." in seen.seasons[1].groups["centres"]
    correct(game.services, GAME, "S1016M", wish, sure=True, reason="a mail was misread")
    for power in POWERS:
        mail = told(game, power, "Spring 1016 has been corrected")
        assert "The GM's reason: a mail was misread." in mail
        assert "Waterford is nobody's; it was Munster's." in mail
    assert "MUNSTER A Ker" in units(game)
    assert "ULSTER A Ant" in units(game)
    sound(game)
    game.play("W1016A", {}, "S1017M")
    sound(game)


def test_18_two_seasons_back_and_played_again(game: ByMail) -> None:
    """Scenario 18, the other way: the game goes back, an order is changed by mail, and it goes on."""
    game.play("S1016M", {"MUNSTER": "A CoC - Wat"}, "F1016M")
    game.play("F1016M", {"MUNSTER": "A Wat Holds"}, "W1016A")
    seen = roll_back(game.services, GAME, "S1016M")
    assert (seen.phases, seen.done) == (("S1016M", "F1016M", "W1016A"), False)
    assert course(game)[-1].name == "W1016A"
    roll_back(game.services, GAME, "S1016M", sure=True, reason="an order was lost")
    mail = told(game, "MUNSTER", "The game goes back to Spring 1016")
    assert "Your 1 order of then stands again and can be changed" in mail
    receipt = game.send("MUNSTER", "A CoC - Ker")
    assert "Army Cork Central moves to Kerry." in receipt
    game.clock.advance(days=1)
    report = text_of(
        game._wait(
            "ulster@players.example",
            lambda one: "KERRY" in text_of(one) and "F1016M" in str(one["Subject"]),
        )
    )
    assert "Army Cork Central moves to KERRY - done." in report
    assert [one.name for one in course(game)] == ["W1015A", "S1016M", "F1016M"]
    assert [one.number for one in course(game)] == [1, 5, 6]
    sound(game)
