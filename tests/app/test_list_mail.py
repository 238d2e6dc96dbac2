"""What lists and the programs that run them write to us: kept, never answered, the GM told once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.records import InboxMail, InboxState
from gm.errors import PermanentFailure
from tests.app.world import GM, HOST, LIST, World, text_of

OWN = f"gm+tara@{HOST}"
FRANCE = "france@example.org"
MARKS = "List-Id: <reports.lists.example.org>\nPrecedence: list\n"
TITLE = f"[tara] The list {LIST} wrote to the game"


@pytest.fixture
def played(world: World) -> World:
    """A game that has begun, on a server that believes the From line."""
    world.start(variant="standard")
    for who in ("FRANCE", GM):
        world.new_mail(who)
    return world


def over_list(world: World, sender: str, body: str, number: int, headers: str = "") -> InboxMail:
    """Hand over a posting to the list, as the game's address gets it that is subscribed there."""
    raw = (
        f"From: {sender}\nTo: {LIST}\nSubject: Re: [tara] orders\n"
        f"Message-ID: <{number}@example.org>\n{MARKS}{headers}\n{body}\n"
    )
    return world.raw(raw.replace("\n", "\r\n").encode(), "reports-bounces@lists.example.org", OWN)


NOTICES = {
    "held by Mailman 2": (
        "reports-bounces@lists.example.org",
        "Your message to Reports awaits moderator approval",
        "Precedence: bulk\nX-Mailman-Version: 2.1.39\nList-Id: <reports.lists.example.org>\n",
        "Is being held until the list moderator can review it for approval.",
    ),
    "a probe": (
        "reports-bounces+0123456789abcdef@lists.example.org",
        "Reports mailing list probe message",
        "Precedence: bulk\n" + MARKS.partition("Precedence")[0],
        "This is a probe message. You can ignore this message.",
    ),
    "a welcome": (
        "reports-request@lists.example.org",
        'Welcome to the "Reports" mailing list',
        MARKS,
        'Welcome to the "Reports" mailing list!',
    ),
    "Majordomo's owner": (
        "owner-reports@lists.example.org",
        "BOUNCE reports@lists.example.org: Non-member submission",
        MARKS,
        "From gm Mon Nov 23",
    ),
}


@pytest.mark.parametrize("kind", NOTICES)
def test_what_the_program_of_a_list_says_is_told_to_the_gm(played: World, kind: str) -> None:
    """Once a day, with its subject and first words; nothing is answered, whatever it asks for."""
    sender, subject, headers, body = NOTICES[kind]
    before = len(played.carrier.sent)
    for _ in range(3):
        got = played.mail(sender, f"{body}\nA Par - Bur", subject=subject, headers=headers, to=OWN)
        assert got.state is InboxState.SUPPRESSED
    (told,) = played.new_mail(GM)
    assert told["Subject"] == TITLE
    words = " ".join(text_of(told).split())
    assert f"“{subject}”" in words
    assert body in words
    assert len(played.carrier.sent) == before + 1
    assert played.orders("FRANCE") == []
    played.clock.advance(days=1)
    played.mail(sender, body, subject=subject, headers=headers, to=OWN)
    assert [one["Subject"] for one in played.new_mail(GM)] == [TITLE]


@pytest.mark.parametrize(
    ("sender", "to"),
    [
        ("other-owner@lists.example.org", OWN),
        ("reports-owner@elsewhere.example", OWN),
        ("reports-owner@lists.example.org", LIST),
    ],
)
def test_what_another_list_says_or_a_digest_is_told_to_nobody(
    played: World, sender: str, to: str
) -> None:
    """Only what our own list writes to us ourselves is worth the GM's time."""
    raw = (
        f"From: {sender}\nTo: {to}\nSubject: Reports Digest, Vol 1\n"
        f"Message-ID: <1@lists.example.org>\n{MARKS}\nA Par - Bur\n"
    )
    before = len(played.carrier.sent)
    got = played.raw(raw.replace("\n", "\r\n").encode(), "reports-bounces@lists.example.org", OWN)
    assert got.state is InboxState.SUPPRESSED
    played.send()
    assert len(played.carrier.sent) == before


def test_an_owner_without_a_list_is_a_person(played: World) -> None:
    """Somebody whose address ends in -owner may play; only a list's marks make it a program's."""
    got = played.mail("pub-owner@example.org", "A Par - Bur")
    assert got.state is InboxState.REJECTED


def test_orders_over_the_list_are_warned_of_once(played: World) -> None:
    """He who sent orders to the list alone is told so at his own address; talk is not answered."""
    bodies = ("Good luck to all.", "A Par - Bur\nF Bre - MAO", "A Par - Gas")
    for number, body in enumerate(bodies):
        assert over_list(played, FRANCE, body, number).state is InboxState.SUPPRESSED
    (warned,) = played.new_mail("FRANCE")
    assert warned["Subject"] == "[tara] Your orders went to a mailing list and do not count"
    assert "reports@" not in str(warned["To"])
    assert played.orders("FRANCE") == []


def test_a_sender_that_a_list_rewrote_is_nobody(played: World) -> None:
    """A list that writes its own address into From, for DMARC, makes no orders of anybody's."""
    got = over_list(played, LIST, "A Par - Bur", 1, f"Reply-To: {FRANCE}\n")
    assert got.state is InboxState.SUPPRESSED
    assert played.new_mail("FRANCE") == []
    assert played.orders("FRANCE") == []


def test_orders_that_went_to_the_list_as_well_count_and_are_warned_of(played: World) -> None:
    """His own copy reaches us: the receipt says that others may have read it, and the GM hears."""
    raw = (
        f"From: {FRANCE}\nTo: {OWN}\nCc: {LIST}\nSubject: orders\n"
        "Message-ID: <2@example.org>\n\nA Par - Bur\n"
    )
    played.raw(raw.replace("\n", "\r\n").encode(), FRANCE, OWN)
    assert played.orders("FRANCE") == ["A PAR - BUR"]
    assert "came over a mailing list" in " ".join(played.last_text("FRANCE").split())
    (told,) = played.new_mail(GM)
    assert f"was addressed to {LIST} as well" in " ".join(text_of(told).split())


def test_a_list_that_refuses_for_good_is_told_of(played: World) -> None:
    """A report that a list will never take reaches nobody: its GM hears, and it is not tried again."""
    played.carrier.fail_next(PermanentFailure("550 5.1.1 No such list"), recipient=LIST)
    played.tick(minutes=61)
    (told,) = [one for one in played.new_mail(GM) if "could not be delivered" in one["Subject"]]
    assert LIST in str(told["Subject"])
    assert "550 5.1.1 No such list" in text_of(told)
    sent = len(played.carrier.messages(LIST))
    played.clock.advance(days=1)
    played.send()
    assert len(played.carrier.messages(LIST)) == sent


def test_the_list_of_announcements_is_the_keepers(played: World) -> None:
    """What its program says goes to who keeps the server, for no game has to do with it."""
    identity = replace(
        played.services.identity,
        announce_address="news@lists.example.org",
        admin_address="k@x.org",
    )
    played.services = replace(played.services, identity=identity)
    sender, subject = "news-owner@lists.example.org", "news@ post requires approval"
    played.mail(sender, "It is held.", subject=subject, headers=MARKS, to=f"gm@{HOST}")
    assert len(played.new_mail("k@x.org")) == 1
    assert played.new_mail(GM) == []
