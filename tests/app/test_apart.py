"""What a writer says in a box, in a quote, or in the HTML version of his mail alone: `apart.toml` has the mails."""

from __future__ import annotations

import html
import tomllib
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from tests.app.test_beside_orders import shown
from tests.app.world import World, text_of

MAILS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("apart.toml").read_text(encoding="utf-8")
)["mails"]
DOUBTED = [
    "YES\n> not the fleet",
    "YES\n\n> only the army",
    "JA\n> aber nicht die Flotte",
    "TÁ\n> ach ní an cabhlach",
    "YES\n\nPS: not the fleet",
]


@pytest.fixture
def game(world: World) -> World:
    """A standard game in Spring 1901 in which two orders of England stand."""
    world.start(variant="standard")
    world.new_mail("ENGLAND")
    world.mail("ENGLAND", "A Lvp - Yor\nF Edi - NTH")
    return world


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: str(mail["name"]))
def test_words_apart_are_their_writers(game: World, mail: dict[str, Any]) -> None:
    """Whatever was neither sent by us nor quoted from somebody who is named is read or shown."""
    (before,) = game.new_mail("ENGLAND")
    game.raw(_written(mail, before), "england@example.org")
    (receipt,) = game.new_mail("ENGLAND")
    text = " ".join(text_of(receipt).split())
    assert [words for words in mail["told"] if words not in text] == []
    assert mail["told"] or shown(receipt, "en") == []
    assert "once" not in mail or text.count(mail["once"]) == 1
    assert "orders" not in mail or game.orders("ENGLAND") == mail["orders"]


def _written(mail: dict[str, Any], before: EmailMessage) -> bytes:
    """Return the bytes of a mail that may quote another."""
    last = text_of(before)
    quote = "\n".join(f"> {line}" for line in last.splitlines())
    plain = str(mail.get("plain", "")).replace("QUOTE", quote).replace("LAST", last)
    page = str(mail.get("html", "")).replace("PAGE", html.escape(last).replace("\n", "<br>\n"))
    message = EmailMessage()
    message["From"], message["To"] = "england@example.org", "gm+tara@gm.example.org"
    message["Subject"], message["Message-ID"] = "orders", "<apart@example.org>"
    if mail.get("answers"):
        message["In-Reply-To"] = before["Message-ID"]
    if plain:
        message.set_content(plain)
    if page and plain:
        message.add_alternative(page, subtype="html")
    elif page:
        message.set_content(page, subtype="html")
    return message.as_bytes()


@pytest.mark.parametrize("answer", DOUBTED)
def test_a_quoted_line_leaves_a_yes_open(world: World, answer: str) -> None:
    """Nobody else can have put it below."""
    world.start(variant="standard")
    world.mail("ENGLAND", "A Lvp - Yor\nF Edi - NTH\nHmm, not sure.")
    world.new_mail("ENGLAND")
    world.mail("ENGLAND", answer)
    assert world.orders("ENGLAND") == []
    (receipt,) = world.new_mail("ENGLAND")
    assert "1 answer awaited" in receipt["Subject"]
    assert " ".join(answer.split()[2:]) in " ".join(text_of(receipt).split())


@pytest.mark.parametrize(
    "mail",
    ["CLEAR\n> scratch that", "CLEAR\nNOTE: this message is a joke", "CLEAR\n--\nAnn\nkidding"],
)
def test_a_tail_leaves_a_command_open(game: World, mail: str) -> None:
    """What looks like a quote, a notice or a signature as well as a line below it."""
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", mail)
    assert game.orders("ENGLAND") == ["A LVP - YOR", "F EDI - NTH"]
    (receipt,) = game.new_mail("ENGLAND")
    assert "leaves open whether it counts, so it was not done" in " ".join(
        text_of(receipt).split()
    )


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Recall: Munster orders", "A Lvp - Wal"),
        ("Recall: orders", 'Ann would like to recall the message, "orders".'),
        ("Rückruf: Befehle", "A Lvp - Wal"),
        ("Nachrichtenrückruf: Befehle", "Ann möchte die Nachricht „Befehle“ zurückrufen."),
    ],
)
def test_a_recall_is_asked_about(game: World, subject: str, body: str) -> None:
    """Mail programs write one for their owner: what stands may be meant by it."""
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", body, subject=subject)
    assert game.orders("ENGLAND") == ["A LVP - YOR", "F EDI - NTH"]
    (receipt,) = game.new_mail("ENGLAND")
    assert subject in " ".join(text_of(receipt).split())


@pytest.mark.parametrize("answers", [False, True])
def test_a_yes_below_a_status_answers_what_it_tells_of(world: World, *, answers: bool) -> None:
    """With one question open it can be meant for no other."""
    world.start(variant="standard")
    world.mail("ENGLAND", "A Lvp - Yor\nF Edi - NTH\nHmm, not sure.")
    world.mail("ENGLAND", "STATUS")
    status = world.new_mail("ENGLAND")[-1]
    headers = f"In-Reply-To: {status['Message-ID']}\n" if answers else ""
    world.mail("ENGLAND", "yes", headers=headers)
    assert world.orders("ENGLAND") == ["A LVP - YOR", "F EDI - NTH"]


REST = [
    "Der Rest bleibt wie gehabt. Danke!", "the others stay as before", "Everything else stays as it was.", "rest as before",
    "Fanann an chuid eile mar atá.", "Alles andere bleibt wie es war", "All other orders stay the same", "Rest wie gehabt", "the other one stays the same",
]  # fmt: skip


@pytest.mark.parametrize("rest", REST)
def test_the_rest_stays(game: World, rest: str) -> None:
    """It was understood, and nothing is told of it."""
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", f"A Lvp - Wal\n{rest}")
    assert game.orders("ENGLAND") == ["F EDI - NTH", "A LVP - WAL"]
    (receipt,) = game.new_mail("ENGLAND")
    assert shown(receipt, "en") == []
    assert "not taken" not in receipt["Subject"]


PROVISIONAL = [
    "ENGLAND (provisional)", "ENGLAND [provisional]:", "England (vorläufig)", "ENGLAND (sealadach)", "England (provisorisch)", "Provisional orders:",
    "Spring 1901 (provisional)",
]  # fmt: skip


@pytest.mark.parametrize("head", PROVISIONAL)
def test_provisional_orders_count_and_say_so(game: World, head: str) -> None:
    """Until others come, as all orders do."""
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", f"{head}\nA Lvp - Wal")
    assert game.orders("ENGLAND") == ["F EDI - NTH", "A LVP - WAL"]
    (receipt,) = game.new_mail("ENGLAND")
    assert "These orders count as they stand, until you send others." in " ".join(
        text_of(receipt).split()
    )


FACES = {
    "waits": ["A Lvp - Wal (n)", "A Lvp - Wal 👎", "A Lvp - Wal 😕", "A Lvp - Wal :-/", "A Lvp - Wal\n(n)", "A Lvp - Wal\n🤔", "A Lvp - Wal\n:/"],
    "told": ["A Lvp - Wal :-(", "A Lvp - Wal ;)", "A Lvp - Wal ^^", "A Lvp - Wal 🙄", "A Lvp - Wal\n;-)", "A Lvp - Wal\n:("],
    "plain": ["A Lvp - Wal (y)", "A Lvp - Wal 👍", "A Lvp - Wal :-)", "A Lvp - Wal\n:)", "A Lvp - Wal 🙂"],
}  # fmt: skip


@pytest.mark.parametrize(("way", "mail"), [(way, mail) for way in FACES for mail in FACES[way]])
def test_a_face_says_how_an_order_is_meant(game: World, way: str, mail: str) -> None:
    """One that says no or doubts asks, one that winks or is sad is told, a friendly one says nothing."""
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", mail)
    assert ("A LVP - WAL" in game.orders("ENGLAND")) is (way != "waits")
    (receipt,) = game.new_mail("ENGLAND")
    page = receipt.get_body(("html",))
    assert page is not None
    face = mail.split()[-1]
    assert (face in html.unescape(page.get_content())) is (way != "plain")


def test_a_coast_in_brackets_is_no_thumb(world: World) -> None:
    """Saint Petersburg has a north coast."""
    world.start(variant="standard")
    world.mail("RUSSIA", "F StP (s) - Bot\nA Mos - StP (n)")
    assert "F STP/SC - BOT" in world.orders("RUSSIA")
    (receipt,) = world.new_mail("RUSSIA")[-1:]
    assert "says no to what stands beside it" not in " ".join(text_of(receipt).split())
