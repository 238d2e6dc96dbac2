"""An Irish game on a whole server: a few players with several powers each, the rest closed."""

from __future__ import annotations

from collections.abc import Mapping

from gm.app.seats.players import add_player
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import load_state
from tests.app.kept import kept
from tests.app.world import GM, LIST, SEED, World

HANDS = {
    "ann": ("France", "Norway", "Sweden"),
    "bob": ("Germany", "Spain"),
    "cat": ("Italy",),
}
"""Who plays what."""

LENGTHS = {"setup": 3600, "movement": 3600, "retreat": 3600, "adjustment": 3600}


Hands = Mapping[str, tuple[str, ...]]


def irish_game(world: World, name: str = "tara", hands: Hands = HANDS, **wish: object) -> None:
    """Create a game and seat its players; three powers of Ann's, two of Bob's, one of Cat's."""
    wanted = {
        "several_seats": True,
        "lengths": LENGTHS,
        "list_address": LIST,
        "seed": SEED,
        **wish,
    }
    new_game(world.services, NewGame(name, "irish", "Maeve", GM, **wanted))  # type: ignore[arg-type]
    for who, powers in hands.items():
        for power in powers:
            address = f"{who}@example.org"
            add_player(world.services, name, power, who.title(), address, "Europe/Dublin")


@kept
def irish(world: World, name: str = "tara", hands: Hands = HANDS, **wish: object) -> None:
    """Start such a game; it lies in the choice of first pieces."""
    irish_game(world, name, hands, **wish)
    start_game(world.services, name, close_unfilled=True)


@kept
def in_autumn(world: World, **wish: object) -> None:
    """Start such a game and play it into Autumn 1974, when the hat has drawn for the first time."""
    irish(world, **wish)
    for _ in range(2):
        world.tick(hours=1)
    assert state_of(world).phase.year == 1974
    forget(world)


def forget(world: World) -> None:
    """Look at no mail that was sent so far."""
    for who in (*HANDS, LIST, GM):
        world.new_mail(who)


def state_of(world: World, name: str = "tara") -> GameState:
    """Return the position at the start of the open phase."""
    phase = world.phase(name)
    assert phase is not None
    return load_state(phase.state)
