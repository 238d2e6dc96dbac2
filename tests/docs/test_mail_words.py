"""The commands by mail: what HELP and the guide say of them is what the server does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gm.app.words.commands import PAGES
from gm.app.words.mail_acts import ACTS, BEFORE_ORDERS, OF_PHASE
from gm.app.words.trials import CHECK
from gm.games.diplomacy.desk.mail_commands import ACTS_OF_DIPLOMACY
from gm.interpret.commands import command_of, command_words
from gm.report.wording.command_words import COMMAND_WORDS, CommandWord, forms_on

GUIDE = Path(__file__).parents[2] / "docs" / "players.md"
HANDLED_BEFORE = {"ADDRESS", "JOIN", "LEAVE", "OBSERVE", "STANDBY", "RETURN", "GAMES", "STATEMENT"}
"""Commands that are taken out of a mail before it is read for a player of the game."""


@pytest.mark.parametrize("known", COMMAND_WORDS, ids=lambda one: one.word)
def test_every_form_that_is_told_is_read(known: CommandWord) -> None:
    """What HELP prints can be copied into a mail."""
    for form in forms_on(known):
        command = command_of(form)
        assert command is not None, form
        assert command.word == known.word


def test_what_is_carried_out_is_told_and_the_other_way_round() -> None:
    """No command is a secret, and none is only a promise."""
    told = {one.word for one in COMMAND_WORDS}
    done = {*PAGES, *ACTS, CHECK, *ACTS_OF_DIPLOMACY.pages, *ACTS_OF_DIPLOMACY.trials}
    assert done <= set(command_words())
    assert done - told == set()
    assert told - done - HANDLED_BEFORE == set()
    assert set(command_words()) - done - HANDLED_BEFORE == set()


def test_what_acts_is_told_to_act() -> None:
    """Readers of HELP know which words change something."""
    for one in COMMAND_WORDS:
        assert one.acts == (one.word in ACTS or one.word in HANDLED_BEFORE - {"GAMES"}), one.word
    assert set(ACTS) >= BEFORE_ORDERS
    assert set(command_words()) >= OF_PHASE


def test_the_guide_has_them_all() -> None:
    """docs/players.md holds the table that is made from the code, line by line."""
    text = GUIDE.read_text(encoding="utf-8")
    told = re.findall(r"^\| (`[A-Z].*?) \| (.*?) \|$", text, re.MULTILINE)
    wanted = [
        (", ".join(f"`{form}`" for form in forms_on(one)), one.says) for one in COMMAND_WORDS
    ]
    assert [line for line in told if line in wanted] == wanted
