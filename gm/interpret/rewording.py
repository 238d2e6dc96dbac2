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
from gm.interpret.grammars import load_grammar
from gm.interpret.names import places_of, powers_of
from gm.interpret.other_names import in_tongue, names_in
from gm.interpret.plain_words import PLAIN_WORDS
from gm.interpret.tongues import Tongue, Words, load_tongue, tongues, words_of
from gm.languages import spoken
from gm.rules.board import Board

MOST_WORDS = 6
"""Words of the longest turn that is exchanged as one."""

_WORD = re.compile(r"[^\W_]+")
_APART = re.compile(r"(?:\.?\s+|['-])")
_PAYS = re.compile(r"\b(?:pay|receive|give|transfer)s?\b", re.I)
_TELLING, _TELLING_OWN = 4, 2
"""Letters of the shortest word that tells in which language a line is: any, or the writer's."""

_SMALL_WORDS = frozenset(
    "stair stand fill a am an and any are arm as at bad be been best but by can dead den did die do done fan far fast fear for fort from gab"
    " get go god good had hat has have he her him his how i if in into is it its lag man mar me met min mo mol my na no"
    " nor not of off on or our out per pet rest ran rat run sad sea see set she sin so some son speed tag tear ten than"
    " that the them then there they this to tod too under up us was we were what when who will with won you zu".split()
)
"""Words of English that are words of other languages too."""

_MOST_TURNS = 8
"""How often one turn is exchanged in a line."""


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


def rewordings(board: Board, text: str) -> Iterator[Rewording]:
    """Yield a line put into English from each language that it may be in, the writer's first.

    Args:
        board: the board in force.
        text: as written.
    """
    folded = fold(text)
    for tongue in tongues():
        own = _is_own(tongue)
        done = []
        for words in (tongue.words, {**tongue.words, **tongue.second}):
            plain, told = _reworded(board, tongue, words, folded)
            if plain not in done and (told or (own and plain == folded)):
                done.append(plain)
                yield Rewording(plain, tongue.code, told, own)


def _is_own(tongue: Tongue) -> bool:
    return tongue.code == spoken()


def _reworded(
    board: Board, tongue: Tongue, words: Mapping[Words, str], text: str
) -> tuple[str, bool]:
    marked, names, told = _with_marks(board, tongue, text)
    for pattern, english in _turns(tongue.code):
        for _ in range(_MOST_TURNS):
            marked, count = pattern.subn(english, marked, count=1)
            told = told or bool(count)
            if not count:
                break
    plain, turns = exchanged(words, marked)
    told = told or any(
        is_telling(turn, own=_is_own(tongue)) and not places_of(board, turn) for turn in turns
    )
    return _MARK.sub(lambda mark: names[ord(mark.group()) % _MOST_NAMES], plain), told


def _with_marks(board: Board, tongue: Tongue, text: str) -> tuple[str, list[str], bool]:
    """Return a text with a sign for each name, the names, and whether one told the language."""
    known = names_in(board, tongue.code)
    board = in_tongue(board, tongue.code)
    names: list[str] = []
    parts: list[str] = []
    found, at, done, told = [*_WORD.finditer(text)], 0, 0, False
    while at < len(found) and len(names) < _MOST_NAMES:
        end, is_name = _next_turn(board, tongue, known, text, found[at : at + MOST_WORDS])
        if is_name:
            turn = _turn(found[at : at + end])
            start, stop = found[at].start(), found[at + end - 1].end()
            told = told or (known.get(turn, False) and is_telling(turn, own=_is_own(tongue)))
            name = tongue.without_article(text[start:stop])
            parts += text[done:start], _mark(board, words_of(name), len(names))
            names.append(name)
            done = stop
        at += end
    return f"{''.join(parts)}{text[done:]}", names, told


def _next_turn(
    board: Board,
    tongue: Tongue,
    names: Mapping[Words, bool],
    text: str,
    found: list[re.Match[str]],
) -> tuple[int, bool]:
    """Return how many of these words belong together, the most there are, and if they are a name."""
    for count in range(len(found), 1, -1):
        turn = _turn(found[:count])
        if (turn in names or turn in tongue.words) and _is_together(text, found[:count]):
            return count, turn in names
    return 1, _is_name(board, tongue, _turn(found[:1]))


def _turn(found: list[re.Match[str]]) -> Words:
    return tuple(one.group().casefold() for one in found)


_MOST_NAMES = 0x400
_POWERS, _PLACES, _BOTH = range(0xE000, 0xEC00, _MOST_NAMES)
"""Where the signs of names begin: signs that no mail holds once it is folded."""
_MARK = re.compile("[\ue000-\uebff]")


def _mark(board: Board, turn: Words, number: int) -> str:
    """Return the sign of a name: one of powers, of provinces, or of those that may be either."""
    place, power = bool(places_of(board, turn)), bool(powers_of(board, "".join(turn)))
    first = _BOTH if place and power else _POWERS if power else _PLACES
    return chr(first + number)


def _is_name(board: Board, tongue: Tongue, turn: Words) -> bool:
    (word,) = turn
    if turn in tongue.words or len(word) < _SHORTEST_NAME:
        return False
    return bool(places_of(board, turn) or powers_of(board, word))


_SHORTEST_NAME = 3


def exchanged(words: Mapping[Words, str], text: str) -> tuple[str, tuple[Words, ...]]:
    """Return a folded text with its words exchanged, the longest turns first, and those turns."""
    found = [*_WORD.finditer(text)]
    parts: list[str] = []
    turns: list[Words] = []
    at = done = 0
    while at < len(found):
        start = found[at].start()
        parts.append(text[done:start])
        for end in range(min(len(found), at + MOST_WORDS), at, -1):
            turn = _turn(found[at:end])
            if turn in words and _is_together(text, found[at:end]):
                parts.append(words[turn])
                turns.append(turn)
                break
        else:
            end = at + 1
            parts.append(found[at].group())
        at, done = end, found[end - 1].end()
        if _begins_reason(parts):
            break
    return f"{''.join(parts)}{text[done:]}", tuple(turns)


def _begins_reason(parts: list[str]) -> bool:
    """Tell whether what follows is what a payment is for: it stays in its writer's words."""
    return parts[-1] in {"for", "as"} and _PAYS.search("".join(parts)) is not None


def _is_together(text: str, found: list[re.Match[str]]) -> bool:
    return all(_APART.fullmatch(text, one.end(), after.start()) for one, after in pairwise(found))


@lru_cache(maxsize=4096)
def is_telling(turn: Words, *, own: bool) -> bool:
    """Tell whether words are none of English, and long enough to be meant."""
    shortest = _TELLING_OWN if own else _TELLING
    return any(len(word) >= shortest and word not in _english() for word in turn)


@lru_cache(maxsize=1)
def _english() -> frozenset[str]:
    grammars = (load_grammar(name) for name in ("orders", "republic", "irish"))
    return PLAIN_WORDS.union(_SMALL_WORDS, *(one.vocabulary for one in grammars))


@lru_cache(maxsize=16)
def _turns(code: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    tongue = load_tongue(code)
    places = _places(tongue) | {name: _plain(tongue, it) for name, it in tongue.lists.items()}
    return tuple(
        (_compiled(tongue, pattern, places), _NAME.sub(r"\\g<\1>", english))
        for pattern, english in tongue.turns
    )


_NAME = re.compile(r"\{(\w+)\}")


def _places(tongue: Tongue) -> dict[str, str]:
    """Return what may stand in the places of a turn, as patterns."""
    kinds = {" ".join(one) for one, word in tongue.words.items() if word in {"army", "fleet"}}
    unit = "|".join(sorted({*kinds, "army", "fleet", "a", "f"}, key=lambda one: (-len(one), one)))
    return {
        "unit": rf"(?:{unit})\b.+?",
        "power": "[\ue000-\ue3ff\ue800-\uebff]",
        "place": "[\ue400-\uebff]",
        "rest": r".+?",
    }


def _compiled(tongue: Tongue, pattern: str, places: Mapping[str, str]) -> re.Pattern[str]:
    """Compile a turn: `(a|b)` and `?` as in other patterns, `{rest}` a place, `{end}` an end."""
    ends = "|".join(
        " ".join(words) for words, word in tongue.words.items() if word in {"then", "else", "and"}
    )
    text = _plain(tongue, pattern).replace(" ", r"\s+").replace(r"\s+{end}", "{end}")

    def place(match: re.Match[str]) -> str:
        name = match.group(1)
        if name == "end":
            return rf"(?=\s*(?:[,;:.()]|$|(?:{ends}|then|else|and)\b))"
        return f"(?P<{name}>{places[name.rstrip('0123456789')]})"

    return re.compile(rf"(?<![^\W_]){_NAME.sub(place, text)}(?![^\W_])", re.I)


def _plain(tongue: Tongue, pattern: str) -> str:
    """Return a pattern that fits words with and without their signs, once they are folded."""
    for letter, plain in tongue.letters.items():
        pattern = pattern.replace(letter, f"(?:{fold(letter)}|{plain})")
    return fold(pattern)
