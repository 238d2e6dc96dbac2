"""The turns of words that a language puts in another order than English, as patterns.

A name stands in a line as one sign while its words are exchanged, so a pattern can ask for a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_letters

from gm.games.diplomacy.language.binding.names import places_of, powers_of
from gm.games.diplomacy.language.binding.other_names import in_tongue, names_in, tells
from gm.games.diplomacy.language.talk.doubts import with_forbidding_words
from gm.games.diplomacy.rules.board import Board
from gm.interpret.folding import fold
from gm.interpret.tongues import (
    WORD,
    Tongue,
    Words,
    casefolded,
    exchanged,
    load_tongue,
    longest_turn,
    tongues,
    words_of,
)
from gm.languages import catalogue, phrases, spoken

MOST_NAMES = 0x400
"""Names that a line holds at most."""

POWERS, PLACES, BOTH = range(0xE000, 0xEC00, MOST_NAMES)
"""Where the signs of names begin: signs that no mail holds once it is folded."""

_POWER, _PLACE = "[\ue000-\ue3ff\ue800-\uebff]", "[\ue400-\uebff]"
MARK = "[\ue000-\uebff]"
"""The pattern of the sign of any name."""

REASON = re.compile(r"([\ue000-\ue3ff]\s*)\(([^()]*)\)")
"""The reason of a payment, behind the power that is paid."""


_CONTEXTS = ("order", "condition")
"""Of the sentences that are orders, as receipts and reports write them."""


@lru_cache(maxsize=16)
def turns_of(code: str, *, names: bool = True) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the turns of a language as patterns, each with the English of it.

    What gm itself writes of orders in the language comes first, so that it can be read back.

    Args:
        code: the language.
        names: also those that ask for a name; a text without one, as most talk is, has none of them.
    """
    if not names:
        return tuple(turn for turn in turns_of(code) if not re.search(MARK, turn[0].pattern))
    tongue = load_tongue(code)
    kinds = _kinds(tongue)
    given = _places(kinds) | {name: _plain(tongue, words) for name, words in tongue.lists.items()}
    written = _places_written(kinds, _plain(tongue, _escaped(catalogue(code).find(_BRIDGE))))
    turns = [
        *(
            (_compiled(tongue, sentence, written), english)
            for sentence, english in _own_sentences(code)
        ),
        *((_compiled(tongue, turn, given), english) for turn, english in tongue.turns),
    ]
    return tuple((pattern, _replacement(english)) for pattern, english in turns)


def _replacement(english: str) -> str:
    """Return what takes the place of a turn, its English words in letters that nothing changes."""
    parts = _NAME.split(english)
    places = [rf"\g<{name}>" for name in parts[1::2]]
    return "".join(map("".join, zip(map(hidden, parts[::2]), [*places, ""], strict=True)))


_HIDDEN = {ord(letter): 0xF000 + ord(letter) for letter in ascii_letters}
_SHOWN = {sign: letter for letter, sign in _HIDDEN.items()}


def hidden(text: str) -> str:
    """Return a text in letters that are none of any language, so that its words stay."""
    return text.translate(_HIDDEN)


def shown(text: str) -> str:
    """Return a text with what was hidden in it as it was."""
    return text.translate(_SHOWN)


def _own_sentences(code: str) -> Iterator[tuple[str, str]]:
    """Yield what gm writes of one order or condition, as patterns, with the English of it.

    What joins several keeps its order in every language and is read word by word.
    """
    for context in _CONTEXTS:
        for english, theirs in phrases(code, context).items():
            names = set(_NAME.findall(theirs))
            if names and names == set(_NAME.findall(english)) and names <= _WRITTEN:
                yield f"{_escaped(theirs)}{{end}}", english


def _escaped(sentence: str) -> str:
    """Return a sentence as a pattern, with its places."""
    parts = _NAME.split(sentence)
    plain = (re.escape(part).replace("\\ ", " ") for part in parts[::2])
    places = [f"{{{name}}}" for name in parts[1::2]]
    return "".join(map("".join, zip(plain, [*places, ""], strict=True)))


_NAME = re.compile(r"\{(\w+)\}")
_WRITTEN = {"unit", "target", "place", "power", "bridge", "points"}


def _kinds(tongue: Tongue) -> str:
    """Return the pattern of what an army or a fleet is called."""
    words = {
        " ".join(phrase) for phrase, word in tongue.words.items() if word in {"army", "fleet"}
    }
    every = sorted({*words, "army", "fleet", "a", "f"}, key=lambda text: (-len(text), text))
    return rf"(?:{'|'.join(every)})\b"


MOST_OF_A_UNIT = 60
"""Characters behind `army` that still say which one: a name is one sign there, a coast takes twenty."""

MOST_OF_A_REST = 200
"""Characters of what a turn puts elsewhere: a whole order or a sum with its reason in brackets."""


_SUM = r"[^\W_]{1,20}(?:\s+[^\W_]{1,20}){0,2}"
"""A sum in figures or words, `2 phointe`: where a reason follows, two open ends would take too long."""


def _places(kinds: str) -> dict[str, str]:
    """Return what may stand in the places of a turn, as patterns; none without an end."""
    unit, rest = f"{kinds}.{{1,{MOST_OF_A_UNIT}}}?", f".{{1,{MOST_OF_A_REST}}}?"
    return {"unit": unit, "power": _POWER, "place": _PLACE, "rest": rest, "sum": _SUM}


_BRIDGE = "bridge linking {first} and {second}"
"""What a bridge is called in full words."""


def _places_written(kinds: str, bridge: str) -> dict[str, str]:
    """Return what stands in the places of a sentence of ours, as patterns."""
    at = rf"{_PLACE}(?:\s*\([^()]{{0,{MOST_OF_A_UNIT}}}\))?"
    unit = rf"{kinds}\s+{at}"
    return {
        "unit": unit,
        "target": unit,
        "place": at,
        "power": _POWER,
        "bridge": _NAME.sub(lambda _: at, bridge.replace(" ", r"\s+")),
        "points": f"[^,;()]{{1,{MOST_OF_A_UNIT}}}?",
    }


_JOINING = frozenset({"then", "else", "and", "or"})


def _compiled(tongue: Tongue, pattern: str, places: Mapping[str, str]) -> re.Pattern[str]:
    """Compile a turn: `(a|b)` and `?` as in other patterns, `{rest}` a place, `{end}` an end."""
    ends = "|".join(" ".join(words) for words, word in tongue.words.items() if word in _JOINING)
    text = _plain(tongue, pattern).replace(" ", r"\s+").replace(r"\s+{end}", "{end}")
    seen: set[str] = set()

    def place(match: re.Match[str]) -> str:
        name = match.group(1)
        if name == "end":
            return rf"(?=\s*(?:[,;:.()]|$|(?:{ends}|then|else|and|or)\b))"
        if name in seen:
            return rf"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>{places[name.rstrip('0123456789')]})"

    return re.compile(rf"(?<![^\W_]){_NAME.sub(place, text)}(?![^\W_])", re.I)


def _plain(tongue: Tongue, pattern: str) -> str:
    """Return a pattern that fits words with and without their signs, once they are folded."""
    for letter, plain in tongue.spelling.letters.items():
        pattern = pattern.replace(letter, f"(?:{fold(letter)}|{plain})")
    return fold(pattern)


# Puts a line in another language into the English that the grammars read.
#
# Words are exchanged one turn at a time, the longest first; names stay. Where a language puts its
# words in another order, a turn as a whole is exchanged before: `greift {rest} an` is `attacks
# {rest}`. What comes out is no good English and need not be: the grammar decides whether it is an
# order, and a line that it reads as it stands never comes here.

_PAYS = re.compile(r"\b(?:pay|receive|give|transfer)s?\b", re.I)


@dataclass(frozen=True, slots=True)
class Rewording:
    """A line in English words.

    Args:
        text: what came out.
        code: the language it was in.
        is_told: a word in it is none of English, so that it is in that language.
        is_own: the language is its writer's.
    """

    text: str
    code: str
    is_told: bool
    is_own: bool


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
        is_own = tongue.code == spoken()
        # Short words tell too where a letter among them is none of English.
        is_told = tells(board, tongue, folded, is_own=is_own or not text.isascii())
        if not is_told and not (is_own and untold):
            continue
        for plain in _reworded(board, tongue, folded):
            if is_told or plain == folded:
                yield Rewording(plain, tongue.code, is_told, is_own)


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
    matches, at, done = [*WORD.finditer(text)], 0, 0
    words = casefolded(matches)
    while at < len(matches) and len(names) < MOST_NAMES:
        end = longest_turn(text, matches, words, at, (known, tongue.words), heads)
        is_name = words[at:end] in known if end > at + 1 else _is_name(board, tongue, matches, at)
        if is_name:
            start, stop = matches[at].start(), matches[end - 1].end()
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


def _is_name(board: Board, tongue: Tongue, matches: list[re.Match[str]], at: int) -> bool:
    """Tell whether one word of a line is a name."""
    word = matches[at].group()
    turn = (word.casefold(),)
    if len(word) < _SHORTEST_NAME:
        return False
    if turn in tongue.words and not _is_capital(matches, at):
        return False  # TRI is Trieste, tri is the Irish for three
    return bool(places_of(board, turn) or powers_of(board, word.casefold()))


def _is_capital(matches: list[re.Match[str]], at: int) -> bool:
    """Tell whether a word stands out as a name: in capitals, or behind a unit: `A Der`, Derry."""
    word = matches[at].group()
    behind_unit = at > 0 and matches[at - 1].group() in {"A", "F"} and word.istitle()
    return behind_unit or (word.isupper() and not matches[at].string.isupper())


_SHORTEST_NAME = 3


def _begins_reason(parts: list[str]) -> bool:
    """Tell whether what follows is what a payment is for: it stays in its writer's words."""
    return parts[-1] in {"for", "as"} and _PAYS.search(shown("".join(parts))) is not None
