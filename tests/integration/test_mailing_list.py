"""Games whose reports go to a list of a real Mailman, and what comes back from it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from gm.app.records import InboxState
from tests.app.conftest import a_world
from tests.app.world import GM, HOST, World, text_of
from tests.peers.mailman import Mailman
from tests.peers.programs import PeerFailed, until

SCRIPT = Path(__file__).parents[2] / "deploy" / "mailman" / "make_list.sh"
OWN = f"gm+tara@{HOST}"
READER = "ann@readers.test"
ORDERS = "A Par - Bur\nA Mar S A Par - Bur\nF Bre - ENG"

pytestmark = pytest.mark.usefixtures("copied_databases")


@dataclass
class Listed:
    """A server, a Mailman, and the mail between them.

    Attributes:
        name: the list's address.
        posted: how many of the server's mails the list has been given.
        returned: how many mails of Mailman the server has been given.
    """

    world: World
    mailman: Mailman
    name: str
    posted: int = 0
    returned: dict[str, int] = field(default_factory=dict)

    def post(self) -> int:
        """Give the list what the server has for it; return how many mails that are."""
        self.world.send()
        waiting = [one for one in self.world.carrier.sent if one.recipient == self.name]
        new = waiting[self.posted :]
        self.posted = len(waiting)
        for one in new:
            self.mailman.deliver(one.raw, self.name, one.envelope_from)
        return len(new)

    def read(self, recipient: str, count: int) -> list[EmailMessage]:
        """Return all that a subscriber has been sent, once that are so many mails."""
        until(lambda: len(self.mailman.sent(recipient)) >= count, f"mails to {recipient}")
        return [
            message_from_bytes(one.raw, policy=policy.default)
            for one in self.mailman.sent(recipient)
        ]

    def bring_back(self, recipient: str, count: int) -> list[InboxState]:
        """Give the server what Mailman has sent to an address of its own; return what it became."""
        self.read(recipient, count)
        start = self.returned.get(recipient, 0)
        new = self.mailman.sent(recipient)[start:]
        self.returned[recipient] = start + len(new)
        return [self.world.raw(one.raw, one.sender, recipient).state for one in new]


@pytest.fixture
def listed(mailman: Mailman, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Listed]:
    """A game of Diplomacy that has begun, on a list of its own made by the script in deploy/."""
    name = f"{request.node.name.removeprefix('test_').replace('_', '-')}@lists.test"
    env = {"MAILMAN_API": mailman.api, "PATH": "/usr/bin:/bin"}
    subprocess.run(["bash", str(SCRIPT), name, f"gm@{HOST}"], env=env, check=True)
    mailman.post.taken.clear()
    with a_world(tmp_path) as world:
        archive = "https://lists.test/archives/message/{hash}/"
        identity = replace(world.services.identity, list_archive=archive)
        world.services = replace(world.services, identity=identity)
        world.start(variant="standard", list_address=name)
        yield Listed(world, mailman, name)


@pytest.mark.slow
def test_scenario_36_reports(listed: Listed) -> None:
    """Each report reaches a reader and the archive once, whole, in one thread (scenario 36)."""
    world, mailman = listed.world, listed.mailman
    mailman.subscribe(listed.name, READER)
    world.mail("FRANCE", ORDERS)
    for _ in range(2):
        world.tick(minutes=61)
    assert listed.post() == 3
    until(lambda: len(mailman.archived(listed.name)) == 3, "the archive")
    mails = listed.read(READER, 3)
    sent = {one["Message-ID"]: one for one in world.carrier.messages(listed.name)}
    assert len(mails) == 3
    assert {one["Message-ID"] for one in mails} == set(sent)
    assert {one["Message-ID"] for one in mailman.archived(listed.name)} == set(sent)
    root = world.carrier.messages(listed.name)[0]["Message-ID"]
    for one in mails:
        first = sent[one["Message-ID"]]
        assert one["Subject"] == first["Subject"]
        assert one["Reply-To"] == OWN
        assert one["References"] == (None if one["Message-ID"] == root else root)
        assert text_of(first).split() == text_of(one).split()[: len(text_of(first).split())]
        assert any(part.get_content_type() == "text/html" for part in one.walk())
        assert one["X-Message-ID-Hash"] in first["Archived-At"]
    world.new_mail("FRANCE")
    world.mail("FRANCE", "REPORT S1901M", to=f"gm+tara@{HOST}")
    assert "Army Paris moves to BURGUNDY" in " ".join(world.last_text("FRANCE").split())


def test_what_a_list_sends_back(listed: Listed) -> None:
    """Copies, digests of both kinds and rewritten senders change nothing and are answered by none."""
    world, mailman = listed.world, listed.mailman
    digests = {"mime_digests": f"gm@{HOST}", "plaintext_digests": f"gm+second@{HOST}"}
    mailman.subscribe(listed.name, OWN)
    for mode, address in digests.items():
        mailman.subscribe(listed.name, address, digests=mode)
    mailman.configure(listed.name, digest_size_threshold="0.1", default_member_action="accept")
    listed.post()
    for number, action in enumerate(("munge_from", "wrap_message"), start=2):
        mailman.configure(listed.name, dmarc_mitigate_action=action)
        world.tick(minutes=61)
        listed.post()
        until(lambda n=number: len(mailman.sent(OWN)) == n, action)  # type: ignore[misc]
    before = len(world.carrier.sent)
    states = listed.bring_back(OWN, 3)
    for address in digests.values():
        states += listed.bring_back(address, 1)
    assert len(states) >= 5
    assert set(states) == {InboxState.SUPPRESSED}
    world.send()
    assert len(world.carrier.sent) == before


def test_what_a_list_says(listed: Listed) -> None:
    """A posting refused, a subscription to be confirmed: no answer, and the GM is told once a day."""
    world, mailman = listed.world, listed.mailman
    config = {"accept_these_nonmembers": "", "default_nonmember_action": "reject"}
    mailman.configure(listed.name, **config)
    list_id = listed.name.replace("@", ".")
    listed.post()
    assert listed.bring_back(OWN, 1) == [InboxState.SUPPRESSED]
    mailman.call("POST", "members", {"list_id": list_id, "subscriber": OWN})
    assert listed.bring_back(OWN, 2) == [InboxState.SUPPRESSED]
    told = [one for one in world.new_mail(GM) if listed.name in str(one["Subject"])]
    assert [one["Subject"] for one in told] == [f"[tara] The list {listed.name} wrote to the game"]
    words = " ".join(text_of(told[0]).split())
    assert "was rejected for the following reasons: The message is not from a list member" in words
    to_lists = [one for one in world.carrier.sent if one.recipient.endswith("@lists.test")]
    assert [one.recipient for one in to_lists] == [listed.name]


def test_orders_over_a_list(listed: Listed) -> None:
    """Orders sent to the list alone do not count; he who sent them is told so, and nobody else."""
    world, mailman = listed.world, listed.mailman
    mailman.configure(listed.name, default_member_action="accept")
    for address in (OWN, "france@example.org"):
        mailman.subscribe(listed.name, address)
    world.new_mail("FRANCE")
    head = f"From: france@example.org\r\nTo: {listed.name}\r\nSubject: Re: [tara] orders"
    for number, body in enumerate((ORDERS, "Good luck to all of you.", ORDERS)):
        mail = f"{head}\r\nMessage-ID: <{number}@example.org>\r\n\r\n{body}\r\n"
        mailman.deliver(mail.encode(), listed.name, "france@example.org")
        assert listed.bring_back(OWN, number + 1) == [InboxState.SUPPRESSED]
    assert world.orders("FRANCE") == []
    (warned,) = world.new_mail("FRANCE")
    assert warned["Subject"] == "[tara] Your orders went to a mailing list and do not count"
    assert not [one for one in world.carrier.sent if one.recipient == listed.name][1:]


def test_only_games_post(listed: Listed) -> None:
    """The script's pattern lets a game's address through, and holds those that look like it."""
    mailman, name = listed.mailman, listed.name
    mailman.subscribe(name, READER)
    owner = name.replace("@", "-owner@")
    for number, sender in enumerate(("eve@else.test", f"gmx@{HOST}", "gm@gmXexample.org")):
        head = f"From: {sender}\r\nTo: {name}\r\nSubject: [tara] Results"
        mail = f"{head}\r\nMessage-ID: <{number}@else.test>\r\n\r\nA Par - Bur\r\n"
        mailman.deliver(mail.encode(), name, sender)
    until(lambda: len(mailman.sent(owner)) == 3, "the notices to the owner")
    listed.post()
    (report,) = listed.read(READER, 1)
    assert report["From"] == f"Maeve <{OWN}>"
    with pytest.raises(PeerFailed, match="404"):
        mailman.call("GET", "lists/nowhere.lists.test")
