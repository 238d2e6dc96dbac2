"""Orders that a resolution did not use wait for the next stage; others stand until they are changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.keeping.audit import check_orders
from gm.app.overriding.correcting import CorrectionWish, correct
from gm.app.records import OrderRecord
from gm.contract.stages import STANDING
from tests.app.paced import with_rules
from tests.app.world import World

WEEK = {"movement": 7 * 86400, "retreat": 86400, "adjustment": 86400, "remind": 0}


def begin(world: World, *queued: str) -> World:
    """Start a game of standard Diplomacy in which these orders come back from every resolution."""
    world = with_rules(world, queued=frozenset(queued))
    world.start(variant="standard", lengths=WEEK)
    world.new_mail("france")
    return world


def book(world: World, power: str) -> tuple[OrderRecord, ...]:
    """The orders of a power in the open phase."""
    phase = world.phase()
    assert phase is not None
    with world.services.store.read() as transaction:
        return transaction.active_orders(phase.id, power.upper())


@pytest.mark.slow
def test_what_was_not_used_waits_with_its_mail_and_its_time(world: World) -> None:
    """It is in the next book as if it had been sent for that, and its owner is told."""
    world = begin(world, "A MAR H")
    mail = world.mail("france", "A Mar H\nA Par - Bur\nF Bre - MAO")
    world.tick(days=7)
    (order,) = book(world, "france")
    assert (order.canonical, order.text) == ("A MAR H", "A Mar H")
    assert (order.inbox_id, order.given_at) == (mail.id, mail.received_at)
    report = " ".join(world.last_text("france").split())
    assert (
        "Of what you ordered this was not used, and it waits for Autumn 1901: “Army Marseilles "
        "holds”." in report
    )
    assert "was not used" not in world.last_text("england")
    assert [fault for fault in check_orders(world.services) if fault] == []


def test_what_waits_can_be_changed(world: World) -> None:
    """It is an order like any other."""
    world = begin(world, "A MAR H")
    world.mail("france", "A Mar H\nA Par - Bur\nF Bre - MAO")
    world.tick(days=7)
    world.mail("france", "A Mar - Spa")
    assert world.orders("france") == ["A MAR - SPA"]


def test_what_cannot_be_ordered_any_more_is_left_out_and_told(world: World) -> None:
    """The army of Paris has gone: its order waits for nothing."""
    world = begin(world, "A PAR - BUR")
    world.mail("france", "A Mar H\nA Par - Bur\nF Bre - MAO")
    world.tick(days=7)
    assert book(world, "france") == ()
    report = " ".join(world.last_text("france").split())
    assert "“Army Paris moves to Burgundy” was not used, and waits no more" in report


def test_a_standing_order_is_in_every_book_until_it_is_changed(world: World) -> None:
    """It enters with what it is filed under, and what is queued for that goes first."""
    world = begin(world)
    world.mail("france", "A Mar H")
    (order,) = book(world, "france")
    with world.services.store.write() as transaction:
        transaction.add_order(replace(order, id=0, ahead=STANDING))
    for name in ("F1901M", "S1902M"):
        world.tick(days=7)
        while (phase := world.phase()) is not None and phase.name != name:
            world.tick(days=1)
        (order,) = book(world, "france")
        assert (order.canonical, order.ahead) == ("A MAR H", "")
    assert [fault for fault in check_orders(world.services) if fault] == []


def test_a_correction_works_out_anew_what_waits(world: World) -> None:
    """What was left over of orders that were not given is gone, what is left over now is there."""
    world = begin(world, "A MAR H", "A VIE H")
    world.mail("france", "A Mar H\nA Par - Bur\nF Bre - MAO")
    world.tick(days=7)
    assert [order.canonical for order in book(world, "france")] == ["A MAR H"]
    wish = CorrectionWish(orders={"France": ["A Mar - Spa"], "Austria": ["A Vie H"]})
    correct(world.services, "tara", "S1901M", wish, sure=True, reason="lost mail")
    assert [order.canonical for order in book(world, "france")] == []
    assert [order.canonical for order in book(world, "austria")] == ["A VIE H"]


def test_a_correction_leaves_a_queue_that_its_player_has_changed(world: World) -> None:
    """His word for the open phase stays."""
    world = begin(world, "A MAR H")
    world.mail("france", "A Mar H\nA Par - Bur\nF Bre - MAO")
    world.tick(days=7)
    world.mail("france", "CLEAR")
    wish = CorrectionWish(orders={"Austria": ["A Vie H"]})
    correct(world.services, "tara", "S1901M", wish, sure=True, reason="lost mail")
    assert book(world, "france") == ()
