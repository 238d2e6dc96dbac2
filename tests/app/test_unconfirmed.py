"""Mails that wait for their sender's word while a phase lasts: he is reminded, and told in the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.mail_desk import requeue
from gm.app.mail_records import Confirmation
from gm.app.play.endings import EndWish, end_game
from gm.app.play.seasons import process
from gm.app.records import InboxMail, InboxState
from gm.app.senders.held import expire_questions
from gm.app.senders.unconfirmed import NOT_IN_TIME
from gm.contract.events import Ending
from tests.app.proof import mails_to, question
from tests.app.world import World, text_of

pytestmark = pytest.mark.both_databases

DAY = 86400
LONG = {"movement": 7 * DAY, "retreat": 3 * DAY, "adjustment": 4 * DAY}
ORDER = "A Vie - Gal"


@pytest.fixture
def strict(world: World) -> World:
    """A game of standard Diplomacy on a server that wants proof; its first phase lasts a week."""
    world.services = replace(world.services, proof=True)
    world.start(variant="standard", lengths=LONG)
    return world


def held(world: World, who: str = "austria") -> InboxMail:
    """Send a mail that proves nothing, and return it, held."""
    mail = world.mail(who, ORDER)
    assert mail.state is InboxState.HELD
    return mail


def now_of(world: World, mail: InboxMail) -> InboxMail:
    """Return a mail as it is stored now."""
    with world.services.store.read() as transaction:
        return transaction.inbox_mail(mail.id)


def questions(world: World) -> tuple[Confirmation, ...]:
    """Return the questions that are open."""
    with world.services.store.read() as transaction:
        return transaction.confirmations()


def told(world: World, who: str, subject: str) -> str:
    """Return the text of the newest mail to a player with a word in its subject, in one line."""
    found = [one for one in mails_to(world, who) if subject in str(one["Subject"])]
    return " ".join(text_of(found[-1]).split())


def test_the_reminder_says_that_a_mail_waits(strict: World) -> None:
    """Whoever sent orders that nothing proves would believe that they are in."""
    held(strict)
    strict.tick(days=6, minutes=1)
    words = (
        "A mail of Sun 1 Nov 2026, 12:00 (Europe/Dublin; 12:00 UTC) in your name waits for your"
    )
    text = told(strict, "austria", "Reminder")
    assert (
        f"{words} word: answer YES to the mail “Is this mail from you?”, or nothing in it" in text
    )
    assert "in your name" not in told(strict, "france", "Reminder")


def test_several_waiting_mails_are_told_in_one_sentence(strict: World) -> None:
    """The newest question lists them all."""
    held(strict)
    strict.clock.advance(days=1)
    held(strict)
    strict.tick(days=5, minutes=1)
    text = told(strict, "austria", "Reminder")
    assert "2 mails in your name, the last of Mon 2 Nov 2026, 12:00 (Europe" in text
    assert "answer the newest mail “Is this mail from you?”, which numbers them" in text


def test_the_report_says_that_a_mail_was_never_confirmed(strict: World) -> None:
    """Its writer reads why his orders were not carried out, and nobody else does."""
    mail = held(strict)
    strict.tick(days=7, seconds=1)
    assert (now_of(strict, mail).state, now_of(strict, mail).note) == (
        InboxState.REJECTED,
        NOT_IN_TIME,
    )
    text = told(strict, "austria", "Results")
    assert "12:00 UTC) in your name was never confirmed, so nothing in it was used." in text
    assert "confirmed" not in told(strict, "france", "Results")
    assert "never confirmed" not in told(strict, "reports@lists.example.org", "Results")


def test_a_question_is_settled_with_its_phase_however_early(strict: World) -> None:
    """The GM resolved the phase days before its deadline: nothing is left open until then."""
    held(strict)
    strict.clock.advance(hours=1)
    process(strict.services, "tara", early=True)
    assert questions(strict) == ()
    assert strict.inbox(InboxState.HELD) == ()


def test_a_late_answer_hears_what_became_of_its_mail(strict: World) -> None:
    """A yes that comes after the phase is answered, and does nothing."""
    held(strict)
    code = str(question(strict, "austria")["Reply-To"])
    process(strict.services, "tara", early=True)
    assert strict.mail("austria", "yes", to=code).state is InboxState.REJECTED
    assert "was not confirmed in time, so nothing in it was used" in told(
        strict, "austria", "nothing recorded"
    )


def test_what_came_after_the_phase_closed_can_be_confirmed_still(strict: World) -> None:
    """It was too late for the phase; the answer to its confirmation says by how much."""
    strict.clock.advance(days=7, seconds=20)
    mail = held(strict)
    code = str(question(strict, "austria")["Reply-To"])
    strict.tick(seconds=1)
    assert now_of(strict, mail).state is InboxState.HELD
    strict.mail("austria", "yes", to=code)
    assert now_of(strict, mail).state is InboxState.REJECTED
    assert "20 seconds after the deadline" in told(strict, "austria", "nothing recorded")


def test_the_end_of_a_game_settles_its_questions(strict: World) -> None:
    """There is nothing left to confirm."""
    mail = held(strict)
    wish = EndWish(Ending.ABANDONED, (), "Nobody plays on.")
    end_game(strict.services, "tara", wish, sure=True)
    assert questions(strict) == ()
    assert now_of(strict, mail).state is InboxState.REJECTED
    assert expire_questions(strict.services) == 0


def test_a_dropped_mail_that_is_read_again_is_asked_about_again(strict: World) -> None:
    """`gm inbox requeue` of it is no dead end: its sender gets a question that he can answer."""
    mail = held(strict)
    first = question(strict, "austria")
    strict.mail("austria", "NO", to=str(first["Reply-To"]))
    requeue(strict.services, mail.id)
    read_inbox(strict.services)
    second = question(strict, "austria")
    assert second["Reply-To"] != first["Reply-To"]
    assert second["Message-ID"] != first["Message-ID"]
    strict.mail("austria", "That was me after all", to=str(second["Reply-To"]))
    assert now_of(strict, mail).state is InboxState.DONE
    assert strict.orders("austria") == ["A VIE - GAL"]
