"""Reports on their way to mailing lists, through a mail server that refuses, forgets and hangs up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from gm.adapters.post.smtp_out import Relay, SmtpCarrier
from gm.app.mail_out.outbox import send_due
from gm.app.play.seasons import resolve_due
from tests.app.conftest import a_world
from tests.app.world import HOST, World
from tests.integration.sink import DROP, Sink, Taken

SHARED = "reports@lists.example"
OWN = "cashel@lists.example"
LISTS = {"tara": SHARED, "meath": SHARED, "cashel": OWN}

pytestmark = pytest.mark.usefixtures("copied_databases")


class ListSink(Sink):
    """A sink that answers the texts of mails to lists as it is told, and takes all others."""

    async def handle_DATA(  # noqa: N802 - the library sets the name
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        """Answer the text of a mail."""
        if envelope.rcpt_tos[0] in LISTS.values():
            return await super().handle_DATA(server, session, envelope)
        self.taken.append(Taken(envelope.mail_from, envelope.rcpt_tos, envelope.original_content))
        return "250 kept"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A server with three games; two of them share a list, and all mail but the lists' is gone."""
    with a_world(tmp_path) as games:
        for name, address in LISTS.items():
            games.start(name, variant="standard", list_address=address)
        games.clock.advance(minutes=61)
        resolve_due(games.services)
        yield games


def rounds(world: World, sink: Sink, count: int) -> None:
    """Let the server send what is due, so often, and let 20 minutes pass after each."""
    with closing(SmtpCarrier(Relay("127.0.0.1", sink.port, timeout=5))) as carrier:
        for _ in range(count):
            while send_due(world.services.store, carrier, world.clock):
                pass
            world.clock.advance(minutes=20)


def read(raw: bytes) -> EmailMessage:
    """Parse a mail."""
    return message_from_bytes(raw, policy=policy.default)


def to_lists(sink: Sink) -> list[EmailMessage]:
    """Return the mails to the lists that were taken."""
    return [read(one.raw) for one in sink.taken if one.recipients[0] in LISTS.values()]


def test_every_list_gets_each_report_of_its_games_once_in_their_threads(world: World) -> None:
    """Several lists, and several games on one: each game is a thread, a List-Id and a tag."""
    with Sink() as sink:
        rounds(world, sink, 2)
    for name, address in LISTS.items():
        opening, report = (one for one in to_lists(sink) if f"[{name} " in str(one["Subject"]))
        assert opening["To"] == report["To"] == address
        assert opening["In-Reply-To"] is None
        assert report["In-Reply-To"] == report["References"] == opening["Message-ID"]
        assert report["List-Id"] == opening["List-Id"] == f"Diplomacy {name} <{name}.{HOST}>"
        assert report["Reply-To"] == f"gm+{name}@{HOST}"
    assert len(to_lists(sink)) == 2 * len(LISTS)


@pytest.mark.parametrize(
    "reply", ["451 4.7.1 Greylisted, try again later", "452 4.3.1 Full", DROP]
)
def test_a_posting_is_tried_again_as_the_very_mail_it_was(world: World, reply: str) -> None:
    """Greylisted, or cut off after its text: taken once in the end, the same bytes at each try.

    Where a server took a mail and hung up before it said so, the second is the same mail by its
    Message-ID, which lists and archives know it by.
    """
    with ListSink(data=[reply] * 5) as sink:
        rounds(world, sink, 6)
    tried: dict[str, list[bytes]] = {}
    for one in sink.seen:
        if one.recipients[0] in LISTS.values():
            tried.setdefault(str(read(one.raw)["Message-ID"]), []).append(one.raw)
    assert max(map(len, tried.values())) > 1
    assert all(len(set(tries)) == 1 for tries in tried.values())
    taken = [str(one["Message-ID"]) for one in to_lists(sink)]
    assert sorted(taken) == sorted(tried)
    assert len(taken) == 2 * len(LISTS)
