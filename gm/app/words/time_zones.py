"""TIMEZONE: the zone in which a player's mails tell the time."""

from __future__ import annotations

from dataclasses import replace
from zoneinfo import ZoneInfo

from gm.app.clock.zone_names import zone_named
from gm.app.orders.receipts import Sitting
from gm.app.records import JournalEntry
from gm.app.words.writers import writer_now
from gm.languages import gettext


def set_time_zone(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Tell a player the time in another zone from now on; InputError if there is none such."""
    zone = zone_named(rest)
    person, now = writer_now(sitting), sitting.services.clock.now()
    sitting.transaction.save_person(replace(person, time_zone=zone))
    text = f"{person.name} is told the time in {zone}."
    game = sitting.table.game.id
    entry = JournalEntry(0, game, now, "time zone changed", sitting.power, text)
    sitting.transaction.add_journal(entry)
    there = now.astimezone(ZoneInfo(zone))
    return (
        (
            gettext(
                "Your mails tell the time in {zone} from now on, where it is {time}. "
                "Deadlines are where they were.",
                zone=zone,
                time=f"{there:%H:%M}",
            )
        ),
    )
