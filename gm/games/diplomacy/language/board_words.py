"""What the kit for reading is told of a board: which commands name its places, which words are its own."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gm.contract.language import Command
from gm.games.diplomacy.language.choices import name_alone
from gm.games.diplomacy.language.doubts import doubts_in
from gm.games.diplomacy.language.names import names_on, places_of, powers_of
from gm.games.diplomacy.language.sections import power_heading
from gm.games.diplomacy.rules.board import Board
from gm.interpret.commands import command_for
from gm.interpret.tongues import words_of
from gm.interpret.unread import GameWords

_UNITS: Final = frozenset(
    "army armies fleet fleets armee armeen flotte flotten arm cabhlach".split()
)


def command_on(board: Board, text: str, number: int = 0) -> Command | None:
    """Return the command that a folded line is to somebody who plays on a board, or None."""
    return command_for(names_on(board), lambda word: bool(name_alone(board, word)), text, number)


@lru_cache(maxsize=256)
def words_on(board: Board) -> GameWords:
    """Return what tells a line that speaks of a board from other talk."""
    return GameWords(
        seats=names_on(board),
        speaks=lambda plain: speaks_of_board(board, plain),
        heads=lambda plain: power_heading(board, plain) is not None,
        doubts=lambda plain: bool(doubts_in(plain)),
    )


def speaks_of_board(board: Board, plain: str) -> bool:
    """Tell whether a folded line names a power, a province or a unit."""
    return any(
        word in _UNITS or (len(word) > 2 and (powers_of(board, word) or places_of(board, (word,))))
        for word in words_of(plain)
    )
