"""What is said on one connection of the listener, in SMTP (RFC 5321) or LMTP (RFC 2033).

Whatever goes wrong on our side is a 451, so that the sender's server keeps the mail and tries
again; it is never a 5xx, and never tells the peer what broke. In LMTP each recipient is stored and
answered on its own.
"""

from __future__ import annotations

import asyncio
import logging
import re
import ssl
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import Self

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session, TLSSetupException

from gm.adapters.post.smtp_drive import Driven, Text
from gm.adapters.sql.clerk import Clerk, ClerkLetter
from gm.errors import ConfigError, QuotaUsedUp, StoreError

# From where a connection comes, so that one machine cannot take all the room there is.

_NETWORK = 64
"""Bits. Whoever has an address of IPv6 has a whole network of so many, and counts as one."""

HERE = frozenset({"127.0.0.1", "::1"})
"""Where our own mail server is, if it is on this machine: it brings everybody's mail."""


def peer_of(peername: object, trusted: Collection[str] = ()) -> str:
    """Return what the connections of one machine have in common; "" for one that may have any number.

    Args:
        peername: as a socket tells it: an address and a port, and more of IPv6; no pair for a UNIX
            socket.
        trusted: addresses of our own mail servers; names among them tell nothing here.
    """
    if not isinstance(peername, (tuple, list)) or not peername:
        return ""
    try:
        address = _plain(ip_address(str(peername[0])))
    except ValueError:
        return str(peername[0])
    if str(address) in HERE or address in _addresses(trusted):
        return ""
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), _NETWORK), strict=False))
    return str(address)


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return an address without its interface, and one of IPv4 as such where IPv6 carries it."""
    if isinstance(address, IPv4Address):
        return address
    return address.ipv4_mapped or IPv6Address(int(address))


def _addresses(names: Collection[str]) -> frozenset[IPv4Address | IPv6Address]:
    addresses = set()
    for name in names:
        try:
            addresses.add(_plain(ip_address(name)))
        except ValueError:
            continue
    return frozenset(addresses)


# The certificate we show to those who send us mail, read again whenever it is renewed.

_log = logging.getLogger(__name__)

_Stamp = tuple[tuple[int, int, int], ...]


class Certificate:
    """A certificate chain and its key, in PEM files that somebody renews now and then.

    A renewed pair that does not fit together, such as one that is half written, is not used: what
    was good before stays in force until the files change again.

    Args:
        chain: the certificates, ours first; key: the private key, if it is in another file.

    Raises:
        ConfigError: the files cannot be used.
    """

    def __init__(self, chain: Path, key: Path | None = None) -> None:
        self._chain = chain
        self._key = key
        self._lock = threading.Lock()
        try:
            self._stamp = self._look()
            self._context = self._load()
        except (OSError, ssl.SSLError) as fault:
            reason = f"the certificate {chain} cannot be used: {fault}"
            raise ConfigError("", "tls_certificate", reason) from fault

    def context(self) -> ssl.SSLContext:
        """Return what a new connection uses."""
        self.renew()
        return self._context

    def renew(self, *, anyway: bool = False) -> None:
        """Read the files again if they have changed, or anyway."""
        with self._lock:
            try:
                stamp = self._look()
                if stamp == self._stamp and not anyway:
                    return
                self._stamp = stamp
                self._context = self._load()
            except (OSError, ssl.SSLError) as fault:
                _log.error("the renewed certificate %s cannot be used: %s", self._chain, fault)
            else:
                _log.info("the certificate %s has been read anew", self._chain)

    def _look(self) -> _Stamp:
        looked = [path.stat() for path in (self._chain, self._key) if path is not None]
        return tuple((stat.st_mtime_ns, stat.st_size, stat.st_ino) for stat in looked)

    def _load(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self._chain, self._key)
        return context


LATER = "451 4.3.0 We cannot take your mail at the moment, try again later"
NOBODY = "550 5.1.1 Nobody has this address here"
TOO_LARGE = "552 5.3.4 Your mail is larger than we take"
TAKEN = "250 2.0.0 Your mail is taken"
TOMORROW = "452 4.2.2 Today's room for mail of yours is used up, try again tomorrow"
TOO_MANY = "452 4.5.3 Too many recipients"
BUSY = "421 4.3.2 Too many connections, try again later"
CROWDED = "421 4.7.0 Too many connections from your address, close one and try again"
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

IsOurs = Callable[[str], bool]
"""Tell whether mail for an address is taken at all."""

Fold = Callable[[str], str]
"""Return the one spelling of an address of ours."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Where and what to listen for.

    Args:
        port: 0 lets the system choose; `SmtpServer.port` tells which.
        hostname: the name we greet with.
        max_bytes: the largest mail taken.
        timeout: seconds of silence after which a connection is closed; the text of one mail may
            take ten times as long.
        writers: how many transactions may wait for the database at once.
        lmtp: speak LMTP, with a reply for each recipient.
        path: a UNIX socket to listen on, in place of host and port.
        certificate: offer STARTTLS with it.
        connections: how many there may be at once; per_peer: how many of one machine.
        trusted: addresses of our own mail servers, which, as this machine, may have any number.
    """

    host: str = "127.0.0.1"
    port: int = 0
    hostname: str = "localhost"
    max_bytes: int = 10 * 1024 * 1024
    timeout: float = 300.0
    writers: int = 1
    lmtp: bool = False
    path: str | None = None
    certificate: Certificate | None = None
    connections: int = 100
    per_peer: int = 10
    trusted: frozenset[str] = frozenset()


@dataclass(slots=True)
class ListenerShared:
    """What all connections of a listener share.

    Attributes:
        clerk: stores the mails; when one is stored it is answered with 250.
        is_ours: asked for each recipient; others are refused with 550.
        fold: makes those that mean the same equal.
        open: the connections there are; pattern: what new ones are like.
        known: addresses that are ours; what is ours once stays so, as every game and secret does.
    """

    listener: Listener
    clerk: Clerk
    is_ours: IsOurs
    fold: Fold = str
    open: set[_Smtp] = field(default_factory=set)
    pattern: _Smtp | None = None
    known: set[str] = field(default_factory=set)

    def is_crowded(self, peer: str) -> bool:
        """Tell whether a machine has all the connections that it may have."""
        # Counted anew each time: there are few, and a count that is kept could go wrong for ever.
        return (
            peer != "" and sum(smtp.peer == peer for smtp in self.open) >= self.listener.per_peer
        )

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


def talk(desk: ListenerShared) -> SMTP:
    """Return the protocol for one new connection."""
    if desk.pattern is None:
        desk.pattern = (_Lmtp if desk.listener.lmtp else _Smtp)(desk)
    return desk.pattern.another()


class _Handler:
    """What aiosmtpd asks us; the names of the methods are its own."""

    def __init__(self, desk: ListenerShared) -> None:
        self._desk = desk

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
        *able, last = [response for response in responses if not response.startswith("250-AUTH")]
        # One reply of several lines; the library would send each by itself.
        return ["\r\n".join([*able, "250-PIPELINING", last])]

    async def handle_RCPT(  # noqa: N802 - the library sets the name
        self, server: _Smtp, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take a recipient of ours, refuse any other before the text of the mail is sent."""
        if server.refused >= MOST_REFUSED:
            asyncio.get_running_loop().call_soon(server.hang_up)
            return GUESSING
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        try:
            if not await self._desk.takes(address):
                server.refused += 1
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
        if not isinstance(server, LMTP):
            return await self._store(raw, sender, recipients)
        replies: dict[str, str] = {}
        for recipient in recipients:
            place = self._desk.fold(recipient)
            # What could not be stored now would only make the peer wait once more for the next.
            if LATER in replies.values():
                replies.setdefault(place, LATER)
            elif place not in replies:
                replies[place] = await self._store(raw, sender, [recipient])
        return "\r\n".join(replies[self._desk.fold(address)] for address in recipients)

    async def _store(self, raw: bytes, sender: str, recipients: list[str]) -> str:
        try:
            # Who is lost meanwhile has no answer and sends the mail again: it is the same then.
            await self._desk.clerk.store(ClerkLetter(raw, sender, recipients))
        except Exception as fault:
            # Answered here, so that the library forgets this envelope before the next mail.
            return await self.handle_exception(fault)
        return TAKEN

    async def handle_exception(self, error: Exception) -> str:
        """Answer anything unforeseen with "try again later", and say no more."""
        if isinstance(error, QuotaUsedUp):
            return TOMORROW
        if isinstance(error, TLSSetupException):
            _log.info("a handshake failed: %s", error.__cause__)
            return LATER
        trace = None if isinstance(error, StoreError) else error
        _log.error("a mail could not be taken: %s", error, exc_info=trace)
        return LATER


class _Smtp(Driven):
    """The protocol, in our words and with our limits.

    Attributes:
        refused: how many recipients were refused.
        peer: which machine it comes from, as `peer_of` tells.
    """

    refused = 0
    peer = ""

    def __init__(self, desk: ListenerShared) -> None:
        listener = desk.listener
        self._desk = desk
        super().__init__(
            _Handler(desk),
            MOST_COMMANDS,
            data_size_limit=listener.max_bytes,
            enable_SMTPUTF8=True,
            hostname=listener.hostname,
            ident="gm",
            timeout=listener.timeout,
            auth_exclude_mechanism=["LOGIN", "PLAIN"],
        )

    def another(self) -> Self:
        """Return the protocol of one more connection, with the certificate of now."""
        channel = super().another()
        if (certificate := self._desk.listener.certificate) is not None:
            channel.tls_context = certificate.context()
        return channel

    def greet(self) -> None:
        """Say the first word; one too many, of all or of one machine, is told to come back."""
        if len(self._desk.open) >= self._desk.listener.connections:
            self._leave(BUSY)
            return
        peername = self.session.peer if self.session is not None else None
        self.peer = peer_of(peername, self._desk.listener.trusted)
        if self._desk.is_crowded(self.peer):
            self._leave(CROWDED)
            return
        self._desk.open.add(self)
        super().greet()

    def connection_lost(self, error: Exception | None) -> None:
        """Make room for another."""
        self._desk.open.discard(self)
        super().connection_lost(error)

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """Return an address and what follows it; (None, None) for none.

        The library's way takes a tenth of all that a mail costs, and goes as deep as brackets do.
        """
        if plain := _PLAIN.fullmatch(arg):
            return plain[1], plain[2]
        try:
            address_and_rest: tuple[str | None, str | None] = super()._getaddr(arg)
        except RecursionError:
            return None, None
        return address_and_rest

    def _said(self, reply: str) -> str:
        """Return what is said, in our words."""
        return TOO_LARGE if reply.startswith("552 ") else reply


class _Lmtp(_Smtp, LMTP):
    """The same by LMTP: what is said about the text of a mail is said for each recipient."""

    _replies = 1

    async def _end_text(self, text: Text) -> None:
        self._replies = len(self.envelope.rcpt_tos)
        try:
            await super()._end_text(text)
        finally:
            self._replies = 1

    def _said(self, reply: str) -> str:
        """Return what is said, for each recipient if it is about the text as a whole."""
        reply = super()._said(reply)
        return reply if "\r\n" in reply else "\r\n".join([reply] * self._replies)
