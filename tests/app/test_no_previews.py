"""Where dice or hidden hands would show, nothing is resolved on paper for anybody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.play.hand_draws import enter_draw
from gm.app.play.seasons import preview
from gm.app.setup.game_changes import change_game
from gm.app.setup.games import NewGame, new_game
from gm.bootstrap.games import games_on
from gm.errors import InputError, NotAllowed
from gm.games.diplomacy.map.files.boards import load_board
from tests.app.paced import with_rules
from tests.app.world import GM, World


def begin(world: World, **more: bool) -> World:
    """Start a game of standard Diplomacy whose rules allow no previews."""
    game = games_on(load_board).family_of("standard")
    meta = game.rules("standard", {}).meta
    world = with_rules(world, meta=replace(meta, previews=False, **more))
    world.start(variant="standard")
    return world


def test_the_gm_has_no_preview(world: World) -> None:
    """He would see what is drawn."""
    world = begin(world)
    with pytest.raises(NotAllowed, match="Diplomacy has no previews: they would show dice"):
        preview(world.services, "tara")


def test_nothing_is_signed_first(world: World) -> None:
    """Neither a new game nor one that is played can have it so."""
    world = begin(world)
    with pytest.raises(InputError, match="release=gm cannot be in Diplomacy"):
        change_game(world.services, "tara", {"release": "gm"})
    wish = NewGame("meath", "standard", "Maeve", GM, settings={"release": "gm"})
    with pytest.raises(InputError, match="release=gm cannot be in Diplomacy"):
        new_game(world.services, wish)


def test_no_draw_is_entered_by_hand(world: World) -> None:
    """To know which are asked for the stage would have to be played with everybody's orders."""
    world = begin(world, chance=True)
    with pytest.raises(NotAllowed, match="its draws are the server's alone"):
        enter_draw(world.services, "tara", ["die", "4"])
