"""Words of a writer below his signature, or behind the line that his program puts there."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.app.test_beside_orders import shown
from tests.app.world import World, text_of

TAILS = tomllib.loads(Path(__file__).with_name("signatures.toml").read_text(encoding="utf-8"))
ORDERS = "A Lvp - Yor\nF Edi - NTH"
READ = ["A LVP - YOR", "F EDI - NTH"]


@pytest.fixture
def game(world: World) -> World:
    """A standard game in Spring 1901."""
    world.start(variant="standard")
    world.new_mail("ENGLAND")
    return world


@pytest.mark.sampled(20)
@pytest.mark.parametrize("tail", TAILS["waits"])
def test_words_in_a_tail_set_orders_aside(game: World, tail: str) -> None:
    """As the same words above a signature do."""
    game.mail("ENGLAND", f"{ORDERS}\n\n{tail}")
    assert "A LVP - YOR" not in game.orders("ENGLAND")
    (receipt,) = game.new_mail("ENGLAND")
    assert "1 answer awaited" in receipt["Subject"]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("head", TAILS["heads"])
def test_words_behind_a_greeting_set_orders_aside(game: World, head: str) -> None:
    """As they do in a line of their own."""
    game.mail("ENGLAND", f"{head}\n\n{ORDERS}")
    assert game.orders("ENGLAND") == []
    (receipt,) = game.new_mail("ENGLAND")
    assert "1 answer awaited" in receipt["Subject"]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("head", TAILS["plain_heads"])
def test_a_greeting_says_nothing(game: World, head: str) -> None:
    """Of the orders below it."""
    game.mail("ENGLAND", f"{head}\n\n{ORDERS}")
    assert game.orders("ENGLAND") == READ
    (receipt,) = game.new_mail("ENGLAND")
    assert shown(receipt, "en") == []


@pytest.mark.sampled(7)
@pytest.mark.parametrize("tail", TAILS["shown"])
def test_words_in_a_tail_are_shown(game: World, tail: str) -> None:
    """Nothing that its writer wrote vanishes."""
    game.mail("ENGLAND", f"{ORDERS}\n\n{tail}")
    (receipt,) = game.new_mail("ENGLAND")
    words = " ".join(tail.splitlines()[-1].split()[-3:])
    assert words in " ".join(text_of(receipt).split())


@pytest.mark.sampled(20)
@pytest.mark.parametrize("tail", TAILS["told"])
def test_what_looks_like_a_tail_is_told(game: World, tail: str) -> None:
    """Where nobody but its writer can have put it there."""
    game.mail("ENGLAND", f"{ORDERS}\n\n{tail}")
    (receipt,) = game.new_mail("ENGLAND")
    words = " ".join(tail.splitlines()[-1].split()[-3:])
    assert words in " ".join(text_of(receipt).split())


@pytest.mark.sampled(10)
@pytest.mark.parametrize("tail", TAILS["first"])
def test_a_tail_is_shown_once(game: World, tail: str) -> None:
    """What stands below somebody's orders for the first time may be meant of them; later it is his signature."""
    game.mail("ENGLAND", f"{ORDERS}\n\n{tail}")
    assert game.orders("ENGLAND") == READ
    (receipt,) = game.new_mail("ENGLAND")
    (line,) = shown(receipt, "en")
    assert line.rstrip("”") in tail
    game.mail("ENGLAND", f"A Lvp - Wal\n\n{tail}")
    (receipt,) = game.new_mail("ENGLAND")
    assert shown(receipt, "en") == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "tail", ["NOTE: this message is a draft", "This message is not intended as orders."]
)
def test_a_notice_that_unsettles_is_asked_about_until_it_is_confirmed(
    game: World, tail: str
) -> None:
    """A player may write it anew below each draft; below what he says yes to it is his company's."""
    for _ in range(2):
        game.mail("ENGLAND", f"{ORDERS}\n\n{tail}")
        assert game.orders("ENGLAND") == []
        assert "awaited" in game.new_mail("ENGLAND")[0]["Subject"]
    game.mail("ENGLAND", f"NO\n\n{tail}")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", f"{ORDERS}\n\n{tail}")
    assert "awaited" in game.new_mail("ENGLAND")[0]["Subject"]
    game.mail("ENGLAND", f"YES\n\n{tail}")
    assert game.orders("ENGLAND") == READ
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", f"A Lvp - Wal\n\n{tail}")
    assert "A LVP - WAL" in game.orders("ENGLAND")
    assert "awaited" not in game.new_mail("ENGLAND")[0]["Subject"]


@pytest.mark.sampled(20)
@pytest.mark.parametrize("tail", TAILS["plain"])
def test_a_plain_tail_says_nothing(game: World, tail: str) -> None:
    """Whatever it names."""
    game.mail("ENGLAND", f"{ORDERS}\n\n{tail}")
    assert game.orders("ENGLAND") == READ
    (receipt,) = game.new_mail("ENGLAND")
    assert shown(receipt, "en") == []
    assert "awaited" not in receipt["Subject"]


@pytest.mark.parametrize("above", TAILS["above_a_quote"])
def test_a_quote_below_a_notice_is_not_its_readers(game: World, above: str) -> None:
    """Outlook marks no line of what it quotes, and gateways write right above it."""
    game.mail("ENGLAND", "F Lon - ENG\nA Lvp - Wal")
    receipt = text_of(game.new_mail("ENGLAND")[0])
    page = (
        f'<div><p class="MsoNormal">A Lvp - Yor</p><p class="MsoNormal">{above}</p>'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> '
        "The game master &lt;gm@games.example.org&gt;<br><b>Sent:</b> 26 November 2026 16:10<br>"
        "<b>To:</b> england@example.org<br><b>Subject:</b> receipt</p></div>"
        f"<p>{receipt.replace(chr(10), '<br>')}</p><p>F Edi - NTH</p></div>"
    )
    raw = (
        "From: england@example.org\r\nTo: gm+tara@games.example.org\r\nSubject: orders\r\n"
        "Message-ID: <outlook@example.org>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    )
    game.raw(raw.encode() + page.replace("\n", "\r\n").encode() + b"\r\n", "england@example.org")
    assert game.orders("ENGLAND") == ["F LON - ENG", "A LVP - YOR"]


def test_words_below_a_quote_alone_are_quoted_back(game: World) -> None:
    """With nothing else in the mail, its answer shows them too."""
    game.mail("ENGLAND", "On Thursday Edith wrote:\nplease, Brian!\n\nI stay with London.")
    assert game.orders("ENGLAND") == []
    (answer,) = game.new_mail("ENGLAND")
    assert "I stay with London." in text_of(answer)
    assert "only quoted lines" not in text_of(answer)


@pytest.mark.parametrize("tail", ["--\nAnn\nF Edi - NTH", "-- \nF Edi - NTH\nAnn Kerr, Dublin"])
def test_orders_below_a_signature_are_shown(game: World, tail: str) -> None:
    """They are not read, and nobody loses them without a word."""
    game.mail("ENGLAND", f"A Lvp - Yor\n\n{tail}")
    assert game.orders("ENGLAND") == ["A LVP - YOR"]
    (receipt,) = game.new_mail("ENGLAND")
    assert "1 line not taken" in receipt["Subject"]
    text = " ".join(text_of(receipt).split())
    assert "! F Edi - NTH This stands below the line of your signature" in text
