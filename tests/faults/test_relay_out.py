"""`gm serve` and a relay that refuses, says nothing or hangs up: every letter comes, none is hidden.

A mail that is refused for now is tried again after a minute; the tests let that minute pass by saying
that every waiting mail is due now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.adapters.sql.store import SqlStore
from gm.app.records import OutboxState
from tests.integration import processes
from tests.integration.republic import Game
from tests.integration.sink import DROP, STALL, Sink, Taken
from tests.peers.postfix import Postfix, smtp_to


@pytest.fixture
def sink() -> Iterator[Sink]:
    """A relay that takes everything unless told otherwise."""
    with Sink() as opened:
        yield opened


def game_of(folder: Path, port: int) -> Game:
    """A game whose opening mails wait for a relay at a port."""
    game = Game(
        folder, transport="smtp", relay_port=port, relay_timeout_seconds=1, send_connections=1
    )
    game.begin()
    return game


def send_now(game: Game) -> None:
    """Let the time pass until every waiting mail is due."""
    with SqlStore(game.settings.database_place) as store, store.write() as transaction:
        for mail in transaction.outbox():
            if mail.next_at > mail.created_at and mail.state is OutboxState.PENDING:
                transaction.retry_outbox(mail.id, mail.created_at)


def ids(mails: list[Taken]) -> Counter[str]:
    """Count mails by their Message-ID."""
    heads = (one.raw.partition(b"\r\n\r\n")[0].splitlines() for one in mails)
    return Counter(
        line.partition(b":")[2].strip().decode()
        for head in heads
        for line in head
        if line.lower().startswith(b"message-id:")
    )


def states(game: Game) -> Counter[OutboxState]:
    """Count the letters by what became of them."""
    return Counter(one.state for one in game.outbox())


@pytest.mark.slow
def test_a_letter_not_taken_now_is_tried_again(tmp_path: Path, sink: Sink) -> None:
    """Every letter is sent in the end, once; one in doubt is the same mail the second time."""
    answers = ["451 4.7.1 not now", "250 kept", DROP, "250 kept", STALL, "421 4.3.2 going down"]
    sink.data += answers
    game = game_of(tmp_path, sink.port)
    with processes.running(game.command, game.settings.data_dir) as (process, _):
        processes.until(lambda: game.quiet() or send_now(game) or False, "every letter")
        assert processes.stop(process) == 0
    assert states(game) == {OutboxState.SENT: len(game.outbox())}
    taken = ids(sink.taken)
    assert taken == Counter({one.message_id: 1 for one in game.outbox()})
    again = ids(sink.seen) - taken
    assert sum(again.values()) == sum(not answer.startswith("2") for answer in answers)
    for twice in again:
        assert len({one.raw for one in sink.seen if twice.encode() in one.raw}) == 1


def test_a_letter_refused_for_good_is_told_of(tmp_path: Path, sink: Sink) -> None:
    """It is tried once, counts as failed, and the GM hears whose it is; the others are sent."""
    game = game_of(tmp_path, sink.port)
    written = len(game.outbox())
    with processes.running(game.command, game.settings.data_dir) as (process, _):
        processes.until(game.quiet, "the opening mails")
        sink.data.append("550 5.1.1 nobody of that name")
        game.remind_now()
        processes.until(lambda: len(game.outbox()) > written and game.quiet(), "the reminders")
        processes.until(lambda: states(game)[OutboxState.FAILED] == 1, "the refusal")
        (failed,) = (one for one in game.outbox() if one.state is OutboxState.FAILED)
        processes.until(
            lambda: any(
                one.recipient == "maeve@example.org" and failed.recipient.encode() in one.raw
                for one in game.outbox()
            ),
            "a mail that tells the GM",
        )
        assert processes.stop(process) == 0
    assert "nobody of that name" in failed.last_reply
    assert ids(sink.seen)[failed.message_id] == 1


def test_killed_after_the_relay_took_it(tmp_path: Path, sink: Sink) -> None:
    """Between the relay's 250 and our mark nobody can know: it is sent again, byte for byte."""
    game = game_of(tmp_path, sink.port)
    assert processes.killed(processes.start(game.command, "outbox.after_send:3"))
    with processes.running(game.command, game.settings.data_dir) as (process, _):
        processes.until(game.quiet, "every letter")
        assert processes.stop(process) == 0
    assert set(ids(sink.taken)) == {one.message_id for one in game.outbox()}
    texts = {one.raw for one in sink.taken}
    assert len(texts) == len(game.outbox()) < len(sink.taken)


@pytest.mark.slow
def test_a_relay_that_is_killed_and_comes_back(
    tmp_path: Path, postfix: Postfix, sink: Sink
) -> None:
    """With Postfix away letters wait; with Postfix back every one reaches its reader once."""
    postfix.set_routes({"example.org": smtp_to(sink.port)})
    game = game_of(tmp_path, postfix.smtp)
    postfix.daemon.kill()
    with processes.running(game.command, game.settings.data_dir) as (process, _):
        processes.until(lambda: any(one.attempts for one in game.outbox()), "the first try")
        assert states(game)[OutboxState.SENT] == 0
        postfix.start()
        processes.until(lambda: game.quiet() or send_now(game) or False, "every letter")
        processes.until(lambda: len(sink.taken) >= len(game.outbox()), "the readers")
        processes.until(lambda: not postfix.queue(), "an empty queue")
        assert processes.stop(process) == 0
    assert ids(sink.taken) == Counter({one.message_id: 1 for one in game.outbox()})
