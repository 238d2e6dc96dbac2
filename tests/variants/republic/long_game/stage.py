"""Who plays the game of Republic, and what its GM does."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

from gm.app.seats.players import add_player
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.app.timing.deadlines import move_deadline
from tests.app.world import World
from tests.long_games.golden import Golden
from tests.long_games.stage import Player, Script

GAME = "tara"
GM = Player("Maeve", "maeve@connacht.example", "Europe/Dublin")
LIST = "tara-reports@lists.example"
MAIREAD = "Mairéad Kennedy, Cashel\nA(CoC)-Dublin is a long road"
PLAYERS = {
    "ulster": Player("Una MacDonlevy", "una@donlevy.example", "Europe/Dublin"),
    "munster": Player("Mairéad Kennedy", "mairead@kennedy.example", "Europe/Dublin", MAIREAD),
    "leinster": Player("Lorcan O'Toole", "lorcan@otoole.example", "America/New_York"),
    "connaught": Player("Ruaidhrí Flynn", "ruaidhri@flynn.example", "Australia/Sydney"),
    "britain": Player("Edith Clare", "edith@clare.example", "Europe/London"),
}
STRANGER = Player("Sigtrygg Silkbeard", "sigtrygg@silkbeard.example", "Europe/Dublin")


def begin(services: Services) -> None:
    """Make the game, seat its five players and start it."""
    wish = NewGame(
        GAME, "republic", GM.name, GM.address, list_address=LIST, time_zone="Europe/Dublin"
    )
    new_game(services, wish)
    for power, player in PLAYERS.items():
        add_player(services, GAME, power, player.name, player.address, player.zone)
    start_game(services, GAME)


def command(world: World, words: str) -> None:
    """Do what a GM does with his command line: `deadline +2d (reason)`."""
    phase = world.phase()
    assert phase is not None
    found = re.fullmatch(r"deadline \+(\d+)d \((.*)\)", words)
    assert found is not None, words
    moment = phase.deadline + timedelta(days=int(found[1]))
    move_deadline(world.services, GAME, moment, reason=found[2])


PEOPLE = {**PLAYERS, "stranger": STRANGER}
SCRIPT = Script(Path(__file__).parent, GAME, GM, LIST, PEOPLE, begin, command)
GOLDEN = Golden(
    SCRIPT,
    "26-over",
    {
        "01-W1015A/02-phase-munster",
        "04-W1016A/02-phase-munster",
        "13-S1019M/05-phase-britain",
        "10-F1018M/03-phase-leinster",
        "26-over/06-phase-list",
    },
)
