"""A mail server that answers as it is told: takes, refuses, stalls, or drops the connection."""

import asyncio
import socket
import ssl
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from aiosmtpd.controller import Controller

from tests.peers.certificates import Certificate

DROP = "drop"
"""In place of a reply: close the connection."""

STALL = "stall"
"""In place of a reply: say nothing for as long as the peer waits."""


class _Controller(Controller):
    """A controller that tells which port it was given."""

    def _create_server(self) -> Any:
        bound = socket.create_server((self.hostname, 0))
        self.port = bound.getsockname()[1]
        return self.loop.create_server(self._factory_invoker, sock=bound, ssl=self.ssl_context)


@dataclass
class Taken:
    """A mail the sink has said 250 to."""

    sender: str
    recipients: list[str]
    raw: bytes


@dataclass
class Sink:
    """An SMTP server on a port of loopback, for a `with` statement.

    Attributes:
        mail, rcpt, data: replies for the commands to come, first to last; then everything is taken.
        seen: every mail whose text arrived, whatever was answered.
        taken: the mails answered with 250.
        sessions: how many greetings there were: one a connection, two where it began to encrypt.
        encrypted: of each mail that was taken, whether it came encrypted.
        certificate: with it encryption is offered, or `at_once` asked for before any word.
    """

    mail: list[str] = field(default_factory=list)
    rcpt: list[str] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    seen: list[Taken] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)
    sessions: int = 0
    encrypted: list[bool] = field(default_factory=list)
    certificate: Certificate | None = None
    at_once: bool = False

    def __enter__(self) -> Self:
        context = self._context()
        how = {"ssl_context": context} if self.at_once else {"tls_context": context}
        self._controller = _Controller(self, hostname="127.0.0.1", port=0, **how)
        self._controller.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._controller.stop()

    def _context(self) -> ssl.SSLContext | None:
        if self.certificate is None:
            return None
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.certificate.chain, self.certificate.key)
        return context

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._controller.port)

    async def handle_EHLO(  # noqa: N802 - the library sets the name
        self, server: Any, session: Any, envelope: Any, hostname: str, replies: list[str]
    ) -> list[str]:
        """Count the session."""
        session.host_name = hostname
        self.sessions += 1
        return replies

    async def handle_MAIL(  # noqa: N802 - the library sets the name
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Answer a sender as told."""
        reply = self.mail.pop(0) if self.mail else "250 ok"
        if reply.startswith("2"):
            envelope.mail_from = address
            envelope.mail_options.extend(options)
        return reply

    async def handle_RCPT(  # noqa: N802 - the library sets the name
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Answer a recipient as told."""
        reply = self.rcpt.pop(0) if self.rcpt else "250 ok"
        if reply.startswith("2"):
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(  # noqa: N802 - the library sets the name
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        """Answer the text of a mail as told."""
        mail = Taken(envelope.mail_from, list(envelope.rcpt_tos), envelope.original_content)
        self.seen.append(mail)
        reply = self.data.pop(0) if self.data else "250 kept"
        if reply == STALL:
            while not server.transport.is_closing():
                await asyncio.sleep(0.05)
        if reply in (DROP, STALL):
            server.transport.close()
        if reply.startswith("2"):
            self.taken.append(mail)
            self.encrypted.append(server.transport.get_extra_info("ssl_object") is not None)
        return reply
