"""Finds the half of a split province by its number: `NTH 1`, `North Sea (2)`, `first half of NTH`.

Only behind the name of a province that is split is a number one of a half (Irish 9).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from gm.games.diplomacy.rules.board import Board, PowerId, Province, ProvinceId, seats_on
from gm.games.diplomacy.rules.board_split import gone_provinces, halves_on, place_named
from gm.interpret.folding import squeeze
from gm.interpret.grammars import Found, GrammarWord
from gm.interpret.plain_words import PLAIN_WORDS
from gm.interpret.seat_names import (
    SeatNames,
    find_seat,
    seat_misspelt,
    seat_names,
    seats_called,
    seats_named,
    wrong_letters,
)
from gm.interpret.talk_words import is_little

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii")
_NUMBERS = {
    word: number for words in (_WORDS, _ORDINALS, _ROMANS) for number, word in enumerate(words, 1)
}
_STOP = r"(?![^\W_])"
_NO_POINTS = r"(?!\s*(?:victory |points?\b|pts?\b|vps?\b))"
_DIGITS = rf"\d{{1,2}}{_STOP}"
_WORD = rf"(?:{'|'.join(_WORDS)}){_STOP}"
_ROMAN = r"(?-i:[IV]{1,3})(?=\s*(?:$|[-–=>,;:.)\]/]|(?:to|holds|h|s|c|supports|moves|convoys)\b))"
_ORDINAL = rf"(?:{'|'.join(_ORDINALS)}|1st|2nd|3rd|[4-9]th)"
_MARK = r"(?:half|part|no\.?|nr\.?|number|#)"
_AFTER = (
    re.compile(rf"\s*[(\[]\s*(?:{_MARK}\s*)?({_DIGITS}|{_WORD}|{_ORDINAL}(?=\s+half)|{_ROMAN})"
               rf"(?:\s+half)?\s*[)\]]", re.I),
    re.compile(rf"\s*[/#]\s*({_DIGITS}){_NO_POINTS}", re.I),
    re.compile(rf"[-._]({_DIGITS}){_NO_POINTS}", re.I),
    re.compile(rf"\s+(?:{_MARK}\s*)?({_DIGITS}|{_WORD}|{_ROMAN}){_NO_POINTS}", re.I),
    re.compile(rf",?\s+(?:the\s+)?({_ORDINAL})\s+(?:half|part){_STOP}", re.I),
)  # fmt: skip
_BEFORE = re.compile(
    rf"(?:the\s+)?(?:({_ORDINAL})\s+(?:half|part)|(?:half|part)\s+({_DIGITS}|{_WORD}))"
    r"(?:\s+(?:of|in))?(?:\s+the)?\s+",
    re.I,
)


def half_of(board: Board, place: ProvinceId, number: int) -> ProvinceId | None:
    """Return the half of a gone province that bears a number, if there is one (Irish 9)."""
    half = ProvinceId(f"{place}{number}")
    return half if half in board.gone.get(place, ()) else None


def whole_names(board: Board, places: Iterable[ProvinceId]) -> tuple[ProvinceId, ...]:
    """Return provinces with the gone name in place of halves, each once."""
    whole = {half: name for name, halves in board.gone.items() for half in halves}
    return tuple(dict.fromkeys(whole.get(place, place) for place in places))


def present_names(board: Board, places: Iterable[ProvinceId]) -> tuple[ProvinceId, ...]:
    """Return provinces with the halves in place of a gone name."""
    return tuple(dict.fromkeys(half for place in places for half in board.meant(place)))


def numbers_after(text: str, end: int) -> Iterator[tuple[int, int]]:
    """Yield the ways to read the number of a half behind a name: where it ends, and the number."""
    for pattern in _AFTER:
        if match := pattern.match(text, end):
            yield match.end(), _number(match.group(1))


def number_before(text: str, at: int) -> tuple[int, int] | None:
    """Return where the name begins behind `the first half of`, and the number; None if it is not."""
    match = _BEFORE.match(text, at)
    return (match.end(), _number(match.group(1) or match.group(2))) if match is not None else None


def _number(word: str) -> int:
    digits = "".join(char for char in word if char.isdigit())
    return int(digits) if digits else _NUMBERS[word.casefold()]


# Binds words to the provinces and powers of the board in force.
#
# A name may be an id, a full name, an alias, a beginning of at least three letters, initials, or
# an unmistakable typo. A word that fits several places is never guessed: all of them are returned.
# A name that a split has ended stays a name, and its halves are found by it and their number
# (Irish 9).

MAX_WORDS = 5
"""The longest name a board may have, in words."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What a word may stand for.

    Args:
        text: as written.
        places: the provinces it fits; one if it is clear.
        powers: the powers it fits.
        coast: the named coast's id, or the word as written if the province has no such coast.
        doubtful: the places are only near; nothing may be read from them.
    """

    text: str
    places: tuple[ProvinceId, ...] = ()
    powers: tuple[PowerId, ...] = ()
    coast: str | None = None
    doubtful: bool = False


def bound_of(word: GrammarWord | Found) -> Bound | None:
    """Return what a word of a line is bound to; None if it is no name."""
    return word.bound if isinstance(word.bound, Bound) else None


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Every name of a board, squeezed to its letters.

    Args:
        exact: ids, names, aliases, initials and listed ambiguous words.
        parts: names as words, for beginnings of each word ("Engli Cha").
        powers: names, adjectives and aliases of powers.
        places: the provinces that are looked for by name, gone ones for their halves.
    """

    exact: Mapping[str, tuple[ProvinceId, ...]]
    parts: tuple[tuple[tuple[str, ...], ProvinceId], ...]
    powers: Mapping[str, tuple[PowerId, ...]]
    places: tuple[Province, ...]


@lru_cache(maxsize=65536)
def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a name, without case and apostrophes."""
    return tuple(re.findall(r"[^\W_]+", text.casefold().replace("'", "")))


@lru_cache(maxsize=256)
def lexicon_of(board: Board) -> Lexicon:
    """Compile the names of a board."""
    by_word: dict[str, list[ProvinceId]] = defaultdict(list)
    every = (*gone_provinces(board), *board.provinces.values())
    for place in every:
        by_word[squeeze(place.id)].append(place.id)
    sure = set(by_word)
    for place in every:
        by_word[squeeze(place.name)].append(place.id)
    sure |= set(by_word)
    halves = halves_on(board)
    named = tuple(place for place in every if place.id not in halves)
    begins = [(place.id, squeeze(place.name)) for place in named]
    for place in named:
        for alias in place.aliases:
            _add_alias(begins, by_word, sure, place, squeeze(alias))
        _add_initials(by_word, sure, place)
    for word, places in board.ambiguous.items():
        by_word[squeeze(word)] = list(whole_names(board, places))
    exact = {word: tuple(dict.fromkeys(places)) for word, places in by_word.items() if word}
    return Lexicon(exact, tuple(_parts(board, named)), names_on(board).own, named)


def _add_alias(
    begins: Iterable[tuple[ProvinceId, str]],
    by_word: dict[str, list[ProvinceId]],
    sure: set[str],
    place: Province,
    word: str,
) -> None:
    """A short alias that other names begin with is nobody's: `nor` is no safe Norway."""
    if word in sure:
        return
    by_word[word].append(place.id)
    if len(word) <= 4:
        by_word[word] += [
            other for other, name in begins if other != place.id and name.startswith(word)
        ]


def _add_initials(by_word: dict[str, list[ProvinceId]], sure: set[str], place: Province) -> None:
    words = split_words(place.name)
    initials = "".join(word[0] for word in words)
    if len(initials) >= 3 and initials not in sure and place.id not in by_word[initials]:
        by_word[initials].append(place.id)


def _parts(
    board: Board, named: Iterable[Province]
) -> Iterable[tuple[tuple[str, ...], ProvinceId]]:
    for place in named:
        for name in (place.name, *place.aliases):
            words = split_words(name)
            if len(words) >= 2:
                yield words, place.id
    for word, places in board.ambiguous.items():
        if len(split_words(word)) >= 2:
            yield from ((split_words(word), place) for place in whole_names(board, places))


@lru_cache(maxsize=65536)
def places_of(board: Board, words: tuple[str, ...]) -> tuple[ProvinceId, ...]:
    """Return the provinces that exactly these words name; several if they are ambiguous.

    Args:
        words: casefolded, as `split_words` returns them.
    """
    lexicon = lexicon_of(board)
    joined = "".join(words)
    if len(words) > 1:
        return _of_several_words(board, lexicon, words)
    if joined in lexicon.exact:
        return lexicon.exact[joined]
    if board.gone and (half := _half_by_number(board, joined)):
        return half
    return _by_beginning(board, joined) if len(joined) >= 3 else ()


def _half_by_number(board: Board, word: str) -> tuple[ProvinceId, ...]:
    """Return the half that a name with its number is: `nsea2`."""
    name = word.rstrip("0123456789")
    if not name or name == word:
        return ()
    halves = [half_of(board, place, int(word[len(name) :])) for place in places_of(board, (name,))]
    return tuple(place for place in halves if place is not None)


def _of_several_words(
    board: Board, lexicon: Lexicon, words: tuple[str, ...]
) -> tuple[ProvinceId, ...]:
    """Words apart are never one word: `swe-DEN` is a move, not Sweden."""
    whole = [place for name, place in lexicon.parts if name == words]
    if whole:
        return tuple(dict.fromkeys(whole))
    if all(len(word) == 1 for word in words):
        return lexicon.exact.get("".join(words), ())  # M.A.O.
    return _by_parts(lexicon, words) or _with_kind(board, words)


def _by_parts(lexicon: Lexicon, words: tuple[str, ...]) -> tuple[ProvinceId, ...]:
    if not _long_enough(words):
        return ()
    places = [
        place
        for name, place in lexicon.parts
        if len(name) >= len(words)
        and all(full.startswith(short) for full, short in zip(name, words, strict=False))
    ]
    return tuple(dict.fromkeys(places))


def _with_kind(board: Board, words: tuple[str, ...]) -> tuple[ProvinceId, ...]:
    """A short form may be followed by what the province is: `nwg sea`."""
    if words[-1] not in {"sea", "ocean", "channel", "bight", "bay", "gulf"}:
        return ()
    places = places_of(board, words[:-1])
    kinds = [split_words(place_named(board, place).name)[-1] for place in places]
    return places if places and all(kind == words[-1] for kind in kinds) else ()


def _long_enough(words: tuple[str, ...]) -> bool:
    """A name's words may be short, but not all of them, and only a direction may be one letter."""
    if max(map(len, words)) < 3:
        return False
    return len(words[-1]) >= 3 or words[-1] in {"n", "s", "e", "w", "c"}


def _by_beginning(board: Board, word: str) -> tuple[ProvinceId, ...]:
    """Return the provinces with a name that begins so, unless a slip of another name does too."""
    places = tuple(place.id for place in lexicon_of(board).places if _begins(place, word))
    slips = [
        place.id
        for place in lexicon_of(board).places
        if len(word) > 3
        and place.id not in places
        and OSA.distance(word, squeeze(place.name), score_cutoff=1) == 1
    ]
    return () if slips and not _named_so(board, places, word) else places


def only_by_alias(board: Board, place: ProvinceId, word: str) -> bool:
    """Tell whether a word is the beginning of another name of a province than its own.

    `London` begins Londonderry, and whoever wrote it may not have meant Derry.
    """
    written = squeeze(word)
    if written in lexicon_of(board).exact or len(split_words(word)) > 1:
        return False
    return not squeeze(place_named(board, place).name).startswith(written)


def _begins(place: Province, word: str) -> bool:
    names = (alias.removeprefix("the ") for alias in place.aliases if len(alias) > 4)
    return any(squeeze(name).startswith(word) for name in (place.name, *names))


def _named_so(board: Board, places: Iterable[ProvinceId], word: str) -> bool:
    return any(squeeze(place_named(board, place).name).startswith(word) for place in places)


@lru_cache(maxsize=16384)
def near_places(board: Board, word: str) -> tuple[tuple[ProvinceId, int], ...]:
    """Return the provinces whose names a misspelt word is near, the nearest first.

    Args:
        word: letters only, casefolded.

    Returns:
        Each province with the number of letters that are wrong, exchanged letters counting one.
    """
    limit = wrong_letters(len(word)) + 1
    names = _misspellable(board)
    best: dict[ProvinceId, int] = {}
    for length in range(len(word) - limit, len(word) + limit + 1):
        for name, place in names.get(length, ()):
            far = OSA.distance(word, name, score_cutoff=limit)
            if far <= limit and far < best.get(place, 99):
                best[place] = far
    return tuple(sorted(best.items(), key=lambda pair: (pair[1], pair[0])))


@lru_cache(maxsize=256)
def _misspellable(board: Board) -> dict[int, list[tuple[str, ProvinceId]]]:
    """Return the names that typos are measured against, by their length.

    Short forms are too near to each other, but for beginnings of four letters.
    """
    by_length: dict[int, list[tuple[str, ProvinceId]]] = defaultdict(list)
    halves = halves_on(board)
    for name, places in lexicon_of(board).exact.items():
        if len(name) < 4 or len(places) > 1 or places[0] in halves:
            continue
        if len(name) > 4 or squeeze(place_named(board, places[0]).name).startswith(name):
            by_length[len(name)].append((name, places[0]))
    return dict(by_length)


@lru_cache(maxsize=16384)
def typo_of(board: Board, word: str) -> ProvinceId | None:
    """Return the one province that a misspelt word can only mean, or None if that is unsafe."""
    if len(word) < 4 or not word.isalpha() or word in PLAIN_WORDS or is_little((word,)):
        return None  # a wrong number is no slip: NTH3 is not NTH2
    near = near_places(board, word)
    if not near or near[0][1] > wrong_letters(len(word)):
        return None
    place, far = near[0]
    margin = 1 if far == 1 else 2
    if len(near) > 1 and near[1][1] < far + margin:
        return None
    return None if _starts_elsewhere(board, word, place) else place


def _starts_elsewhere(board: Board, word: str, place: ProvinceId) -> bool:
    """A short word may also be a misspelt beginning: `vein` is as near to Vien(na) as to Ven."""
    if len(word) > 4:
        return False
    return any(
        OSA.distance(word, squeeze(other.name)[: len(word)], score_cutoff=1) <= 1
        or OSA.distance(word, squeeze(other.id), score_cutoff=1) <= 1
        for other in lexicon_of(board).places
        if other.id != place
    )


@lru_cache(maxsize=16384)
def candidates_for(board: Board, word: str) -> tuple[ProvinceId, ...]:
    """Return what a word that names nothing may have meant, the likeliest first, at most five."""
    near = [
        place
        for place, far in near_places(board, word)
        if far <= wrong_letters(len(word)) or _opens_alike(board, place, word)
    ]
    begins = [
        place.id
        for place in lexicon_of(board).places
        if word and any(squeeze(name).startswith(word) for name in (place.name, *place.aliases))
    ]
    short = [
        place.id
        for place in lexicon_of(board).places
        if 3 <= len(word) <= 4
        and any(
            OSA.distance(word, key, score_cutoff=1) == 1
            for key in (squeeze(place.id), squeeze(place.name)[: len(word)])
        )
    ]
    numbered = places_of(board, (word.rstrip("0123456789"),)) if word[-1:].isdigit() else ()
    return present_names(board, (*numbered, *near, *begins, *short))[:5]


def _opens_alike(board: Board, place: ProvinceId, word: str) -> bool:
    """Tell whether a word far from a name at least begins like it: `no move` is no `Rome`."""
    return len(word) >= 4 and squeeze(place_named(board, place).name).startswith(word[:2])


@lru_cache(maxsize=256)
def names_on(board: Board) -> SeatNames:
    """Return what the powers of a board are called."""
    return seat_names(seats_on(board))


@lru_cache(maxsize=16384)
def powers_of(board: Board, word: str) -> tuple[PowerId, ...]:
    """Return the powers that a word names: a name, an adjective, or their first three letters."""
    return seats_named(names_on(board).own, word)


def power_typo(board: Board, word: str) -> PowerId | None:
    """Return the one power that a misspelt word can only mean."""
    return seat_misspelt(names_on(board), word)


def powers_called(board: Board, word: str) -> tuple[PowerId, ...]:
    """Return the powers whose whole name, adjective or alias a squeezed word is, in any language."""
    return seats_called(names_on(board), word)


def find_power(board: Board, text: str) -> PowerId | None:
    """Return the power a person means: its name, an alias, or a letter that only it begins with."""
    return find_seat(names_on(board), text)
