"""What is hidden in Diplomacy stays so: private payments, and orders before their deadline."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gm.app.seats.players import add_player
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.contract.seats import SeatId
from tests.app.conftest import a_world
from tests.app.world import LIST, World
from tests.contract.leaks import LeakWatch, archive_of, markers_in, printed

POWERS = ("ULSTER", "MUNSTER", "LEINSTER", "CONNAUGHT", "BRITAIN")
PLAYERS = {f"{power.lower()}@example.org": SeatId(power) for power in POWERS}
PAID = {
    "BRITAIN": "Pay 6 to Munster (whiskey tribute)\nPay 2 to Ulster (herring dues)\nBuild F Devon West",
    "MUNSTER": "Receive 6 from Britain (okapi stew)\nBuild A Cork South",
    "ULSTER": "Build A Belfast South",
}
MARKERS = {
    "whiskey tribute": ("BRITAIN", "MUNSTER"),
    "herring dues": ("BRITAIN",),
    "okapi stew": ("MUNSTER", "BRITAIN"),
}


def is_theirs(seat: SeatId, marker: str) -> bool:
    """A payment is told to its two sides, and an unmatched one to whoever ordered it."""
    return seat in MARKERS[marker]


def begin(world: World) -> None:
    """Begin a game whose game master plays Ulster."""
    lengths = {"movement": 3600, "retreat": 3600, "adjustment": 3600}
    options = {"payments": "private"}
    wish = NewGame(
        "tara", "republic", "Una", "ulster@example.org", options=options, lengths=lengths
    )
    new_game(world.services, replace(wish, list_address=LIST))
    for address, power in PLAYERS.items():
        add_player(world.services, "tara", power, power.title(), address, "Europe/Dublin")
    start_game(world.services, "tara")


@pytest.mark.slow
def test_private_payments_reach_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In mails, subjects, the archive, and what the GM prints for others, before and after the winter."""
    with a_world(tmp_path) as world:
        begin(world)
        watch = LeakWatch(world, MARKERS, PLAYERS, knows=is_theirs)
        for power, orders in PAID.items():
            world.mail(power, orders)
            for other in POWERS:
                world.mail(other, "STATUS\nCHECK\nHISTORY\nREPORT")
        assert watch.look(*archive_of(world, tmp_path / "before")) > 20
        world.tick(hours=1)
        for other in POWERS:
            world.mail(other, "HISTORY\nPOINTS\nREPORT\nSUMMARY")
        # `gm orders` says of itself that it shows everything: "look only if you do not play".
        commands = ("game show tara", "game show tara --json", "draws list tara", "outbox list")
        told = printed("ulster@example.org", tmp_path, monkeypatch, commands)
        assert watch.look(*archive_of(world, tmp_path / "after"), *told) > 20
        assert watch.may_know(LIST) == set()


@pytest.mark.parametrize(
    "text",
    [
        "for Whiskey tribute.",
        "whis=\nkey tribute",
        "WHISKEY_TRIBUTE",
        "d2hpc2tleSB0cmlidXRlIGlzIGdvb2QgZm9yIHlvdSBhbmQgbWU=",
    ],
)
def test_a_marker_is_found_however_it_is_written(text: str) -> None:
    """In capitals, over the end of a line, in base64."""
    assert markers_in(text, MARKERS) == {"whiskey tribute"}
