"""What players write beside their orders: shown, passed on to the game master once, or told apart."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from gm.app.answering.inbox import read_inbox
from gm.app.keeping.person_settings import language_of
from gm.app.mail_in.intake import accept
from gm.app.records import InboxState
from gm.app.seats.players import add_player
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.app.talk.words_to_gm import MOST_A_DAY
from gm.languages import gettext, ngettext, speaking
from tests.app.world import GM, HOST, SEED, World, text_of

MAILS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("beside.toml").read_text(encoding="utf-8")
)["mails"]
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
LONG = dict.fromkeys(("movement", "retreat", "adjustment"), 3600 * 24 * 1000)


def shown(message: EmailMessage, language: str) -> list[str]:
    """Return the lines that an answer says were not read, without their quotes and marks."""
    with speaking(language):
        heading = gettext("Not read as orders")
    page = message.get_body(("html",))
    assert page is not None
    html = str(page.get_content())
    plain = text_of(message)
    assert (heading in html) == (heading.upper() in plain)
    if heading not in html:
        return []
    items = re.findall(r"<li[^>]*>(.*?)</li>", html.partition(heading)[2].partition("</ul>")[0])
    assert all(" ".join(one.split()) in " ".join(plain.split()) for one in items)
    said = [re.fullmatch(r"[“„](.*)[”“](?: \[.*\])?", one) for one in items]
    return [one[1].replace("&#39;", "'") if one else "..." for one in said]


@pytest.mark.sampled(20)
@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: str(mail["text"])[:40])
def test_each_line_is_shown_or_says_nothing(world: World, mail: dict[str, Any]) -> None:
    """The answer shows what was not read, in text and HTML alike, and the game master gets talk once."""
    power, language = str(mail.get("power", "FRANCE")), str(mail["language"])
    world.start(variant=mail.get("variant", "standard"), lengths=LONG)
    language_of(world.services, f"{power.lower()}@example.org", language)
    world.new_mail(power)
    world.new_mail(GM)
    assert world.mail(power, mail["text"]).state is InboxState.DONE
    (answer, *_) = world.new_mail(power)
    letters = world.new_mail(GM)
    assert shown(answer, language) == mail["listed"]
    assert len(letters) == int(mail["gm"])
    assert len(world.orders(power)) == mail["orders"]
    with speaking(language):
        told = ngettext(
            "It was passed on to {gm}, the game master.",
            "They were passed on to {gm}, the game master.",
            len(mail["listed"]),
            gm="Maeve",
        )
    assert (told in " ".join(text_of(answer).split())) == mail["gm"]
    for line in mail["listed"] if mail["gm"] else ():
        assert line in " ".join(text_of(letters[0]).split())


@pytest.fixture
def france(world: World) -> World:
    """A game of Diplomacy in its first spring."""
    world.start(variant="standard", lengths=LONG)
    world.new_mail("FRANCE")
    world.new_mail(GM)
    return world


def test_a_mail_that_comes_twice_is_one_letter(france: World) -> None:
    """The second delivery of a mail passes nothing on again."""
    raw = (
        f"From: france@example.org\r\nTo: gm+tara@{HOST}\r\nSubject: x\r\nMessage-ID: <a@example.org>\r\n\r\n"
        "A Par - Bur\r\nCan I have until Monday?\r\n"
    ).encode()
    for _ in range(2):
        accept(
            france.services.store,
            france.clock,
            raw,
            "france@example.org",
            [f"gm+tara@{HOST}"],
            "smtp",
        )
    read_inbox(france.services)
    assert len(france.new_mail(GM)) == 1


def test_the_answer_of_the_game_master_reaches_the_player(france: World) -> None:
    """He replies to the letter in plain words, and they go to whoever wrote it."""
    france.mail("FRANCE", "A Par - Bur\nCan I have until Monday?")
    france.new_mail("FRANCE")
    (letter,) = france.new_mail(GM)
    assert "A word from France" in str(letter["Subject"])
    headers = f"In-Reply-To: {letter['Message-ID']}\n"
    france.mail(GM, "Yes, you can.", to=str(letter["Reply-To"]), subject="Re", headers=headers)
    assert "Yes, you can." in france.last_text("FRANCE")


@pytest.mark.parametrize(
    ("body", "passed"),
    [
        ("Can I have until Monday?", True),
        ("Is the deadline tonight? If not, I will send orders tomorrow.", True),
        ("If not, I will send orders tomorrow.\nUnless you extend, I quit", True),
        ("thanks", False),
        ("hope it works", False),
        ("Jean", False),
    ],
)
def test_a_mail_of_talk_alone(france: World, body: str, passed: bool) -> None:
    """A question is passed on, and the answer says so; thanks are answered as ever."""
    assert france.mail("FRANCE", body).state is InboxState.REJECTED
    told = " ".join(france.last_text("FRANCE").split())
    assert "No order was found" in told
    assert ("Your words were passed on to Maeve, the game master." in told) == passed
    assert len(france.new_mail(GM)) == int(passed)


@pytest.mark.slow
def test_words_beside_orders_that_come_too_late_are_passed_on(world: World) -> None:
    """The orders are refused, but the excuse is not lost."""
    world.start(variant="standard")
    units = ("A Vie", "F Lon", "A Par", "A Ber", "A Rom", "A Mos", "A Con")
    for power, unit in zip(POWERS, units, strict=True):
        world.mail(power, f"{unit} H")
    world.tick(minutes=59)
    world.new_mail(GM)
    world.clock.advance(minutes=1, seconds=10)
    world.mail("FRANCE", "A Par - Bur\nSorry, my internet was down. Can you still take it?")
    told = " ".join(world.last_text("FRANCE").split())
    assert "after the deadline" in told
    assert "Your words were passed on to Maeve" in told
    assert any("A word from France" in str(one["Subject"]) for one in world.new_mail(GM))


def test_a_game_master_who_plays_reads_no_plans(world: World) -> None:
    """He is sent a question about the deadline, and none that speaks of the board."""
    game = new_game(
        world.services, NewGame("tara", "standard", "Maeve", GM, lengths=LONG, seed=SEED)
    )
    for power in POWERS:
        address = GM if power == "GERMANY" else f"{power.lower()}@example.org"
        add_player(world.services, game.name, power, power.title(), address, "UTC")
    start_game(world.services, game.name)
    world.new_mail("FRANCE")
    world.new_mail(GM)
    world.mail("FRANCE", "A Par - Bur\nWho convoys to Munich?\nCan I have until Monday?")
    answer = text_of(world.new_mail("FRANCE")[-1])
    assert "“Can I have until Monday?” [sent to the GM]" in answer
    assert "“Who convoys to Munich?”\r\n" in answer
    (letter,) = world.new_mail(GM)
    assert "Monday" in text_of(letter)
    assert "Munich" not in text_of(letter)


@pytest.mark.slow
def test_only_so_many_letters_a_day(france: World) -> None:
    """What follows is shown to its writer and goes to nobody."""
    for number in range(MOST_A_DAY + 2):
        france.mail("FRANCE", f"A Par - Bur\nCan I have {number} more days?")
    assert len(france.new_mail(GM)) == MOST_A_DAY
    assert "please send it again" in " ".join(france.last_text("FRANCE").split())


def test_a_line_that_a_later_one_replaces_is_told(france: World) -> None:
    """It is never said that a mail did nothing at all, with nothing behind the colon."""
    france.mail("FRANCE", "A Par - Bur")
    france.new_mail("FRANCE")
    france.mail("FRANCE", "A Par - Gas\nA Par - Bur")
    told = " ".join(france.last_text("FRANCE").split())
    assert "This mail: ." not in told
    assert "Your mail changed nothing: these orders stood already." in told
    assert (
        "“Army Paris moves to Gascony” does not count: “Army Paris moves to Burgundy” stands "
        "further down in your mail" in told
    )


def test_who_writes_for_one_of_two_powers_hears_of_the_other(world: World) -> None:
    """The subject and the receipt say that the other one lacks orders, until it has them."""
    wish = NewGame("tara", "standard", "Maeve", GM, lengths=LONG, seed=SEED, several_seats=True)
    game = new_game(world.services, wish)
    for power in POWERS:
        address = (
            "ann@example.org" if power in {"FRANCE", "ITALY"} else f"{power.lower()}@example.org"
        )
        add_player(world.services, game.name, power, address[:3], address, "UTC")
    start_game(world.services, game.name)
    world.new_mail("ann")
    world.mail("ann", "A Par - Bur\nA Mar H\nF Bre - MAO")
    (receipt,) = world.new_mail("ann")
    assert "complete, Italy not complete" in str(receipt["Subject"])
    assert "You also play Italy" in text_of(receipt)
    world.mail("ann", "A Rom H\nA Ven H\nF Nap H")
    (receipt,) = world.new_mail("ann")
    assert str(receipt["Subject"]).endswith("Italy receipt 2: complete")


def test_a_list_that_leaves_earlier_orders_out_says_so(world: World) -> None:
    """Bridges and units share a list in Republic: what is gone stands in the subject."""
    world.start(variant="republic", lengths=LONG)
    world.new_mail("MUNSTER")
    world.mail("MUNSTER", "Build A CoS")
    world.new_mail("MUNSTER")
    world.mail("MUNSTER", "Build F CoC")
    (receipt,) = world.new_mail("MUNSTER")
    assert "1 earlier order dropped" in str(receipt["Subject"])
    assert "1 earlier order is not in your new list" in " ".join(text_of(receipt).split())
    world.mail("MUNSTER", "cancel my builds")
    (receipt,) = world.new_mail("MUNSTER")
    assert "dropped" not in str(receipt["Subject"])


def test_thanks_beside_a_command_are_told_to_nobody(france: World) -> None:
    """They go nowhere, and nothing is said of them: neither of his name, nor where more is said beside."""
    france.mail("FRANCE", "A Par - Bur\nCan I have until Monday?")
    france.new_mail("FRANCE")
    (letter,) = france.new_mail(GM)
    headers = f"In-Reply-To: {letter['Message-ID']}\n"
    reply = {"to": str(letter["Reply-To"]), "subject": "Re", "headers": headers}
    france.mail(GM, "GM journal\nThanks!\nMaeve", **reply)
    assert france.new_mail("FRANCE") == []
    assert [
        str(one["Subject"]) for one in france.new_mail(GM) if "words" in str(one["Subject"])
    ] == []
    france.mail(GM, "GM journal\nYou have one day more.\nMaeve", **reply)
    assert france.new_mail("FRANCE") == []
    (told,) = [one for one in france.new_mail(GM) if "words" in str(one["Subject"])]
    assert "You have one day more." in text_of(told)
    assert "Maeve" not in text_of(told).partition("-----")[0]


def test_a_game_master_answers_somebody_of_a_game_that_has_not_begun(world: World) -> None:
    """His plain reply to a mail that names an applicant goes to the applicant."""
    game = new_game(world.services, NewGame("tara", "standard", "Maeve", GM, seed=SEED))
    with world.services.store.write() as transaction:
        transaction.save_game(replace(game, settings={"sign-up": "open"}))
    world.mail("niamh@example.net", "JOIN tara", to=f"gm@{HOST}")
    letter = next(one for one in world.new_mail(GM) if "asks to play" in str(one["Subject"]))
    world.new_mail("niamh@example.net")
    headers = f"In-Reply-To: {letter['Message-ID']}\n"
    world.mail(GM, "Welcome! We begin on Monday.", subject="Re", headers=headers)
    told = world.new_mail("niamh@example.net")
    assert "We begin on Monday." in text_of(told[0])
    assert "Your words went to" in str(world.new_mail(GM)[-1]["Subject"])
