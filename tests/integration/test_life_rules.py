"""Scenarios 7 and 40 over real mail: the rules a season is decided by, and the map it is played on.

All cases of the rulebook are in `tests/datc`, those of each numbered rule of Republic and Irish
Diplomacy in `tests/variants`; here a case of each chapter goes the whole way of a mailed game.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gm.app.play.seasons import resolve_due
from gm.app.seats.players import add_player
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.cli.app import app
from gm.errors import MapError
from gm.games.diplomacy.map.files.boards import MapFolders
from gm.games.diplomacy.stored import dump, load_state
from tests.datc.test_datc import CASES, orders_of, units_of
from tests.integration.by_mail import GREAT_POWERS, ByMail, serving, standard, text_of
from tests.rules.positions import by_power, position

DAY = 86400
CHAPTERS = ("6.A.11", "6.B.6", "6.C.4", "6.D.17", "6.E.6", "6.F.14", "6.G.18")
"""A case of each chapter on movement: bounces, coasts, circles, supports, head-to-head, convoys."""


def _name(case: str) -> str:
    return "datc" + case.replace(".", "").lower()


def _begin(services: Services) -> None:
    """Start a game for each case, in the position of the case."""
    for case in _cases():
        lengths = {"movement": DAY, "retreat": DAY, "adjustment": DAY, "remind": 0}
        name = _name(case["id"])
        wish = NewGame(name, "standard", "Maeve", "maeve@players.example", lengths=lengths)
        new_game(services, wish)
        for power in GREAT_POWERS:
            add_player(services, name, power, power.title(), f"{power.lower()}@players.example")
        start_game(services, name)
        with services.store.write() as transaction:
            phase = transaction.open_phase(transaction.game(name).id)
            assert phase is not None
            lies = position("S1901M", units_of(case["setup"]["units"]))
            transaction.amend_phase(phase, dump(lies))


def _cases() -> list[dict[str, Any]]:
    return [case for case in CASES if case["id"] in CHAPTERS]


def _after(game: ByMail, name: str) -> dict[str, list[str]]:
    with game.services.store.read() as transaction:
        phase = transaction.phases(transaction.game(name).id)[1]
    return by_power(load_state(phase.state).units)


def _report(game: ByMail, power: str, name: str) -> str:
    address = f"{power.lower()}@players.example"
    found = game._wait(
        address,
        lambda one: (
            one["Subject"].startswith(f"[{name} ")
            and "Results" in one["Subject"]
            and ".phase." in one["Message-ID"]
        ),
    )
    return text_of(found)


@pytest.mark.slow
def test_scenario_7_cases_of_the_rulebook_come_out_by_mail(tmp_path: Path) -> None:
    """Orders mailed from a case's position end where the DATC says, and its player reads it."""
    with serving(tmp_path, _begin, GREAT_POWERS) as game:
        for case in _cases():
            address = game.settings.game_address(_name(case["id"]))
            for power, orders in orders_of(case, case).items():
                sender = f"{power.lower()}@players.example"
                receipt = game.mail(sender, "\n".join(orders), address)
                assert "not taken" not in receipt, receipt
        game.clock.advance(days=1)
        resolve_due(game.services)
        for case in _cases():
            name, want = _name(case["id"]), case["expect"]
            powers = sorted({one["power"] for one in case["setup"]["units"]})
            reports = {power: _report(game, power, name) for power in powers}
            assert _after(game, name) == units_of(want["units_after"]), case["id"]
            for one in want["dislodged"]:
                assert "dislodged" in reports[one["power"]], case["id"]
            if not want["dislodged"]:
                assert not any("dislodged" in told for told in reports.values()), case["id"]


def test_scenario_40_a_gm_mends_his_map_and_it_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slip is told with line and fault before a game begins; mended, mails speak by the map."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GM_CONFIG", str(tmp_path / "gm.toml"))
    (tmp_path / "gm.toml").touch()
    gm = partial(CliRunner().invoke, app)
    assert gm(["map", "copy", "standard", "maps/standard"]).exit_code == 0
    board = tmp_path / "maps" / "standard" / "board.toml"
    shipped = board.read_text(encoding="utf-8")
    assert shipped.count('name = "Burgundy"') == 1
    broken = shipped.replace('name = "Burgundy"', 'name = "Bourgogne"\ncolor = "red"')
    line = broken[: broken.index('color = "red"')].count("\n") + 1
    board.write_text(broken, encoding="utf-8")
    checked = gm(["map", "check", "maps/standard"])
    assert checked.exit_code != 0
    assert f"board.toml, line {line}: provinces.BUR.color" in checked.output
    with (
        pytest.raises(MapError, match=rf"line {line}: provinces\.BUR\.color"),
        standard(tmp_path / "one", boards=MapFolders(tmp_path / "maps")),
    ):
        pass
    board.write_text(broken.replace('\ncolor = "red"', ""), encoding="utf-8")
    with standard(tmp_path / "two", boards=MapFolders(tmp_path / "maps")) as game:
        assert "Army Paris moves to Bourgogne" in game.send("FRANCE", "A Paris - Bourgogne")
        told = game.play("S1901M", {"GERMANY": "A Mun - Bour"}, "F1901M")
        assert "bourgogne" in told["GERMANY"].casefold()
        assert "burgundy" not in told["GERMANY"].casefold()
