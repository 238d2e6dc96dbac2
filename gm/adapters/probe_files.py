"""The doctor's look at files and folders: certificates, Maildirs, programs, zones."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from gm.adapters.post.smtp_talk import Certificate
from gm.adapters.sql.database import StoreFacts
from gm.adapters.sql.engine_sqlite import WAL_FIXED
from gm.app.keeping.doctor import Finding, Level

SOON: Final = timedelta(days=14)
"""A certificate that ends sooner should have been renewed."""

_ROUNDS: Final = 6
"""More than the messages of any handshake."""

_TRIED: Final = ("Europe/Dublin", "America/New_York", "Australia/Lord_Howe")


def examine_database(facts: StoreFacts) -> Iterator[Finding]:
    """Yield which database it is, and whether it is a safe one."""
    words = f"{facts.kind} {facts.version}"
    if facts.journal:
        words += f", journal {facts.journal}"
    for fault in facts.faults:
        yield Finding("database", Level.FAIL, fault)
    if facts.kind == "SQLite" and _parts(facts.version) < WAL_FIXED:
        if facts.journal == "wal":
            fault = f"{words}: this SQLite can spoil a database in WAL mode"
            remedy = "Install pysqlite3, which brings a newer one; then start gm once."
            yield Finding("database", Level.FAIL, fault, remedy)
            return
        words += "; pysqlite3 would bring a faster one"
    yield Finding("database", Level.OK, words)


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def examine_certificate(chain: Path, key: Path | None, now: datetime) -> Iterator[Finding]:
    """Yield whether a certificate can be used, and for how long.

    Raises:
        ConfigError: it cannot.
    """
    Certificate(chain, key)
    try:
        ends = _ends(chain, key)
    except ssl.SSLCertVerificationError as fault:
        remedy = "Renew it; senders that check it send nothing."
        words = f"{chain} is not good: {fault.verify_message}"
        yield Finding("certificate", Level.FAIL, words, remedy)
        return
    level = Level.WARN if ends - now < SOON else Level.OK
    remedy = "See why it has not been renewed." if level is Level.WARN else ""
    yield Finding("certificate", level, f"{chain} is good until {ends:%F}", remedy)


def _ends(chain: Path, key: Path | None) -> datetime:
    """Return when a certificate ends, by shaking hands with ourselves.

    Raises:
        ssl.SSLCertVerificationError: it has ended, or cannot be read by others.
    """
    server, client = (
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER),
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
    )
    server.load_cert_chain(chain, key)
    client.check_hostname = False
    client.load_verify_locations(chain)
    # It is believed on its own word: who signed it is not the question.
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(there, back)
    answering = server.wrap_bio(back, there, server_side=True)
    for _ in range(_ROUNDS):
        for side in (asking, answering):
            with suppress(ssl.SSLWantReadError):
                side.do_handshake()
    certificate: Any = asking.getpeercert()
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(certificate["notAfter"]), UTC)


def examine_maildir(folder: Path) -> Iterator[Finding]:
    """Yield whether a Maildir is there, and ours to empty."""
    for name in ("new", "cur", "tmp"):
        part = folder / name
        if not part.is_dir():
            remedy = "Have the program that delivers into it make it: cur, new and tmp."
            yield Finding("maildir", Level.FAIL, f"{part} is no folder", remedy)
            return
        if not os.access(part, os.R_OK | os.W_OK | os.X_OK):
            remedy = "Let this user read and write it."
            yield Finding("maildir", Level.FAIL, f"{part} cannot be read and written", remedy)
            return
    yield Finding("maildir", Level.OK, f"{folder} can be read and emptied")


def examine_program(program: Path) -> Iterator[Finding]:
    """Yield whether the program that takes our mail can be run."""
    if os.access(program, os.X_OK) and program.is_file():
        yield Finding("sendmail", Level.OK, f"{program} is there")
    else:
        remedy = "Install a mail server, or set transport."
        yield Finding("sendmail", Level.FAIL, f"{program} cannot be run", remedy)


def examine_folder(folder: Path) -> Iterator[Finding]:
    """Yield whether the data folder can be written, and is closed to others."""
    if not folder.is_dir():
        yield Finding("folder", Level.WARN, f"{folder} is not there yet", "gm serve makes it.")
        return
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        remedy = "Let this user write it, or run gm as the user of the server."
        yield Finding("folder", Level.FAIL, f"{folder} cannot be written", remedy)
        return
    if folder.stat().st_mode & 0o007:
        words = f"everybody on this machine may look into {folder}, where orders lie"
        yield Finding("folder", Level.WARN, words, f"chmod o-rwx {folder}")
        return
    yield Finding("folder", Level.OK, f"{folder} can be written")


def examine_web_folder(folder: Path) -> Iterator[Finding]:
    """Yield whether the folder of the archive can be written, or made."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        yield Finding("archive", Level.OK, f"{folder} can be written")
        return
    remedy = "Make it, and let this user write it: sudo install -d -o gm DIR."
    yield Finding("archive", Level.FAIL, f"{folder} cannot be written: publish_to", remedy)


def examine_zones(zone: str) -> Iterator[Finding]:
    """Yield whether there is data of time zones."""
    known = available_timezones()
    for name in (zone, *_TRIED):
        if name not in known:
            remedy = "Install tzdata."
            yield Finding("zones", Level.FAIL, f"the time zone {name} is not known here", remedy)
            return
        ZoneInfo(name)
    yield Finding("zones", Level.OK, f"{len(known)} time zones are known")
