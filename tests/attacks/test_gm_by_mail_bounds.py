"""What the GM of one game cannot do by mail: change anybody whom the server knows, or learn of him."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from gm.adapters.serving.own_commands import OwnCommands
from gm.app.mail_records import PersonAddress
from gm.app.overviews.around_game import around
from gm.app.records import Person
from gm.app.seats.players import add_player
from gm.app.setup.games import NewGame, new_game
from gm.cli.app import command_tree
from gm.cli.usage import usage_fault
from gm.interpret.gm_words import DOES, LOOKS, wishes
from tests.app.conftest import a_world
from tests.app.world import World, text_of
from tests.integration.typed_here import TypedHere

HIS_OWN = ("Alice Murphy", "alice@home.example.org", "America/Lima")
OTHER = "alice@work.example.org"
"""Where she writes from as well."""


@pytest.fixture(scope="module", autouse=True)
def _quick_to_make(copied_databases: None) -> None:
    """Every test here begins with a new database."""


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Two servers alike, but that the first knows Alice, who plays in somebody else's game there."""
    with ExitStack() as stack:
        made: list[World] = []
        for name in ("known", "unknown"):
            (tmp_path / name).mkdir()
            world = stack.enter_context(a_world(tmp_path / name))
            for game, gm in (("tara", "mallory@example.net"), ("meadow", "maeve@example.org")):
                new_game(world.services, NewGame(game, "standard", "The GM", gm))
            made.append(world)
        known = made[0]
        add_player(known.services, "meadow", "FRANCE", *HIS_OWN)
        now = known.clock.now()
        with known.services.store.write() as transaction:
            person = transaction.person(HIS_OWN[1])
            assert person is not None
            transaction.add_address(
                PersonAddress(0, person.id, OTHER, now, now, None, "confirmed")
            )
        yield made[0], made[1]


def _mailed(world: World, *words: str) -> str:
    """Carry a command out as if it had come by mail, and return what it printed."""
    return TypedHere(world.services).run(words).text


def _alice(world: World) -> Person | None:
    with world.services.store.read() as transaction:
        return transaction.person(HIS_OWN[1])


def _naming_people() -> list[tuple[str, ...]]:
    """Return the commands for mails that take somebody's address."""
    found = []
    for words in sorted(DOES):
        command = command_tree()
        for word in words:
            command = command.commands[word]
        if any(one.name == "address" for one in command.params):
            found.append(words)
    return found


def _line(command: tuple[str, ...], address: str) -> tuple[str, ...]:
    """Return a command line with everything that a GM can say of somebody."""
    root = command_tree()
    for word in command:
        root = root.commands[word]
    said = {"game": "tara", "power": "FRANCE", "name": "Rude Word", "address": address}
    said |= {"time_zone": "Asia/Tokyo", "reason": "he plays"}
    line = [*command]
    for one in root.params:
        if one.param_type_name == "argument":
            line.append(said[one.name])
        elif one.name in said:
            line += [one.opts[0], said[one.name]]
    return tuple(line)


def test_the_commands_that_name_people_are_those_we_know() -> None:
    """A new one falls under the tests below by itself."""
    assert len(_naming_people()) >= 5


@pytest.mark.sampled(5)
@pytest.mark.parametrize("address", [HIS_OWN[1], OTHER, HIS_OWN[1].upper()])
@pytest.mark.parametrize("command", _naming_people(), ids=" ".join)
def test_what_a_gm_is_told_of_somebody_is_what_he_wrote(
    worlds: tuple[World, World], command: tuple[str, ...], address: str
) -> None:
    """The answer is the same where the server knows the address, and who has it stays as he was."""
    before = _alice(worlds[0])
    for world in worlds:
        if command == ("seat", "offer"):
            _start_with_a_free_seat(world)
        elif command == ("player", "replace"):
            add_player(world.services, "tara", "FRANCE", "Zoe", "zoe@example.net")
    answers = [_mailed(world, *_line(command, address)) for world in worlds]
    assert answers[0] == answers[1]
    assert "Alice" not in answers[0]
    assert address.partition("@")[0] in answers[0], answers[0]
    assert "keeps the name" in answers[0]
    assert _alice(worlds[0]) == before
    with worlds[0].services.store.read() as transaction:
        assert transaction.person_of_address(OTHER) == before


def _start_with_a_free_seat(world: World) -> None:
    """Let tara begin, and free its seat of France."""
    with world.services.store.read() as transaction:
        seats = transaction.seats(transaction.game("tara").id)
    for seat in seats:
        where = f"{seat.seat.lower()}@example.net"
        add_player(world.services, "tara", seat.seat, seat.seat.title(), where)
    typed = replace(world.services)
    assert TypedHere(typed).run(["game", "start", "tara"]).well
    words = ["seat", "vacate", "tara", "FRANCE", "--reason", "he is gone", "--yes"]
    assert TypedHere(typed).run(words).well


@pytest.mark.slow
@pytest.mark.parametrize("address", [HIS_OWN[1], OTHER])
@pytest.mark.parametrize("command", [("player", "invite"), ("seat", "offer")], ids=" ".join)
def test_who_was_only_asked_is_shown_as_the_gm_wrote_him(
    worlds: tuple[World, World], command: tuple[str, ...], address: str
) -> None:
    """Neither the list of the game nor its journal says whose address it is, before he answers."""
    shown = []
    for world in worlds:
        if command == ("seat", "offer"):
            _start_with_a_free_seat(world)
        _mailed(world, *_line(command, address))
        again = _mailed(world, *_line(command, address))
        looks = [_mailed(world, *words) for words in _LOOKS]
        world.clock.advance(days=9)
        world.tick()
        shown.append([again, *looks, _mailed(world, "journal", "tara")])
    assert shown[0] == shown[1]
    assert address in "".join(shown[0])
    assert "Alice" not in "".join(shown[0])


_SEATING = [("player", "add"), ("player", "replace"), ("seat", "assign")]
_LOOKS = (
    ("player", "list", "tara"),
    ("player", "list", "tara", "--json"),
    ("game", "show", "tara"),
    ("game", "show", "tara", "--json"),
    ("journal", "tara"),
    ("journal", "tara", "--json"),
)
_AGAIN = (
    ("player", "add", "tara", "FRANCE", "Zed", "zed@example.net"),
    ("player", "add", "tara", "ITALY", "Rude Word", "ADDRESS"),
    ("player", "replace", "tara", "FRANCE", "Rude Word", "ADDRESS"),
    ("player", "invite", "tara", "ADDRESS"),
    ("seat", "vacate", "tara", "FRANCE", "--reason", "he is gone", "--yes"),
    ("player", "list", "tara"),
    ("journal", "tara", "--json"),
)


@pytest.mark.slow
@pytest.mark.parametrize("address", [HIS_OWN[1], OTHER])
@pytest.mark.parametrize("command", _SEATING, ids=" ".join)
def test_who_was_seated_is_shown_as_the_gm_wrote_him(
    worlds: tuple[World, World], command: tuple[str, ...], address: str
) -> None:
    """Whatever he looks at, tries again or takes back: nothing tells whose address that is."""
    shown = []
    for world in worlds:
        if command == ("player", "replace"):
            add_player(world.services, "tara", "FRANCE", "Zoe", "zoe@example.net")
        _mailed(world, *_line(command, address))
        again = [[address if word == "ADDRESS" else word for word in words] for words in _AGAIN]
        shown.append([_mailed(world, *words) for words in (*_LOOKS, *again)])
    assert shown[0] == shown[1]
    told = "".join(shown[0])
    assert "Rude Word" in told
    assert address in told
    assert "Alice" not in told


def test_a_mail_to_the_gm_names_no_address_that_he_does_not_know(
    worlds: tuple[World, World],
) -> None:
    """Somebody seated in a running game, and taken off it again: the GM is told whom he wrote."""
    world, _ = worlds
    _start_with_a_free_seat(world)
    _mailed(world, *_line(("player", "add"), OTHER))
    world.clock.advance(hours=1)
    _mailed(world, "seat", "vacate", "tara", "FRANCE", "--reason", "he is gone", "--yes")
    world.send()
    told = [text_of(mail) for mail in world.carrier.messages("mallory@example.net")]
    assert any(f"<{OTHER}> no longer plays France" in " ".join(text.split()) for text in told)
    assert not any(HIS_OWN[1] in text for text in told)


def test_who_has_written_to_the_game_is_shown_as_he_is(worlds: tuple[World, World]) -> None:
    """A mail that only claims to be his changes nothing of that; one that is proved does."""
    world, _ = worlds
    _start_with_a_free_seat(world)
    _mailed(world, *_line(("player", "add"), OTHER))
    world.services = replace(world.services, proof=True)
    world.mail(HIS_OWN[1], "A Par - Bur")
    assert f"Rude Word <{OTHER}>" in _mailed(world, "player", "list", "tara")
    assert HIS_OWN[1] in [one.address for one in around(world.services, "tara")], "the keeper's"
    world.services = replace(world.services, proof=False)
    world.mail(HIS_OWN[1], "A Par - Bur")
    assert f"{HIS_OWN[0]} <{HIS_OWN[1]}>" in _mailed(world, "player", "list", "tara")


def test_a_wrong_time_zone_is_refused_whoever_it_is_of(worlds: tuple[World, World]) -> None:
    """Otherwise the refusal would tell that somebody is new here."""
    words = ("player", "invite", "tara", HIS_OWN[1], "--time-zone", "Nowhere/Atall")
    answers = [_mailed(world, *words) for world in worlds]
    assert answers[0] == answers[1]
    assert "Nowhere" in answers[0]


def test_the_keeper_at_the_server_may_rename_and_is_told(worlds: tuple[World, World]) -> None:
    """What is typed at the server counts for all games, as it says."""
    world, _ = worlds
    seat = add_player(world.services, "tara", "FRANCE", "Alice M.", HIS_OWN[1], "Europe/Dublin")
    assert seat.person is not None
    assert (seat.person.name, seat.person.time_zone) == ("Alice M.", "Europe/Dublin")


def test_one_power_each_counts_for_every_address_of_a_player(
    worlds: tuple[World, World],
) -> None:
    """Who writes from two addresses cannot be seated twice by naming both."""
    world, _ = worlds
    _mailed(world, "player", "add", "tara", "FRANCE", "A", HIS_OWN[1])
    assert "has one power" in _mailed(world, "player", "add", "tara", "ITALY", "B", OTHER)


HOSTILE = (
    "--config /etc/gm.toml pause",
    "pause --config=/etc/gm.toml",
    "game chart centres --out /tmp/x.svg",
    "game chart centres --out=/tmp/x.svg",
    "game chart centres -o/tmp/x.svg",
    "game chart centres -o /tmp/x.svg",
    "game chart centres --ou /tmp/x.svg",
    "pause --help",
    "pause -h",
    "pause --by-mail",
    "--by-mail pause",
    "pause meadow --reason x",
    "deadline meadow +24h",
    "player add meadow FRANCE Zed zed@example.org",
    "seat vacate meadow FRANCE --reason x --yes",
    "token rotate meadow FRANCE",
    "press drop meadow 1 --reason x",
    "order clear meadow FRANCE --reason x",
    "game end meadow --abandon --yes --reason x",
    "rollback meadow S1901M --yes --reason x",
    "board hole meadow PAR --reason x",
    "draws list meadow",
    "orders meadow FRANCE",
    "journal meadow",
    "-- pause",
    "pause -- meadow",
    "person show alice",
    "person erase alice --yes",
    "player address list alice",
    "player address move alice evil@example.net",
    "mail assign 1 tara FRANCE",
    "inbox confirm 1",
    "import /etc/passwd",
    "export tara",
    "adjudicate /etc/passwd",
    "draws verify /etc/passwd",
    "receive",
    "serve",
    "pause --install-completion",
    "pause --show-completion",
)


@pytest.mark.parametrize("line", HOSTILE)
def test_no_line_reaches_beyond_its_game(line: str) -> None:
    """It is refused at once, or is a command for the game that the mail is for, and no other."""
    (wish,) = wishes([f"GM {line}"], "tara")
    refused = bool(wish.fault or usage_fault(wish.words, wish.changes))
    command = next((one for one in {*DOES, *LOOKS} if wish.words[: len(one)] == one), ())
    here = wish.words[len(command) : len(command) + 1] == ("tara",)
    assert refused or (command and here and "meadow" not in wish.words)


@pytest.mark.parametrize("bad", ["\x00", "a\x00b", "\ud800"])
def test_a_command_that_cannot_be_begun_is_said(bad: str) -> None:
    """A NUL or half a letter stops neither the round nor the answer."""
    said = OwnCommands(None, before=[sys.executable, "-c", "pass"]).run(["pause", "tara", bad])
    assert not said.well
    assert "character" in said.text


def test_a_mailed_command_says_that_it_was_mailed() -> None:
    """Else it would be taken for the keeper's."""
    show = [sys.executable, "-c", "import sys; print(sys.argv[1:])"]
    said = OwnCommands(None, before=show, by_mail=True).run(["pause", "tara"])
    assert "'gm', '--by-mail', 'pause', 'tara'" in said.text
