"""What is said on one connection of the listener, in SMTP (RFC 5321) or LMTP (RFC 2033).

Whatever goes wrong on our side is a 451, so that the sender's server keeps the mail and tries
again; it is never a 5xx, and never tells the peer what broke. In LMTP each recipient is stored and
answered on its own.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import ClassVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session, TLSSetupException

from gm.adapters.smtp_tls import Certificate
from gm.errors import StoreError

_log = logging.getLogger(__name__)

LATER = "451 4.3.0 We cannot take your mail at the moment, try again later"
NOBODY = "550 5.1.1 Nobody has this address here"
TOO_LARGE = "552 5.3.4 Your mail is larger than we take"
TAKEN = "250 2.0.0 Your mail is taken"
TOO_MANY = "452 4.5.3 Too many recipients"
BUSY = "421 4.3.2 Too many connections, try again later"
GUESSING = "421 4.7.0 Too many addresses that nobody has"

MOST_RECIPIENTS = 100
MOST_REFUSED = 100
"""After so many recipients nobody has a connection is closed: somebody tries addresses."""

MOST_KNOWN = 10_000
"""So many addresses of ours are remembered."""

MOST_COMMANDS = {"*": 1_000} | dict.fromkeys(("MAIL", "RCPT", "DATA", "RSET"), 100_000)
"""How often each command may be given on one connection."""

_ATOM = r"[\w!#$%&'*+/=?^`{|}~-]+"
_PLAIN = re.compile(rf"<({_ATOM}(?:\.{_ATOM})*@[\w-]+(?:\.[\w-]+)*)>((?:\s.*)?)", re.ASCII)
"""An address as nearly everybody writes it (RFC 5321, 4.1.2), and the parameters behind it."""

# The library logs every command, addresses and all; ours must not stand in a log.
logging.getLogger("mail.log").setLevel(logging.WARNING)

Accept = Callable[[bytes, str, Sequence[str]], object]
"""Store a mail durably (raw, envelope sender, recipients), or raise."""

IsOurs = Callable[[str], bool]
"""Tell whether mail for an address is taken at all."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Where and what to listen for.

    Args:
        port: 0 lets the system choose; `SmtpServer.port` tells which.
        hostname: the name we greet with.
        max_bytes: the largest mail taken.
        timeout: seconds of silence, or of one mail, after which a connection is closed.
        writers: how many mails may be waiting for the database at once.
        lmtp: speak LMTP, with a reply for each recipient.
        path: a UNIX socket to listen on, in place of host and port.
        certificate: offer STARTTLS with it.
        connections: how many there may be at once.
    """

    host: str = "127.0.0.1"
    port: int = 0
    hostname: str = "localhost"
    max_bytes: int = 10 * 1024 * 1024
    timeout: float = 300.0
    writers: int = 8
    lmtp: bool = False
    path: str | None = None
    certificate: Certificate | None = None
    connections: int = 100


@dataclass(slots=True)
class Desk:
    """What all connections of a listener share.

    Attributes:
        accept: called in a worker thread; when it returns, the mail is answered with 250.
        is_ours: asked for each recipient; others are refused with 550.
        workers: the threads that wait for the database.
        open: how many connections there are.
        known: addresses that are ours; what is ours once stays so, as every game and secret does.
    """

    listener: Listener
    accept: Accept
    is_ours: IsOurs
    workers: Executor
    open: int = 0
    known: set[str] = field(default_factory=set)

    async def takes(self, address: str) -> bool:
        """Tell whether mail for an address is taken; the database is asked once for each."""
        if address in self.known:
            return True
        loop = asyncio.get_running_loop()
        if not await loop.run_in_executor(None, self.is_ours, address):
            return False
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        self.known.add(address)
        return True


def talk(desk: Desk) -> SMTP:
    """Return the protocol for one new connection."""
    return (_Lmtp if desk.listener.lmtp else _Smtp)(desk)


class _Hooks:
    """A class whose methods aiosmtpd looks for by their names, for every connection anew.

    It is told the names that can be what it looks for and no others; looking through all members
    takes as long as the dialogue of a mail.
    """

    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        prefixes = ("handle_", "smtp_", "auth_")
        cls._names = tuple(name for name in dir(cls) if name.startswith(prefixes))

    def __dir__(self) -> Iterable[str]:
        """Return the names of the hooks."""
        return self._names


class _Handler(_Hooks):
    """What aiosmtpd asks us; the names of the methods are its own."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._refused = 0

    async def handle_EHLO(  # noqa: N802 - the library sets the name
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        hostname: str,
        responses: list[str],
    ) -> list[str]:
        """Say what we can: commands are read one by one, however fast they come; nobody logs in."""
        session.host_name = hostname
        *able, last = [one for one in responses if not one.startswith("250-AUTH")]
        return [*able, "250-PIPELINING", last]

    async def handle_RCPT(  # noqa: N802 - the library sets the name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take a recipient of ours, refuse any other before the text of the mail is sent."""
        if self._refused >= MOST_REFUSED:
            asyncio.get_running_loop().call_soon(_close, server)
            return GUESSING
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        try:
            if not await self._desk.takes(address):
                self._refused += 1
                return NOBODY
        except Exception as fault:
            return await self.handle_exception(fault)
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802 - the library sets the name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Store the mail, and only then say so: once in SMTP, for each recipient in LMTP."""
        raw = envelope.original_content or b""
        sender, recipients = envelope.mail_from or "", list(envelope.rcpt_tos)
        groups = [[one] for one in recipients] if isinstance(server, LMTP) else [recipients]
        replies: list[str] = []
        for group in groups:
            # What could not be stored now would only make the peer wait once more for the next.
            locked = LATER in replies
            replies.append(LATER if locked else await self._store(raw, sender, group))
        return "\r\n".join(replies)

    async def _store(self, raw: bytes, sender: str, recipients: list[str]) -> str:
        loop = asyncio.get_running_loop()
        try:
            # The task of a connection that is lost is cancelled; the storing goes on, and the
            # sender, who has no answer, sends the mail again: it is the same mail then.
            await loop.run_in_executor(
                self._desk.workers, self._desk.accept, raw, sender, recipients
            )
        except Exception as fault:
            # Answered here, so that the library forgets this envelope before the next mail.
            return await self.handle_exception(fault)
        return TAKEN

    async def handle_exception(self, error: Exception) -> str:
        """Answer anything unforeseen with "try again later", and say no more."""
        if isinstance(error, TLSSetupException):
            _log.info("a handshake failed: %s", error.__cause__)
            return LATER
        trace = None if isinstance(error, StoreError) else error
        _log.error("a mail could not be taken: %s", error, exc_info=trace)
        return LATER


def _close(server: SMTP) -> None:
    if server.transport is not None:
        server.transport.close()


class _Smtp(_Hooks, SMTP):
    """The protocol, with lines as long as a mail may be."""

    def __init__(self, desk: Desk) -> None:
        listener = desk.listener
        # Some mailers write a whole paragraph, or a whole picture, as one line.
        self.line_length_limit = listener.max_bytes
        self._desk = desk
        self._counted = False
        super().__init__(
            _Handler(desk),
            data_size_limit=listener.max_bytes,
            enable_SMTPUTF8=True,
            hostname=listener.hostname,
            ident="gm",
            timeout=listener.timeout,
            tls_context=listener.certificate.context() if listener.certificate else None,
            command_call_limit=MOST_COMMANDS,
            auth_exclude_mechanism=["LOGIN", "PLAIN"],
        )

    async def _handle_client(self) -> None:
        if self._desk.open >= self._desk.listener.connections:
            await self.push(BUSY)
            _close(self)
            return
        self._desk.open += 1
        try:
            await super()._handle_client()
        finally:
            self._desk.open -= 1

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """Return an address and what follows it; (None, None) for none.

        The library's way takes a tenth of all that a mail costs, and goes as deep as brackets do.
        """
        if plain := _PLAIN.fullmatch(arg):
            return plain[1], plain[2]
        try:
            found: tuple[str | None, str | None] = super()._getaddr(arg)
        except RecursionError:
            return None, None
        return found

    async def push(self, status: str | bytes) -> None:
        """Send a reply, in our words."""
        await super().push(self._said(status.decode() if isinstance(status, bytes) else status))

    def _said(self, reply: str) -> str:
        """Return what is said; a line too long is a mail too large here, and is called so."""
        return TOO_LARGE if reply.startswith(("500 Line too long", "552 ")) else reply


class _Lmtp(_Smtp, LMTP):
    """The same by LMTP: what is said about the text of a mail is said for each recipient."""

    _replies = 1

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - the library sets the name
        """Take the text; after it there are as many replies as recipients."""
        recipients = len(self.envelope.rcpt_tos) if self.envelope else 0
        self._replies = max(1, recipients)
        try:
            await super().smtp_DATA(arg)
        finally:
            self._replies = 1

    def _said(self, reply: str) -> str:
        """Return what is said, for each recipient if it is about the text as a whole."""
        reply = super()._said(reply)
        if reply.startswith(("354", "501")) or "\r\n" in reply:
            return reply
        return "\r\n".join([reply] * self._replies)
