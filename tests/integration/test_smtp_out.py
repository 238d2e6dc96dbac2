"""Mail out to a real listener: replies are told apart, connections kept, nothing doubled."""

import socket
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest

from gm.adapters.smtp_out import Relay, SmtpCarrier
from gm.app.records import OutboxMail
from gm.config import Tls
from gm.errors import PermanentFailure, TemporaryFailure
from tests.integration.sink import DROP, Sink

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
RAW = b"Subject: report\n\n.a line with a dot\nM\xc3\xbcnster\n"


def letter(recipient: str = "ann@x.org", sender: str = "", raw: bytes = RAW) -> OutboxMail:
    """A mail that is due."""
    return OutboxMail(0, "k", "<1@y>", sender, recipient, raw, NOW, NOW)


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


def test_addresses_beyond_ascii_are_announced(sink: Sink, carrier: SmtpCarrier) -> None:
    """Such an address goes with SMTPUTF8, since the sink offers it."""
    carrier.send(letter("jürgen@x.org"))
    assert sink.taken[0].recipients == ["jürgen@x.org"]


def test_password_shows_nowhere() -> None:
    """A relay that is printed or logged does not tell the password."""
    assert "hunter2" not in repr(Relay("h", password="hunter2"))
