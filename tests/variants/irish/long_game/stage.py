"""Who plays the game of Irish Diplomacy, and what its GM does."""

from __future__ import annotations

import shlex
from pathlib import Path

from gm.app.play.hand_draws import enter_draw
from gm.app.seats.players import add_player
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from tests.app.world import World
from tests.long_games.golden import Golden
from tests.long_games.stage import Player, Script

GAME = "shannon"
SEED = "5e0249d0ebbb630f1dc9d04b56d849e134b6ffd3ada8a85ea9704fd996075089"
OPTIONS = {"goal": "120"}
GM = Player("Fintan", "fintan@odalaigh.example", "Europe/Dublin")
LIST = "shannon-reports@lists.example"
PLAYERS = {
    "aoife": Player("Aoife Brennan", "aoife@brennan.example", "Europe/Dublin"),
    "luc": Player("Luc Moreau", "luc@moreau.example", "Europe/Paris", "Luc Moreau\nLyon"),
    "solveig": Player("Solveig Dahl", "solveig@dahl.example", "Europe/Oslo"),
    "pilar": Player("Pilar Ortega", "pilar@ortega.example", "Europe/Madrid"),
    "kees": Player("Kees de Vries", "kees@devries.example", "America/New_York"),
}
SEATS = {
    "England": "aoife",
    "France": "luc",
    "Norway": "solveig",
    "Spain": "pilar",
    "Belgium": "kees",
    "Denmark": "kees",
}


def begin(services: Services) -> None:
    """Make the game on a seed that is known, seat six of its powers and close the others."""
    wish = NewGame(
        GAME,
        "irish",
        GM.name,
        GM.address,
        options=OPTIONS,
        list_address=LIST,
        time_zone=GM.zone,
        several_seats=True,
        seed=SEED,
    )
    new_game(services, wish)
    for power, who in SEATS.items():
        player = PLAYERS[who]
        add_player(services, GAME, power, player.name, player.address, player.zone)
    start_game(services, GAME, close_unfilled=True)


def command(world: World, words: str) -> None:
    """Do what a GM does with his command line: `draws set hole EDI (reason)`."""
    what, _, reason = words.removeprefix("draws set ").removesuffix(")").partition(" (")
    enter_draw(world.services, GAME, shlex.split(what), reason)


SCRIPT = Script(Path(__file__).parent, GAME, GM, LIST, PLAYERS, begin, command)
GOLDEN = Golden(
    SCRIPT,
    "29-over",
    {
        "01-S1974P/03-phase-kees",
        "03-F1974M/04-phase-solveig",
        "05-S1975M/06-phase-list",
        "11-F1976R/05-phase-pilar",
        "29-over/06-phase-list",
    },
)
