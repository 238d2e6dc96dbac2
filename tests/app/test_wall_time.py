"""Times on the wall where the clocks go forward and back, in zones that do it each in its own way."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from gm.app.clock.wall_time import instant
from gm.errors import InputError

SAID = "%Y-%m-%d %H:%M"


@pytest.mark.parametrize(
    ("zone", "said", "utc"),
    [
        # Summer time in Dublin is the law's standard time, and winter time one hour less than it.
        ("Europe/Dublin", "2026-10-25 00:59", "2026-10-24 23:59"),
        ("Europe/Dublin", "2026-10-25 02:00", "2026-10-25 02:00"),
        ("Europe/Dublin", "2027-03-28 00:59", "2027-03-28 00:59"),
        ("Europe/Dublin", "2027-03-28 02:00", "2027-03-28 01:00"),
        ("America/New_York", "2026-11-01 00:59", "2026-11-01 04:59"),
        ("America/New_York", "2026-11-01 02:00", "2026-11-01 07:00"),
        ("Australia/Lord_Howe", "2027-04-04 01:29", "2027-04-03 14:29"),
        ("Australia/Lord_Howe", "2027-04-04 02:00", "2027-04-03 15:30"),
        ("Australia/Lord_Howe", "2026-10-04 02:30", "2026-10-03 15:30"),
    ],
)
def test_a_time_that_comes_once_is_one_moment(zone: str, said: str, utc: str) -> None:
    """Right up to the change of the clocks, and right from it on."""
    assert f"{instant(datetime.fromisoformat(said), zone):{SAID}}" == utc


@pytest.mark.parametrize(
    ("zone", "said", "first", "second"),
    [
        ("Europe/Dublin", "2026-10-25 01:30", "01:30+01:00", "01:30+00:00"),
        ("America/New_York", "2026-11-01 01:30", "01:30-04:00", "01:30-05:00"),
        ("Australia/Lord_Howe", "2027-04-04 01:45", "01:45+11:00", "01:45+10:30"),
    ],
)
def test_a_time_that_comes_twice_is_asked_about(
    zone: str, said: str, first: str, second: str
) -> None:
    """Both moments are spelled, and each spelling is taken and names its own moment."""
    with pytest.raises(InputError, match="comes twice") as asked:
        instant(datetime.fromisoformat(said), zone)
    day = said[:10]
    assert f"write {day} {first} or {day} {second}." in str(asked.value)
    earlier, later = (
        instant(datetime.fromisoformat(f"{day} {one}"), zone) for one in (first, second)
    )
    assert earlier < later
    assert earlier.tzinfo is later.tzinfo is UTC


@pytest.mark.parametrize(
    ("zone", "said", "before", "after"),
    [
        ("Europe/Dublin", "2027-03-28 01:30", "2027-03-28 00:30", "2027-03-28 02:30"),
        ("America/New_York", "2027-03-14 02:30", "2027-03-14 01:30", "2027-03-14 03:30"),
        ("Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-04 01:45", "2026-10-04 02:45"),
    ],
)
def test_a_time_that_is_left_out_has_two_neighbours(
    zone: str, said: str, before: str, after: str
) -> None:
    """What the clocks go forward over is refused, and what is offered in its place exists."""
    with pytest.raises(InputError, match="does not exist") as refused:
        instant(datetime.fromisoformat(said), zone)
    assert str(refused.value).endswith(f"write {before} or {after}.")
    for offered in (before, after):
        instant(datetime.fromisoformat(offered), zone)
