"""When deadlines fall: what holds of every schedule, and the days on which the clocks change."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.app.clock.schedule import Away, Schedule, deadline_after, next_allowed

ZONES = ("UTC", "Europe/Dublin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia")
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

EARLIEST = datetime(2009, 1, 1, tzinfo=UTC)

moments = st.integers(0, 21 * 365 * 86400).map(lambda one: EARLIEST + timedelta(seconds=one))
lengths = st.integers(0, 20 * 86400).map(lambda one: timedelta(seconds=one))
clocks = st.none() | st.builds(time, st.integers(0, 23), st.sampled_from([0, 30]))


@st.composite
def schedules(draw: st.DrawFn, *, away: bool = True) -> Schedule:
    """Any schedule; its holidays are at most three times of at most three weeks."""
    firsts = draw(st.lists(st.dates(date(2009, 1, 1), date(2030, 1, 1)), max_size=3))
    longs = [draw(st.integers(0, 20)) for _ in firsts]
    gone = draw(st.lists(st.tuples(moments, lengths), max_size=3)) if away else []
    return Schedule(
        zone=draw(st.sampled_from(ZONES)),
        at=draw(clocks),
        days=draw(st.frozensets(st.integers(0, 6), min_size=1)),
        holidays=tuple(
            (first, first + timedelta(days=long))
            for first, long in zip(firsts, longs, strict=True)
        ),
        begins=draw(st.none() | moments),
        away=tuple(Away(first, first + long) for first, long in gone),
    )


@given(schedules(), moments, lengths)
def test_a_deadline_is_never_early_and_falls_where_it_may(
    schedule: Schedule, opened: datetime, length: timedelta
) -> None:
    """The whole length is given, from the beginning on; then the next allowed day it is."""
    found = deadline_after(schedule, opened, length)
    assert found >= max(opened, schedule.begins or opened) + length
    assert schedule.allows(found.astimezone(ZoneInfo(schedule.zone)).date())
    assert not any(one.first <= found < one.back for one in schedule.away)
    assert next_allowed(schedule, found) == found


@given(schedules(away=False), moments)
def test_a_deadline_is_at_the_hour_and_soon(schedule: Schedule, moment: datetime) -> None:
    """The clock on the wall shows the hour, but where it leaves it out; no day is passed over."""
    found = next_allowed(schedule, moment)
    zone = ZoneInfo(schedule.zone)
    local = found.astimezone(zone)
    if schedule.at is not None and local.time() != schedule.at:
        said = datetime.combine(local.date(), schedule.at, zone)
        assert said.astimezone(UTC).astimezone(zone).time() != schedule.at, "no gap"
    day = moment.astimezone(zone).date() + DAY
    while day < local.date():
        skipped = zone.key == "Pacific/Apia" and day == date(2011, 12, 30)
        assert skipped or not schedule.allows(day)
        day += DAY


@given(schedules(), moments, lengths, lengths)
def test_more_time_never_ends_earlier(
    schedule: Schedule, opened: datetime, one: timedelta, other: timedelta
) -> None:
    """A longer phase ends no earlier than a shorter one, where deadlines have an hour."""
    schedule = replace(schedule, at=schedule.at or time(20))
    shorter, longer = sorted((one, other))
    assert deadline_after(schedule, opened, shorter) <= deadline_after(schedule, opened, longer)


@pytest.mark.parametrize(
    ("zone", "before", "utc"),
    [
        (
            "Europe/Dublin",
            datetime(2026, 3, 27, 20, tzinfo=UTC),
            19,
        ),  # the clocks go forward on the 29th
        ("Europe/Dublin", datetime(2026, 10, 23, 19, tzinfo=UTC), 20),  # and back on the 25th
        ("America/New_York", datetime(2026, 3, 7, 1, tzinfo=UTC), 0),
    ],
)
def test_eight_in_the_evening_stays_so_when_the_clocks_change(
    zone: str, before: datetime, utc: int
) -> None:
    """A day more and less of an hour: the deadline stays at 20:00 by the clock on the wall."""
    schedule = Schedule(zone=zone, at=time(20))
    found = deadline_after(schedule, before, timedelta(hours=60))
    assert found.astimezone(ZoneInfo(zone)).time() == time(20)
    assert found.hour == utc


def test_an_hour_that_is_left_out_or_comes_twice() -> None:
    """On the one day it is an hour later, on the other the second of the two."""
    schedule = Schedule(zone="Europe/Dublin", at=time(1, 30))
    spring = next_allowed(schedule, datetime(2026, 3, 28, 12, tzinfo=UTC))
    assert spring.astimezone(ZoneInfo("Europe/Dublin")).isoformat() == "2026-03-29T02:30:00+01:00"
    autumn = next_allowed(schedule, datetime(2026, 10, 24, 12, tzinfo=UTC))
    assert autumn.astimezone(ZoneInfo("Europe/Dublin")).isoformat() == "2026-10-25T01:30:00+00:00"


def test_weekdays_holidays_and_absences_together() -> None:
    """Friday's deadline: past the weekend, past Christmas, past him who is back on the 5th."""
    christmas = (date(2026, 12, 24), date(2027, 1, 1))
    schedule = Schedule(at=time(20), days=frozenset(range(5)), holidays=(christmas,))
    friday = datetime(2026, 12, 18, 21, tzinfo=UTC)
    assert next_allowed(schedule, friday) == datetime(2026, 12, 21, 20, tzinfo=UTC)
    holiday = friday + 5 * DAY
    assert next_allowed(schedule, holiday) == datetime(2027, 1, 4, 20, tzinfo=UTC)
    away = Away(datetime(2027, 1, 2, tzinfo=UTC), datetime(2027, 1, 5, 12, tzinfo=UTC))
    gone = Schedule(at=time(20), days=frozenset(range(5)), holidays=(christmas,), away=(away,))
    assert next_allowed(gone, holiday) == datetime(2027, 1, 5, 20, tzinfo=UTC)


def test_holidays_without_an_end_bind_for_ten_years() -> None:
    """A mistake of a GM leaves a game with a deadline all the same."""
    for_ever = Schedule(holidays=((date(2026, 1, 1), date(9999, 12, 31)),))
    moment = datetime(2026, 12, 1, tzinfo=UTC)
    assert next_allowed(for_ever, moment) == moment
