"""What a server says of itself: figures, and what is wrong with it."""

from __future__ import annotations

import json
from dataclasses import replace
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from gm.adapters.serving.watching import Watchpost, metrics_text
from gm.app.keeping.health import look
from gm.app.mail_in.intake import accept
from gm.app.mail_records import Beat, MailSource, Suspension
from gm.errors import StoreBusy
from tests.app.world import HOST, World

LIVING = Beat(0, "all mars 7", "all", started_at=None, at=None)  # type: ignore[arg-type]


def live(world: World, *roles: str) -> None:
    """Let processes of these roles give a sign of life."""
    now = world.clock.now()
    with world.services.store.write() as transaction:
        for role in roles:
            beat = replace(LIVING, name=f"{role} mars 7", role=role, started_at=now, at=now)
            transaction.beat(beat)


def test_all_is_well_on_a_server_that_lives(world: World) -> None:
    """With a sign of life, nothing waiting and nothing overdue nothing is wrong."""
    world.start()
    world.tick()
    live(world, "all")
    health = look(world.services)
    assert health.problems == ()
    assert health.tally.games == {"running": 1}
    assert health.tally.phases == {"open": 1}
    assert set(health.tally.outbox) == {"sent"}


def test_a_database_without_a_server_is_not_well(world: World) -> None:
    """Nobody has ever run on it, or whoever did is silent now."""
    assert look(world.services).problems == ("No server has run on this database.",)
    live(world, "gm")
    assert look(world.services).problems == ("No server has run on this database.",)
    live(world, "all")
    world.clock.advance(minutes=10)
    assert look(world.services).problems == (
        "The server has given no sign of life for 10 minutes.",
    )


def test_each_role_must_be_filled(world: World) -> None:
    """Apart they need one of each; the one that is missing is named."""
    live(world, "receive", "work", "send")
    assert look(world.services).problems == ()
    world.clock.advance(minutes=2)
    live(world, "receive", "send")
    assert look(world.services).problems == (
        "The reader of mail has given no sign of life for 2 minutes.",
    )
    live(world, "all")
    assert look(world.services).problems == ()


def test_what_waits_too_long_is_told(world: World) -> None:
    """Mail unread or unsent, a phase overdue, a mailbox out of reach."""
    world.start()
    raw = b"From: ann@example.org\r\n\r\nhello\r\n"
    accept(world.services.store, world.clock, raw, "ann@example.org", [f"gm@{HOST}"], "smtp")
    with world.services.store.write() as transaction:
        now = world.clock.now()
        transaction.save_source(MailSource(0, "imap games", now, polled_at=now))
        transaction.suspend(Suspension(0, "ann@example.org", now, "it came back"))
    world.clock.advance(hours=2)
    live(world, "all")
    health = look(world.services)
    assert health.problems == (
        "A mail has waited 2 hours to be read.",
        "A mail has waited 2 hours to be sent.",
        "1 phase is overdue and not resolved.",
        "The mailbox imap games has not been looked into for 2 hours.",
    )
    text = metrics_text(health).decode()
    assert 'gm_inbox_mails{state="new"} 1.0' in text
    assert 'gm_beat_age_seconds{role="all"} 0.0' in text
    assert "gm_oldest_unread_seconds 7200.0" in text
    assert "gm_suspended_addresses 1.0" in text
    assert "gm_overdue_phases 1.0" in text
    assert "gm_problems 4.0" in text
    assert "example.org" not in text


def fetch(post: Watchpost, path: str, method: str = "GET") -> tuple[int, str, str]:
    """Ask the watchpost for a page; return the code, the kind and the text."""
    request = Request(f"http://127.0.0.1:{post.port}{path}", method=method)
    try:
        with urlopen(request, timeout=20) as answer:  # noqa: S310 - loopback
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except HTTPError as fault:
        with fault:
            return fault.code, fault.headers["Content-Type"], fault.read().decode()


def test_the_pages_are_served(world: World) -> None:
    """200 while all is well, 503 with the reasons when not; figures in Prometheus' form."""
    post = Watchpost("127.0.0.1", 0, lambda: look(world.services))
    post.start()
    try:
        code, kind, text = fetch(post, "/health")
        assert (code, kind) == (503, "application/json")
        assert json.loads(text)["problems"] == ["No server has run on this database."]
        live(world, "all")
        code, _, text = fetch(post, "/health?from=balancer")
        assert (code, json.loads(text)["status"]) == (200, "ok")
        code, kind, text = fetch(post, "/metrics")
        assert code == 200
        assert kind.startswith("text/plain; version=")
        assert "# TYPE gm_inbox_mails gauge" in text
        assert fetch(post, "/health", "HEAD") == (200, "application/json", "")
        assert fetch(post, "/secrets")[0] == 404
    finally:
        post.stop()


@pytest.mark.parametrize("path", ["/health", "/metrics"])
def test_a_database_that_cannot_be_read_is_said(path: str) -> None:
    """503, and nothing of why: the page may be seen by anybody."""

    def broken() -> None:
        raise StoreBusy("the database is locked: /var/lib/gm/gm.sqlite3")

    post = Watchpost("127.0.0.1", 0, broken)  # type: ignore[arg-type]
    post.start()
    try:
        assert fetch(post, path) == (503, "text/plain", "The database cannot be read.\n")
    finally:
        post.stop()
