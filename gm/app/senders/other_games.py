"""Finds out whether a mail to one game of its writer's says that it is for another: `for boyne, fleet to Wat`.

The address says which game a mail is for; who replies to the wrong mail writes the right name into the text.
"""

from __future__ import annotations

import re
from typing import Final

from gm.app.memberships import plays
from gm.app.records import IN_PLAY, GameRecord
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import Letter, Turned
from gm.app.services import Services
from gm.interpret.commands import command_of
from gm.interpret.folding import fold
from gm.interpret.press_blocks import without_closed
from gm.languages import gettext

_LEADS: Final = r"(?:for|in|game|of|regarding|re|f[uü]r|im|zu|spiel|betrifft|do|don|i|sa|g?cluiche|maidir le|faoi)"
"""Words behind which the name of a game is one, and no word of the language."""

_MOST_LINES: Final = 200
_LONGEST: Final = 300
"""What is looked at of a mail: lines, and letters of each."""


def must_be_for(letter: Letter) -> None:
    """Refuse a mail that names another game of its writer's than the one it came to; Turned."""
    others = [
        game
        for game in letter.transaction.games()
        if game.id != letter.game.id
        and game.status in IN_PLAY
        and plays(letter.transaction, game, letter.person)
    ]
    if not others:
        return
    lines = (letter.subject, *letter.reading.lines)
    named = read_beforehand(_named, lines, tuple(game.name for game in others))
    if named and letter.game.name.casefold() not in " ".join(lines).casefold():
        raise _for_which(letter.services, letter.game, named)


def _named(lines: tuple[str, ...], games: tuple[str, ...]) -> str:
    """Return the first game that a line outside messages names as the one it is for, or ""."""
    for text in without_closed(lines)[:_MOST_LINES]:
        plain = fold(text[:_LONGEST]).casefold()
        for name in games:
            if name.casefold() in plain and _is_for(plain, name.casefold()):
                return "" if command_of(fold(text[:_LONGEST])) is not None else name
    return ""


def _is_for(plain: str, name: str) -> bool:
    """Tell whether a line says that something is for a game: `for boyne`, `boyne:`, `Boyne` alone."""
    game = re.escape(name)
    return (
        re.search(rf"(?<!\w){_LEADS}(?:\s+the)?(?:\s+game)?\s+{game}(?![\w-])", plain) is not None
        or re.match(rf"\W*{game}(?:\s+game)?\s*(?:[:,]|\W*$)", plain) is not None
    )


def _for_which(services: Services, game: GameRecord, named: str) -> Turned:
    return Turned(
        gettext(
            "Your mail came to the game {game}, and its text names {other}.",
            game=game.name,
            other=named,
        ),
        gettext(
            "If it is for {other}, send it to {address}. If it is for {game}, send it again without "
            "that name.",
            other=named,
            game=game.name,
            address=services.identity.game_address(named),
        ),
        game,
    )
