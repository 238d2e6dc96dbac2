"""The running server, or one part of it: what it does, strung together."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Protocol

from gm.adapters.maps.map_png import SvgArtist
from gm.adapters.maps.picture_folder import PictureFolder
from gm.adapters.serving.lanes import Duty, Publisher, publish_beside
from gm.adapters.serving.logs import set_up_logs
from gm.adapters.serving.own_commands import OwnCommands
from gm.adapters.serving.processes import (
    LAST_RESORT_SECONDS,
    ServerRole,
    ended_after,
    is_running,
)
from gm.adapters.serving.server import Duties, Server, ServerPart
from gm.adapters.serving.watching import Watchpost
from gm.adapters.sql.clerk import ClerkLetter
from gm.app.addresses.destinations import one_spelling
from gm.app.answering.inbox import read_inbox
from gm.app.answering.statements import publish_closings
from gm.app.keeping.health import look
from gm.app.keeping.heartbeats import Here, Life, take_back_claims
from gm.app.mail_in.intake import IncomingMail
from gm.app.mail_in.reading_attempts import InHand
from gm.app.mail_in.returns import refused
from gm.app.mail_out.notices import tell_template_faults, tell_waiting
from gm.app.mail_out.outbox import Prepare, send_due
from gm.app.overviews.digest import send_digests
from gm.app.play.reminders import remind_due
from gm.app.play.seasons import resolve_due
from gm.app.ports import Carrier
from gm.app.publishing.publish_times import Keeper
from gm.app.reporting.illustrating import Illustrator
from gm.app.senders.letters import is_ours
from gm.app.services import Services
from gm.app.setup.maps import check_running
from gm.app.words.gm_mail import carry_out, tell_unfinished
from gm.bootstrap.games import studio_in
from gm.bootstrap.services import open_services
from gm.bootstrap.ways_in import Door, listener_of, mailboxes_of
from gm.bootstrap.ways_out import carrier_of
from gm.config import Protocol as ListenProtocol
from gm.config import Settings, Transport
from gm.failpoints import armed_failpoint
from gm.report.environment import shipped

MAILS_A_ROUND = 20
"""After so many mails have been read, what is due is looked at and what was written is sent."""


def _sender(services: Services, prepare: Prepare, carrier: Carrier) -> Duty:
    """Return what sends mail over a way out of its own; `prepare` puts pictures into it."""
    return partial(
        send_due,
        services.store,
        carrier,
        services.clock,
        partial(refused, services),
        partial(tell_waiting, services),
        prepare,
    )


def duties_of(
    settings: Settings, services: Services, role: ServerRole, config: Path | None = None
) -> Duties:
    """Return what a server does, whatever it is called by.

    Args:
        settings, services: the server's.
        role: which part of it.
        config: the settings file, for the commands that GMs send by mail.
    """
    source = "lmtp" if settings.listen_protocol is ListenProtocol.LMTP else "smtp"
    door = Door(settings, services)

    def together(letters: Sequence[ClerkLetter]) -> None:
        door.take_all([IncomingMail(*letter, source) for letter in letters])

    several = settings.send_connections if settings.transport is Transport.SMTP else 1
    carriers = [carrier_of(settings) for _ in range(several)]
    studio = studio_in(settings.maps)
    illustrator = Illustrator(services, SvgArtist(studio), PictureFolder(settings.pictures_path))
    first, *others = (_sender(services, illustrator.ready, carrier) for carrier in carriers)
    hand = InHand()
    life = Life(services.store, services.clock, role.value, socket.gethostname(), os.getpid())
    return Duties(
        accept=lambda raw, sender, recipients: door.take_in(raw, sender, recipients, source),
        # Where many processes write, two of which may be given the same mails in another order,
        # each mail has a transaction of its own.
        accept_all=None if services.store.is_shared else together,
        is_ours=partial(is_ours, services),
        fold=partial(one_spelling, services.identity),
        read_mail=partial(read_inbox, services, MAILS_A_ROUND, hand),
        resolve_due=partial(resolve_due, services),
        remind_due=partial(remind_due, services),
        more=(
            partial(carry_out, services, OwnCommands(config, by_mail=True)),
            partial(send_digests, services),
            partial(publish_closings, services, set()),
            partial(tell_template_faults, services, set()),
        ),
        send_due=first,
        send_beside=tuple(others),
        begin=partial(_begin, services, role),
        beat=life.beat,
        put_back=partial(hand.put_back, services),
        let_go=partial(_close_all, (*carriers, illustrator, studio)),
    )


class _Closable(Protocol):
    def close(self) -> None: ...


def _close_all(ways_out: Iterable[_Closable]) -> None:
    for closable in ways_out:
        closable.close()


def _begin(services: Services, role: ServerRole) -> None:
    """Give back what a server that died had in hand, if nobody else can be at work."""
    if role is ServerRole.ALL and not services.store.is_shared:
        with services.store.write() as transaction:
            transaction.release_claims()
        tell_unfinished(services)
    elif role is not ServerRole.RECEIVE:
        take_back_claims(services, Here(socket.gethostname(), os.getpid(), is_running))


def server_of(
    settings: Settings,
    services: Services,
    role: ServerRole = ServerRole.ALL,
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
    beside: list[ServerPart] = []
    if settings.health_port is not None:
        where, seen = (settings.health_host, settings.health_port), partial(look, services)
        # Of parts on one machine the first has the page: it tells of all of them.
        beside.append(Watchpost(*where, seen, needed=role is ServerRole.ALL))
    if settings.publish_to is not None and ServerRole.WORK in role.parts:
        beside.append(Publisher(Keeper(services, partial(publish_beside, config)).look))
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
    role: ServerRole = ServerRole.ALL,
    since: datetime | None = None,
    config: Path | None = None,
    usage_fault: Callable[[Sequence[str], bool], str] | None = None,
) -> None:
    """Run the server, or one part of it, until it is asked to stop.

    Args:
        settings: as they were read. config: the file they are from, if they are from one.
        role: which part.
        since: fetch also what lies in a mailbox since this moment.
        usage_fault: tells what is wrong with a command that came by mail; None if nothing does.

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
    with open_services(settings) as opened:
        services = replace(opened, last_resort=partial(ended_after, LAST_RESORT_SECONDS))
        if usage_fault is not None:
            services = replace(services, usage_fault=usage_fault)
        check_running(services)
        server_of(settings, services, role, since, config).run()
