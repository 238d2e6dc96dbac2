"""The only place that chooses adapters: settings in, services or a running server out."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import assert_never

from gm.adapters import dns_keys
from gm.adapters.boards import MapFolders
from gm.adapters.carriers import MaildirCarrier, SendmailCarrier
from gm.adapters.clerk import Letter
from gm.adapters.clock import SystemClock
from gm.adapters.imap_in import Account, ImapMailbox
from gm.adapters.lane import Duty
from gm.adapters.logs import set_up_logs
from gm.adapters.mail_copy import MailCopies
from gm.adapters.maildir_in import MaildirInbox, maildir_name
from gm.adapters.own_commands import OwnCommands
from gm.adapters.processes import is_running
from gm.adapters.reader_worker import WorkerReader
from gm.adapters.roles import Role
from gm.adapters.server import Duties, Part, Server
from gm.adapters.smtp_in import Listener
from gm.adapters.smtp_out import Relay, SmtpCarrier
from gm.adapters.smtp_tls import Certificate
from gm.adapters.store import SqlStore
from gm.adapters.watch import Mailbox
from gm.adapters.watching import Watchpost
from gm.app.clock_watch import ClockWatch
from gm.app.digest import send_digests
from gm.app.fetching import Fetching
from gm.app.gm_mail import carry_out, tell_unfinished
from gm.app.health import look
from gm.app.inbox import read_inbox
from gm.app.intake import Arrival, TakeIn, accept_all
from gm.app.letters import is_ours
from gm.app.maps import check_running
from gm.app.notices import tell_waiting
from gm.app.outbox import send_due
from gm.app.ports import Carrier
from gm.app.reminders import remind_due
from gm.app.returns import refused
from gm.app.seasons import resolve_due
from gm.app.services import Identity, Services
from gm.app.signs_of_life import Here, Life, take_back_claims
from gm.app.statements import publish_closings
from gm.config import Proof, Protocol, Settings, Transport
from gm.errors import ConfigError
from gm.failpoints import armed_failpoint
from gm.mail import dkim
from gm.mail.received import trusted_receipt
from gm.report.environment import shipped

MAILS_A_ROUND = 20
"""After so many mails have been read, what is due is looked at and what was written is sent."""


WRITERS = 8
"""So many mails are stored at once where the database takes several; SQLite takes one."""


def identity_of(settings: Settings) -> Identity:
    """Return who the server is in its mails."""
    return Identity(
        server_name=settings.server_name,
        server_address=settings.server_address,
        host=settings.mail_domain,
        local_part=settings.server_local_part,
        delimiter=settings.address_delimiter,
        game_address=settings.game_address,
        admin_address=settings.admin_address,
        list_address=settings.list_address,
        time_zone=settings.timezone,
        address_style=settings.address_style,
    )


@contextmanager
def open_services(settings: Settings) -> Iterator[Services]:
    """Open the database and put the services together; close it at the end.

    Raises:
        StoreError: the database is of a newer program, or cannot be used.
    """
    with SqlStore(settings.database_place) as store:
        boards = MapFolders(settings.maps)
        # Its process starts with the first mail that is read, and ends with the services.
        with closing(WorkerReader(settings.reader_seconds)) as reader:
            yield Services(
                store,
                SystemClock(),
                boards,
                identity_of(settings),
                settings.overdue_hold,
                settle=timedelta(seconds=settings.settle_seconds),
                sources=sources_of(settings),
                clock_watch=ClockWatch(timedelta(minutes=settings.clock_jump_minutes)),
                free_space=partial(_free_space, settings),
                least_free=settings.free_space_mb * 1024 * 1024,
                proof=settings.identity is Proof.PROOF,
                auth_results_from=settings.auth_results_from or "",
                trusted_hosts=tuple(settings.trusted_hosts.split()),
                check_dkim=_dkim_check(settings),
                answers_a_day=settings.answers_a_day,
                answers_a_day_to_strangers=settings.answers_a_day_to_strangers,
                hard_bounces=settings.hard_bounces,
                reader=reader,
            )


def _dkim_check(settings: Settings) -> Callable[[bytes, str], bool] | None:
    """Return what checks signatures, if the settings want that.

    Raises:
        ConfigError: what it takes is not installed.
    """
    if not settings.check_dkim:
        return None
    if not (dkim.available() and dns_keys.available()):
        reason = "signatures can be checked only with gm-pbem[dkim] installed"
        raise ConfigError("", "check_dkim", reason)
    return partial(_is_signed, dns_keys.DnsKeys())


def _is_signed(keys: dns_keys.DnsKeys, raw: bytes, address: str) -> bool:
    return dkim.dkim_vouches(raw, address, keys.lookup)


def _free_space(settings: Settings) -> int | None:
    """Return how many bytes are free where the database lies, None if that is not here."""
    if settings.database_url is not None:
        return None
    with suppress(OSError):
        return shutil.disk_usage(settings.database_path.parent).free
    return None


def carrier_of(settings: Settings) -> Carrier:
    """Return the way out for mail that the settings choose."""
    match settings.transport:
        case Transport.MAILDIR:
            return MaildirCarrier(settings.mailbox_path)
        case Transport.SENDMAIL:
            return SendmailCarrier(settings.sendmail_path)
        case Transport.SMTP:
            return SmtpCarrier(relay_of(settings))
        case _ as never:
            assert_never(never)


def relay_of(settings: Settings) -> Relay:
    """Return the relay that the settings name."""
    secret = settings.relay_password
    return Relay(
        host=settings.relay_host,
        port=settings.relay_port,
        tls=settings.relay_tls,
        user=settings.relay_user,
        password=secret.get_secret_value() if secret else None,
        timeout=settings.relay_timeout_seconds,
        hello=settings.mail_domain,
    )


def intake_of(settings: Settings, services: Services) -> TakeIn:
    """Return the door that every way in goes through."""
    arrival = _arrival_of(settings, services)

    def take_in(
        raw: bytes,
        envelope_from: str,
        recipients: Sequence[str],
        source: str,
        *,
        received_at: datetime | None = None,
        source_key: str | None = None,
        unasked: str = "",
    ) -> None:
        mail = Arrival(raw, envelope_from, recipients, source, received_at, source_key, unasked)
        accept_all(services.store, services.clock, [arrival(mail)])

    return take_in


def _arrival_of(settings: Settings, services: Services) -> Callable[[Arrival], Arrival]:
    """Return what this server adds to a mail that comes in: its moment, and a copy of it."""
    hosts = tuple(settings.trusted_hosts.split())
    copies = MailCopies(settings.mail_copy) if settings.mail_copy else None

    def arrival(mail: Arrival) -> Arrival:
        # The server of a mailbox says when it took a mail; for all other ways our own does.
        moment = mail.received_at or (trusted_receipt(mail.raw, hosts) if hosts else None)
        if copies is not None:
            came = moment or services.clock.now()
            copies.keep(mail.raw, mail.envelope_from, mail.recipients, mail.source, came)
        return mail if moment is None else replace(mail, received_at=moment)

    return arrival


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
    )


def account_of(settings: Settings) -> Account | None:
    """Return the mailbox at a provider that the settings name, if they do."""
    if settings.imap_host is None:
        return None
    secret = settings.imap_password
    return Account(
        settings.imap_host,
        settings.imap_port,
        settings.imap_tls,
        settings.imap_user or "",
        secret.get_secret_value() if secret else "",
        settings.imap_folder,
        settings.imap_done_folder,
        settings.imap_poll_seconds,
    )


def sources_of(settings: Settings) -> tuple[str, ...]:
    """Return the names of the mailboxes that mail is fetched from."""
    account, folder = account_of(settings), settings.maildir_inbox
    names = (account.name if account else "", maildir_name(folder) if folder else "")
    return tuple(name for name in names if name)


def mailboxes_of(
    settings: Settings, services: Services, since: datetime | None = None
) -> tuple[Mailbox, ...]:
    """Return the mailboxes that mail is fetched from.

    Args:
        since: also take what lies there since this moment; None for what comes from now on.
    """
    take_in, found = intake_of(settings, services), list[Mailbox]()

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
        found.append(ImapMailbox(account, fetching(account.name, "imap")))
    if (folder := settings.maildir_inbox) is not None:
        inbox = fetching(maildir_name(folder), "maildir")
        found.append(MaildirInbox(folder, inbox, settings.tick_seconds))
    return tuple(found)


def _sender(services: Services, carrier: Carrier) -> Duty:
    """Return what sends mail over a way out of its own."""
    return partial(
        send_due,
        services.store,
        carrier,
        services.clock,
        partial(refused, services),
        partial(tell_waiting, services),
    )


def duties_of(
    settings: Settings, services: Services, role: Role, config: Path | None = None
) -> Duties:
    """Return what a server does, whatever it is called by.

    Args:
        settings, services: the server's.
        role: which part of it.
        config: the settings file, for the commands that GMs send by mail.
    """
    source = "lmtp" if settings.listen_protocol is Protocol.LMTP else "smtp"
    take_in, arrival = intake_of(settings, services), _arrival_of(settings, services)

    def together(letters: Sequence[Letter]) -> None:
        mails = [arrival(Arrival(*letter, source)) for letter in letters]
        accept_all(services.store, services.clock, mails)

    several = settings.send_connections if settings.transport is Transport.SMTP else 1
    carriers = [carrier_of(settings) for _ in range(several)]
    first, *others = (_sender(services, one) for one in carriers)
    life = Life(services.store, services.clock, role.value, socket.gethostname(), os.getpid())
    return Duties(
        accept=lambda raw, sender, recipients: take_in(raw, sender, recipients, source),
        # Where many processes write, two of which may be given the same mails in another order,
        # each mail has a transaction of its own.
        accept_all=None if services.store.is_shared else together,
        is_ours=partial(is_ours, services),
        read_mail=partial(read_inbox, services, MAILS_A_ROUND),
        resolve_due=partial(resolve_due, services),
        remind_due=partial(remind_due, services),
        more=(
            partial(carry_out, services, OwnCommands(config)),
            partial(send_digests, services),
            partial(publish_closings, services, set()),
        ),
        send_due=first,
        send_beside=tuple(others),
        begin=partial(_begin, services, role),
        beat=life.beat,
        let_go=partial(_close_all, carriers),
    )


def _close_all(carriers: Iterable[Carrier]) -> None:
    for one in carriers:
        one.close()


def _begin(services: Services, role: Role) -> None:
    """Give back what a server that died had in hand, if nobody else can be at work."""
    if role is Role.ALL and not services.store.is_shared:
        with services.store.write() as transaction:
            transaction.release_claims()
        tell_unfinished(services)
    elif role is not Role.RECEIVE:
        take_back_claims(services, Here(socket.gethostname(), os.getpid(), is_running))


def server_of(
    settings: Settings,
    services: Services,
    role: Role = Role.ALL,
    since: datetime | None = None,
    config: Path | None = None,
) -> Server:
    """Return the server on these services, or one part of it, not yet started.

    Args:
        settings, services: the server's.
        role: which part of it. since: fetch also what lies in a mailbox since this moment.
        config: the settings file, for the commands that GMs send by mail.

    Raises:
        ConfigError: the certificate cannot be used.
    """
    beside: list[Part] = []
    if settings.health_port is not None:
        where, seen = (settings.health_host, settings.health_port), partial(look, services)
        # Of parts on one machine the first has the page: it tells of all of them.
        beside.append(Watchpost(*where, seen, needed=role is Role.ALL))
    return Server(
        duties_of(settings, services, role, config),
        listener_of(settings),
        settings.data_dir,
        tick_seconds=settings.tick_seconds,
        role=role,
        mailboxes=mailboxes_of(settings, services, since),
        beside=beside,
        listen=services.store.listen,
        alone=not services.store.is_shared,
    )


def run_server(
    settings: Settings,
    role: Role = Role.ALL,
    since: datetime | None = None,
    config: Path | None = None,
) -> None:
    """Run the server, or one part of it, until it is asked to stop.

    Args:
        settings: as they were read. config: the file they are from, if they are from one.
        role: which part.
        since: fetch also what lies in a mailbox since this moment.

    Raises:
        ConfigError: the environment arms a failpoint that is not there.
        AlreadyThere: another server runs on this data folder.
        StoreError: the database cannot be used.
        TemplateError: a template is broken.
        MapChanged: a running game would be played on with another board than it began.
    """
    armed_failpoint()
    shipped()  # a broken template is found now, not at the first report
    set_up_logs(settings.log_level, settings.log_format)
    with open_services(settings) as services:
        check_running(services)
        server_of(settings, services, role, since, config).run()
