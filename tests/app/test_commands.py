"""MAP, BORDERS and POINTS in a mail: each is answered once, on the board as it is now."""

from __future__ import annotations

import pytest

from gm.app.records import InboxState
from tests.app.world import World, text_of

FRENCH = "A Par - Bur\nA Mar H\nF Bre - MAO"


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


@pytest.fixture
def game(world: World) -> World:
    """A game of Irish Diplomacy before its first spring."""
    world.start(variant="irish")
    world.new_mail("ENGLAND")
    return world


@pytest.fixture
def france(world: World) -> World:
    """A game of Diplomacy in its first spring; France's mail has been read."""
    world.start(variant="standard")
    world.new_mail("FRANCE")
    return world


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("body", "subject"),
    [
        ("MAP", "The board as it is"),
        ("map.", "The board as it is"),
        ("POINTS", "The points"),
        ("BORDERS NTH", "Borders: North Sea"),
        ("Borders of the North Sea", "Borders: North Sea"),
        ("BORDERS NTH, Lon and Nwy", "Borders: North Sea, London and Norway"),
        ("BORDERS", "Borders: which province?"),
        ("BORDERS Narnia", "Borders: no such province"),
    ],
)
def test_a_page_is_asked_for(game: World, body: str, subject: str) -> None:
    """The command alone is the whole mail."""
    assert game.mail("ENGLAND", body).state is InboxState.DONE
    (answer,) = game.new_mail("ENGLAND")
    assert subject in answer["Subject"]


def test_a_name_that_fits_several_is_asked_about(game: World) -> None:
    """The answer offers what may have been meant, and takes a slip as what it can only be."""
    game.mail("ENGLAND", "BORDERS Nor")
    assert "Did you mean" in plain(game.last_text("ENGLAND"))
    game.mail("ENGLAND", "BORDERS Nrowegian See")
    assert "NORWEGIAN SEA (NWG)" in game.last_text("ENGLAND")


def test_several_commands_have_one_answer(game: World) -> None:
    """None of them is passed over, and one said twice is answered once."""
    game.mail("ENGLAND", "MAP\nPOINTS\nSTATUS\nHELP\nmap")
    (answer,) = game.new_mail("ENGLAND")
    assert "MAP, POINTS, STATUS and HELP" in answer["Subject"]
    text = text_of(answer)
    assert text.count("EVERY PROVINCE AND WHOM IT BORDERS") == 1
    for told in ("POINTS NOW", "What the server has of England", "How to write orders"):
        assert told in text
    html = answer.get_body(("html",))
    assert html is not None
    page = str(html.get_content())
    assert (page.count("<main"), page.count("</main>"), page.count("<hr>")) == (1, 1, 3)
    assert "How to write orders" in page


def test_a_page_asked_for_beside_orders_is_sent_beside_the_receipt(france: World) -> None:
    """The receipt shows what stands already; what it does not show comes in a mail of its own."""
    france.mail("FRANCE", f"STATUS\nBORDERS NTH\n{FRENCH}")
    receipt, page = france.new_mail("FRANCE")
    assert "France receipt 1: complete" in receipt["Subject"]
    assert "Borders: North Sea" in page["Subject"]


def test_the_subject_names_what_the_mail_holds(france: World) -> None:
    """What was done beside orders stands in their receipt, and not in the mail of the pages."""
    france.mail("FRANCE", f"{FRENCH}\nTIMEZONE Europe/Paris\nMAP\nRULES")
    receipt, pages = france.new_mail("FRANCE")
    assert "TIMEZONE" in text_of(receipt)
    assert pages["Subject"].endswith(" MAP and RULES")
    france.mail("FRANCE", "TIMEZONE Europe/Rome\nMAP")
    (answer,) = france.new_mail("FRANCE")
    assert answer["Subject"].endswith(" TIMEZONE and MAP")


def test_a_command_is_quoted_as_it_was_written(france: World) -> None:
    """A word of his own language keeps its signs, and is known for what it is."""
    france.mail("FRANCE", "LANGUAGE Gaeilge")
    france.mail("FRANCE", f"{FRENCH}\nVÓTÁIL\nSTÁDÁSS")
    told = plain(france.last_text("FRANCE"))
    assert "! VÓTÁIL Níor tuigeadh" in told
    assert "“VOTE YES" in told
    assert "! STÁDÁSS Níl an focal STÁDÁSS" in told


def test_a_slip_of_the_pen_is_asked_about(france: World) -> None:
    """Alone in a mail it is answered with what it may have been; beside orders only in capitals."""
    assert france.mail("FRANCE", "Statsu").state is InboxState.REJECTED
    assert "Did you mean STATUS?" in plain(france.last_text("FRANCE"))
    france.mail("FRANCE", f"{FRENCH}\nSTATSU\nChuck")
    told = plain(france.last_text("FRANCE"))
    assert "Did you mean STATUS?" in told
    assert "CHECK" not in told


def test_a_word_that_is_nearly_a_command_is_told_which_it_may_be(game: World) -> None:
    """It is no talk where it stands alone."""
    assert game.mail("ENGLAND", "STATSU").state is InboxState.REJECTED
    told = plain(game.last_text("ENGLAND"))
    assert "STATSU is no command of this server. Did you mean STATUS?" in told


def test_a_name_among_others_that_means_no_province_is_told(game: World) -> None:
    """The borders of the others are answered; what was not found is not left out in silence."""
    game.mail("ENGLAND", "BORDERS NTH, Narnia and Nor")
    told = plain(game.last_text("ENGLAND"))
    assert "There is no province “Narnia” or “Nor” on this board. Did you mean" in told
    assert "NORTH SEA (NTH), A SEA" in told
