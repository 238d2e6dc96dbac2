"""`gm odds`: what ODDS answers by mail, on the command line."""

from __future__ import annotations

import json

import pytest

from gm.cli.common import services
from tests.cli.test_map_render import _server  # noqa: F401 - the settings of an empty server
from tests.cli.test_picture import run
from tests.games.irish_freedom.playing import begin

GM = ("--gm-address", "gm@example.net")


@pytest.fixture
def begun() -> None:
    """A game in its first turn; the enemy has moved as its seed has it."""
    with services() as opened:
        begin(opened, {})


@pytest.mark.usefixtures("begun")
def test_the_chances_of_an_attack() -> None:
    """How many faces bring what; for a program the rows of the table by their number."""
    code, told, _ = run("odds", "tara", "MOVE KER1 FC - KER5")
    assert code == 0
    assert told == (
        "Combat in Tralee (KER5): 2 against 2: 1/6 two of the attackers are eliminated, the rest"
        " retreats; 1/6 one of the attackers is eliminated, the rest retreats; 1/6 the attackers"
        " retreat; 1/6 the defenders retreat; 1/6 one of the defenders is eliminated, the rest"
        " retreats; 1/6 two of the defenders are eliminated, the rest retreats.\n"
    )
    code, told, _ = run("odds", "tara", "FC from Kerry 1 to Tralee; up the Mob at MID1", "--json")
    (combat,) = json.loads(told)["combats"]
    assert combat == {
        "area": "KER5",
        "attacker": "irish",
        "defender": "british",
        "attack": 2,
        "defence": 2,
        "modifier": 0,
        "rows": {str(row): 1 for row in range(1, 7)},
    }
    assert run("orders", "tara")[1] == "No orders.\n"


@pytest.mark.usefixtures("begun")
def test_what_has_no_chances() -> None:
    """A move to an empty Area, an order that cannot be carried out, a game of another kind."""
    assert run("odds", "tara", "MOVE KER1 FC - KER3")[1] == "No attack comes of it.\n"
    code, _, said = run("odds", "tara", "MOVE MID1 MOB - MID3")
    assert (code != 0, "A Mob cannot move" in said) == (True, True)
    assert run("game", "new", "rhine", "--variant", "standard", *GM)[0] == 0
    assert "rhine" in run("odds", "rhine", "A Par - Bur")[2]
