"""Days as players write them."""

from __future__ import annotations

from datetime import date

import pytest

from gm.app.words.absent_mail import days_of
from gm.errors import InputError

TODAY = date(2026, 11, 22)
CHRISTMAS = (date(2026, 12, 24), date(2027, 1, 2))


@pytest.mark.parametrize(
    "text",
    [
        "24 Dec to 2 Jan",
        "24 Dec - 2 Jan",
        "24 Dec \u2013 2 Jan",
        "from Thu 24 December until Sat, 2 January",
        "24th of Dec till 2nd of January 2027",
        "Dec 24 to Jan 2",
        "December 24th 2026 through January 2nd 2027",
        "2026-12-24 to 2027-01-02",
        "2026-12-24..2027-01-02",
        "2026-12-24 - 2027-01-02",
        "24.12. - 2.1.",
        "24.12.2026 - 02.01.2027",
        "24/12/2026 to 2 jan",
        "24Dec-2Jan",
    ],
)
def test_the_same_days_in_many_forms(text: str) -> None:
    """Everybody writes days in his own way."""
    assert days_of(text, TODAY) == CHRISTMAS


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("until 2 Dec", TODAY, date(2026, 12, 2)),
        ("24 Dec", date(2026, 12, 24), date(2026, 12, 24)),
        ("24-27 Dec", date(2026, 12, 24), date(2026, 12, 27)),
        ("24 Dec to 27", date(2026, 12, 24), date(2026, 12, 27)),
        ("today to tomorrow", TODAY, date(2026, 11, 23)),
        ("1 Mar to 5 Mar", date(2027, 3, 1), date(2027, 3, 5)),
        ("20 Nov to 25 Nov", date(2026, 11, 20), date(2026, 11, 25)),
        ("29 Feb 2028 to 1 Mar", date(2028, 2, 29), date(2028, 3, 1)),
        ("13/12 to 12/13", date(2026, 12, 13), date(2026, 12, 13)),
        ("28 Dec to 2 Jan 2028", date(2027, 12, 28), date(2028, 1, 2)),
        ("1/1 - 3 Jan", date(2027, 1, 1), date(2027, 1, 3)),
    ],
)
def test_what_is_left_out_is_filled_in(text: str, first: date, last: date) -> None:
    """A month from the other end, a year so that the time is not over."""
    assert days_of(text, TODAY) == (first, last)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("3/4 to 5/6", "could be two days"),
        ("the holidays", "is no day"),
        ("24 Foo to 2 Jan", "is no month"),
        ("24 to 27", "month is missing"),
        ("31 Feb to 2 Mar", "no such days"),
        ("24 Dec 2026 to 2 Jan 2026", "before the first"),
        ("24 Dec 2025 to 2 Jan 2026", "over already"),
        ("24 Dec to", "has no end"),
        ("", "is no day in it"),
    ],
)
def test_what_is_no_time_is_refused(text: str, complaint: str) -> None:
    """The sentence says what is wrong, and what would be right."""
    with pytest.raises(InputError, match=complaint):
        days_of(text, TODAY)


def test_new_year_seen_from_its_other_side() -> None:
    """On New Year's Day a time that began in the old year is still that one."""
    assert days_of("24 Dec to 2 Jan", date(2027, 1, 1)) == CHRISTMAS
    assert days_of("24 Dec to 2 Jan", date(2027, 1, 3)) == (date(2027, 12, 24), date(2028, 1, 2))
