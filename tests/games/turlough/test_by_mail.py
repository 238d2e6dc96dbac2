"""The Triumphs of Turlough by mail, on a running server: as its players read it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.turlough.playing import turlough_by_mail
from tests.integration.by_mail import ByMail, text_of


def begun(game: ByMail) -> None:
    """Let the first round begin."""
    assert game.opened("CT", "START")
    game.clock.advance(days=7)
    assert game.opened("CT", "R1W1")


def test_the_opening_tells_who_leads_whom(tmp_path: Path) -> None:
    """The year, one's factions, all others with their hostages, and a form."""
    with turlough_by_mail(tmp_path) as game:
        opening = text_of(game.opened("CTA", "START"))
        for words in (
            "THOMOND IN 1277",
            "Clann Cullen (CUL): no standing lines so far.",
            "Clann Brian Roe (CBR) CBR 5 king",
            "Clann Turlough Corcovaskin, Corcomroe Clann Brian Roe Cenél Dungaile",
            "FACTION CUL REACT ATTACKED ____",
        ):
            assert words in opening


@pytest.mark.slow
def test_blocks_of_a_packet(tmp_path: Path) -> None:
    """A heading or a name in the line says whose it is; else it is asked; a block replaces its own."""
    with turlough_by_mail(tmp_path) as game:
        begun(game)
        taken = game.send("CTA", "Cullen:\nmobilise 3 battles\nFER: march to Tulla and raid it")
        for words in (
            "CLANN CULLEN - MOBILIZE COYNE 3 - If there is an occasion it musters in Tulla (TUL):",
            "CENÉL FERMAIC - MOVE TO TUL - RAID - The way Dysert O'Dea → Clonroad → Tulla takes 3",
        ):
            assert words in taken
        asked = game.send("CTA", "if Brian Roe is at Clonroad go to Quin, otherwise raid")
        choice = re.search(r"(\d)\. FER: IF CBR AT CLO THEN MOVE TO QUI ELSE RAID", asked)
        assert "For which of your factions?" in asked
        assert choice is not None
        answered = game.send("CTA", choice[1])
        assert "CENÉL FERMAIC - IF CBR AT CLO THEN MOVE TO QUI ELSE RAID" in answered
        assert "CLANN CULLEN - MOBILIZE COYNE 3" in answered
        other = game.send("CTA", "FACTION HYB\nMOVE KLL, TOM")
        assert "You do not command that faction now" in other
        assert "MOVE KLL" not in other.partition("CLANN CULLEN")[2]


@pytest.mark.slow
def test_a_war_turn_is_told_to_each_in_his_way(tmp_path: Path) -> None:
    """The chronicle to all, the fate of lines to their sender alone."""
    with turlough_by_mail(tmp_path) as game:
        begun(game)
        assert "MOBILIZE" in game.send("CT", "MOBILIZE\nmove to Clonroad\nraid")
        assert "MOBILIZE COYNE 2" in game.send("CTA", "CUL: mobilize 2\nFER: nothing")
        game.clock.advance(days=7)
        mine = text_of(game.opened("CT", "R1W2"))
        for words in (
            "CT: MOVE TO CLO: done",
            "Clann Turlough musters in Kilmacduagh (KMD): 10 battles, 10 provisions (opens the war).",
            "Clann Turlough marches: Kilmacduagh → Ruan → Clonroad.",
            "Clonroad (CLO) is destroyed.",
            "if you send nothing at all, it avoids enemies, goes to Kilmacduagh (KMD) and disbands",
        ):
            assert words in mine
        theirs = text_of(game.opened("CTA", "R1W2"))
        assert "CUL: MOBILIZE COYNE 2: There was no occasion to raise an army" in theirs
        assert "CT: MOVE" not in theirs
        assert "Clonroad (CLO) is destroyed." in theirs


@pytest.mark.sampled(11)
@pytest.mark.parametrize(
    "line",
    [
        "don't mobilize",
        "do not raid Tulla",
        "maybe move to Tulla",
        "never move to Tulla",
        "should I move to Tulla?",
        "I might raid",
        "no, don't move to Tulla",
        "move to Tulla? not sure",
        "MOBILIZE - cancelled",
        "kein MOVE TO TUL",
        "MOVE TO TUL (just kidding)",
    ],
)
def test_a_denial_never_orders(tmp_path: Path, line: str) -> None:
    """It is asked about, or told as not read; nothing of it stands."""
    with turlough_by_mail(tmp_path) as game:
        begun(game)
        said = game.send("CT", line)
        standing = said.rpartition("CLANN TURLOUGH ")[2].partition("ROUND 1")[0]
        assert not standing.startswith("- MO")
        assert not standing.startswith("- RAID")
        told = ("PLEASE ANSWER", "NOT READ", "NOT TAKEN", "Nothing in your mail was recorded")
        assert any(words in said for words in told)
