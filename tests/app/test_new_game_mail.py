"""A game created by mail: who may, what is read, what is asked, and that it is created once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.records import GameRecord, InboxState
from gm.app.setup.games import NewGame, new_game
from gm.config import Creators
from gm.errors import NoSuchGame
from tests.app.proof import mails_to
from tests.app.world import GM, HOST, World, text_of

SERVER = f"gm@{HOST}"
ANN = "ann@elsewhere.test"
MEADOW = """Hello server,

NEW GAME Meadow
VARIANT: Republic
Time zone: dublin
movement: 5d
- at = 20:00
profile=1971 payments=private
NAME: M\u00e1ire

Thanks!"""
CHOSEN = (
    "NEW GAME meadow",
    "variant = republic",
    "zone = Europe/Dublin",
    "movement = 5d",
    "gm-name = M\u00e1ire",
    "at = 20:00",
    "profile = 1971",
    "payments = private",
)


@pytest.fixture
def strict(world: World) -> World:
    """A server that wants proof; its keeper is the GM of no game."""
    world.services = replace(world.services, proof=True)
    return world


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


def game_of(world: World, name: str = "meadow") -> GameRecord | None:
    """Return a game; None if there is none."""
    with world.services.store.read() as transaction:
        try:
            return transaction.game(name)
        except NoSuchGame:
            return None


def last(world: World, who: str = GM) -> str:
    """Return the newest mail to somebody as one line."""
    return plain(text_of(mails_to(world, who)[-1]))


def answer(world: World, words: str, who: str = GM) -> None:
    """Answer the newest mail to somebody."""
    world.mail(who, words, to=str(mails_to(world, who)[-1]["Reply-To"]))


def test_a_game_is_asked_about_and_created_once(strict: World) -> None:
    """Nothing counts before a reply; the reply to what follows reaches the game as its GM's."""
    assert strict.mail(GM, MEADOW, to=SERVER).state is InboxState.DONE
    assert game_of(strict) is None
    asked = plain(text_of(mails_to(strict, GM)[-1]))
    for line in CHOSEN:
        assert f"! {line}" in asked
    assert "Left out, since nothing can be set by it: Hello server,; Thanks!" in asked
    question = str(mails_to(strict, GM)[-1]["Reply-To"])
    strict.mail(GM, "What is this?", to=question)
    assert game_of(strict) is None
    strict.mail(GM, "go ahead", to=question)
    game = game_of(strict)
    assert game is not None
    assert (game.variant, game.gm_name, game.gm_address) == ("republic", "M\u00e1ire", GM)
    assert (game.time_zone, game.lengths["movement"]) == ("Europe/Dublin", 5 * 86400)
    assert (game.options, game.settings) == (
        {"profile": "1971", "payments": "private"},
        {"at": "20:00"},
    )
    created = mails_to(strict, GM)[-1]
    assert created["Subject"] == "[meadow] The game meadow is created"
    assert "You chose: zone = Europe/Dublin, movement = 5d" in plain(text_of(created))
    strict.mail(GM, "yes", to=question)
    assert "That question is settled already: you said yes" in last(strict)
    assert strict.mail(GM, "GM journal", to=str(created["Reply-To"])).note == "commands of the GM"


def test_the_name_in_a_forged_mail_is_nobodys(strict: World) -> None:
    """Who only claims to be somebody new names him for that question; a yes makes it his."""
    strict.services = replace(strict.services, creators=Creators.ANYBODY)

    def write(name: str, game: str) -> None:
        raw = f"From: {name} <{ANN}>\r\nTo: {SERVER}\r\nMessage-ID: <{game}@a.test>\r\n"
        strict.raw(f"{raw}\r\nNEW GAME {game}\r\n".encode(), ANN, SERVER)

    def called() -> str:
        with strict.services.store.read() as transaction:
            person = transaction.person(ANN)
        assert person is not None
        return person.name

    write("Rude Word", "rude")
    assert called() == "ann"
    answer(strict, "no", ANN)
    assert called() == "ann"
    write("Ann Byrne", "meadow")
    answer(strict, "yes", ANN)
    game = game_of(strict)
    assert game is not None
    assert game.gm_name == called() == "Ann Byrne"


@pytest.mark.slow
def test_a_no_creates_nothing(strict: World) -> None:
    """Whose address was used by another says so, and there is no game."""
    strict.mail(GM, "NEW GAME meadow", to=SERVER)
    answer(strict, "No, that was not me")
    assert game_of(strict) is None
    assert "There is no game meadow, as you said" in last(strict)


def test_a_reply_with_another_form_is_asked_about_anew(strict: World) -> None:
    """Who changes his mind sends the whole again; the older question is settled with the newer."""
    strict.mail(GM, "NEW GAME meadow\nmovement: 5d", to=SERVER)
    first = str(mails_to(strict, GM)[-1]["Reply-To"])
    answer(strict, "NEW GAME meadow\nmovement: 6d")
    assert game_of(strict) is None
    answer(strict, "yes")
    game = game_of(strict)
    assert game is not None
    assert game.lengths["movement"] == 6 * 86400
    strict.mail(GM, "yes", to=first)
    assert "That question is settled already" in last(strict)


def test_a_name_that_was_taken_meanwhile_is_told(strict: World) -> None:
    """Between question and answer somebody else may have been quicker."""
    strict.mail(GM, "NEW GAME meadow", to=SERVER)
    new_game(strict.services, NewGame("meadow", "irish", "Ann", ANN))
    answer(strict, "yes")
    assert "There is a game named meadow here already" in last(strict)
    game = game_of(strict)
    assert game is not None
    assert game.variant == "irish"


@pytest.mark.parametrize(
    ("words", "variant", "options"),
    [
        ("IF-12 irish-freedom", "irish-freedom", {}),
        ("IF-12 Irish-Freedom\ncw_recruit: GUE\nturn = first-mail", "irish-freedom", {"cw_recruit": "GUE", "turn": "first-mail"}),
        ("if-12 republic\npayments: private", "republic", {"payments": "private"}),
    ],
)  # fmt: skip
def test_the_rules_may_stand_behind_the_name(
    strict: World, words: str, variant: str, options: dict[str, str]
) -> None:
    """In one line with it; the settings below are those of these rules."""
    assert strict.mail(GM, f"NEW GAME {words}", to=SERVER).state is InboxState.DONE
    answer(strict, "yes")
    game = game_of(strict, "if-12")
    assert game is not None
    assert (game.variant, dict(game.options)) == (variant, options)


FAULTS = [
    ("NEW GAME", "The name of the game is missing"),
    ("NEW GAME my meadow", "'my meadow' cannot be a game's name"),
    ("NEW GAME tara", "There is a game named tara here already: choose another name."),
    ("NEW GAME meadow\nNEW GAME spring", "A mail makes one game"),
    ("NEW GAME meadow\nvariant: republik", "Did you mean republic?"),
    (
        "NEW GAME meadow\nvariant: chess",
        "there are freedom, irish, irish-freedom, republic, standard",
    ),
    ("NEW GAME meadow\nmovment: 5d", "There is no such setting. Did you mean movement?"),
    ("NEW GAME meadow\nweather: fine", "There is no such setting; there are variant, at, days"),
    ("NEW GAME meadow\nat: 25:00", "at takes a time such as 20:00, or any, not '25:00'"),
    ("NEW GAME meadow\npress: gray", "Did you mean grey?"),
    ("NEW GAME meadow\nzone: Europe/Dublyn", "Did you mean Europe/Dublin"),
    ("NEW GAME meadow\nprofile: 1972", "profile is one of"),
    ("NEW GAME meadow\nmovement:", "is no length"),
    ("NEW GAME meadow\nat: 20:00\nat: 21:00", "It is said twice"),
    ("NEW GAME meadow\nvariant: irish\nvariant: republic", "It is said twice"),
    ("NEW GAME meadow irish\nvariant: republic", "It is said twice"),
    ("NEW GAME meadow\ngm-address: ann@elsewhere.test", "You are the GM"),
    ("NEW GAME meadow\nlist: reports", "is not a mail address"),
]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("body", "told"), FAULTS)
def test_what_cannot_be_is_told_with_what_could(world: World, body: str, told: str) -> None:
    """The line, what is wrong with it and what would be right; nobody is asked anything."""
    new_game(world.services, NewGame("tara", "standard", "Maeve", GM))
    assert world.mail(GM, body, to=SERVER).state is InboxState.REJECTED
    assert told in last(world)
    assert "No game was created: 1 line of your mail cannot be as it stands." in last(world)


def test_all_faults_are_told_at_once_in_their_order(world: World) -> None:
    """With rules that are none, the settings of no rules at all are faults, and no others."""
    body = "NEW GAME x\nVARIANT: republik\npayments: private\nearly: perhaps\nzone: Mars"
    world.mail(GM, body, to=SERVER)
    told = last(world)
    assert "No game was created: 4 lines" in told
    places = [told.index(one) for one in ("! NEW GAME x", "! VARIANT:", "! early:", "! zone:")]
    assert places == sorted(places)
    assert "! payments" not in told


CREATORS = [
    (Creators.GMS, GM, True),
    (Creators.GMS, "maeve@games.test", True),
    (Creators.GMS, "ulster@example.org", False),
    (Creators.GMS, ANN, False),
    (Creators.NOBODY, GM, False),
    (Creators.ANYBODY, ANN, True),
    (frozenset({ANN}), "Ann@Elsewhere.test", True),
    (frozenset({ANN}), GM, True),
    (frozenset({ANN}), "maeve@games.test", False),
]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("creators", "sender", "may"), CREATORS)
def test_the_server_says_who_may(
    world: World, creators: Creators | frozenset[str], sender: str, may: bool
) -> None:
    """The keeper, the GMs of games here, all, some or none; HELP tells of it to these alone."""
    world.start()
    new_game(world.services, NewGame("spring", "standard", "Maeve", "maeve@games.test"))
    world.services = replace(world.services, proof=True, creators=creators)
    world.mail(sender, "NEW GAME meadow", to=SERVER)
    assert ("Shall the game meadow be created?" in last(world, sender)) is may
    assert game_of(world) is None
    world.mail(sender, "HELP", to=SERVER)
    assert ("NEW GAME meadow" in last(world, sender)) is may


def test_whoever_may_not_learns_no_more_than_he_may(strict: World) -> None:
    """A player is told that he may not; a stranger gets what any stranger gets."""
    strict.start()
    strict.mail("ulster", "NEW GAME meadow", to=SERVER)
    assert "You cannot create a game on this server by mail." in last(strict, "ulster")
    strict.mail(ANN, "NEW GAME meadow", to=SERVER)
    assert "It cannot be told which game your mail is for." in last(strict, ANN)


def test_the_keeper_is_told_of_games_of_others(strict: World) -> None:
    """And whoever creates one on a server that is open to all has three questions open at most."""
    strict.services = replace(strict.services, creators=Creators.ANYBODY)
    for _ in range(5):
        strict.mail(ANN, "NEW GAME meadow\nname: Ann", to=SERVER)
    *questions, told = mails_to(strict, ANN)
    assert len(questions) == 3
    assert str(told["Subject"]).endswith("Please answer what we asked before")
    strict.mail(ANN, "yes", to=str(questions[-1]["Reply-To"]))
    game = game_of(strict)
    assert game is not None
    assert game.gm_address == ANN
    assert f"Ann <{ANN}> created the game meadow of Diplomacy by mail." in last(strict)


def test_a_sender_who_cannot_be_written_to_is_not_asked(strict: World) -> None:
    """No question reaches an address in brackets, so the mail is done with at once."""
    strict.services = replace(strict.services, creators=Creators.ANYBODY)
    assert (
        strict.mail("ann@[192.0.2.1]", "NEW GAME meadow", to=SERVER).state is InboxState.SUPPRESSED
    )
    assert game_of(strict) is None


def test_elsewhere_the_words_create_nothing(world: World) -> None:
    """In a mail to a game, or inside a message, they are talk."""
    world.start(variant="standard")
    world.mail(GM, "NEW GAME meadow")
    world.mail(GM, "PRESS TO ALL\nNEW GAME meadow\nENDPRESS", to=SERVER)
    subjects = [str(one["Subject"]) for one in mails_to(world, GM)]
    assert not any("Shall the game" in one for one in subjects)
