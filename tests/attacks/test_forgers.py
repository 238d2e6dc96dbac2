"""Forged and honest mails in a player's name, and his answers, in every order.

Nothing takes effect that its owner did not see quoted whole, in a mail to his registered address, and
choose, or send with proof; everything that he chose in time does, once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm.app.answering.inbox import read_inbox
from gm.app.records import InboxState
from tests.app.conftest import a_world
from tests.app.proof import mails_to, question, reply_address
from tests.app.world import World, text_of

VICTIM: Final = "munster"
STRANGER: Final = "mallory@elsewhere.test"
DAYS: Final = dict.fromkeys(("movement", "retreat", "adjustment"), 3600 * 24 * 30)
ORDERS: Final = {"Build A Cork South": "B A CoS", "Build F Cork South": "B F CoS"}
LINES: Final = (
    *ORDERS,
    "VOTE CONCEDE TO ULSTER",
    "RESIGN",
    "I, Munster, surrender",
    "\n".join(f"and line {number}" for number in range(60)),
)
"""What a mail says beside its message to Ulster, by which it is known whether it took effect."""

ANEW: Final = "Build A Cork Central"
ANSWERS: Final = (
    "YES", "YES", "Ja, das war ich", "YES 2", "YES 1 2", "YES 3", "Tá, 1 agus 2", "YES ALL", "NO", "NO 2", "NO ALL",
    "What is this? I did not write that.", "Who are you?", "Yes, who is this?", "yes but no", "spam", "",
    f"I meant\n{ANEW}",
)  # fmt: skip

FORGE, FROM_STRANGER, HONEST, PROVED = "forge", "stranger", "honest", "proved"
SENDS = st.tuples(st.sampled_from((FORGE, FROM_STRANGER, HONEST, PROVED)), st.sampled_from(LINES))
REPLIES = st.tuples(st.integers(0, 9), st.sampled_from(ANSWERS), st.booleans())
STEPS = st.lists(st.one_of(SENDS, REPLIES), min_size=4, max_size=10)


@dataclass(frozen=True, slots=True)
class Shown:
    """A mail as a question shows it: its mark, "" if not all of it, and whether from a stranger."""

    mark: str
    stranger: bool


@dataclass
class Owner:
    """The player whose name is forged: what he saw, chose and dropped, by the marks of the mails."""

    world: World
    sent: int = 0
    proved: set[str] = field(default_factory=set)
    chosen: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    whole: dict[str, str] = field(default_factory=dict)
    """The text of each mail by its mark."""
    orders: set[str] = field(default_factory=set)
    gone: bool = False
    """He has given his power up."""

    def questions(self) -> list[EmailMessage]:
        """Return the questions that he has got, oldest first."""
        return [
            one
            for one in mails_to(self.world, VICTIM)
            if "+ok." in str(one["Reply-To"]) and "Yes or no?" not in str(one["Subject"])
        ]

    def send(self, how: str, line: str) -> None:
        """Have a mail sent: by a forger from his address or another, or by himself."""
        self.sent += 1
        mark = f"mark-{self.sent}-mark"
        text = f"{line}\nPRESS TO ULSTER\n{mark}\nENDPRESS"
        self.whole[mark] = text
        to = "gm+tara@gm.example.org"
        if how in (FROM_STRANGER, PROVED):
            to = reply_address(self.world, VICTIM)
        self.world.mail(STRANGER if how == FROM_STRANGER else VICTIM, text, to=to)
        if how == PROVED:
            self.proved.add(mark)

    def answer(self, number: int, words: str, *, twice: bool) -> None:
        """Answer a question, perhaps twice, and note what that chooses."""
        asked = self.questions()
        if not asked or self.gone:
            return
        mail = asked[number % len(asked)]
        for _ in range(2 if twice else 1):
            self.world.mail(VICTIM, words, to=str(mail["Reply-To"]))
        if ANEW in words:
            self.orders.add("B A CoC")
        if "really give up" in str(mail["Subject"]):
            self.gone = self.gone or words in ("YES", "Ja, das war ich")
            return
        self._note(dict(shown_in(text_of(mail), self.whole)), words)

    def _note(self, shown: dict[int, Shown], words: str) -> None:
        yes = words.startswith(("YES", "Ja", "Tá"))
        no = words.startswith(("NO", "What is this? I", "spam"))
        if not yes and not no:
            return
        numbers = [int(one) for one in re.findall(r"\d", words)] or [1]
        if "ALL" in words:
            along = [at for at, one in shown.items() if one.mark and not (one.stranger and yes)]
            numbers = [at for at in shown if at in along or (at == 1 and (shown[1].mark or no))]
        if any(at not in shown or (yes and not shown[at].mark) for at in numbers):
            return
        for at in numbers:
            mark = shown[at].mark
            if yes and mark not in self.dropped:
                self.chosen.add(mark)
            elif no and mark and mark not in self.chosen:
                self.dropped.add(mark)


def shown_in(text: str, whole: dict[str, str]) -> Iterator[tuple[int, Shown]]:
    """Yield what a question shows under each number, as its reader sees it."""
    own, _, others = text.partition("ALSO WAITING IN YOUR NAME")
    parts = re.split(r"^(\d+)\. It came in", others, flags=re.M)
    numbered = [("1", own), *zip(parts[1::2], parts[2::2], strict=True)]
    for number, part in numbered:
        seen = (
            mark for mark, said in whole.items() if all(line in part for line in said.split("\n"))
        )
        plain = " ".join(part.split())
        stranger = "do not know" in plain and "as yours" in plain
        yield int(number), Shown(next(seen, ""), stranger and number != "1")


def took_effect(world: World) -> list[str]:
    """Return the marks of the messages that Ulster has got, as often as it has."""
    return [
        mark
        for mail in mails_to(world, "ulster")
        for mark in sorted(set(re.findall(r"mark-\d+-mark", text_of(mail))))
    ]


@pytest.mark.usefixtures("copied_databases")
@settings(
    max_examples=15,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
def test_nothing_counts_that_its_owner_did_not_see_whole_and_choose(
    steps: list[tuple[str, str] | tuple[int, str, bool]],
) -> None:
    """Whatever several forgers and he himself send and answer, in whatever order."""
    with TemporaryDirectory() as folder, a_world(Path(folder)) as world:
        world.services = replace(world.services, proof=True)
        world.start(lengths=DAYS)
        owner = Owner(world)
        for step in steps:
            world.clock.advance(minutes=25)
            if isinstance(step[0], int):
                owner.answer(step[0], step[1], twice=step[2])
            elif not owner.gone:
                owner.send(step[0], step[1])
        read_inbox(world.services)
        effects = took_effect(world)
        assert sorted(effects) == sorted(owner.proved | owner.chosen)
        said = {line for mark in effects for line in owner.whole[mark].split("\n")}
        if not owner.gone:
            allowed = {ORDERS[line] for line in said if line in ORDERS} | owner.orders
            assert set(world.orders(VICTIM)) <= allowed
        asked = any("really give up" in str(one["Subject"]) for one in owner.questions())
        assert asked == ("RESIGN" in said)
        voted = any("vote" in str(one["Subject"]).lower() for one in mails_to(world, "ulster"))
        assert voted == ("VOTE CONCEDE TO ULSTER" in said)
        with world.services.store.read() as transaction:
            seats = transaction.seats(transaction.game("tara").id)
        holder = next(one.person for one in seats if one.seat == VICTIM.upper())
        assert (holder is None) == owner.gone


def test_a_forged_surrender_does_not_ride_on_its_victim_s_own_yes(tmp_path: Path) -> None:
    """He ignores the question about it, as the guide says, and later confirms a mail of his own."""
    with a_world(tmp_path) as world:
        world.services = replace(world.services, proof=True)
        world.start()
        forged = world.mail(
            VICTIM,
            "VOTE CONCEDE TO ULSTER\nBuild F Cork South\nPRESS TO ALL\nI surrender\nENDPRESS",
        )
        world.clock.advance(minutes=5)
        world.mail(VICTIM, "Build A Cork South")
        world.mail(VICTIM, "YES", to=str(question(world, VICTIM)["Reply-To"]))
        assert world.orders(VICTIM) == ["B A CoS"]
        assert [one.id for one in world.inbox(InboxState.HELD)] == [forged.id]
        assert not any("surrender" in text_of(one) for one in mails_to(world, "ulster"))
