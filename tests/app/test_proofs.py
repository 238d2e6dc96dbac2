"""Reports that wait for the GM's signature: nobody but him learns anything before it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from gm.app.codec import load_state
from gm.app.play.seasons import process
from gm.app.records import InboxState, PhaseStatus
from gm.app.timing.deadlines import move_deadline
from tests.app.world import GM, LIST, World, text_of


def _begin(world: World, **settings: str) -> None:
    world.start(variant="standard")
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        transaction.save_game(replace(game, settings={"release": "gm", **settings}))
    world.mail("france", "A Par - Bur")
    for who in ("france", GM, LIST):
        world.new_mail(who)


def test_the_gm_signs_before_anybody_reads(world: World) -> None:
    """At the deadline he alone has the report; his word sends it, and the next phase begins then."""
    _begin(world)
    world.tick(hours=1)
    phase = world.phase()
    assert phase is not None
    assert (phase.name, phase.status) == ("S1901M", PhaseStatus.PROOF)
    assert world.new_mail("france") == []
    assert world.new_mail(LIST) == []
    (proof,) = world.new_mail(GM)
    assert proof["subject"].startswith("Proof: [tara F1901M]")
    told = " ".join(text_of(proof).split())
    assert "This is a proof, for you alone" in told
    assert "par-BUR" in told
    process(world.services, "tara")
    assert len(world.new_mail("france")) == 1
    opened = world.phase()
    assert opened is not None
    assert opened.deadline == world.clock.now() + timedelta(hours=1)


def test_it_goes_out_by_itself_after_a_time(world: World) -> None:
    """What the GM does not sign goes out when his time is over, once."""
    _begin(world, **{"release-after": "3h"})
    world.tick(hours=1)
    world.tick(hours=2)
    assert world.new_mail("france") == []
    world.tick(hours=1)
    assert len(world.new_mail("france")) == 1
    phase = world.phase()
    assert phase is not None
    assert phase.name == "F1901M"


def test_orders_are_late_while_the_gm_reads(world: World) -> None:
    """Whatever comes after the deadline is refused, as without a proof."""
    _begin(world)
    world.tick(hours=1)
    world.clock.advance(minutes=1)
    assert world.mail("france", "A Par - Gas").state is InboxState.REJECTED
    assert world.orders("france") == ["A PAR - BUR"]


def test_what_the_gm_mends_meanwhile_counts(world: World) -> None:
    """He opens the phase again by a new deadline; it is proved anew, and says what is so then."""
    _begin(world)
    world.tick(hours=1)
    move_deadline(world.services, "tara", world.clock.now() + timedelta(hours=1), reason="A slip.")
    world.mail("france", "A Par - Gas")
    world.new_mail(GM)
    world.tick(hours=1)
    (proof,) = world.new_mail(GM)
    assert "par-GAS" in text_of(proof)
    process(world.services, "tara")
    phase = world.phase()
    assert phase is not None
    assert "A GAS" in {str(unit) for unit in load_state(phase.state).units}
