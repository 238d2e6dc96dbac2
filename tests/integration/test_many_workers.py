"""Several workers as processes of their own on one PostgreSQL: all is done once, and nothing lost.

Four games, four hundred mails with orders, a deadline that has passed.
"""

from __future__ import annotations

import json
import os
import sys
import uuid
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from gm.app.mail_in.intake import accept
from gm.app.records import InboxState, OutboxState, PhaseStatus
from gm.testing.clock import START
from tests.app.conftest import world_at
from tests.app.world import GM, HOST, World
from tests.integration import processes

pytestmark = pytest.mark.slow

GAMES = ("ailech", "cruachan", "emain", "tara")
MAILS, FEW = 400, 84
CHOICES = {
    "AUSTRIA": ("A BUD H", "A BUD - SER"),
    "ENGLAND": ("F LON H", "F LON - NTH"),
    "FRANCE": ("A PAR H", "A PAR - BUR"),
    "GERMANY": ("A MUN H", "A MUN - RUH"),
    "ITALY": ("A ROM H", "A ROM - APU"),
    "RUSSIA": ("A WAR H", "A WAR - GAL"),
    "TURKEY": ("A CON H", "A CON - BUL"),
}
DUE = START + timedelta(minutes=61)
PATIENCE = 300.0


def fill(world: World, mails: int) -> None:
    """Start the games, due in an hour, and take in all mail; nobody reads it yet."""
    for game in GAMES:
        world.start(game, "standard")
    world.clock.advance(minutes=10)
    for number in range(mails):
        game, seat, order = mail_of(number)
        sender = f"{seat.lower()}@example.org"
        raw = f"From: {sender}\r\nMessage-ID: <{number}@x>\r\nSubject: orders\r\n\r\n{order}\r\n"
        to = f"gm+{game}@{HOST}"
        accept(world.services.store, world.clock, raw.encode(), sender, [to], "smtp")


def mail_of(number: int) -> tuple[str, str, str]:
    """Return for which game and power the mail of a number is, and the order in it."""
    game = GAMES[number % len(GAMES)]
    seat = sorted(CHOICES)[number // len(GAMES) % len(CHOICES)]
    return game, seat, CHOICES[seat][number * 7 // 11 % 2]


class Worker:
    """A worker that waits for the word to begin."""

    def __init__(
        self, folder: Path, url: str, moment: datetime, failpoint: str | None = None
    ) -> None:
        command = [sys.executable, "-m", "tests.integration.worker", url, moment.isoformat()]
        told = folder / uuid.uuid4().hex
        os.mkfifo(told)
        # Open at both ends, so that neither waits for the other to open it.
        self._words = os.open(told, os.O_RDWR)
        self.process = processes.start(command, failpoint, given=told)
        processes.until(lambda: self.process.words() == "ready\n", "a worker that is ready")

    def begin(self) -> None:
        """Tell it to begin."""
        os.write(self._words, b"go\n")

    def end(self) -> str:
        """Let it work to its end and return what it printed."""
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            os.close(self._words)
        return self.process.words().removeprefix("ready\n")


def work(folder: Path, url: str, moment: datetime) -> list[dict[str, object]]:
    """Let two workers work at once until nothing is left, and return what each did."""
    both = [Worker(folder, url, moment) for _ in range(2)]
    for one in both:
        one.begin()
    # The last line: before it a worker says which mails it begins again.
    return [json.loads(one.end().splitlines()[-1]) for one in both]


def check(world: World, count: int) -> None:
    """Every mail was read and answered once, its orders counted, every phase was resolved once."""
    with world.services.store.read() as transaction:
        mails = transaction.inbox()
        assert Counter(mail.state for mail in mails) == {InboxState.DONE: count}
        sent = transaction.outbox()
        assert {mail.state for mail in sent} == {OutboxState.SENT}
        answers = Counter(mail.recipient for mail in sent if mail.purpose == "answer")
        assert answers == Counter(mail.envelope_from for mail in mails)
        last = {mail_of(number)[:2]: mail_of(number)[2] for number in range(count)}
        for name in GAMES:
            game = transaction.game(name)
            first, second = transaction.phases(game.id)
            assert (first.status, second.status) == (PhaseStatus.RESOLVED, PhaseStatus.OPEN)
            assert transaction.result(first.id) is not None
            kinds = Counter(entry.kind for entry in transaction.journal(game.id))
            assert kinds["phase resolved"] == 1
            assert kinds["phase held"] == 0
            standing = {
                (name, one.seat): one.canonical for one in transaction.active_orders(first.id)
            }
            assert standing == {key: order for key, order in last.items() if key[0] == name}
            reports = [mail for mail in sent if mail.game_id == game.id and mail.purpose == "news"]
            assert len({mail.key for mail in reports}) == len(reports)
            told = Counter(mail.recipient for mail in reports if f"report {name} 1 " in mail.key)
            assert told == {GM: 1, **{f"{seat.lower()}@example.org": 1 for seat in CHOICES}}


@pytest.mark.timeout(400)
def test_two_workers_do_everything_once(tmp_path: Path, gm_postgres_url: str) -> None:
    """They read side by side, resolve side by side, send side by side; the last order counts."""
    with world_at(gm_postgres_url) as world:
        fill(world, MAILS)
        done = work(tmp_path, gm_postgres_url, DUE)
        check(world, MAILS)
        assert sum(one["read"] for one in done) == MAILS
        assert sum(one["resolved"] for one in done) == len(GAMES)
        assert all(one["read"] for one in done), "one of them had nothing to do"
        sent = [key for one in done for key in one["sent"]]
        assert len(sent) == len(set(sent))


@pytest.mark.timeout(400)
def test_what_a_killed_worker_had_in_hand_is_taken_up(
    tmp_path: Path, gm_postgres_url: str
) -> None:
    """A mail it was reading and a mail it was sending are done by the others, once."""
    with world_at(gm_postgres_url) as world:
        fill(world, FEW)
        moment = START + timedelta(minutes=20)
        killed = Worker(tmp_path, gm_postgres_url, moment, "inbox.before_commit:20")
        killed.begin()
        killed.end()
        assert processes.killed(killed.process)
        with world.services.store.read() as transaction:
            left = [mail for mail in transaction.inbox() if mail.state is InboxState.NEW]
            assert (len(left), sum(mail.attempts for mail in left)) == (FEW - 19, 1)
        work(tmp_path, gm_postgres_url, DUE)
        check(world, FEW)
        with world.services.store.read() as transaction:
            assert Counter(mail.attempts for mail in transaction.inbox()) == {1: FEW - 1, 2: 1}
