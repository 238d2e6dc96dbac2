"""What players write and what they get back, by real mail: scenarios 2, 3, 4, 26, 31, 34 and 36."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.integration.by_mail import GAME, ByMail, standard, text_of

pytestmark = pytest.mark.timeout(300)

FRANCE, ITALY = "france@players.example", "italy@players.example"


@pytest.fixture
def game(tmp_path: Path) -> Iterator[ByMail]:
    """A game of Diplomacy on a running server that keeps impossible orders, Spring 1901 open."""
    with standard(tmp_path, keep_impossible=True) as running:
        running.opened("FRANCE", "S1901M")
        yield running


def orders(game: ByMail, power: str) -> list[str]:
    """Return a power's orders that stand in the open phase."""
    with game.services.store.read() as transaction:
        phase = transaction.open_phase(transaction.game(GAME).id)
        assert phase is not None
        return [one.canonical for one in transaction.active_orders(phase.id, power)]


def reply(game: ByMail, to: EmailMessage, body: str, date: str) -> str:
    """Answer a mail with a Date of one's own and return the text of the answer."""
    game.count += 1
    mail = EmailMessage()
    mail["From"], mail["To"] = FRANCE, game.settings.game_address(GAME)
    mail["Subject"], mail["Message-ID"] = "Re: orders", f"<late.{game.count}@players.example>"
    mail["In-Reply-To"], mail["Date"] = to["Message-ID"], date
    mail.set_content(body)
    with smtplib.SMTP("127.0.0.1", game.port, timeout=60) as client:
        client.send_message(mail)
    return text_of(game._wait(FRANCE, lambda one: one["In-Reply-To"] == mail["Message-ID"]))


def test_receipts_questions_and_mails_out_of_order(game: ByMail) -> None:
    """Scenarios 2, 3, 4, 26 and 34: a season's order mails of one player, one after the other."""
    first = game.answer(FRANCE, "A Paris -> Burgundy\nA Mar - Buur")
    told = text_of(first)
    assert "Army Paris moves to Burgundy. [new]" in told  # 2: in words, what lacks, his own zone
    for unit in ("STILL WITHOUT AN ORDER", "- Army Marseilles", "- Fleet Brest"):
        assert unit in told
    assert "Europe/Dublin" in told
    assert "1. Army Marseilles" in told  # 4: one question with numbered choices
    assert "Answer with the number, alone on a line." in told
    answered = game.send("FRANCE", "2")
    assert "Army Marseilles moves to Burgundy. [new]" in answered
    assert len(orders(game, "FRANCE")) == 2
    second = game.answer(FRANCE, "F Bre - MAO\nA Par - Gas")
    told = text_of(second)
    assert "This mail: 1 new and 1 changed." in told  # 3: only what it names, and what changed
    assert "It was: Army Paris moves to Burgundy." in told
    reply(game, second, "A Par - Pic", "Mon, 23 Nov 2026 11:00:00 +0000")
    told = reply(game, first, "A Par H", "Mon, 23 Nov 2026 10:00:00 +0000")
    assert "answers a newer receipt, so this was not entered" in told  # 26
    assert "A PAR - PIC" in orders(game, "FRANCE")
    told = game.send("FRANCE", "A Mar - Par\nF Bre - Naples")
    assert "Kept as written, but impossible: the unit will hold." in told  # 34
    assert "F BRE - NAP" in orders(game, "FRANCE")
    game.clock.advance(days=1)
    report = text_of(game.opened("FRANCE", "F1901M"))
    assert "Fleet BREST moves to Naples - VOID." in report


@pytest.mark.slow
def test_the_season_sent_whole_and_old_reports_asked_for(game: ByMail) -> None:
    """Scenarios 31 and 36: moves, retreats and builds in one mail; and any old report again."""
    game.play("S1901M", {"AUSTRIA": "A Vie - Tyr", "FRANCE": "A Mar - Spa"}, "F1901M")
    game.send(
        "AUSTRIA",
        "A Tyr - Ven\nF Tri S A Tyr - Ven\nIf I own Ven then build A Vie and build A Bud else waive",
    )
    told = game.send(
        "ITALY",
        "A Ven H (retreat Rom, Tyr, Apu)\nA Rom - Tus, if dislodged retreat Nap"
        "\nIf Austria is in Ven then remove F Nap else build A Ven",
    )
    assert "FOR AUTUMN 1901 RETREATS, KEPT UNTIL THEN" in told
    told = game.send(
        "FRANCE", "A Spa H\nphase F1901B\nif italian army mar\nwaive\nelse\nBuild A Mar\nendif"
    )
    assert "If Italy is in Marseilles then waive one build else build Army Marseilles" in told
    game.clock.advance(days=1)
    report = text_of(game.opened("ITALY", "F1901R"))
    assert "The orders you sent ahead for Autumn 1901 retreats count already" in report
    assert orders(game, "ITALY") == ["A VEN R ROM"]  # its army has left it
    game.clock.advance(days=1)
    report = text_of(game.opened("FRANCE", "W1901A"))
    assert orders(game, "AUSTRIA") == ["B A VIE"]
    assert orders(game, "FRANCE") == ["B A MAR"]
    assert "The orders you sent ahead for Winter 1901 count already" in report
    told = text_of(game.got("france@players.example", "what follows “else” counts"))
    assert "Your winter orders are complete" in told
    assert orders(game, "ITALY") == ["D F NAP"]
    forecast = game.send("FRANCE", "FORECAST\nBuild F Bre")
    assert "NOTHING WAS RECORDED" in forecast
    assert orders(game, "FRANCE") == ["B A MAR"]
    copy = game.answer(ITALY, "REPORT F1901")
    assert "Copy of the report of Autumn 1901 and Autumn 1901 retreats" in copy["Subject"]
    told = text_of(copy)
    assert "Army Venice retreats to ROME - done." in told
    assert "This is a copy that you asked for" in told
    history = game.send("ITALY", "HISTORY 1901")
    assert "SPRING 1901" in history
    assert "AUTUMN 1901 RETREATS" in history
