"""Reading what a mail says while nobody waits for it: before the transaction that acts on it.

A transaction that writes keeps others from writing, on SQLite all of them, and how long a mail is
its sender decides. So no text of a mail is read in one. What is to be read is asked for by
`read_beforehand`, and a mail is acted on in rehearsal first, in a transaction that cannot write:
there its text is read, until the first thing would be stored. Acting finds each reading by what was
read, and against what: text, position, language. If it is not there, as something has changed in
between or only what was stored led to it, the whole transaction is taken back, the text is read in
the open, and the mail is acted on anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar, TypeVarTuple, cast

from gm.languages import speaking, spoken

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be read, by which function, in which language."""

    reader: Callable[..., object]
    language: str
    args: tuple[object, ...]


class ReadingWanted(Exception):
    """A transaction that writes needs a reading that was not made before."""

    def __init__(self, question: Question) -> None:
        super().__init__(f"{question.reader.__name__} was not asked before the transaction")
        self.question = question


class Rehearsed(Exception):
    """A rehearsal has gone far enough: what follows stores things, and as a rule reads no more."""


@dataclass(slots=True)
class Readings:
    """What has been read of one mail so far.

    Args:
        answers: what the readers found.
        writing: others wait for the transaction that is open, so that nothing is read now.
    """

    answers: list[tuple[Question, object]] = field(default_factory=list)
    writing: bool = False

    @contextmanager
    def rehearsing(self) -> Iterator[None]:
        """Read inside whatever is asked for: nobody waits."""
        with self._used(writing=False):
            yield

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Read nothing inside; Unread where that would be necessary."""
        with self._used(writing=True):
            yield

    @contextmanager
    def _used(self, *, writing: bool) -> Iterator[None]:
        token, self.writing = _CURRENT.set(self), writing
        try:
            yield
        finally:
            _CURRENT.reset(token)

    def read(self, question: Question) -> None:
        """Read, outside of any transaction, what one that writes had need of."""
        with speaking(question.language), self.rehearsing():
            self.answer(question)

    def answer(self, question: Question) -> object:
        """Return what a reader finds, or has found; Unread if it would have to read now."""
        for known, answer in self.answers:
            if known == question:
                return answer
        if self.writing:
            raise ReadingWanted(question)
        answer = question.reader(*question.args)
        self.answers.append((question, answer))
        return answer


_CURRENT: ContextVar[Readings | None] = ContextVar("readings", default=None)


def read_beforehand(reader: Callable[[*Ts], T], *args: *Ts) -> T:
    """Return what a reader finds in a text of a mail, asked before anybody waits for the answer.

    Args:
        reader: what it returns hangs on its arguments and the language that is spoken alone.
        args: values that are equal if they mean the same: texts, tuples, frozen records.

    Raises:
        Unread: the transaction has to be taken back, for it writes and this was not read before.
    """
    readings = _CURRENT.get()
    if readings is None:  # a command of the GM, who waits for himself
        return reader(*args)
    return cast("T", readings.answer(Question(reader, spoken(), args)))


def end_rehearsal() -> None:
    """Go no further if this is a rehearsal; Rehearsed."""
    readings = _CURRENT.get()
    if readings is not None and not readings.writing:
        raise Rehearsed


def may_read() -> bool:
    """Tell whether a text may be read now: not where others wait for a transaction of a mail."""
    readings = _CURRENT.get()
    return readings is None or not readings.writing
