"""The ways in for mail, all ending in one door."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from gm.adapters.post.imap_in import ImapMailbox
from gm.adapters.post.mail_copy import MailCopies
from gm.adapters.post.maildir_in import MaildirInbox, maildir_name
from gm.adapters.post.smtp_in import Listener
from gm.adapters.post.smtp_talk import Certificate
from gm.adapters.post.watch import WatchedMailbox
from gm.app.addresses.destinations import fold
from gm.app.mail_in.fetching import Fetching
from gm.app.mail_in.intake import IncomingMail
from gm.app.mail_in.quotas import QuotaGuard
from gm.app.senders.letters import is_ours
from gm.app.services import Services
from gm.bootstrap.mailboxes import account_of
from gm.config import Protocol, Settings
from gm.errors import QuotaUsedUp
from gm.mail.timestamps import trusted_receipt

WRITERS = 8
"""So many mails are stored at once where the database takes several; SQLite takes one."""


class Door:
    """The door that every way in goes through, of one process.

    Args:
        settings, services: the server's.
    """

    def __init__(self, settings: Settings, services: Services) -> None:
        self._services = services
        self._guard = QuotaGuard(services)
        self._hosts = tuple(settings.trusted_hosts.split())
        self._copies = MailCopies(settings.mail_copy) if settings.mail_copy else None

    def take_in(
        self,
        raw: bytes,
        envelope_from: str,
        recipients: Sequence[str],
        source: str,
        *,
        received_at: datetime | None = None,
        source_key: str | None = None,
        unasked: str = "",
    ) -> None:
        """Store a mail durably, or raise; `TakeIn` says what it is given.

        Raises:
            QuotaUsedUp: it is not taken today.
            StoreBusy, StoreError: it is not stored.
        """
        mail = IncomingMail(
            raw, envelope_from, recipients, source, received_at, source_key, unasked
        )
        while True:
            try:
                self._guard.store([self._admitted(mail)])
            except QuotaUsedUp as fault:
                if fault.is_final:
                    raise
            else:
                return

    def take_all(self, mails: Sequence[IncomingMail]) -> None:
        """Store mails durably in one transaction, or raise and store none; raises as `take_in`."""
        self._guard.store([self._admitted(mail) for mail in mails])

    def _admitted(self, mail: IncomingMail) -> IncomingMail:
        """Return a mail with what this server adds: for whom, its quota, its moment, a copy of it."""
        services = self._services
        folded = fold(services.identity, mail.recipients)
        mail = self._guard.admit(replace(mail, recipients=folded))
        # The server of a mailbox says when it took a mail; for all other ways our own does.
        hosts = self._hosts
        moment = mail.received_at or (trusted_receipt(mail.raw, hosts) if hosts else None)
        if self._copies is not None:
            came = moment or services.clock.now()
            self._copies.keep(mail.raw, mail.envelope_from, mail.recipients, mail.source, came)
        return mail if moment is None else replace(mail, received_at=moment)


def listener_of(settings: Settings) -> Listener:
    """Return where and what the settings say to listen for.

    Raises:
        ConfigError: the certificate cannot be used.
    """
    chain = settings.tls_certificate
    return Listener(
        host=settings.listen_host,
        port=settings.listen_port,
        hostname=settings.mail_domain,
        max_bytes=settings.max_message_bytes,
        lmtp=settings.listen_protocol is Protocol.LMTP,
        path=str(settings.listen_socket) if settings.listen_socket else None,
        certificate=Certificate(chain, settings.tls_key) if chain else None,
        writers=WRITERS if settings.database_url else 1,
        per_peer=settings.connections_per_peer,
        trusted=frozenset(settings.trusted_hosts.split()),
    )


def mailboxes_of(
    settings: Settings, services: Services, since: datetime | None = None
) -> tuple[WatchedMailbox, ...]:
    """Return the mailboxes that mail is fetched from.

    Args:
        since: also take what lies there since this moment; None for what comes from now on.
    """
    take_in, mailboxes = Door(settings, services).take_in, list[WatchedMailbox]()

    def fetching(name: str, kind: str) -> Fetching:
        return Fetching(
            services.store,
            services.clock,
            services.identity,
            name,
            kind,
            take_in,
            partial(is_ours, services),
            services.store.alone,
            since,
        )

    if (account := account_of(settings)) is not None:
        mailboxes.append(ImapMailbox(account, fetching(account.name, "imap")))
    if (folder := settings.maildir_inbox) is not None:
        inbox = fetching(maildir_name(folder), "maildir")
        mailboxes.append(MaildirInbox(folder, inbox, settings.tick_seconds))
    return tuple(mailboxes)
