"""Freedom! on servers of the tests."""

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
from gm.games.freedom.game import freedom
from gm.games.freedom.rules.by_mail import MailedSiege
from tests.app.world import LIST, SEED
from tests.integration.by_mail import DAY, GAME, GM, ByMail, serving

THE_GAME: Final = GamesHere((Room(("freedom",), freedom),))
"""The games of a server that plays nothing else."""

PEOPLE: Final = {"IMP": "Ann", "INS": "Bernd"}
"""Who plays, by seat."""

LENGTHS: Final = {"play": DAY, "opening": DAY, "regroup": DAY, "claim": DAY, "remind": 0}
"""How long its stages are open."""


def siege_rules() -> MailedSiege:
    """Return the rules of a game."""
    rules = freedom().rules("freedom", {})
    assert isinstance(rules, MailedSiege)
    return rules


def address_of(seat: str) -> str:
    """Return where the player of a seat reads his mail."""
    return f"{seat.lower()}@players.example"


def begin(
    services: Services,
    seed: str = SEED,
    people: Mapping[str, str] = PEOPLE,
    lengths: Mapping[str, int] = LENGTHS,
    gm: str = GM,
    options: Mapping[str, str] | None = None,
) -> None:
    """Begin a game."""
    wish = NewGame(
        GAME,
        "freedom",
        "Maeve",
        gm,
        options=options or {},
        lengths={**lengths},
        seed=seed,
        list_address=LIST,
    )
    new_game(services, wish)
    for seat, name in people.items():
        add_player(services, GAME, seat, name, address_of(seat), "Europe/Dublin")
    start_game(services, GAME)


@contextmanager
def siege_by_mail(folder: Path, seed: str = SEED, *, pictures: bool = False) -> Iterator[ByMail]:
    """Run a server with a game just begun, until the block ends."""

    def begun(services: Services) -> None:
        begin(services, seed)

    with serving(folder, begun, tuple(PEOPLE), games=THE_GAME, pictures=pictures) as game:
        yield game
