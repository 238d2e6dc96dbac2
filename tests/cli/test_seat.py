"""`gm seat` and the newer parts of `gm player`: invited, listed, allocated, taken off, offered."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_game import _server, begin, run

_ = _server  # the settings of an empty server, for every test here


def told(*words: str) -> str:
    """Run a command that must succeed, and return what it printed."""
    ran = run(*words)
    assert ran.exit_code == 0, ran.stderr
    return ran.stdout


def test_the_invited_are_listed_and_nobody_is_allocated_yet() -> None:
    """Looking at an allocation without applicants says why there is none."""
    wish = ("--variant", "republic", "--gm-name", "Maeve", "--gm-address", "maeve@example.org")
    told("game", "new", "meadow", *wish)
    told("player", "invite", "meadow", "ann@elsewhere.test", "--name", "Ann")
    found = json.loads(told("player", "list", "meadow", "--json"))
    assert [one["name"] for one in found if one["what"] == "invited"] == ["Ann"]
    assert len([one for one in found if one["what"] == "seat"]) == 5
    assert "Ann <ann@elsewhere.test>" in told("player", "list", "meadow")
    assert told("player", "applicants", "meadow") == "There is nobody.\n"
    ran = run("player", "allocate", "meadow")
    assert ran.exit_code == 77
    assert "Nobody asks for a seat" in ran.stderr


@pytest.mark.slow
def test_a_seat_is_taken_offered_and_given() -> None:
    """Each step says what it did, the first only when it is really meant."""
    begin()
    assert run("seat", "vacate", "tara", "Munster", "--reason", "silence").exit_code == 77
    assert "no longer plays" in told(
        "seat", "vacate", "tara", "Munster", "--reason", "silence", "--yes"
    )
    assert run("seat", "offer", "tara", "Munster").exit_code == 77, "the bench is empty"
    words = ("seat", "offer", "tara", "Munster", "ann@elsewhere.test", "--within", "3d")
    assert "MUNSTER of tara is offered to ann <ann@elsewhere.test>" in told(*words)
    found = json.loads(told("player", "list", "tara", "--json"))
    assert [one["seat"] for one in found if one["what"] == "offer"] == ["MUNSTER"]
    done = json.loads(told("seat", "assign", "tara", "Munster", "Bob", "bob@x.test", "--json"))
    assert (done["power"], done["was"]) == ("MUNSTER", None)
    found = json.loads(told("player", "list", "tara", "--json"))
    assert not [one for one in found if one["what"] == "offer"], "it is withdrawn"
    again = told("seat", "assign", "tara", "Munster", "Cy", "cy@x.test", "--reason", "swap")
    assert "in place of Bob" in again
