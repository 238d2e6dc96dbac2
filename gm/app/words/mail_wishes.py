"""MAILS: as text alone, without pictures, in the judges' manner: how a player's mails come."""

from __future__ import annotations

from dataclasses import replace

from gm.app.mail_out.likes import wishes_words, with_wishes
from gm.app.orders.receipts import Sitting
from gm.app.records import JournalEntry
from gm.app.words.writers import writer_now


def set_mails(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Send a player his mails in another way from now on; InputError if there is none such."""
    person, now = writer_now(sitting), sitting.services.clock.now()
    settings = with_wishes(person.settings, rest)
    sitting.transaction.save_person(replace(person, settings=settings))
    text = f"{person.name} wants his mails: {' '.join(rest.split())}."
    game = sitting.table.game.id
    entry = JournalEntry(0, game, now, "mails wanted", sitting.power, text)
    sitting.transaction.add_journal(entry)
    return wishes_words(settings)
