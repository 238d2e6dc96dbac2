"""Whom a mail is believed to be from: a table of cases, in `identity.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from gm.app.records import InboxState
from gm.app.senders.rotation import rotate_token
from tests.app.proof import key_of, reply_address, reply_key
from tests.app.world import GM, HOST, LIST, World

CASES = tomllib.loads(Path(__file__).with_name("identity.toml").read_text(encoding="utf-8"))
MX = "mx.example.org"
ORDERS = "Build A Cork South\n"
PEOPLE = [
    f"{power}@example.org" for power in ("connaught", "leinster", "meath", "munster", "ulster")
]
ELSEWHERE = ["stranger@elsewhere.test", "holiday@elsewhere.test"]


@dataclass(frozen=True)
class Secrets:
    """The reply addresses of a game, by what the table calls them."""

    world: World
    old: str

    def address(self, name: str) -> str:
        """Return the address that a case writes to."""
        match name:
            case "plain":
                return f"gm+tara@{HOST}"
            case "server":
                return f"gm@{HOST}"
            case "never":
                return f"gm+tara.abcdefgh22345672@{HOST}"
            case "old munster":
                return self.old
        return reply_address(self.world, GM if name == "gm" else name)

    def key(self, names: str) -> str:
        """Return the text with the keys of a case."""
        found = (key_of(self.address(name)) for name in names.split())
        return "\n".join(f"> Reply key: {one}" for one in found)


@pytest.mark.sampled(20)
@pytest.mark.parametrize("case", CASES["mail"], ids=lambda case: case["name"])
def test_whom_a_mail_is_believed_to_be_from(
    world: World, case: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each case ends in its state, says why, and mails those it names and nobody else."""
    results = case.get("results", [])
    world.services = replace(
        world.services,
        proof=case.get("identity", "proof") == "proof",
        auth_results_from=MX if results else "",
        check_dkim=(lambda _raw, _address: True) if case.get("signed") else None,
    )
    world.start()
    old = reply_address(world, "munster")
    rotate_token(world.services, "tara", "munster")
    secrets = Secrets(world, old)
    to = secrets.address(case["to"])
    text = case.get("text", ORDERS) + secrets.key(case.get("key", ""))
    for one in (*PEOPLE, GM, LIST, *ELSEWHERE):
        world.new_mail(one)
    mail = world.mail(
        case.get("from", "munster@example.org"),
        text,
        to=to,
        subject="tara",
        headers="".join(f"Authentication-Results: {one}\n" for one in results),
    )
    assert mail.state is InboxState(case["state"])
    assert case["why"] in mail.note
    everybody = sorted((*PEOPLE, GM, LIST, *ELSEWHERE))
    assert [one for one in everybody if world.new_mail(one)] == sorted(case["mailed"])
    entered = world.orders("munster") != []
    assert entered == (mail.state is InboxState.DONE and "STATUS" not in text)


def test_every_case_of_the_table_is_another(world: World) -> None:
    """No case hides behind the name of another."""
    names = [case["name"] for case in CASES["mail"]]
    assert len(names) == len(set(names))
    assert world.count == 0


def test_a_secret_is_a_key_in_the_text(world: World) -> None:
    """What stands in the address of one style stands in the text of another."""
    world.start()
    address = reply_address(world, "munster")
    assert reply_key(world, "munster") is None
    assert len(key_of(address)) == 16


def test_a_signature_that_cannot_be_checked_proves_nothing(world: World) -> None:
    """Whatever breaks on the way to the sender's key, the mail is held, not lost."""

    def broken(_raw: bytes, _address: str) -> bool:
        raise TimeoutError("no name server answers")

    world.services = replace(world.services, proof=True, check_dkim=broken)
    world.start()
    assert world.mail("munster@example.org", ORDERS).state is InboxState.HELD
