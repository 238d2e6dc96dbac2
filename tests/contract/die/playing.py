"""The Die on servers of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from gm.app.seats.players import add_player
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.bootstrap.games import GamesHere, Room
from tests.app.world import SEED
from tests.contract.die.game import THE_DIE
from tests.integration.by_mail import DAY, GAME, GM, ByMail, serving

WITH_THE_DIE: Final = GamesHere((Room(("die", "die-alone"), lambda: THE_DIE),))
"""The games of a server that plays nothing but the Die."""


def begin(services: Services, variant: str, players: dict[str, str], gm: str = GM) -> None:
    """Begin a game of the Die; players are addresses by seat."""
    lengths = {"guessing": DAY, "playing": DAY, "remind": 0}
    wish = NewGame(GAME, variant, "Maeve", gm, lengths=lengths, seed=SEED)
    new_game(services, wish)
    for seat, address in players.items():
        add_player(services, GAME, seat, seat.title(), address, "Europe/Dublin")
    start_game(services, GAME)


@contextmanager
def the_die(folder: Path) -> Iterator[ByMail]:
    """Run a server with a game of two just begun, until the block ends."""
    players = {seat: f"{seat.lower()}@players.example" for seat in ("RED", "BLUE")}

    def begun(services: Services) -> None:
        begin(services, "die", players)

    with serving(folder, begun, tuple(players), games=WITH_THE_DIE) as game:
        yield game


@contextmanager
def the_die_alone(folder: Path, gm: str = GM, *, pictures: bool = False) -> Iterator[ByMail]:
    """Run a server with a game of one player just begun, until the block ends."""

    def begun(services: Services) -> None:
        begin(services, "die-alone", {"RED": "red@players.example"}, gm)

    with serving(folder, begun, ("RED",), games=WITH_THE_DIE, pictures=pictures) as game:
        yield game
