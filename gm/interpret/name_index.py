"""A kit for reading: the names of a game, found however they are written, and what a slip may mean.

A name may be an id, a full name, another name, or a beginning of at least three letters of each
word. What fits several is never guessed: all of them are returned. Letters and figures are words of
their own, so that `COR5`, `Cor 5` and `cor-5` are one name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz.distance import OSA

from gm.interpret.folding import fold
from gm.interpret.plain_words import PLAIN_WORDS

NameWords = tuple[str, ...]
"""The words of a name, folded and without case."""

_WORD = re.compile(r"[^\W\d_]+|\d+")
_BETWEEN = re.compile(r"[ .'/_-]{0,3}")
_SHORTEST_BEGINNING = 3
_SHORTEST_SLIP = 4
_MOST_NEAR = 5


def name_words(text: str) -> NameWords:
    """Return the words of a name; an apostrophe is nothing, a figure is a word of its own."""
    return tuple(_WORD.findall(fold(text).casefold().replace("'", "")))


def letters_that_may_be_wrong(length: int) -> int:
    """Return how many letters of a word of so many may be wrong."""
    return 1 if length <= 5 else 2 if length <= 9 else 3


@dataclass(frozen=True, slots=True)
class NamedPiece:
    """A piece of a line that may be a name.

    Args:
        end: where it ends in the line.
        ids: what it names; several where that is not clear.
        text: as written.
    """

    end: int
    ids: tuple[str, ...]
    text: str


@dataclass(frozen=True, eq=False)
class NameIndex:
    """The names of one kind of things of a game.

    Args:
        names: for each id how it is called, the printed name first; the id itself is a name too.
        articles: words that may stand before a name and are no part of it.
        short: whether beginnings count as names.
    """

    names: Mapping[str, tuple[str, ...]]
    articles: frozenset[str] = frozenset({"the"})
    short: bool = True

    def printed(self, id_: str) -> str:
        """Return the name of a thing as its game prints it."""
        return (*self.names[id_], id_)[0]

    def meant(self, text: str) -> tuple[str, ...]:
        """Return what a text names; several where it is not clear, nothing where it names nothing."""
        return self._named(name_words(text))

    def near(self, text: str) -> tuple[str, ...]:
        """Return what a text that names nothing may have meant, the likeliest first, five at most."""
        return tuple(id_ for id_, _ in self._measured("".join(name_words(text))))[:_MOST_NEAR]

    def slip(self, text: str) -> str | None:
        """Return the only thing that a misspelt name can mean; None where that is not sure.

        A wrong figure is no slip, and no slip is a word of plain English.
        """
        word = "".join(name_words(text))
        if len(word) < _SHORTEST_SLIP or not word.isalpha() or word in PLAIN_WORDS:
            return None
        near = self._measured(word)
        if not near or near[0][1] > letters_that_may_be_wrong(len(word)):
            return None
        # The more letters are wrong, the farther off the next name must be.
        margin = 1 if near[0][1] == 1 else 2
        return None if len(near) > 1 and near[1][1] < near[0][1] + margin else near[0][0]

    def pieces_at(self, line: str, start: int) -> tuple[NamedPiece, ...]:
        """Return the names that stand at a place of a folded line, the longest first."""
        pieces = list[NamedPiece]()
        for end in reversed(self._ends(line, start)):
            text = line[start:end]
            if ids := self.meant(text):
                pieces.append(NamedPiece(end, ids, text))
        return tuple(pieces)

    def _ends(self, line: str, start: int) -> list[int]:
        """Return where a name of one word, two words and so on would end."""
        ends, at = list[int](), start
        while len(ends) < self._most_words and (word := _WORD.match(line, at)):
            if _stops_inside_word(line, word.end()):
                # Letters and figures that are written together are never parted.
                at = word.end()
                continue
            ends.append(word.end())
            between = _BETWEEN.match(line, word.end())
            at = between.end() if between is not None else word.end()
        return ends

    def _named(self, words: NameWords) -> tuple[str, ...]:
        ids = self._whole.get(words)
        if ids is None and len(words) > 1 and words[0] in self.articles:
            return self._named(words[1:])
        return ids or (self._begun(words) if self.short else ())

    def _begun(self, words: NameWords) -> tuple[str, ...]:
        if not words or len(words[0]) < _SHORTEST_BEGINNING or words[-1] in self.articles:
            return ()
        begun = (
            id_
            for name, ids in self._whole.items()
            if len(name) >= len(words) and all(map(_begins, words, name))
            for id_ in ids
        )
        return tuple(dict.fromkeys(begun))

    def _measured(self, word: str) -> list[tuple[str, int]]:
        limit = letters_that_may_be_wrong(len(word)) + 1
        best = dict[str, int]()
        for name, ids in self._joined.items():
            far = OSA.distance(word, name, score_cutoff=limit)
            if far <= limit and far < len(name):
                for id_ in ids:
                    best[id_] = min(far, best.get(id_, far))
        return sorted(best.items(), key=lambda pair: (pair[1], pair[0]))

    @cached_property
    def _whole(self) -> dict[NameWords, tuple[str, ...]]:
        whole = defaultdict[NameWords, list[str]](list)
        for id_, names in self.names.items():
            for name in (id_, *names):
                words = name_words(name)
                for form in (words, words[1:] if words and words[0] in self.articles else words):
                    if form and id_ not in whole[form]:
                        whole[form].append(id_)
        return {words: tuple(ids) for words, ids in whole.items()}

    @cached_property
    def _joined(self) -> dict[str, tuple[str, ...]]:
        return {"".join(words): ids for words, ids in self._whole.items()}

    @cached_property
    def _most_words(self) -> int:
        return max(map(len, self._whole), default=0) + 1


def name_index(names: Mapping[str, Iterable[str]], *, short: bool = True) -> NameIndex:
    """Return the index of names; for each id how it is called, the printed name first."""
    return NameIndex({id_: tuple(called) for id_, called in names.items()}, short=short)


def _begins(short: str, full: str) -> bool:
    return full == short if short.isdigit() else full.startswith(short)


def _stops_inside_word(line: str, end: int) -> bool:
    return line[end : end + 1].isalnum()
