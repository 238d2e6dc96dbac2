"""Time zones as people name them: by area and city, by the city alone, with a slip of the keys.

Also by a city that no zone is named after, by the name of a zone's time, or by its distance from UTC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final
from zoneinfo import available_timezones

from gm.errors import InputError
from gm.languages import gettext, listed, quoted
from gm.languages.near_words import nearest

_MOST: Final = 3
"""So many zones are guessed at."""

_CALLED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Africa/Johannesburg": "cape_town durban pretoria",
        "America/Chicago": "central us_central houston dallas austin san_antonio minneapolis",
        "America/Denver": "mountain us_mountain salt_lake_city",
        "America/Los_Angeles": (
            "pacific us_pacific san_francisco san_diego san_jose seattle las_vegas sacramento oakland"
        ),
        "America/New_York": (
            "eastern us_eastern nyc boston washington washington_dc washington_d.c. philadelphia miami "
            "atlanta baltimore pittsburgh cleveland"
        ),
        "America/Sao_Paulo": "rio rio_de_janeiro brasilia",
        "America/Toronto": "ottawa quebec",
        "Asia/Kolkata": "mumbai delhi new_delhi bangalore chennai india indian",
        "Asia/Shanghai": "beijing peking china",
        "Asia/Tokyo": "osaka kyoto japan",
        "Europe/Amsterdam": "rotterdam the_hague utrecht",
        "Europe/Berlin": (
            "munich münchen muenchen hamburg frankfurt cologne köln koeln stuttgart leipzig bonn "
            "germany german deutschland central_european mitteleuropäische"
        ),
        "Europe/Dublin": "ireland irish éire cork galway limerick waterford bhaile_átha_cliath",
        "Europe/Athens": "eastern_european",
        "Europe/London": "uk british england manchester birmingham edinburgh glasgow cardiff leeds",
        "Europe/Madrid": "barcelona valencia seville spain",
        "Europe/Paris": "lyon marseille toulouse france french",
        "Europe/Rome": "milan naples turin florence italy",
        "Europe/Vienna": "wien salzburg graz austria",
        "Europe/Zurich": "zürich geneva basel bern switzerland",
        "Pacific/Auckland": "wellington new_zealand",
    }
)
"""What people call zones whose names they do not know, blanks as `_`."""

_OFFSET: Final = re.compile(r"(?:utc|gmt)_*([+\-−–])_*(\d{1,2})(?::?(\d\d))?", re.I)
"""`UTC+2`: hours east of Greenwich, as everybody but the zones' own names counts them."""

_FARTHEST: Final = {"+": 14, "-": 12}
"""Hours from UTC of the farthest zones, east and west."""

_AROUND: Final = re.compile(r"_(?:standard_|daylight_|summer_)?time(?:_?zone)?$|_zeit$")


def zone_named(text: str) -> str:
    """Return the zone that a text names: `Europe/Dublin`, `dublin`, `utc+2`; InputError for none."""
    wanted = re.sub(r"\s+", "_", text.strip(" .").casefold())
    if (hours := _OFFSET.fullmatch(wanted)) is not None:
        return _at_distance(text, hours)
    whole, cities = _zones()
    for name in _tried(wanted):
        called = whole.get(name) or _called().get(name)
        if called is not None:
            return called
        zones = cities.get(name, ())
        if len(zones) == 1:
            return zones[0]
        if zones:
            break
    else:
        zones = _near(_AROUND.sub("", wanted))
    near = zones
    none = gettext("There is no time zone {text}.", text=quoted(text))
    asked = gettext("Did you mean {names}?", names=listed(near, "or")) if near else ""
    form = gettext("Write it as area and city: Europe/Dublin, America/New_York.")
    raise InputError(" ".join(filter(None, (none, asked, form))))


def _tried(wanted: str) -> Iterator[str]:
    """Yield a name as written, without "time" behind it, and without the land behind a comma."""
    bare = _AROUND.sub("", wanted)
    yield from dict.fromkeys((wanted, bare, bare.partition(",")[0]))


def _at_distance(text: str, hours: re.Match[str]) -> str:
    """Return the zone of whole hours from UTC; the zones' own names count them the other way."""
    side = "+" if hours[1] == "+" else "-"
    count = int(hours[2])
    if int(hours[3] or 0) or count > _FARTHEST[side]:
        none = gettext("There is no time zone {text}.", text=quoted(text))
        form = gettext("Write it as area and city: Europe/Dublin, America/New_York.")
        raise InputError(f"{none} {form}")
    return f"Etc/GMT{'-' if side == '+' else '+'}{count}" if count else "UTC"


@lru_cache(maxsize=1)
def _called() -> dict[str, str]:
    """Return the zones by what people call them."""
    return {name: zone for zone, names in _CALLED.items() for name in names.split()}


def _near(wanted: str) -> tuple[str, ...]:
    """Return the zones that are written much like a word, three at most."""
    whole, cities = _zones()
    close = nearest(wanted, [*whole, *cities], most=_MOST)
    zones = (zone for text in close for zone in (whole.get(text), *cities.get(text, ())) if zone)
    return tuple(dict.fromkeys(zones))[:_MOST]


@lru_cache(maxsize=1)
def _zones() -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Return the zones by their names in small letters, and by their cities."""
    names = sorted(timezone for timezone in available_timezones() if _is_plain(timezone))
    whole = {name.casefold(): name for name in names}
    cities: dict[str, tuple[str, ...]] = {}
    for name in names:
        city = name.rpartition("/")[2].casefold()
        cities[city] = (*cities.get(city, ()), name)
    return whole, cities


def _is_plain(name: str) -> bool:
    area = name.partition("/")[0]
    return area not in {"posix", "right", "SystemV", "localtime", "Factory"}
