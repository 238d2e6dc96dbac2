"""Closing statements: taken when a game is over, and mailed to all with its record, once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.answering.statements import publish_closings
from gm.app.keeping.person_settings import language_of
from gm.app.play.endings import EndWish, end_game
from gm.app.records import InboxState
from gm.app.settings.game_settings import checked_settings
from gm.contract.events import Ending
from gm.report.pages import closing_page
from tests.app.world import GM, LIST, World, text_of

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def ended(world: World, **settings: str) -> None:
    """Play a season, end the game, and let all mails so far be read."""
    game = world.start(variant="standard")
    with world.services.store.write() as transaction:
        given = checked_settings(settings, game.time_zone)
        transaction.save_game(replace(game, settings=given))
    world.mail("france", "A Par - Bur\nF Bre - Mao")
    world.tick(minutes=61)
    end_game(world.services, "tara", EndWish(Ending.DRAW, ("all",), "by agreement"), sure=True)


def forget(world: World) -> None:
    """Let all mails so far be read."""
    for who in (*POWERS, GM, LIST):
        world.new_mail(who)


def said(world: World, who: str) -> str:
    """Return the newest mail to somebody in one line."""
    return " ".join(world.last_text(who).split())


@pytest.mark.slow
def test_statements_are_gathered_and_published_once(world: World) -> None:
    """The newest of each player counts; after a week all get them, with seed, journal and orders."""
    ended(world)
    last = said(world, "france")
    assert "reply with a line STATEMENT and write below it, until" in last
    assert "STATEMENT" not in said(world, LIST)
    forget(world)
    looked: set[int] = set()
    assert not publish_closings(world.services, looked)
    world.mail("france", "STATEMENT\nA first thought.")
    assert "| A first thought." in said(world, "france")
    world.mail("france", "Statement:\nWe were lucky.\n  A Par - Bur\nEND STATEMENT\nbye")
    world.mail("italy", "STATEMENT\nI was not.")
    assert world.mail("turkey", "STATEMENT\nNothing much.").state is InboxState.DONE
    world.mail("turkey", "STATEMENT")
    assert "is taken back" in said(world, "turkey")
    forget(world)
    world.clock.advance(days=6, hours=23)
    assert not publish_closings(world.services, looked)
    world.clock.advance(hours=2)
    assert publish_closings(world.services, looked) == 1
    for who in (*POWERS, GM, LIST):
        (mail,) = world.new_mail(who)
        assert mail["Subject"] == "[tara] The end: 2 closing statements and the record", who
        text = text_of(mail)
        words = " ".join(text.split())
        assert "France (France) | We were lucky. | A Par - Bur Italy (Italy) | I was not." in words
        assert "first thought" not in words
        assert "Nothing much" not in words
        assert "bye" not in words
        assert "- France: A PAR - BUR; F BRE - MAO" in words
        assert "The game is a draw between" in words
        assert mail.get_body(("html",)) is not None
    assert not publish_closings(world.services, looked)
    assert not publish_closings(world.services, set())
    forget(world)
    assert world.mail("italy", "STATEMENT\nToo late.").state is InboxState.REJECTED


def test_words_to_a_game_that_is_over_are_no_statement(world: World) -> None:
    """Thanks to the GM are not published; their writer is told how a statement is written."""
    ended(world)
    forget(world)
    assert world.mail("france", "Thank you, Maeve!").state is InboxState.REJECTED
    assert "A closing statement stands below a line STATEMENT" in said(world, "france")
    world.mail("germany", f"STATEMENT\n{'x' * 10_001}")
    assert "has 10001 letters" in said(world, "germany")
    assert world.mail("stranger@example.org", "STATEMENT\nhello").state is InboxState.REJECTED
    world.clock.advance(days=8)
    assert publish_closings(world.services, set()) == 1
    assert world.new_mail("england")[-1]["Subject"] == "[tara] The end: the record"


def test_a_game_without_statements(world: World) -> None:
    """Where the setting is 0 nothing is asked for and nothing is mailed."""
    ended(world, statements="0")
    assert "STATEMENT" not in said(world, "france")
    world.clock.advance(days=30)
    assert not publish_closings(world.services, set())
    assert world.mail("france", "STATEMENT\nhello").state is InboxState.REJECTED


def test_a_statement_before_the_end(world: World) -> None:
    """While the game goes on nothing is recorded, and the player is told when it will be."""
    world.start(variant="standard")
    forget(world)
    world.mail("france", "STATEMENT")
    assert "Closing statements are taken when the game is over" in said(world, "france")


@pytest.mark.slow
def test_each_reads_the_end_in_his_own_language(world: World) -> None:
    """How it ended, the seasons, and the whole record that goes along with a long game."""
    ended(world)
    language_of(world.services, "france@example.org", "Deutsch")
    many_seasons(world, 4000)
    forget(world)
    world.clock.advance(days=8)
    assert publish_closings(world.services, set()) == 1
    told = {
        "austria": ("The game is a draw between", "\nSpring 1901\n"),
        "france": ("Das Spiel ist ein Remis zwischen", "\nFrühjahr 1901\n"),
        LIST: ("The game is a draw between", "\nSpring 1901\n"),
    }
    for who, (how, season) in told.items():
        (mail,) = world.new_mail(who)
        (record,) = mail.iter_attachments()
        assert how in " ".join(text_of(mail).split()), who
        assert how in " ".join(record.get_content().split()), who
        assert season in record.get_content().replace("\r", ""), who


def many_seasons(world: World, number: int) -> None:
    """Write so many seasons of orders into the record of a game, as if they had been played."""
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        first = transaction.phases(game.id)[0]
        for one in transaction.active_orders(first.id):
            for at in range(number):
                order = replace(one, id=0, key=f"{one.key} {at}")
                transaction.add_order(order)


@pytest.mark.slow
def test_a_long_game_is_closed_by_a_short_mail(world: World) -> None:
    """Its orders go along as a file, with the whole record; its HTML is not cut off by anybody."""
    ended(world)
    many_seasons(world, 4000)
    world.mail("france", "STATEMENT\nWe were lucky.")
    forget(world)
    world.clock.advance(days=8)
    assert publish_closings(world.services, set()) == 1
    for who in (*POWERS, GM, LIST):
        (mail,) = world.new_mail(who)
        html = mail.get_body(("html",))
        assert html is not None
        assert len(html.get_content().encode()) < 100_000
        text = " ".join(text_of(mail).split())
        assert "so every order of it is in the attached file only" in text
        assert "| We were lucky." in text
        assert "A PAR - BUR" not in text
        (record,) = mail.iter_attachments()
        assert record.get_filename() == "tara-record.txt"
        assert " ".join(record.get_content().split()).count("A PAR - BUR") == 4001
        assert "| We were lucky." in record.get_content()
        assert len(mail.as_bytes()) < 5_000_000


@pytest.mark.slow
def test_long_statements_are_cut_in_the_mail_and_whole_in_the_file(world: World) -> None:
    """Seven players with ten thousand letters each, in lines as people write them."""
    ended(world)
    line = "I <still> say that it was Vienna, and nobody's fault. " * 2
    words = "\n".join(f"{at}. {line}" for at in range(80))
    for power in POWERS:
        world.mail(power, f"STATEMENT\n{words}")
    forget(world)
    world.clock.advance(days=8)
    assert publish_closings(world.services, set()) == 1
    (mail,) = world.new_mail("france")
    html = mail.get_body(("html",))
    assert html is not None
    assert len(html.get_content().encode()) < 100_000
    text = text_of(mail)
    assert text.count("The whole statement is in the attached file.") == len(POWERS)
    assert "the journal and every order of it are in the attached file" in " ".join(text.split())
    (record,) = mail.iter_attachments()
    assert record.get_content().count("79. I <still> say") == len(POWERS)


def test_a_long_record_without_statements_is_published(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody said anything there is nothing to cut: what is left is mailed as it is."""
    monkeypatch.setattr(closing_page, "LARGEST", 100)
    ended(world)
    forget(world)
    world.clock.advance(days=8)
    assert publish_closings(world.services, set()) == 1
    (mail,) = world.new_mail("france")
    assert "The end: the record" in mail["Subject"]
    (record,) = mail.iter_attachments()
    assert "A PAR - BUR" in " ".join(record.get_content().split())
