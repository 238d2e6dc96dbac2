"""A held mail that is confirmed, and a server that dies while it believes it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.intake import accept
from gm.app.overviews.queries import orders_of
from gm.app.records import InboxState
from gm.bootstrap.services import open_services
from tests.integration import processes
from tests.integration.republic import HOST, NAME, Game
from tests.tiers import mostly_slow

DEATHS = (
    ("confirm.before_commit",),
    ("confirm.before_commit", "inbox.before_commit"),
    ("inbox.after_commit",),
)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game in which Ulster's mail is held, and the answer to its question has just come in."""
    game = Game(tmp_path_factory.mktemp("asked"), identity="proof")
    game.begin()
    with open_services(game.settings) as services:
        store, clock, ulster = services.store, services.clock, game.address("ULSTER")
        accept(store, clock, game.raw("ULSTER"), ulster, [f"gm+{NAME}@{HOST}"], "smtp")
        read_inbox(services)
        with store.read() as transaction:
            (question,) = transaction.confirmations()
        to = f"gm+ok.{question.code}@{HOST}"
        raw = f"From: {ulster}\r\nTo: {to}\r\nMessage-ID: <yes@x>\r\n\r\nyes\r\n".encode()
        accept(store, clock, raw, ulster, [to], "smtp")
    assert [one.state for one in game.inbox()] == [InboxState.HELD, InboxState.NEW]
    return game


@pytest.mark.parametrize("deaths", mostly_slow(DEATHS, DEATHS[0]), ids=" ".join)
def test_a_yes_counts_once(asked: Game, tmp_path: Path, deaths: Sequence[str]) -> None:
    """Wherever the server dies over it, the mail is believed in the end and answered once."""
    game = asked.copy(tmp_path)
    for point in deaths:
        assert processes.killed(processes.start(game.command, point))
    if deaths[0] == "confirm.before_commit":
        assert game.inbox()[0].state is InboxState.HELD
    with processes.running(game.command, game.settings.data_dir) as (server, _):
        processes.until(
            lambda: {one.state for one in game.inbox()} == {InboxState.DONE} and game.quiet(),
            "the mail to be believed",
        )
        assert processes.stop(server) == 0
    with open_services(game.settings) as services:
        given = [one.order for one in orders_of(services, NAME, power="Ulster")]
    assert given == ["B A BeS"]
    assert game.findings() == []
    assert game.receipts("ULSTER") == 2  # the question, and the receipt
