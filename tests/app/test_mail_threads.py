"""Where our mails hang, and what an answer to each of them is taken for."""

from __future__ import annotations

import pytest

from gm.app.records import InboxState
from tests.app.world import LIST, World


def test_who_answers_a_refusal_answers_the_open_phase(world: World) -> None:
    """A mail without orders is refused; the orders in reply to that refusal count."""
    world.start()
    world.mail("ULSTER", "Good luck, everybody!")
    refusal = world.new_mail("ULSTER")[-1]
    headers = f"In-Reply-To: {refusal['Message-ID']}\nReferences: {refusal['Message-ID']}\n"
    mail = world.mail("ULSTER", "Build A BeS", headers=headers)
    assert mail.state is InboxState.DONE
    assert world.orders("ULSTER") == ["B A BeS"]


@pytest.mark.slow
def test_who_answers_the_refusal_of_a_late_mail_is_in_time(world: World) -> None:
    """Late orders are refused with the phase that is open, and an answer to that is for it."""
    world.start()
    homes = {"ULSTER": "BeN", "MUNSTER": "CoS", "LEINSTER": "DbN", "CONNAUGHT": "GaW"}
    for power, home in {**homes, "BRITAIN": "DeW"}.items():
        world.mail(power, f"Build A {home}")
    opening = world.new_mail("ULSTER")[0]
    world.tick(hours=1)
    old = f"In-Reply-To: {opening['Message-ID']}\nReferences: {opening['Message-ID']}\n"
    assert world.mail("ULSTER", "Build A BeS", headers=old).state is InboxState.REJECTED
    refusal = world.new_mail("ULSTER")[-1]
    both = f"{opening['Message-ID']} {refusal['Message-ID']}"
    new = f"In-Reply-To: {refusal['Message-ID']}\nReferences: {both}\n"
    assert world.mail("ULSTER", "A BeN - Ant", headers=new).state is InboxState.DONE
    assert world.orders("ULSTER") == ["A BeN - Ant"]
    phase = world.phase()
    assert phase is not None
    assert f".{phase.number}.refusal" in refusal["Message-ID"]


def test_a_notice_of_the_first_phase_hangs_under_the_opening(world: World) -> None:
    """On the list the game is one thread, though it is held before its first report."""
    world.start()
    world.tick(hours=2)
    opening, held = world.new_mail(LIST)
    assert held["In-Reply-To"] == opening["Message-ID"]
