"""`gm draws`, `gm walk` and `gm game start` of a game with a hat, as a GM types them."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

import pytest

from gm.bootstrap.services import open_services
from gm.config import load_settings
from tests.cli.test_game import _server, as_json, run

_ = _server  # the settings of an empty server, for every test here

NEW = ("game", "new", "tara", "--variant", "irish", "--gm-address", "maeve@example.org")
SEATED = {"France": "ann", "Norway": "ann", "Italy": "cat"}


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that has not begun: two players with three powers, twenty seats empty."""
    monkeypatch.setattr(secrets, "token_hex", lambda count: "20" * count)
    assert run(*NEW, "--seats-per-player", "several", "--setup", "2d").exit_code == 0
    for power, who in SEATED.items():
        done = run("player", "add", "tara", power, who.title(), f"{who}@example.org")
        assert done.exit_code == 0, done.stderr


@pytest.fixture
def autumn(seated: None) -> None:
    """Autumn 1974: the hat has drawn once."""
    assert run("game", "start", "tara", "--close-unfilled").exit_code == 0
    for _ in range(2):
        assert run("process", "tara", "--early").exit_code == 0


def test_starting_tells_what_is_closed(seated: None) -> None:
    """Nobody can be asked here: the list is printed and the start refused."""
    done = run("game", "start", "tara")
    assert done.exit_code == 77
    assert "Nobody plays 20 countries." in done.stdout
    assert "Austria: Bohemia, Budapest, Galicia, Trieste, Tyrolia and Vienna" in done.stdout
    assert "--close-unfilled" in done.stderr
    assert as_json("game", "show", "tara")["status"] == "forming"
    begun = as_json("game", "start", "tara", "--yes")
    assert begun["status"] == "running"
    assert len(begun["closed"]) == 20
    assert begun["lengths"]["setup"] == 2 * 86400
    assert begun["seats_per_player"] == "several"
    assert "nobody; closed" in run("game", "show", "tara").stdout


def test_one_seat_unless_allowed() -> None:
    """The second seat is refused; `gm game seats` allows it."""
    assert run(*NEW).exit_code == 0
    assert run("player", "add", "tara", "Norway", "Ann", "ann@example.org").exit_code == 0
    second = ("player", "add", "tara", "Sweden", "Ann", "ann@example.org")
    refused = run(*second)
    assert refused.exit_code == 77
    assert "gm game seats tara several" in refused.stderr
    assert as_json("game", "seats", "tara", "several")["seats_per_player"] == "several"
    assert run(*second).exit_code == 0
    assert run("game", "seats", "tara", "two").exit_code == 65
    assert run(*NEW[:2], "armagh", *NEW[3:], "--seats-per-player", "all").exit_code == 65


def test_draws_are_listed_for_people_and_programs(autumn: None) -> None:
    """The list names what was drawn and of how many; the JSON holds all candidates."""
    text = run("draws", "list", "tara").stdout
    assert "SHA-256 of the seed: " in text
    assert "Seed: " not in text
    assert "Black hole of S1974: " in text
    record = as_json("draws", "list", "tara")
    assert record["seed"] is None
    assert {"S1974 hole", "S1974 split"} <= {one["label"] for one in record["draws"]}
    assert as_json("draws", "list", "tara", "--phase", "S1974P")["draws"] == []


def _seed() -> str:
    settings = load_settings(Path(os.environ["GM_CONFIG"]))
    with open_services(settings) as services, services.store.read() as transaction:
        return transaction.game("tara").seed


def test_draws_are_verified(autumn: None, tmp_path: Path) -> None:
    """Of a game by its name, of a record by its file; 1 says that something differs."""
    done = run("draws", "verify", "tara")
    assert done.exit_code == 0
    assert "all as recorded" in done.stdout
    assert "2 phases played again asked for the same draws." in done.stdout
    file = tmp_path / "tara.json"
    file.write_text(run("draws", "list", "tara", "--json").stdout, encoding="utf-8")
    assert run("draws", "verify", str(file)).exit_code == 65
    done = run("draws", "verify", str(file), "--seed", _seed())
    assert done.exit_code == 0, done.stderr
    assert "played again" not in done.stdout
    wrong = run("draws", "verify", str(file), "--seed", "00" * 32)
    assert wrong.exit_code == 1
    assert wrong.stdout.startswith("Not as recorded. The seed is another one")
    record = json.loads(file.read_text(encoding="utf-8"))
    record["draws"][-1]["chosen"] = record["draws"][-1]["candidates"][0]
    record["draws"][-1]["candidates"].reverse()
    file.write_text(json.dumps(record), encoding="utf-8")
    assert run("draws", "verify", str(file), "--seed", _seed()).exit_code == 1
    file.write_text("[]", encoding="utf-8")
    assert run("draws", "verify", str(file)).exit_code == 65
    assert run("draws", "verify", "nowhere").exit_code == 67
    assert run("draws", "verify", "x" * 5000).exit_code == 67
    file.write_text("[" * 100_000, encoding="utf-8")
    assert run("draws", "verify", str(file)).exit_code == 65


def test_a_draw_is_entered_and_taken_back(autumn: None) -> None:
    """What stands for the coming season is shown to the GM, and to no player's file."""
    done = run("draws", "set", "tara", "hole", "Ankara", "--reason", "a real hat")
    assert done.stdout == "Entered: F1974 hole: ANK (a real hat).\n"
    text = run("draws", "list", "tara").stdout
    assert "  F1974 hole: ANK (a real hat)" in text
    assert "a real hat" not in run("draws", "list", "tara", "--json").stdout
    taken = as_json("draws", "unset", "tara", "hole")
    assert taken["taken_back"] == [
        {"label": "F1974 hole", "chosen": "ANK", "reason": "a real hat"}
    ]
    assert run("draws", "unset", "tara", "hole").exit_code == 77
    assert run("draws", "set", "tara", "hole", "Dublin").exit_code == 65


@pytest.mark.slow
def test_walks_are_ordered_listed_and_taken_back(autumn: None) -> None:
    """Each special unit that walks can be sent to a province beside it."""
    shown = as_json("game", "show", "tara")
    special, at = next(iter(shown["specials"].items()))
    assert "No walk is ordered" in run("walk", "tara").stdout
    refused = run("walk", "tara", f"{special} - {at}")
    assert refused.exit_code == 65
    ways = _ways(special)
    done = run("walk", "tara", f"{special} ({at}) - {ways[0]}")
    assert done.exit_code == 0, done.stderr
    assert as_json("walk", "tara")["walks"][0].startswith(special.title())
    assert run("walk", "tara", "--withdraw", special).exit_code == 0
    assert as_json("walk", "tara")["walks"] == []


def _ways(special: str) -> list[str]:
    """Return where a special unit may go: for each such province the hat has a card."""
    shown = as_json("process", "tara", "--preview", "--hat")
    return [
        line.partition(" drew the ")[0]
        for line in shown["news"]
        if f"for the walk of {special.title()} " in line
    ]


def test_a_preview_leaves_the_hat_out(autumn: None) -> None:
    """The moves are shown; the coming draws only with --hat."""
    assert as_json("process", "tara", "--preview")["news"] == []
    told = as_json("process", "tara", "--preview", "--hat")["news"]
    assert any(line.startswith("Black hole of F1974") for line in told)
    done = as_json("process", "tara", "--early")
    assert any(line.startswith("Black hole of F1974") for line in done["news"])
