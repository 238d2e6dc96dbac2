"""The doctor's tries at what listens and answers: our port, the relay, the mailbox.

Nothing is sent: a connection is made, a login, and a goodbye.

imapclient has no type marker; this module carries its types.
"""

from __future__ import annotations

import errno
import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, suppress
from imaplib import IMAP4
from typing import Any

from imapclient import IMAPClient
from imapclient.exceptions import LoginError

from gm.adapters.post.imap_in import ImapAccount
from gm.adapters.post.smtp_in import Listener
from gm.adapters.post.smtp_out import Relay, SmtpCarrier
from gm.app.keeping.doctor import Finding, Level
from gm.config import Tls
from gm.errors import TemporaryFailure

_SECONDS = 10.0
_LOOPBACK = ("127.", "::1", "localhost")


def examine_listener(listener: Listener, *, running: bool) -> Iterator[Finding]:
    """Yield whether mail can be taken in where the settings say.

    Args:
        listener: where that is.
        running: a server of ours runs, so that somebody answers there.
    """
    if listener.path:
        yield from _socket(listener.path, running=running)
        return
    where = f"{listener.host} port {listener.port}"
    if running and listener.port:
        with closing(socket.create_connection((listener.host, listener.port), _SECONDS)) as line:
            greeting = line.recv(200).decode("ascii", "replace").strip()
        yield Finding("listener", Level.OK, f"{where} answers: {greeting[:60]}")
        return
    try:
        with socket.create_server((listener.host, listener.port)):
            pass
    except OSError as fault:
        if fault.errno != errno.EADDRINUSE:
            raise
        remedy = "See what listens there (ss -ltnp), or set listen_port."
        yield Finding("listener", Level.FAIL, f"{where} is taken by another program", remedy)
        return
    yield Finding("listener", Level.OK, f"{where} is free for the server")


def _socket(path: str, *, running: bool) -> Iterator[Finding]:
    with closing(socket.socket(socket.AF_UNIX)) as line:
        line.settimeout(_SECONDS)
        try:
            line.connect(path)
        except OSError as fault:
            if running:
                yield Finding("listener", Level.FAIL, f"{path} does not answer: {fault}")
            else:
                yield Finding("listener", Level.OK, f"{path} is free for the server")
            return
    yield Finding("listener", Level.OK, f"{path} answers")


def examine_relay(relay: Relay) -> Iterator[Finding]:
    """Yield whether the relay takes our connection and login; no mail is sent."""
    where = f"{relay.host} port {relay.port}"
    carrier = SmtpCarrier(relay)
    try:
        carrier.try_out()
    except (smtplib.SMTPException, TemporaryFailure, OSError) as fault:
        remedy = _remedy(fault.__cause__ or fault, "relay")
        yield Finding("relay", Level.FAIL, f"{where} does not have us: {fault}", remedy)
        return
    login = f" as {relay.user}" if relay.user else ""
    yield Finding("relay", Level.OK, f"{where} has us{login}")
    if relay.tls is Tls.NONE and not relay.host.startswith(_LOOPBACK):
        words = f"mail goes to {where} without encryption, with players' secrets in it"
        yield Finding("relay", Level.WARN, words, "Set relay_tls.")


def examine_account(account: ImapAccount) -> Iterator[Finding]:
    """Yield whether the mailbox at a provider opens, and what its server can do."""
    try:
        able, there = _try_account(account)
    except (IMAP4.error, OSError) as fault:
        remedy = _remedy(fault, "imap")
        yield Finding("imap", Level.FAIL, f"{account.name} does not open: {fault}", remedy)
        return
    folder = account.done_folder
    yield Finding("imap", Level.OK, f"{account.name} opens")
    if "IDLE" not in able:
        words = f"{account.host} does not tell of new mail: it is looked into every "
        yield Finding("imap", Level.OK, f"{words}{account.poll_seconds:g} seconds")
    if folder is not None and not able & {"MOVE", "UIDPLUS"}:
        words = f"{account.host} can neither MOVE nor UIDPLUS: mail stays where it is"
        yield Finding("imap", Level.WARN, words, "Leave imap_done_folder out.")
    if not there:
        words = f"the folder {folder} is not there yet"
        yield Finding("imap", Level.WARN, words, "gm serve makes it, if it may.")
    if account.tls is Tls.NONE and not account.host.startswith(_LOOPBACK):
        words = f"the password goes to {account.host} without encryption"
        yield Finding("imap", Level.WARN, words, "Set imap_tls.")


def _remedy(fault: BaseException, name: str) -> str:
    """Return what to do about a server that does not have us, by what kept us out.

    Args:
        fault: what happened.
        name: what the names of its settings begin with.
    """
    match fault:
        case ssl.SSLCertVerificationError():
            return (
                f"Its certificate is not to be believed. Set {name}_host to the name that the "
                "certificate is for; if you trust who signed it, name his certificate in the "
                "environment variable SSL_CERT_FILE."
            )
        case ssl.SSLError():
            return f"Encryption failed: {name}_tls must be the one that {name}_port is for."
        case smtplib.SMTPAuthenticationError() | LoginError():
            return f"It refuses the login: check {name}_user and the password."
        case smtplib.SMTPNotSupportedError():
            return f"It offers no encryption there: check {name}_port and {name}_tls."
        case OSError() if not isinstance(fault, smtplib.SMTPException):
            return f"It is not there, or does not answer: check {name}_host and {name}_port."
        case _:
            more = ", imap_folder" if name == "imap" else ""
            return (
                f"Check {name}_host, {name}_port, {name}_tls, {name}_user{more} and the password."
            )


def _try_account(account: ImapAccount) -> tuple[set[str], bool]:
    """Log in and out; return what the server can do, and whether the folder for done mail is there.

    Raises:
        IMAP4.error: the server refuses; OSError: it is not there.
    """
    encrypted = account.tls is Tls.TLS
    client: Any = IMAPClient(
        account.host,
        port=account.port,
        ssl=encrypted,
        ssl_context=ssl.create_default_context() if encrypted else None,
        timeout=min(account.timeout, _SECONDS),
    )
    try:
        if account.tls is Tls.STARTTLS:
            client.starttls(ssl.create_default_context())
        client.login(account.user, account.password)
        client.select_folder(account.folder, readonly=True)
        able = {word.decode("ascii", "replace") for word in client.capabilities()}
        folder = account.done_folder
        return able, folder is None or bool(client.folder_exists(folder))
    finally:
        with suppress(Exception):
            client.logout()
