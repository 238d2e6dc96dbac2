"""Whoever floods the server's disk: bytes are kept once, a day has room for so much, nobody is lost."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.adapters.post.maildir_in import MaildirInbox, maildir_name
from gm.adapters.post.smtp_in import Listener, SmtpServer
from gm.app.addresses.destinations import destination, fold, one_spelling
from gm.app.mail_in.fetching import Fetching
from gm.app.mail_in.intake import IncomingMail, accept
from gm.app.mail_in.quotas import MOST_NOTICES, PROVED
from gm.app.mail_in.restoring import KeptMail, Restored, restore
from gm.app.people_ports import Gone
from gm.app.records import InboxMail, InboxState
from gm.app.senders.letters import is_ours
from gm.app.services import Identity, Quotas
from gm.bootstrap.ways_in import Door
from gm.config import AddressStyle, Settings
from gm.errors import QuotaUsedUp
from gm.testing.clock import START
from tests.app.conftest import world_at
from tests.app.world import GM, HOST, World

MEGABYTE = 1024 * 1024
SMALL = Quotas(mails=3, size=MEGABYTE, strangers=4 * MEGABYTE)
SPELLINGS = tuple(
    "".join(letter.upper() if number >> place & 1 else letter for place, letter in enumerate(word))
    for word in ("gm+tara", "gm+meath")
    for number in [mask for mask in range(128) if not mask & 4][:37]  # a plus has no capital
)
"""Seventy-four ways to write two addresses."""


@dataclass
class Gate:
    """A world whose mail comes in by the real door and by a real listener."""

    world: World
    door: Door
    server: SmtpServer
    lmtp: bool = False

    def send(self, sender: str, *to: str, number: int = 0, size: int = 0) -> list[int]:
        """Send a mail as one sender, and return the codes of the answers to its text."""
        with closing(smtplib.SMTP("127.0.0.1", self.server.port, timeout=60)) as client:
            client.docmd("LHLO" if self.lmtp else "EHLO", "x.example.org")
            client.mail(sender)
            for one in to:
                assert client.rcpt(one)[0] == 250
            first = client.data(mail(sender, number, size))
            others = [client.getreply() for _ in to[1:]] if self.lmtp else []
            return [code for code, _ in (first, *others)]

    def inbox(self) -> tuple[InboxMail, ...]:
        """What is stored."""
        with self.world.services.store.read() as transaction:
            return transaction.inbox()

    def kept(self) -> tuple[int, int]:
        """How often bytes are kept, and how many mails refer to them."""
        with self.world.services.store.read() as transaction:
            ask = transaction._connection.exec_driver_sql  # type: ignore[attr-defined]
            return (
                ask("SELECT count(*) FROM raws").scalar_one(),
                ask("SELECT count(raw_id) FROM inbox").scalar_one(),
            )

    def notices(self, address: str = GM) -> list[str]:
        """The texts about quotas that an address gets, oldest first."""
        with self.world.services.store.read() as transaction:
            sent = transaction.outbox()
        about = (one for one in sent if one.key.startswith("quota ") and one.recipient == address)
        return [one.raw.decode().replace("=\r\n", "") for one in about]


def mail(sender: str, number: int = 0, size: int = 0) -> bytes:
    """A mail that is like no other with this number."""
    text = f"From: {sender}\r\nMessage-ID: <{number}@x>\r\nSubject: orders\r\n\r\n{number}\r\n"
    return text.encode() + b"flood " * (size // 6)


@contextmanager
def gate_at(
    place: Path | str, folder: Path, *, lmtp: bool = False, auth_results_from: str = ""
) -> Iterator[Gate]:
    """Open a gate with little room to a new world."""
    with world_at(place) as world:
        world.services = replace(world.services, quotas=SMALL, auth_results_from=auth_results_from)
        door = Door(Settings(data_dir=folder, mail_domain=HOST), world.services)
        server = SmtpServer(
            Listener(lmtp=lmtp),
            lambda raw, sender, to: door.take_in(raw, sender, to, "smtp"),
            partial(is_ours, world.services),
            lambda letters: door.take_all([IncomingMail(*one, "smtp") for one in letters]),
            fold=partial(one_spelling, world.services.identity),
        )
        server.start()
        try:
            yield Gate(world, door, server, lmtp)
        finally:
            server.stop()


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.server("postgres"))]
)
def gate(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Gate]:
    """A gate with little room, on either database."""
    shared = request.param == "postgresql"
    place = request.getfixturevalue("gm_postgres_url") if shared else tmp_path / "gm.sqlite3"
    with gate_at(place, tmp_path) as opened:
        yield opened


def seat_address(gate: Gate, seat: str) -> str:
    """The secret address of a seat."""
    with gate.world.services.store.read() as transaction:
        (game,) = transaction.games()
        token = transaction.token(game.id, seat)
    assert token is not None
    return f"gm+tara.{token.token}@{HOST}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("lmtp", [False, True])
def test_one_mail_to_many_spellings_is_one_mail_a_destination(tmp_path: Path, lmtp: bool) -> None:
    """To seventy-four spellings of two addresses: it is stored once, and has two rows."""
    with gate_at(tmp_path / "gm.sqlite3", tmp_path, lmtp=lmtp) as gate:
        gate.world.start()
        gate.world.start("meath")
        everybody = [
            f"{one}@{HOST.upper() if at % 2 else HOST}" for at, one in enumerate(SPELLINGS)
        ]
        assert len({*everybody}) == 74
        answers = gate.send("ann@example.org", *everybody, size=MEGABYTE // 3)
        assert answers == [250] * (len(everybody) if lmtp else 1)
        assert [one.recipient for one in gate.inbox()] == [f"gm+tara@{HOST}", f"gm+meath@{HOST}"]
        assert [one.state for one in gate.inbox()] == [InboxState.NEW] * 2
        first, second = gate.inbox()
        assert first.raw == second.raw
        assert len(first.raw) > MEGABYTE // 4
        assert gate.kept() == (1, 2)


@pytest.mark.sampled(3)
def test_the_same_mail_by_two_ways_is_kept_once(gate: Gate) -> None:
    """What other servers wrote above it is not worth keeping it again."""
    raw = mail("ann@example.org")
    for source, way in (
        ("smtp", b""),
        ("imap", b"Received: by mx; now\r\n"),
        ("pipe", b"X: y\r\n"),
    ):
        gate.door.take_in(way + raw, "ann@example.org", [f"gm@{HOST}"], source)
    first, *again = gate.inbox()
    assert [one.state for one in again] == [InboxState.DUPLICATE] * 2
    assert {one.raw for one in gate.inbox()} == {raw}
    assert {one.duplicate_of for one in again} == {first.id}
    assert gate.kept() == (1, 3)


def test_the_same_bytes_to_others_later_are_kept_once(gate: Gate) -> None:
    """Two mails to two games, byte for byte the same, each with its effect."""
    for to in ("gm+tara", "gm+meath"):
        gate.door.take_in(mail("ann@example.org"), "ann@example.org", [f"{to}@{HOST}"], "lmtp")
    assert [one.state for one in gate.inbox()] == [InboxState.NEW] * 2
    assert gate.kept() == (1, 2)


@pytest.mark.sampled(3)
def test_a_flood_is_put_off_and_an_honest_player_gets_through(gate: Gate) -> None:
    """In Munster's name: Munster's secret address takes mail all the same; tomorrow all do."""
    world = gate.world
    world.start()
    munster = "munster@example.org"
    codes = [gate.send(munster, f"gm+tara@{HOST}", number=one)[0] for one in range(6)]
    # When what claims to be his is used up, so much more is there for a registered address.
    assert codes == [250] * 6
    codes = [gate.send(munster, f"gm+tara@{HOST}", number=one)[0] for one in range(6, 12)]
    assert codes == [452] * 6
    assert len(gate.inbox()) == 6
    secret = seat_address(gate, "MUNSTER")
    assert gate.send(munster, secret, number=20) == [250]
    assert gate.send("ulster@example.org", f"gm+tara@{HOST}", number=21) == [250]
    (notice,) = gate.notices()
    for words in (munster, "3 mails or 1 MB", "Nothing of it is lost", "sender_mails_a_day"):
        assert words in notice.replace("\r\n", " ")
    world.clock.advance(days=1)
    assert gate.send(munster, f"gm+tara@{HOST}", number=30) == [250]
    assert len(gate.notices()) == 1


def test_who_proves_who_he_is_has_more_room_and_not_all(gate: Gate) -> None:
    """A player cannot fill the disk by his secret address either."""
    gate.world.start()
    secret = seat_address(gate, "MUNSTER")
    most = SMALL.mails * PROVED
    codes = [gate.send("munster@example.org", secret, number=one)[0] for one in range(most + 2)]
    assert codes == [250] * most + [452] * 2


def test_strangers_share_a_room(gate: Gate) -> None:
    """However many names they have; who is registered, or has proof, does not need it."""
    gate.world.start()
    half = MEGABYTE // 2
    codes = [gate.send(f"x{at}@y.org", f"gm@{HOST}", number=at, size=half)[0] for at in range(12)]
    taken = codes.count(250)
    assert codes == [250] * taken + [452] * (12 - taken)
    assert (taken - 1) * half < SMALL.strangers <= taken * (half + 4096)
    assert gate.send("munster@example.org", f"gm+tara@{HOST}", number=20) == [250]
    assert gate.send("z@y.org", seat_address(gate, "ULSTER"), number=21) == [250]
    (notice,) = gate.notices()
    assert "strangers_mb_a_day" in notice


def test_our_mail_servers_word_is_proof(tmp_path: Path) -> None:
    """Beside it, who only claims to be the same is put off."""
    with gate_at(tmp_path / "gm.sqlite3", tmp_path, auth_results_from="mx.gm.test") as gate:
        for number in range(3):
            assert gate.send("eve@y.org", f"gm@{HOST}", number=number) == [250]
        assert gate.send("eve@y.org", f"gm@{HOST}", number=3) == [452]
        word = b"Authentication-Results: mx.gm.test; dmarc=pass header.from=y.org\r\n"
        gate.door.take_in(word + mail("eve@y.org", 4), "eve@y.org", [f"gm@{HOST}"], "lmtp")
        assert len(gate.inbox()) == 4


def test_a_secret_in_the_text_is_proof_where_addresses_have_none(tmp_path: Path) -> None:
    """In the style of keys in the body."""
    with gate_at(tmp_path / "gm.sqlite3", tmp_path) as gate:
        services = gate.world.services
        gate.world.start()
        key = seat_address(gate, "ULSTER").partition(".")[2].partition("@")[0]
        body = replace(services.identity, address_style=AddressStyle.BODY)
        door = Door(Settings(data_dir=tmp_path), replace(services, identity=body))
        to = [f"gm@{HOST}"]
        for number in range(3):
            door.take_in(mail("eve@y.org", number), "", to, "pipe")
        with pytest.raises(QuotaUsedUp):
            door.take_in(mail("eve@y.org", 3), "", to, "pipe")
        door.take_in(mail("eve@y.org", 4) + f"> Reply key: {key}\r\n".encode(), "", to, "pipe")
        assert len(gate.inbox()) == 4


def test_notices_are_no_flood_of_their_own(gate: Gate) -> None:
    """After some, nobody is told of one more sender that day."""
    for sender in range(MOST_NOTICES + 2):
        for number in range(4):
            gate.send(f"x{sender}@y.org", f"gm@{HOST}", number=number)
    assert len(gate.notices()) == MOST_NOTICES


def test_what_cannot_be_refused_stays_in_its_mailbox(tmp_path: Path) -> None:
    """A Maildir keeps what there is no room for, whatever comes behind it; tomorrow it is taken."""
    box = tmp_path / "Maildir"
    for part in ("tmp", "new", "cur"):
        (box / part).mkdir(parents=True)
    with gate_at(tmp_path / "gm.sqlite3", tmp_path) as gate:
        services = gate.world.services
        fetching = Fetching(
            services.store,
            services.clock,
            services.identity,
            maildir_name(box),
            "maildir",
            gate.door.take_in,
            partial(is_ours, services),
            services.store.alone,
            START,
        )
        inbox = MaildirInbox(box, fetching, 60)
        senders = ["eve@y.org"] * 5 + ["ann@y.org"]
        for number, sender in enumerate(senders):
            (box / "new" / f"{number}.host").write_bytes(mail(sender, number))
        inbox.look(nobody)
        inbox.look(nobody)
        assert [one.raw for one in gate.inbox()] == [mail(senders[at], at) for at in (0, 1, 2, 5)]
        assert sorted(path.name for path in (box / "new").iterdir()) == ["3.host", "4.host"]
        gate.world.clock.advance(days=1)
        inbox.look(nobody)
        assert not [*(box / "new").iterdir()]
        assert len(gate.inbox()) == 6


def test_what_is_read_and_erased_is_as_before(gate: Gate) -> None:
    """Of two that share their bytes one is erased: the other keeps them, and no others are left."""
    world = gate.world
    gate.door.take_in(mail("ann@x.org"), "", [f"gm+tara@{HOST}", f"gm+meath@{HOST}"], "smtp")
    gone = Gone(1, "", "", frozenset(), b"erased", world.clock.now(), str, str)
    with world.services.store.write() as transaction:
        transaction.erase_inbox([1], gone)
    assert [one.raw for one in gate.inbox()] == [b"erased", mail("ann@x.org")]
    with world.services.store.write() as transaction:
        transaction.erase_inbox([2], gone)
    assert [one.raw for one in gate.inbox()] == [b"erased"] * 2
    assert gate.kept() == (1, 2)


@pytest.mark.slow
def test_what_an_older_program_stored_by_another_spelling_is_known(tmp_path: Path) -> None:
    """From the second copies it is not taken in again under the one spelling."""
    with gate_at(tmp_path / "gm.sqlite3", tmp_path) as gate:
        services, raw = gate.world.services, mail("ann@x.org")
        written = ("tara@GM.example.org", "GM+Tara@gm.example.org")
        accept(services.store, services.clock, raw, "", written[:1], "smtp")
        old = KeptMail("1", raw, "", written, "smtp", services.clock.now())
        assert restore(services, [old]) == Restored(known=1, taken=0)
        new = replace(old, raw=mail("ann@x.org", 2))
        assert restore(services, [new]) == Restored(known=0, taken=1)
        assert restore(services, [old, new]) == Restored(known=2, taken=0)


def nobody() -> None:
    """Nobody waits to hear that a mail was taken."""


LETTERS = st.text("gm+.tarokb@1 \u017fAB-", max_size=20)


@given(LETTERS, LETTERS, st.sampled_from(AddressStyle), st.sampled_from(["gm", "tara"]))
def test_the_one_spelling_means_the_same(
    local: str, domain: str, style: AddressStyle, own: str
) -> None:
    """Whatever is written: folding changes no meaning, and what means the same folds to one."""
    identity = Identity("", f"{own}@{HOST}", HOST, own, "+", str, address_style=style)
    address = f"{local}@{domain.replace('@', '')}"
    usual = one_spelling(identity, address)
    assert destination(identity, usual) == destination(identity, address)
    assert fold(identity, [address, usual, address.upper()])[0] == usual
    assert one_spelling(identity, usual) == usual
