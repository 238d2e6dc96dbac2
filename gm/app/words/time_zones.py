"""TIMEZONE: the zone in which a player's mails tell the time."""

from __future__ import annotations

import difflib
from dataclasses import replace
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from gm.app.orders.receipts import Sitting
from gm.app.records import JournalEntry
from gm.errors import InputError
from gm.report.wording.phrases import listed


def set_time_zone(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Tell a player the time in another zone from now on; InputError if there is none such."""
    zone = zone_named(rest)
    person, now = sitting.letter.person, sitting.services.clock.now()
    sitting.transaction.save_person(replace(person, time_zone=zone))
    text = f"{person.name} is told the time in {zone}."
    game = sitting.table.game.id
    entry = JournalEntry(0, game, now, "time zone changed", sitting.power, text)
    sitting.transaction.add_journal(entry)
    there = now.astimezone(ZoneInfo(zone))
    return (
        (
            f"Your mails tell the time in {zone} from now on, where it is {there:%H:%M}. Deadlines "
            "are where they were."
        ),
    )


def zone_named(text: str) -> str:
    """Return the zone that a text names: `Europe/Dublin`, `dublin`, `utc`; InputError for none."""
    wanted = text.strip().casefold().replace(" ", "_")
    whole, cities = _zones()
    if wanted in whole:
        return whole[wanted]
    found = cities.get(wanted, ())
    if len(found) == 1:
        return found[0]
    close = difflib.get_close_matches(wanted, [*whole, *cities], n=3)
    near = (
        found
        or tuple(
            dict.fromkeys(
                zone for one in close for zone in (whole.get(one), *cities.get(one, ())) if zone
            )
        )[:3]
    )
    asked = f" Did you mean {listed(near, 'or')}?" if near else ""
    raise InputError(
        f"There is no time zone {text!r}.{asked} Write it as area and city: Europe/Dublin, "
        "America/New_York."
    )


@lru_cache(maxsize=1)
def _zones() -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Return the zones by their names in small letters, and by their cities."""
    names = sorted(one for one in available_timezones() if _is_plain(one))
    whole = {name.casefold(): name for name in names}
    cities: dict[str, tuple[str, ...]] = {}
    for name in names:
        city = name.rpartition("/")[2].casefold()
        cities[city] = (*cities.get(city, ()), name)
    return whole, cities


def _is_plain(name: str) -> bool:
    area = name.partition("/")[0]
    return area not in {"posix", "right", "SystemV", "localtime", "Factory"}
