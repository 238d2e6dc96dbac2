"""Mail out through a real Postfix, and what it sends back when nobody is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from gm.adapters.post.smtp_out import Relay, SmtpCarrier
from gm.app.mail_out.outbox import send_due
from gm.app.mail_records import BounceKind
from gm.app.records import InboxState
from gm.config import Tls
from gm.errors import TemporaryFailure
from gm.testing.clock import START
from tests.app.conftest import a_world
from tests.app.world import GM, World
from tests.integration.sink import Sink
from tests.peers.dovecot import PASSWORD, Dovecot
from tests.peers.postfix import Postfix, smtp_to
from tests.peers.programs import until

HOST = "gm.test"
MUNSTER = "munster@away.test"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A server whose domain Postfix knows; the player of Munster is somewhere else."""
    with a_world(tmp_path) as made:
        identity = replace(
            made.services.identity,
            host=HOST,
            server_address=f"gm@{HOST}",
            game_address=lambda game: f"gm+{game}@{HOST}",
        )
        made.services = replace(made.services, identity=identity)
        made.start()
        with made.services.store.write() as transaction:
            person = transaction.person("munster@example.org")
            assert person is not None
            transaction.change_registered(person.id, MUNSTER)
            transaction.readdress_outbox(person.id, MUNSTER)
        yield made


@pytest.mark.slow
def test_report_to_nobody_comes_back_and_is_counted(world: World, postfix: Postfix) -> None:
    """A real refusal of a real mail server makes a real notice, and its GM is told."""
    with Sink() as players, Sink() as ours, Sink(rcpt=["550 5.1.1 no Munster here"]) as away:
        sinks = {"example.org": players, "lists.example.org": players, HOST: ours}
        routes = {domain: smtp_to(sink.port) for domain, sink in sinks.items()}
        postfix.set_routes({**routes, "away.test": smtp_to(away.port)})
        with closing(SmtpCarrier(Relay("127.0.0.1", postfix.smtp, timeout=30))) as carrier:
            while send_due(world.services.store, carrier, world.clock):
                pass
        until(lambda: bool(ours.taken), "the notice")
        until(lambda: len(players.taken) == 6, "the mails of the others")
        (notice,) = ours.taken
    assert notice.sender == "<>"
    (to,) = notice.recipients
    assert world.raw(notice.raw, notice.sender, to).state is InboxState.SUPPRESSED
    with world.services.store.read() as transaction:
        (found,) = transaction.bounces(MUNSTER, START)
    assert found.kind is BounceKind.HARD
    assert f"Mail to {MUNSTER} came back" in str(world.new_mail(GM)[-1]["Subject"])


def test_submission_by_tls_and_login(
    world: World, postfix: Postfix, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A provider's way: encrypted, with a password; with a wrong one nothing is lost."""
    monkeypatch.setenv("SSL_CERT_FILE", str(postfix.certificate.chain))
    relay = Relay("localhost", postfix.submission, tls=Tls.STARTTLS, user="gm", password=PASSWORD)
    with world.services.store.read() as transaction:
        mail = transaction.outbox()[0]
    with pytest.raises(TemporaryFailure, match="authentication failed"):
        SmtpCarrier(replace(relay, password="wrong")).send(mail)
    with Sink() as players:
        domain = mail.recipient.partition("@")[2]
        postfix.set_routes({domain: smtp_to(players.port)})
        with closing(SmtpCarrier(relay)) as carrier:
            assert carrier.send(mail).startswith("250 ")
        until(lambda: bool(players.taken), "the mail")
    assert players.taken[0].sender == mail.envelope_from
