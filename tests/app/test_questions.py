"""Numbered questions: a line that may mean several things is asked about, a digit answers it."""

from __future__ import annotations

import pytest

from gm.app.records import InboxState
from tests.app.world import World


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


@pytest.fixture
def game(world: World) -> World:
    """A standard game in Spring 1901."""
    world.start(variant="standard")
    world.new_mail("ENGLAND")
    return world


def test_a_digit_answers_a_question(game: World) -> None:
    """The other orders stay recorded, the question names its choices, the digit completes it."""
    game.mail("ENGLAND", "F Lon - ENG\nF Edi - Nor\nA Lvp - Yor")
    assert game.orders("ENGLAND") == ["F LON - ENG", "A LVP - YOR"]
    receipt = plain(game.last_text("ENGLAND"))
    assert "1. Fleet Edinburgh moves to North Sea" in receipt
    assert "2. Fleet Edinburgh moves to Norwegian Sea" in receipt
    assert game.mail("ENGLAND", "2").state is InboxState.DONE
    assert game.orders("ENGLAND") == ["F LON - ENG", "A LVP - YOR", "F EDI - NWG"]
    assert "F EDI - NWG" in game.last_text("ENGLAND")


def test_an_answer_may_be_thought_over(game: World) -> None:
    """Another number of the same question takes the place of the first."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "1)")
    game.mail("ENGLAND", "2.")
    assert game.orders("ENGLAND") == ["F EDI - NWG"]


def test_the_numbers_go_on_through_a_phase(game: World) -> None:
    """An old mail in hand never answers a newer question."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "A Lvp - Yor\nF Lon - North")
    receipt = plain(game.last_text("ENGLAND"))
    assert "3. Fleet London moves to North Sea" in receipt
    game.mail("ENGLAND", "2 and 3")
    assert game.orders("ENGLAND") == ["A LVP - YOR", "F EDI - NWG", "F LON - NTH"]


def test_an_order_given_meanwhile_settles_the_question(game: World) -> None:
    """Who has ordered the unit since does not order it anew by an old number."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "F Edi - NTH")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", "2")
    assert game.orders("ENGLAND") == ["F EDI - NTH"]
    assert "has been settled since" in plain(game.last_text("ENGLAND"))


def test_a_number_without_a_choice_is_told(game: World) -> None:
    """A number that stands at no choice, or where nothing was asked, changes nothing."""
    mail = game.mail("ENGLAND", "3")
    assert mail.state is InboxState.REJECTED
    assert "none is open to you" in plain(game.last_text("ENGLAND"))
    game.mail("ENGLAND", "F Edi - Nor")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", "7\nF Lon - ENG")
    assert game.orders("ENGLAND") == ["F LON - ENG"]
    told = plain(game.last_text("ENGLAND"))
    assert "There is no choice 7 among the questions put to you. 1. Fleet Edinburgh moves" in told
    assert "Answer with the number, alone on a line." in told


def test_an_answer_with_further_orders(game: World) -> None:
    """A digit and orders in one mail both count; an order to the same unit is the later word."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "1\nA Lvp - Wal")
    assert game.orders("ENGLAND") == ["A LVP - WAL", "F EDI - NTH"]
    game.mail("ENGLAND", "2\nF Edi H")
    assert game.orders("ENGLAND") == ["A LVP - WAL", "F EDI H"]


def test_numbers_above_orders_are_no_answers(game: World) -> None:
    """Who numbers his orders on lines of their own answers nothing by that."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "1.\nF Lon - ENG\n2.\nA Lvp - Wal")
    assert game.orders("ENGLAND") == ["F LON - ENG", "A LVP - WAL"]


def test_the_questions_of_others_are_not_answered(game: World) -> None:
    """A number answers the writer's own questions only."""
    game.mail("ENGLAND", "F Edi - Nor")
    mail = game.mail("FRANCE", "1")
    assert mail.state is InboxState.REJECTED
    assert game.orders("ENGLAND") == []


def test_a_build_keeps_its_place_in_the_list(world: World) -> None:
    """The answer completes the list of builds, and does not replace it."""
    world.start(variant="republic")
    world.mail("MUNSTER", "Build Cork South\nBuild A Cork Central")
    world.send()
    assert world.orders("MUNSTER") == ["B A CoC"]
    assert "2. Build Fleet Cork South" in plain(world.last_text("MUNSTER"))
    world.mail("MUNSTER", "2")
    assert world.orders("MUNSTER") == ["B F CoS", "B A CoC"]


def test_two_lines_of_the_same_words_are_two_questions(world: World) -> None:
    """Both have live numbers, and each is answered by its own; sent again they are asked anew."""
    world.start(variant="republic")
    world.mail("MUNSTER", "Build Cork South\nBuild Cork South")
    world.mail("MUNSTER", "1")
    assert world.orders("MUNSTER") == ["B A CoS"]
    world.mail("MUNSTER", "Build Cork South")
    world.new_mail("MUNSTER")
    world.mail("MUNSTER", "4")
    assert world.orders("MUNSTER") == ["B A CoS"]
    assert "has been settled since" in plain(world.last_text("MUNSTER"))


def test_a_denied_order_is_asked_about_and_never_recorded(game: World) -> None:
    """What is denied, or thought of again, waits for a number; the other orders stand."""
    game.mail("ENGLAND", "F Lon - ENG - no wait, hold\nDon't move A Lvp to Yor\nF Edi - NTH")
    assert game.orders("ENGLAND") == ["F EDI - NTH"]
    receipt = plain(game.last_text("ENGLAND"))
    assert "“no wait” takes something back" in receipt
    assert "1. Fleet London holds" in receipt
    assert "2. Fleet London moves to English Channel" in receipt
    assert "3. Army Liverpool moves to Yorkshire" in receipt
    game.mail("ENGLAND", "3")
    assert game.orders("ENGLAND") == ["F EDI - NTH", "A LVP - YOR"]


@pytest.mark.parametrize(
    "below",
    [
        "Ehm, no. Scrap that, better the Irish Sea.",
        "or no, wait: is Russia really closed?",
        "I'd better sleep on it.",
        "(only kidding)",
        "Quatsch, vergiss das.",
    ],
)
def test_a_number_counts_for_nothing_above_words_that_unsay_it(game: World, below: str) -> None:
    """The receipt says which words, shows the choices again, and the number alone is taken."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", f"2\n{below}")
    assert game.orders("ENGLAND") == []
    assert "leaves open whether it counts" in plain(game.last_text("ENGLAND"))
    game.mail("ENGLAND", "2\nThanks, Maeve!")
    assert game.orders("ENGLAND") == ["F EDI - NWG"]


def test_a_mail_of_which_nothing_is_taken_says_so_in_its_subject(game: World) -> None:
    """An answer to "receipt 1: complete" is not called that again."""
    game.mail("ENGLAND", "F Edi - NTH\nF Lon - ENG\nA Lvp - Yor")
    receipt = game.new_mail("ENGLAND")[-1]
    assert "complete" in receipt["Subject"]
    game.mail("ENGLAND", "Well, a fine day it is.", subject=f"Re: {receipt['Subject']}")
    assert game.new_mail("ENGLAND")[-1]["Subject"] == "[tara S1901M] nothing recorded"


def test_a_yes_counts_for_nothing_above_words_that_unsay_it(game: World) -> None:
    """What waits goes on waiting."""
    game.mail("ENGLAND", "F Edi - NTH\nDRAFT - not final!")
    game.mail("ENGLAND", "YES\nHmm, no. Scrap that.")
    assert game.orders("ENGLAND") == []
    game.mail("ENGLAND", "YES")
    assert game.orders("ENGLAND") == ["F EDI - NTH"]
