"""The only place that chooses adapters: settings in, services or a running server out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from gm.adapters.boards import MapFolders
from gm.adapters.carriers import MaildirCarrier, SendmailCarrier
from gm.adapters.clock import SystemClock
from gm.adapters.logs import set_up_logs
from gm.adapters.server import Duties, Server
from gm.adapters.smtp_in import Listener
from gm.adapters.smtp_out import Relay, SmtpCarrier
from gm.adapters.store import SqlStore
from gm.app.inbox import read_inbox
from gm.app.intake import accept
from gm.app.letters import is_ours
from gm.app.maps import check_running
from gm.app.notices import tell_failed
from gm.app.outbox import send_due
from gm.app.ports import Carrier, Transaction
from gm.app.records import OutboxMail
from gm.app.reminders import remind_due
from gm.app.seasons import resolve_due
from gm.app.services import Identity, Services
from gm.config import Settings, Transport
from gm.failpoints import armed_failpoint
from gm.report.environment import shipped


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
    )


@contextmanager
def open_services(settings: Settings) -> Iterator[Services]:
    """Open the database and put the services together; close it at the end.

    Raises:
        StoreError: the database is of a newer program, or cannot be used.
    """
    with SqlStore(settings.database_path) as store:
        boards = MapFolders(settings.maps)
        yield Services(store, SystemClock(), boards, identity_of(settings), settings.overdue_hold)


def carrier_of(settings: Settings) -> Carrier:
    """Return the way out for mail that the settings choose."""
    match settings.transport:
        case Transport.MAILDIR:
            return MaildirCarrier(settings.mailbox_path)
        case Transport.SENDMAIL:
            return SendmailCarrier(settings.sendmail_path)
        case Transport.SMTP:
            secret = settings.relay_password
            return SmtpCarrier(
                Relay(
                    host=settings.relay_host,
                    port=settings.relay_port,
                    tls=settings.relay_tls,
                    user=settings.relay_user,
                    password=secret.get_secret_value() if secret else None,
                    timeout=settings.relay_timeout_seconds,
                    hello=settings.mail_domain,
                )
            )
        case _ as never:
            assert_never(never)


def server_of(settings: Settings, services: Services) -> Server:
    """Return the server on these services, not yet started."""
    carrier = carrier_of(settings)

    def take(raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        accept(services.store, services.clock, raw, sender, recipients, "smtp")

    def send() -> int:
        def on_failed(transaction: Transaction, mail: OutboxMail, reply: str) -> None:
            tell_failed(services, transaction, mail, reply)

        return send_due(services.store, carrier, services.clock, on_failed)

    duties = Duties(
        accept=take,
        is_ours=lambda address: is_ours(services, address),
        read_mail=lambda: read_inbox(services),
        resolve_due=lambda: resolve_due(services),
        remind_due=lambda: remind_due(services),
        send_due=send,
    )
    listener = Listener(
        host=settings.listen_host,
        port=settings.listen_port,
        hostname=settings.mail_domain,
        max_bytes=settings.max_message_bytes,
    )
    return Server(duties, listener, settings.data_dir, tick_seconds=settings.tick_seconds)


def run_server(settings: Settings) -> None:
    """Run the server until it is asked to stop.

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
        server_of(settings, services).run()
