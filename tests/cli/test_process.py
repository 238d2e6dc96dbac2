"""`gm process` and `gm orders` where a winter is resolved together with its autumn."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.intake import accept
from gm.bootstrap.services import open_services
from gm.config import load_settings
from tests.cli.test_game import _server, as_json, begin, run

_ = _server  # the settings of an empty server, for every test here


def mail(power: str, body: str) -> None:
    """Send a player's orders and have them read."""
    address, to = f"{power}@example.org", "gm+tara@gm.example.org"
    raw = f"From: {address}\r\nTo: {to}\r\nSubject: o\r\n\r\n{body}\r\n".encode()
    with open_services(load_settings(Path(os.environ["GM_CONFIG"]))) as services:
        accept(services.store, services.clock, raw, address, [to], "pipe")
        read_inbox(services)


@pytest.fixture
def autumn() -> None:
    """Munster's army stands in Cork Central in Autumn 1016, and its winter orders are in."""
    begin("--option", "winters=joint")
    mail("munster", "Build A Cork Central")
    for _ in range(2):
        assert run("process", "tara", "--early", "--without-them").exit_code == 0
    mail("munster", "A CoC H\nWinter:\nBuild A Cork South")


def lines_of(printed: str) -> list[str]:
    """Return what was printed, blanks made single."""
    return [" ".join(line.split()) for line in printed.splitlines()]


@pytest.mark.slow
def test_orders_names_the_phase_they_are_for(autumn: None) -> None:
    """What was sent ahead is listed under the winter's name."""
    found = [(one["phase"], one["order"]) for one in as_json("orders", "tara", "munster")]
    assert found == [("F1016M", "A CoC H"), ("W1016A", "B A CoS")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("preview", [True, False])
def test_process_shows_both_phases(autumn: None, preview: bool) -> None:
    """The autumn, then the winter that closed with it, and at the end what comes next."""
    printed = run("process", "tara", "--preview" if preview else "--early").stdout
    told = lines_of(printed)
    mark = " (preview)" if preview else ""
    autumn_at, winter_at = told.index(f"F1016M of tara{mark}"), told.index(f"W1016A of tara{mark}")
    assert autumn_at < winter_at < told.index("MUNSTER B A CoS ok")
    assert told[-1].startswith("Next: S1017M") is not preview


@pytest.mark.slow
def test_process_gives_a_script_both_phases(autumn: None) -> None:
    """The winter stands under "then", with its own results and what it opened."""
    told = as_json("process", "tara", "--early")
    assert (told["resolved"], told["next"]) == ("F1016M", "W1016A")
    assert (told["then"]["resolved"], told["then"]["next"]) == ("W1016A", "S1017M")
    assert [one["order"] for one in told["then"]["outcomes"]] == ["B A CoS"]


def test_the_columns_are_as_wide_as_the_longest_name() -> None:
    """Orders stand under each other, though a power has twelve letters (Irish 2)."""
    run("game", "new", "rr05", "--variant", "irish", "--gm-address", "gm@example.org")
    run("player", "add", "rr05", "NORTH_AFRICA", "Sam", "sam@example.org")
    run("player", "add", "rr05", "SPAIN", "Pia", "pia@example.org")
    run("game", "start", "rr05", "--close-unfilled")
    printed = run("process", "rr05", "--preview").stdout
    assert printed.splitlines()[1:3] == [
        "  NORTH AFRICA A NAF                         ok",
        "  SPAIN        A SPA                         ok",
    ]
