"""The tutorial is played as it is printed: every mail is sent, every answer compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.bootstrap.games import games_in
from tests.contract.test_die_leaks import die_world
from tests.games.freedom.playing import PEOPLE, address_of, begin
from tests.games.tutorials import play_page

PAGE = Path(__file__).parents[3] / "docs" / "freedom-tutorial.md"
ADDRESSES = {name: address_of(seat) for seat, name in PEOPLE.items()}


@pytest.mark.slow
def test_the_tutorial_works_mail_by_mail(tmp_path: Path) -> None:
    """On a server that plays every game; what lets the game go on does so a moment after each mail."""
    with die_world(tmp_path, games_in(None)) as world:
        begin(world.services)
        world.tick(seconds=1)
        assert play_page(PAGE, world, ADDRESSES, seconds=1) >= 12
