"""Mail out to a relay by SMTP, one connection for many mails.

Whatever says "not now" (4xx, a timeout, a closed connection, a refused login) is temporary; only
a 5xx to the sender, the recipient or the text of a mail is the end of that mail.
"""

from __future__ import annotations

import re
import smtplib
import ssl
import threading
from dataclasses import dataclass, field

from gm.app.records import OutboxMail
from gm.config import Tls
from gm.errors import PermanentFailure, TemporaryFailure

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


class SmtpCarrier:
    """A carrier that hands mail to a relay; it may be used by several threads, one at a time."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._connection: smtplib.SMTP | None = None
        self._turn = threading.Lock()

    def send(self, mail: OutboxMail) -> str:
        """Hand one mail to the relay and return its reply.

        Raises:
            TemporaryFailure: the relay is not there, or says to try again later.
            PermanentFailure: the relay will never take this mail.
        """
        with self._turn:
            try:
                return self._send(mail)
            except (TemporaryFailure, PermanentFailure):
                raise
            except (smtplib.SMTPException, OSError) as fault:
                self._drop()
                raise TemporaryFailure(_say(fault)) from fault

    def close(self) -> None:
        """Say goodbye to the relay; the next mail connects anew."""
        with self._turn:
            connection, self._connection = self._connection, None
            if connection is not None:
                try:
                    connection.quit()
                except (smtplib.SMTPException, OSError):
                    connection.close()

    def _send(self, mail: OutboxMail) -> str:
        connection = self._connected()
        options = _options(connection, mail)
        self._check(connection, connection.mail(mail.envelope_from, options))
        self._check(connection, connection.rcpt(mail.recipient))
        try:
            reply = connection.data(_LINE_END.sub(b"\r\n", mail.raw))
        except smtplib.SMTPDataError as fault:
            reply = (fault.smtp_code, _bytes(fault.smtp_error))
        return self._check(connection, reply)

    def _check(self, connection: smtplib.SMTP, reply: tuple[int, bytes]) -> str:
        code, words = reply
        text = f"{code} {words.decode('utf-8', 'replace')}".replace("\n", " ")
        if 200 <= code < 300:
            return text
        if code == 421:
            self._drop()
        else:
            connection.rset()
        if 500 <= code < 600:
            raise PermanentFailure(text)
        raise TemporaryFailure(text)

    def _connected(self) -> smtplib.SMTP:
        if self._connection is not None:
            try:
                if self._connection.noop()[0] == 250:
                    return self._connection
            except (smtplib.SMTPException, OSError):
                pass
            self._drop()
        self._connection = self._connect()
        return self._connection

    def _connect(self) -> smtplib.SMTP:
        relay = self._relay
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


def _options(connection: smtplib.SMTP, mail: OutboxMail) -> list[str]:
    options = []
    if connection.has_extn("size"):
        options.append(f"size={len(mail.raw)}")
    if connection.has_extn("8bitmime") and not mail.raw.isascii():
        options.append("body=8bitmime")
    if not (mail.recipient + mail.envelope_from).isascii():
        if not connection.has_extn("smtputf8"):
            raise PermanentFailure("the relay takes no addresses with letters beyond ASCII")
        options.append("SMTPUTF8")
        connection.command_encoding = "utf-8"
    return options


def _bytes(words: bytes | str) -> bytes:
    return words.encode() if isinstance(words, str) else words


def _say(fault: BaseException) -> str:
    if isinstance(fault, smtplib.SMTPResponseException):
        return f"{fault.smtp_code} {_bytes(fault.smtp_error).decode('utf-8', 'replace')}"
    return f"{type(fault).__name__}: {fault}"
