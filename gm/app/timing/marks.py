"""WAIT and FINAL: what a power says of when the phase may be resolved.

A WAIT keeps a phase open until its deadline; FINAL says that nothing more will come, whatever is
left open. Both are for one phase, the last word counts, and orders may be changed after either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from gm.app.life_records import Mark, Word
from gm.app.ports import Transaction


def standing_marks(transaction: Transaction, phase_id: int) -> tuple[Mark, ...]:
    """Return the marks of a phase that count."""
    return tuple(mark for mark in transaction.marks(phase_id) if mark.taken_back_at is None)


def say(
    transaction: Transaction,
    phase_id: int,
    seats: Sequence[str],
    word: Word,
    at: datetime,
    inbox_id: int | None = None,
) -> None:
    """Let a word of some powers count, in place of their other one.

    Args:
        transaction: of the store.
        phase_id: of which phase they say it.
        seats: who; word: what.
        at: when they said it.
        inbox_id: the mail with which they did; None if the GM did for them.
    """
    other = Word.FINAL if word is Word.WAIT else Word.WAIT
    take_back(transaction, phase_id, seats, other, at)
    said = {mark.seat for mark in standing_marks(transaction, phase_id) if mark.word is word}
    for seat in seats:
        if seat not in said:
            transaction.add_mark(Mark(0, phase_id, seat, word, at, inbox_id))


def take_back(
    transaction: Transaction, phase_id: int, seats: Sequence[str], word: Word, at: datetime
) -> bool:
    """Let a word of some powers count no more; tell whether one of them had said it."""
    found = [
        mark
        for mark in standing_marks(transaction, phase_id)
        if mark.word is word and mark.seat in seats
    ]
    for one in found:
        transaction.save_mark(replace(one, taken_back_at=at))
    return bool(found)
