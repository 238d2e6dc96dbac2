"""Deadlines told ahead: this one and the next, in words and for the calendar."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from gm.app.timing.deadlines import move_deadline
from tests.app.test_reminders import begin as begin_republic
from tests.app.world import GM, LIST, World, text_of

WEEK = {"movement": 7 * 86400, "retreat": 86400, "adjustment": 4 * 86400, "remind": 86400}


def begin(world: World, **settings: str) -> None:
    """Start a game of standard Diplomacy on Fri 20 Nov 2026 at 20:00 UTC."""
    world.clock.advance(days=19, hours=8)
    world.start(variant="standard", lengths=WEEK, settings=settings)


def words(mail: EmailMessage) -> str:
    """A mail's text in one line."""
    return " ".join(text_of(mail).split())


def entry_of(mail: EmailMessage) -> str:
    """The calendar entry that a mail brings."""
    (part,) = mail.iter_attachments()
    return str(part.get_content())


def test_opening_report_and_reminder_tell_both(world: World) -> None:
    """The next deadline is told by about when, with what may come before it."""
    begin(world)
    (opening,) = world.new_mail("france")
    then = "Then Autumn 1901, by about Fri 4 Dec 2026, 20:00 (Europe/Dublin; 20:00 UTC), later if"
    assert f"{then} units have to retreat." in words(opening)
    world.tick(days=6)
    (reminder,) = world.new_mail("france")
    assert then in words(reminder)
    world.tick(days=1)
    (report,) = world.new_mail("france")
    assert "Then Winter 1901, by about Tue 8 Dec 2026, 20:00" in words(report)


def test_the_hour_of_the_game_is_that_of_the_next_one(world: World) -> None:
    """It is worked out as it will be: at the hour, on the days."""
    begin(world, at="18:30", days="mon,thu")
    (opening,) = world.new_mail("france")
    assert "Mon 30 Nov 2026, 18:30" in words(opening)
    assert "Then Autumn 1901, by about Mon 7 Dec 2026, 18:30" in words(opening)


@pytest.mark.slow
def test_a_joint_winter_is_no_deadline_of_its_own(world: World) -> None:
    """It closes with its autumn, so what follows that is the spring."""
    begin_republic(world, movement=86400)
    world.tick(days=4)
    world.tick(days=1)
    (report,) = world.new_mail("munster")[-1:]
    assert "Then Winter 1016, by about" in words(report)


@pytest.mark.slow
def test_all_readers_get_the_entry_and_a_moved_one_takes_its_place(world: World) -> None:
    """Player, GM and list: the same entry, which the mail of a moved deadline brings anew."""
    begin(world)
    for who in ("france", GM, LIST):
        (opening,) = world.new_mail(who)
        assert "DTSTART:20261127T200000Z" in entry_of(opening)
        assert "UID:tara-1@gm.example.org" in entry_of(opening)
        assert "SEQUENCE:1" in entry_of(opening)
    phase = world.phase()
    assert phase is not None
    move_deadline(world.services, "tara", phase.deadline.replace(hour=22))
    (moved,) = world.new_mail("france")
    assert "DTSTART:20261127T220000Z" in entry_of(moved)
    assert "UID:tara-1@gm.example.org" in entry_of(moved)
    assert "SEQUENCE:1" not in entry_of(moved)
    world.tick(days=7, hours=2)
    report = world.new_mail("france")[-1]
    assert "UID:tara-2@gm.example.org" in entry_of(report)


def test_a_game_without_entries_sends_none(world: World) -> None:
    """Who does not want them is spared them, and so is everybody in his game."""
    begin(world, calendar="no")
    (opening,) = world.new_mail("france")
    assert list(opening.iter_attachments()) == []
    assert opening.get_content_type() == "multipart/alternative"


def test_an_entry_holds_no_secret(world: World) -> None:
    """It is the same for all readers, so it names no player and no secret address."""
    begin(world)
    entries = {entry_of(world.new_mail(who)[0]) for who in ("france", "turkey", GM, LIST)}
    (entry,) = entries
    mail = world.carrier.messages("france@example.org")[0]
    secret = str(mail["Reply-To"]).partition("@")[0]
    assert secret not in entry
    assert "france" not in entry.casefold()
