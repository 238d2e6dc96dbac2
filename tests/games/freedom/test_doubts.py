"""Mails of somebody who says no, doubts, asks or jokes: none of them is played, and each is told what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.app.world import text_of
from tests.contract.test_die_leaks import die_world
from tests.games.freedom.playing import THE_GAME, address_of, begin

MAILS = [
    "Opening 6-4 -> 5-4 x2, 6-5 -> 5-5 - no wait, none",
    "OPENING 6-4 -> 5-4 X 2\n\nDraft, not final!",
    "Don't open 6-4 -> 5-4",
    "What happens if I open 6-4 -> 5-4?",
    "Opening none? haha",
    "Eröffnung 6-4 nach 5-4, aber nur wenn Bernd zustimmt",
    "OPENING 6-4 -> 5-4 X 2 (joke)",
    "OPENING 6-4 -> 5-4\n\nhm, no, rather not",
    "OPENING 6-4 -> 5-4\nnó b'fhéidir 6-5 -> 5-5",
    "~OPENING 6-4 -> 5-4~",
    "Who are you?",
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("mail", MAILS)
def test_nothing_doubtful_is_played(tmp_path: Path, mail: str) -> None:
    """The siege waits, and who is asked for a number is given one."""
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services)
        world.tick(seconds=1)
        for seat in ("IMP", "INS"):
            world.new_mail(address_of(seat))
        world.mail(address_of("IMP"), mail)
        world.tick(hours=2)
        (answer,) = world.new_mail(address_of("IMP"))
        phase = world.phase()
        assert phase is not None
        assert phase.name == "R1O"
        text = text_of(answer)
        assert " ".join(mail.split("\n")[-1].split()) in " ".join(text.split())
        assert "answer with its number" not in " ".join(text.split()) or re.search(
            r"^ +\d+\. ", text, re.M
        )
        assert not world.new_mail(address_of("INS"))
