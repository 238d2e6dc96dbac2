"""Mail in by SMTP: a listener that says 250 only after the mail is committed.

Whatever goes wrong on our side is a 451, so that the sender's server keeps the mail and tries
again; it is never a 5xx, and never tells the peer what broke. The database is written in threads
of its own, so a slow disk keeps no other connection waiting.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from gm.errors import StoreError

_log = logging.getLogger(__name__)

LATER = "451 4.3.0 We cannot take your mail at the moment, try again later"
NOBODY = "550 5.1.1 Nobody has this address here"
TOO_LARGE = "552 5.3.4 Your mail is larger than we take"
TAKEN = "250 2.0.0 Your mail is taken"
TOO_MANY = "452 4.5.3 Too many recipients"

MOST_RECIPIENTS = 100

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
        timeout: seconds of silence after which a connection is closed.
        writers: how many mails may be waiting for the database at once.
    """

    host: str = "127.0.0.1"
    port: int = 0
    hostname: str = "localhost"
    max_bytes: int = 10 * 1024 * 1024
    timeout: float = 300.0
    writers: int = 8


class SmtpServer:
    """The SMTP listener, in a thread of its own.

    Args:
        listener: where and what to listen for.
        accept: called in a worker thread; when it returns, the mail is answered with 250.
        is_ours: asked for each recipient; others are refused with 550.
    """

    def __init__(self, listener: Listener, accept: Accept, is_ours: IsOurs) -> None:
        self._listener = listener
        self._accept = accept
        self._is_ours = is_ours
        self._workers: ThreadPoolExecutor | None = None
        self._controller: _Controller | None = None

    @property
    def port(self) -> int:
        """The port we listen on, once started."""
        return self._controller.port if self._controller else self._listener.port

    def start(self) -> None:
        """Begin to listen; OSError if the address cannot be used."""
        listener = self._listener
        family = socket.AF_INET6 if ":" in listener.host else socket.AF_INET
        # Binding here tells at once if the port is taken; SO_REUSEADDR lets a restart take it.
        bound = socket.create_server((listener.host, listener.port), family=family, backlog=128)
        # asyncio does this only for sockets it made; without it each reply of several lines waits
        # a twenty-fifth of a second for the peer.
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._workers = ThreadPoolExecutor(listener.writers, "smtp-accept")
        handler = _Handler(self._accept, self._is_ours, self._workers)
        self._controller = _Controller(listener, handler, bound)
        self._controller.start()

    def stop(self) -> None:
        """Stop listening; mails being stored are finished first."""
        if self._controller is None or self._workers is None:
            return
        self._controller.refuse()
        self._workers.shutdown(wait=True)
        self._controller.let_answers_out()
        self._controller.stop(no_assert=True)


class _Handler:
    """What aiosmtpd asks us; the names of the methods are its own."""

    def __init__(self, accept: Accept, is_ours: IsOurs, workers: ThreadPoolExecutor) -> None:
        self._accept = accept
        self._is_ours = is_ours
        self._workers = workers

    async def handle_RCPT(  # noqa: N802 - the library sets the name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take a recipient of ours, refuse any other before the text of the mail is sent."""
        if not self._is_ours(address):
            return NOBODY
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802 - the library sets the name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Store the mail, and only then say so."""
        raw = envelope.original_content or b""
        sender, recipients = envelope.mail_from or "", list(envelope.rcpt_tos)
        loop = asyncio.get_running_loop()
        try:
            # The task of a connection that is lost is cancelled; the storing goes on, and the
            # sender, who has no answer, sends the mail again: it is the same mail then.
            await loop.run_in_executor(self._workers, self._accept, raw, sender, recipients)
        except Exception as fault:
            # Answered here, so that the library forgets this envelope before the next mail.
            return await self.handle_exception(fault)
        return TAKEN

    async def handle_exception(self, error: Exception) -> str:
        """Answer anything unforeseen with "try again later", and say no more."""
        trace = None if isinstance(error, StoreError) else error
        _log.error("a mail could not be taken: %s", error, exc_info=trace)
        return LATER


class _Smtp(SMTP):
    """The protocol, with lines as long as a mail may be."""

    def __init__(self, handler: _Handler, listener: Listener) -> None:
        # Some mailers write a whole paragraph, or a whole picture, as one line.
        self.line_length_limit = listener.max_bytes
        super().__init__(
            handler,
            data_size_limit=listener.max_bytes,
            enable_SMTPUTF8=True,
            hostname=listener.hostname,
            ident="gm",
            timeout=listener.timeout,
        )

    async def push(self, status: str | bytes) -> None:
        """Send a reply; a line too long is a mail too large here, and is called so."""
        text = status.decode() if isinstance(status, bytes) else status
        if text.startswith(("500 Line too long", "552 ")):
            text = TOO_LARGE
        await super().push(text)


class _Controller(Controller):
    """Listens on a socket that is bound already."""

    def __init__(self, listener: Listener, handler: _Handler, bound: socket.socket) -> None:
        super().__init__(handler, hostname=listener.host, port=bound.getsockname()[1])
        self._listener = listener
        self._bound = bound

    def factory(self) -> SMTP:
        """Return the protocol for one connection."""
        return _Smtp(self.handler, self._listener)

    def _create_server(self) -> Awaitable[asyncio.AbstractServer]:
        return self.loop.create_server(self._factory_invoker, sock=self._bound)

    def refuse(self) -> None:
        """Take no more connections; those that are open go on."""
        if self.server is not None:
            self.loop.call_soon_threadsafe(self.server.close)

    def let_answers_out(self) -> None:
        """Give the loop a moment to say 250 to what has just been stored."""
        if self.loop.is_running():
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0.05), self.loop).result(5)
