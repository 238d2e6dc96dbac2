"""Mail out to a relay by SMTP, one connection for many mails.

Whatever says "not now" (4xx, a timeout, a closed connection) is temporary, and so is what is wrong
with us and not with the mail: no encryption where it was asked for, a refused login, a refused
sender. Only a 5xx to the recipient or the text of a mail is the end of that mail.
"""

from __future__ import annotations

import re
import smtplib
import ssl
import threading
from dataclasses import dataclass, field

from gm.app.records import OutboxMail
from gm.config import Tls
from gm.errors import NotReached, PermanentFailure, TemporaryFailure

_LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Relay:
    """The mail server that takes our mail.

    Args:
        hello: the name we greet it with; None for the machine's own.
        timeout: seconds to wait for each of its answers.
    """

    host: str
    port: int = 25
    tls: Tls = Tls.NONE
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    timeout: float = 30.0
    hello: str | None = None


_LOCAL = {"localhost", "127.0.0.1", "::1"}
_NOT_FOR_US = {530, 534, 535, 538}
"""Replies that ask for another login or encryption, whatever they answer (RFC 4954, 6)."""


class _Stale(Exception):
    """A kept connection was dead when a mail was begun on it."""


class SmtpCarrier:
    """A carrier that hands mail to a relay; it may be used by several threads, one at a time."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._connection: smtplib.SMTP | None = None
        self._turn = threading.Lock()

    def send(self, mail: OutboxMail) -> str:
        """Hand one mail to the relay and return its reply.

        Raises:
            NotReached: the relay is not there, or will not have us.
            TemporaryFailure: it says to try again later.
            PermanentFailure: the relay will never take this mail.
        """
        with self._turn:
            try:
                return self._send_anew(mail)
            except (TemporaryFailure, PermanentFailure):
                raise
            except (smtplib.SMTPException, OSError) as fault:
                self._drop()
                raise TemporaryFailure(_say(fault)) from fault

    def try_out(self) -> None:
        """Connect, log in and say goodbye, for `gm doctor`; no mail is begun.

        Raises:
            smtplib.SMTPException, TemporaryFailure: the relay will not have us.
            OSError: it is not there.
        """
        with self._turn:
            connection = self._connect()
            connection.quit()

    def close(self) -> None:
        """Say goodbye to the relay; the next mail connects anew."""
        with self._turn:
            connection, self._connection = self._connection, None
            if connection is not None:
                try:
                    connection.quit()
                except (smtplib.SMTPException, OSError):
                    connection.close()

    def _send_anew(self, mail: OutboxMail) -> str:
        """Send a mail on the kept connection, or on a new one where that has died meanwhile."""
        if self._connection is not None:
            try:
                return self._send(self._connection, mail)
            except _Stale:
                self._drop()
        try:
            self._connection = self._connect()
            return self._send(self._connection, mail)
        except _Stale as fault:
            self._drop()
            raise NotReached(str(fault)) from fault

    def _send(self, connection: smtplib.SMTP, mail: OutboxMail) -> str:
        sender, recipient = on_the_wire(mail.envelope_from), on_the_wire(mail.recipient)
        options = _options(connection, mail.raw, sender + recipient)
        try:
            reply = connection.mail(sender, options)
        except (smtplib.SMTPException, OSError) as fault:
            # Nothing of the mail has been said yet, so it may be begun again.
            raise _Stale(_say(fault)) from fault
        if reply[0] == 421:
            raise _Stale(_words(reply))
        if reply[0] >= 500:
            self._reset(connection)
            raise NotReached(f"the relay refuses us as the sender: {_words(reply)}")
        self._check(connection, reply)
        self._check(connection, connection.rcpt(recipient))
        try:
            reply = connection.data(_LINE_END.sub(b"\r\n", mail.raw))
        except smtplib.SMTPDataError as fault:
            reply = (fault.smtp_code, _bytes(fault.smtp_error))
        return self._check(connection, reply)

    def _check(self, connection: smtplib.SMTP, reply: tuple[int, bytes]) -> str:
        code, text = reply[0], _words(reply)
        if 200 <= code < 300:
            return text
        if code == 421:
            self._drop()
        else:
            self._reset(connection)
        if code in _NOT_FOR_US:
            raise NotReached(text)
        raise PermanentFailure(text) if 500 <= code < 600 else TemporaryFailure(text)

    def _reset(self, connection: smtplib.SMTP) -> None:
        """Forget the mail that was begun; the answer that it got stands, come what may."""
        try:
            connection.rset()
        except (smtplib.SMTPException, OSError):
            self._drop()

    def _connect(self) -> smtplib.SMTP:
        relay = self._relay
        if relay.user is not None and relay.tls is Tls.NONE and relay.host not in _LOCAL:
            raise NotReached("a password is never sent without encryption: set relay_tls")
        try:
            return self._greeted(relay)
        except (smtplib.SMTPException, OSError) as fault:
            raise NotReached(_say(fault)) from fault

    def _greeted(self, relay: Relay) -> smtplib.SMTP:
        """Return a connection that is encrypted and logged in as the settings ask for."""
        if relay.tls is Tls.TLS:
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                relay.host,
                relay.port,
                relay.hello,
                timeout=relay.timeout,
                context=ssl.create_default_context(),
            )
        else:
            connection = smtplib.SMTP(relay.host, relay.port, relay.hello, relay.timeout)
        try:
            if relay.tls is Tls.STARTTLS:
                connection.starttls(context=ssl.create_default_context())
            connection.ehlo_or_helo_if_needed()
            if relay.user is not None:
                connection.login(relay.user, relay.password or "")
        except BaseException:
            connection.close()
            raise
        return connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def on_the_wire(address: str) -> str:
    """Return an address as every mail server reads it: its domain in ASCII (RFC 5891).

    A local part beyond ASCII stays as it is and needs SMTPUTF8; so does a domain that cannot be
    written otherwise.
    """
    local, at, domain = address.rpartition("@")
    if domain.isascii():
        return address
    try:
        return f"{local}{at}{domain.encode('idna').decode('ascii')}"
    except UnicodeError:
        return address


def _options(connection: smtplib.SMTP, raw: bytes, addresses: str) -> list[str]:
    options = []
    if connection.has_extn("size"):
        options.append(f"size={len(raw)}")
    if connection.has_extn("8bitmime") and not raw.isascii():
        options.append("body=8bitmime")
    if not addresses.isascii():
        if not connection.has_extn("smtputf8"):
            raise PermanentFailure("the relay takes no addresses with letters beyond ASCII")
        options.append("SMTPUTF8")
        connection.command_encoding = "utf-8"
    return options


def _words(reply: tuple[int, bytes]) -> str:
    """Return a reply on one line."""
    return f"{reply[0]} {reply[1].decode('utf-8', 'replace')}".replace("\n", " ")


def _bytes(words: bytes | str) -> bytes:
    return words.encode() if isinstance(words, str) else words


def _say(fault: BaseException) -> str:
    if isinstance(fault, smtplib.SMTPResponseException):
        return _words((fault.smtp_code, _bytes(fault.smtp_error)))
    return f"{type(fault).__name__}: {fault}"
