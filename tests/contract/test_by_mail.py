"""The Die by mail, on a running server: as its players read it."""

from __future__ import annotations

from pathlib import Path

from tests.contract.die.playing import the_die, the_die_alone
from tests.integration.by_mail import text_of

OWN = "DUNNOCK LAPWING GUILLEMOT".split()
THEIRS = "CORNCRAKE GOSHAWK GOLDFINCH".split()


def test_a_game_begins(tmp_path: Path) -> None:
    """Each reads his own hand, and what binds the master to a seed."""
    with the_die(tmp_path) as game:
        for seat, hand, others in (("RED", OWN, THEIRS), ("BLUE", THEIRS, OWN)):
            opening = text_of(game.opened(seat, "T1G"))
            assert all(card.title() in opening for card in hand)
            assert not any(card.title() in opening for card in others)
            assert "TURN 1, GUESSES: GUESSES DUE" in opening


def test_alone_against_the_house(tmp_path: Path) -> None:
    """A game of one seat begins like any other."""
    with the_die_alone(tmp_path) as game:
        assert "The house: 0 points; 3 cards" in text_of(game.opened("RED", "T1G"))
