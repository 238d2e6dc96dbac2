"""What the game promises those who come, stay away and go, seen from outside: mail in and mail out."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.app.seats.allocation import allocate
from gm.app.seats.players import add_player
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from tests.integration.by_mail import DAY, GAME, GM, GREAT_POWERS, serving, text_of

pytestmark = pytest.mark.timeout(300)

ANN = "ann@elsewhere.test"
LENGTHS = {"setup": DAY, "movement": DAY, "retreat": DAY, "adjustment": DAY, "remind": 3600}
OTHERS = ("ULSTER", "LEINSTER", "CONNAUGHT", "BRITAIN")
ORDERS = {
    "AUSTRIA": "A Vie H",
    "ENGLAND": "F Lon H",
    "GERMANY": "A Ber H",
    "ITALY": "A Rom H",
    "RUSSIA": "A Mos H",
    "TURKEY": "A Con H",
}
"""Orders of every great power but France."""


def make(services: Services, variant: str, **settings: str) -> None:
    """Create a game with these settings and no players."""
    chosen = {name.replace("_", "-"): it for name, it in settings.items()}
    wish = NewGame(GAME, variant, "Maeve", GM, lengths=LENGTHS, settings=chosen)
    new_game(services, wish)


def played(services: Services, **settings: str) -> None:
    """Begin a standard game in which every power has a player."""
    make(services, "standard", **settings)
    for power in GREAT_POWERS:
        address = f"{power.lower()}@players.example"
        add_player(services, GAME, power, power.title(), address, "Europe/Dublin")
    start_game(services, GAME)


def test_a_newcomer_joins_by_mail(tmp_path: Path) -> None:
    """Scenario 33: he is asked, joins, and gets rules from the settings, position and example."""

    def begin(services: Services) -> None:
        make(services, "republic", sign_up="open")

    with serving(tmp_path, begin, proof=True) as game:
        server = game.settings.server_address
        assert f"{GAME}: " in game.mail(ANN, "GAMES", server)
        asked = game.answer(ANN, f"JOIN {GAME}\nPREFERENCES: Munster, any\nNAME: Ann", server)
        assert "Reply to this mail" in text_of(asked)
        game.answer_quietly(ANN, "yes", str(asked["Reply-To"]))
        welcome = text_of(game.got(ANN, "You have asked to play"))
        assert "You would like to play: Munster" in welcome
        assert "THE RULES AS PLAYED" in welcome
        assert "payments = public" in welcome
        assert "Ann <ann@elsewhere.test>" in text_of(game.got(GM, "asks to play"))
        for power in OTHERS:
            add_player(
                game.services, GAME, power, power.title(), f"{power.lower()}@players.example"
            )
        assert [(one.seat, one.name) for one in allocate(game.services, GAME).given] == [
            ("MUNSTER", "Ann")
        ]
        seated = text_of(game.got(ANN, "you play Munster"))
        assert "THE POSITION" in seated
        assert "Munster could write" in seated
        assert "THE RULES AS PLAYED" in seated
        start_game(game.services, GAME)
        opening = game.got(ANN, "YOU PLAY MUNSTER")
        example = text_of(opening).partition("For example, Munster could write:")[2]
        order = "Build A CoS"
        assert order in example
        receipt = game.mail(ANN, order, str(opening["Reply-To"]))
        assert "Cork South" in receipt


@pytest.mark.slow
def test_a_standby_takes_over(tmp_path: Path) -> None:
    """Scenario 28: after missed orders he has the position, says yes, plays; the absent returns."""

    def begin(services: Services) -> None:
        played(services, nmr="standby", extension="2d")

    with serving(tmp_path, begin, GREAT_POWERS) as game:
        former, before = "france@players.example", "S1901M"
        assert "You are on the bench" in game.mail(ANN, "STANDBY")
        for power, orders in ORDERS.items():
            assert game.opened(power, before)
            game.send(power, orders)
        game.clock.advance(days=1)
        offer = game.got(ANN, "Will you stand in for this phase?")
        assert "France could write" in text_of(offer)
        assert "THE POSITION" in text_of(offer)
        told = text_of(game.got("turkey@players.example", "No orders came from France"))
        assert "A standby is asked." in told
        game.answer_quietly(ANN, "YES", str(offer["Reply-To"]))
        position = game.got(ANN, "YOU PLAY FRANCE")
        assert "ann plays France in this phase" in text_of(game.got(former, "RETURN tara"))
        assert "ann plays France" in text_of(game.got(GM, "has a stand-in"))
        assert "Burgundy" in game.mail(ANN, "A Par - Bur", str(position["Reply-To"]))
        assert "RETURN tara" in game.mail(former, "A Par - Pic")
        game.clock.advance(days=2)
        report = text_of(game.opened("FRANCE", "F1901M"))
        assert "Paris - Burgundy" in report or "BURGUNDY" in report.upper()
        game.got(former, "You play France again")
        game.got(ANN, "you need send no more orders")
        assert "Burgundy" in game.mail(former, "A Bur H")


def test_who_sends_nothing_is_reminded_and_named(tmp_path: Path) -> None:
    """Scenario 6: a reminder before, units that hold by the policy after, and everybody sees it."""

    def begin(services: Services) -> None:
        played(services, nmr="hold", replace_after="1")

    with serving(tmp_path, begin, GREAT_POWERS) as game:
        for power, orders in ORDERS.items():
            assert game.opened(power, "S1901M")
            game.send(power, orders)
        game.clock.advance(hours=23, minutes=30)
        game.got("france@players.example", "A reminder for France")
        game.clock.advance(minutes=30)
        for address in ("turkey@players.example", GM):
            report = game.got(address, "No orders came from France.")
            assert str(report["Subject"]).startswith("[tara F1901M]")
        assert "You gave no orders." in text_of(game.opened("FRANCE", "F1901M"))
        gone = text_of(game.got("france@players.example", "You no longer play France"))
        assert "no orders came for 1 season" in gone
        game.got("turkey@players.example", "France has no player now")
        assert "gm seat offer tara FRANCE" in text_of(game.got(GM, "no longer plays France"))
