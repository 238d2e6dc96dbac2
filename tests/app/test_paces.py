"""Stages that go on by themselves: in turn, once whoever is asked is ready, and at once, by the mail."""

from __future__ import annotations

import pytest

from gm.app.answering.inbox import read_inbox
from gm.app.keeping.audit import check_orders
from gm.app.mail_in.intake import accept
from gm.app.records import InboxState, PhaseStatus
from gm.contract.stages import Pace
from tests.app.paced import with_rules
from tests.app.standard import SEASONS
from tests.app.world import HOST, World, text_of

SPRING = SEASONS[0]
WEEK = {"movement": 7 * 86400, "retreat": 86400, "adjustment": 86400, "remind": 0}


def begin(
    world: World, pace: Pace, but: str = "", *, broken: bool = False, **settings: str
) -> World:
    """Start a game of that pace; all but one power have sent their spring."""
    world = with_rules(world, pace=pace, broken=broken)
    world.start(variant="standard", lengths=WEEK, settings=settings)
    for power, orders in SPRING.items():
        if power != but:
            world.mail(power, orders)
    return world


def name_of(world: World) -> str:
    """The open phase's name."""
    phase = world.phase()
    assert phase is not None
    return phase.name


def test_in_turn_the_next_stage_opens_when_all_who_are_asked_are_ready(world: World) -> None:
    """No deadline is waited for, nor time to cool, and nobody is told that it went early."""
    world = begin(world, Pace.IN_TURN, but="turkey")
    world.tick(days=1)
    assert name_of(world) == "S1901M"
    world.mail("turkey", SPRING["turkey"])
    world.tick(seconds=1)
    assert name_of(world) == "F1901M"
    assert "before its deadline" not in world.last_text("turkey")


def test_in_turn_receipt_and_report_are_one_mail(world: World) -> None:
    """The mail that lacked last brings the stage out, where nothing cools."""
    world = begin(world, Pace.IN_TURN, but="turkey")
    world.new_mail("turkey")
    world.mail("turkey", SPRING["turkey"])
    assert name_of(world) == "F1901M"
    (answer,) = world.new_mail("turkey")
    text = text_of(answer)
    assert text.index("Turkey: receipt 1") < text.index("results for Turkey")


@pytest.mark.slow
def test_in_turn_a_correction_that_is_still_unread_counts(world: World) -> None:
    """Two mails that came together are both read before the stage goes on, and each has its answer."""
    world = begin(world, Pace.IN_TURN, but="turkey")
    world.new_mail("turkey")
    spring = SPRING["turkey"].splitlines()
    for at, lines in enumerate((spring, [f"{spring[0].split('-')[0].strip()} Holds"])):
        body = "\r\n".join(lines)
        raw = f"From: turkey@example.org\r\nSubject: orders\r\nMessage-ID: <both.{at}@x>\r\n\r\n{body}\r\n"
        to = [f"gm+tara@{HOST}"]
        accept(world.services.store, world.clock, raw.encode(), "turkey@example.org", to, "smtp")
    read_inbox(world.services)
    world.tick(seconds=1)
    assert name_of(world) == "F1901M"
    receipts = [mail for mail in world.new_mail("turkey") if "receipt" in text_of(mail)]
    assert len(receipts) == 2
    assert "holds" in text_of(receipts[-1]).casefold()


@pytest.mark.slow
def test_in_turn_a_gm_can_leave_time_to_change_orders(world: World) -> None:
    """The time to cool counts where the GM has said it; WAIT stops it in any game."""
    world = begin(world, Pace.IN_TURN, cooling="2h")
    world.tick(minutes=90)
    assert name_of(world) == "S1901M"
    world.mail("turkey", "WAIT")
    world.tick(days=1)
    assert name_of(world) == "S1901M"
    world.mail("turkey", "NOWAIT")
    world.tick(hours=2)
    assert name_of(world) == "F1901M"


def test_at_once_receipt_and_report_are_one_mail(world: World) -> None:
    """The mail that nobody else is needed for resolves the stage as it is read."""
    world = begin(world, Pace.AT_ONCE, but="turkey")
    for who in ("turkey", "france"):
        world.new_mail(who)
    world.mail("turkey", SPRING["turkey"])
    assert name_of(world) == "F1901M"
    (answer,) = world.new_mail("turkey")
    text = text_of(answer)
    assert text.index("Turkey: receipt 1") < text.index("results for Turkey")
    assert answer["In-Reply-To"] == f"<test.{world.count}@example.org>"
    assert "Spring 1901" in answer["Subject"]
    (report,) = world.new_mail("france")
    assert "results for France" in text_of(report)
    assert [fault for fault in check_orders(world.services) if fault] == []


@pytest.mark.slow
def test_at_once_the_report_is_answered_with_the_next_orders(world: World) -> None:
    """It opens the thread of the next stage for who reads it."""
    world = begin(world, Pace.AT_ONCE, but="turkey")
    world.mail("turkey", SPRING["turkey"])
    (*_, answer) = world.new_mail("turkey")
    world.mail("turkey", "A Bul - Gre", headers=f"In-Reply-To: {answer['Message-ID']}\n")
    assert world.orders("turkey") == ["A BUL - GRE"]


@pytest.mark.slow
def test_at_once_somebody_who_waits_keeps_the_stage_open(world: World) -> None:
    """His WAIT counts until he takes it back; then it goes in the next round."""
    world = begin(world, Pace.AT_ONCE, but="turkey")
    world.mail("france", "WAIT")
    world.mail("turkey", SPRING["turkey"])
    assert name_of(world) == "S1901M"
    assert "Turkey: receipt 1" in world.last_text("turkey")
    world.mail("france", "NOWAIT")
    world.tick(seconds=1)
    assert name_of(world) == "F1901M"


def test_at_once_what_breaks_the_rules_costs_nobody_his_orders(world: World) -> None:
    """They stand and are answered; the stage is held for its GM in the next round."""
    world = begin(world, Pace.AT_ONCE, but="turkey", broken=True)
    mail = world.mail("turkey", SPRING["turkey"])
    assert mail.state is InboxState.DONE
    assert len(world.orders("turkey")) == 3
    assert "Turkey: receipt 1" in world.last_text("turkey")
    world.tick(seconds=1)
    phase = world.phase()
    assert phase is not None
    assert (phase.name, phase.status) == ("S1901M", PhaseStatus.HELD)
