"""`gm token`, `gm inbox`, `gm player address`: what they print, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.bootstrap.services import open_services
from gm.config import load_settings, sample_config
from gm.errors import ExitCode
from tests.cli.typed import as_json, run, well

HOST = "gm.example.org"


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A server that wants proof, with a game of seven that has begun."""
    path = tmp_path / "gm.toml"
    values: dict[str, str | int | float | Path] = {"data_dir": "data", "mail_domain": HOST}
    path.write_text(sample_config(values), encoding="utf-8")
    monkeypatch.setenv("GM_CONFIG", str(path))
    well("game", "new", "tara", "--variant", "standard", "--gm-address", "maeve@example.org")
    for power in ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"):
        well("player", "add", "tara", power, f"{power}'s", f"{power.lower()}@example.org")
    well("game", "start", "tara")
    return path


def take_in(config: Path, order: str, sender: str = "france@example.org") -> int:
    """Store and read a mail that nothing proves, and return its number."""
    from gm.app.answering.inbox import read_inbox
    from gm.app.mail_in.intake import accept

    raw = f"From: {sender}\r\nSubject: tara\r\nMessage-ID: <{order}@x>\r\n\r\n{order}\r\n"
    with open_services(load_settings(config)) as services:
        to = [f"gm+tara@{HOST}"]
        (mail,) = accept(services.store, services.clock, raw.encode(), sender, to, "smtp")
        read_inbox(services)
    return mail.id


def test_tokens_are_listed_and_changed_and_never_shown(config: Path) -> None:
    """Who has one since when; a new one goes to the player alone."""
    lines = {one["seat"]: one for one in as_json("token", "list", "tara")}
    assert set(lines) >= {"FRANCE", "gm"}
    assert lines["FRANCE"]["since"] is not None
    with open_services(load_settings(config)) as services, services.store.read() as transaction:
        before = transaction.token(transaction.game("tara").id, "FRANCE")
    assert "has a new reply address" in well("token", "rotate", "tara", "France")
    with open_services(load_settings(config)) as services, services.store.read() as transaction:
        after = transaction.token(transaction.game("tara").id, "FRANCE")
    assert before is not None
    assert after is not None
    assert before.token != after.token
    assert before.token not in repr(before)
    told = well("token", "list", "tara") + well("token", "list", "tara", "--json")
    assert before.token not in told
    assert after.token not in told
    assert as_json("token", "rotate", "tara", "gm")["seat"] == "gm"


def test_what_a_token_cannot_be_changed_for() -> None:
    """A power that is not there, a game that is not there."""
    done = run("token", "rotate", "tara", "Narnia")
    assert done.exit_code != 0
    assert "is no power of this game" in done.stderr
    assert run("token", "rotate", "nowhere", "gm").exit_code != 0


@pytest.mark.slow
def test_held_mail_is_listed_shown_and_decided(config: Path) -> None:
    """One is confirmed, the other dropped; then nothing waits any more."""
    assert "There is none." in well("inbox", "list")
    good, bad = take_in(config, "A Par - Pic"), take_in(config, "A Par - Gas")
    assert f"{good:6} held" in well("inbox", "list")
    (line, _) = as_json("inbox", "list", "--game", "tara")
    assert line["state"] == "held"
    assert "nothing but its From line" in line["note"]
    shown = well("inbox", "show", str(good))
    assert "Says it is from: <france@example.org>" in shown
    assert "A Par - Pic" in shown
    assert "Subject: tara" in well("inbox", "show", str(good), "--raw")
    assert as_json("inbox", "show", str(good))["text"] == ["A Par - Pic"]
    well("inbox", "confirm", str(good))
    well("inbox", "reject", str(bad))
    assert as_json("inbox", "list", "--state", "rejected")[0]["id"] == bad
    assert [one["id"] for one in as_json("inbox", "list", "--state", "new")] == [good]
    again = run("inbox", "confirm", str(good))
    assert again.exit_code == ExitCode.NO_PERMISSION
    assert "is not held: it is new" in again.stderr
    well("inbox", "requeue", str(bad))
    assert len(as_json("inbox", "list", "--state", "new")) == 2


def test_a_state_that_there_is_not_is_refused() -> None:
    """With those that there are."""
    done = run("inbox", "list", "--state", "lost")
    assert done.exit_code != 0
    assert "new, held, done" in done.stderr


def test_the_addresses_of_a_player(config: Path) -> None:
    """Added, dropped, moved; by name or by address."""
    assert as_json("player", "address", "list", "France's")["others"] == []
    well("player", "address", "add", "France's", "holiday@elsewhere.test")
    told = well("player", "address", "list", "holiday@elsewhere.test")
    assert "also writes from holiday@elsewhere.test (by the GM)" in told
    well("player", "address", "drop", "France's", "holiday@elsewhere.test")
    moved = as_json("player", "address", "move", "France's", "france@new.test")
    assert moved["registered"] == "france@new.test"
    assert moved["others"] == ["france@example.org"]
    assert run("player", "address", "list", "nobody").exit_code != 0
    assert config.exists()
