"""Votes on a draw and on conceding: who is asked, when it is won or lost, what nobody learns."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest

from gm.app.records import GameStatus
from gm.app.seats.players import add_player
from gm.app.settings.game_settings import checked_settings
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.app.talk.ballots import Count
from gm.games.diplomacy.rules.board import PowerId
from tests.app.world import GM, LIST, World, text_of

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def start(world: World, **settings: str) -> None:
    """Begin a game with settings, and forget its opening mails."""
    game = world.start(variant="standard")
    given = {name.replace("_", "-"): text for name, text in settings.items()}
    with world.services.store.write() as transaction:
        transaction.save_game(replace(game, settings=checked_settings(given, game.time_zone)))
    forget(world)


def forget(world: World) -> None:
    """Let all mails so far be read."""
    for who in (*POWERS, GM, LIST):
        world.new_mail(who)


def say(world: World, who: str, line: str) -> str:
    """Mail a line and return the first answer in one line."""
    world.new_mail(who)
    world.mail(who, line)
    return " ".join(text_of(world.new_mail(who)[-1]).split())


def status(world: World) -> GameStatus:
    """Return where the game is in its life."""
    with world.services.store.read() as transaction:
        return transaction.game("tara").status


def outcomes(world: World) -> list[str]:
    """Return what became of each vote."""
    with world.services.store.read() as transaction:
        return [one.outcome for one in transaction.proposals(transaction.game("tara").id)]


@pytest.mark.slow
@pytest.mark.both_databases
def test_a_draw_that_all_agree_to_ends_the_game(world: World) -> None:
    """Secret votes: the others learn of it once, not from whom; all yes, and it is over."""
    start(world)
    text = say(world, "france", "VOTE DRAW")
    assert "Vote 1 has begun: a draw between Austria, England, France, Germany, Italy," in text
    assert "France says YES." in text
    for who in POWERS:
        if who != "france":
            (told,) = world.new_mail(who)
            assert told["Subject"] == "[tara S1901M] Vote 1 begun"
            words = " ".join(text_of(told).split())
            assert "VOTE YES 1" in words
            assert "All 7 powers that are still in the game and played must say yes." in words
            assert "proposed" not in words
    assert "VOTE YES 1" in text_of(world.new_mail(GM)[0])
    assert "France says already YES." in say(world, "france", "VOTE YES")
    for who in ("england", "germany", "italy", "russia"):
        assert "says YES." in say(world, who, "VOTE YES 1")
    assert "Turkey says ABSTAIN." in say(world, "turkey", "VOTE ABSTAIN")
    say(world, "austria", "VOTE DRAW")
    assert status(world) is GameStatus.RUNNING
    forget(world)
    world.mail("turkey", "VOTE YES")
    assert status(world) is GameStatus.FINISHED
    mails = world.new_mail("turkey")
    answer = next(one for one in mails if ".answer" in one["Message-ID"])
    assert "The vote is won, and the game is over" in " ".join(text_of(answer).split())
    report = " ".join(world.last_text("england").split())
    assert "THE GAME IS A DRAW BETWEEN AUSTRIA, ENGLAND" in report
    assert "The players, by their vote, ended it in Spring 1901" in report
    assert "agreed to it by a secret vote" in report
    assert outcomes(world) == ["carried"]
    with world.services.store.read() as transaction:
        journal = transaction.journal(transaction.game("tara").id)
    votes = [one for one in journal if one.kind.startswith("vote ")]
    assert {one.author for one in votes} == {"players", "server"}
    assert not any("France" in one.text and "draw" not in one.text for one in votes)


def test_one_no_ends_a_vote_where_all_must_agree(world: World) -> None:
    """It is over at once, all are told, and nobody who said no."""
    start(world)
    say(world, "france", "VOTE DRAW")
    forget(world)
    text = say(world, "italy", "VOTE NO")
    assert "With that it cannot be won any more, so it is over; the others are told." in text
    for who in ("france", "turkey"):
        (told,) = world.new_mail(who)
        words = " ".join(text_of(told).split())
        assert "it cannot be won any more. The game goes on." in words
        assert not re.search(r"\bno\b", words, re.I)
    assert outcomes(world) == ["failed"]
    assert "There is no vote open now." in say(world, "turkey", "VOTE YES")


@pytest.mark.slow
def test_a_vote_ends_with_its_phase(world: World) -> None:
    """What was not won is over when the phase is resolved, and the report says so."""
    start(world)
    say(world, "france", "VOTE CONCEDE TO ITALY")
    say(world, "germany", "VOTE YES")
    forget(world)
    world.tick(minutes=61)
    assert "Vote 1, conceding the game to Italy, ended with its phase." in " ".join(
        world.last_text("russia").split()
    )
    assert outcomes(world) == ["expired"]
    assert "There is no vote open now." in say(world, "england", "VOTE YES")
    assert "Vote 2 has begun" in say(world, "england", "VOTE CONCESSION Italy")


@pytest.mark.slow
def test_a_concession_by_two_thirds_that_is_no_secret(world: World) -> None:
    """Whom it is conceded to need not say yes; the record of who said what is published."""
    start(world, quorum="two-thirds", secret_votes="no")
    say(world, "france", "VOTE CONCEDE TO TURKEY")
    begun = " ".join(world.last_text("turkey").split())
    assert "France proposed it." in begun
    assert "Turkey counts as a yes without saying so." in begun
    say(world, "italy", "VOTE NO 1")
    say(world, "germany", "VOTE YES 1")
    text = say(world, "italy", "VOTES")
    assert "The others so far: France yes, Germany yes and Turkey yes." in text
    forget(world)
    world.mail("russia", "VOTE YES 1")
    assert status(world) is GameStatus.RUNNING
    world.mail("austria", "VOTE YES 1")
    assert status(world) is GameStatus.FINISHED
    report = " ".join(world.last_text("england").split())
    assert "TURKEY WINS THE GAME: THE OTHERS CONCEDE IT" in report
    assert (
        "Yes: Austria, France, Germany, Russia and Turkey; no: Italy; did not vote: Engl" in report
    )


@pytest.mark.slow
def test_what_cannot_be_put_to_the_vote(world: World) -> None:
    """Each refusal says what would be right, and begins nothing."""
    start(world)
    for line, wrong in (
        ("VOTE DRAW FRANCE, ITALY", "a draw is shared by all powers still in the game"),
        ("VOTE CONCEDE", "Say to which one power"),
        ("VOTE CONCEDE TO FRANCE", "conceded to another only"),
        ("VOTE CONCEDE TO NARNIA", "“NARNIA” is no power of this game."),
        ("VOTE YES", "There is no vote open now."),
        ("VOTE NO 7", "There is no vote 7 open now."),
    ):
        assert wrong in say(world, "france", line), line
    assert outcomes(world) == []
    say(world, "france", "VOTE DRAW")
    say(world, "italy", "VOTE CONCEDE TO GERMANY")
    several = say(world, "turkey", "VOTE YES")
    assert "Several votes are open, so say which: 1 is a draw between" in several
    assert "Only who began vote 1 can withdraw it." in say(world, "turkey", "VOTE WITHDRAW 1")
    forget(world)
    assert "Vote 1 is withdrawn" in say(world, "france", "VOTE WITHDRAW 1")
    assert "was withdrawn. The game goes on." in " ".join(world.last_text("turkey").split())
    assert outcomes(world) == ["withdrawn", ""]


@pytest.mark.slow
def test_a_named_draw_where_the_game_has_them(world: World) -> None:
    """draws=named: those who are named share it; all still vote."""
    start(world, draws="named", quorum="majority", concessions="no")
    assert "is not conceded by vote" in say(world, "france", "VOTE CONCEDE TO ITALY")
    assert "a draw between France and Italy" in say(world, "italy", "VOTE DRAW Italy and France")
    for who in ("france", "germany", "russia"):
        world.mail(who, "VOTE YES 1")
    assert status(world) is GameStatus.FINISHED
    assert "a draw between France and Italy" in world.new_mail("england")[-1]["Subject"]


def test_a_vacant_power_does_not_count(world: World) -> None:
    """Nobody waits for the vote of a power that nobody plays."""
    start(world)
    with world.services.store.write() as transaction:
        for seat in transaction.seats(transaction.game("tara").id):
            if seat.seat not in {"FRANCE", "ITALY"}:
                transaction.save_seat(replace(seat, person=None))
    say(world, "france", "VOTE DRAW")
    world.mail("italy", "VOTE YES")
    assert status(world) is GameStatus.FINISHED


def test_votes_shows_ones_own_word_and_nobody_elses(world: World) -> None:
    """VOTES in a game with secret votes; and a mail that votes beside its orders."""
    start(world)
    say(world, "france", "VOTE DRAW")
    text = say(world, "italy", "A Ven - Tyr\nVOTE YES 1")
    assert "A VEN - TYR" in text
    assert "Italy says YES." in text
    text = say(world, "italy", "VOTES")
    assert "Vote 1 is open: a draw between" in text
    assert "Italy says YES." in text
    assert "France says" not in text
    assert "Turkey has not voted: VOTE YES 1, VOTE NO 1." in say(world, "turkey", "VOTES")


def test_counting() -> None:
    """A vote is won by enough yes, lost when enough no make that impossible, never both."""
    powers = tuple(PowerId(one) for one in "ABC")
    for needed in (1, 2, 3):
        for said in itertools.product(("", "yes", "no", "abstain"), repeat=3):
            choices = {one: word for one, word in zip(powers, said, strict=True) if word}
            found = Count(powers, needed, choices)
            yes, no = said.count("yes"), said.count("no")
            assert found.is_won is (yes >= needed)
            assert found.is_lost is (3 - no < needed)
            assert not (found.is_won and found.is_lost)


def test_a_reminder_names_the_open_votes(world: World) -> None:
    """Who lacks orders reads beside them that his word is asked for."""
    lengths = {"movement": 3600, "retreat": 3600, "adjustment": 3600, "remind": 1800}
    world.start(variant="standard", lengths=lengths)
    forget(world)
    world.mail("france", "VOTE DRAW")
    forget(world)
    world.tick(minutes=31)
    text = " ".join(world.last_text("italy").split())
    assert "OPEN VOTES - Vote 1 is open: a draw between Austria," in text
    assert "Italy has not voted: VOTE YES 1, VOTE NO 1." in text
    assert "France says YES." in " ".join(world.last_text("france").split())


def test_one_player_alone_ends_no_game(world: World) -> None:
    """Where the other seats are empty there is nobody to agree with."""
    new_game(world.services, NewGame("tara", "standard", "Maeve", GM))
    add_player(world.services, "tara", "France", "Ann", "france@example.org")
    start_game(world.services, "tara", with_empty_seats=True)
    assert "You alone play in this game now" in say(world, "france", "VOTE DRAW")
    assert status(world) is GameStatus.RUNNING
