"""Puts a line in another language into the English that the grammars read.

Words are exchanged one turn at a time, the longest first; names stay. Where a language puts its
words in another order, a turn as a whole is exchanged before: `greift {rest} an` is `attacks
{rest}`. What comes out is no good English and need not be: the grammar decides whether it is an
order, and a line that it reads as it stands never comes here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from gm.games.diplomacy.language.doubts import with_forbidding_words
from gm.games.diplomacy.language.names import places_of, powers_of
from gm.games.diplomacy.language.other_names import in_tongue, names_in, tells
from gm.games.diplomacy.language.turns import (
    BOTH,
    MARK,
    MOST_NAMES,
    PLACES,
    POWERS,
    REASON,
    hidden,
    shown,
    turns_of,
)
from gm.games.diplomacy.rules.board import Board
from gm.interpret.exchange import WORD, casefolded, exchanged, longest_turn
from gm.interpret.folding import fold
from gm.interpret.tongues import Tongue, Words, tongues, words_of
from gm.languages import spoken

_PAYS = re.compile(r"\b(?:pay|receive|give|transfer)s?\b", re.I)


@dataclass(frozen=True, slots=True)
class Rewording:
    """A line in English words.

    Args:
        text: what came out.
        code: the language it was in.
        told: a word in it is none of English, so that it is in that language.
        own: the language is its writer's.
    """

    text: str
    code: str
    told: bool
    own: bool


def rewordings(board: Board, text: str, *, untold: bool = True) -> Iterator[Rewording]:
    """Yield a line put into English from each language that it may be in, the writer's first.

    Args:
        board: the board in force.
        text: as written.
        untold: also a line in which no word tells that it is in the writer's language: names in
            it may be.
    """
    folded = fold(with_forbidding_words(text))
    for tongue in tongues():
        own = tongue.code == spoken()
        # Short words tell too where a letter among them is none of English.
        told = tells(board, tongue, folded, own=own or not text.isascii())
        if not told and not (own and untold):
            continue
        for plain in _reworded(board, tongue, folded):
            if told or plain == folded:
                yield Rewording(plain, tongue.code, told, own)


@lru_cache(maxsize=512)
def _reworded(board: Board, tongue: Tongue, text: str) -> tuple[str, ...]:
    """Return a folded text in English words, in each way its words may be meant.

    The last lines are kept: one is asked for as a heading, as an order and as a piece of another.
    """
    marked, names = _with_marks(board, tongue, tongue.spelling.without_prefixes(text))
    marked = REASON.sub(lambda match: f"{match[1]}({hidden(match[2])})", marked)
    for pattern, english in turns_of(tongue.code, names=bool(names)):
        marked = pattern.sub(english, marked)
    meanings = (
        exchanged(tongue, words, marked, _begins_reason)
        for words in (tongue.words, tongue.otherwise)
    )
    return tuple(
        _MARK.sub(lambda mark: names[ord(mark.group()) % MOST_NAMES], shown(plain))
        for plain in dict.fromkeys(meanings)
    )


def _with_marks(board: Board, tongue: Tongue, text: str) -> tuple[str, list[str]]:
    """Return a text with a sign for each name, and the names."""
    known, heads = _names(board, tongue.code), _heads(board, tongue)
    board = in_tongue(board, tongue.code)
    names: list[str] = []
    parts: list[str] = []
    found, at, done = [*WORD.finditer(text)], 0, 0
    words = casefolded(found)
    while at < len(found) and len(names) < MOST_NAMES:
        end = longest_turn(text, found, words, at, (known, tongue.words), heads)
        is_name = words[at:end] in known if end > at + 1 else _is_name(board, tongue, found, at)
        if is_name:
            start, stop = found[at].start(), found[end - 1].end()
            name = tongue.spelling.without_article(text[start:stop])
            parts += text[done:start], _mark(board, words_of(name), len(names))
            names.append(name)
            done = stop
        at = end
    return f"{''.join(parts)}{text[done:]}", names


@lru_cache(maxsize=256)
def _names(board: Board, code: str) -> frozenset[Words]:
    """Return the names of a board in words, as they are read in a language too."""
    return frozenset(names_in(board, code)) | _halves(in_tongue(board, code))


@lru_cache(maxsize=256)
def _heads(board: Board, tongue: Tongue) -> frozenset[str]:
    """Return the words with which names and turns of several words begin."""
    return tongue.heads | {turn[0] for turn in _names(board, tongue.code) if len(turn) > 1}


@lru_cache(maxsize=64)
def _halves(board: Board) -> frozenset[Words]:
    """Return the names that end in a number, as halves have them, and their short forms (Irish 9)."""
    named = {words_of(province.name) for province in board.provinces.values()}
    short = {words_of(re.sub(r"(?<=\D)(?=\d)", " ", province)) for province in board.provinces}
    return frozenset(words for words in named | short if len(words) > 1 and words[-1].isdigit())


_MARK = re.compile(MARK)


def _mark(board: Board, turn: Words, number: int) -> str:
    """Return the sign of a name: one of powers, of provinces, or of those that may be either."""
    place, power = bool(places_of(board, turn)), bool(powers_of(board, "".join(turn)))
    first = BOTH if place and power else POWERS if power else PLACES
    return chr(first + number)


def _is_name(board: Board, tongue: Tongue, found: list[re.Match[str]], at: int) -> bool:
    """Tell whether one word of a line is a name."""
    word = found[at].group()
    turn = (word.casefold(),)
    if len(word) < _SHORTEST_NAME:
        return False
    if turn in tongue.words and not _is_capital(found, at):
        return False  # TRI is Trieste, tri is the Irish for three
    return bool(places_of(board, turn) or powers_of(board, word.casefold()))


def _is_capital(found: list[re.Match[str]], at: int) -> bool:
    """Tell whether a word stands out as a name: in capitals, or behind a unit: `A Der`, Derry."""
    word = found[at].group()
    behind_unit = at > 0 and found[at - 1].group() in {"A", "F"} and word.istitle()
    return behind_unit or (word.isupper() and not found[at].string.isupper())


_SHORTEST_NAME = 3


def _begins_reason(parts: list[str]) -> bool:
    """Tell whether what follows is what a payment is for: it stays in its writer's words."""
    return parts[-1] in {"for", "as"} and _PAYS.search(shown("".join(parts))) is not None
