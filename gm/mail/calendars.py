"""Deadlines for a reader's calendar: one entry, published, which a later mail about it replaces.

An entry keeps its UID for as long as its phase is open, and its SEQUENCE rises with every change of
it: a calendar that knows the entry moves it (RFC 5545 3.8.7.4, RFC 5546 3.2.1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

from icalendar import Calendar, Event, vCalAddress

from gm.mail.compose import MailAttachment, clean

_PROGRAM = "-//gm//play by mail//EN"


@dataclass(frozen=True, slots=True)
class Appointment:
    """A moment that a reader may want in his calendar.

    Args:
        uid: the same for ever, and nobody else's: "meadow-4@games.example.org".
        sequence: rises whenever anything of it changes.
        at: the moment; written_at: when this was written.
        title: a line; text: what is to be done.
        host_name, host_address: who publishes it.
    """

    uid: str
    sequence: int
    at: datetime
    written_at: datetime
    title: str
    text: str
    host_name: str
    host_address: str


@lru_cache(maxsize=64)
def calendar_entry(appointment: Appointment) -> MailAttachment:
    """Return an appointment as a file that calendars take in."""
    event = _event(appointment)
    organizer = vCalAddress(f"mailto:{appointment.host_address}")
    organizer.params["CN"] = clean(appointment.host_name).replace('"', "'")
    event["organizer"] = organizer
    calendar = _calendar()
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    kind = 'text/calendar; charset="utf-8"; method=PUBLISH'
    return MailAttachment("deadline.ics", kind, calendar.to_ical())


def calendar_file(name: str, entries: Iterable[Appointment]) -> bytes:
    """Return appointments as one calendar, which a program looks into again and again.

    It has no organizer: such a calendar invites nobody (RFC 5545 3.8.4.3).
    """
    calendar = _calendar()
    calendar.add("name", clean(name))
    calendar.add("x-wr-calname", clean(name))
    for appointment in entries:
        calendar.add_component(_event(appointment))
    return bytes(calendar.to_ical())


def _calendar() -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", _PROGRAM)
    calendar.add("version", "2.0")
    return calendar


def _event(appointment: Appointment) -> Event:
    event = Event()
    event.add("uid", appointment.uid)
    event.add("sequence", appointment.sequence)
    event.add("dtstamp", appointment.written_at.astimezone(UTC))
    event.add("dtstart", appointment.at.astimezone(UTC))
    event.add("summary", clean(appointment.title))
    event.add("description", clean(appointment.text))
    event.add("transp", "TRANSPARENT")
    return event
