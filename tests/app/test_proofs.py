"""Reports that wait for the GM's signature: nobody but him learns anything before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from gm.app.keeping.audit import audit
from gm.app.keeping.moving import game_lines, take_game
from gm.app.overriding.amending import amend
from gm.app.overriding.correcting import CorrectionWish, correct
from gm.app.overriding.order_desk import clear_orders, set_orders
from gm.app.overriding.replaying import rebuild
from gm.app.overriding.rollback import roll_back
from gm.app.overviews.journal_page import journal_of
from gm.app.play.hand_draws import enter_draw, take_back
from gm.app.play.seasons import process
from gm.app.records import InboxState, JournalKind, PhaseStatus
from gm.app.timing.deadlines import move_deadline
from gm.app.timing.pausing import pause, resume
from gm.errors import NotAllowed
from gm.games.diplomacy.desk.corrections import decide
from gm.games.diplomacy.stored import load_state
from tests.app.conftest import a_world
from tests.app.irish import forget, in_autumn
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
    assert "Army Paris moves to BURGUNDY" in told
    process(world.services, "tara")
    assert len(world.new_mail("france")) == 1
    opened = world.phase()
    assert opened is not None
    assert opened.deadline == world.clock.now() + timedelta(hours=1)


def test_an_early_word_makes_the_proof(world: World) -> None:
    """Before the deadline the GM's word closes the phase; he alone reads, and his next one signs."""
    _begin(world)
    world.tick(minutes=10)
    done = process(world.services, "tara", early=True)
    assert (done.proof, done.opened) == (True, None)
    phase = world.phase()
    assert phase is not None
    assert (phase.name, phase.status) == ("S1901M", PhaseStatus.PROOF)
    assert phase.deadline == world.clock.now()
    assert world.new_mail("france") == []
    assert world.new_mail(LIST) == []
    (proof,) = world.new_mail(GM)
    assert proof["subject"].startswith("Proof: [tara F1901M]")
    world.clock.advance(minutes=1)
    assert world.mail("france", "A Par - Gas").state is InboxState.REJECTED
    assert not process(world.services, "tara").proof
    assert "Army Paris moves to BURGUNDY" in world.last_text("france")
    sound(world)


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
    assert "Army Paris moves to GASCONY" in " ".join(text_of(proof).split())
    process(world.services, "tara")
    phase = world.phase()
    assert phase is not None
    assert "A GAS" in {str(unit) for unit in load_state(phase.state).units}


WHY = "seen in time"
Act = Callable[[World], object]

ACTS: dict[str, tuple[Act, str, str]] = {
    "order set": (
        lambda world: set_orders(world.services, "tara", "France", ["A Par - Gas"], WHY),
        "Army Paris moves to GASCONY",
        "The GM entered 1 order for France in S1901M.",
    ),
    "order clear": (
        lambda world: clear_orders(world.services, "tara", "France", WHY),
        "Fleet BREST, Army MARSEILLES and Army PARIS",
        "The GM took back the orders of France in S1901M.",
    ),
    "unit move": (
        lambda world: amend(world.services, "tara", ("unit", "move", "A Mun", "Bur"), WHY),
        "Army PARIS moves to Burgundy - BOUNCED.",
        "The GM moved the German Army Munich to Burgundy. In S1901M.",
    ),
    "centre set": (
        lambda world: amend(world.services, "tara", ("centre", "set", "Bel", "France"), WHY),
        "The GM gave the supply centre Belgium to France. The GM's reason: seen in time.",
        "The GM gave the supply centre Belgium to France. In S1901M.",
    ),
    "outcome set": (
        lambda world: decide(world.services, "tara", "S1901M", "A Par", "fails", reason=WHY),
        "The GM decided that the order",
        "did not come off. In S1901M.",
    ),
}
"""What a GM mends while he reads a proof, what the new proof says of it, and why there is one."""


def sound(world: World) -> None:
    """Assert that the audit finds nothing, and that the game is rebuilt as it is stored."""
    assert [fault for check in audit(world.services) for fault in check.findings] == []
    assert rebuild(world.services, "tara", rejudge=True).difference == ""


@pytest.mark.sampled(7)
@pytest.mark.parametrize("act", ACTS)
def test_what_is_mended_is_proved_anew(world: World, act: str) -> None:
    """The proof in the mail is void: he gets a new one, with its own time, and that goes out."""
    do, brought, because = ACTS[act]
    _begin(world)
    world.tick(hours=1)
    world.new_mail(GM)
    world.tick(hours=5)
    do(world)
    phase = world.phase()
    assert phase is not None
    assert (phase.status, phase.release_at) == (
        PhaseStatus.PROOF,
        world.clock.now() + timedelta(days=1),
    )
    proof = next(one for one in world.new_mail(GM) if one["subject"].startswith("New proof:"))
    told = " ".join(text_of(proof).split())
    assert f"It takes the place of the proof before. Since then: {because}" in told or (
        "It takes the place of the proof before." in told and because in told
    )
    assert brought in told
    sound(world)
    world.new_mail("italy")
    world.tick(hours=23)
    assert world.new_mail("italy") == []
    world.tick(hours=1)
    report = " ".join(world.last_text("italy").split())
    assert brought in report
    assert "proof" not in report
    sound(world)


@pytest.mark.slow
def test_players_do_not_read_that_a_proof_changed(world: World) -> None:
    """They may read that each phase waits, once; the GM's journal has every proof."""
    _begin(world)
    world.tick(hours=1)
    for order in ("A Par - Gas", "A Par - Pic"):
        set_orders(world.services, "tara", "France", [order], WHY)
    process(world.services, "tara")
    world.tick(hours=1)
    words = "S1901M waits to be signed.", "F1901M waits to be signed."

    def read(*, public: bool) -> list[str]:
        lines = journal_of(world.services, "tara", public=public).lines
        return [one.text for one in lines if one.kind == JournalKind.PROOF_MADE]

    assert read(public=True) == [words[0], words[1]]
    assert read(public=False) == [words[0], words[0], words[0], words[1]]
    world.new_mail(GM)
    set_orders(world.services, "tara", "France", ["A Pic - Bel"], WHY)
    assert len(world.new_mail(GM)) == 1
    set_orders(world.services, "tara", "France", ["A Pic - Bel"], WHY)
    assert world.new_mail(GM) == []
    sound(world)


def test_nothing_new_is_no_new_proof(world: World) -> None:
    """An order that stands already as it is entered again leaves the proof as it was."""
    _begin(world)
    world.tick(hours=1)
    world.new_mail(GM)
    set_orders(world.services, "tara", "France", ["A Par - Bur"], WHY)
    assert world.new_mail(GM) == []
    process(world.services, "tara")
    assert len(world.new_mail(LIST)) == 1


def test_what_nobody_proved_is_not_let_out(world: World) -> None:
    """Whatever makes the season another than the proof said, he is shown it before it goes out."""
    _begin(world)
    world.tick(hours=1)
    phase = world.phase()
    assert phase is not None
    world.new_mail(GM)
    with world.services.store.write() as transaction:
        (order,) = transaction.active_orders(phase.id, "FRANCE")
        transaction.replace_orders([order.id], world.clock.now(), None)
    with pytest.raises(NotAllowed, match="a new one is in the mail to you"):
        process(world.services, "tara")
    (proof,) = world.new_mail(GM)
    assert "Army PARIS" in " ".join(text_of(proof).split())
    with world.services.store.write() as transaction:
        transaction.add_order(replace(order, id=0, replaced_at=None))
    world.tick(days=1)
    assert world.new_mail(LIST) == []
    (proof,) = world.new_mail(GM)
    assert "Army Paris moves to BURGUNDY" in text_of(proof)
    world.tick(days=1)
    assert len(world.new_mail(LIST)) == 1


@pytest.mark.slow
def test_a_decision_that_cannot_be_breaks_no_mail(world: World) -> None:
    """What counts after all may undo what the GM decided: players are answered, and he is told."""
    _begin(world)
    world.mail("austria", "A Vie - Tyr")
    world.mail("italy", "A Ven - Tyr")
    world.mail("germany", "A Mun S A Vie - Tyr")
    phase = world.phase()
    assert phase is not None
    with world.services.store.write() as transaction:
        (help_,) = transaction.active_orders(phase.id, "GERMANY")
        transaction.replace_orders([help_.id], world.clock.now(), None)
    world.tick(hours=1)
    decide(world.services, "tara", "S1901M", "A Ven", "succeeds", reason=WHY)
    with world.services.store.write() as transaction:
        transaction.add_order(replace(help_, id=0, replaced_at=None))
    assert world.mail("france", "STATUS").state is InboxState.DONE
    with pytest.raises(NotAllowed, match="What you decided cannot come about"):
        process(world.services, "tara")
    world.tick(days=1)
    held = world.phase()
    assert held is not None
    assert held.status is PhaseStatus.HELD
    assert "what its GM has set for it cannot come about" in held.held_because


@pytest.mark.slow
def test_a_draw_of_the_gm_is_proved(world: World) -> None:
    """The slip that he enters, or takes back, while he reads makes a new proof."""
    in_autumn(world)
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        transaction.save_game(replace(game, settings={"release": "gm"}))
    world.tick(hours=1)
    forget(world)
    enter_draw(world.services, "tara", ("hole", "BUR"), "my own hat")
    (proof,) = world.new_mail(GM)
    told = " ".join(text_of(proof).split())
    assert "The GM drew F1974 hole: BUR." in told
    assert "Burgundy becomes a black hole" in told
    take_back(world.services, "tara", ("hole",))
    (proof,) = world.new_mail(GM)
    assert "Burgundy becomes a black hole" not in " ".join(text_of(proof).split())
    amend(world.services, "tara", ("board", "hole", "Bur"), WHY)
    proofs = [one for one in world.new_mail(GM) if "proof" in one["subject"]]
    assert len(proofs) == 1
    process(world.services, "tara")
    sound(world)


@pytest.mark.slow
def test_the_past_is_corrected_under_a_proof(world: World) -> None:
    """The phase that waits is another then: it still waits, and is proved anew."""
    _begin(world)
    world.tick(hours=1)
    process(world.services, "tara")
    world.mail("france", "A Bur - Mun")
    world.tick(hours=1)
    world.new_mail(GM)
    wish = CorrectionWish(orders={"France": ["A Par H"]})
    correct(world.services, "tara", "S1901M", wish, sure=True, reason=WHY)
    phase = world.phase()
    assert phase is not None
    assert (phase.name, phase.status) == ("F1901M", PhaseStatus.PROOF)
    subjects = [one["subject"] for one in world.new_mail(GM)]
    assert any(one.startswith("New proof:") for one in subjects)
    sound(world)
    roll_back(world.services, "tara", "S1901M", sure=True, reason=WHY)
    phase = world.phase()
    assert phase is not None
    assert (phase.name, phase.status) == ("S1901M", PhaseStatus.OPEN)
    world.tick(hours=1)
    assert any(one["subject"].startswith("Proof:") for one in world.new_mail(GM))
    sound(world)


def test_a_proof_goes_with_its_game(world: World, tmp_path: Path) -> None:
    """On another server it still waits to be signed, and what goes out there was proved there."""
    _begin(world)
    world.tick(hours=1)
    lines = tuple(game_lines(world.services, "tara", anyhow=True))
    with a_world(tmp_path / "other") as other:
        other.clock.set(world.clock.now())
        take_game(other.services, lines)
        phase = other.phase()
        assert phase is not None
        assert phase.status is PhaseStatus.PROOF
        resume(other.services, "tara")
        amend(other.services, "tara", ("unit", "remove", "A Mun"), WHY)
        assert [one["subject"][:10] for one in other.new_mail(GM)][-1] == "New proof:"
        process(other.services, "tara")
        sound(other)


def test_a_proof_waits_while_the_game_is_paused(world: World) -> None:
    """Nothing goes out, and the time to sign is as long as it was when the game goes on."""
    _begin(world)
    world.tick(hours=1)
    pause(world.services, "tara", "the GM is away")
    world.tick(days=3)
    phase = world.phase()
    assert phase is not None
    assert phase.status is PhaseStatus.PROOF
    resume(world.services, "tara")
    phase = world.phase()
    assert phase is not None
    assert phase.release_at == world.clock.now() + timedelta(days=1)
    sound(world)
