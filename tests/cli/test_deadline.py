"""`gm deadline` on the nights when the clocks change, and what `gm game` tells of grace."""

from __future__ import annotations

import pytest

from tests.cli.test_game import _server, as_json, begin, run

_ = _server  # the settings of an empty server, for every test here


@pytest.mark.slow
def test_a_time_that_comes_twice_is_asked_about_and_taken_with_its_offset() -> None:
    """Both moments can be said, and each is taken for what it is."""
    begin()
    ran = run("deadline", "tara", "2030-10-27 01:30")
    assert ran.exit_code == 65
    assert "write 2030-10-27 01:30+01:00 or 2030-10-27 01:30+00:00" in ran.stderr
    assert run("deadline", "tara", "2030-10-27 01:30+00:00").exit_code == 0
    assert as_json("deadline", "tara")["deadline"] == "2030-10-27T01:30:00+00:00"


def test_a_time_that_is_left_out_is_refused_with_what_is_there() -> None:
    """The clocks go forward over it."""
    begin()
    ran = run("deadline", "tara", "2030-03-31 01:30")
    assert ran.exit_code == 65
    assert "write 2030-03-31 00:30 or 2030-03-31 02:30" in ran.stderr


def test_a_day_more_is_counted_from_the_deadline_as_it_stands() -> None:
    """Twice a day more is two days more; what is earlier is refused, with the deadline."""
    begin()
    run("deadline", "tara", "2030-01-10 20:00")
    assert run("deadline", "tara", "+24h").exit_code == 0
    assert as_json("deadline", "tara")["deadline"] == "2030-01-11T20:00:00+00:00"
    ran = run("deadline", "tara", "2030-01-10 20:00")
    assert ran.exit_code == 77
    assert "That is earlier than Fri 11 Jan 2030, 20:00" in ran.stderr


def test_grace_is_shown_with_the_game() -> None:
    """A bare number means minutes; the phase closes that much after its deadline."""
    begin("--grace", "30")
    assert "grace = 30 minutes" in run("game", "show", "tara").stdout
    told = as_json("game", "show", "tara")
    assert told["lengths"]["grace"] == 1800
    assert told["deadline"] < told["closes_at"]


def test_a_grace_that_is_no_length_is_refused() -> None:
    """The refusal says how a length is written."""
    ran = run("game", "new", "tara", "--gm-address", "maeve@example.org", "--grace", "soon")
    assert ran.exit_code == 65
    assert "write 7d, 36h" in ran.stderr
