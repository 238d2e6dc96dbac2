"""What `gm doctor` looks at: the configuration, and everything that it names.

It stands over `gm.bootstrap`, whose adapters it tries one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from gm.adapters import probe_exposure, probe_files, probe_workers, probes
from gm.adapters.clock import SystemClock
from gm.adapters.sql.store import SqlStore
from gm.app.keeping.doctor import Finding, Level, examine_services, examined
from gm.bootstrap.games import sample_picture, studio_in
from gm.bootstrap.mailboxes import account_of
from gm.bootstrap.services import open_services, reader_of
from gm.bootstrap.ways_in import listener_of
from gm.bootstrap.ways_out import relay_of
from gm.config import Protocol, Settings, Transport
from gm.errors import GmError
from gm.report.environment import Templates


def diagnose(settings: Settings, file: Path | None = None) -> Iterator[Finding]:
    """Yield what the doctor finds of a configuration and all that it names; nothing is changed.

    Args:
        settings: the configuration.
        file: the settings file in force, None without one.
    """
    yield from examined("zones", lambda: probe_files.examine_zones(settings.timezone))
    yield from examined("templates", lambda: _examine_templates(settings.templates))
    yield from examined("folder", lambda: probe_files.examine_folder(settings.data_dir))
    yield from examined("secrets", lambda: probe_exposure.examine_secrets(settings, file))
    yield from examined("network", lambda: probe_exposure.examine_network(settings))
    if (web := settings.publish_to) is not None:
        yield from examined("archive", lambda: probe_files.examine_web_folder(web))
    running = False
    try:
        with open_services(settings) as services:
            facts = services.store.facts() if isinstance(services.store, SqlStore) else None
            if facts is not None:
                yield from probe_files.examine_database(facts)
            server_time = facts.server_time if facts is not None else None
            findings = tuple(examine_services(services, server_time))
            running = any(
                f"{role} since" in finding.words
                for finding in findings
                for role in ("all", "receive")
            )
            yield from findings
    except GmError as fault:
        yield Finding("database", Level.FAIL, str(fault))
    yield from examine_workers(settings)
    yield from _examine_ways(settings, running=running)


def examine_workers(settings: Settings) -> Iterator[Finding]:
    """Yield whether a mail is read and a map drawn, by processes such as the server has."""
    with closing(reader_of(settings)) as reader:
        yield from examined("reader", lambda: probe_workers.examine_reader(reader))
    with closing(studio_in(settings.maps)) as studio:
        yield from examined(
            "pictures",
            lambda: probe_workers.examine_studio(studio, sample_picture(settings.maps)),
        )


def _examine_templates(own_folder: Path | None) -> Iterator[Finding]:
    Templates(own_folder)
    yield Finding("templates", Level.OK, "every template can be used")


def _examine_ways(settings: Settings, *, running: bool) -> Iterator[Finding]:
    """Yield what is to be said of the ways in and out."""
    now = SystemClock().now()
    if (chain := settings.tls_certificate) is not None:
        key = settings.tls_key
        yield from examined(
            "certificate", lambda: probe_files.examine_certificate(chain, key, now)
        )
    yield from examined(
        "listener", lambda: probes.examine_listener(listener_of(settings), running=running)
    )
    if (account := account_of(settings)) is not None:
        yield from examined("imap", lambda: probes.examine_account(account))
    if (folder := settings.maildir_inbox) is not None:
        yield from examined("maildir", lambda: probe_files.examine_maildir(folder))
    if settings.transport is Transport.SMTP:
        yield from examined("relay", lambda: probes.examine_relay(relay_of(settings)))
    if settings.transport is Transport.SENDMAIL:
        yield from examined(
            "sendmail", lambda: probe_files.examine_program(settings.sendmail_path)
        )
    yield from _examine_names(settings)


def _examine_names(settings: Settings) -> Iterator[Finding]:
    """Yield what is to be said of names that only other people's servers can check."""
    domain, sends = settings.mail_domain, settings.transport is not Transport.MAILDIR
    if not sends:
        words = "transport = maildir: mails are kept here and sent to nobody"
        yield Finding("domain", Level.WARN, words, "Set transport to smtp or sendmail.")
    elif domain.endswith(".localhost"):
        words = f"mail_domain is {domain}, to which nobody can write"
        yield Finding("domain", Level.FAIL, words, "Set mail_domain to your own.")
    else:
        remedy = (
            f"Look yourself: dig MX {domain}; dig TXT {domain} (SPF); dig TXT _dmarc.{domain}; and "
            "that the relay signs with DKIM for it."
        )
        yield Finding("domain", Level.OK, f"mail is from {domain}", remedy)
    if settings.listen_protocol is Protocol.LMTP and not settings.trusted_hosts:
        words = "trusted_hosts is empty: mail that waits in your mail server's queue is late"
        yield Finding("domain", Level.WARN, words, "Name your mail server in trusted_hosts.")
