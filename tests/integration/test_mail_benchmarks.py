"""The benchmarks of mail run, and refuse to print a figure for mail that is lost."""

from __future__ import annotations

import json

import pytest

from benchmarks import intake, receipts, thousand_games
from benchmarks.takers import HOLDING, RELAYING, ROLLBACK, WAL

pytestmark = pytest.mark.slow


def test_games_due_at_once_are_all_resolved_and_reported(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A few games instead of a thousand, two seasons of each: everything is out once."""
    thousand_games.main(["--games", "4", "--seasons", "2", "--lists", "--json"])
    seasons = json.loads(capsys.readouterr().out)["seasons"]
    assert [(one["games"], one["mails"]) for one in seasons] == [(4, 36), (4, 36)]
    assert all(0 < one["resolved"] <= one["sent"] for one in seasons)


@pytest.mark.server("postgres")
def test_two_workers_on_postgres_resolve_each_game_once() -> None:
    """Resolved by whichever worker is free and told once; on one database for three processes."""
    (season,) = thousand_games.measure(3, 1, postgres=True)
    assert (season.games, season.mails) == (3, 24)


def test_a_report_that_comes_twice_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is counted is checked: nobody is told a rate of mails that came twice."""
    kept = thousand_games.Sink.kept
    monkeypatch.setattr(thousand_games.Sink, "kept", lambda sink: kept(sink) * 2)
    with pytest.raises(RuntimeError, match="mails by their repetitions"):
        thousand_games.measure(1, 1)


@pytest.mark.parametrize("apart", [(), ("--apart",)])
def test_every_mail_is_answered_by_its_receipt(
    apart: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """A few mails instead of ten thousand, to one process and to three."""
    receipts.main(["--mails", "12", "--rate", "50", "--games", "2", "--json", *apart])
    (figure,) = json.loads(capsys.readouterr().out)["figures"]
    assert figure["mails"] == 12
    assert 0 < figure["median"] <= figure["percentile99"] <= figure["longest"]


def test_the_ninety_ninth_percentile_is_a_value_that_came() -> None:
    """Of a hundred waits one may be longer; of a few none."""
    assert receipts.percentile99(range(1, 101)) == 99
    assert receipts.percentile99([1, 2, 3]) == 3


def test_both_journals_keep_what_they_accept(capsys: pytest.CaptureFixture[str]) -> None:
    """Without Postfix there is a rate for each journal and kind of sending, and no ratio."""
    intake.main(["--mails", "3", "--rounds", "1", "--alone", "--json"])
    figures = json.loads(capsys.readouterr().out)["figures"]
    assert [one["taker"] for one in figures] == [f"gm, {WAL}", f"gm, {ROLLBACK}"] * 4
    assert {one["ratio"] for one in figures} == {None}


@pytest.mark.server("postfix", "openssl")
def test_postfix_takes_the_same_mails() -> None:
    """Beside Postfix every rate has its ratio; what it does not keep is found."""
    found = intake.measure(3, 1, (WAL, RELAYING, HOLDING))
    by_name = {(one.taker, one.sessions, one.kept): one for one in found}
    assert len(by_name) == 12
    assert {one.ratio for one in found if one.taker == RELAYING} == {1.0}
    assert all(one.ratio and one.to_held for one in found)


def test_a_server_that_keeps_less_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rate of mails that were not kept is told to nobody."""
    monkeypatch.setattr(intake, "WARMING", intake.WARMING + 1)
    monkeypatch.setattr(intake, "deliver", lambda *_args, **_options: None)
    with pytest.raises(RuntimeError, match="keeps"):
        intake.measure(1, 1, (WAL,))
