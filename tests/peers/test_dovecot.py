"""The Dovecot that other tests use: mail goes in by LMTP and comes out by IMAP."""

from __future__ import annotations

import imaplib
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.peers.dovecot import PASSWORD, Dovecot
from tests.peers.programs import listens

MAIL = b"From: ann@example.org\r\nTo: gm@gm.test\r\nMessage-ID: <1@x>\r\n\r\nA Gal - Kil\r\n"


@pytest.fixture
def client(dovecot: Dovecot) -> Iterator[imaplib.IMAP4]:
    """A reader of the mailbox of user maeve."""
    opened = imaplib.IMAP4("127.0.0.1", dovecot.imap, timeout=30)
    opened.login("maeve", PASSWORD)
    yield opened
    with suppress(OSError):
        opened.shutdown()


def uids(client: imaplib.IMAP4) -> tuple[bytes, list[bytes]]:
    """The UIDVALIDITY of the INBOX and the UIDs in it."""
    client.select("INBOX")
    validity = client.response("UIDVALIDITY")[1][0]
    return validity, client.uid("SEARCH", "ALL")[1][0].split()


@pytest.mark.slow
def test_a_mail_goes_in_and_comes_out(dovecot: Dovecot, client: imaplib.IMAP4) -> None:
    """What LMTP took lies in the INBOX, below the mark of the way it came."""
    before = uids(client)[1]
    dovecot.deliver("maeve+tara.secret", MAIL)
    (uid,) = set(uids(client)[1]) - set(before)
    raw = client.uid("FETCH", uid.decode(), "(RFC822)")[1][0][1]
    assert raw.endswith(MAIL.split(b"\r\n\r\n")[1])
    assert b"Delivered-To: maeve+tara.secret@gm.test" in raw
    assert dovecot.maildir("maeve").is_dir()


def test_a_list_of_uids_is_forgotten(dovecot: Dovecot, client: imaplib.IMAP4) -> None:
    """Without its list the mailbox has the same mails under another UIDVALIDITY."""
    dovecot.deliver("maeve", MAIL)
    validity, known = uids(client)
    client.logout()
    # UIDVALIDITY is a moment in seconds: the next list must be of another one.
    dovecot.forget_uids("maeve")
    with imaplib.IMAP4("127.0.0.1", dovecot.imap, timeout=30) as again:
        again.login("maeve", PASSWORD)
        changed, numbered = uids(again)
    assert len(numbered) == len(known)
    assert changed != validity


def test_tls_is_by_a_certificate_that_can_be_checked(dovecot: Dovecot) -> None:
    """Whoever trusts its certificate gets in under TLS, and with the right password only."""
    context = ssl.create_default_context(cafile=str(dovecot.certificate.chain))
    with imaplib.IMAP4_SSL("localhost", dovecot.imaps, ssl_context=context, timeout=30) as opened:
        with pytest.raises(imaplib.IMAP4.error):
            opened.login("maeve", "wrong")
        assert opened.login("maeve", PASSWORD)[0] == "OK"


def test_frozen_and_killed(dovecot: Dovecot, client: imaplib.IMAP4) -> None:
    """Frozen, it is silent and answers afterwards; killed, its connections break; it comes back."""
    dovecot.daemon.freeze()
    answers: list[str] = []
    asking = threading.Thread(target=lambda: answers.append(client.noop()[0]))
    asking.start()
    asking.join(0.2)
    assert answers == []
    dovecot.daemon.thaw()
    asking.join(30)
    assert answers == ["OK"]
    dovecot.daemon.kill()
    with pytest.raises((imaplib.IMAP4.abort, OSError)):
        client.noop()
    assert not listens(dovecot.imap)
    dovecot.start()
    assert listens(dovecot.imap)
