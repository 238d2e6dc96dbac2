"""Several players of one seed: the club tournament, from entry to its table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from gm.app.history.draw_check import verify_game
from gm.app.history.draw_words import draw_list
from gm.app.keeping.audit import audit
from gm.app.overriding.editing import edit
from gm.app.overviews.tournaments import tournament_list, tournament_results
from gm.app.play.tournament_ends import end_tournament
from gm.app.records import InboxState
from gm.config import Creators
from gm.contract.draws import commitment
from gm.errors import NotAllowed
from tests.app.world import HOST, World
from tests.contract.test_die_leaks import die_world
from tests.games.irish_freedom.playing import THE_GAME
from tests.games.irish_freedom.test_solo import plain

SERVER = f"gm@{HOST}"
ANN, BEN, CID = "ann@players.example", "ben@players.example", "cid@players.example"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A server on which anybody may create games of Irish Freedom; who passes always loses them."""
    seeds = (f"{number:064x}" for number in count(2))
    monkeypatch.setattr("gm.app.setup.games.secrets.token_hex", lambda _: next(seeds))
    with die_world(tmp_path, THE_GAME) as server:
        server.services = replace(server.services, creators=Creators.ANYBODY)
        yield server


def texts(world: World, who: str) -> list[str]:
    """The new mails to somebody, each as a line."""
    return [plain(str(mail.get_body(("plain",)).get_content())) for mail in world.new_mail(who)]


def asked(world: World, who: str, game: str, words: str) -> InboxState:
    """Ask for a game."""
    return world.mail(who, f"NEW GAME {game} irish-freedom {words}", to=SERVER).state


def enters(world: World, who: str, game: str, words: str = "SEED spring") -> str:
    """Ask for a game, say yes, and return its opening."""
    assert asked(world, who, game, words) is InboxState.DONE
    question = world.new_mail(who)[-1]
    world.mail(who, "yes", to=str(question["Reply-To"]))
    return texts(world, who)[-1]


def passes(world: World, who: str, game: str) -> list[str]:
    """Pass every turn to the bitter end, and return the mails that come."""
    for _ in range(12):
        world.mail(who, "PASS", to=f"gm+{game}@{HOST}")
        with world.services.store.read() as transaction:
            if transaction.open_phase(transaction.game(game).id) is None:
                return texts(world, who)
    raise AssertionError("the game does not end")


def seed_of(world: World, game: str) -> str:
    """The secret."""
    with world.services.store.read() as transaction:
        return transaction.game(game).seed


def test_the_same_draws_for_all(world: World) -> None:
    """One commitment, one deck, one first turn of the enemy; nobody is told the seed by its name."""
    first, second = enters(world, ANN, "if-1"), enters(world, BEN, "if-2")
    seed = seed_of(world, "if-1")
    assert seed == seed_of(world, "if-2")
    assert commitment(seed) in first
    assert commitment(seed) in second
    assert "The game is one of the tournament spring" in first
    assert "The last mail of the game publishes the seed" not in first
    board = first[first.index("THE ENEMY'S FIRST TURN") : first.index("THE DRAWS")]
    assert board in second
    assert seed_of(world, "if-1") not in first
    other = enters(world, CID, "if-3", "SEED autumn")
    assert commitment(seed) not in other


@pytest.mark.slow
def test_the_seed_is_secret_until_all_are_over(world: World) -> None:
    """Whose game is over first could else tell the others every die; then the table comes to all."""
    enters(world, ANN, "if-1")
    enters(world, BEN, "if-2")
    seed = seed_of(world, "if-1")
    last = passes(world, ANN, "if-1")[-1]
    assert "The British have won the War of Independence." in last
    assert seed not in last
    assert "The game is one of the tournament spring" in last
    told = draw_list(world.services, "if-1")
    assert told.seed == ""
    assert told.sealed > 0
    world.tick(days=60)
    assert not any(seed in text for text in texts(world, ANN))
    assert [line.over for line in tournament_list(world.services)] == [1]
    report, table = passes(world, BEN, "if-2")[-2:]
    assert "The British have won the War of Independence." in report
    (other,) = texts(world, ANN)
    assert table.split("DRAWS")[0].removeprefix("if-2") == other.split("DRAWS")[0].removeprefix(
        "if-1"
    )
    assert "THE RESULTS OF THE TOURNAMENT SPRING" in table
    assert "1. ann if-1 0 10 1. ben if-2 0 10" in table
    assert "- ben: The British have won the War of Independence." in table
    assert seed in table
    assert draw_list(world.services, "if-1").seed == seed
    assert verify_game(world.services, "if-2", seed).difference == ""
    assert [fault for check in audit(world.services) for fault in check.findings] == []


def test_who_cannot_enter(world: World) -> None:
    """Who plays in it already, who would play by other rules, and everybody once it is over."""
    enters(world, ANN, "if-1")
    assert asked(world, ANN, "if-4", "SEED spring") is InboxState.REJECTED
    assert "plays if-1 in the tournament spring already" in texts(world, ANN)[-1]
    assert asked(world, BEN, "if-2", "SEED spring\nevents = no") is InboxState.REJECTED
    assert "are played with events = yes" in texts(world, BEN)[-1]
    assert asked(world, BEN, "if-2", "SEED s!") is InboxState.REJECTED
    assert "3 to 32 letters" in texts(world, BEN)[-1]
    with pytest.raises(NotAllowed, match="Still played: if-1"):
        end_tournament(world.services, "spring")
    passes(world, ANN, "if-1")
    assert [result.place for result in tournament_results(world.services, "spring")] == [1]
    end_tournament(world.services, "spring")
    assert seed_of(world, "if-1") in texts(world, ANN)[-1]
    assert asked(world, BEN, "if-2", "SEED spring") is InboxState.REJECTED
    assert "The tournament spring is over, and its seed is known." in texts(world, BEN)[-1]
    with pytest.raises(NotAllowed, match="over already"):
        end_tournament(world.services, "spring")


@pytest.mark.slow
def test_what_a_hand_has_changed_is_told(world: World) -> None:
    """A player who is his own master can correct his board; the table says how often he did."""
    enters(world, ANN, "if-1")
    enters(world, BEN, "if-2")
    edit(world.services, "if-1", ("unit", "add", "FC", "GREEN", "KER3"), reason="a treat")
    passes(world, ANN, "if-1")
    table = passes(world, BEN, "if-2")[-1]
    found = {
        result.game: result.by_hand for result in tournament_results(world.services, "spring")
    }
    assert found == {"if-1": 1, "if-2": 0}
    assert "By hand: how often a game's master took it back" in table
