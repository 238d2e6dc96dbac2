"""Paused games, and deadlines at which nobody could be heard."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gm.app.keeping.audit import audit
from gm.app.mail_records import Beat
from gm.app.play.seasons import process
from gm.app.records import PhaseStatus
from gm.app.timing.deadlines import move_deadline
from gm.app.timing.pausing import pause, resume
from gm.errors import NotAllowed
from tests.app.world import GM, LIST, World, text_of

WEEK = {"movement": 7 * 86400, "retreat": 86400, "adjustment": 86400, "remind": 86400}


def begin(world: World, **settings: str) -> None:
    """Start a game of standard Diplomacy on Fri 20 Nov 2026 at 20:00 UTC."""
    world.clock.advance(days=19, hours=8)
    world.start(variant="standard", lengths=WEEK, settings=settings)
    for who in ("france", GM, LIST):
        world.new_mail(who)


def deadline(world: World) -> str:
    """The open deadline in UTC."""
    phase = world.phase()
    assert phase is not None
    return f"{phase.name} {phase.deadline:%F %R}"


def told(world: World, who: str) -> str:
    """The newest mail to somebody, in one line."""
    return " ".join(world.last_text(who).split())


@pytest.mark.slow
def test_a_pause_gives_the_time_back(world: World) -> None:
    """Two days before the deadline the game stops, for three weeks; then two days are left."""
    begin(world)
    world.tick(days=5)
    pause(world.services, "tara", "The GM is ill")
    for who in ("france", GM, LIST):
        text = told(world, who)
        assert "The GM has paused the game tara. The GM's reason: The GM is ill." in text
        assert "no deadline passes until the game goes on" in text
        assert ("gm resume tara" in text) == (who == GM)
    world.tick(days=21)
    assert deadline(world) == "S1901M 2026-11-27 20:00"
    assert world.new_mail("france") == []  # no reminder either
    resume(world.services, "tara")
    assert deadline(world) == "S1901M 2026-12-18 20:00"
    for who in ("france", LIST):
        text = told(world, who)
        assert "The game tara goes on." in text
        assert "Fri 18 Dec 2026, 20:00" in text
        assert "in 2 days" in text
    world.tick(days=2)
    assert deadline(world).startswith("F1901M")


@pytest.mark.slow
def test_orders_are_taken_in_a_pause(world: World) -> None:
    """Also when the deadline would have passed; the receipt tells that the game is paused."""
    begin(world)
    pause(world.services, "tara")
    world.tick(days=30)
    world.mail("france", "A Par - Bur")
    assert "The game is paused: no deadline passes, and orders are still taken." in told(
        world, "france"
    )
    assert world.orders("france") == ["A PAR - BUR"]
    world.mail("france", "STATUS")
    assert "The game is paused" in told(world, "france")
    resume(world.services, "tara")
    assert world.orders("france") == ["A PAR - BUR"]


def test_nothing_moves_in_a_pause(world: World) -> None:
    """The GM lets the game go on first; and nothing is paused or resumed twice."""
    begin(world)
    with pytest.raises(NotAllowed, match="not paused"):
        resume(world.services, "tara")
    pause(world.services, "tara")
    with pytest.raises(NotAllowed, match="cannot be paused"):
        pause(world.services, "tara")
    with pytest.raises(NotAllowed, match="gm resume tara"):
        process(world.services, "tara", early=True)
    with pytest.raises(NotAllowed, match="gm resume tara"):
        move_deadline(world.services, "tara", world.clock.now() + timedelta(days=60))


def test_the_time_that_is_given_back_ends_at_the_hour(world: World) -> None:
    """A deadline at 20:00 is one again, on an allowed day, and never sooner than what was left."""
    begin(world, at="20:00", days="mon-fri")
    pause(world.services, "tara")
    world.tick(days=1, hours=5)  # to Sun 22 Nov, 01:00
    resume(world.services, "tara")
    assert deadline(world) == "S1901M 2026-11-30 20:00"


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("before", "lost", "due"),
    [
        ({"days": 5}, {"seconds": 10}, "11-27 20:00"),
        ({"days": 5}, {"minutes": 59}, "11-27 20:00"),
        ({"days": 5}, {"hours": 1}, "11-30 20:00"),
        ({"days": 6, "hours": 23}, {"minutes": 20}, "11-27 20:00"),
        ({"days": 6, "hours": 23}, {"minutes": 40}, "11-30 20:00"),
    ],
)
def test_a_short_pause_leaves_the_deadline(
    world: World, before: dict[str, int], lost: dict[str, int], due: str
) -> None:
    """Below an hour, and below half of what was left, nobody lost anything; all read it so."""
    begin(world, at="20:00", days="mon-fri")
    world.tick(**before)
    pause(world.services, "tara")
    world.clock.advance(**lost)
    resume(world.services, "tara")
    assert deadline(world) == f"S1901M 2026-{due}"
    stays = "is still Fri 27 Nov 2026, 20:00" in told(world, "france")
    assert stays == (due == "11-27 20:00")


def test_the_calendar_entry_follows(world: World) -> None:
    """The mail of a pause brings none; the mail that the game goes on brings the new moment."""
    begin(world)
    pause(world.services, "tara")
    (paused,) = world.new_mail("france")
    assert not list(paused.iter_attachments())
    world.tick(days=1)
    resume(world.services, "tara")
    (mail,) = world.new_mail("france")
    (entry,) = mail.iter_attachments()
    assert "DTSTART:20261128T200000Z" in entry.get_content()


def silent_server(world: World) -> None:
    """Nobody takes mail in from a day before the deadline until a day after it."""
    world.clock.advance(days=6)
    down = world.clock.now()
    with world.services.store.write() as transaction:
        transaction.beat(Beat(0, "one", "all", down - timedelta(days=6), down))
    world.clock.advance(days=2)
    up = world.clock.now()
    with world.services.store.write() as transaction:
        transaction.beat(Beat(0, "two", "all", up, up))


def test_an_outage_extends_where_the_game_has_it_so(world: World) -> None:
    """All are told the cause and the new deadline; an order that could come in only now counts."""
    begin(world, overdue="extend", extension="1d12h", at="20:00")
    silent_server(world)
    world.tick()
    assert deadline(world) == "S1901M 2026-11-30 20:00"
    text = " ".join(text_of(world.new_mail("france")[-1]).split())
    assert "No mail could be taken in from Thu 26 Nov 2026, 20:00 UTC" in text
    assert "so the deadline is extended." in text
    world.mail("france", "A Par - Bur")
    assert world.orders("france") == ["A PAR - BUR"]


@pytest.mark.parametrize(("policy", "name"), [("hold", "S1901M"), ("run", "F1901M")])
def test_an_outage_holds_or_runs_by_the_setting(world: World, policy: str, name: str) -> None:
    """By default the GM is asked; a game may also go on by what had come in."""
    begin(world, overdue=policy)
    silent_server(world)
    world.tick()
    phase = world.phase()
    assert phase is not None
    assert phase.name == name
    assert phase.status is (PhaseStatus.HELD if policy == "hold" else PhaseStatus.OPEN)


def test_a_held_phase_is_held_after_a_pause(world: World) -> None:
    """A pause is no decision of the GM's on what he was asked."""
    begin(world)
    silent_server(world)
    world.tick()
    pause(world.services, "tara")
    resume(world.services, "tara")
    assert "waits for the GM as before" in told(world, "france")
    phase = world.phase()
    assert phase is not None
    assert phase.status is PhaseStatus.HELD


@pytest.mark.slow
def test_an_audit_finds_nothing_wrong_with_a_pause(world: World) -> None:
    """Orders that came while the game was paused are no late ones, then or later."""
    begin(world)
    pause(world.services, "tara")
    world.tick(days=30)
    world.mail("france", "A Par - Bur")
    assert [one.findings for one in audit(world.services) if one.broken] == []
    resume(world.services, "tara")
    world.tick(days=7)
    assert deadline(world).startswith("F1901M")
    assert [one.findings for one in audit(world.services) if one.broken] == []
