"""The Triumphs of Turlough on servers of the tests."""

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
from gm.contract.draws import SeededDraws
from gm.contract.seats import SeatId
from gm.games.turlough.game import turlough
from gm.games.turlough.language.lines import order_line
from gm.games.turlough.rules.orders import FactionOrder
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.state import TurloughState, Wait
from tests.app.world import SEED, World
from tests.games.turlough.greedy import MOST_STEPS, packet_of, rules_with
from tests.integration.by_mail import DAY, GAME, GM, ByMail, serving

THE_GAME: Final = GamesHere((Room(("turlough",), turlough),))
"""The games of a server that plays nothing else."""

PEOPLE: Final = {"CT": "Ann", "CBR": "Bernd", "DEC": "Caoimhe", "CTA": "David", "CBA": "Erika"}
"""Who plays, by seat."""


LENGTHS: Final = {"war": 7 * DAY, "opening": 7 * DAY, "turn": 2 * DAY, "remind": DAY}
"""How long its stages are open."""


def address_of(seat: str) -> str:
    """Return where the player of a seat reads his mail."""
    return f"{seat.lower()}@players.example"


def begin(
    services: Services,
    options: Mapping[str, str] | None = None,
    seed: str = SEED,
    people: Mapping[str, str] = PEOPLE,
    lengths: Mapping[str, int] = LENGTHS,
) -> None:
    """Begin a game."""
    wish = NewGame(
        GAME, "turlough", "Maeve", GM, options=options or {}, lengths={**lengths}, seed=seed
    )
    new_game(services, wish)
    for seat, name in people.items():
        add_player(services, GAME, seat, name, address_of(seat), "Europe/Dublin")
    start_game(services, GAME)


@contextmanager
def turlough_by_mail(
    folder: Path,
    options: Mapping[str, str] | None = None,
    seed: str = SEED,
    people: Mapping[str, str] = PEOPLE,
    *,
    pictures: bool = False,
) -> Iterator[ByMail]:
    """Run a server with a game just begun, until the block ends."""

    def begun(services: Services) -> None:
        begin(services, options, seed, people)

    with serving(folder, begun, tuple(people), games=THE_GAME, pictures=pictures) as game:
        yield game


def mail_packets(
    world: World, rules: TurloughRules, state: TurloughState
) -> dict[SeatId, list[FactionOrder]]:
    """Mail what simple players would send, and return it by seat; who has nothing to say is silent."""
    packets = {seat.id: packet_of(rules, state, seat.id) for seat in rules.seats}
    for seat, packet in packets.items():
        if packet:
            world.mail(address_of(seat), "\n".join(map(order_line, packet)))
    return {seat: packet for seat, packet in packets.items() if packet}


def play_by_mail(world: World, scenario: str = "1277") -> Iterator[TurloughState]:
    """Play a game that has begun to its end, and yield each position that is played from."""
    rules, draws = rules_with(scenario), SeededDraws(bytes.fromhex(SEED))
    state = rules.new_game(draws).state
    for _ in range(MOST_STEPS):
        yield state
        drafts = mail_packets(world, rules, state)
        world.tick(days=7)
        state = rules.resolve(state, drafts, draws).state
        if state.wait is Wait.OVER:
            return
    raise AssertionError("the game does not end")
