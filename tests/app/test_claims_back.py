"""What a server that died had in hand, and when one that starts takes it back."""

from __future__ import annotations

import os
from datetime import timedelta
from subprocess import Popen
from sys import executable

import pytest

from gm.adapters.serving.processes import is_running
from gm.app.keeping.heartbeats import Here, Life, take_back_claims
from gm.app.mail_in.intake import accept
from gm.app.mail_in.reading_attempts import LEASE as READ_LEASE
from gm.app.mail_out.outbox import LEASE as SEND_LEASE
from tests.app.world import World

pytestmark = pytest.mark.both_databases

OURS, DEAD, ALIVE = 11, 12, 13
"""Numbers of processes on our machine: our own, one that has ended, and one that runs."""


@pytest.fixture
def begun(world: World) -> World:
    """A server that died over a mail in and a mail out a moment ago."""
    world.start()
    text = b"From: ulster@example.org\r\nTo: gm+tara@gm.example.org\r\n\r\nSTATUS\r\n"
    to = ["gm+tara@gm.example.org"]
    accept(world.services.store, world.clock, text, "ulster@example.org", to, "smtp")
    now = world.clock.now()
    with world.services.store.write() as transaction:
        assert transaction.claim_inbox(now, now + READ_LEASE) is not None
        assert transaction.claim_outbox(now, now + SEND_LEASE, 100) != ()
    return world


def beat(world: World, role: str, host: str, pid: int) -> None:
    """Have a process give a sign of life now."""
    Life(world.services.store, world.clock, role, host, pid).beat()


def take_back(world: World) -> tuple[bool, bool]:
    """Start a server, and tell whether the mail in and the mails out can be had again."""
    here = Here("here", OURS, lambda pid: pid == ALIVE)
    world.clock.advance(seconds=3)
    take_back_claims(world.services, here)
    now = world.clock.now()
    with world.services.store.write() as transaction:
        read = transaction.claim_inbox(now, now + READ_LEASE)
        return read is not None, bool(transaction.claim_outbox(now, now + SEND_LEASE, 100))


@pytest.mark.parametrize("pid", [DEAD, OURS])
def test_what_the_dead_one_had_comes_back_at_once(begun: World, pid: int) -> None:
    """Its number runs no more, or has become our own, as every server's in a container."""
    beat(begun, "all", "here", pid)
    assert take_back(begun) == (True, True)


@pytest.mark.parametrize(("host", "pid"), [("here", ALIVE), ("there", DEAD), ("there", OURS)])
def test_nothing_is_taken_from_who_may_be_alive(begun: World, host: str, pid: int) -> None:
    """A number says nothing of another machine; there a sign of life does."""
    beat(begun, "all", "here", DEAD)
    beat(begun, "all", host, pid)
    assert take_back(begun) == (False, False)


@pytest.mark.parametrize(
    ("role", "back"),
    [("work", (False, True)), ("send", (True, False)), ("receive", (True, True))],
)
def test_each_part_keeps_what_is_its_own(begun: World, role: str, back: tuple[bool, bool]) -> None:
    """A worker that lives sends nothing, and a sender reads nothing."""
    beat(begun, role, "there", DEAD)
    assert take_back(begun) == back


def test_a_sign_that_is_older_than_every_lease_keeps_nothing(begun: World) -> None:
    """Its claims have lapsed by themselves."""
    beat(begun, "all", "there", DEAD)
    begun.clock.advance(seconds=SEND_LEASE.total_seconds())
    assert take_back(begun) == (True, True)


def test_what_is_claimed_after_the_look_stays(begun: World) -> None:
    """Another may start in the same moment, and claim before we are done."""
    later = begun.clock.now() + READ_LEASE + timedelta(seconds=9)
    with begun.services.store.write() as transaction:
        transaction.release_claims()
        assert transaction.claim_inbox(begun.clock.now(), later) is not None
        assert transaction.claim_outbox(begun.clock.now(), later + SEND_LEASE, 100) != ()
    assert take_back(begun) == (False, False)


def test_a_process_runs_or_does_not() -> None:
    """Our own does, and one that has ended and been waited for does not."""
    with Popen([executable, "-c", ""]) as ended:
        ended.wait()
    assert is_running(os.getpid())
    assert not is_running(ended.pid)
    assert not is_running(0)
    assert not is_running(2**80)
