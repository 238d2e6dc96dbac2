"""The one door of every way in: which moment counts, and that a mail by two ways counts once."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from gm.app.records import InboxMail, InboxState
from gm.app.services import Services
from gm.bootstrap.services import open_services
from gm.bootstrap.ways_in import Door
from gm.config import Settings

MX = "mx.example.org"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A server behind a mail server of its own."""
    return Settings(
        data_dir=tmp_path, mail_domain="gm.test", trusted_hosts=f"{MX} mx2.example.org"
    )


@pytest.fixture
def services(settings: Settings) -> Iterator[Services]:
    """Its services."""
    with open_services(settings) as opened:
        yield opened


def came(host: str, moment: datetime) -> bytes:
    """A mail that a host says it took at a moment, from somebody else."""
    return (
        f"Received: from mail.x.org (mail.x.org [192.0.2.7])\r\n\tby {host} (Postfix) with ESMTPS id 1;"
        f"\r\n\t{format_datetime(moment)}\r\nFrom: ann@x.org\r\nMessage-ID: <1@x>\r\n\r\nB A CoC\r\n"
    ).encode()


def taken(settings: Settings, services: Services, raw: bytes, source: str = "lmtp") -> InboxMail:
    """Take a mail in, and return how it is stored."""
    Door(settings, services).take_in(raw, "ann@x.org", ["gm+tara@gm.test"], source)
    with services.store.read() as transaction:
        return transaction.inbox()[-1]


def test_our_own_mail_server_says_when_a_mail_came(settings: Settings, services: Services) -> None:
    """A queue of ours that is behind costs no player his season."""
    earlier = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=5)
    mail = taken(settings, services, came(MX, earlier))
    assert mail.received_at == earlier
    assert mail.stored_at - mail.received_at >= timedelta(minutes=5)


@pytest.mark.parametrize("host", ["mail.x.org", "mx.example.org.evil.net", "smtp.example.org"])
def test_nobody_else_says_when_a_mail_came(
    settings: Settings, services: Services, host: str
) -> None:
    """What a foreign host claims moves no deadline."""
    before = datetime.now(UTC)
    mail = taken(settings, services, came(host, before - timedelta(hours=2)))
    assert mail.received_at >= before
    assert mail.received_at == mail.stored_at


def test_a_moment_to_come_is_now(settings: Settings, services: Services) -> None:
    """A mail server whose clock is ahead makes no mail later than it is."""
    mail = taken(settings, services, came(MX, datetime.now(UTC) + timedelta(hours=2)))
    assert mail.received_at == mail.stored_at <= datetime.now(UTC)


def test_a_mail_by_several_ways_counts_once(settings: Settings, services: Services) -> None:
    """By LMTP, pipe, mailbox and Maildir, each with its own marks of the way: one effect."""
    moment = datetime.now(UTC) - timedelta(minutes=1)
    for number, source in enumerate(("lmtp", "pipe", "imap", "maildir")):
        way = f"Delivered-To: {number}@gm.test\r\n".encode() * number
        raw = way + came(MX, moment)
        taken(settings, services, raw if number % 2 else raw.replace(b"\r\n", b"\n"), source)
    with services.store.read() as transaction:
        stored = transaction.inbox()
    assert [one.source for one in stored] == ["lmtp", "pipe", "imap", "maildir"]
    assert [one.state for one in stored] == [InboxState.NEW, *[InboxState.DUPLICATE] * 3]
