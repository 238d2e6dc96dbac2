"""Mail in by a real connection into a real database: 250 means stored, a fault of ours 451."""

import smtplib
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from gm.adapters.clock import SystemClock
from gm.adapters.post.smtp_in import Listener, SmtpServer
from gm.adapters.post.smtp_talk import MOST_RECIPIENTS
from gm.adapters.sql.engine_sqlite import WRITING, make_engine
from gm.adapters.sql.store import SqlStore
from gm.app.mail_in.intake import accept
from gm.app.records import InboxMail, InboxState

MAIL = b"From: ann@x.org\r\nSubject: orders\r\nMessage-ID: <1@x>\r\n\r\nA KkW-Wat\r\n"
LIMIT = 10 * 1024 * 1024


class Desk:
    """A store and a listener that puts mail into it; `before` runs ahead of each mail."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = SqlStore(path, busy_seconds=0.3)
        self.faults: list[Exception] = []
        listener = Listener(max_bytes=LIMIT, timeout=120)
        self.server = SmtpServer(listener, self._accept, self._is_ours)

    def _accept(self, raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        if self.faults:
            raise self.faults.pop(0)
        accept(self.store, SystemClock(), raw, sender, recipients, "smtp")

    def _is_ours(self, address: str) -> bool:
        return address.casefold().endswith("@gm.test")

    def mails(self) -> tuple[InboxMail, ...]:
        """What another process would find in the database now."""
        with SqlStore(self.path) as fresh, fresh.read() as transaction:
            return transaction.inbox()

    def connect(self) -> smtplib.SMTP:
        """A client that has said hello."""
        client = smtplib.SMTP("127.0.0.1", self.server.port, timeout=120)
        client.ehlo("client.example.org")
        return client


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A running listener over an empty store."""
    desk = Desk(tmp_path / "gm.sqlite3")
    desk.server.start()
    yield desk
    desk.server.stop()
    desk.store.close()


def send(client: smtplib.SMTP, text: bytes, *to: str) -> tuple[int, bytes]:
    """Send the text of a mail as it is, and return the one reply to it."""
    assert client.mail("ann@x.org")[0] == 250
    for address in to or ("gm+tara@gm.test",):
        assert client.rcpt(address)[0] == 250
    assert client.docmd("DATA")[0] == 354
    client.send(text + b".\r\n")
    return client.getreply()


def test_answer_comes_after_the_commit(desk: Desk) -> None:
    """When 250 is said, another process finds the mail, byte for byte."""
    with closing(desk.connect()) as client:
        assert send(client, MAIL)[0] == 250
        (mail,) = desk.mails()
    assert (mail.raw, mail.recipient, mail.envelope_from, mail.source) == (
        MAIL,
        "gm+tara@gm.test",
        "ann@x.org",
        "smtp",
    )
    assert mail.state is InboxState.NEW


def test_one_reply_for_several_recipients(desk: Desk) -> None:
    """SMTP has one reply to DATA; each recipient has a row."""
    with closing(desk.connect()) as client:
        assert send(client, MAIL, "a@gm.test", "b@gm.test")[0] == 250
        assert client.noop()[0] == 250
    assert [mail.recipient for mail in desk.mails()] == ["a@gm.test", "b@gm.test"]


def test_sender_without_address_is_kept_as_such(desk: Desk) -> None:
    """A bounce has no sender; the inbox says so."""
    with closing(desk.connect()) as client:
        client.docmd("MAIL FROM:<>")
        client.rcpt("gm@gm.test")
        client.data(MAIL)
    assert desk.mails()[0].envelope_from == "<>"


def test_same_mail_twice_has_one_effect(desk: Desk) -> None:
    """A sender that missed our answer sends again: 250 again, and a duplicate in the inbox."""
    with closing(desk.connect()) as client:
        assert send(client, MAIL)[0] == 250
        assert send(client, MAIL)[0] == 250
    assert [mail.state for mail in desk.mails()] == [InboxState.NEW, InboxState.DUPLICATE]


def test_strange_recipients_are_refused_before_the_text(desk: Desk) -> None:
    """An address that is not ours costs 550; those that are ours still get the mail."""
    with closing(desk.connect()) as client:
        client.mail("ann@x.org")
        assert client.rcpt("ann@elsewhere.org") == (550, b"5.1.1 Nobody has this address here")
        assert client.docmd("DATA")[0] == 503
        assert client.rcpt("gm@GM.test")[0] == 250
        assert client.data(MAIL)[0] == 250
    assert len(desk.mails()) == 1


def test_recipients_have_a_limit(desk: Desk) -> None:
    """Past a hundred recipients the sender is told to send the rest in another mail."""
    with closing(desk.connect()) as client:
        client.mail("ann@x.org")
        codes = [client.rcpt(f"g{n}@gm.test")[0] for n in range(MOST_RECIPIENTS + 1)]
    assert codes == [250] * MOST_RECIPIENTS + [452]


def test_locked_database_is_for_later(desk: Desk) -> None:
    """While another process holds the database the answer is 451; afterwards 250."""
    engine = make_engine(desk.path)
    with closing(desk.connect()) as client:
        with engine.connect().execution_options(begin=WRITING) as other:
            other.exec_driver_sql("SELECT 1")
            code, words = send(client, MAIL)
            assert (code, words[:5]) == (451, b"4.3.0")
        engine.dispose()
        assert desk.mails() == ()
        assert send(client, MAIL)[0] == 250
    assert len(desk.mails()) == 1


def test_fault_of_ours_is_for_later_and_tells_nothing(desk: Desk) -> None:
    """Any exception is a 451 without a word of what broke, and the connection goes on."""
    desk.faults = [RuntimeError("secret path /var/lib"), UnicodeError("x"), MemoryError("y")]
    with closing(desk.connect()) as client:
        for _ in range(3):
            code, words = send(client, MAIL)
            assert code == 451
            assert words == b"4.3.0 We cannot take your mail at the moment, try again later"
        assert send(client, MAIL)[0] == 250
    assert len(desk.mails()) == 1


def test_size_limit_is_announced(desk: Desk) -> None:
    """A client that asks is told, and one that says its mail is larger is refused at once."""
    with closing(desk.connect()) as client:
        assert client.esmtp_features["size"] == str(LIMIT)
        assert client.mail("ann@x.org", [f"size={LIMIT + 1}"])[0] == 552


@pytest.mark.parametrize("line", [b"x" * 76 + b"\r\n", b"x" * 9_999_998 + b"\r\n", b"x" * 50_000])
def test_thirty_megabytes_are_refused(desk: Desk, line: bytes) -> None:
    """However its lines are, a mail of 30 MB is a 552; the connection and the server go on."""
    with closing(desk.connect()) as client:
        client.mail("ann@x.org")
        client.rcpt("gm@gm.test")
        client.docmd("DATA")
        for _ in range(30_000_000 // len(line)):
            client.send(line)
        client.send(b"\r\n.\r\n")
        assert client.getreply()[0] == 552
        assert send(client, MAIL)[0] == 250
    assert [mail.raw for mail in desk.mails()] == [MAIL]


@pytest.mark.parametrize(
    "body",
    [
        b"NUL \x00 and \xff\xfe bytes\r\n",
        b"a long line " + b"x" * 500_000 + b"\r\n",
        b"lone \n and \r ends\r\n",
        "Grüße \u2192 \U0001f600\r\n".encode(),
        b"",
    ],
)
def test_any_bytes_arrive_as_they_were_sent(desk: Desk, body: bytes) -> None:
    """NUL bytes, long lines, bytes beyond ASCII: stored as received."""
    with closing(desk.connect()) as client:
        assert send(client, MAIL + body)[0] == 250
    assert desk.mails()[0].raw == MAIL + body


def test_dots_are_taken_off_and_end_only_on_their_own_line(desk: Desk) -> None:
    """Dot stuffing is undone, and a bare line feed around a dot never ends a mail."""
    smuggled = b"a\n.\nb\n.\r\nc\r\n..d\r\n"
    with closing(desk.connect()) as client:
        client.mail("ann@x.org")
        client.rcpt("gm@gm.test")
        client.docmd("DATA")
        client.send(MAIL + smuggled + b".\r\n")
        assert client.getreply()[0] == 250
        assert client.noop()[0] == 250
    assert [mail.raw for mail in desk.mails()] == [MAIL + b"a\n.\nb\n.\r\nc\r\n.d\r\n"]


def test_garbage_commands_do_no_harm(desk: Desk) -> None:
    """Bytes that are no SMTP get errors of SMTP, and the next client is served."""
    with socket.create_connection(("127.0.0.1", desk.server.port), timeout=120) as raw:
        raw.recv(1000)
        for line in (
            b"\xff\xfe\x00\r\n",
            b"MAIL\r\n",
            b"GET / HTTP/1.1\r\n",
            b"x" * 5000 + b"\r\n",
        ):
            raw.sendall(line)
            assert raw.recv(1000)[:1] == b"5"
    with closing(desk.connect()) as client:
        assert send(client, MAIL)[0] == 250


def test_client_that_leaves_in_the_middle_stores_nothing(desk: Desk) -> None:
    """Half a mail is no mail."""
    with socket.create_connection(("127.0.0.1", desk.server.port), timeout=120) as raw:
        raw.recv(1000)
        raw.sendall(b"EHLO x\r\nMAIL FROM:<a@b>\r\nRCPT TO:<gm@gm.test>\r\nDATA\r\n" + MAIL)
        raw.recv(1000)
    with closing(desk.connect()) as client:
        assert send(client, MAIL.replace(b"<1@x>", b"<2@x>"))[0] == 250
    assert len(desk.mails()) == 1


def test_many_senders_at_once_lose_nothing(desk: Desk) -> None:
    """Ten connections sending together: every 250 is a row."""

    def deliver(sender: int) -> None:
        with closing(desk.connect()) as client:
            for number in range(10):
                text = MAIL.replace(b"<1@x>", f"<{sender}.{number}@x>".encode())
                assert send(client, text)[0] == 250

    threads = [threading.Thread(target=deliver, args=(sender,)) for sender in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    mails = desk.mails()
    assert len({mail.raw for mail in mails}) == len(mails) == 100


def test_port_in_use_is_told_at_once(desk: Desk) -> None:
    """A second listener on a port is an error at its start."""
    second = SmtpServer(Listener(port=desk.server.port), print, bool)
    with pytest.raises(OSError, match="in use"):
        second.start()
    second.stop()


def test_port_can_be_taken_again_after_a_stop(tmp_path: Path) -> None:
    """A restart finds its port free, although a client of the last run has just left."""
    first = Desk(tmp_path / "gm.sqlite3")
    first.server.start()
    port = first.server.port
    client = first.connect()
    first.server.stop()
    client.close()
    second = SmtpServer(Listener(port=port), print, bool)
    second.start()
    second.stop()
    first.store.close()


def test_replies_are_not_held_back(desk: Desk) -> None:
    """Small packets go at once: a reply of several lines would else wait for the peer's kernel."""
    bound = desk.server._bound
    assert bound is not None
    assert bound.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_full_disk_is_for_later(desk: Desk) -> None:
    """When nothing more fits the answer is 451; what was there is whole, and later it fits."""
    full = [True]

    def limit(connection: Any, _record: object, _proxy: object) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages if full[0] else 1_000_000}")

    with closing(desk.connect()) as client:
        assert send(client, MAIL)[0] == 250
        event.listen(desk.store._database._engine, "checkout", limit)
        large = MAIL.replace(b"<1@x>", b"<2@x>") + b"x" * 100_000 + b"\r\n"
        assert send(client, large)[0] == 451
        assert [mail.raw for mail in desk.mails()] == [MAIL]
        full[0] = False
        assert send(client, large)[0] == 250
    assert [mail.raw for mail in desk.mails()] == [MAIL, large]
