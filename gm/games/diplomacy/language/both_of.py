"""Puts what a line says of two names at once into the words of two: `both Dublins`, `KkW/Wat bridge`."""

from __future__ import annotations

import re

from gm.games.diplomacy.language.names import places_of, split_words
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.rules.board_split import place_name

_BOTH = re.compile(
    r"\bboth (?:(?:the|of|halves|parts|half|of the) ){0,3}(?P<name>[^\W\d_]{3,30}+)", re.I
)
_BRIDGE = re.compile(
    r"(?<![^\W_])(?P<one>[^\W_]{2,30}+) ?/ ?(?P<other>[^\W_]{2,30}+)(?= (?:bridge|brg)\b)", re.I
)
_PAIR = 2


def spelt_out(board: Board, text: str) -> str:
    """Return a folded line with two names for what means both provinces of one.

    Args:
        board: the board in force; of a split province both halves are meant.
        text: the line.
    """
    if "oth " in text:
        text = _BOTH.sub(lambda match: _named_both(board, match), text)
    if "/" in text:
        text = _BRIDGE.sub(lambda match: _linked(board, match), text)
    return text


def _named_both(board: Board, match: re.Match[str]) -> str:
    places = _two_of(board, match["name"])
    return " and ".join(place_name(board, province) for province in places) or match.group()


def _two_of(board: Board, name: str) -> tuple[ProvinceId, ...]:
    """Return the two provinces that a name, or its plural, carries; none if it has one or more."""
    for word in (name, name.removesuffix("s")):
        places = places_of(board, split_words(word))
        halves = [half for place in places for half in board.gone.get(place, (place,))]
        if len(halves) == _PAIR:
            return tuple(halves)
    return ()


def _linked(board: Board, match: re.Match[str]) -> str:
    """Return `KkW-Wat` for `KkW/Wat` before the word bridge, where both are names."""
    one, other = match["one"], match["other"]
    named = all(places_of(board, split_words(name)) for name in (one, other))
    return f"{one}-{other}" if named else match.group()
