"""Every command that a GM may send by mail is one of `gm`, and takes a game first."""

from __future__ import annotations

import pytest

from gm.cli.app import command_tree
from gm.interpret.gm_words import DOES, LOOKS


@pytest.mark.slow
def test_every_command_for_mails_exists_and_takes_a_game_first() -> None:
    """Otherwise the game's name would land in the place of something else."""
    for words in sorted({*DOES, *LOOKS}):
        command = command_tree()
        for word in words:
            command = command.commands[word]
        arguments = [one.name for one in command.params if one.param_type_name == "argument"]
        assert arguments[:1] in (["game"], ["name"]), (words, arguments)
