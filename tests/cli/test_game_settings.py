"""`gm game new --set`, `gm game set`, `gm game settings`, `gm pause`: how a game is run."""

from __future__ import annotations

import json
import sys

import pytest

from gm.app.settings.setting_table import SETTINGS
from tests.cli.test_game import _server, as_json, begin, run

_ = _server  # the settings of an empty server, for every test here

NEW = ("game", "new", "meadow", "--gm-address", "maeve@example.org")


def value(name: str, game: str = "meadow") -> str:
    """The value of a setting."""
    return next(one["value"] for one in as_json("game", "settings", game) if one["name"] == name)


def test_a_game_is_made_with_its_settings() -> None:
    """Each is read and checked; what is not said has its default."""
    ran = run(*NEW, "--set", "at=20:00", "--set", "days=mon-fri")
    assert ran.exit_code == 0
    assert "run by   at = 20:00, days = mon-fri" in ran.stdout
    assert value("at") == "20:00"
    assert value("press") == "white"
    assert as_json("game", "show", "meadow")["house"]["days"] == "mon-fri"


def test_what_cannot_be_is_refused_and_makes_no_game() -> None:
    """The sentence says what would be right."""
    ran = run(*NEW, "--set", "at=25:00")
    assert ran.exit_code == 65
    assert "at takes a time such as 20:00, or any" in ran.stderr
    assert run(*NEW, "--set", "quorom=all").exit_code == 65
    assert json.loads(run("game", "list", "--json").stdout) == []


def test_every_setting_is_listed_with_its_help() -> None:
    """Name, value, default, group, what it takes; and whether it can still be changed."""
    run(*NEW)
    found = {one["name"]: one for one in as_json("game", "settings", "meadow")}
    for one in SETTINGS:
        assert found[one.name]["default"] == one.default
        assert found[one.name]["help"] == one.help
        assert not found[one.name]["fixed"]
    assert {"zone", "movement", "grace", "list", "gm-address", "profile"} <= set(found)
    text = run("game", "settings", "meadow").stdout
    assert "DEADLINES\n  at = any\n" in text
    assert all(len(line) <= 72 for line in text.splitlines())


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("change", "name", "new"),
    [
        ("early=yes", "early", "yes"),
        ("movement=5d", "movement", "5d"),
        ("zone=America/New_York", "zone", "America/New_York"),
        ("list=reports@lists.example.org", "list", "reports@lists.example.org"),
        ("gm-name=Queen Maeve", "gm-name", "Queen Maeve"),
        ("gm-address=q@example.org", "gm-address", "q@example.org"),
        ("keep-impossible=yes", "keep-impossible", "yes"),
        ("seats-per-player=several", "seats-per-player", "several"),
        ("grace=30", "grace", "30min"),
        ("remind=0", "remind", "0"),
        ("paradox=1971", "paradox", "1971"),
        ("allocation=random", "allocation", "random"),
    ],
)
def test_anything_can_be_set_before_the_start(change: str, name: str, new: str) -> None:
    """It says old and new; said again it changes nothing."""
    run(*NEW)
    old = value(name)
    assert run("game", "set", "meadow", change).stdout == f"{name}: {old} -> {new}\n"
    assert value(name) == new
    assert "nothing was changed" in run("game", "set", "meadow", change).stdout


@pytest.mark.parametrize("change", ["payments=private", "allocation=random"])
def test_what_the_game_hangs_on_is_fixed_when_it_has_begun(change: str) -> None:
    """A rule, or how seats were given out, is not changed in play."""
    begin()
    ran = run("game", "set", "tara", change)
    assert ran.exit_code == 77
    assert "can be changed only until the game begins" in ran.stderr
    fixed = {one["name"] for one in as_json("game", "settings", "tara") if one["fixed"]}
    assert {"payments", "winters", "allocation"} <= fixed
    assert "at" not in fixed


def test_the_journal_keeps_old_and_new() -> None:
    """Who looks back finds what was changed, and why."""
    begin()
    run("game", "set", "tara", "press=grey", "movement=5d", "--reason", "all agreed")
    (entry,) = [one for one in as_json("journal", "tara") if one["kind"] == "settings changed"]
    assert entry["text"] == "movement: 7d -> 5d; press: white -> grey."


def test_nothing_is_asked_where_nobody_can_answer() -> None:
    """A script that forgets the address is told, and not left waiting."""
    ran = run("game", "new", "meadow")
    assert ran.exit_code == 65
    assert "--gm-address" in ran.stderr


def test_a_terminal_is_asked_question_by_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer is checked; an empty one takes the default; the settings only if wanted."""
    answers = ["chess", "standard", "", "nobody", "maeve@example.org", "", "5d", "soon", "2d"]
    answers += ["", "", "30min"]
    asked: list[str] = []

    def prompt(name: str, default: str | None = None) -> str:
        asked.append(name)
        answer = answers.pop(0) if answers else ""
        return answer or default or ""

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr("typer.prompt", prompt)
    monkeypatch.setattr("typer.confirm", lambda _: True)
    ran = run("game", "new", "meadow")
    assert ran.exit_code == 0, ran.stderr
    assert asked[:6] == ["variant", "variant", "gm-name", "gm-address", "gm-address", "zone"]
    assert set(asked) >= {one.name for one in SETTINGS}
    assert {"list", "seats-per-player", "paradox"} <= set(asked)
    assert "setup" not in asked, "the game begins without a choice of first pieces"
    assert value("movement") == "5d"
    assert value("retreat") == "2d"
    assert value("zone") == "Europe/Dublin"
    assert value("grace") == "30min"


def test_a_game_is_paused_and_goes_on() -> None:
    """The list shows it; nothing moves its deadline meanwhile."""
    begin()
    assert "gm resume tara" in run("pause", "tara", "--reason", "a holiday").stdout
    assert as_json("game", "list")[0]["status"] == "paused"
    assert run("deadline", "tara", "+24h").exit_code == 77
    assert run("process", "tara", "--early").exit_code == 77
    assert as_json("resume", "tara")["game"] == "tara"
    assert as_json("game", "list")[0]["status"] == "running"
    assert run("resume", "tara").exit_code == 77


def test_absences_are_listed_and_a_strange_word_is_none() -> None:
    """Without any there is nothing to grant."""
    begin()
    assert run("player", "absence", "tara").stdout == "Nobody has noted an absence.\n"
    assert as_json("player", "absence", "tara") == []
    assert run("player", "absence", "tara", "ulster", "perhaps").exit_code == 65
    assert run("player", "absence", "tara", "ulster", "grant").exit_code == 77
