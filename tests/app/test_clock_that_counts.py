"""The clock that counts: trusted receipt, the watermark, grace, outages, a clock that jumps."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from gm.app.clock.clock_watch import trust_clock
from gm.app.mail_in.intake import accept
from gm.app.mail_in.mail_desk import requeue
from gm.app.mail_records import Beat, MailSource
from gm.app.play.seasons import process, resolve_due
from gm.app.records import InboxMail, InboxState, PhaseRecord, PhaseStatus
from gm.app.senders.held import decide_held
from gm.app.senders.unconfirmed import NOT_IN_TIME
from gm.app.setup.games import NewGame, new_game
from gm.app.timing.deadlines import move_deadline
from gm.app.timing.outage import outage_over
from gm.errors import InputError, NotAllowed
from gm.testing.clock import START
from tests.app.kept import kept
from tests.app.world import GM, World, text_of

BOX = "imap games@mail.example.org INBOX"
ORDER = "A(CoC)-Wat"
WINTER = {
    "BRITAIN": "Build F Devon West\nBuild F Devon East",
    "CONNAUGHT": "Build A Galway South\nBuild F Galway West",
    "LEINSTER": "Build A Dublin North\nBuild A Dublin South",
    "MUNSTER": "Build A Cork Central\nBuild bridge linking Cork Central and Waterford\nWaive",
    "ULSTER": "Build A Belfast South\nBuild F Belfast North",
}


@kept
def _spring(world: World, **lengths: int) -> PhaseRecord:
    """Play the opening winter, and return the spring."""
    pace = {"movement": 3600, "retreat": 3600, "adjustment": 3600, **lengths}
    world.start(lengths=pace)
    for power, text in WINTER.items():
        world.mail(power, text)
    world.tick(hours=1, seconds=lengths.get("grace", 0))
    for who in (*WINTER, GM):
        world.new_mail(who)
    return _open(world)


def _open(world: World, name: str = "tara") -> PhaseRecord:
    phase = world.phase(name)
    assert phase is not None
    return phase


def _queued(world: World, received: datetime, body: str = ORDER) -> InboxMail:
    """Take in a mail that a server of ours took earlier, without reading it."""
    raw = (
        f"From: munster@example.org\r\nTo: gm+tara@gm.example.org\r\nSubject: o\r\n"
        f"Message-ID: <{received:%H%M%S}@example.org>\r\n\r\n{body}\r\n"
    ).encode()
    (mail,) = accept(
        world.services.store,
        world.clock,
        raw,
        "munster@example.org",
        ["gm+tara@gm.example.org"],
        "lmtp",
        received_at=received,
    )
    return mail


def _state(world: World, mail: InboxMail) -> InboxMail:
    with world.services.store.read() as transaction:
        return transaction.inbox_mail(mail.id)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _beat(world: World, name: str, role: str, start: datetime, last: datetime) -> None:
    with world.services.store.write() as transaction:
        transaction.beat(Beat(0, name, role, start, last))


# trusted receipt


@pytest.mark.slow
def test_mail_that_our_server_took_in_time_counts_though_it_comes_late(world: World) -> None:
    """Received a minute before the deadline, stored two minutes after it, the phase still open."""
    spring = _spring(world)
    world.services = replace(world.services, settle=timedelta(minutes=5))
    world.clock.set(spring.deadline + timedelta(minutes=2))
    mail = _queued(world, spring.deadline - timedelta(minutes=1))
    assert world.tick() == 0
    assert _state(world, mail).state is InboxState.DONE
    assert world.orders("MUNSTER") == ["A CoC - Wat"]


def test_mail_taken_in_time_that_comes_after_the_season_is_told_so(world: World) -> None:
    """Its orders are for no later phase; the player and the GM hear what happened, once."""
    spring = _spring(world)
    world.tick(hours=1)
    for who in (*WINTER, GM):
        world.new_mail(who)
    mail = _queued(world, spring.deadline - timedelta(minutes=1))
    world.tick(minutes=1)
    assert _state(world, mail).state is InboxState.REJECTED
    assert world.orders("MUNSTER") == []
    told = _flat(world.last_text("MUNSTER"))
    assert "came in time for Spring 1016" in told
    assert "on its way to the game until" in told
    assert "The GM has been told." in told
    (notice,) = world.new_mail(GM)
    assert "were not used" in str(notice["Subject"])
    assert "`gm correct` computes the phase again." in _flat(text_of(notice))


def test_mail_from_between_deadline_and_resolution_is_late_for_its_own_phase(
    world: World,
) -> None:
    """It never becomes an order to the next phase, which its writer had not seen."""
    spring = _spring(world)
    world.tick(hours=1, seconds=30)
    world.new_mail("MUNSTER")
    mail = _queued(world, spring.deadline + timedelta(seconds=10))
    world.tick(seconds=30)
    assert _state(world, mail).state is InboxState.REJECTED
    assert "10 seconds after the deadline of Spring 1016" in _flat(world.last_text("MUNSTER"))


def test_the_date_header_decides_nothing(world: World) -> None:
    """A mail that says it was written in time and came late is late; the other way it counts."""
    spring = _spring(world)
    late = "Date: Sun, 01 Nov 2026 12:00:00 +0000\n"
    future = "Date: Fri, 01 Jan 2027 12:00:00 +0000\n"
    assert world.mail("MUNSTER", ORDER, headers=future).state is InboxState.DONE
    world.clock.set(spring.deadline + timedelta(seconds=20))
    assert world.mail("MUNSTER", "A(CoC) H", headers=late).state is InboxState.REJECTED


# the watermark


def test_a_mailbox_that_was_not_read_since_the_deadline_keeps_a_season_open(world: World) -> None:
    """What lies in it may have come in time; once it has been read to the end the season runs."""
    spring = _spring(world)
    world.services = replace(world.services, sources=(BOX,))
    before = spring.deadline - timedelta(minutes=1)
    with world.services.store.write() as transaction:
        transaction.save_source(MailSource(0, BOX, START, polled_at=before))
    assert world.tick(hours=1, minutes=1) == 0
    mail = _queued(world, spring.deadline - timedelta(seconds=30))
    with world.services.store.write() as transaction:
        transaction.save_source(MailSource(0, BOX, START, polled_at=world.clock.now()))
    assert world.tick() == 1
    assert _state(world, mail).state is InboxState.DONE
    assert _open(world).number == spring.number + 1


def test_a_mailbox_that_cannot_be_read_holds_the_season_in_the_end(world: World) -> None:
    """After the time of an overdue phase the GM is told which mailbox it is, and decides."""
    _spring(world)
    world.services = replace(world.services, sources=(BOX,))
    assert world.tick(hours=1, minutes=15) == 0
    assert world.tick(minutes=1) == 1
    held = _open(world)
    assert held.status is PhaseStatus.HELD
    assert held.held_because == f"the mailbox {BOX} has never been read to its end"
    assert BOX in _flat(text_of(world.new_mail(GM)[-1]))
    assert process(world.services, "tara").opened is not None


def test_mail_on_other_ways_is_waited_for_as_long_as_the_settings_say(world: World) -> None:
    """With time to settle a phase is resolved that much after its deadline, and not before."""
    _spring(world)
    world.services = replace(world.services, settle=timedelta(seconds=90))
    assert world.tick(hours=1, seconds=89) == 0
    assert world.tick(seconds=1) == 1


def test_the_gm_hears_of_mail_that_was_set_aside(world: World) -> None:
    """A mail that came in time and was never read is not passed over in silence."""
    _spring(world)
    mail = _queued(world, world.clock.now())
    with world.services.store.write() as transaction:
        note = "It broke the reader three times."
        transaction.settle_inbox(mail.id, InboxState.SHUNTED, world.clock.now(), note=note)
    assert world.tick(hours=1) == 1
    (told,) = [one for one in world.new_mail(GM) if "not used" in str(one["Subject"])]
    words = _flat(text_of(told))
    assert f"Mail {mail.id} from munster@example.org" in words
    assert "broke the reader" in words
    assert "which came on Sun 1 Nov 2026, 13:00 UTC, was set aside:" in words


def test_mail_that_is_confirmed_too_late_says_so(world: World) -> None:
    """It came in time and nobody vouched for it; the GM was told, and its writer is."""
    _spring(world)
    world.services = replace(world.services, proof=True)
    mail = world.mail("MUNSTER", ORDER)
    assert mail.state is InboxState.HELD
    world.new_mail("MUNSTER")
    world.clock.advance(minutes=1)
    process(world.services, "tara", early=True)
    assert any(
        f"Mail {mail.id} from munster@example.org" in _flat(text_of(one))
        and "was never confirmed; it claims to be from Munster" in _flat(text_of(one))
        for one in world.new_mail(GM)
    )
    world.clock.advance(minutes=1)
    assert _state(world, mail).note == NOT_IN_TIME
    requeue(world.services, mail.id)
    world.tick()
    decide_held(world.services, mail.id, confirm=True)
    world.tick()
    assert _state(world, mail).state is InboxState.REJECTED
    assert any(
        "came in time for Spring 1016" in _flat(text_of(one))
        and "but it was confirmed only now" in _flat(text_of(one))
        for one in world.new_mail("MUNSTER")
    )
    assert world.orders("MUNSTER") == []


# grace


@pytest.mark.slow
def test_orders_within_the_grace_count_and_are_marked_late(world: World) -> None:
    """The receipt says by how much, the season waits for the end of the grace, all are told it."""
    spring = _spring(world, grace=1800)
    assert spring.closes_at == spring.deadline + timedelta(minutes=30)
    world.clock.set(spring.deadline + timedelta(minutes=20))
    assert world.mail("MUNSTER", ORDER).state is InboxState.DONE
    receipt = _flat(world.last_text("MUNSTER"))
    late = "Late: your mail reached us 20 minutes after the deadline, within the grace of 30 minut"
    assert late in receipt
    assert "orders still count, and are late, until" in receipt
    assert "until the end of the grace" in receipt
    assert resolve_due(world.services) == 0
    assert world.tick(minutes=10) == 1
    assert world.phase() is not None
    assert _open(world).number == spring.number + 1


def test_after_the_grace_orders_are_late_for_good(world: World) -> None:
    """What reaches us a second later is refused, and the grace is named."""
    spring = _spring(world, grace=1800)
    assert spring.closes_at is not None
    world.clock.set(spring.closes_at + timedelta(seconds=1))
    assert world.mail("MUNSTER", ORDER).state is InboxState.REJECTED
    words = _flat(world.last_text("MUNSTER"))
    assert "30 minutes after the deadline of Spring 1016 and its grace of 30 minutes" in words


def test_the_opening_tells_the_grace_and_mails_tell_the_deadline(world: World) -> None:
    """Grace is a rule of the game; what is asked for is asked for by the deadline."""
    world.start(lengths={"movement": 3600, "retreat": 3600, "adjustment": 3600, "grace": 600})
    opening = _flat(world.last_text("MUNSTER"))
    assert "grace = 10 minutes" in opening
    assert "13:00 UTC" in opening
    assert "13:10" not in opening


def test_a_game_without_grace_does_not_speak_of_it(world: World) -> None:
    """Nobody reads of what his game does not have."""
    world.start()
    assert "grace" not in _flat(world.last_text("MUNSTER")).casefold()


def test_a_moved_deadline_takes_its_grace_along(world: World) -> None:
    """The end of the grace follows the deadline."""
    spring = _spring(world, grace=1800)
    moved = move_deadline(world.services, "tara", spring.deadline + timedelta(hours=2))
    assert moved.closes_at == spring.deadline + timedelta(hours=2, minutes=30)


def test_no_grace_is_negative(world: World) -> None:
    """A length before the deadline is no grace."""
    with pytest.raises(InputError, match="grace"):
        new_game(world.services, NewGame("tara", "republic", "M", GM, lengths={"grace": -1}))


# outages


def test_an_outage_is_the_gap_between_signs_of_life() -> None:
    """A moment with a receiver alive lies in none; before the first receiver nothing is known."""
    hour = timedelta(hours=1)

    def at(hours: float) -> datetime:
        return START + hours * hour

    beats = (
        Beat(1, "a", "all", at(0), at(2)),
        Beat(2, "b", "receive", at(5), at(6)),
        Beat(3, "c", "work", at(0), at(9)),
    )
    assert outage_over(beats, at(1)) is None
    assert outage_over(beats, at(2.01)) is None, "within a minute of the last sign"
    found = outage_over(beats, at(3))
    assert found is not None
    assert (found.since, found.until) == (at(2), at(5))
    lasting = outage_over(beats, at(8))
    assert lasting is not None
    assert (lasting.since, lasting.until) == (at(6), None)
    assert outage_over(beats, at(-1)) is None
    assert outage_over((), at(3)) is None


def test_a_deadline_in_an_outage_is_held_though_the_worker_lived(world: World) -> None:
    """Nobody took mail in for three hours over the deadline: the GM decides, and knows how long."""
    spring = _spring(world)
    down, up = spring.deadline - timedelta(hours=2), spring.deadline + timedelta(minutes=5)
    _beat(world, "receive 1", "receive", START, down)
    _beat(world, "work 1", "work", START, up)
    world.clock.set(spring.deadline + timedelta(seconds=5))
    assert world.tick() == 0, "somebody may come back within the time of an overdue phase"
    world.clock.set(up)
    _beat(world, "receive 2", "receive", up, up)
    late = world.mail("MUNSTER", ORDER)
    assert late.state is InboxState.DONE, "the phase is about to be held, so orders still count"
    assert world.tick() == 1
    held = _open(world)
    assert held.status is PhaseStatus.HELD
    assert "no mail could be taken in from" in held.held_because
    assert "for 2 hours 5 minutes" in held.held_because
    told = _flat(world.last_text("MUNSTER"))
    assert "in from Sun 1 Nov 2026, 12:00 (Europe/Dublin; 12:00 UTC) to Sun 1 Nov" in told
    told = _flat(world.last_text(GM))
    assert "in from Sun 1 Nov 2026, 12:00 UTC to Sun 1 Nov 2026, 14:05 UTC, for 2 hours" in told
    moved = move_deadline(world.services, "tara", world.clock.now() + timedelta(days=1))
    assert moved.status is PhaseStatus.OPEN


def test_a_short_outage_holds_nothing(world: World) -> None:
    """Ten minutes without a receiver: the season runs once somebody takes mail in again."""
    spring = _spring(world)
    up = spring.deadline + timedelta(minutes=5)
    _beat(world, "receive 1", "receive", START, spring.deadline - timedelta(minutes=5))
    world.clock.set(spring.deadline + timedelta(minutes=1))
    assert world.tick() == 0
    world.clock.set(up)
    _beat(world, "receive 2", "receive", up, up)
    assert world.tick() == 1
    assert _open(world).status is PhaseStatus.OPEN


def test_a_receiver_that_does_not_come_back_holds_the_season(world: World) -> None:
    """After the time of an overdue phase the GM is told since when no mail is taken in."""
    spring = _spring(world)
    _beat(world, "receive 1", "receive", START, spring.deadline - timedelta(minutes=5))
    assert world.tick(hours=1, minutes=16) == 1
    assert "no mail has been taken in since" in _open(world).held_because


@pytest.mark.slow
def test_a_gm_of_many_games_hears_of_an_outage_once(world: World) -> None:
    """Four games are held, their players told each of his own, and the GM has one mail."""
    names = ("cashel", "emain", "tailtiu", "tara")
    for name in names:
        world.start(name, variant="standard")
    world.new_mail(GM)
    world.new_mail("FRANCE")
    assert world.tick(hours=5) == 4
    assert all(_open(world, name).status is PhaseStatus.HELD for name in names)
    (told,) = world.new_mail(GM)
    assert "4 games wait for you" in str(told["Subject"])
    assert all(f"{name}, Spring 1901" in _flat(text_of(told)) for name in names)
    assert len(world.new_mail("FRANCE")) == 4
    assert world.tick() == 0
    assert world.new_mail(GM) == []


# a clock that jumps, a disk that is full


def test_a_clock_that_jumps_forward_resolves_nothing(world: World) -> None:
    """A day by a wrong time server: nothing is resolved, its keeper hears once, until it is back."""
    spring = _spring(world)
    assert world.tick() == 0
    world.clock.jump(days=1)
    assert world.tick(seconds=5) == 0
    assert world.tick(seconds=5) == 0
    (told,) = world.new_mail(GM)
    assert "jumped forward by 1 day" in _flat(text_of(told))
    world.clock.jump(days=-1)
    assert world.tick(seconds=5) == 0
    assert _open(world).id == spring.id
    assert _open(world).status is PhaseStatus.OPEN
    assert world.tick(hours=1) == 1


def test_the_gm_says_that_the_clock_is_right(world: World) -> None:
    """After a jump that was a mending, his word is enough."""
    _spring(world)
    world.tick()
    world.clock.jump(minutes=70)
    assert world.tick(seconds=5) == 0
    with world.services.store.write() as transaction:
        trust_clock(transaction, world.clock.now())
    assert world.tick(seconds=5) == 1


def test_a_slow_drift_is_no_jump(world: World) -> None:
    """Two minutes at each of many looks: clocks that are mended a little stay believed."""
    _spring(world)
    for _ in range(10):
        world.clock.jump(minutes=2)
        world.tick(minutes=5)
    assert _open(world).number > 2


def test_a_clock_behind_the_last_sign_of_life_resolves_nothing(world: World) -> None:
    """A machine that woke up in the past decides nothing until it has caught up, or is believed."""
    spring = _spring(world)
    ahead = spring.deadline + timedelta(hours=1)
    _beat(world, "all 1", "all", START, ahead)
    world.clock.set(spring.deadline + timedelta(seconds=1))
    assert world.tick() == 0
    assert "behind the last sign of life" in _flat(text_of(world.new_mail(GM)[-1]))
    with world.services.store.write() as transaction:
        assert trust_clock(transaction, world.clock.now()) == 1
    assert world.tick(seconds=1) == 1


def test_nobody_is_reminded_by_a_wrong_clock(world: World) -> None:
    """A reminder cannot be called back either."""
    world.start(lengths={"movement": 86400 * 7, "retreat": 3600, "adjustment": 86400 * 7})
    world.tick()
    world.new_mail("ULSTER")
    world.clock.jump(days=6, hours=12)
    world.tick(seconds=5)
    assert world.new_mail("ULSTER") == []


def test_a_disk_that_is_nearly_full_resolves_nothing(world: World) -> None:
    """Its keeper hears of it once; when there is room again the season runs."""
    _spring(world)
    room = [10]
    world.services = replace(
        world.services, free_space=lambda: room[0] * 1024 * 1024, least_free=50 * 1024 * 1024
    )
    assert world.tick(hours=1) == 0
    assert world.tick(seconds=5) == 0
    (told,) = world.new_mail(GM)
    assert "Only 10 MB are free" in _flat(text_of(told))
    with pytest.raises(NotAllowed, match="Make room"):
        process(world.services, "tara")
    room[0] = 60
    assert world.tick(seconds=5) == 1
