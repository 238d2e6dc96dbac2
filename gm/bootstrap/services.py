"""Settings in, services out: the ports that every command works with."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from functools import partial

from gm.adapters.clock import SystemClock
from gm.adapters.post import dns_keys
from gm.adapters.post.reader_worker import WorkerReader
from gm.adapters.sql.store import SqlStore
from gm.app.clock.clock_watch import ClockWatch
from gm.app.services import Identity, Quotas, Services
from gm.bootstrap.games import games_in
from gm.bootstrap.mailboxes import sources_of
from gm.config import Proof, Settings
from gm.errors import ConfigError
from gm.mail import authentication
from gm.report.environment import using

_MEGABYTE = 1024 * 1024
_ROOM_BESIDE = _MEGABYTE
"""What the largest mail takes beside its bytes, at most."""


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
        list_archive=settings.list_archive,
        publish_url=settings.publish_url,
        announce_address=settings.announce_address,
        time_zone=settings.timezone,
        language=settings.language,
        address_style=settings.address_style,
    )


def reader_of(settings: Settings) -> WorkerReader:
    """Return what reads the server's mails; its process starts with the first one."""
    return WorkerReader(settings.reader_seconds)


@contextmanager
def open_services(settings: Settings) -> Iterator[Services]:
    """Open the database and put the services together; close it at the end.

    Raises:
        StoreError: the database is of a newer program, or cannot be used.
        TemplateError: there is no folder of templates where the settings have one.
    """
    with (
        SqlStore(settings.database_place) as store,
        using(settings.templates),
        closing(reader_of(settings)) as reader,
    ):
        yield Services(
            store,
            SystemClock(),
            games_in(settings.maps),
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
            quotas=_quotas(settings),
            hard_bounces=settings.hard_bounces,
            reader=reader,
            creators=settings.creators,
            mail_pictures=settings.mail_pictures,
        )


def _quotas(settings: Settings) -> Quotas:
    """Return how much mail is taken in a day; each sender's largest mail always is."""
    largest = settings.max_message_bytes + _ROOM_BESIDE
    return Quotas(
        settings.sender_mails_a_day,
        max(settings.sender_mb_a_day * _MEGABYTE, largest),
        settings.strangers_mb_a_day * _MEGABYTE,
    )


def _dkim_check(settings: Settings) -> Callable[[bytes, str], bool] | None:
    """Return what checks signatures, if the settings want that.

    Raises:
        ConfigError: what it takes is not installed.
    """
    if not settings.check_dkim:
        return None
    if not (authentication.available() and dns_keys.available()):
        reason = "signatures can be checked only with gm-pbem[dkim] installed"
        raise ConfigError("", "check_dkim", reason)
    return partial(_is_signed, dns_keys.DnsKeys())


def _is_signed(keys: dns_keys.DnsKeys, raw: bytes, address: str) -> bool:
    return authentication.dkim_vouches(raw, address, keys.lookup)


def _free_space(settings: Settings) -> int | None:
    """Return how many bytes are free where the database lies, None if that is not here."""
    if settings.database_url is not None:
        return None
    with suppress(OSError):
        return shutil.disk_usage(settings.database_path.parent).free
    return None
