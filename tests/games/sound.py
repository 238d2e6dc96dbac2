"""What must hold of a game's records whatever its master has done to it."""

from __future__ import annotations

from gm.app.history.draw_check import verify_game
from gm.app.keeping.audit import audit
from gm.app.overriding.replaying import rebuild
from tests.app.world import World


def sound(world: World) -> None:
    """What is stored follows from the records, and nothing is missing."""
    done = rebuild(world.services, "tara", rejudge=True)
    assert (done.difference, done.seasons) == ("", ())
    assert verify_game(world.services, "tara").difference == ""
    assert [fault for check in audit(world.services) for fault in check.findings] == []
