"""Answers to our questions by mail: a yes, a no, for which of the mails listed, or neither.

Whatever is asked, only an explicit yes does it. So a line counts only if it is made of the turns in
`languages/answers.toml`, and of each language's own, and of nothing else: "Yes, that was me" is a yes, "Yes, who is this?" is none,
and "No problem, yes" is neither a yes nor a no. The words of all languages are read, whoever writes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from gm.interpret.folding import fold
from gm.interpret.talk_words import load_turns, spelt
from gm.interpret.tongues import Words, words_of
from gm.languages import known, spoken

ANSWERS_FILE: Final = "answers.toml"
_LONGEST: Final = 300
"""Characters of the longest line in which an answer is looked for."""

_MOST_WORDS: Final = 30
"""Words of the longest sentence that is a yes or a no."""

_MOST_LINES: Final = 60
"""So many lines below an answer are looked at for what takes it back."""

_GREETS: Final = 5
"""Words of the longest line that only greets."""

_MOST_NUMBER: Final = 99
"""The highest number of a mail in a list that is understood."""

_SENTENCE: Final = re.compile(r"([^.!?;:]+)([.!?;:]*)")
_RANGE: Final = re.compile(r"(?<!\d)(\d{1,2})\s?-\s?(\d{1,2})(?!\d)")
_REFUSING: Final = frozenset(
    "\N{THUMBS DOWN SIGN}\N{CROSS MARK}\N{NO ENTRY SIGN}\N{BALLOT X}\N{HEAVY BALLOT X}"
)
"""Pictures that take back the word beside them."""


class Said(Enum):
    """What an answer says."""

    YES = auto()
    NO = auto()
    NEITHER = auto()
    ADD = auto()
    """Nothing but that the address of a held mail shall count, which is its owner's word as well."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question of ours.

    Args:
        said: what it says.
        numbers: which mails of those listed it is for; none where it names none.
        everything: it is for all that are listed.
        add: the address of the held mail shall count from now on.
        places: the lines, from 0, that are the answer and say nothing else.
    """

    said: Said
    numbers: tuple[int, ...] = ()
    everything: bool = False
    add: bool = False
    places: frozenset[int] = frozenset()


class _Turn(Enum):
    """What a turn of words does in an answer; the values are the tables of the files."""

    YES = "yes"
    NO = "no"
    DENIAL = "denial"
    POLITE = "polite"
    FILLER = "filler"
    ALL = "all"
    NUMBER = "number"


_PHRASES: Final = (_Turn.DENIAL, _Turn.NO, _Turn.YES, _Turn.POLITE, _Turn.ALL, _Turn.FILLER)
_PLAIN_YES: Final = frozenset({_Turn.YES, _Turn.POLITE, _Turn.FILLER, _Turn.ALL, _Turn.NUMBER})
_PLAIN_NO: Final = (_PLAIN_YES - {_Turn.YES}) | {_Turn.NO, _Turn.DENIAL}
_NOTHING: Final = frozenset({_Turn.POLITE})
_CHOOSES: Final = frozenset({_Turn.ALL, _Turn.NUMBER})


@dataclass(frozen=True, slots=True, eq=False)
class _Vocabulary:
    """The turns of all languages.

    Args:
        turns: what each does. longest: words of the longest.
        accented: turns that count only with their accents, each with its language.
        doubts, greetings: first words of lines. adds: lines that let an address count.
    """

    turns: Mapping[Words, _Turn]
    longest: int
    accented: Mapping[Words, tuple[str, str]]
    doubts: frozenset[Words]
    greetings: frozenset[Words]
    adds: frozenset[Words]


@dataclass(frozen=True, slots=True)
class _Line:
    """What a line of an answer does.

    Args:
        turns: of all its sentences. strange: a part of it is none of our turns.
        asks: it has a question in it.
    """

    turns: frozenset[_Turn]
    numbers: tuple[int, ...]
    strange: bool
    asks: bool

    @property
    def is_yes(self) -> bool:
        """Whether it is a yes and nothing else."""
        return not self.strange and not self.asks and self.says_yes and self.turns <= _PLAIN_YES

    @property
    def is_no(self) -> bool:
        """Whether it is a no; a question beside a denial only wonders."""
        wonders = self.asks and _Turn.DENIAL not in self.turns
        return not self.strange and not wonders and self.says_no and self.turns <= _PLAIN_NO

    @property
    def says_yes(self) -> bool:
        """Whether there is a yes in it."""
        return _Turn.YES in self.turns

    @property
    def says_no(self) -> bool:
        """Whether there is a no or a denial in it."""
        return bool({_Turn.NO, _Turn.DENIAL} & self.turns)

    @property
    def chooses(self) -> bool:
        """Whether it is nothing but numbers of mails."""
        only = self.turns <= _CHOOSES | {_Turn.FILLER}
        return only and bool(self.turns & _CHOOSES) and not self.strange and not self.asks


def read_answer(lines: Sequence[str]) -> Answer:
    """Read the answer to a question in the lines of a mail that count.

    It stands in the first line with words that does not only greet. A line below that says the
    opposite, or that begins as a doubt does or asks right under it, leaves neither.
    """
    adds = frozenset(at for at, line in enumerate(lines) if _words(line) in _vocabulary().adds)
    left = [(at, line) for at, line in enumerate(lines) if at not in adds and _words(line)]
    while left and _only_greets(left[0][1]):
        del left[0]
    if not left:
        return Answer(Said.ADD if adds else Said.NEITHER, add=bool(adds), places=adds)
    at, first = left[0]
    head, below = _line(first), left[1 : 1 + _MOST_LINES]
    said = Said.YES if head.is_yes else Said.NO if head.is_no else Said.NEITHER
    under = [line for place, line in below[:1] if place == at + 1]
    more = _line(under[0]) if under else None
    joined = more is not None and more.chooses and not head.turns & _CHOOSES
    numbers = (*head.numbers, *(more.numbers if more is not None and joined else ()))
    turns = head.turns | (more.turns if more is not None and joined else frozenset())
    if said is Said.NEITHER or _taken_back(said, at, below) or not _chosen_well(turns):
        return Answer(Said.NEITHER)
    places = adds | {at} | ({below[0][0]} if joined else frozenset())
    return Answer(
        said, tuple(dict.fromkeys(numbers)), _Turn.ALL in turns, bool(adds), frozenset(places)
    )


def answers_plainly(lines: Sequence[str]) -> bool:
    """Tell whether a mail says yes or no, and nothing else."""
    said = read_answer(lines)
    beside = any(line.strip() and at not in said.places for at, line in enumerate(lines))
    return said.said in {Said.YES, Said.NO} and not beside


def numbers_chosen(line: str) -> tuple[int, ...]:
    """Return the numbers with which a line answers that holds nothing else but words which say nothing.

    `1 and 2 both please`, `2 wie gesagt`; one that says yes or no holds more.
    """
    read = _line(line)
    little = read.turns <= {_Turn.NUMBER, _Turn.POLITE, _Turn.FILLER, _Turn.ALL}
    several = _Turn.ALL not in read.turns or len(read.numbers) > 1
    plain = little and several and not (read.strange or read.asks)
    return tuple(dict.fromkeys(read.numbers)) if plain else ()


def _chosen_well(turns: frozenset[_Turn]) -> bool:
    """Tell whether what is chosen is clear: numbers or all, and not a little word without either."""
    chosen = turns & _CHOOSES
    return len(chosen) < len(_CHOOSES) and (bool(chosen) or _Turn.FILLER not in turns)


def _taken_back(said: Said, at: int, below: Sequence[tuple[int, str]]) -> bool:
    """Tell whether the lines below an answer say the opposite of it, or doubt it."""
    for place, text in below:
        line = _line(text)
        opposite = line.says_no if said is Said.YES else line.says_yes
        if not line.strange and opposite:
            return True
        if place == at + 1:
            at = place  # the same paragraph still
            words = _words(text)
            # One word alone, WAIT, is a command.
            if line.asks or (len(words) > 1 and words[:1] in _vocabulary().doubts):
                return True
    return False


def _only_greets(line: str) -> bool:
    words = _words(line)
    if len(words) > _GREETS or words[:1] not in _vocabulary().greetings:
        return False
    read = _line(line)
    return not read.asks and (read.strange or read.turns <= _NOTHING)


def _line(text: str) -> _Line:
    return _line_in(spoken(), text)


@lru_cache(maxsize=512)
def _line_in(writers: str, text: str) -> _Line:
    """Read a line of somebody who gets his mails in a language."""
    turns: set[_Turn] = set()
    numbers: list[int] = []
    plain = _RANGE.sub(_spelt_out, fold(text[:_LONGEST]))
    strange, asks = (
        len(text) > _LONGEST or not _REFUSING.isdisjoint(text) or _is_thumb(text),
        False,
    )
    for sentence, end in _SENTENCE.findall(plain):
        words = words_of(sentence)
        if not words:
            continue
        if "?" in end:
            asks = True
            continue
        parts = _turns_of(words, text, writers)
        strange = strange or parts is None
        for turn, number in parts or ():
            turns.add(turn)
            numbers += (number,) if turn is _Turn.NUMBER else ()
    return _Line(frozenset(turns), tuple(numbers), strange, asks)


def _is_thumb(text: str) -> bool:
    """Tell whether a line is or ends in a thumb in brackets, which is no explicit answer."""
    return text.rstrip(" .!").endswith(("(n)", "(N)", "(y)", "(Y)"))


def _spelt_out(match: re.Match[str]) -> str:
    first, last = int(match[1]), int(match[2])
    return " ".join(map(str, range(first, last + 1))) if first < last else match[0]


def _turns_of(words: Words, text: str, writers: str) -> list[tuple[_Turn, int]] | None:
    """Return the turns that a sentence is made of, with the number of each; None if it has more.

    The longest turns are tried first, and each place once, so the time is in line with the length.
    """
    if len(words) > _MOST_WORDS:
        return None
    best: dict[int, list[tuple[_Turn, int]]] = {len(words): []}
    for at in reversed(range(len(words))):
        for end in range(min(len(words), at + _vocabulary().longest), at, -1):
            turn = _turn(words[at:end], text, writers)
            if turn is not None and end in best:
                best[at] = [turn, *best[end]]
                break
    return best.get(0)


def _turn(words: Words, text: str, writers: str) -> tuple[_Turn, int] | None:
    if len(words) == 1 and words[0].isascii() and words[0].isdecimal():
        number = int(words[0][:3])
        return (_Turn.NUMBER, number) if number <= _MOST_NUMBER else None
    vocabulary = _vocabulary()
    turn = vocabulary.turns.get(words)
    if turn is not None and words in vocabulary.accented:
        code, accented = vocabulary.accented[words]
        said = unicodedata.normalize("NFC", text).casefold()
        if code != writers and accented not in said:
            return None
    return (turn, 0) if turn is not None else None


def _words(line: str) -> Words:
    return words_of(fold(line[:_LONGEST]))


@lru_cache(maxsize=1)
def _vocabulary() -> _Vocabulary:
    turns: dict[Words, _Turn] = {}
    accented: dict[Words, tuple[str, str]] = {}
    firsts: dict[str, set[Words]] = {"doubt": set(), "greeting": set(), "add": set()}
    for code in known():
        raw = load_turns(ANSWERS_FILE, code)
        for kind in reversed(_PHRASES):
            turns |= dict.fromkeys(spelt(code, raw.get(kind.value, ())), kind)
        for name, words in firsts.items():
            words.update(spelt(code, raw.get(name, ())))
        accented |= {words_of(fold(text)): (code, text) for text in raw.get("accented", ())}
    return _Vocabulary(
        turns,
        max(map(len, turns)),
        accented,
        frozenset(firsts["doubt"]),
        frozenset(firsts["greeting"]),
        frozenset(firsts["add"]),
    )
