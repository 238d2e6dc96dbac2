"""Irish Freedom on servers of the tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from gm.app.seats.players import add_player
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.bootstrap.games import GamesHere, Room
from gm.games.irish_freedom.game import irish_freedom
from tests.app.world import SEED
from tests.integration.by_mail import DAY, GAME, GM, ByMail, serving

THE_GAME: Final = GamesHere((Room(("irish-freedom",), irish_freedom),))
"""The games of a server that plays nothing else."""

WHO: Final = "player@players.example"
"""Who plays."""

BOTH_WARS: Final = f"{4:064x}"
"""A seed by which the simple player comes to the Civil War, and wins it."""


MONTH: Final = {"actions": 30 * DAY, "remind": 0}
"""The lengths of games in which turns fall due."""


def begin(
    services: Services,
    options: Mapping[str, str],
    gm: str = GM,
    seed: str = SEED,
) -> None:
    """Begin a game."""
    lengths = MONTH if options.get("silence") == "pass" else {}
    wish = NewGame(GAME, "irish-freedom", "Maeve", gm, options=options, lengths=lengths, seed=seed)
    new_game(services, wish)
    add_player(services, GAME, "PLAYER", "Ann", WHO, "Europe/Dublin")
    start_game(services, GAME)


@contextmanager
def irish_freedom_by_mail(
    folder: Path,
    options: Mapping[str, str] | None = None,
    seed: str = SEED,
    *,
    pictures: bool = False,
) -> Iterator[ByMail]:
    """Run a server with a game just begun, until the block ends."""

    def begun(services: Services) -> None:
        begin(services, options or {}, seed=seed)

    with serving(folder, begun, ("PLAYER",), games=THE_GAME, pictures=pictures) as game:
        yield game
