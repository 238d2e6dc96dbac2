"""`gm game show` tells why a phase is held, and of one resolved since that it had been."""

from pathlib import Path

import pytest

from gm.app.overviews.overview import overview
from gm.app.play.seasons import process
from gm.cli.game import print_overview
from tests.app.conftest import a_world

WHY = "no orders came from Ulster, Munster, Leinster, Connaught and Britain"


def test_a_phase_that_had_been_held(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What once held a phase is told as past when the phase is resolved."""
    with a_world(tmp_path) as world:
        world.start()
        world.tick(hours=1)
        print_overview(overview(world.services, "tara"), as_json=False)
        assert f"held ({WHY}" in capsys.readouterr().out
        process(world.services, "tara", without=True)
        print_overview(overview(world.services, "tara", "W1015A"), as_json=False)
        assert f"resolved (had been held: {WHY}" in capsys.readouterr().out
