"""A kit for reading: lines of keywords, names and numbers, by a small Lark grammar.

The grammar of a game has one rule for each kind of line; its words are terminals with patterns, and
the names of things are terminals that it only declares: `%declare PLACE`. What a line orders is made
by a function for each rule. A line that is not read as it stands is read with a slip or two mended;
what comes of that is an order only where nothing else can be meant, and else a choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Final, Generic, TypeVar

from rapidfuzz.distance import OSA

from gm.interpret.folding import fold
from gm.interpret.grammars import (
    Found,
    Grammar,
    Node,
    Parse,
    kind_of,
    load_grammar,
    subtrees,
    words,
)
from gm.interpret.name_index import NameIndex, letters_that_may_be_wrong
from gm.interpret.numbers import number_of, number_words
from gm.interpret.patterns import spellings
from gm.interpret.plain_words import PLAIN_WORDS

T = TypeVar("T")

LONGEST_LINE: Final = 400
"""Characters of the longest line that is read."""

_MOST_STEPS: Final = 5000
"""Words that are tried in a line, one after the other and one for another, before it is given up."""

_MOST_SLIPS: Final = 2
_MOST_CHOICES: Final = 5
_SHORTEST_SLIP: Final = 4
_PASSED_OVER: Final = re.compile(r"\s*")
_END: Final = re.compile(r"[\s.]*$")
_FIGURE: Final = re.compile(rf"\d+|\b(?:{'|'.join(number_words())})\b", re.I)
_ANY_WORD: Final = re.compile(r"[^\W_]+|\S")


@dataclass(frozen=True, slots=True)
class KeywordWord:
    """A word of a line as it was read.

    Args:
        kind: the terminal of the grammar.
        text: as written, without what is folded.
        meant: the id of what it names; "" for a plain word.
    """

    kind: str
    text: str
    meant: str = ""


@dataclass(frozen=True, slots=True)
class KeywordPhrase:
    """A line, or a part of it, as the grammar has it.

    Args:
        rule: of the grammar.
        words: its own, without those of the parts inside.
        parts: inside, from left to right.
    """

    rule: str
    words: tuple[KeywordWord, ...]
    parts: tuple[KeywordPhrase, ...] = ()

    def named(self, kind: str) -> tuple[str, ...]:
        """Return the ids of what its own words of a kind name."""
        return tuple(word.meant for word in self.words if word.kind == kind)

    def texts(self, kind: str) -> tuple[str, ...]:
        """Return its own words of a kind, as written."""
        return tuple(word.text for word in self.words if word.kind == kind)

    def numbers(self, kind: str = "NUMBER") -> tuple[int, ...]:
        """Return the whole numbers in its own words of a kind: 2 for `X2`, 3 for `three`."""
        return tuple(
            number_of(figure[0])
            for text in self.texts(kind)
            if (figure := _FIGURE.search(text)) is not None
        )

    def has(self, kind: str) -> bool:
        """Tell whether one of its own words is of a kind."""
        return any(word.kind == kind for word in self.words)


@dataclass(frozen=True, slots=True)
class KeywordLine(Generic[T]):
    """What came of a line.

    Args:
        text: the line as written.
        made: what it orders; None where that is not sure.
        mended: the line as it was understood, where a slip in it was mended; else "".
        piece: the words at which it could not be read on; "" at its end.
        expected: the words that could have stood there, as the grammar spells them.
        choices: what it may have meant, each as a line that would be read, with what that orders.
        opened: it begins as lines of the game do.
    """

    text: str
    made: T | None = None
    mended: str = ""
    piece: str = ""
    expected: tuple[str, ...] = ()
    choices: tuple[tuple[str, T], ...] = ()
    opened: bool = False


@dataclass(frozen=True, slots=True)
class _Step:
    """A way to read one more word.

    Args:
        kind: as which terminal; end: up to where.
        ids: what it names.
        slip: it is not written so; sure: and can mean nothing else; spelt: how it would be.
    """

    kind: str
    end: int
    ids: tuple[str, ...] = ()
    slip: bool = False
    sure: bool = True
    spelt: str = ""


@dataclass(frozen=True, slots=True)
class _State:
    """A line that is read up to a place."""

    parse: Parse
    at: int = 0
    steps: tuple[tuple[int, _Step], ...] = ()

    @property
    def slips(self) -> int:
        return sum(step.slip for _, step in self.steps)


@dataclass(slots=True)
class _Farthest:
    """How far a line could be read at all, and what could have stood there."""

    at: int = 0
    expected: dict[str, None] = field(default_factory=dict)

    def reached(self, state: _State) -> None:
        if state.at > self.at:
            self.at, self.expected = state.at, {}
        if state.at == self.at:
            self.expected |= dict.fromkeys(state.parse.expected)


@dataclass(frozen=True, eq=False)
class KeywordLines(Generic[T]):
    """The lines of a game.

    Args:
        grammar: the name of its file among the grammars, `irish_freedom/orders`, or where it lies.
        makers: for each rule that a line may be, what makes an order of it.
        text: an order as a line that is read again.
        names: for each declared terminal what it may name.
        called: what words of a terminal are called where one is missing: `a number`.
    """

    grammar: str | Path
    makers: Mapping[str, Callable[[KeywordPhrase], T]]
    text: Callable[[T], str]
    names: Mapping[str, NameIndex] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)

    def read(self, line: str) -> KeywordLine[T]:
        """Return what a line orders, or what it may have meant."""
        plain, farthest = fold(line[: LONGEST_LINE + 1]), _Farthest()
        if not plain or len(plain) > LONGEST_LINE:
            return KeywordLine(line)
        exact = self._made_of(plain, self._readings(plain, farthest, slips=False))
        if len(exact) == 1:
            return KeywordLine(line, made=exact[0][1])
        if exact:
            return KeywordLine(line, choices=exact[:_MOST_CHOICES])
        mended = [*self._readings(plain, _Farthest(), slips=True)]
        choices = self._made_of(plain, mended)
        at = farthest.at
        word = _ANY_WORD.match(plain, at)
        read: KeywordLine[T] = KeywordLine(
            line,
            piece=word[0] if word is not None else "",
            expected=self._printed(farthest.expected),
            choices=choices[:_MOST_CHOICES],
            opened=at > 0,
        )
        if len(choices) == 1 and all(step.sure for _, step in mended[0].steps):
            return replace(read, made=choices[0][1], mended=choices[0][0], choices=())
        return read

    def pieces_in(self, text: str) -> Iterator[str]:
        """Yield what may be orders, of two words and more, among the other words of a line."""
        plain, end = fold(text[:LONGEST_LINE]), 0
        for word in _ANY_WORD.finditer(plain):
            longest = self._longest_from(plain, word.start()) if word.start() >= end else None
            if longest is not None:
                end = longest.at
                yield plain[word.start() : end]

    def _longest_from(self, line: str, start: int) -> _State | None:
        """Return the longest order that begins at a place of a line; None if none does."""
        waiting, longest, tried = [_State(self._compiled.start(), start)], None, 0
        while waiting and tried < _MOST_STEPS:
            state, tried = waiting.pop(), tried + 1
            longer = longest is None or state.at > longest.at
            if longer and len(state.steps) > 1 and state.parse.may_end():
                longest = state
            at = _end_of(_PASSED_OVER, line, state.at)
            waiting += self._further(line, replace(state, at=at), slips=False)
        return longest

    @cached_property
    def _compiled(self) -> Grammar:
        return load_grammar(self.grammar)

    @cached_property
    def _spelt(self) -> dict[str, str]:
        """For each terminal how it is spelt first."""
        spelt = dict[str, str]()
        for terminal in self._compiled.lark.terminals:
            if first := next(spellings(terminal.pattern.value), ""):
                spelt[terminal.name] = first.upper()
        return spelt

    def _printed(self, terminals: Iterable[str]) -> tuple[str, ...]:
        """Return what could stand at a place: how words are spelt, and what kinds of names."""
        known = {**self._spelt, **{kind: kind.lower() for kind in self.names}, **self.called}
        return tuple(known[terminal] for terminal in sorted(terminals) if terminal in known)

    def _made_of(self, line: str, readings: Iterable[_State]) -> tuple[tuple[str, T], ...]:
        """Return what readings order, each once; what names several things orders each of them."""
        orders = dict[str, T]()
        for state in readings:
            for named in _each_named(state):
                phrase = self._phrase(line, named)
                order = self.makers[phrase.rule](phrase)
                orders.setdefault(self.text(order), order)
        return tuple(orders.items())

    def _readings(self, line: str, farthest: _Farthest, *, slips: bool) -> Iterator[_State]:
        """Yield the ways to read a line to its end; without slips the first alone, which is the closest."""
        waiting, tried = [_State(self._compiled.start())], 0
        while waiting and tried < _MOST_STEPS:
            state, tried = waiting.pop(), tried + 1
            at = _end_of(_PASSED_OVER, line, state.at)
            state = replace(state, at=at)
            farthest.reached(state)
            if _END.match(line, at) and state.parse.may_end():
                yield state
                if not slips:
                    return
                continue
            waiting += reversed([*self._further(line, state, slips=slips)])

    def _further(self, line: str, state: _State, *, slips: bool) -> Iterator[_State]:
        steps = sorted(self._steps(line, state), key=lambda step: -step.end)
        if not steps and slips and state.slips < _MOST_SLIPS:
            steps = [*self._slips(line, state)]
        for step in steps:
            if (parse := state.parse.feed(step.kind)) is not None:
                yield _State(parse, step.end, (*state.steps, (state.at, step)))

    def _steps(self, line: str, state: _State) -> Iterator[_Step]:
        """Yield the ways to read the next word as it stands."""
        expected = state.parse.expected
        for kind, pattern in self._compiled.patterns:
            match = pattern.match(line, state.at) if kind in expected else None
            if match is not None and kind not in self.names:
                yield _Step(kind, match.end())
        for kind, index in self.names.items():
            if kind in expected:
                for piece in index.pieces_at(line, state.at):
                    yield _Step(kind, piece.end, piece.ids)

    def _slips(self, line: str, state: _State) -> Iterator[_Step]:
        """Yield the ways to read the next word as a slip of another."""
        match = _ANY_WORD.match(line, state.at)
        if match is None or not match[0][0].isalnum():
            return
        word, end, expected = match[0].casefold(), match.end(), state.parse.expected
        if word in PLAIN_WORDS:
            return
        if len(word) >= _SHORTEST_SLIP:
            limit = letters_that_may_be_wrong(len(word))
            for spelt, kind in self._compiled.vocabulary.items():
                if kind in expected and kind not in self.names:
                    far = OSA.distance(word, spelt, score_cutoff=limit)
                    if 0 < far <= limit:
                        yield _Step(kind, end, slip=True, sure=far == 1, spelt=spelt)
        if len(word) < _SHORTEST_SLIP and not match[0].isupper():  # a code, or a little word
            return
        for kind, index in self.names.items():
            if kind in expected:
                sure = index.slip(word)
                for id_ in index.near(word):
                    yield _Step(kind, end, (id_,), slip=True, sure=id_ == sure)

    def _phrase(self, line: str, state: _State) -> KeywordPhrase:
        """Return the tree of a line that was read to its end."""
        read = [
            (start, Found(step.kind, step.end, step.spelt or line[start : step.end]))
            for start, step in state.steps
        ]
        meant = {start: step.ids[0] for start, step in state.steps if step.ids}
        (whole,) = subtrees(self._compiled.tree(read))
        return _phrase_of(whole, meant)


def _phrase_of(node: Node, meant: Mapping[int, str]) -> KeywordPhrase:
    own_words = tuple(
        KeywordWord(word.type, str(word), meant.get(word.span[0], "")) for word in words(node)
    )
    return KeywordPhrase(
        kind_of(node), own_words, tuple(_phrase_of(part, meant) for part in subtrees(node))
    )


def _each_named(state: _State) -> Iterator[_State]:
    """Yield a reading for each thing that its names may mean, the first for each name first."""
    named = [[replace(step, ids=(id_,)) for id_ in step.ids] or [step] for _, step in state.steps]
    for steps in product(*named):
        at = (start for start, _ in state.steps)
        yield replace(state, steps=tuple(zip(at, steps, strict=True)))


def _end_of(pattern: re.Pattern[str], line: str, start: int) -> int:
    match = pattern.match(line, start)
    return match.end() if match is not None else start
