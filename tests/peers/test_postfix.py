"""The Postfix that other tests use: mail is kept, handed on, tried again, and told undeliverable."""

from __future__ import annotations

import smtplib
import ssl

import pytest

from tests.integration.sink import Sink
from tests.peers.dovecot import PASSWORD, Dovecot
from tests.peers.postfix import Postfix, lmtp_to, smtp_to
from tests.peers.programs import until

MAIL = b"From: ann@example.org\r\nTo: gm@gm.test\r\nMessage-ID: <1@x>\r\n\r\nA Gal - Kil\r\n"


def send(postfix: Postfix, recipient: str, sender: str = "ann@example.org") -> None:
    """Hand it a mail."""
    with smtplib.SMTP("127.0.0.1", postfix.smtp, timeout=30) as client:
        client.sendmail(sender, [recipient], MAIL)


@pytest.mark.slow
def test_a_mail_waits_until_the_next_server_takes_it(postfix: Postfix) -> None:
    """Refused for now, it stays in the queue, through a kill of Postfix too; then it is through."""
    with Sink(data=["451 4.3.0 not now"]) as sink:
        postfix.set_routes({"gm.test": smtp_to(sink.port)})
        send(postfix, "gm@gm.test")
        until(lambda: bool(sink.seen), "the first try")
        postfix.daemon.kill()
        postfix.start()
        until(lambda: bool(sink.taken), "the second try")
        until(lambda: not postfix.queue(), "an empty queue")
    assert [one.recipients for one in sink.taken] == [["gm@gm.test"]]
    assert b"Received: from " in sink.taken[0].raw


def test_what_is_refused_for_good_comes_back(postfix: Postfix) -> None:
    """The sender gets a delivery status notification, from nobody."""
    with Sink(rcpt=["550 5.1.1 nobody of that name"]) as away, Sink() as sink:
        postfix.set_routes({"gm.test": smtp_to(sink.port), "away.test": smtp_to(away.port)})
        send(postfix, "ann@away.test", sender="gm-b+17@gm.test")
        until(lambda: bool(sink.taken), "the notification")
    (told,) = sink.taken
    assert (told.sender, told.recipients) == ("<>", ["gm-b+17@gm.test"])
    assert b"multipart/report; report-type=delivery-status" in told.raw
    assert b"550 5.1.1 nobody of that name" in told.raw


def test_nothing_leaves_the_machine(postfix: Postfix) -> None:
    """A domain without a route is refused, and looked up nowhere."""
    with pytest.raises(smtplib.SMTPRecipientsRefused, match="no route to this domain"):
        send(postfix, "ann@elsewhere.example")


def test_mail_reaches_a_mailbox(postfix: Postfix, dovecot: Dovecot) -> None:
    """Postfix and Dovecot work together, by LMTP."""
    postfix.set_routes({"gm.test": lmtp_to(dovecot.lmtp)})
    send(postfix, "etain@gm.test")
    until(lambda: not postfix.queue(), "an empty queue")
    assert len(list((dovecot.maildir("etain") / "new").iterdir())) == 1


@pytest.mark.slow
def test_submission_asks_for_tls_and_a_login(postfix: Postfix, dovecot: Dovecot) -> None:
    """Without them nothing is relayed; with them it is."""
    context = ssl.create_default_context(cafile=str(postfix.certificate.chain))
    postfix.set_routes({"gm.test": lmtp_to(dovecot.lmtp)})
    with smtplib.SMTP("localhost", postfix.submission, timeout=30) as client:
        with pytest.raises(smtplib.SMTPNotSupportedError):
            client.login("ann", PASSWORD)
        client.starttls(context=context)
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            client.sendmail("ann@gm.test", ["fergus@gm.test"], MAIL)
        with pytest.raises(smtplib.SMTPAuthenticationError):
            client.login("ann", "wrong")
        client.login("ann", PASSWORD)
        client.sendmail("ann@gm.test", ["fergus@gm.test"], MAIL)
    until(lambda: not postfix.queue(), "an empty queue")
    assert len(list((dovecot.maildir("fergus") / "new").iterdir())) == 1
