"""The deadlines of a game as one calendar, for programs that look for what is new in it."""

from __future__ import annotations

from collections.abc import Iterator

from gm.app.mail_out.calendar_entries import appointment
from gm.app.publishing.course import Course
from gm.app.records import GameStatus, PhaseRecord
from gm.app.services import Services
from gm.app.table import came_closed
from gm.mail.calendars import Appointment, calendar_file


def deadlines(services: Services, course: Course) -> bytes:
    """Return the deadlines of a game, those that are past too, as an iCalendar file.

    While a game is paused nothing is due. An entry has the id of the one that came by mail.
    """
    entries = _entries(services, course)
    return calendar_file(f"{course.game.name}: {course.rules.meta.title}", entries)


def _entries(services: Services, course: Course) -> Iterator[Appointment]:
    paused = course.game.status is GameStatus.PAUSED
    for phase in course.phases:
        if not came_closed(phase) and not (paused and phase is course.open):
            yield _entry(services, course, phase)


def _entry(services: Services, course: Course, phase: PhaseRecord) -> Appointment:
    # What was resolved early is not due any more; what was written long ago is not written anew.
    at = min(phase.deadline, phase.resolved_at or phase.deadline)
    title = course.rules.meta.title
    return appointment(services, course.game, phase, title, at, phase.opened_at)
