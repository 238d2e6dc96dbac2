"""A seat given to another player, or to the same one at another address."""

from __future__ import annotations

import pytest

from gm.app.play.endings import EndWish, end_game
from gm.app.records import InboxState
from gm.app.seats.players import add_player, replace_player
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.contract.events import Ending
from gm.errors import AlreadyThere, NoSuchSeat, NotAllowed
from tests.app.world import GM, LIST, World, text_of

EVERYBODY = ("BRITAIN", "CONNAUGHT", "LEINSTER", "MUNSTER", "ULSTER", "niall", LIST, GM)


def begin(world: World) -> None:
    """Start a game in which Munster has ordered something, and forget its mails."""
    world.start()
    world.mail("MUNSTER", "Build A Cork Central")
    for who in EVERYBODY:
        world.new_mail(who)


def test_a_new_player_gets_all_he_needs_and_his_orders_count(world: World) -> None:
    """Position, rules and form for him; a word for the former and the other players."""
    begin(world)
    replace_player(world.services, "tara", "munster", "Niall", "niall@example.org", "Europe/Paris")
    (mail,) = world.new_mail("niall")
    assert str(mail["Subject"]).startswith("[tara W1015A] You play Munster; orders due ")
    text = " ".join(text_of(mail).split())
    assert "It is being played, and you take a seat in it in Winter 1015." in text
    assert "Dear Niall, YOU PLAY MUNSTER." in text
    assert "THE RULES AS PLAYED" in text
    assert "Orders that were sent for Munster before you still stand" in text
    assert "Build ____" in text
    assert "Europe/Paris" in text
    (left,) = world.new_mail("MUNSTER")
    assert left["Subject"] == "[tara W1015A] You no longer play Munster"
    for who in ("BRITAIN", "CONNAUGHT", "LEINSTER", "ULSTER"):
        (told,) = world.new_mail(who)
        assert "Niall plays Munster from Winter 1015 on, in place of Munster." in " ".join(
            text_of(told).split()
        )
    assert world.new_mail(GM) == []
    assert world.new_mail(LIST) == []
    assert world.orders("MUNSTER") == ["B A CoC"]
    answer = f"In-Reply-To: {mail['Message-ID']}\n"
    assert world.mail("niall", "Build F Cork South", headers=answer).state is InboxState.DONE
    assert world.orders("MUNSTER") == ["B F CoS"]


def test_the_former_player_orders_no_more(world: World) -> None:
    """A mail from the old address changes nothing and says why."""
    begin(world)
    replace_player(world.services, "tara", "Munster", "Niall", "niall@example.org")
    world.new_mail("MUNSTER")
    assert world.mail("MUNSTER", "Build F Cork South").state is InboxState.REJECTED
    assert "holds no seat in the game tara" in " ".join(world.last_text("MUNSTER").split())
    assert world.orders("MUNSTER") == ["B A CoC"]


def test_the_next_report_goes_to_the_new_player(world: World) -> None:
    """From then on all mails of the power are his, reminders too."""
    begin(world)
    replace_player(world.services, "tara", "Munster", "Niall", "niall@example.org")
    world.new_mail("niall")
    world.new_mail("MUNSTER")
    world.tick(minutes=30)
    (mail,) = world.new_mail("niall")
    assert "Reminder for Munster" in str(mail["Subject"])
    assert world.new_mail("MUNSTER") == []


def test_a_player_who_moves_is_news_to_nobody_else(world: World) -> None:
    """The same name at another address: both addresses are told, the others need not know."""
    begin(world)
    replace_player(world.services, "tara", "Munster", "Munster", "new@example.org", reason="moved")
    assert len(world.new_mail("new")) == 1
    assert len(world.new_mail("MUNSTER")) == 1
    for who in ("BRITAIN", "CONNAUGHT", "LEINSTER", "ULSTER", LIST, GM):
        assert world.new_mail(who) == []
    with world.services.store.read() as transaction:
        entry = transaction.journal(transaction.game("tara").id)[-1]
    assert (entry.kind, entry.author) == ("player replaced", "gm")
    assert entry.text == "Munster plays MUNSTER from another address."
    assert "moved" in entry.data


def test_replacements_that_cannot_be_are_refused(world: World) -> None:
    """The same address, no such power, nobody to replace, a game that is over."""
    begin(world)
    with pytest.raises(AlreadyThere, match=r"is played from Munster@example\.org already"):
        replace_player(world.services, "tara", "Munster", "Other", "Munster@example.org")
    with pytest.raises(NoSuchSeat, match="'France' is no power"):
        replace_player(world.services, "tara", "France", "Other", "other@example.org")
    end_game(world.services, "tara", EndWish(Ending.ABANDONED, (), "x"), sure=True)
    with pytest.raises(NotAllowed, match="Game tara is over"):
        replace_player(world.services, "tara", "Munster", "Other", "other@example.org")
    new_game(world.services, NewGame("cashel", "republic", "Maeve", GM))
    with pytest.raises(NotAllowed, match="Nobody plays MUNSTER in cashel"):
        replace_player(world.services, "cashel", "Munster", "Other", "other@example.org")


def test_an_empty_seat_taken_in_play_is_welcomed_too(world: World) -> None:
    """Who joins a running game gets the position; the others hear of him."""
    new_game(world.services, NewGame("cashel", "republic", "Maeve", GM))
    add_player(world.services, "cashel", "Ulster", "Una", "una@example.org")
    start_game(world.services, "cashel", with_empty_seats=True)
    world.new_mail("una")
    add_player(world.services, "cashel", "Munster", "Niall", "niall@example.org")
    (mail,) = world.new_mail("niall")
    assert str(mail["Subject"]).startswith("[cashel W1015A] You play Munster; ")
    (told,) = world.new_mail("una")
    assert "Niall plays Munster from Winter 1015 on." in " ".join(text_of(told).split())


def test_before_the_start_nobody_is_mailed(world: World) -> None:
    """The opening mail will tell all that is to tell."""
    new_game(world.services, NewGame("cashel", "republic", "Maeve", GM))
    add_player(world.services, "cashel", "Ulster", "Una", "una@example.org")
    replace_player(world.services, "cashel", "Ulster", "Niall", "niall@example.org")
    assert world.new_mail("niall") == []
    assert world.new_mail("una") == []


def test_a_player_without_a_time_zone_has_the_games(world: World) -> None:
    """Who is known from another game keeps his own."""
    world.start(time_zone="Australia/Sydney")
    niall = replace_player(world.services, "tara", "munster", "Niall", "niall@example.org")
    assert niall.person is not None
    assert niall.person.time_zone == "Australia/Sydney"
    world.start("meath")
    again = replace_player(world.services, "meath", "munster", "Niall", "niall@example.org")
    assert again.person is not None
    assert again.person.time_zone == "Australia/Sydney"
