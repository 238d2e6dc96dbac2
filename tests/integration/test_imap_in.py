"""Mail fetched from a real Dovecot: what is new, what is old, and what a bad line costs."""

import os
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from imapclient import IMAPClient

from gm.adapters.clock import SystemClock
from gm.adapters.post.imap_in import ImapAccount, ImapMailbox
from gm.adapters.post.watch import Watch
from gm.adapters.sql.store import SqlStore
from gm.app.mail_in.fetching import Fetching
from gm.app.mail_in.intake import accept
from gm.app.mail_records import MailSource
from gm.app.records import InboxMail, InboxState
from gm.app.services import Identity
from gm.config import Tls
from gm.errors import QuotaUsedUp, TemporaryFailure
from gm.testing.clock import FakeClock
from tests.integration.processes import until
from tests.peers.dovecot import PASSWORD, Dovecot

HOST = "gm.test"
IDENTITY = Identity(
    "GM", f"gm@{HOST}", HOST, "gm", "+", lambda game: f"gm+{game}@{HOST}", admin_address=None
)


def mail(number: int, more: str = "") -> bytes:
    """A mail that is like no other."""
    return (
        f"From: ann@example.org\r\nTo: gm+tara@{HOST}\r\n{more}Message-ID: <{number}@x>\r\n"
        f"Subject: orders\r\n\r\nB A CoC {number}\r\n"
    ).encode()


class Box:
    """A mailbox of its own at the Dovecot, and a store it is fetched into."""

    def __init__(self, dovecot: Dovecot, folder: Path) -> None:
        self.dovecot = dovecot
        self.user = f"u{uuid.uuid4().hex[:12]}"
        self.store = SqlStore(folder / "gm.sqlite3")
        self.account = ImapAccount(
            "127.0.0.1", dovecot.imap, Tls.NONE, self.user, PASSWORD, poll_seconds=60, timeout=5
        )
        self.taken = 0

    def mailbox(self, since: datetime | None = None, **changes: object) -> ImapMailbox:
        """What the server would read it with."""
        account = replace(self.account, **changes)  # type: ignore[arg-type]
        fetching = Fetching(
            self.store,
            SystemClock(),
            IDENTITY,
            account.name,
            "imap",
            self.take_in,
            lambda address: address.startswith("gm"),
            lambda _name: nullcontext(True),
            since,
        )
        return ImapMailbox(account, fetching)

    def take_in(self, raw: bytes, sender: str, to: list[str], source: str, **more: object) -> None:
        """The door."""
        accept(self.store, SystemClock(), raw, sender, to, source, **more)  # type: ignore[arg-type]

    def look(self, mailbox: ImapMailbox) -> None:
        """Look once."""
        mailbox.look(self.count)

    def count(self) -> None:
        """Note that something was taken in."""
        self.taken += 1

    def deliver(self, *numbers: int, more: str = "") -> None:
        """Put mails into it as a mail system does."""
        for number in numbers:
            self.dovecot.deliver(self.user, mail(number, more))

    def client(self) -> IMAPClient:
        """Somebody else who looks into it."""
        client = IMAPClient("127.0.0.1", self.dovecot.imap, ssl=False, timeout=30)
        client.login(self.user, PASSWORD)
        client.select_folder("INBOX")
        return client

    def inbox(self, *states: InboxState) -> list[InboxMail]:
        """What is stored, in these states or in any."""
        with self.store.read() as transaction:
            stored = transaction.inbox()
        return [one for one in stored if not states or one.state in states]

    def numbers(self, *states: InboxState) -> list[int]:
        """The numbers of the mails that are stored."""
        return [int(one.raw.split()[-1]) for one in self.inbox(*states)]

    def source(self) -> MailSource:
        """How far it was read."""
        with self.store.read() as transaction:
            (source,) = transaction.sources()
        return source


@pytest.fixture
def box(dovecot: Dovecot, tmp_path: Path) -> Iterator[Box]:
    """An empty mailbox."""
    box = Box(dovecot, tmp_path)
    yield box
    box.store.close()


def test_first_look_leaves_alone_what_lies_there(box: Box) -> None:
    """A full mailbox is answered nothing; what comes after the first look is taken in."""
    box.deliver(*range(5))
    mailbox = box.mailbox()
    box.look(mailbox)
    assert box.inbox() == []
    box.deliver(7, 8)
    box.look(mailbox)
    assert box.numbers(InboxState.NEW) == [7, 8]
    mailbox.close()
    with box.client() as client:
        assert len(client.search()) == 7, "nothing is removed"
        assert not any(b"\\Seen" in flags for flags in client.get_flags(client.search()).values())


def test_an_empty_mailbox_is_begun_with(box: Box) -> None:
    """The very first mail of a mailbox is no old one, whatever its server's clock."""
    mailbox = box.mailbox()
    box.look(mailbox)
    box.deliver(1)
    box.look(mailbox)
    mailbox.close()
    assert box.numbers(InboxState.NEW) == [1]


def test_what_the_envelope_said_is_taken_from_the_header(box: Box) -> None:
    """Recipient, envelope sender, moment and where it lay are noted."""
    mailbox = box.mailbox()
    box.look(mailbox)
    before = datetime.now(UTC) - timedelta(seconds=2)
    box.deliver(1)
    box.look(mailbox)
    mailbox.close()
    (stored,) = box.inbox()
    assert (stored.source, stored.recipient) == ("imap", f"gm+tara@{HOST}")
    assert stored.envelope_from == "someone@example.org"
    assert before <= stored.received_at <= stored.stored_at
    assert stored.source_key == f"{box.account.name} {box.source().validity}/1"
    assert stored.raw.endswith(b"B A CoC 1\r\n")
    polled = box.source().polled_at
    assert polled is not None
    assert polled > before


def test_delivered_to_counts_before_to(box: Box) -> None:
    """What the last server wrote names the recipient, where it is an address of ours."""
    mailbox = box.mailbox()
    box.look(mailbox)
    box.deliver(1, more=f"X-Original-To: gm+kells.abcd@{HOST}\r\n")
    box.look(mailbox)
    mailbox.close()
    assert box.inbox()[0].recipient == f"gm+kells.abcd@{HOST}"


def test_an_earlier_date_can_be_asked_for(box: Box) -> None:
    """With a date the mails since then are taken in, and older ones left alone."""
    box.deliver(1)
    with box.client() as client:
        client.append("INBOX", mail(2), msg_time=datetime(2026, 1, 1, tzinfo=UTC))
    since = datetime.now(UTC) - timedelta(hours=1)
    mailbox = box.mailbox(since)
    box.look(mailbox)
    assert box.numbers() == [1]
    box.look(mailbox)
    mailbox.close()
    assert box.numbers() == [1]
    assert box.source().last == 2


def test_a_reading_of_everything_that_is_cut_off_begins_again(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half read when the line broke: the next look takes the rest, and nothing old."""
    with box.client() as client:
        client.append("INBOX", mail(1), msg_time=datetime(2026, 1, 1, tzinfo=UTC))
    box.deliver(2, 3)
    taken = ImapMailbox._take_one

    def cut(self: ImapMailbox, uid: int, *rest: object) -> bool:
        if uid == 3:
            raise OSError("the line is cut")
        return taken(self, uid, *rest)  # type: ignore[arg-type]

    mailbox = box.mailbox(datetime.now(UTC) - timedelta(hours=1))
    with monkeypatch.context() as patch:
        patch.setattr(ImapMailbox, "_take_one", cut)
        with pytest.raises(TemporaryFailure, match="cut"):
            box.look(mailbox)
    mailbox.close()
    assert box.numbers() == [2]
    box.look(mailbox)
    mailbox.close()
    assert box.numbers() == [2, 3]


def test_an_earlier_date_can_be_asked_for_later(box: Box) -> None:
    """After a first look without one, what was left alone is taken in, nothing twice."""
    box.deliver(1)
    mailbox = box.mailbox()
    box.look(mailbox)
    box.deliver(2)
    box.look(mailbox)
    mailbox.close()
    assert box.numbers() == [2]
    again = box.mailbox(datetime.now(UTC) - timedelta(hours=1))
    box.look(again)
    again.close()
    assert sorted(box.numbers()) == [1, 2]


def test_an_old_mail_that_is_moved_in_is_kept_and_not_answered(box: Box) -> None:
    """Somebody drags an old mail into the folder: it is stored, and nobody gets an answer."""
    mailbox = box.mailbox()
    box.look(mailbox)
    with box.client() as client:
        client.append("INBOX", mail(1), msg_time=datetime(2026, 1, 1, tzinfo=UTC))
    box.look(mailbox)
    mailbox.close()
    (stored,) = box.inbox()
    assert stored.state is InboxState.SUPPRESSED
    assert "before" in stored.note


def test_stored_mail_is_moved_away(box: Box) -> None:
    """With a folder for it, what is stored leaves the INBOX, and nothing else does."""
    box.deliver(1)
    mailbox = box.mailbox(done_folder="Processed")
    box.look(mailbox)
    box.deliver(2, 3)
    box.look(mailbox)
    mailbox.close()
    with box.client() as client:
        assert len(client.search()) == 1
        assert client.folder_status("Processed", ["MESSAGES"])[b"MESSAGES"] == 2
    assert box.numbers() == [2, 3]


def test_moving_without_the_extension(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that cannot move: the mail is copied, and that one alone is expunged."""
    mailbox = box.mailbox(done_folder="Processed")
    box.look(mailbox)
    box.deliver(1, 2)
    with box.client() as client:
        client.add_flags([2], [rb"\Deleted"])
    known = IMAPClient.has_capability
    monkeypatch.setattr(
        IMAPClient, "has_capability", lambda self, name: name != "MOVE" and known(self, name)
    )
    taken = ImapMailbox._take_one
    monkeypatch.setattr(
        ImapMailbox,
        "_take_one",
        lambda self, uid, *rest, **more: uid == 1 and taken(self, uid, *rest, **more),
    )
    box.look(mailbox)
    mailbox.close()
    with box.client() as client:
        assert client.search() == [2], "what somebody else marked is not expunged"
        assert client.folder_status("Processed", ["MESSAGES"])[b"MESSAGES"] == 1


def test_a_mail_that_was_not_moved_is_known_again(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stored and not moved, as by a crash in between: the next look moves it and stores nothing."""
    mailbox = box.mailbox(done_folder="Processed")
    box.look(mailbox)
    box.deliver(1)

    def broken(*_: object) -> None:
        raise OSError("the line is cut")

    with monkeypatch.context() as patch:
        patch.setattr(ImapMailbox, "_move", broken)
        with pytest.raises(TemporaryFailure, match="cut"):
            box.look(mailbox)
    mailbox.close()
    assert box.numbers() == [1]
    box.look(mailbox)
    mailbox.close()
    assert box.numbers() == [1]
    with box.client() as client:
        assert client.search() == []


def test_a_mailbox_made_anew_is_read_again(box: Box) -> None:
    """UIDVALIDITY changes: everything is read again, what is known has no second effect."""
    box.deliver(1)
    mailbox = box.mailbox()
    box.look(mailbox)
    box.deliver(2, 3)
    box.look(mailbox)
    mailbox.close()
    before = box.source()
    # The new list is called by the moment, in seconds, at which it is made.
    until(lambda: int(time.time()) > int(before.validity), "another second")
    box.dovecot.forget_uids(box.user)
    box.deliver(4)

    def has_all() -> bool:
        # Dovecot may show what came in the second of its new list at the next look only.
        box.look(mailbox)
        return sorted(box.numbers(InboxState.NEW)) == [2, 3, 4]

    until(has_all, "all three mails")
    mailbox.close()
    assert box.source().validity != before.validity
    assert set(box.numbers(InboxState.DUPLICATE)) <= {2, 3}


def test_a_mail_too_large_is_not_fetched_whole(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a huge mail only as much is fetched as shows that it is too large."""
    monkeypatch.setattr("gm.adapters.post.imap_in._BODY", "BODY.PEEK[]<0.5000>")
    mailbox = box.mailbox()
    box.look(mailbox)
    box.dovecot.deliver(box.user, mail(1) + b"x" * 60 + b"\r\n" * 30_000)
    box.look(mailbox)
    mailbox.close()
    (stored,) = box.inbox()
    assert len(stored.raw) == 5000


@pytest.mark.parametrize("tls", [Tls.TLS, Tls.STARTTLS])
def test_encrypted_and_checked(box: Box, tls: Tls, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that nobody we know has signed is refused; one we trust is good."""
    port = box.dovecot.imaps if tls is Tls.TLS else box.dovecot.imap
    mailbox = box.mailbox(tls=tls, port=port, host="localhost")
    with pytest.raises(TemporaryFailure, match="certificate verify failed"):
        box.look(mailbox)
    mailbox.close()
    monkeypatch.setenv("SSL_CERT_FILE", os.fspath(box.dovecot.certificate.chain))
    box.look(mailbox)
    box.deliver(1)
    box.look(mailbox)
    mailbox.close()
    assert box.numbers() == [1]


def test_a_wrong_password_is_for_later_and_told_nobody(box: Box) -> None:
    """A login that is refused may be right again tomorrow; the password stands in no message."""
    mailbox = box.mailbox(password="not-the-secret")
    with pytest.raises(TemporaryFailure) as caught:
        box.look(mailbox)
    assert "not-the-secret" not in str(caught.value) + repr(box.account)


def watched(box: Box, mailbox: ImapMailbox) -> Watch:
    """The thread that looks, without long pauses."""
    return Watch(mailbox, box.count, pause=lambda _: 0.1)


def test_new_mail_ends_the_waiting(box: Box) -> None:
    """Long before the next look is due the server tells of a mail, and it is there."""
    watch = watched(box, box.mailbox())
    watch.start()
    until(lambda: bool(_sources(box)), "the first look")
    box.deliver(1)
    until(lambda: box.numbers() == [1], "the mail")
    box.deliver(2)
    until(lambda: box.numbers() == [1, 2], "the next mail")
    assert watch.stop(10)


def test_mail_told_of_in_another_answer_ends_the_waiting(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mail that comes during a look, and is told of before IDLE begins, waits for no next look."""
    known = IMAPClient.search
    numbers = iter([1, 2])

    def search(self: IMAPClient, *asked: object) -> list[int]:
        found: list[int] = known(self, *asked)
        for number in numbers:
            box.deliver(number)
            assert any(b"EXISTS" in one for one in self.noop()[1])
            break
        return found

    monkeypatch.setattr(IMAPClient, "search", search)
    watch = watched(box, box.mailbox(poll_seconds=600))
    watch.start()
    # The first look leaves alone what it finds; the mail that came after its search is new.
    until(lambda: box.numbers() == [1, 2], "the mails")
    assert watch.stop(10)


def test_mail_told_of_as_idle_begins_ends_the_waiting(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mail that is told of in one piece with the "go ahead" of IDLE waits for no next look."""
    known = IMAPClient.idle
    numbers = iter([1, 2])

    def idle(self: IMAPClient) -> None:
        for number in numbers:
            box.deliver(number)
            break
        known(self)

    monkeypatch.setattr(IMAPClient, "idle", idle)
    watch = watched(box, box.mailbox(poll_seconds=600))
    watch.start()
    until(lambda: box.numbers() == [1, 2], "the mails")
    assert watch.stop(10)


def test_without_idle_it_is_looked_into_now_and_then(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that cannot tell of new mail is asked."""
    known = IMAPClient.has_capability
    monkeypatch.setattr(
        IMAPClient, "has_capability", lambda self, name: name != "IDLE" and known(self, name)
    )
    watch = watched(box, box.mailbox(poll_seconds=0.1))
    watch.start()
    until(lambda: bool(_sources(box)), "the first look")
    box.deliver(1)
    until(lambda: box.numbers() == [1], "the mail")
    assert watch.stop(10)


def _sources(box: Box) -> tuple[MailSource, ...]:
    with box.store.read() as transaction:
        return transaction.sources()


@pytest.fixture
def own_dovecot() -> Iterator[Dovecot]:
    """A Dovecot that may be killed and frozen."""
    from tests.peers.dovecot import running_dovecot

    with running_dovecot() as server:
        yield server


@pytest.mark.sampled(3)
@pytest.mark.server("dovecot")
@pytest.mark.parametrize("how", ["kill", "freeze"])
def test_a_server_that_dies_or_freezes_is_come_back_to(
    own_dovecot: Dovecot, tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Killed or frozen under a waiting reader, it is found again; every mail comes once."""
    box = Box(own_dovecot, tmp_path)
    box.account = replace(box.account, poll_seconds=1, timeout=2)
    watch = watched(box, box.mailbox())
    watch.start()
    until(lambda: bool(_sources(box)), "the first look")
    box.deliver(1)
    until(lambda: box.numbers() == [1], "the mail")
    if how == "kill":
        own_dovecot.daemon.kill()
    else:
        own_dovecot.daemon.freeze()
    until(lambda: "cannot be read" in caplog.text, "a reader that has noticed")
    if how == "kill":
        own_dovecot.start()
    else:
        own_dovecot.daemon.thaw()
    box.deliver(2)
    until(lambda: box.numbers() == [1, 2], "the mail after it")
    assert watch.stop(15)
    box.store.close()


def test_a_dead_line_is_not_asked_without_end(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """An IDLE that returns at once with nothing ends the waiting; it is not asked again."""
    mailbox = box.mailbox()
    box.look(mailbox)
    asked: list[float] = []

    def at_once(_client: IMAPClient, timeout: float) -> list[object]:
        asked.append(timeout)
        return []

    monkeypatch.setattr(IMAPClient, "idle_check", at_once)
    mailbox.wait(threading.Event())
    assert len(asked) == 1
    mailbox.close()


def test_a_mail_the_server_cannot_show_stands_in_nobodys_way(
    box: Box, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is asked for three times and left where it is; the mails behind it come in, once."""
    mailbox = box.mailbox()
    box.look(mailbox)
    box.deliver(1, 2, 3)
    fetch = IMAPClient.fetch

    def broken(self: IMAPClient, uids: list[int], data: list[str]) -> object:
        if uids == [2]:
            raise ValueError("day is out of range for month")
        return fetch(self, uids, data)

    monkeypatch.setattr(IMAPClient, "fetch", broken)
    for _ in range(2):
        with pytest.raises(TemporaryFailure, match="mail 2 cannot be fetched"):
            box.look(mailbox)
    box.look(mailbox)
    mailbox.close()
    assert box.numbers() == [1, 3]
    assert "mail 2 cannot be fetched and is left there" in caplog.text
    assert box.source().last == 3


class FullDoor:
    """A door that has no room for some senders until it is given some; it notes what was tried."""

    def __init__(self, box: Box) -> None:
        self.box, self.full, self.tried = box, {2, 4}, list[int]()

    def take_in(self, raw: bytes, sender: str, to: list[str], source: str, **more: object) -> None:
        """Take a mail, or put it off."""
        number = int(raw.split()[-1])
        self.tried.append(number)
        if number in self.full:
            raise QuotaUsedUp("from somebody", is_final=True)
        self.box.take_in(raw, sender, to, source, **more)


def test_what_there_is_no_room_for_stays_until_tomorrow(box: Box) -> None:
    """What lies behind it is taken; nothing is tried twice in a day, nothing is left out for ever."""
    door = FullDoor(box)
    clock = FakeClock(datetime.now(UTC))

    def mailbox() -> ImapMailbox:
        fetching = replace(box.mailbox()._fetching, take_in=door.take_in, clock=clock)
        return ImapMailbox(box.account, fetching)

    first = mailbox()
    box.look(first)
    box.deliver(1, 2, 3, 4, 5)
    for _ in range(3):
        box.look(first)
    assert (box.numbers(), door.tried) == ([1, 3, 5], [1, 2, 3, 4, 5])
    first.close()
    again = mailbox()  # a server that started anew knows only how far the mailbox was read
    box.look(again)
    assert box.numbers() == [1, 3, 5]
    door.full.remove(2)
    clock.advance(days=1)
    box.look(again)
    assert box.numbers() == [1, 3, 5, 2]
    door.full.clear()
    clock.advance(days=1)
    box.deliver(6)
    box.look(again)
    assert sorted(box.numbers()) == [1, 2, 3, 4, 5, 6]
    assert {one.state for one in box.inbox()} == {InboxState.NEW}
    tried = len(door.tried)
    box.look(again)
    assert len(door.tried) == tried
    again.close()
