"""In which language whoever is written to: LANGUAGE, JOIN, the game's, the server's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.keeping.people import erase_person, export_person
from gm.app.keeping.person_settings import language_of
from gm.app.seats.players import add_player
from gm.app.setup.game_changes import change_game
from gm.app.setup.games import NewGame, new_game
from gm.app.tongues import game_language, language_for
from gm.errors import InputError
from gm.languages import gettext, speaking
from tests.app.world import GM, HOST, World

SERVER = f"gm@{HOST}"


@pytest.fixture
def game(world: World) -> World:
    """A game of Diplomacy in its first spring."""
    world.start(variant="standard")
    return world


def _journal(world: World) -> str:
    with world.services.store.read() as transaction:
        return "\n".join(one.text for one in transaction.journal())


def _language_of_mails(world: World, address: str) -> str:
    with world.services.store.read() as transaction:
        person = transaction.person_of_address(address)
        return language_for(person, transaction.game("tara"))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("LANGUAGE German", "de"),
        ("language: Deutsch", "de"),
        ("Language deutsch.", "de"),
        ("LANGUAGE de", "de"),
        ("SPRACHE Deutsch", "de"),
        ("TEANGA Gaeilge", "ga"),
        ("set language irish, please", "ga"),
        ("LANGUAGE Gearmainis", "de"),
        ("LANGUAGE English", "en"),
    ],
)
def test_a_player_chooses_his_language(game: World, line: str, code: str) -> None:
    """By its name in any of our languages, with or without its accents, or by its code."""
    game.mail("FRANCE", line)
    assert _language_of_mails(game, "france@example.org") == code
    assert _language_of_mails(game, "italy@example.org") == "en"


def test_a_language_that_is_none_of_ours(game: World) -> None:
    """Nothing changes, and those that are ours are named."""
    game.mail("FRANCE", "LANGUAGE Klingon")
    told = " ".join(game.last_text("FRANCE").split())
    assert "“Klingon” is not a language that mails are written in here." in told
    assert "They are written in English, Deutsch, Gaeilge." in told
    assert _language_of_mails(game, "france@example.org") == "en"


def test_what_one_mail_sets_stands_together(game: World) -> None:
    """A line after LANGUAGE that sets something else does not undo it."""
    game.mail("FRANCE", "LANGUAGE Deutsch\nTIMEZONE America/New_York\nLANGUAGE Gaeilge")
    with game.services.store.read() as transaction:
        person = transaction.person("france@example.org")
    assert person is not None
    assert (person.time_zone, person.settings) == ("America/New_York", {"language": "ga"})


def test_who_comes_says_his_language(world: World) -> None:
    """JOIN takes it as it takes a time zone; coming again keeps what was said before."""
    world.services = replace(
        world.services, identity=replace(world.services.identity, language="ga"), proof=False
    )
    world.start(settings={"observers": "yes"})
    world.mail("ann@example.org", "OBSERVE tara\nLanguage: German", to=SERVER)
    assert _language_of_mails(world, "ann@example.org") == "de"
    world.mail("ann@example.org", "STANDBY tara\nTimezone: New York", to=SERVER)
    assert _language_of_mails(world, "ann@example.org") == "de"
    world.mail("bea@example.org", "OBSERVE tara", to=SERVER)
    assert _language_of_mails(world, "bea@example.org") == "ga"


def test_whoever_is_turned_away_reads_why_in_the_language_he_asks_for(game: World) -> None:
    """The answer to a stranger is in one language from end to end, and so is help for him."""
    game.mail("ann@example.org", "JOIN tara\nLANGUAGE: Deutsch", to=SERVER)
    refused = game.last_text("ann@example.org")
    assert "Das Spiel tara hat schon begonnen." in refused
    assert "Aus deiner Mail wurde nichts aufgenommen." in refused
    game.mail("bea@example.org", "LANGUAGE Gaeilge\nHELP", to=SERVER)
    with speaking("ga"):
        told = gettext("HELP and one of these words tells more of it.")
    assert told in " ".join(game.last_text("bea@example.org").split())


def test_a_seat_in_another_game_changes_nothing(game: World) -> None:
    """`gm player add` of somebody who plays already leaves his language, and how his mails come."""
    game.mail("FRANCE", "LANGUAGE Deutsch\nMAILS no pictures")
    new_game(game.services, NewGame("hill", "standard", "Maeve", GM))
    add_player(game.services, "hill", "ITALY", "Frances", "France@example.org")
    with game.services.store.read() as transaction:
        person = transaction.person_of_address("france@example.org")
    assert person is not None
    assert (person.name, person.address) == ("Frances", "France@example.org")
    assert person.settings == {"language": "de", "pictures": "no"}


def test_a_game_has_the_servers_language_until_it_says_another(world: World) -> None:
    """It is a setting, written by name or code, and told where it is not English."""
    world.services = replace(
        world.services, identity=replace(world.services.identity, language="de")
    )
    game = world.start()
    assert game.settings == {"language": "de"}
    assert game_language(game) == "de"
    (change,) = change_game(world.services, "tara", {"language": "English"})
    assert (change.old, change.new, change.told) == ("de", "English", True)
    with world.services.store.read() as transaction:
        assert game_language(transaction.game("tara")) == "en"
    with pytest.raises(InputError, match="language takes a language such as English, Deutsch"):
        change_game(world.services, "tara", {"language": "Elvish"})


def test_the_keeper_sets_and_forgets_it(world: World) -> None:
    """`gm person language`; it stands in what is kept of him, and goes with it."""
    world.start()
    assert language_of(world.services, "munster@example.org") == ""
    assert language_of(world.services, "munster@example.org", "Deutsch") == "de"
    assert export_person(world.services, "Munster")["person"]["settings"] == {"language": "de"}
    assert "Munster is written to in Deutsch." in _journal(world)
    assert language_of(world.services, "Munster", "usual") == ""
    with pytest.raises(InputError, match="not a language"):
        language_of(world.services, "Munster", "Elvish")
    with world.services.store.write() as transaction:
        person = transaction.person("munster@example.org")
        assert person is not None
        stray = replace(person, id=0, address="stray@example.org", settings={"language": "ga"})
        transaction.save_person(stray)
    erase_person(world.services, "stray@example.org")
    with world.services.store.read() as transaction:
        assert all(not one.settings for one in transaction.people())


def test_a_gm_who_is_registered_has_his_own(world: World) -> None:
    """Else he reads the language of his game."""
    game = world.start(settings={"language": "Gaeilge"})
    with world.services.store.read() as transaction:
        assert language_for(transaction.person_of_address(GM), game) == "ga"
