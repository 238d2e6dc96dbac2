"""Over a whole game of the Die by mail nobody is told of a card that he may not see."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from gm.adapters.sql.store import SqlStore
from gm.app.codec import codec_for
from gm.app.seats.players import add_player
from gm.app.services import Identity, Services
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.contract.game import Games
from gm.contract.seats import SeatId
from gm.testing.carrier import FakeCarrier
from gm.testing.clock import FakeClock
from tests.app.world import GM, HOST, LIST, SEED, World, text_of
from tests.contract.die.game import THE_DIE
from tests.contract.die.playing import WITH_THE_DIE
from tests.contract.die.rules.cards import CARDS
from tests.contract.die.rules.state import DieState
from tests.contract.leaks import LeakWatch, Outgoing, archive_of, printed

PLAYERS = {"red@example.org": SeatId("RED"), "blue@example.org": SeatId("BLUE")}
CODEC = codec_for(THE_DIE.stored)
ASKS = "STATUS\nHISTORY\nREPORT\nORDERS\nHELP\nRULES\nSUMMARY\nFORECAST\nPRESS TO BLUE\nhello\nENDPRESS"
COMMANDS = (
    "game list",
    "game show tara",
    "game show tara --json",
    "outbox list",
    "draws list tara",
    "draws list tara --json",
    "process tara --preview",
    "deadline tara",
)


@contextmanager
def die_world(folder: Path, games: Games = WITH_THE_DIE) -> Iterator[World]:
    """An empty server that plays nothing but the Die, or other games."""
    clock = FakeClock()
    identity = Identity(
        server_name="The game master",
        server_address=f"gm@{HOST}",
        host=HOST,
        local_part="gm",
        delimiter="+",
        game_address=lambda game: f"gm+{game}@{HOST}",
        admin_address=GM,
    )
    with SqlStore(folder / "gm.sqlite3") as store:
        ways = (store, clock, games, identity, timedelta(minutes=15))
        yield World(Services(*ways, proof=False), clock, FakeCarrier())


def begin(world: World, gm: str) -> None:
    """Begin a game of two."""
    lengths = {"guessing": 3600, "playing": 3600}
    wish = NewGame("tara", "die", "Maeve", gm, lengths=lengths, seed=SEED, list_address=LIST)
    new_game(world.services, wish)
    for address, seat in PLAYERS.items():
        add_player(world.services, "tara", seat, seat.title(), address, "Europe/Dublin")
    start_game(world.services, "tara")


def state_of(world: World) -> DieState | None:
    """Return the position that lies open; None when the game is over."""
    phase = world.phase()
    return CODEC.load_state(phase.state) if phase is not None else None


def stages(world: World, watch: LeakWatch) -> Iterator[str]:
    """Play a game to its end, and yield the name of each stage when its orders are in."""
    for _ in range(12):
        state, phase = state_of(world), world.phase()
        if state is None or phase is None:
            return
        for address, seat in PLAYERS.items():
            hand = state.hands[seat]
            queue = "\n".join(f"PLAY {card}" for card in hand[:2])
            orders = f"GUESS {len(hand)}\n{queue}\nSET HABIT HIGH" if state.step == 0 else queue
            watch.wrote(address, orders)
            world.mail(address, f"{orders}\n{ASKS}")
        yield phase.name
        world.tick(hours=1)
        world.tick(seconds=1)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("gm", ["red@example.org", GM])
def test_no_card_is_told_to_who_may_not_see_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, gm: str
) -> None:
    """In mails and subjects, to players and the list, in the archive, in what gm prints and logs."""
    caplog.set_level(logging.DEBUG, "gm")
    monkeypatch.setattr("gm.bootstrap.games.rooms_on", lambda *_: WITH_THE_DIE.rooms)
    with die_world(tmp_path) as world:
        begin(world, gm)
        players = {**PLAYERS}
        watch = LeakWatch(world, CARDS, players, master="" if gm in players else gm)
        names = []
        for name in stages(world, watch):
            names.append(name)
            told: list[Outgoing] = []
            if gm in players:
                told = [*printed(gm, tmp_path, monkeypatch, COMMANDS)]
                assert all(piece.text for piece in told)
            pages = archive_of(world, tmp_path / f"site-{name}")
            log = Outgoing("", "the log", caplog.text)
            assert watch.look(*pages, *told, log) > 4
        assert names[0] == "T1G"
        assert state_of(world) is None
        watch.look(*archive_of(world, tmp_path / "site"))


@pytest.mark.slow
def test_who_holds_both_seats_gets_one_mail(tmp_path: Path) -> None:
    """One reader for an address: opening, receipt and report, though he is the game master too."""
    with die_world(tmp_path) as world:
        lengths = {"guessing": 3600, "playing": 3600}
        both = "both@example.org"
        wish = NewGame("tara", "die", "Maeve", both, several_seats=True, lengths=lengths)
        new_game(world.services, wish)
        for seat in PLAYERS.values():
            add_player(world.services, "tara", seat, "Both", "both@example.org", "Europe/Dublin")
        start_game(world.services, "tara")
        (opening,) = map(text_of, world.new_mail("both@example.org"))
        assert "Red and Blue" in opening
        world.mail("both@example.org", "Red:\nGUESS 1\nBlue:\nGUESS 2\nguess kestrel")
        (receipt,) = map(text_of, world.new_mail("both@example.org"))
        lines = receipt.splitlines()
        assert lines[lines.index("RED: ORDERS THAT STAND") + 1] == "- GUESS 1"
        assert lines[lines.index("BLUE: ORDERS THAT STAND") + 1] == "- GUESS 2"
        assert "“kestrel” cannot be read here" in receipt
        world.tick(hours=1)
        (report,) = map(text_of, world.new_mail("both@example.org"))
        assert "The die has shown" in report
