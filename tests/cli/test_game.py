"""`gm game`: what it prints, what it refuses, and with which exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.config import sample_config
from tests.cli.typed import as_json, run

POWERS = ("Ulster", "Munster", "Leinster", "Connaught", "Britain")
NEW = ("game", "new", "tara", "--variant", "republic", "--gm-address", "maeve@example.org")


@pytest.fixture(autouse=True)
def _server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of an empty server, found without being named."""
    config = tmp_path / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": "data",
        "mail_domain": "gm.example.org",
        "identity": "sender",
        "timezone": "Europe/Dublin",
    }
    config.write_text(sample_config(values), encoding="utf-8")
    monkeypatch.setenv("GM_CONFIG", str(config))


def begin(*more: str) -> None:
    """Create, fill and start a game."""
    assert run(*NEW, *more).exit_code == 0
    for power in POWERS:
        address = f"{power.lower()}@example.org"
        assert run("player", "add", "tara", power, power, address).exit_code == 0
    assert run("game", "start", "tara").exit_code == 0


def test_a_game_of_another_kind_has_lengths_of_its_own() -> None:
    """It is asked for no movement phases, and refuses those that are said."""
    new = ("game", "new", "if-1", "--variant", "irish-freedom", "--gm-address", "gm@example.org")
    assert run(*new, "--movement", "7d").exit_code == 65
    assert run(*new).exit_code == 0


@pytest.mark.parametrize(
    ("given", "seconds"), [("24h", 86400), ("36", 129600), ("1d12h", 129600), ("0", 0)]
)
def test_remind_is_a_length_or_hours(given: str, seconds: int) -> None:
    """It is written like the other lengths; a bare number is hours, 0 is never."""
    assert as_json(*NEW, "--remind", given)["lengths"]["remind"] == seconds


@pytest.mark.parametrize("given", ["soon", "-3", "2 fortnights"])
def test_a_reminder_that_is_no_length_is_refused(given: str) -> None:
    """The GM is told how a length is written, and no game is made."""
    result = run(*NEW, f"--remind={given}")
    assert result.exit_code != 0
    assert as_json("game", "list") == []


def test_show_tells_a_game_before_it_begins() -> None:
    """Settings, lengths and empty seats; no phase, no position."""
    assert run(*NEW).exit_code == 0
    text = run("game", "show", "tara").stdout
    assert "tara: Republic, forming" in text
    assert "remind = 1 day" in text
    assert "payments = public" in text
    assert text.count("nobody") == len(POWERS)
    assert "deadline" not in text
    told = as_json("game", "show", "tara")
    assert (told["phase"], told["deadline"], told["accounts"]) == (None, None, {})


def test_show_tells_a_running_game_to_a_program() -> None:
    """Phase, deadline, reminder, what each seat lacks, position, bridges, accounts, winner."""
    begin()
    told = as_json("game", "show", "tara")
    assert (told["phase"], told["phase_status"], told["phase_number"]) == ("W1015A", "open", 1)
    assert told["opened_at"] < told["remind_at"] < told["deadline"]
    assert told["centres"]["ULSTER"] == ["BeN", "BeS"]
    assert told["units"]["ULSTER"] == []
    assert (told["bridges"], told["bridges_lost"]["ULSTER"]) == ([], 0)
    ulster = next(one for one in told["seats"] if one["seat"] == "ULSTER")
    assert ulster == {
        "seat": "ULSTER",
        "player": "Ulster",
        "address": "ulster@example.org",
        "orders": "no orders",
        "asked": True,
        "given": 0,
        "lacking": ["build", "build"],
        "late": False,
        "ahead": 0,
    }
    assert (told["winner"], told["ended"]) == (None, None)


def test_show_tells_a_past_phase() -> None:
    """After a winter its accounts, who was late, and the position it began with."""
    begin()
    assert run("process", "tara", "--early", "--without-them").exit_code == 0
    past, now = (
        as_json("game", "show", "tara", "--phase", "w1015a"),
        as_json("game", "show", "tara"),
    )
    assert (past["phase"], past["phase_status"]) == ("W1015A", "resolved")
    assert past["resolved_at"] is not None
    # Nobody is late where the GM did not wait for the deadline.
    assert {one["orders"] for one in past["seats"]} == {"no orders"}
    assert now["phase"] != "W1015A"
    for told in (past, now):
        assert told["accounts_of"] == 1015
        assert told["accounts"]["BRITAIN"]["off_board"] == 22
        assert told["accounts"]["BRITAIN"]["forfeited"] == 22
    text = run("game", "show", "tara", "--phase", "W1015A").stdout
    assert "The accounts of Winter 1015" in text
    assert "Supply centres by year" in text
    assert "Ulster: no units; centres BeN, BeS" in text


def test_show_knows_no_such_phase() -> None:
    """A phase that never was is refused, and those that were are named."""
    begin()
    result = run("game", "show", "tara", "--phase", "S1999M")
    assert result.exit_code == 77
    assert "tara has no such phase; it has W1015A." in result.stderr


def test_end_asks_for_a_yes_and_then_ends_once() -> None:
    """Without --yes nothing happens; with it the game is over; again is refused."""
    begin()
    words = ("game", "end", "tara", "--draw", "ulster,munster", "--reason", "All agreed")
    first = run(*words)
    assert first.exit_code == 77
    assert "Say --yes to do it." in first.stderr
    assert as_json("game", "show", "tara")["status"] == "running"
    done = run(*words, "--yes")
    assert done.exit_code == 0
    assert (
        "tara: Republic, finished\n  The game is a draw between Ulster and Munster." in done.stdout
    )
    again = run(*words, "--yes")
    assert again.exit_code == 77
    assert "tara is over already." in again.stderr
    listed = run("game", "list").stdout
    assert "finished" in listed
    assert "The game is a draw between Ulster and Munster." in listed
    ended = as_json("game", "show", "tara")["ended"]
    assert (ended["how"], ended["powers"], ended["reason"]) == (
        "draw",
        ["ULSTER", "MUNSTER"],
        "All agreed",
    )


@pytest.mark.parametrize(
    "ways", [(), ("--draw", "all", "--abandon"), ("--winner", "Ulster", "--draw", "all")]
)
def test_a_game_ends_in_one_way(ways: tuple[str, ...]) -> None:
    """None or two ways at once are refused."""
    begin()
    result = run("game", "end", "tara", "--reason", "x", "--yes", *ways)
    assert result.exit_code == 65
    assert "in one way" in result.stderr


def test_an_end_needs_a_reason() -> None:
    """The command asks for it."""
    begin()
    result = run("game", "end", "tara", "--abandon", "--yes")
    assert result.exit_code != 0
    assert "Missing option '--reason'" in result.stderr
    assert as_json("game", "show", "tara")["status"] == "running"


def test_process_tells_the_accounts_that_a_winter_closed() -> None:
    """With the upkeep of units and bridges apart; other phases close none."""
    begin()
    winter = as_json("process", "tara", "--early", "--without-them")
    assert winter["accounts"]["BRITAIN"] == {
        "on_board": 0,
        "off_board": 22,
        "bridge_losses": 0,
        "received": 0,
        "given": 0,
        "budget": 22,
        "upkeep": 0,
        "forfeited": 22,
        "unit_upkeep": 0,
        "bridge_upkeep": 0,
    }
    assert set(winter["accounts"]) == {power.upper() for power in POWERS}
