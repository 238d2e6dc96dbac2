"""What a GM does, and what becomes of seats, is told to each player in his language."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from gm.app.history.rulings import add_ruling
from gm.app.overriding.order_desk import clear_orders, set_orders
from gm.app.overriding.rollback import roll_back
from gm.app.play.endings import EndWish, end_game
from gm.app.play.seasons import process
from gm.app.seats.players import assign_seat, offer_seat
from gm.app.seats.resigning import vacate_by_gm
from gm.app.senders.known_addresses import move_address
from gm.app.senders.rotation import rotate_token
from gm.app.services import Services
from gm.app.setup.game_changes import change_game
from gm.app.talk.press_desk import send_press
from gm.app.timing.deadlines import move_deadline
from gm.app.timing.pausing import pause, resume
from gm.contract.events import Ending
from tests.app.conftest import a_world
from tests.app.world import HOST
from tests.languages.played_games import PLANS
from tests.languages.test_game_told import CYRILLIC, HERO, Played, made_up

WHY: Final = "WX"
"""Why something is done; it has no small letter, so that it is no plain word."""

SERVER: Final = f"gm@{HOST}"


def _later(services: Services, hours: int) -> None:
    moment = services.clock.now() + timedelta(hours=hours)
    move_deadline(services, "tara", moment, earlier=True, reason=WHY)


DESK: Final[tuple[Callable[[Services], object], ...]] = (
    lambda services: pause(services, "tara", WHY),
    lambda services: resume(services, "tara", WHY),
    lambda services: _later(services, 9),
    lambda services: _later(services, 3),
    lambda services: change_game(services, "tara", {"nmr": "extend", "movement": "2d"}, WHY),
    lambda services: add_ruling(services, "tara", "AB CD.", WHY),
    lambda services: set_orders(services, "tara", "France", ["A Par - Bur"], WHY),
    lambda services: set_orders(services, "tara", "France", ["A Par H"], WHY),
    lambda services: clear_orders(services, "tara", "France", WHY),
    lambda services: send_press(services, "tara", "France", "AB CD"),
    lambda services: rotate_token(services, "tara", "France"),
    lambda services: vacate_by_gm(services, "tara", "Italy", WHY),
    lambda services: offer_seat(services, "tara", "Italy", "ann@example.org", "Ann", "2d"),
    lambda services: assign_seat(services, "tara", "Italy", "Bob", "bob@example.org"),
    lambda services: assign_seat(services, "tara", "Turkey", "Cat", "cat@example.org", None, WHY),
    lambda services: process(services, "tara", early=True),
    lambda services: roll_back(services, "tara", "S1901M", sure=True, reason=WHY),
)
"""What a GM does, one after the other."""

AT_THE_END: Final[tuple[Callable[[Services], object], ...]] = (
    lambda services: move_address(services, "Austria", "austria2@example.org"),
    lambda services: end_game(services, "tara", EndWish(Ending.DRAW, ("ALL",), WHY), sure=True),
)

MAILS: Final = (
    ("NEW GAME meadow\nvariant: standard\npress: foo", SERVER),
    ("GAMES", SERVER),
    ("HELP", SERVER),
    ("AB CD", SERVER),
    ("AB CD", f"gm+nope@{HOST}"),
    ("A Par H", f"gm+tara@{HOST}"),
    ("RETURN tara", SERVER),
    ("OBSERVE tara", SERVER),
)
"""What somebody writes who has given his seat up, and to which address."""


def _answer_question(game: Played, address: str) -> None:
    question = game.world.carrier.messages(address)[-1]
    game.world.mail(address, "YES", to=str(question["Reply-To"]))
    game.note(f"the yes of {address}")


@pytest.mark.slow
def test_the_desk_and_the_seats_are_told(tmp_path: Path) -> None:
    """Each act brings the players mails, none with a word of another's language."""
    with made_up(), a_world(tmp_path) as world:
        game = Played(world, PLANS["standard"])
        game.begin()
        for number, act in enumerate(DESK):
            act(world.services)
            game.note(f"act {number} of the desk")
        for power in ("Russia", "France"):
            game.mail(power, "RESIGN")
            _answer_question(game, game.address(power))
        for body, to in MAILS:
            game.mail("France", body, to=to)
        game.mail("France", "VOTE DRAW")
        game.mail("England", "VOTE NO")
        game.mail("England", "VOTE CONCEDE TO France")
        for act in AT_THE_END:
            act(world.services)
            game.note("the end")
        game.mail("France", "STATEMENT\nAB CD")
        game.mail("France", "A Par H")
        world.tick(days=8)
        game.note("the record")
        names = {"Bob", "Ann", "Cat", "nope", "movement", "nmr", "hold", "extend"}
        assert list(game.plain(names)) == []
        assert len({cause for address, cause, _ in game.sent if address == HERO}) > 25
        others = [one for one in game.sent if one[0] != HERO and CYRILLIC.search(one[2])]
        assert others == []
        with world.services.store.read() as transaction:
            told = [f"{one.text} {one.data}" for one in transaction.journal()]
        assert [one for one in told if CYRILLIC.search(one)] == []
