"""Says the words of a line as its writer wrote them.

Lines are read folded, and put into English where they are in another language; what is said of them
quotes the words that the writer knows: `“Böhmem”` and not `“Bohmem”`, `„unterstützt“` and not
`„supports“`. Which line is being read is no argument of every complaint; it is set around reading
one, as the language that is spoken is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from unicodedata import category, normalize

from gm.interpret.folding import fold
from gm.interpret.tongues import Tongue, Words, words_of

_WORD = re.compile(r"[^\W_]+")

_LONGEST = 2000
"""Characters in which words are looked for."""

_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
"""Kinds of signs that print nothing, and may turn a line around."""

_MOST_WORDS = 4
"""Words that are looked up as one turn."""


@dataclass(frozen=True, slots=True)
class _Source:
    """Lines as they were written.

    Args:
        lines: the one that is read, and those it may go on in.
        tongue: from which they were put into English; None if they are read as they stand.
    """

    lines: Sequence[str]
    tongue: Tongue | None

    def find(self, words: str) -> str:
        """Return the words as they stand in the lines; as they are if they are not found."""
        wanted, text = words_of(words), normalize("NFC", "\n".join(self.lines)[:_LONGEST])
        if not wanted or words in text:
            return words
        matches = [*_WORD.finditer(text)]
        plain = tuple(self._plain(match.group()) for match in matches)
        for at in range(len(matches)):
            if (end := self._end(plain, at, wanted)) is not None:
                known = [*_WORD.finditer(words)]
                said = text[matches[at].start() : matches[end - 1].end()]
                whole = f"{words[: known[0].start()]}{said}{words[known[-1].end() :]}"
                return " ".join(whole.split())
        return words

    def _plain(self, word: str) -> str:
        folded = fold(word)
        if self.tongue is not None:
            folded = self.tongue.spelling.without_prefixes(folded)
        return "".join(words_of(folded))

    def _end(self, plain: Words, at: int, wanted: Words) -> int | None:
        """Return behind which word the wanted ones end if they begin at one; None if they do not."""
        done = 0
        while done < len(wanted) and at < len(plain):
            for end in range(at + 1, at + 1 + _MOST_WORDS):
                read = self._english(plain[at:end])
                fit = next(
                    (pair for pair in read if pair == wanted[done : done + len(pair)]), None
                )
                if fit or (fit == () and done):
                    at, done = end, done + len(fit)
                    break
            else:
                return None
        return at if done == len(wanted) else None

    def _english(self, turn: Words) -> Iterator[Words]:
        """Yield a turn of words as it stands, and in each way it is put into English."""
        if len(turn) == 1:
            yield turn
        if self.tongue is not None:
            if any(turn == words_of(fold(forbid)) for forbid in self.tongue.forbids):
                yield ("not",)
            for words in (self.tongue.words, self.tongue.otherwise):
                if turn in words:
                    yield words_of(words[turn])


_SOURCE: ContextVar[_Source | None] = ContextVar("source", default=None)


@contextmanager
def echoing(lines: Sequence[str], tongue: Tongue | None = None) -> Iterator[None]:
    """Read a line inside a `with`, so that its words are found as they were written.

    Args:
        lines: the one that is read, and those it may go on in.
        tongue: from which they were put into English; None if they are read as they stand.
    """
    token = _SOURCE.set(_Source(lines, tongue))
    try:
        yield
    finally:
        _SOURCE.reset(token)


def as_written(words: str) -> str:
    """Return words of the line that is being read as its writer wrote them."""
    source = _SOURCE.get()
    return words if source is None else source.find(words)


def kept_as_written(words: str) -> str:
    """Return words of the line that is being read as an order keeps them: the reason of a payment.

    They are its writer's own, umlauts and all; only signs that cannot be seen are left out.
    """
    return "".join(sign for sign in as_written(words) if category(sign) not in _UNSEEN)
