"""Words beside orders that take them back, doubt, suppose or offer a choice: mail in, answer, book."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from gm.app.records import InboxState
from tests.app.irish import in_autumn
from tests.app.world import World

MAILS = tomllib.loads((Path(__file__).parent / "reservations.toml").read_text("utf-8"))["mail"]

ORDERS = "A Lvp - Yor\nF Lon - ENG\nF Edi - NTH"
READ = ["A LVP - YOR", "F LON - ENG", "F EDI - NTH"]


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


@pytest.fixture
def game(world: World) -> World:
    """A standard game in Spring 1901."""
    world.start(variant="standard")
    world.new_mail("ENGLAND")
    return world


def test_a_draft_waits_for_a_yes(game: World) -> None:
    """Nothing of a draft is recorded, subject and text say so, and a yes records it all."""
    game.mail("ENGLAND", f"{ORDERS}\n\nDRAFT - not final!")
    assert game.orders("ENGLAND") == []
    (receipt,) = game.new_mail("ENGLAND")
    assert "1 answer awaited" in receipt["Subject"]
    assert "complete" not in receipt["Subject"]
    body = receipt.get_body(("plain",))
    assert body is not None
    told = plain(body.get_content())
    assert "NOT recorded: it waits for your answer" in told
    assert "what stood before stands until you answer" in told
    assert game.mail("ENGLAND", "Yes").state is InboxState.DONE
    assert game.orders("ENGLAND") == READ
    (receipt,) = game.new_mail("ENGLAND")
    assert "complete" in receipt["Subject"]


def test_what_stood_stands_until_the_answer(game: World) -> None:
    """A doubted mail replaces nothing; a no drops it, and what stood before still stands."""
    game.mail("ENGLAND", "A Lvp - Wal\nF Lon - NTH\nF Edi - NWG")
    before = game.orders("ENGLAND")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", f"{ORDERS}\nhmm, not sure")
    assert game.orders("ENGLAND") == before
    assert "complete" not in game.new_mail("ENGLAND")[-1]["Subject"]
    game.mail("ENGLAND", "no")
    assert game.orders("ENGLAND") == before
    assert "is dropped" in plain(game.last_text("ENGLAND"))
    game.mail("ENGLAND", "1")
    assert game.orders("ENGLAND") == before
    assert "has been settled since" in plain(game.last_text("ENGLAND"))


def test_a_choice_is_answered_by_its_number(game: World) -> None:
    """Of two plans the number picks one whole; another number takes the other in its place."""
    game.mail("ENGLAND", "Plan A:\nA Lvp - Yor\nF Lon - ENG\n\nPlan B:\nA Lvp - Wal\nF Edi - NTH")
    assert game.orders("ENGLAND") == []
    receipt = plain(game.last_text("ENGLAND"))
    assert "1. Army Liverpool moves to Yorkshire; Fleet London moves to English Channel" in receipt
    assert "2. Army Liverpool moves to Wales; Fleet Edinburgh moves to North Sea" in receipt
    game.mail("ENGLAND", "yes")
    assert game.orders("ENGLAND") == []
    assert "Yes to which?" in plain(game.last_text("ENGLAND"))
    game.mail("ENGLAND", "1")
    assert sorted(game.orders("ENGLAND")) == ["A LVP - YOR", "F LON - ENG"]
    game.mail("ENGLAND", "2")
    assert sorted(game.orders("ENGLAND")) == ["A LVP - WAL", "F EDI - NTH"]


@pytest.mark.slow
def test_orders_sent_anew_settle_the_question(game: World) -> None:
    """Who sends all his orders again need not answer; an order sent since outlives a yes."""
    game.mail("ENGLAND", f"Draft orders:\n{ORDERS}")
    game.mail("ENGLAND", "A Lvp - Wal")
    game.mail("ENGLAND", "ja")
    assert game.orders("ENGLAND") == ["A LVP - WAL"]
    assert "not clear which question this answers" in plain(game.last_text("ENGLAND"))
    game.mail("ENGLAND", "Ja, 1")
    assert sorted(game.orders("ENGLAND")) == ["A LVP - WAL", "F EDI - NTH", "F LON - ENG"]
    game.mail("ENGLAND", f"Draft orders:\n{ORDERS}")
    game.mail("ENGLAND", "A Lvp H\nF Lon H\nF Edi H")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", "yes")
    assert game.orders("ENGLAND") == ["A LVP H", "F LON H", "F EDI H"]


def test_a_new_draft_takes_the_place_of_the_old(game: World) -> None:
    """Of two drafts a yes is for the last alone."""
    game.mail("ENGLAND", f"Draft orders:\n{ORDERS}")
    game.mail("ENGLAND", "Entwurf:\nA Lvp H\nF Lon H\nF Edi H")
    game.mail("ENGLAND", "Yes please")
    assert game.orders("ENGLAND") == ["A LVP H", "F LON H", "F EDI H"]


def test_one_order_taken_back(game: World) -> None:
    """The others are recorded; the one that is spoken of waits."""
    game.mail("ENGLAND", f"{ORDERS}\nForget the second one.")
    assert game.orders("ENGLAND") == ["A LVP - YOR", "F EDI - NTH"]
    subject = game.new_mail("ENGLAND")[-1]["Subject"]
    assert "1 answer awaited" in subject
    game.mail("ENGLAND", "yes")
    assert sorted(game.orders("ENGLAND")) == sorted(READ)


def test_holding_everything_instead_is_a_choice(game: World) -> None:
    """`Scrap that, hold everything` offers both, and takes neither by itself."""
    game.mail("ENGLAND", f"{ORDERS}\nActually scrap that, hold everything.")
    assert game.orders("ENGLAND") == []
    game.mail("ENGLAND", "1")
    assert sorted(game.orders("ENGLAND")) == ["A LVP H", "F EDI H", "F LON H"]


def test_a_list_that_waits_replaces_the_list(world: World) -> None:
    """A yes to a doubted list of builds counts as that mail would have: it replaces the list."""
    world.start(variant="republic")
    world.mail("MUNSTER", "Build A CoS\nBuild A CoC")
    assert world.orders("MUNSTER") == ["B A CoS", "B A CoC"]
    world.mail("MUNSTER", "Build F CoS\n\nThis is only a draft.")
    assert world.orders("MUNSTER") == ["B A CoS", "B A CoC"]
    world.mail("MUNSTER", "Yes")
    assert world.orders("MUNSTER") == ["B F CoS"]


def test_a_build_taken_back_keeps_its_place(world: World) -> None:
    """A yes puts one build that was doubted back into the list that was recorded."""
    world.start(variant="republic")
    world.mail("MUNSTER", "Build A CoS\nBuild A CoC\nForget the first one")
    assert world.orders("MUNSTER") == ["B A CoC"]
    world.mail("MUNSTER", "yes")
    assert sorted(world.orders("MUNSTER")) == ["B A CoC", "B A CoS"]


def test_a_yes_never_records_what_a_line_denies(game: World) -> None:
    """Yes to “Don't move” would be no answer; nothing is recorded by it."""
    game.mail("ENGLAND", "Don't move A Lvp to Yor")
    game.mail("ENGLAND", "yes")
    assert game.orders("ENGLAND") == []


def test_press_says_nothing_of_orders(game: World) -> None:
    """What is said in a message to others sets nothing aside."""
    game.mail("ENGLAND", f"{ORDERS}\nPRESS TO FRANCE\nForget that, just kidding\nENDPRESS")
    assert game.orders("ENGLAND") == READ


def test_a_reminder_tells_what_waits(game: World) -> None:
    """Whose orders stand is reminded all the same while others wait for his answer."""
    game.mail("ENGLAND", ORDERS)
    game.mail("ENGLAND", "A Lvp H\nF Lon H\n\nnot sure yet")
    game.new_mail("ENGLAND")
    game.tick(minutes=50)
    (reminder,) = game.new_mail("ENGLAND")
    assert "1 answer awaited" in reminder["Subject"]
    body = reminder.get_body(("plain",))
    assert body is not None
    told = plain(body.get_content())
    assert "1 question about an earlier mail still waits for your answer: see below." in told
    assert "! not sure yet Asked on Sun 1 Nov 2026" in told
    assert "It is NOT recorded until you answer; NO to 1 drops it. 1. Army" in told
    assert game.orders("ENGLAND") == READ


def test_of_several_seats_all_wait(world: World) -> None:
    """A word above the orders of two powers sets both aside, and a yes records both."""
    in_autumn(world)
    world.mail("ann", "DRAFT\n\nFrance:\nA Par - Bur\n\nSweden:\nA Swe H")
    assert world.orders("france") == []
    assert world.orders("sweden") == []
    subject = world.new_mail("ann")[-1]["Subject"]
    assert "awaited" in subject
    assert ", complete" not in subject
    world.mail("ann", "yes")
    assert world.orders("france") == ["A PAR - BUR"]
    assert world.orders("sweden") == ["A SWE H"]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: str(mail["text"]))
def test_a_mail_and_its_answer(game: World, mail: dict[str, Any]) -> None:
    """What stands after the mail, what the subject says, and what stands after the answer."""
    game.mail("ENGLAND", "F Edi - NWG")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", mail["text"])
    assert sorted(game.orders("ENGLAND")) == mail["stands"]
    assert mail["subject"] in game.new_mail("ENGLAND")[-1]["Subject"]
    game.mail("ENGLAND", mail["answer"])
    assert sorted(game.orders("ENGLAND")) == mail["then"]


@pytest.mark.parametrize("text", ["Waive\nWaive\nDRAFT", "Don't waive two builds"])
def test_no_choice_says_a_thing_twice(world: World, text: str) -> None:
    """A list that waives two builds says so once, with their number."""
    world.start(variant="republic")
    world.new_mail("MUNSTER")
    world.mail("MUNSTER", text)
    receipt = plain(world.last_text("MUNSTER"))
    assert "1. Waive one build, ordered 2 times." in receipt
    assert "Waive one build; Waive one build" not in receipt
    world.mail("MUNSTER", "1")
    assert len(world.orders("MUNSTER")) == 2


def test_choices_are_distinct(game: World) -> None:
    """Two plans that are one are asked about once."""
    game.mail("ENGLAND", "Plan A:\nA Lvp - Yor\nPlan B:\nA Lvp - Yor")
    receipt = plain(game.last_text("ENGLAND"))
    assert "1. Army Liverpool moves to Yorkshire." in receipt
    assert " 2. " not in receipt


def test_a_heading_answers_no_question(world: World) -> None:
    """`NORWAY` heads Norway's orders, though the one choice that waits for Sweden moves to Norway."""
    in_autumn(world)
    world.mail("ann", "SWEDEN\nA Swe - Nwy\nnot sure about this")
    assert world.orders("SWEDEN") == []
    world.mail("ann", "NORWAY\nA Nwy H")
    assert world.orders("NORWAY") == ["A NWY H"]
    assert world.orders("SWEDEN") == []
    world.mail("ann", "Norwegen")
    assert world.orders("SWEDEN") == []
    world.mail("ann", "yes, 1")
    assert world.orders("SWEDEN") == ["A SWE - NWY"]
