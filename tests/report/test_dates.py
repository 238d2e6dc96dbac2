"""Moments in the reader's zone, across summer time and midnight."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from gm.report.wording.dates import length_words, moment_words, short_moment, time_left

EVENING = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "zone", "words"),
    [
        (EVENING, "UTC", "Fri 27 Nov 2026, 20:00 UTC"),
        (EVENING, "Europe/Dublin", "Fri 27 Nov 2026, 20:00 (Europe/Dublin; 20:00 UTC)"),
        (
            datetime(2026, 7, 3, 20, 0, tzinfo=UTC),
            "Europe/Dublin",
            "Fri 3 Jul 2026, 21:00 (Europe/Dublin; 20:00 UTC)",
        ),
        (
            EVENING,
            "Australia/Lord_Howe",
            "Sat 28 Nov 2026, 07:00 (Australia/Lord_Howe; Fri 27 Nov, 20:00 UTC)",
        ),
        (EVENING, "Nowhere/Gone", "Fri 27 Nov 2026, 20:00 UTC"),
    ],
)
def test_a_moment_is_told_in_both_zones(moment: datetime, zone: str, words: str) -> None:
    """The reader's own time comes first, UTC beside it, the day where it differs."""
    assert moment_words(moment, zone) == words


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(days=2, hours=4, minutes=59), "2 days 4 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(hours=1, minutes=1), "1 hour 1 minute"),
        (timedelta(minutes=35), "35 minutes"),
        (timedelta(seconds=59), "less than a minute"),
    ],
)
def test_a_length_has_its_two_largest_units(length: timedelta, words: str) -> None:
    """Nobody needs minutes when there are days."""
    assert length_words(length) == words


def test_time_left_looks_both_ways() -> None:
    """A deadline that has passed says so."""
    assert time_left(EVENING - timedelta(hours=3), EVENING) == "in 3 hours"
    assert time_left(EVENING + timedelta(hours=3), EVENING) == "3 hours ago"


def test_a_subject_has_utc() -> None:
    """Subjects are the same for all readers."""
    assert short_moment(EVENING) == "Fri 27 Nov 20:00 UTC"
