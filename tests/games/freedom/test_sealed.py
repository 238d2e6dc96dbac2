"""Over a whole game by mail nobody is told of a card in a hand or a deck that he may not see."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random
from typing import Final

import pytest

from gm.app.codec import codec_for
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.games.freedom.game import STORED
from gm.games.freedom.language.lines import order_line
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import IMP, INS
from tests.app.world import World
from tests.contract.leaks import LeakWatch, Outgoing, archive_of, printed
from tests.contract.test_die_leaks import die_world
from tests.games.freedom.playing import THE_GAME, address_of, begin, siege_rules
from tests.games.freedom.random_plays import opened_by, orders
from tests.integration.by_mail import GAME, GM

pytestmark = pytest.mark.slow

CODEC = codec_for(STORED)
RULES = siege_rules()
IN_HELP: Final = frozenset({"AI05", "AG04"})
"""Cards that stand in examples."""

MARKERS: Final = frozenset(RULES.tables.cards) - IN_HELP
PLAYERS: Final = {address_of(seat): seat for seat in (IMP, INS)}
ASKS: Final = "STATUS\nREPORT\nORDERS\nHELP\nRULES\nSUMMARY"
COMMANDS: Final = (
    "game list",
    f"game show {GAME}",
    f"game show {GAME} --json",
    "outbox list",
    f"draws list {GAME}",
    f"draws list {GAME} --json",
    f"process {GAME} --preview",
)
MOST_STEPS: Final = 60


def state_of(world: World) -> SiegeState | None:
    """The position that lies open; None when the game is over."""
    phase = world.phase()
    state = CODEC.load_state(phase.state) if phase is not None else None
    assert state is None or isinstance(state, SiegeState)
    return state


def take_in_facts(world: World, watch: LeakWatch) -> None:
    """Count as known what the rules have shown by plays and looks: some cards leave the game at once."""
    readers: dict[str, SeatId | None] = {"": None, **PLAYERS}
    with world.services.store.read() as transaction:
        game = transaction.game(GAME)
        results = [transaction.result(phase.id) for phase in transaction.phases(game.id)]
    for result in results:
        for event in CODEC.load_events(result.events) if result is not None else ():
            for reader, seat in readers.items():
                watch.shown.setdefault(reader, set()).update(opened_by(event, seat))


@pytest.mark.parametrize("gm", [address_of(IMP), GM])
def test_no_card_is_told_to_who_may_not_see_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, gm: str
) -> None:
    """In mails and subjects, to players and the list, in the archive, in what gm prints and logs."""
    caplog.set_level(logging.DEBUG, "gm")
    monkeypatch.setattr("gm.bootstrap.games.rooms_on", lambda *_: THE_GAME.rooms)
    chance = Random(5)
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services, gm=gm)
        watch = LeakWatch(world, MARKERS, {**PLAYERS}, GAME, master="" if gm in PLAYERS else gm)
        take_in_facts(world, watch)
        watch.look()
        for number in range(MOST_STEPS):
            state = state_of(world)
            if state is None:
                break
            for address, seat in PLAYERS.items():
                lines = orders(Position(RULES, state), seat, chance)
                written = "\n".join(map(order_line, lines))
                watch.wrote(address, written)
                world.mail(address, f"{written}\n{ASKS}" if number % 20 == 3 else written)
            world.tick(seconds=1)
            world.tick(days=1)
            take_in_facts(world, watch)
            told: list[Outgoing] = []
            if number % 20 == 3:
                told = [*archive_of(world, tmp_path / f"site-{number}")]
                if gm in PLAYERS:
                    told += printed(gm, tmp_path, monkeypatch, COMMANDS)
            assert watch.look(*told, Outgoing("", "the log", caplog.text)) > 1
        watch.look(*archive_of(world, tmp_path / "site"))
        shown = watch.shown[""]
        assert 10 < len(shown) < len(MARKERS)
