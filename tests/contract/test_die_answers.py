"""What the Die is asked by mail, and what it has no use for: rules, past stages, messages of one alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.die.playing import the_die, the_die_alone


def test_its_rules_can_be_asked(tmp_path: Path) -> None:
    """RULES tells how it is run and by which rules, like those of any game."""
    with the_die(tmp_path) as game:
        assert game.opened("RED", "T1G")
        rules = game.send("RED", "RULES")
        assert "The rules as played" in rules
        assert "THE DEADLINES" in rules


@pytest.mark.slow
def test_a_past_stage_is_told_again(tmp_path: Path) -> None:
    """REPORT sends the newest report once more, as a copy; before there is one, STATUS."""
    with the_die(tmp_path) as game:
        assert game.opened("RED", "T1G")
        assert "GUESS" in game.send("RED", "REPORT")
        game.clock.advance(days=1)
        assert game.opened("BLUE", "T1P1")
        again = game.send("BLUE", "REPORT")
        assert "The die has shown" in again
        assert "This is a copy that you asked for" in again


def test_nobody_writes_to_nobody(tmp_path: Path) -> None:
    """Who plays alone has nobody to write to but the game master, and is told so."""
    with the_die_alone(tmp_path) as game:
        assert game.opened("RED", "T1G")
        told = game.send("RED", "PRESS TO ALL\nHello.\nENDPRESS")
        assert "is played without press" in told
        assert "PRESS TO GM" in told


@pytest.mark.slow
def test_help_lists_what_it_answers(tmp_path: Path) -> None:
    """Of the commands stand those there that somebody carries out, with a name of the game."""
    with the_die(tmp_path) as game:
        assert game.opened("RED", "T1G")
        told = game.send("RED", "HELP")
        assert "STATUS" in told
        assert not any(word in told for word in ("FORECAST", "BORDERS", "POINTS", "CHART"))
        told = game.send("RED", "HELP STATUS")
        assert "STATUS for " in told
