"""A game from its creation to its end by a GM who only writes mails, seen from outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game
from tests.integration.by_mail import GM, GREAT_POWERS, ByMail, serving, text_of
from tests.integration.typed_here import TypedHere, typed_here

_ = typed_here

pytestmark = pytest.mark.timeout(300)

ANN = "ann@elsewhere.test"
WANTED = """NEW GAME tara
MOVEMENT: 1d
RETREAT: 1d
ADJUSTMENT: 1d
REMIND: 0
sign-up = open
NAME: Maeve
"""
OTHERS = [power for power in GREAT_POWERS if power != "FRANCE"]


def do(game: ByMail, to: str, *commands: str) -> str:
    """Mail commands as the GM, say YES to the question, and return what came of it."""
    asked = game.answer(GM, "\n".join(f"GM {one}" for one in commands), to)
    assert "TO DO IT" in text_of(asked)
    game.answer_quietly(GM, "YES", str(asked["Reply-To"]))
    (number,) = re.findall(r"ask-(\d+)", str(asked["Message-ID"]))
    done = game._wait(GM, lambda one: f"desk-done-{number}." in one["Message-ID"])
    assert str(done["Subject"]) == "[tara] Done"
    return text_of(done)


@pytest.mark.slow
def test_a_gm_runs_a_whole_game_by_mail_alone(tmp_path: Path, typed_here: TypedHere) -> None:
    """Created, filled by sign-up and by himself, begun, its deadline moved, a season processed, ended."""

    def begin(services: Services) -> None:
        typed_here.services = services
        new_game(services, NewGame("spring", "standard", "Maeve", GM))

    with serving(tmp_path, begin, GREAT_POWERS, proof=True) as game:
        server = game.settings.server_address
        asked = game.answer(GM, WANTED, server)
        assert "! sign-up = open" in text_of(asked)
        created = game.answer(GM, "Yes please.", str(asked["Reply-To"]))
        assert str(created["Subject"]) == "[tara] The game tara is created"
        own = str(created["Reply-To"])
        assert own.startswith("gm+tara.")
        join = game.answer(ANN, "JOIN tara\nPREFERENCES: France\nNAME: Ann", server)
        game.answer_quietly(ANN, "yes", str(join["Reply-To"]))
        game.got(ANN, "You have asked to play")
        adds = [f"player add {one} {one.title()} {one.lower()}@players.example" for one in OTHERS]
        seated = do(game, own, *adds, "player allocate --yes")
        assert "Turkey <turkey@players.example> plays TURKEY in tara." in seated
        assert "Ann" in seated
        assert "running" in do(game, own, "game start")
        opening = game.got(ANN, "YOU PLAY FRANCE")
        press = do(game, own, "press send 'Mind the new deadline.' --to all")
        assert "7 mails queued" in press
        assert "Mind the new deadline." in text_of(game.got(ANN, "Mind the new deadline."))
        assert "Burgundy" in game.mail(ANN, "A Par - Bur", str(opening["Reply-To"]))
        do(game, own, "deadline '2026-11-03 12:00'")
        game._wait(ANN, lambda one: "Later: orders due Tue 3 Nov" in str(one["Subject"]))
        game.clock.advance(days=2)
        report = game.opened("TURKEY", "F1901M")
        assert "Paris moves to BURGUNDY - done" in text_of(report)
        game.answer_quietly(GM, "GM process --preview", own)
        assert "F1901M" in text_of(game.got(GM, "gm process tara --preview"))
        assert "F1901M" in do(game, own, "process --early")
        spring = game.opened("TURKEY", "S1902M")
        assert "Maeve" in str(spring["From"])
        do(game, own, "game end --draw all --reason 'All agreed' --yes")
        for address in (ANN, "turkey@players.example", GM):
            assert "All agreed" in text_of(game.got(address, "All agreed"))
