"""Mail fetched from a Maildir: what is taken, where it goes, and what is left alone."""

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.adapters.clock import SystemClock
from gm.adapters.post.maildir_in import STORED, MaildirInbox, maildir_name
from gm.adapters.post.watch import Watch
from gm.adapters.sql.store import SqlStore
from gm.app.mail_in.fetching import Fetching
from gm.app.mail_in.intake import accept
from gm.app.records import InboxMail, InboxState
from gm.app.services import Identity
from gm.errors import StoreBusy, TemporaryFailure
from tests.integration.processes import until

HOST = "gm.test"
IDENTITY = Identity("GM", f"gm@{HOST}", HOST, "gm", "+", lambda game: f"gm+{game}@{HOST}")
MAIL = b"Return-Path: <>\nDelivered-To: gm+tara@gm.test\nFrom: a@x.org\nMessage-ID: <%d@x>\n\nHi\n"


class Post:
    """A Maildir, whoever delivers into it, and the store it is emptied into."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "Maildir"
        for part in ("tmp", "new", "cur"):
            (self.folder / part).mkdir(parents=True)
        self.store = SqlStore(folder / "gm.sqlite3")
        self.faults: list[Exception] = []
        self.taken = 0

    def mailbox(self, since: datetime | None = None, poll_seconds: float = 60) -> MaildirInbox:
        """What the server would read it with."""
        fetching = Fetching(
            self.store,
            SystemClock(),
            IDENTITY,
            maildir_name(self.folder),
            "maildir",
            self._take_in,
            lambda address: address.startswith("gm"),
            lambda _name: nullcontext(True),
            since,
        )
        return MaildirInbox(self.folder, fetching, poll_seconds)

    def _take_in(
        self,
        raw: bytes,
        envelope_from: str,
        recipients: Sequence[str],
        source: str,
        *,
        received_at: datetime | None = None,
        source_key: str | None = None,
        unasked: str = "",
    ) -> None:
        accept(
            self.store,
            SystemClock(),
            raw,
            envelope_from,
            recipients,
            source,
            received_at=received_at,
            source_key=source_key,
            unasked=unasked,
        )
        if self.faults:
            raise self.faults.pop()

    def look(self, mailbox: MaildirInbox) -> None:
        """Look once."""
        mailbox.look(self.count)

    def count(self) -> None:
        """Note that something was taken in."""
        self.taken += 1

    def deliver(self, number: int, name: str = "", part: str = "new") -> Path:
        """Put a mail into it, as a mail system does."""
        name = name or f"17{number}.M1P1.host"
        draft = self.folder / "tmp" / name
        draft.write_bytes(MAIL % number)
        return draft.rename(self.folder / part / name)

    def lying(self) -> list[str]:
        """The names of the mails that lie there."""
        return sorted(
            path.name for part in ("new", "cur") for path in (self.folder / part).iterdir()
        )

    def stored(self) -> list[str]:
        """The names of the mails that were taken away."""
        folder = self.folder / STORED / "cur"
        return sorted(path.name for path in folder.iterdir()) if folder.exists() else []

    def inbox(self) -> tuple[InboxMail, ...]:
        """What is stored in the database."""
        with self.store.read() as transaction:
            return transaction.inbox()


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    """An empty Maildir."""
    post = Post(tmp_path)
    yield post
    post.store.close()


def test_new_mail_is_taken_and_moved(post: Post) -> None:
    """What lies in new, or was moved to cur by a program that shows mail, is stored and put away."""
    mailbox = post.mailbox()
    post.look(mailbox)
    post.deliver(1)
    post.deliver(2, "172.M1P1.host:2,S", "cur")
    (post.folder / "new" / ".hidden").write_bytes(b"no mail")
    before = datetime.now(UTC)
    post.look(mailbox)
    assert post.lying() == [".hidden"]
    assert post.stored() == ["171.M1P1.host:2,S", "172.M1P1.host:2,S"]
    first, second = post.inbox()
    assert (first.raw, second.raw) == (MAIL % 1, MAIL % 2)
    assert (first.source, first.recipient) == ("maildir", f"gm+tara@{HOST}")
    assert (first.envelope_from, first.state) == ("<>", InboxState.NEW)
    assert first.source_key == f"maildir {post.folder} 171.M1P1.host"
    assert before <= first.received_at <= datetime.now(UTC)
    assert post.taken >= 2


def test_what_lay_there_before_is_left_alone(post: Post) -> None:
    """The first look answers nothing old, unless an earlier date is asked for."""
    old = post.deliver(1)
    os.utime(old, (1_700_000_000, 1_700_000_000))
    mailbox = post.mailbox()
    post.look(mailbox)
    post.look(mailbox)
    assert (post.inbox(), post.stored()) == ((), [])
    since = datetime(2023, 1, 1, tzinfo=UTC)
    post.look(post.mailbox(since))
    assert len(post.inbox()) == 1
    assert post.lying() == []


def test_stored_but_not_moved_is_known_again(post: Post) -> None:
    """A crash between the commit and the move: the next look moves it and stores nothing."""
    mailbox = post.mailbox()
    post.look(mailbox)
    post.deliver(1)
    post.faults = [StoreBusy("dead")]
    with pytest.raises(StoreBusy):
        post.look(mailbox)
    assert (len(post.inbox()), len(post.lying())) == (1, 1)
    post.look(mailbox)
    assert (len(post.inbox()), post.lying()) == (1, [])


def test_a_mail_too_large_is_cut(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a huge file only as much is read as shows that it is too large."""
    monkeypatch.setattr("gm.adapters.post.maildir_in.LARGEST", 50)
    mailbox = post.mailbox()
    post.look(mailbox)
    post.deliver(1)
    post.look(mailbox)
    assert len(post.inbox()[0].raw) == 50


def test_a_look_is_noted_for_the_deadline(post: Post) -> None:
    """When the look began is in the database: all that had come by then is."""
    before = datetime.now(UTC)
    post.look(post.mailbox())
    with post.store.read() as transaction:
        (source,) = transaction.sources()
    assert source.polled_at is not None
    assert before <= source.polled_at <= datetime.now(UTC)


def test_a_folder_that_is_gone_is_waited_for(post: Post) -> None:
    """A disk that is not mounted is no crash; when it is back, mail is taken again."""
    away = post.folder.rename(post.folder.with_name("away"))
    with pytest.raises(TemporaryFailure):
        post.look(post.mailbox())
    watch = Watch(post.mailbox(poll_seconds=0.05), post.count, pause=lambda _: 0.05)
    watch.start()
    away.rename(post.folder)
    until(lambda: post.taken > 0, "the first look")
    post.deliver(1)
    until(lambda: len(post.inbox()) == 1, "the mail")
    assert watch.stop(10)
    assert not watch.is_alive


def test_waiting_ends_at_once_when_we_stop(post: Post) -> None:
    """A stop is not kept waiting for the next look."""
    stopping = threading.Event()
    stopping.set()
    post.mailbox(poll_seconds=3600).wait(stopping)


def test_many_mails_are_taken_in_the_sequence_of_their_names(post: Post) -> None:
    """Names begin with the moment of delivery, so older mail is stored first."""
    mailbox = post.mailbox(datetime.now(UTC) - timedelta(days=1))
    for number in (30, 10, 20):
        post.deliver(number)
    post.look(mailbox)
    assert [one.raw for one in post.inbox()] == [MAIL % 10, MAIL % 20, MAIL % 30]
