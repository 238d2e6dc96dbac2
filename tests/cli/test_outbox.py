"""`gm outbox`: what waits and why, and having it tried again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gm.app.mail_out.outbox import send_due
from gm.app.mail_records import Suspension
from gm.app.records import OutboxState
from gm.app.services import Services
from gm.bootstrap.services import open_services
from gm.config import load_settings
from gm.errors import PermanentFailure, TemporaryFailure
from gm.testing.carrier import FakeCarrier
from tests.cli.test_game import _server, as_json, begin, run

_ = _server  # the settings of an empty server, for every test here

MUNSTER, ULSTER = "munster@example.org", "ulster@example.org"


@contextmanager
def opened() -> Iterator[Services]:
    """The services that the commands use."""
    with open_services(load_settings(Path(os.environ["GM_CONFIG"]))) as services:
        yield services


@pytest.fixture
def trouble() -> None:
    """A game whose opening reached all but three: one waits, one has failed, one is suspended."""
    begin()
    carrier = FakeCarrier()
    carrier.fail_next(TemporaryFailure("451 later"), recipient=ULSTER)
    carrier.fail_next(PermanentFailure("550 5.7.1 not wanted"), recipient="leinster@example.org")
    with opened() as services:
        now = services.clock.now()
        with services.store.write() as transaction:
            transaction.suspend(Suspension(0, MUNSTER, now, "3 mails were refused"))
        while send_due(services.store, carrier, services.clock):
            pass


def number_of(address: str) -> str:
    """The number of the mail to somebody that was not sent."""
    (found,) = [mail for mail in as_json("outbox", "list")["mails"] if mail["to"] == address]
    return str(found["id"])


def test_list_says_what_is_not_sent_and_why(trouble: None) -> None:
    """Each mail with its state and the last answer, and the addresses nothing is sent to."""
    listed = as_json("outbox", "list")
    states = {mail["to"]: (mail["state"], mail["reply"]) for mail in listed["mails"]}
    assert states == {
        MUNSTER: ("suspended", ""),
        ULSTER: ("waits", "451 later"),
        "leinster@example.org": ("failed", "550 5.7.1 not wanted"),
    }
    assert [one["address"] for one in listed["suspended"]] == [MUNSTER]
    printed = run("outbox", "list").stdout
    assert "451 later" in printed
    assert f"Nothing is sent to {MUNSTER}" in printed
    assert "Reply-To" not in printed
    assert "gm+" not in printed


def test_show_tells_of_one_mail(trouble: None) -> None:
    """What became of it, and nothing of what it says."""
    printed = run("outbox", "show", number_of(ULSTER)).stdout
    assert "waits" in printed
    assert "Next try:" in printed
    assert as_json("outbox", "show", number_of(MUNSTER))["next_at"] is None
    assert run("outbox", "show", "99").exit_code == 65


def test_retry_has_mail_tried_at_once(trouble: None) -> None:
    """By number, all that waits, or all that has failed; what was sent is not sent again."""
    assert as_json("outbox", "retry", number_of(ULSTER)) == {"tried_again": 1}
    assert as_json("outbox", "retry", "--all", "--failed") == {"tried_again": 2}
    with opened() as services:
        carrier = FakeCarrier()
        while send_due(services.store, carrier, services.clock):
            pass
        assert {mail.recipient for mail in carrier.sent} == {ULSTER, "leinster@example.org"}
        with services.store.read() as transaction:
            done = next(one for one in transaction.outbox() if one.state is OutboxState.SENT)
    assert run("outbox", "retry", str(done.id)).exit_code == 77
    assert run("outbox", "retry", "98").exit_code == 65
    assert run("outbox", "retry").exit_code == 65


def test_failed_mail_follows_its_reader(trouble: None) -> None:
    """After a player has moved, what had failed goes to where he is now."""
    moved = run("player", "address", "move", "leinster@example.org", "lug@example.net")
    assert moved.exit_code == 0, moved.stderr
    assert as_json("outbox", "retry", "--failed") == {"tried_again": 1}
    waiting = {mail["to"] for mail in as_json("outbox", "list")["mails"]}
    assert "lug@example.net" in waiting
    assert "leinster@example.org" not in {
        mail["to"] for mail in as_json("outbox", "list")["mails"] if mail["state"] == "failed"
    }


def test_lift_opens_a_suspended_address(trouble: None) -> None:
    """What waited goes out; an address that nothing stands against is told."""
    assert as_json("outbox", "lift", MUNSTER.upper()) == {"address": MUNSTER.upper(), "waiting": 1}
    assert {mail["state"] for mail in as_json("outbox", "list")["mails"]} == {"waits", "failed"}
    assert run("outbox", "lift", MUNSTER).exit_code == 77


def test_nothing_to_tell_is_told() -> None:
    """A server that has sent all says so."""
    assert "Everything has been sent." in run("outbox", "list").stdout


def test_moments_are_those_of_the_game() -> None:
    """By the game's clocks, as in its mails; the journal says whose clocks once."""
    begin("--time-zone", "Asia/Tokyo")
    waiting = str(as_json("outbox", "list")["mails"][0]["id"])
    for command in (("outbox", "show", waiting), ("token", "list", "tara")):
        assert "(Asia/Tokyo; " in run(*command).stdout
    told = run("journal", "tara").stdout
    assert told.startswith("Moments are by the clocks of Asia/Tokyo.")
    assert told.count("Tokyo") == 1


def test_a_player_who_is_seated_already_is_not_noted_again() -> None:
    """Adding him once more changes nothing, so the journal says nothing."""
    begin()
    before = as_json("journal", "tara")
    assert run("player", "add", "tara", "Munster", "Munster", MUNSTER).exit_code == 0
    assert as_json("journal", "tara") == before
