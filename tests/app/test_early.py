"""Early processing: who keeps a phase waiting, the time to cool, and what starts it anew."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gm.app.life_records import Word
from gm.app.mail_records import Beat
from gm.app.overriding.order_desk import set_orders
from gm.app.records import PhaseStatus
from tests.app.standard import SEASONS
from tests.app.world import World, text_of

SPRING = SEASONS[0]
EARLY = {"early": "yes", "cooling": "30min"}
WEEK = {"movement": 7 * 86400, "retreat": 86400, "adjustment": 86400, "remind": 0}


def begin(world: World, *, but: str = "", **settings: str) -> None:
    """Start a game of standard Diplomacy; all but one power have sent their spring."""
    world.start(variant="standard", lengths=WEEK, settings={**EARLY, **settings})
    for power, orders in SPRING.items():
        if power != but:
            world.mail(power, orders)


def name_of(world: World) -> str:
    """The open phase's name."""
    phase = world.phase()
    assert phase is not None
    return phase.name


def told(world: World, who: str) -> str:
    """The newest mail to a player, in one line."""
    return " ".join(world.last_text(who).split())


@pytest.mark.slow
def test_a_phase_runs_when_all_is_in_and_has_cooled(world: World) -> None:
    """Half an hour after the last orders, not a minute before; the report says why so soon."""
    begin(world)
    world.tick(minutes=29)
    assert name_of(world) == "S1901M"
    world.tick(minutes=1)
    assert name_of(world) == "F1901M"
    assert "All orders were in, so the phase was resolved before its deadline." in told(
        world, "france"
    )


def test_without_the_setting_the_deadline_counts(world: World) -> None:
    """All is in, and nothing happens for a week."""
    begin(world, early="no")
    world.tick(days=6)
    assert name_of(world) == "S1901M"
    world.tick(days=1)
    assert name_of(world) == "F1901M"
    assert "before its deadline" not in told(world, "france")


def test_one_missing_order_keeps_all_waiting(world: World) -> None:
    """An unordered unit is waited for, until its power says FINAL."""
    begin(world, but="turkey")
    world.mail("turkey", "A Con - Bul\nA Smy - Con")
    world.tick(hours=2)
    assert name_of(world) == "S1901M"
    world.mail("turkey", "FINAL")
    text = told(world, "turkey")
    assert "Turkey: final orders. This is noted; you may still change them." in text
    assert "All orders are in: Spring 1901 is resolved on" in text
    world.tick(minutes=30)
    assert name_of(world) == "F1901M"


@pytest.mark.slow
def test_a_change_lets_the_time_begin_anew(world: World) -> None:
    """New orders and orders taken back count as changes; a question does not."""
    begin(world)
    world.tick(minutes=20)
    world.mail("turkey", "A Con H")
    world.tick(minutes=20)
    assert name_of(world) == "S1901M"
    world.mail("turkey", "STATUS")
    world.tick(minutes=10)
    assert name_of(world) == "F1901M"


@pytest.mark.slow
def test_wait_keeps_the_phase_open_to_the_deadline(world: World) -> None:
    """A WAIT in the last minute holds all; taken back, the whole time to cool is given again."""
    begin(world)
    world.tick(minutes=29)
    world.mail("france", "WAIT")
    assert "France: wait for the deadline. This is noted." in told(world, "france")
    world.tick(hours=5)
    assert name_of(world) == "S1901M"
    world.mail("france", "NOWAIT")
    assert "The WAIT of France is taken back." in told(world, "france")
    world.tick(minutes=29)
    assert name_of(world) == "S1901M"
    world.tick(minutes=1)
    assert name_of(world) == "F1901M"


@pytest.mark.slow
def test_a_wait_is_for_one_phase(world: World) -> None:
    """The season runs at its deadline, and the next one waits for nobody's old word."""
    begin(world)
    world.mail("france", "WAIT")
    world.tick(days=7)
    assert name_of(world) == "F1901M"
    for power in SPRING:
        world.mail(power, "FINAL")
    world.tick(minutes=30)
    assert name_of(world) != "F1901M"


@pytest.mark.slow
def test_the_word_of_one_is_not_the_word_of_all(world: World) -> None:
    """Six final powers do not speak for the seventh."""
    begin(world, but="turkey")
    for power in SPRING:
        if power != "turkey":
            world.mail(power, "FINAL")
    world.tick(days=6)
    assert name_of(world) == "S1901M"


@pytest.mark.slow
def test_an_outage_gives_the_time_again(world: World) -> None:
    """Whoever could not be heard while it cooled has the whole time once he can be."""
    begin(world)
    now = world.clock.now()
    with world.services.store.write() as transaction:
        transaction.beat(Beat(0, "one", "all", now - timedelta(hours=1), now))
    world.clock.advance(hours=2)
    back = world.clock.now()
    with world.services.store.write() as transaction:
        transaction.beat(Beat(0, "two", "all", back, back))
    world.tick()
    assert name_of(world) == "S1901M"
    with world.services.store.write() as transaction:
        transaction.beat(Beat(0, "two", "all", back, back + timedelta(minutes=30)))
    world.tick(minutes=30)
    assert name_of(world) == "F1901M"


def test_a_later_beginning_is_heeded(world: World) -> None:
    """A game that begins tomorrow resolves nothing today, however soon all is in."""
    tomorrow = world.clock.now() + timedelta(days=1)
    begin(world, begins=f"{tomorrow:%Y-%m-%d %H:%M}")
    world.tick(hours=23)
    assert name_of(world) == "S1901M"
    world.tick(hours=1)
    assert name_of(world) == "F1901M"


def test_the_mark_is_kept(world: World) -> None:
    """All that began and ended the wait stands in the database, the server's word for no seat."""
    begin(world)
    world.tick(minutes=5)
    world.mail("france", "WAIT")
    phase = world.phase()
    assert phase is not None
    assert phase.status is PhaseStatus.OPEN
    with world.services.store.read() as transaction:
        ready, wait = transaction.marks(phase.id)
        assert transaction.all_in() == ()
    assert (ready.word, ready.seat, wait.seat) == (Word.READY, "", "FRANCE")
    assert ready.taken_back_at == world.clock.now()
    assert wait.taken_back_at is None


def test_final_in_a_mail_with_orders(world: World) -> None:
    """The word may stand below the orders; the receipt tells of both."""
    begin(world, but="turkey")
    world.mail("turkey", f"{SPRING['turkey']}\nFINAL")
    (mail,) = world.new_mail("turkey")[-1:]
    text = " ".join(text_of(mail).split())
    assert "Army Constantinople" in text
    assert "final orders" in text


def test_orders_of_the_gm_are_changes_too(world: World) -> None:
    """What the GM enters for a power completes the season, and the time to cool begins with it."""
    begin(world, but="turkey")
    world.tick(hours=3)
    set_orders(world.services, "tara", "turkey", SPRING["turkey"].splitlines(), "he telephoned")
    world.tick(minutes=29)
    assert name_of(world) == "S1901M"
    world.tick(minutes=1)
    assert name_of(world) == "F1901M"
