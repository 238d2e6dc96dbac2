"""The Die by mail, on a running server: as its players read it."""

from __future__ import annotations

import time
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.app.world import SEED
from tests.contract.die.playing import the_die, the_die_alone
from tests.integration.by_mail import GAME, ByMail, text_of

OWN = "DUNNOCK LAPWING GUILLEMOT".split()
THEIRS = "CORNCRAKE GOSHAWK GOLDFINCH".split()


def test_a_game_begins(tmp_path: Path) -> None:
    """Each reads his own hand, and what binds the master to a seed."""
    with the_die(tmp_path) as game:
        for seat, hand, others in (("RED", OWN, THEIRS), ("BLUE", THEIRS, OWN)):
            opening = text_of(game.opened(seat, "T1G"))
            assert all(card.title() in opening for card in hand)
            assert not any(card.title() in opening for card in others)
            assert "TURN 1, GUESSES: ORDERS DUE" in opening


def test_alone_against_the_house(tmp_path: Path) -> None:
    """A game of one seat begins like any other."""
    with the_die_alone(tmp_path) as game:
        assert "The house: 0 points; 3 cards" in text_of(game.opened("RED", "T1G"))


@pytest.mark.slow
def test_a_game_of_two_to_its_end(tmp_path: Path) -> None:
    """Guesses together, cards in turn, a queue, a habit, silence; who has won, and the seed."""
    with the_die(tmp_path) as game:
        assert game.opened("RED", "T1G")
        receipt = game.send("RED", "GUESS 3\nPLAY Dunnock\nplay guillemt\nSET HABIT HIGH\n")
        assert "ALL ORDERS ARE IN" in receipt
        assert "- GUESS 3 - PLAY Dunnock - PLAY Guillemot" in receipt
        assert "- SET HABIT HIGH" in receipt
        assert "Read as PLAY Guillemot." in receipt
        assert "GUESS 3" in game.send("BLUE", "guess three")
        game.clock.advance(days=1)
        # Red's first card waits already, so Blue is asked for the next one.
        first = text_of(game.opened("RED", "T1P1"))
        assert "The die has shown" in first
        waits = "it waits for Turn 1, card 1: “Play the Dunnock” and “Play the Guillemot”."
        assert waits in first
        second = text_of(game.opened("BLUE", "T1P2"))
        assert "Red has played the Dunnock." in second
        assert "Guillemot" not in second
        # Who is asked answers, and the next turn begins without a deadline.
        game.answer("blue@players.example", "PLAY Goshawk")
        assert "Blue has played the Goshawk." in text_of(game.opened("RED", "T2G"))
        game.clock.advance(days=1)
        assert game.opened("BLUE", "T2P1")
        # Blue says nothing: his lowest card is played. Red's queue goes on.
        game.clock.advance(days=1)
        assert "Blue has played the Corncrake." in text_of(game.opened("RED", "T2P2"))
        third = text_of(game.opened("BLUE", "T3G"))
        assert "Red has played the Guillemot." in third
        game.clock.advance(days=1)
        assert game.opened("RED", "T3P1")
        # Red says nothing, and his habit plays.
        game.clock.advance(days=1)
        assert "Red has played the Lapwing." in text_of(game.opened("BLUE", "T3P2"))
        game.answer("blue@players.example", "PLAY Goldfinch")
        end = text_of(game.got("red@players.example", "THE SEED OF ALL DRAWS"))
        assert SEED in end
        assert "won." in end.casefold()


def test_alone_every_mail_is_answered_by_its_report(tmp_path: Path) -> None:
    """Receipt and report are one mail, without waiting for anything."""
    with the_die_alone(tmp_path, gm="red@players.example") as game:
        assert game.opened("RED", "T1G")
        for turn, card in enumerate(OWN, 1):
            report = game.send("RED", "GUESS 4")
            assert "GUESS 4" in report
            assert "The die has shown" in report
            report = game.send("RED", f"PLAY {card}")
            assert f"Red has played the {card.title()}." in report
            assert f"TURN {turn + 1}, GUESSES" in report or turn == len(OWN)
        assert SEED in report
        got = game.texts["red@players.example"]
        assert len(got) == 1 + 2 * len(OWN)


def test_a_report_shows_the_table(tmp_path: Path) -> None:
    """The picture that the room draws goes with the mail, and HTML says what the text does."""
    with the_die_alone(tmp_path, pictures=True) as game:
        assert game.opened("RED", "T1G")
        game.answer_quietly("red@players.example", "GUESS 4", game.settings.game_address(GAME))
        mail = _when_drawn(game, "T1P1")
        pictures = [part for part in mail.walk() if part.get_content_type() == "image/png"]
        (drawn,) = [part.get_payload(decode=True) for part in pictures]
        assert isinstance(drawn, bytes)
        assert drawn.startswith(b"\x89PNG")
        body = mail.get_body(("html",))
        assert body is not None
        html = str(body.get_content())
        for words in ("The die has shown", "Who holds what", "The house", "Stands at"):
            assert words in html


def _when_drawn(game: ByMail, stage: str) -> EmailMessage:
    """Return the mail that opens a stage; it waits on the server's clock until its picture is drawn."""
    for _ in range(100):
        game.clock.advance(seconds=1)
        time.sleep(0.1)
        with suppress(AssertionError):
            return game.opened("RED", stage, soon=0.1)
    raise AssertionError("no picture was drawn")
