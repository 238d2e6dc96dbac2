"""Scenarios of the server itself in a game's life, over real mail with a clock to set."""

from __future__ import annotations

from pathlib import Path

from gm.app.play.seasons import resolve_due
from gm.app.setup.games import NewGame
from gm.games.diplomacy.records.saved_games import import_saved_game, saved_game
from tests.integration.by_mail import GAME, GM, GREAT_POWERS, ByMail, standard, text_of

LIST = "reports@lists.example"
SPRING = {
    "FRANCE": "A Par - Bur\nA Mar S A Par - Bur\nF Bre - ENG",
    "GERMANY": "A Mun - Bur\nA Ber - Kie\nF Kie - Den",
    "RUSSIA": "F Sev - BLA\nA War - Gal\nA Mos - Ukr\nF StP - BOT",
    "TURKEY": "F Ank - BLA\nA Con - Bul\nA Smy - Con",
}


def _subjects(game: ByMail, address: str) -> list[str]:
    game._collect()
    return [str(one["Subject"]) for one in game.texts.get(address, [])]


def test_scenario_5_a_season_is_adjudicated_once_by_two_servers(tmp_path: Path) -> None:
    """Whatever resolves it besides in the same second changes nothing: each reads of it once."""
    with standard(tmp_path, list_address=LIST) as game:
        for power, orders in SPRING.items():
            game.send(power, orders)
        game.clock.advance(days=1)
        # A second server's round at the very moment at which the first one wakes.
        resolve_due(game.services)
        reports = {power: text_of(game.opened(power, "F1901M")) for power in GREAT_POWERS}
        for power in GREAT_POWERS:
            told = _subjects(game, f"{power.lower()}@players.example")
            assert len([one for one in told if "Results" in one]) == 1, told
            assert "Army Paris moves to BURGUNDY" in reports[power]
        game.got(LIST, "Army Paris moves to BURGUNDY")
        assert len([one for one in _subjects(game, LIST) if "Results" in one]) == 1
        with game.services.store.read() as transaction:
            phases = transaction.phases(transaction.game(GAME).id)
        assert [one.name for one in phases] == ["S1901M", "F1901M"]


def test_scenario_23_a_stranger_changes_nothing(tmp_path: Path) -> None:
    """Plausible orders from an address nobody knows: the owner and the GM are told, that is all."""
    with standard(tmp_path) as game:
        game.send("FRANCE", "A Par - Bur")
        told = game.mail("stranger@elsewhere.example", "A Par - Gas\nA Mar - Spa\nF Bre - MAO")
        assert "holds no seat in the game" in told
        assert "stranger@elsewhere.example" in text_of(game.got(GM, "stranger@elsewhere.example"))
        owner = "france@players.example"
        assert "stranger@elsewhere.example" in text_of(
            game.got(owner, "stranger@elsewhere.example")
        )
        with game.services.store.read() as transaction:
            phase = transaction.open_phase(transaction.game(GAME).id)
            assert phase is not None
            standing = transaction.active_orders(phase.id)
        assert [one.canonical for one in standing] == ["A PAR - BUR"]


def test_scenario_41_a_game_by_mail_comes_back_from_its_file(tmp_path: Path) -> None:
    """Played by mail, exported as JSON, taken in again: the same positions and results."""
    with standard(tmp_path) as game:
        game.play("S1901M", SPRING, "F1901M")
        saved = saved_game(game.services, GAME)
        wish = NewGame("meadow", "standard", "Flora", "flora@players.example")
        assert import_saved_game(game.services, saved, wish).resolved == 1
        again = saved_game(game.services, "meadow")
        for before, after in zip(saved["phases"], again["phases"], strict=True):
            assert before["results"] == after["results"]
            assert before["state"]["units"] == after["state"]["units"]
            assert before["state"]["centers"] == after["state"]["centers"]
