"""`gm person`: what is kept of somebody, into a file; and taking it out, which asks first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_game import _server, begin, run

_ = _server  # the settings of an empty server, for every test here


def test_an_export_goes_into_a_file_for_his_eyes(tmp_path: Path) -> None:
    """Everything of one person, and nobody else may read the file."""
    begin()
    target = tmp_path / "ulster.json"
    ran = run("person", "export", "ulster@example.org", "--to", str(target))
    assert ran.exit_code == 0
    told = json.loads(target.read_text(encoding="utf-8"))
    assert told["person"]["address"] == "ulster@example.org"
    assert told["games"][0]["game"] == "tara"
    assert target.stat().st_mode & 0o077 == 0
    assert json.loads(run("person", "export", "Ulster").stdout) == told


def test_nobody_is_erased_without_yes() -> None:
    """A script says --yes; without it nothing happens."""
    begin()
    assert run("person", "erase", "Ulster").exit_code == 77
    assert run("person", "export", "Ulster").exit_code == 0


@pytest.mark.slow
def test_who_plays_is_not_erased_and_who_went_is() -> None:
    """The refusal names the command that makes it possible."""
    begin()
    ran = run("person", "erase", "Ulster", "--yes")
    assert ran.exit_code == 77
    assert "gm player replace tara ULSTER" in ran.stderr
    replaced = run("player", "replace", "tara", "Ulster", "Nora", "nora@example.org")
    assert replaced.exit_code == 0
    replaced = run("player", "replace", "tara", "Munster", "Aoife", "aoife@example.org")
    assert replaced.exit_code == 0
    ran = run("person", "erase", "ulster@example.org", "--yes", "--json")
    assert ran.exit_code == 0
    assert json.loads(ran.stdout)["mails_to"] >= 1
    ran = run("person", "erase", "munster@example.org", "--yes")
    assert ran.exit_code == 0
    told = " ".join(ran.stdout.split())
    assert "munster@example.org is gone: 0 mails from him and" in told
    assert "none" not in told
    assert run("person", "export", "ulster@example.org").exit_code == 65
    assert run("audit").exit_code == 0


def test_the_gm_notes_something_of_a_player_for_himself() -> None:
    """It is listed with its game, and in the person's own data; an empty note is refused."""
    begin()
    assert run("person", "note", "Ulster", "Writes late.", "--game", "tara").exit_code == 0
    assert run("person", "note", "ulster@example.org", "Friendly.").exit_code == 0
    told = json.loads(run("person", "notes", "Ulster", "--json").stdout)
    assert [(one["game"], one["text"]) for one in told] == [
        ("tara", "Writes late."),
        ("", "Friendly."),
    ]
    assert "Nothing is noted of Munster." in run("person", "notes", "Munster").stdout
    assert run("person", "note", "Ulster", " ").exit_code != 0
    assert run("person", "note", "Ulster", "Hm.", "--game", "meadow").exit_code != 0


def test_how_a_player_s_mails_come() -> None:
    """It is shown, changed and taken back; what mails cannot be is refused with what they can."""
    begin()
    usual = {"html": True, "pictures": True, "manner": None}
    assert json.loads(run("person", "mails", "Ulster", "--json").stdout) == usual
    ran = run("person", "mails", "Ulster", "text only, judge")
    assert "text only, without pictures; reports in the manner of judge" in ran.stdout
    changed = {"html": False, "pictures": False, "manner": "judge"}
    assert json.loads(run("person", "mails", "Ulster", "--json").stdout) == changed
    refused = run("person", "mails", "Ulster", "purple")
    assert refused.exit_code == 65
    assert "NO PICTURES" in refused.stderr
    assert json.loads(run("person", "mails", "Ulster", "as usual", "--json").stdout) == usual
