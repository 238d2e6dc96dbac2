"""Time zones as people name them: by area and city, by the city alone, with a slip of the keys."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from zoneinfo import available_timezones

from gm.errors import InputError
from gm.languages import gettext, quoted
from gm.languages.near_words import near_words
from gm.report.wording.phrases import listed

_MOST: Final = 3
"""So many zones are guessed at."""


def zone_named(text: str) -> str:
    """Return the zone that a text names: `Europe/Dublin`, `dublin`, `utc`; InputError for none."""
    wanted = text.strip().casefold().replace(" ", "_")
    whole, cities = _zones()
    if wanted in whole:
        return whole[wanted]
    found = cities.get(wanted, ())
    if len(found) == 1:
        return found[0]
    near = found or _near(wanted)
    none = gettext("There is no time zone {text}.", text=quoted(text))
    asked = gettext("Did you mean {names}?", names=listed(near, "or")) if near else ""
    form = gettext("Write it as area and city: Europe/Dublin, America/New_York.")
    raise InputError(" ".join(filter(None, (none, asked, form))))


def _near(wanted: str) -> tuple[str, ...]:
    """Return the zones that are written much like a word, three at most."""
    whole, cities = _zones()
    close = near_words(wanted, [*whole, *cities], most=_MOST)
    zones = (zone for one in close for zone in (whole.get(one), *cities.get(one, ())) if zone)
    return tuple(dict.fromkeys(zones))[:_MOST]


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
