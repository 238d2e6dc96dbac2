"""Time zones as players name them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from gm.app.clock.zone_names import _CALLED, zone_named
from gm.errors import InputError
from tests.app.world import World

NAMED = [
    ("New York", "America/New_York"),
    ("new  york", "America/New_York"),
    ("San Francisco", "America/Los_Angeles"),
    ("Eastern Time", "America/New_York"),
    ("US Eastern Time", "America/New_York"),
    ("Pacific Daylight Time", "America/Los_Angeles"),
    ("Berlin time", "Europe/Berlin"),
    ("Berlin timezone", "Europe/Berlin"),
    ("Munich", "Europe/Berlin"),
    ("München", "Europe/Berlin"),
    ("Dublin, Ireland", "Europe/Dublin"),
    ("Irish time", "Europe/Dublin"),
    ("Central European Time", "Europe/Berlin"),
    ("UTC", "UTC"),
    ("GMT+0", "UTC"),
    ("EST", "EST"),
]
HOURS = [
    ("UTC+2", 2),
    ("GMT+1", 1),
    ("UTC-5", -5),
    ("utc + 2", 2),
    ("UTC−5", -5),
    ("UTC+02:00", 2),
]


@pytest.mark.parametrize(("text", "zone"), NAMED)
def test_a_zone_is_found_by_what_people_call_it(text: str, zone: str) -> None:
    """A city, a land's or a zone's time; blanks and capitals as one likes."""
    assert zone_named(text) == zone


@pytest.mark.parametrize(("text", "hours"), HOURS)
def test_hours_from_utc_are_counted_as_people_count_them(text: str, hours: int) -> None:
    """East is plus, though the names of such zones count the other way."""
    there = datetime(2026, 7, 1, tzinfo=UTC).astimezone(ZoneInfo(zone_named(text)))
    assert there.utcoffset() == timedelta(hours=hours)


@pytest.mark.parametrize("text", ["UTC+25", "UTC+05:30", "Atlantis", "my own time", ""])
def test_what_is_no_zone_is_refused_with_its_form(text: str) -> None:
    """Nothing is guessed at far away."""
    with pytest.raises(InputError, match="Write it as area and city"):
        zone_named(text)


def test_every_name_is_of_a_zone_that_there_is() -> None:
    """And none is said of two."""
    names = [name for called in _CALLED.values() for name in called.split()]
    assert len(names) == len(set(names))
    for zone in _CALLED:
        ZoneInfo(zone)


@pytest.mark.parametrize(
    "line",
    [
        "TIMEZONE New York",
        "TIMEZONE: New York",
        "time zone: New York.",
        "SET TIMEZONE Eastern Time",
    ],
)
def test_a_zone_of_two_words_comes_by_mail(world: World, line: str) -> None:
    """Its player is told the time there from now on."""
    world.start(variant="standard")
    world.mail("france", line)
    assert "America/New_York from now on" in " ".join(world.last_text("france").split())


@pytest.mark.slow
def test_talk_of_time_zones_is_no_command(world: World) -> None:
    """Small letters and no colon: nothing is set by it."""
    world.start(variant="standard")
    world.mail("france", "time zone differences are hard\nA Par - Bur")
    assert world.orders("france") == ["A PAR - BUR"]
    assert "There is no time zone" not in world.last_text("france")
