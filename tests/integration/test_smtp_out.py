"""Mail out to a real listener: replies are told apart, connections kept, nothing doubled."""

import socket
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest

from gm.adapters.post.smtp_out import Relay, SmtpCarrier, on_the_wire
from gm.app.records import OutboxMail
from gm.config import Tls
from gm.errors import PermanentFailure, TemporaryFailure
from tests.integration.sink import DROP, Sink
from tests.peers.certificates import Certificate, make_certificate

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
RAW = b"Subject: report\n\n.a line with a dot\nM\xc3\xbcnster\n"


def letter(recipient: str = "ann@x.org", sender: str = "", raw: bytes = RAW) -> OutboxMail:
    """A mail that is due."""
    return OutboxMail(0, "k", "<1@y>", sender, recipient, raw, NOW, NOW)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """A certificate for loopback that nobody trusts of himself."""
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def sink() -> Iterator[Sink]:
    """A mail server that takes everything unless told otherwise."""
    with Sink() as server:
        yield server


@pytest.fixture
def carrier(sink: Sink) -> Iterator[SmtpCarrier]:
    """A carrier to the sink."""
    with closing(SmtpCarrier(Relay("127.0.0.1", sink.port, timeout=5))) as opened:
        yield opened


def test_mail_arrives_as_written(sink: Sink, carrier: SmtpCarrier) -> None:
    """Text and envelope arrive whole, with the line ends of SMTP; the reply is returned."""
    assert carrier.send(letter()) == "250 kept"
    (taken,) = sink.taken
    assert taken.raw == RAW.replace(b"\n", b"\r\n")
    assert (taken.sender, taken.recipients) == ("<>", ["ann@x.org"])


def test_one_connection_carries_many_mails(sink: Sink, carrier: SmtpCarrier) -> None:
    """Mails share a connection until it is closed."""
    for _ in range(3):
        carrier.send(letter())
    carrier.close()
    carrier.send(letter(sender="gm@y"))
    assert sink.sessions == 2
    assert len(sink.taken) == 4
    assert sink.taken[3].sender == "gm@y"


@pytest.mark.parametrize("stage", ["rcpt", "data"])
@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("451 4.7.1 Greylisted", TemporaryFailure),
        ("452 4.2.2 Full", TemporaryFailure),
        ("421 4.3.2 Going down", TemporaryFailure),
        ("550 5.1.1 Nobody", PermanentFailure),
        ("554 5.7.1 Spam", PermanentFailure),
    ],
)
def test_replies_are_told_apart(
    sink: Sink, carrier: SmtpCarrier, stage: str, reply: str, kind: type[Exception]
) -> None:
    """4xx is for now, 5xx for good, and the next mail goes as if nothing had been."""
    getattr(sink, stage).append(reply)
    with pytest.raises(kind, match=reply[4:]):
        carrier.send(letter())
    assert carrier.send(letter("bob@x.org")) == "250 kept"
    assert [mail.recipients for mail in sink.taken] == [["bob@x.org"]]


def test_connection_dropped_after_the_text_is_temporary(sink: Sink, carrier: SmtpCarrier) -> None:
    """Without an answer nobody knows whether the mail was taken: it is tried again."""
    sink.data.append(DROP)
    with pytest.raises(TemporaryFailure):
        carrier.send(letter())
    assert carrier.send(letter()) == "250 kept"


def test_server_that_is_not_there_is_temporary() -> None:
    """A refused connection is tried again later."""
    with socket.create_server(("127.0.0.1", 0)) as bound:
        port = bound.getsockname()[1]
    with pytest.raises(TemporaryFailure, match="refused"):
        SmtpCarrier(Relay("127.0.0.1", port)).send(letter())


def test_server_that_says_nothing_is_temporary() -> None:
    """Silence is waited for no longer than the timeout."""
    with socket.create_server(("127.0.0.1", 0)) as bound:
        carrier = SmtpCarrier(Relay("127.0.0.1", bound.getsockname()[1], timeout=0.2))
        with pytest.raises(TemporaryFailure, match="timed out"):
            carrier.send(letter())


def test_relay_restarted_between_mails_costs_nothing(sink: Sink, carrier: SmtpCarrier) -> None:
    """A kept connection that has died is noticed before a mail is given to it."""
    carrier.send(letter())
    connection = carrier._connection
    assert connection is not None
    assert connection.sock is not None
    connection.sock.shutdown(socket.SHUT_RDWR)
    assert carrier.send(letter()) == "250 kept"
    assert len(sink.taken) == 2


@pytest.mark.parametrize("secure", [{"tls": Tls.STARTTLS}, {"tls": Tls.TLS}, {"user": "gm"}])
def test_relay_without_what_was_asked_gets_nothing(sink: Sink, secure: dict[str, Tls]) -> None:
    """No TLS, no login: the mail waits until somebody mends the settings, and is not sent bare."""
    carrier = SmtpCarrier(Relay("127.0.0.1", sink.port, timeout=5, **secure))  # type: ignore[arg-type]
    with pytest.raises(TemporaryFailure):
        carrier.send(letter())
    assert sink.seen == []


@pytest.mark.parametrize("reply", ["550 5.7.1 not you", "530 5.7.0 log in first", "421 busy"])
def test_relay_that_refuses_us_costs_no_mail(sink: Sink, carrier: SmtpCarrier, reply: str) -> None:
    """A sender it will not have is our own fault, which somebody mends: nothing is given up."""
    sink.mail.append(reply)
    with pytest.raises(TemporaryFailure, match=reply[4:]):
        carrier.send(letter(sender="gm@y"))
    assert carrier.send(letter(sender="gm@y")) == "250 kept"
    assert len(sink.taken) == 1


def test_relay_that_wants_a_login_costs_no_mail(sink: Sink, carrier: SmtpCarrier) -> None:
    """Nor does a recipient that is only taken from those who have logged in."""
    sink.rcpt.append("530 5.7.0 Authentication required")
    with pytest.raises(TemporaryFailure):
        carrier.send(letter())


def test_password_is_never_sent_bare_over_a_network() -> None:
    """Without encryption a login is refused by ourselves, before anything is sent."""
    relay = Relay("relay.example.org", user="gm", password="hunter2")
    with pytest.raises(TemporaryFailure, match="without encryption"):
        SmtpCarrier(relay).send(letter())


def test_domains_beyond_ascii_go_as_every_server_reads_them(
    sink: Sink, carrier: SmtpCarrier
) -> None:
    """A domain has a form in ASCII, so no server needs to know another."""
    carrier.send(letter("ann@bücher.example"))
    assert sink.taken[0].recipients == ["ann@xn--bcher-kva.example"]
    assert on_the_wire("jürgen@bücher.example") == "jürgen@xn--bcher-kva.example"
    assert on_the_wire("") == ""


@pytest.mark.server("openssl")
@pytest.mark.parametrize("tls", [Tls.STARTTLS, Tls.TLS])
def test_relay_with_a_certificate_of_nobody_we_know_gets_nothing(
    tls: Tls, certificate: Certificate
) -> None:
    """Whoever sits between us and the relay cannot read mail by a certificate of his own."""
    with Sink(certificate=certificate, at_once=tls is Tls.TLS) as sink:
        carrier = SmtpCarrier(Relay("127.0.0.1", sink.port, tls=tls, timeout=5))
        with pytest.raises(TemporaryFailure, match="certificate"):
            carrier.send(letter())
        assert sink.seen == []


@pytest.mark.server("openssl")
@pytest.mark.parametrize("tls", [Tls.STARTTLS, Tls.TLS])
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_mail_goes_encrypted_to_a_relay_we_can_check(
    tls: Tls, name: str, certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the right certificate for the very name of the relay the mail is taken."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.chain))
    with Sink(certificate=certificate, at_once=tls is Tls.TLS) as sink:
        relay = Relay(name, sink.port, tls=tls, timeout=5)
        with closing(SmtpCarrier(relay)) as carrier:
            assert carrier.send(letter()) == "250 kept"
        assert sink.encrypted == [True]


def test_addresses_beyond_ascii_are_announced(sink: Sink, carrier: SmtpCarrier) -> None:
    """Such an address goes with SMTPUTF8, since the sink offers it."""
    carrier.send(letter("jürgen@x.org"))
    assert sink.taken[0].recipients == ["jürgen@x.org"]


def test_password_shows_nowhere() -> None:
    """A relay that is printed or logged does not tell the password."""
    assert "hunter2" not in repr(Relay("h", password="hunter2"))
