"""A deadline as an entry for a calendar, and the mail it goes with."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy

from icalendar import Calendar

from gm.mail.calendars import Appointment, calendar_entry
from gm.mail.compose import OutgoingMail, Purpose, compose

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
ENTRY = Appointment(
    uid="meadow-4@gm.example.org",
    sequence=3,
    at=datetime(2026, 11, 27, 20, 0, tzinfo=UTC),
    written_at=NOW,
    title="meadow: Spring 1016, orders due",
    text="Reply to the newest mail; orders, one a line.",
    host_name='Maeve "the GM"; of Cruachan',
    host_address="gm+meadow@gm.example.org",
)


def mail() -> OutgoingMail:
    """A report with the entry."""
    return OutgoingMail(
        message_id="<gm.meadow.4.phase.abc@gm.example.org>",
        sender_name="Maeve",
        sender_address="gm+meadow@gm.example.org",
        recipient="ann@example.org",
        subject="[meadow S1016M] orders due",
        text="Spring is open.\n",
        html="<p>Spring is open.</p>\n",
        date=NOW,
        purpose=Purpose.NEWS,
        attachments=(calendar_entry(ENTRY),),
    )


def test_an_entry_says_when_and_which() -> None:
    """A calendar reads one entry, by name, number of change and moment, from its publisher."""
    calendar = Calendar.from_ical(calendar_entry(ENTRY).data)
    assert calendar["METHOD"] == "PUBLISH"
    (event,) = calendar.walk("VEVENT")
    assert event["UID"] == "meadow-4@gm.example.org"
    assert event["SEQUENCE"] == 3
    assert event.decoded("DTSTART") == ENTRY.at
    assert event["SUMMARY"] == ENTRY.title
    assert event["DESCRIPTION"] == ENTRY.text
    assert event["ORGANIZER"] == "mailto:gm+meadow@gm.example.org"


def test_a_mail_with_an_entry_is_read_as_without() -> None:
    """Text and HTML stay alternatives of one another; the entry is a file beside them."""
    read = message_from_bytes(compose(mail()), policy=policy.default)
    assert read.get_content_type() == "multipart/mixed"
    for kind, words in (("plain", "Spring is open."), ("html", "<p>Spring is open.</p>")):
        part = read.get_body((kind,))
        assert part is not None
        assert words in part.get_content()
    (file,) = read.iter_attachments()
    assert file.get_content_type() == "text/calendar"
    assert file.get_param("method") == "PUBLISH"
    assert file.get_filename() == "deadline.ics"
    assert Calendar.from_ical(file.get_content())["METHOD"] == "PUBLISH"
    assert not read.defects


def test_words_of_people_add_no_line() -> None:
    """A name with a line end in it names nothing else."""
    evil = replace(ENTRY, title="meadow\r\nDTSTART:19700101T000000Z", host_name="a\r\nUID:x")
    (event,) = Calendar.from_ical(calendar_entry(evil).data).walk("VEVENT")
    assert event.decoded("DTSTART") == ENTRY.at
    assert event["UID"] == ENTRY.uid


def test_the_same_mail_has_the_same_bytes() -> None:
    """What is composed twice is one mail, and no line of it is too long."""
    raw = compose(mail())
    assert raw == compose(mail())
    assert max(map(len, raw.split(b"\r\n"))) <= 78
