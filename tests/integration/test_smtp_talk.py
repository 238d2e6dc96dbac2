"""What is said on a connection: LMTP's replies, STARTTLS, limits, and what may not be smuggled."""

import os
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from gm.adapters.post import smtp_talk
from gm.adapters.post.smtp_in import Listener, SmtpServer
from gm.adapters.post.smtp_talk import Certificate
from gm.errors import ConfigError, StoreBusy
from tests.integration.processes import until
from tests.peers import certificates

# Some of these tests make certificates.
pytestmark = pytest.mark.server("openssl")

TEXT = b"From: ann@x.org\r\nSubject: orders\r\n\r\nB A CoC\r\n"


class Door:
    """A listener that keeps in memory what it has taken; addresses in `broken` cannot be stored."""

    def __init__(self, listener: Listener) -> None:
        self.taken: list[tuple[bytes, str, list[str]]] = []
        self.broken: dict[str, Exception] = {}
        self.asked: list[str] = []
        self.server = SmtpServer(listener, self._accept, self._is_ours)

    def _accept(self, raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        for one in recipients:
            if one in self.broken:
                raise self.broken[one]
        self.taken.append((raw, sender, list(recipients)))

    def _is_ours(self, address: str) -> bool:
        self.asked.append(address)
        if address.startswith("fault"):
            raise StoreBusy("locked by somebody whose name is nobody's business")
        return address.endswith("@gm.test")

    def recipients(self) -> list[list[str]]:
        """Who each mail was for."""
        return [one for _, _, one in self.taken]


class Line:
    """One connection, by hand."""

    def __init__(self, connected: socket.socket) -> None:
        self.socket = connected
        self.socket.settimeout(20)
        self._file = connected.makefile("rb")
        self.greeting = self.reply()

    def reply(self) -> str:
        """The next reply, its last line; "" when the other side has hung up."""
        while line := self._file.readline():
            if line[3:4] != b"-":
                return line.decode().strip()
        return ""

    def say(self, command: str) -> str:
        """Say a command and return the reply."""
        self.socket.sendall(command.encode() + b"\r\n")
        return self.reply()

    def begin(self, *recipients: str, hello: str = "LHLO x") -> list[str]:
        """Open a mail, and return the replies to its recipients."""
        assert self.say(hello).startswith("250")
        assert self.say("MAIL FROM:<ann@x.org>").startswith("250")
        replies = [self.say(f"RCPT TO:<{one}>") for one in recipients]
        assert self.say("DATA").startswith("354")
        return replies

    def close(self) -> None:
        """Hang up."""
        self._file.close()
        self.socket.close()


def connect(door: Door) -> Line:
    """Connect by TCP."""
    return Line(socket.create_connection(("127.0.0.1", door.server.port), timeout=120))


def doors(listener: Listener) -> Iterator[Door]:
    """A door for the length of a test."""
    door = Door(listener)
    door.server.start()
    yield door
    door.server.stop()


@pytest.fixture
def lmtp() -> Iterator[Door]:
    """A listener that speaks LMTP."""
    yield from doors(Listener(lmtp=True, max_bytes=100_000))


@pytest.fixture
def smtp() -> Iterator[Door]:
    """A listener that speaks SMTP."""
    yield from doors(Listener())


def test_lmtp_answers_each_recipient(lmtp: Door) -> None:
    """Two recipients taken and one refused: two replies to the text, each stored on its own."""
    with closing(connect(lmtp)) as line:
        replies = line.begin("gm+a@gm.test", "x@elsewhere.org", "gm+b@gm.test")
        assert [one[:3] for one in replies] == ["250", "550", "250"]
        line.socket.sendall(TEXT + b".\r\n")
        assert [line.reply()[:9], line.reply()[:9]] == ["250 2.0.0", "250 2.0.0"]
        assert line.say("NOOP").startswith("250"), "no reply too many"
    assert lmtp.recipients() == [["gm+a@gm.test"], ["gm+b@gm.test"]]


def test_lmtp_fails_one_recipient_alone(lmtp: Door) -> None:
    """What cannot be stored for one is 451 for him, after which nobody waits again."""
    lmtp.broken = {"gm+b@gm.test": RuntimeError("secret")}
    with closing(connect(lmtp)) as line:
        line.begin("gm+a@gm.test", "gm+b@gm.test", "gm+c@gm.test")
        line.socket.sendall(TEXT + b".\r\n")
        replies = [line.reply() for _ in range(3)]
        assert [one[:3] for one in replies] == ["250", "451", "451"]
        assert not any("secret" in one for one in replies)
        assert line.say("NOOP").startswith("250")
    assert lmtp.recipients() == [["gm+a@gm.test"]]


def test_lmtp_refuses_a_large_mail_for_each(lmtp: Door) -> None:
    """Too much text is 552 as often as there are recipients."""
    with closing(connect(lmtp)) as line:
        line.begin("gm+a@gm.test", "gm+b@gm.test")
        line.socket.sendall((b"x" * 98 + b"\r\n") * 2000 + b".\r\n")
        assert [line.reply()[:3], line.reply()[:3]] == ["552", "552"]
        assert line.say("NOOP").startswith("250")
    assert lmtp.taken == []


def test_lmtp_knows_its_own_greeting_only(lmtp: Door) -> None:
    """EHLO and HELO belong to SMTP (RFC 2033, 4.1)."""
    with closing(connect(lmtp)) as line:
        assert line.say("EHLO x").startswith("500")
        assert line.say("LHLO x").startswith("250")
        assert line.say("DATA").startswith("503")


def test_a_lookup_that_fails_is_for_later(smtp: Door) -> None:
    """An address we cannot look up now is neither ours nor nobody's: 451."""
    with closing(connect(smtp)) as line:
        line.say("EHLO x")
        line.say("MAIL FROM:<>")
        reply = line.say("RCPT TO:<fault@gm.test>")
        assert reply.startswith("451 4.3.0")
        assert "nobody" not in reply
        assert line.say("RCPT TO:<gm@gm.test>").startswith("250")


@pytest.mark.parametrize(
    ("written", "answer", "address"),
    [
        ("<gm@gm.test>", "250", "gm@gm.test"),
        ("<gm+a.b=c@gm.test>", "250", "gm+a.b=c@gm.test"),
        ("gm@gm.test", "250", "gm@gm.test"),
        ('<"a b"@gm.test>', "250", '"a b"@gm.test'),
        ("<grüße@gm.test>", "250", "grüße@gm.test"),
        ("<gm@gm.test> NOTIFY=NEVER", "555", ""),
        ("<gm@@gm.test>", "553", ""),
        ("<gm..x@>", "553", ""),
        ("<" + "(" * 480, "553", ""),
    ],
)
def test_addresses_in_every_writing(smtp: Door, written: str, answer: str, address: str) -> None:
    """Plain, quoted, bare and beyond ASCII; what is no address is refused, however deep it goes."""
    with closing(connect(smtp)) as line:
        line.say("EHLO x")
        line.say("MAIL FROM:<a@x.org> SIZE=10 BODY=8BITMIME SMTPUTF8")
        assert line.say(f"RCPT TO:{written}")[:3] == answer
        assert line.say("NOOP").startswith("250")
    assert smtp.asked == ([address] if address else [])


def test_an_address_is_looked_up_once(smtp: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is ours stays ours and is not asked for again; what is not may be tomorrow."""
    monkeypatch.setattr(smtp_talk, "MOST_KNOWN", 2)
    with closing(connect(smtp)) as line:
        line.say("EHLO x")
        line.say("MAIL FROM:<>")
        for name in ("a@gm.test", "b@gm.test", "a@gm.test", "x@y.org", "x@y.org", "c@gm.test"):
            line.say(f"RCPT TO:<{name}>")
        assert smtp.asked == ["a@gm.test", "b@gm.test", "x@y.org", "x@y.org", "c@gm.test"]
        line.say("RCPT TO:<a@gm.test>")
        assert smtp.asked[-1] == "a@gm.test", "only so many are remembered"


def test_commands_may_be_sent_ahead(smtp: Door) -> None:
    """A client that sends everything at once gets every reply in turn (RFC 2920)."""
    with closing(connect(smtp)) as line:
        assert "PIPELINING" in _features(smtp)
        line.say("EHLO x")
        line.socket.sendall(
            b"MAIL FROM:<a@x.org>\r\nRCPT TO:<gm@gm.test>\r\nRCPT TO:<no@where.org>\r\nDATA\r\n"
        )
        assert [line.reply()[:3] for _ in range(4)] == ["250", "250", "550", "354"]
        line.socket.sendall(TEXT + b".\r\nQUIT\r\n")
        assert [line.reply()[:3], line.reply()[:3], line.reply()] == ["250", "221", ""]
    assert smtp.recipients() == [["gm@gm.test"]]


def _features(door: Door) -> str:
    with smtplib.SMTP("127.0.0.1", door.server.port, timeout=120) as client:
        client.ehlo("x")
        assert client.ehlo_resp is not None
        return client.ehlo_resp.decode()


@pytest.mark.parametrize(
    "end",
    [
        b"\n.\n",
        b"\n.\r\n",
        b"\r\n.\n",
        b"\r.\r",
        b"\r.\r\n",
        b"\r\n.\r",
        b"\r\n\x00.\r\n",
        b"\n\n.\r\n",
    ],
)
def test_no_second_mail_is_smuggled_in(smtp: Door, end: bytes) -> None:
    """Only CRLF, a dot and CRLF end a mail: what follows any other end is text of the same mail."""
    second = (
        b"MAIL FROM:<gm@bank.org>\r\nRCPT TO:<gm@gm.test>\r\nDATA\r\nFrom: boss@x.org\r\n\r\n!\r\n"
    )
    with closing(connect(smtp)) as line:
        line.begin("gm@gm.test", hello="EHLO x")
        line.socket.sendall(TEXT + b"x" + end + second + b".\r\n")
        assert line.reply().startswith("250 2.0.0")
        assert line.say("NOOP").startswith("250")
    ((raw, sender, _),) = smtp.taken
    assert sender == "ann@x.org"
    # A dot that begins a line was put there by the sender's server, and is taken off again.
    assert raw == TEXT + b"x" + end.replace(b"\r\n.", b"\r\n") + second


def test_too_many_connections_are_for_later() -> None:
    """Past the limit a connection is told to come back, and an ended one makes room."""
    for door in doors(Listener(connections=2)):
        lines = [connect(door) for _ in range(2)]
        turned_away = connect(door)
        assert turned_away.greeting.startswith("421 4.3.2")
        assert turned_away.reply() == ""
        turned_away.close()
        lines.pop().close()

        def fits(door: Door = door) -> bool:
            with closing(connect(door)) as line:
                return line.greeting.startswith("220")

        until(fits, "room for another connection")
        lines.pop().close()


def test_who_tries_addresses_is_sent_away(smtp: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """After many addresses that nobody has the connection ends."""
    monkeypatch.setattr(smtp_talk, "MOST_REFUSED", 3)
    with closing(connect(smtp)) as line:
        line.say("EHLO x")
        line.say("MAIL FROM:<>")
        assert [line.say(f"RCPT TO:<{n}@x.org>")[:3] for n in range(4)] == ["550"] * 3 + ["421"]
        assert line.reply() == ""


def test_commands_without_end_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who only keeps us busy is hung up on."""
    monkeypatch.setattr(smtp_talk, "MOST_COMMANDS", {"*": 5})
    for door in doors(Listener()):
        with closing(connect(door)) as line:
            assert [line.say("NOOP")[:3] for _ in range(6)] == ["250"] * 5 + ["421"]
            assert line.reply() == ""


def test_silence_ends_a_connection() -> None:
    """Who says nothing for too long is hung up on, also in the middle of a mail."""
    for door in doors(Listener(timeout=0.3)):
        with closing(connect(door)) as idle:
            assert idle.reply() == ""
        with closing(connect(door)) as slow:
            begun = b"EHLO x\r\nMAIL FROM:<a@x.org>\r\nRCPT TO:<gm@gm.test>\r\nDATA\r\n"
            slow.socket.sendall(begun + b"From: ann@x.org\r\n")
            while slow.reply():
                pass
        assert door.taken == []


# a UNIX socket


def reach(path: Path) -> Line:
    """Connect by a UNIX socket."""
    connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connected.connect(str(path))
    return Line(connected)


def test_mail_by_a_unix_socket(tmp_path: Path) -> None:
    """A mail system on the same machine needs no port; the socket goes with the server."""
    path = tmp_path / "gm.sock"
    for door in doors(Listener(path=str(path), lmtp=True)):
        with closing(reach(path)) as line:
            line.begin("gm@gm.test")
            line.socket.sendall(TEXT + b".\r\n")
            assert line.reply().startswith("250")
        assert door.recipients() == [["gm@gm.test"]]
        assert path.stat().st_mode & 0o777 == 0o666
        assert str(path) in door.server.place
    assert not path.exists()


def test_a_dead_socket_is_replaced_and_a_living_one_is_not(tmp_path: Path) -> None:
    """What a killed server left is in nobody's way; a server that lives, and a file, are."""
    path = tmp_path / "gm.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as dead:
        dead.bind(str(path))
    for _ in doors(Listener(path=str(path))):
        second = Door(Listener(path=str(path)))
        with pytest.raises(OSError, match="in use"):
            second.server.start()
        with closing(reach(path)) as line:
            assert line.greeting.startswith("220")
    path.write_text("a file of somebody's")
    with pytest.raises(OSError, match="in use"):
        Door(Listener(path=str(path))).server.start()
    assert path.read_text() == "a file of somebody's"


# STARTTLS


@pytest.fixture
def files(tmp_path: Path) -> certificates.Certificate:
    """A certificate and its key."""
    return certificates.make_certificate(tmp_path)


@pytest.fixture
def tls(files: certificates.Certificate) -> Iterator[Door]:
    """A listener with a certificate."""
    yield from doors(Listener(certificate=Certificate(files.chain, files.key)))


def trusting(files: certificates.Certificate) -> ssl.SSLContext:
    """A client that believes this certificate and no other."""
    return ssl.create_default_context(cafile=os.fspath(files.chain))


def send_encrypted(door: Door, context: ssl.SSLContext) -> None:
    """Send a mail over an encrypted connection."""
    with smtplib.SMTP("localhost", door.server.port, timeout=120) as client:
        client.starttls(context=context)
        client.ehlo("x")
        assert not client.has_extn("starttls")
        assert not client.has_extn("auth"), "nobody can log in here"
        client.sendmail("ann@x.org", ["gm@gm.test"], TEXT)


def test_mail_may_come_encrypted(tls: Door, files: certificates.Certificate) -> None:
    """A client checks our certificate and sends its mail behind STARTTLS; plain is taken, too."""
    send_encrypted(tls, trusting(files))
    with smtplib.SMTP("localhost", tls.server.port, timeout=120) as client:
        client.sendmail("ann@x.org", ["gm@gm.test"], TEXT)
    assert [raw for raw, _, _ in tls.taken] == [TEXT, TEXT]


def test_lmtp_may_come_encrypted(files: certificates.Certificate) -> None:
    """LMTP has STARTTLS as well, and still its own replies behind it."""
    with_tls = Listener(lmtp=True, certificate=Certificate(files.chain, files.key))
    for door in doors(with_tls):
        line = connect(door)
        line.say("LHLO x")
        assert line.say("STARTTLS").startswith("220")
        encrypted = trusting(files).wrap_socket(line.socket, server_hostname="localhost")
        after = Line.__new__(Line)
        after.socket, after._file = encrypted, encrypted.makefile("rb")
        after.begin("gm+a@gm.test", "gm+b@gm.test")
        encrypted.sendall(TEXT + b".\r\n")
        assert [after.reply()[:3], after.reply()[:3]] == ["250", "250"]
        after.close()
        line._file.close()


def test_commands_slipped_in_before_the_handshake_are_forgotten(
    tls: Door, files: certificates.Certificate
) -> None:
    """What came in plain behind STARTTLS is no command of the encrypted connection (CVE-2011-0411)."""
    line = connect(tls)
    line.say("EHLO x")
    line.socket.sendall(b"STARTTLS\r\nMAIL FROM:<evil@x.org>\r\n")
    assert line.reply().startswith("220")
    try:
        encrypted = trusting(files).wrap_socket(line.socket, server_hostname="localhost")
    except (ssl.SSLError, OSError):
        return  # the handshake was spoilt, and nothing else happened
    after = Line.__new__(Line)
    after.socket, after._file = encrypted, encrypted.makefile("rb")
    assert after.say("EHLO x").startswith("250")
    assert after.say("RCPT TO:<gm@gm.test>").startswith("503"), "there is no sender"
    after.close()
    line._file.close()


def test_a_renewed_certificate_is_used_at_once(
    tls: Door, files: certificates.Certificate, tmp_path: Path
) -> None:
    """The next connection after a renewal sees the new certificate; no restart is needed."""
    old = trusting(files)
    send_encrypted(tls, old)
    (tmp_path / "new").mkdir()
    renewed = certificates.make_certificate(tmp_path / "new")
    renewed.key.replace(files.key)
    renewed.chain.replace(files.chain)
    with pytest.raises(ssl.SSLError):
        send_encrypted(tls, old)
    send_encrypted(tls, trusting(files))


def test_a_broken_renewal_leaves_the_old_certificate(
    tls: Door, files: certificates.Certificate, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A key that does not fit, or none, is logged; what was good goes on until it is mended."""
    old = trusting(files)
    (tmp_path / "new").mkdir()
    certificates.make_certificate(tmp_path / "new").key.replace(files.key)
    send_encrypted(tls, old)
    files.key.unlink()
    tls.server.renew_certificate()
    send_encrypted(tls, old)
    assert caplog.text.count("cannot be used") >= 2


def test_a_certificate_must_be_good_at_the_start(
    files: certificates.Certificate, tmp_path: Path
) -> None:
    """A file that is missing or no certificate is an error of the settings."""
    for chain in (tmp_path / "nothing.pem", files.key):
        with pytest.raises(ConfigError, match="tls_certificate"):
            Certificate(chain)


def test_a_handshake_that_fails_harms_nobody(tls: Door, files: certificates.Certificate) -> None:
    """Garbage in place of a handshake costs that connection alone."""
    line = connect(tls)
    line.say("EHLO x")
    assert line.say("STARTTLS").startswith("220")
    line.socket.sendall(b"GET / HTTP/1.1\r\n\r\n" * 20)
    assert not line.reply().startswith("2")
    line.close()
    send_encrypted(tls, trusting(files))


def test_connections_are_counted_through_starttls(files: certificates.Certificate) -> None:
    """An encrypted connection that has ended makes room like any other."""
    one = Listener(connections=1, certificate=Certificate(files.chain, files.key))
    for door in doors(one):
        for number in range(1, 4):

            def sent(door: Door = door, number: int = number) -> bool:
                try:
                    send_encrypted(door, trusting(files))
                except smtplib.SMTPConnectError:
                    return False
                return len(door.taken) == number

            until(sent, "room")


def test_stopping_lets_answers_out() -> None:
    """A mail being stored at the stop is finished, and its sender told."""
    release, began = threading.Event(), threading.Event()
    taken: list[bytes] = []

    def accept(raw: bytes, _sender: str, _recipients: Sequence[str]) -> None:
        began.set()
        release.wait(20)
        taken.append(raw)

    server = SmtpServer(replace(Listener(), lmtp=True), accept, lambda _: True)
    server.start()
    line = Line(socket.create_connection(("127.0.0.1", server.port), timeout=120))
    line.begin("gm@gm.test")
    line.socket.sendall(TEXT + b".\r\n")
    assert began.wait(20)
    stopping = threading.Thread(target=server.stop)
    stopping.start()
    release.set()
    assert line.reply().startswith("250 2.0.0")
    stopping.join(20)
    line.close()
    assert taken == [TEXT]
