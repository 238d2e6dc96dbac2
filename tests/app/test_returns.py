"""Mail that comes back: counted against the address it was for, told to the GM, held against nobody."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes
from pathlib import Path

import pytest

from gm.app.mail_out.notices import notify
from gm.app.mail_records import BounceKind, BounceRecord
from gm.app.records import InboxMail, InboxState, OutboxMail, OutboxState
from gm.config import AddressStyle
from gm.errors import PermanentFailure, TemporaryFailure
from gm.report.views import NoticeView
from tests.app.conftest import a_world
from tests.app.world import GM, HOST, World, text_of

pytestmark = pytest.mark.both_databases

ADMIN = "keeper@example.org"
MUNSTER = "munster@example.org"
ORDERS = "A Killkenny - Waterford"


@pytest.fixture
def played(world: World) -> World:
    """A game that has begun; the keeper of the server is not its GM."""
    identity = replace(world.services.identity, admin_address=ADMIN)
    world.services = replace(world.services, identity=identity)
    world.start()
    world.send()
    return world


def sent(world: World, address: str = MUNSTER) -> OutboxMail:
    """The newest mail to an address."""
    with world.services.store.read() as transaction:
        return [one for one in transaction.outbox() if one.recipient == address][-1]


def news(world: World) -> OutboxMail:
    """One more mail on the server's own account to Munster, handed to the next mail system."""
    world.clock.advance(minutes=10)
    with world.services.store.write() as transaction:
        world.count += 1
        view = NoticeView("News", ("Something has happened.",))
        game = transaction.game("tara")
        notify(world.services, transaction, MUNSTER, f"news {world.count}", view, game)
    world.send()
    return sent(world)


def bounce(
    world: World,
    mail: OutboxMail,
    status: str = "5.1.1",
    action: str = "failed",
    *,
    words: str = "550 no such user here",
    to: str = "",
    number: int = 0,
) -> InboxMail:
    """A delivery status notification of one of our mails, as its return path gets it."""
    head = mail.raw.partition(b"\r\n\r\n")[0].decode()
    raw = f"""\
From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
To: {to or mail.envelope_from}
Subject: Undelivered Mail Returned to Sender
Message-ID: <dsn.{mail.id}.{number}@mx.example.org>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"

--=_b
Content-Type: text/plain

Your message could not be delivered.

--=_b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; {mail.recipient}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {words}

--=_b
Content-Type: text/rfc822-headers

{head}

--=_b--
"""
    return world.raw(raw.replace("\n", "\r\n").encode(), "<>", to or mail.envelope_from)


def counted(world: World, address: str = MUNSTER) -> tuple[BounceRecord, ...]:
    """What has come back from an address."""
    with world.services.store.read() as transaction:
        return transaction.bounces(address, sent(world, address).created_at.replace(year=2000))


def is_suspended(world: World, address: str = MUNSTER) -> bool:
    """Whether nothing is sent to an address."""
    with world.services.store.read() as transaction:
        return transaction.suspension(address) is not None


def told(world: World, whom: str = GM) -> list[str]:
    """The subjects of the new mails to somebody that are about mail."""
    words = ("came back", "comes back", "Nothing more is sent", "not be delivered", "not being")
    found = [str(mail["Subject"]) for mail in world.new_mail(whom)]
    return [one for one in found if any(word in one for word in words)]


def test_news_has_a_return_path_of_its_own_and_answers_have_none(played: World) -> None:
    """A bounce names the very mail it is about; nobody wants to hear of an answer."""
    with played.services.store.read() as transaction:
        mails = transaction.outbox()
    paths = {mail.envelope_from for mail in mails}
    assert len(paths) == len(mails)
    assert all(path.startswith("gm+b.") and path.endswith(f"@{HOST}") for path in paths)
    played.mail("MUNSTER", ORDERS)
    answer = sent(played)
    assert (answer.purpose, answer.envelope_from, answer.bounce_tag) == ("answer", "", "")
    secrets = [mail.bounce_tag for mail in mails]
    assert not any(tag.encode() in mail.raw for mail in mails for tag in secrets)


def test_mail_that_came_back_is_told_before_the_deadline(played: World) -> None:
    """The GM reads that orders may be missing because of it, and how to give more time."""
    mail = bounce(played, sent(played))
    assert mail.state is InboxState.SUPPRESSED
    (found,) = counted(played)
    assert (found.kind, found.inbox_id, found.outbox_id) == (
        BounceKind.HARD,
        mail.id,
        sent(played).id,
    )
    (notice,) = [one for one in played.new_mail(GM) if "came back" in one["Subject"]]
    words = " ".join(text_of(notice).split())
    assert "His orders may be missing then because he was not reached" in words
    assert "gm deadline tara +24h" in words
    assert "Nothing is held against him" in words
    assert not is_suspended(played)


@pytest.mark.slow
def test_bounce_that_is_said_often_counts_once(played: World) -> None:
    """A flood of notices about one mail costs rows, and tells the GM once."""
    played.new_mail(GM)
    for number in range(30):
        bounce(played, sent(played), number=number)
    assert len(counted(played)) == 1
    assert told(played) == [f"[tara] Mail to {MUNSTER} came back"]


def test_third_hard_bounce_ends_writing_there_and_orders_still_count(played: World) -> None:
    """Mail to him waits here; the moment he writes he gets his receipt and all that waited."""
    for _ in range(3):
        assert not is_suspended(played)
        bounce(played, news(played))
    assert is_suspended(played)
    assert told(played)[-1] == f"Nothing more is sent to {MUNSTER}"
    played.new_mail("MUNSTER")
    waiting = news(played)
    assert played.new_mail("MUNSTER") == []
    with played.services.store.read() as transaction:
        unsent = transaction.unsent_outbox(waiting.created_at)
    assert waiting.id in {mail.id for mail in unsent}
    assert {mail.state for mail in unsent} == {OutboxState.PENDING}

    assert played.mail("MUNSTER", "HELP").state is InboxState.DONE
    assert not is_suspended(played)
    assert waiting.message_id in {str(mail["Message-ID"]) for mail in played.new_mail("MUNSTER")}
    with played.services.store.read() as transaction:
        kinds = [entry.kind for entry in transaction.journal()]
    assert kinds.count("mail suspended") == kinds.count("mail resumed") == 1


def test_what_was_forgiven_does_not_count_again(played: World) -> None:
    """After he has written it takes as many bounces as at first."""
    for _ in range(3):
        bounce(played, news(played))
    played.mail("MUNSTER", "HELP")
    bounce(played, news(played))
    assert not is_suspended(played)


def test_old_bounces_are_forgotten(played: World) -> None:
    """Three within seven days count, not three in a year."""
    for _ in range(3):
        bounce(played, news(played))
        played.clock.advance(days=8)
    assert len(counted(played)) == 3
    assert not is_suspended(played)


@pytest.mark.parametrize(
    ("status", "action", "words"),
    [("4.4.1", "delayed", "will try again"), ("2.0.0", "delivered", "it is there")],
)
def test_mail_that_is_only_late_is_no_bounce(
    played: World, status: str, action: str, words: str
) -> None:
    """A notice that the mail system goes on trying, or has delivered, changes nothing."""
    bounce(played, sent(played), status, action, words=words)
    assert counted(played) == ()


def test_full_mailbox_is_told_of_and_still_written_to(played: World) -> None:
    """What may pass never ends writing there, however often it comes; the GM is told in time."""
    played.new_mail(GM)
    for _ in range(10):
        bounce(played, news(played), "5.2.2", words="552 mailbox full")
    assert {one.kind for one in counted(played)} == {BounceKind.SOFT}
    assert not is_suspended(played)
    assert told(played) == [f"[tara] Much mail to {MUNSTER} comes back"]


def test_forged_bounce_changes_nothing(played: World) -> None:
    """Who does not know the secret in a return path cannot silence a player."""
    real = sent(played)
    for number in range(5):
        forged = replace(real, envelope_from=f"gm+b.{'a' * 16}@{HOST}", id=900 + number)
        assert bounce(played, forged).state is InboxState.SUPPRESSED
        assert bounce(played, forged, to=f"gm@{HOST}", number=1).state is InboxState.SUPPRESSED
    assert counted(played) == ()
    assert played.new_mail("MUNSTER") != []


def test_vacation_notice_to_a_return_path_is_no_bounce(played: World) -> None:
    """Machines answer to the envelope; that somebody is away says nothing of his address."""
    mail = sent(played)
    for extra in ("Auto-Submitted: auto-replied\n", ""):
        got = played.mail(MUNSTER, "I am away.", to=mail.envelope_from, headers=extra)
        assert got.state is InboxState.SUPPRESSED
    assert counted(played) == ()


def test_bounce_that_nobody_can_read_counts_for_now(played: World) -> None:
    """What has no sender and comes to a return path is a bounce, whatever it says."""
    to = sent(played).envelope_from
    raw = f"From: x@mx.example.org\r\nTo: {to}\r\nSubject: ?\r\n\r\n%% ###\r\n".encode()
    assert played.raw(raw, "<>", to).state is InboxState.SUPPRESSED
    (found,) = counted(played)
    assert found.kind is BounceKind.SOFT


def test_gm_whose_own_mail_comes_back_is_not_written_to_about_it(played: World) -> None:
    """The keeper of the server is told instead."""
    played.new_mail(ADMIN)
    bounce(played, sent(played, GM))
    assert told(played, ADMIN) == [f"[tara] Mail to {GM} came back"]


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("550 5.1.1 no such user", BounceKind.HARD),
        ("550 go away", BounceKind.HARD),
        ("554 5.7.1 looks like spam", BounceKind.SOFT),
        ("552 5.2.2 mailbox full", BounceKind.SOFT),
    ],
)
def test_refusal_at_the_door_counts_like_a_bounce(
    played: World, reply: str, kind: BounceKind
) -> None:
    """What the next mail system refuses outright is counted and told as well."""
    played.new_mail(GM)
    played.carrier.fail_next(PermanentFailure(reply), recipient=MUNSTER)
    news(played)
    (found,) = counted(played)
    assert (found.kind, found.text, found.inbox_id) == (kind, reply, None)
    assert told(played) == [f"[tara] A mail to {MUNSTER} could not be delivered"]


@pytest.mark.slow
def test_mails_that_fail_by_the_hundred_are_told_once_a_day(played: World) -> None:
    """The end of a long outage is no storm of notices."""
    played.new_mail(GM)
    played.carrier.fail_next(*[PermanentFailure("554 5.7.1 no")] * 50, recipient=MUNSTER)
    waiting = replace(sent(played), id=0, state=OutboxState.PENDING, sent_at=None, attempts=0)
    with played.services.store.write() as transaction:
        for number in range(50):
            transaction.add_outbox(replace(waiting, key=f"more {number}"))
    assert told(played) == [f"[tara] A mail to {MUNSTER} could not be delivered"]


@pytest.mark.slow
def test_outage_is_told_once(played: World) -> None:
    """Mail that waits for an hour is told to keeper and GM, once for all of it."""
    for address in (GM, ADMIN):
        played.new_mail(address)
    down = TemporaryFailure("connection refused")
    played.carrier.fail_next(*[down] * 200, recipient=MUNSTER)
    played.carrier.fail_next(*[down] * 200, recipient="ulster@example.org")
    for _ in range(12):
        played.tick(minutes=31)
    assert told(played) == ["Mail is not being delivered"]
    assert told(played, ADMIN) == ["Mail is not being delivered"]


def test_body_style_finds_the_mail_by_its_id_and_reader(tmp_path: Path) -> None:
    """Where our addresses carry no secret, a bounce must name a mail and whom it was for."""
    with a_world(tmp_path) as world:
        identity = replace(
            world.services.identity,
            address_style=AddressStyle.BODY,
            game_address=lambda _: f"gm@{HOST}",
        )
        world.services = replace(world.services, identity=identity)
        world.start()
        world.send()
        mail = sent(world)
        assert mail.envelope_from == f"gm@{HOST}"
        bounce(world, replace(mail, recipient="ulster@example.org"))
        assert counted(world) == ()
        bounce(world, mail, number=1)
        assert [one.kind for one in counted(world)] == [BounceKind.HARD]


def test_raw_of_a_mail_tells_nothing_of_its_return_path(played: World) -> None:
    """The return path is the envelope's alone."""
    message = message_from_bytes(sent(played).raw)
    assert message["Return-Path"] is None
    assert f"gm+b.{sent(played).bounce_tag}" not in message.as_string()
