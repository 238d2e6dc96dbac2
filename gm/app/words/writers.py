"""Who wrote a mail, as he is registered now: an earlier line of it may have changed that."""

from __future__ import annotations

from gm.app.orders.receipts import Sitting
from gm.app.records import Person


def writer_now(sitting: Sitting) -> Person:
    """Return the writer of a mail with what its lines before this one have set."""
    person = sitting.letter.person
    return sitting.transaction.person_by_id(person.id) or person
