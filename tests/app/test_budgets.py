"""How much one address is answered in a day, and that its mail is acted upon all the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from gm.app.records import InboxState
from tests.app.world import HOST, World, text_of

ORDERS = "A Paris - Burgundy"
MOST = 20


@pytest.fixture
def small(world: World) -> World:
    """A game on a server that answers little."""
    world.services = replace(
        world.services, answers_a_day=MOST, answers_a_day_to_strangers=2, proof=False
    )
    world.start(variant="standard")
    world.send()
    world.new_mail("FRANCE")
    return world


def subjects(world: World, who: str = "FRANCE") -> list[str]:
    """The subjects of the new mails to somebody."""
    return [str(mail["Subject"]) for mail in world.new_mail(who)]


@pytest.mark.slow
def test_five_hundred_bad_mails_get_a_bounded_answer(small: World) -> None:
    """A mail loop or an angry player costs a few answers, one word that it is enough, and rows."""
    for _ in range(500):
        assert small.mail("FRANCE", "This is no order at all, is it?").state is not InboxState.NEW
    found = subjects(small)
    assert len(found) <= MOST
    assert sum("No more answers today" in one for one in found) == 1
    assert "No more answers today" in found[-1]


def test_receipts_are_the_last_to_be_cut(small: World) -> None:
    """Who has asked for help all day still reads what became of his orders."""
    for _ in range(MOST):
        small.mail("FRANCE", "HELP")
    assert len(subjects(small)) == MOST - MOST // 5 + 1
    small.mail("FRANCE", ORDERS)
    (receipt,) = small.new_mail("FRANCE")
    assert "Burgundy" in text_of(receipt)


@pytest.mark.slow
def test_orders_count_when_nobody_is_answered_any_more(small: World) -> None:
    """Only our words end: every mail is read and its orders stand."""
    for _ in range(2 * MOST):
        small.mail("FRANCE", "A Paris H")
    assert len(subjects(small)) <= MOST + 1
    assert small.mail("FRANCE", ORDERS).state is InboxState.DONE
    assert subjects(small) == []
    assert small.orders("FRANCE") == ["A PAR - BUR"]


@pytest.mark.slow
def test_next_day_he_is_answered_again(small: World) -> None:
    """The word that it is enough says when, and keeps it."""
    for _ in range(2 * MOST):
        small.mail("FRANCE", "HELP")
    last = small.new_mail("FRANCE")[-1]
    assert "Mon 2 Nov 2026, 00:00 (Europe/Dublin; 00:00 UTC) on you are" in " ".join(
        text_of(last).split()
    )
    small.clock.advance(hours=12)
    small.mail("FRANCE", "STATUS")
    assert len(subjects(small)) == 1


@pytest.mark.slow
def test_one_player_does_not_use_up_anothers_answers(small: World) -> None:
    """Budgets are each address's own."""
    for _ in range(2 * MOST):
        small.mail("FRANCE", "HELP")
    small.new_mail("ITALY")
    small.mail("ITALY", "HELP")
    assert len(subjects(small, "ITALY")) == 1


def test_stranger_gets_few_answers_whatever_he_writes(small: World) -> None:
    """Each error once a day, so many in all, and not a word that it is enough."""
    for number in range(40):
        body, to = f"nonsense {number}", f"gm+game{number}@{HOST}"
        small.mail("stranger@elsewhere.test", body, to=to)
    assert len(subjects(small, "stranger@elsewhere.test")) == 2


def test_case_of_an_address_buys_no_answers(small: World) -> None:
    """STRANGER@ and stranger@ are one."""
    for number, name in enumerate(["stranger", "Stranger", "STRANGER", "sTranger", "stRanger"]):
        small.mail(f"{name}@elsewhere.test", "orders", to=f"gm+game{number}@{HOST}")
    small.send()
    every = [mail for mail in small.carrier.sent if "elsewhere" in mail.recipient.lower()]
    assert len(every) == 2


@pytest.mark.slow
def test_all_strangers_together_get_no_more_than_so_many(small: World) -> None:
    """Forged senders by the hundred do not make us write to hundreds of people."""
    for number in range(200):
        small.mail(f"victim{number}@elsewhere.test", "Hello there, dear game.")
    small.send()
    got = Counter(mail.recipient for mail in small.carrier.sent if "elsewhere" in mail.recipient)
    assert set(got.values()) == {1}
    assert len(got) == 2 * 20


def test_server_that_answers_no_stranger(small: World) -> None:
    """Nought answers to strangers are none at all."""
    small.services = replace(small.services, answers_a_day_to_strangers=0)
    small.mail("stranger@elsewhere.test", "HELP")
    assert subjects(small, "stranger@elsewhere.test") == []
