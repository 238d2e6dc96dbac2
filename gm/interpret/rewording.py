"""Puts a line in another language into the English that the grammars read.

Words are exchanged one turn at a time, the longest first; names stay. Where a language puts its
words in another order, a turn as a whole is exchanged before: `greift {rest} an` is `attacks
{rest}`. What comes out is no good English and need not be: the grammar decides whether it is an
order, and a line that it reads as it stands never comes here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from gm.interpret.folding import fold
from gm.interpret.names import places_of, powers_of
from gm.interpret.other_names import in_tongue, names_in
from gm.interpret.telling import tells
from gm.interpret.tongues import Tongue, Words, tongues, words_of
from gm.interpret.turns import (
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
from gm.languages import spoken
from gm.rules.board import Board

MOST_WORDS = 6
"""Words of the longest turn that is exchanged as one."""

_WORD = re.compile(r"[^\W_]+")
_APART = re.compile(r"(?:\.?\s+|['-])")
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
    folded = fold(text)
    for tongue in tongues():
        own = tongue.code == spoken()
        # Short words tell too where a letter among them is none of English.
        told = tells(board, tongue, folded, own=own or not text.isascii())
        if not told and not (own and untold):
            continue
        done = []
        for words in (tongue.words, {**tongue.words, **tongue.second}):
            plain = _reworded(board, tongue, words, folded)
            if plain not in done and (told or plain == folded):
                done.append(plain)
                yield Rewording(plain, tongue.code, told, own)


def _reworded(board: Board, tongue: Tongue, words: Mapping[Words, str], text: str) -> str:
    marked, names = _with_marks(board, tongue, text)
    marked = REASON.sub(lambda match: f"{match[1]}({hidden(match[2])})", marked)
    for pattern, english in turns_of(tongue.code):
        marked = pattern.sub(english, marked)
    plain = shown(exchanged(words, marked))
    return _MARK.sub(lambda mark: names[ord(mark.group()) % MOST_NAMES], plain)


def _with_marks(board: Board, tongue: Tongue, text: str) -> tuple[str, list[str]]:
    """Return a text with a sign for each name, and the names."""
    known = names_in(board, tongue.code)
    board = in_tongue(board, tongue.code)
    names: list[str] = []
    parts: list[str] = []
    found, at, done = [*_WORD.finditer(text)], 0, 0
    while at < len(found) and len(names) < MOST_NAMES:
        before = found[at - 1].group() if at else ""
        turn = found[at : at + MOST_WORDS]
        end, is_name = _next_turn(board, tongue, known, text, turn, before)
        if is_name:
            start, stop = found[at].start(), found[at + end - 1].end()
            name = tongue.without_article(text[start:stop])
            parts += text[done:start], _mark(board, words_of(name), len(names))
            names.append(name)
            done = stop
        at += end
    return f"{''.join(parts)}{text[done:]}", names


def _next_turn(
    board: Board,
    tongue: Tongue,
    names: Mapping[Words, bool],
    text: str,
    found: list[re.Match[str]],
    before: str,
) -> tuple[int, bool]:
    """Return how many of these words belong together, the most there are, and if they are a name."""
    for count in range(len(found), 1, -1):
        turn = _turn(found[:count])
        is_name = turn in names or turn in _halves(board)
        if (is_name or turn in tongue.words) and _is_together(text, found[:count]):
            return count, is_name
    word = found[0].group()
    capital = word.isupper() and not text.isupper()
    behind_unit = before in {"A", "F"} and word.istitle()  # A Der, which is Derry
    return 1, _is_name(board, tongue, word, capital=capital or behind_unit)


@lru_cache(maxsize=64)
def _halves(board: Board) -> frozenset[Words]:
    """Return the names that end in a number, as halves have them, and their short forms (Irish 9)."""
    named = {words_of(one.name) for one in board.provinces.values()}
    short = {words_of(re.sub(r"(?<=\D)(?=\d)", " ", one)) for one in board.provinces}
    return frozenset(words for words in named | short if len(words) > 1 and words[-1].isdigit())


def _turn(found: list[re.Match[str]]) -> Words:
    return tuple(one.group().casefold() for one in found)


_MARK = re.compile(MARK)


def _mark(board: Board, turn: Words, number: int) -> str:
    """Return the sign of a name: one of powers, of provinces, or of those that may be either."""
    place, power = bool(places_of(board, turn)), bool(powers_of(board, "".join(turn)))
    first = BOTH if place and power else POWERS if power else PLACES
    return chr(first + number)


def _is_name(board: Board, tongue: Tongue, word: str, *, capital: bool) -> bool:
    turn = (word.casefold(),)
    if len(word) < _SHORTEST_NAME:
        return False
    if turn in tongue.words and not capital:
        return False  # TRI is Trieste, tri is the Irish for three
    return bool(places_of(board, turn) or powers_of(board, word.casefold()))


_SHORTEST_NAME = 3


def exchanged(words: Mapping[Words, str], text: str) -> str:
    """Return a folded text with its words exchanged, the longest turns first."""
    found = [*_WORD.finditer(text)]
    parts: list[str] = []
    at = done = 0
    while at < len(found):
        start = found[at].start()
        parts.append(text[done:start])
        for end in range(min(len(found), at + MOST_WORDS), at, -1):
            turn = _turn(found[at:end])
            if turn in words and _is_together(text, found[at:end]):
                parts.append(words[turn])
                break
        else:
            end = at + 1
            parts.append(found[at].group())
        at, done = end, found[end - 1].end()
        if _begins_reason(parts):
            break
    return f"{''.join(parts)}{text[done:]}"


def _begins_reason(parts: list[str]) -> bool:
    """Tell whether what follows is what a payment is for: it stays in its writer's words."""
    return parts[-1] in {"for", "as"} and _PAYS.search(shown("".join(parts))) is not None


def _is_together(text: str, found: list[re.Match[str]]) -> bool:
    return all(_APART.fullmatch(text, one.end(), after.start()) for one, after in pairwise(found))
