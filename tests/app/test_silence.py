"""Where nobody is answered: machines, lists, bounces, our own words, and another server of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from email import message_from_bytes
from pathlib import Path

import pytest

from gm.app.records import InboxState
from gm.app.seats.players import replace_player
from gm.config import AddressStyle
from tests.app.conftest import a_world
from tests.app.world import HOST, LIST, World

ORDERS = "A Paris - Burgundy"
FRANCE = "france@example.org"


@pytest.fixture
def played(world: World) -> World:
    """A game of standard Diplomacy that has begun, on a server that believes the From line."""
    world.services = replace(world.services, proof=False)
    world.start(variant="standard")
    world.send()
    world.new_mail("FRANCE")
    return world


def is_silent(world: World) -> bool:
    """Whether the last mail was answered by nobody and moved nothing."""
    return world.new_mail("FRANCE") == [] and world.orders("FRANCE") == []


@pytest.mark.parametrize(
    "headers",
    [
        "Auto-Submitted: auto-replied\n",
        "Auto-Submitted: auto-generated\n",
        "Precedence: bulk\n",
        "Precedence: junk\n",
        "X-Autoreply: yes\n",
        "Return-Path: <>\n",
        "X-GM-Loop: gm+other@games.example.net\n",
    ],
)
def test_machines_mail_with_orders_in_it_is_kept_and_nothing_else(
    played: World, headers: str
) -> None:
    """An out-of-office reply that repeats orders gives none, and gets no answer (scenario 22)."""
    got = played.mail("FRANCE", ORDERS, headers=headers, to=f"gm@{HOST}")
    assert got.state is InboxState.SUPPRESSED
    assert is_silent(played)


HOLIDAYS = (
    "Out of office next week - France's orders",
    "Urlaub: Befehle Frankreich",
    "On holiday: France",
    "Auto: France",
    "Accepted: your challenge",
    "Abwesenheitsnotiz: hier meine Befehle",
)


@pytest.mark.parametrize("subject", HOLIDAYS)
@pytest.mark.parametrize(
    "words",
    [
        "A Par - Bur",
        "a par-bur",
        "Armee Paris zieht nach Burgund",
        "Hi,\n\nParis to Burgundy\n\nI am away from my desk until Monday.",
    ],
)
def test_who_tells_of_his_holidays_orders(played: World, subject: str, words: str) -> None:
    """No subject and no sentence of absence keeps orders from being read; the game's language tells them."""
    got = played.mail("FRANCE", words, subject=subject, to=f"gm@{HOST}")
    assert got.state is InboxState.DONE
    assert played.orders("FRANCE") == ["A PAR - BUR"]


@pytest.mark.parametrize("subject", HOLIDAYS)
@pytest.mark.parametrize(
    "words",
    [
        "I shall answer when I am back, on Monday.",
        "Ich bin vom 3. August - 10. August im Urlaub. In dringenden Fällen: Anna Berger.",
        "Absent until 10 August",
        "Thank you for your mail. A colleague will read it - perhaps.",
    ],
)
def test_a_notice_of_absence_is_silent(played: World, subject: str, words: str) -> None:
    """It orders nothing, in whatever words."""
    assert played.mail("FRANCE", words, subject=subject).state is InboxState.SUPPRESSED
    assert is_silent(played)


def test_doubtful_orders_below_such_a_subject_are_asked_about(played: World) -> None:
    """Nor are these lost."""
    played.mail("FRANCE", "A Par - Bur\nmaybe", subject="On holiday: France")
    (receipt,) = played.new_mail("FRANCE")
    assert "1 answer awaited" in receipt["Subject"]


def test_a_command_below_such_a_subject_is_answered(played: World) -> None:
    """As any other."""
    played.mail("FRANCE", "STATUS", subject="Out of office: what stands?")
    assert len(played.new_mail("FRANCE")) == 1


def test_mail_without_a_sender_on_its_envelope_is_not_answered(played: World) -> None:
    """RFC 3834: nothing is ever answered to the null sender, whatever the mail says of itself."""
    raw = f"From: {FRANCE}\r\nTo: gm+tara@{HOST}\r\nSubject: orders\r\n\r\n{ORDERS}\r\n"
    assert played.raw(raw.encode(), "<>").state is InboxState.SUPPRESSED
    assert is_silent(played)


def test_wish_that_machines_be_silent_proves_no_machine(played: World) -> None:
    """People's mail programs set X-Auto-Response-Suppress too; their orders count."""
    played.mail("FRANCE", ORDERS, headers="X-Auto-Response-Suppress: All\n")
    assert len(played.new_mail("FRANCE")) == 1
    assert played.orders("FRANCE") == ["A PAR - BUR"]


def test_report_that_the_list_sends_back_is_not_read(played: World) -> None:
    """A GM who is subscribed has his own reports come back by the list: by their Message-ID."""
    report = played.carrier.messages(LIST)[-1]
    before = len(played.carrier.sent)
    head = f"From: {FRANCE}\nMessage-ID: {report['Message-ID']}\nTo: {LIST}\n"
    for number in range(2):
        raw = f"{head}Subject: [Reports] {number}\n\n{ORDERS}\n".replace("\n", "\r\n").encode()
        got = played.raw(raw, "reports-bounces@lists.example.org")
        assert got.state is InboxState.SUPPRESSED
    played.send()
    assert len(played.carrier.sent) == before
    assert played.orders("FRANCE") == []


@pytest.mark.parametrize("sender", [f"gm@{HOST}", f"gm+tara@{HOST}", f"GM+Tara.abcdefgh@{HOST}"])
def test_mail_from_an_address_of_ours_is_ours(played: World, sender: str) -> None:
    """Whoever forges our address reaches nobody by it."""
    assert played.mail(sender, ORDERS).note == "our own mail coming back"


def test_mailbox_beside_ours_is_somebody_elses(played: World) -> None:
    """A player or GM may have his address in our very domain, as at a provider's."""
    play_from_our_domain(played)
    assert played.mail(f"ann@{HOST}", ORDERS, to=f"gm+second@{HOST}").state is InboxState.DONE


def play_from_our_domain(world: World) -> None:
    """Begin a second game in which France is played from our own domain."""
    world.start("second", variant="standard")
    replace_player(world.services, "second", "FRANCE", "Ann", f"ann@{HOST}")


def test_game_that_is_named_before_the_at_is_ours_too(played: World) -> None:
    """In the name style every game's name is an address of ours, and no other name is."""
    identity = replace(played.services.identity, address_style=AddressStyle.NAME)
    played.services = replace(played.services, identity=identity)
    assert played.mail(f"tara@{HOST}", ORDERS).note == "our own mail coming back"
    assert played.mail(f"somebody@{HOST}", ORDERS).note != "our own mail coming back"


@pytest.fixture
def neighbours(tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Two servers, each of which has the other's game for a player."""
    with ExitStack() as stack:
        one = stack.enter_context(a_world(tmp_path / "one"))
        other = stack.enter_context(a_world(tmp_path / "other"))
        identity = replace(
            other.services.identity,
            host="games.example.net",
            server_address="gm@games.example.net",
            game_address=lambda game: f"gm+{game}@games.example.net",
        )
        other.services = replace(other.services, identity=identity, proof=False)
        one.services = replace(one.services, proof=False)
        for world, name, whom in (
            (one, "tara", "gm+cashel@games.example.net"),
            (other, "cashel", f"gm+tara@{HOST}"),
        ):
            world.start(name, variant="standard")
            with world.services.store.write() as transaction:
                person = transaction.person(FRANCE)
                assert person is not None
                transaction.change_registered(person.id, whom)
                transaction.readdress_outbox(person.id, whom)
        yield one, other


def without_marks(raw: bytes) -> bytes:
    """A mail as it would be if a bad mail system had taken out every mark of a machine."""
    message = message_from_bytes(raw)
    for name in ("Auto-Submitted", "X-Auto-Response-Suppress", "X-GM-Loop", "Precedence"):
        del message[name]
    return message.as_bytes()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("strip", [False, True], ids=["as sent", "without marks"])
def test_two_servers_do_not_write_to_each_other(
    neighbours: tuple[World, World], strip: bool
) -> None:
    """Each writes what it has to say and answers the other once at most, marks or no marks."""
    one, other = neighbours
    said = [0, 0]
    for _ in range(20):
        for at, (world, peer) in enumerate(((one, other), (other, one))):
            world.send()
            host = peer.services.identity.host
            mails = [mail for mail in world.carrier.sent if mail.recipient.endswith(f"@{host}")]
            for mail in mails[said[at] :]:
                raw = without_marks(mail.raw) if strip else mail.raw
                peer.raw(raw, mail.envelope_from or "<>", mail.recipient)
            said[at] = len(mails)
            world.clock.advance(minutes=1)
    assert min(said) >= 1
    for world, game in ((one, "tara"), (other, "cashel")):
        assert sum(mail.purpose == "answer" for mail in world.carrier.sent) <= 1
        assert strip or world.orders("FRANCE", game) == []
