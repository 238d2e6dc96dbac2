"""The benchmarks of mail run, and refuse to print a figure for mail that is lost."""

from __future__ import annotations

import json

import pytest

from benchmarks import thousand_games


def test_games_due_at_once_are_all_resolved_and_reported(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A few games instead of a thousand, two seasons of each: everything is out once."""
    thousand_games.main(["--games", "4", "--seasons", "2", "--lists", "--json"])
    seasons = json.loads(capsys.readouterr().out)["seasons"]
    assert [(one["games"], one["mails"]) for one in seasons] == [(4, 36), (4, 36)]
    assert all(0 < one["resolved"] <= one["sent"] for one in seasons)


def test_a_report_that_comes_twice_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is counted is checked: nobody is told a rate of mails that came twice."""
    kept = thousand_games.Sink.kept
    monkeypatch.setattr(thousand_games.Sink, "kept", lambda sink: kept(sink) * 2)
    with pytest.raises(RuntimeError, match="mails by their repetitions"):
        thousand_games.measure(1, 1, lists=False)
