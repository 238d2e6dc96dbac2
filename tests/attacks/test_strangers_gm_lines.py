"""Long mails of strangers and players: nobody's writing waits while their text is read."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from gm.app.answering import inbox
from gm.app.ports import Store, Transaction
from gm.app.records import InboxState
from gm.interpret import gm_words
from gm.interpret.gm_words import LONGEST, MOST, wishes
from tests.app.conftest import a_world
from tests.app.world import GM, World, text_of

pytestmark = pytest.mark.usefixtures("copied_databases")

STRANGER = "mallory@example.net"
BYTES = 1_000_000
LINES = {
    "GM and near forms": "GM deadlien +24h for all of us",
    "GM and one long word": f"GM {'deadline' * 100} +24h",
    "orders": "A Paris - Burgundy",
    "orders and slips": "Armee Pariss moovs towards Burgundi via Picadry",
    "answers and dots": "1, 2, 3 ...",
    "messages that never end": "PRESS TO FRANCE and whoever reads this",
}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A server with a game of standard Diplomacy."""
    with a_world(tmp_path) as begun:
        begun.start(variant="standard")
        yield begun


@dataclass
class Watched:
    """A store that counts the processor time between the beginning and the end of writing."""

    store: Store
    seconds: float = 0.0

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """Open a transaction that may change things, and look at the clock."""
        with self.store.write() as transaction:
            begun = time.thread_time()
            yield transaction
            self.seconds += time.thread_time() - begun


def long_mail(line: str) -> str:
    """A mail of a million bytes that says one thing over and over."""
    return "\n".join([line] * (BYTES // (len(line) + 1)))


@pytest.mark.sampled(12)
@pytest.mark.parametrize("line", LINES.values(), ids=LINES.keys())
@pytest.mark.parametrize("sender", [STRANGER, "france@example.org"], ids=["stranger", "player"])
def test_others_write_while_a_long_mail_is_read(world: World, sender: str, line: str) -> None:
    """Of what it takes to handle it, a small part is spent while others wait."""
    watched = Watched(world.services.store)
    world.services = replace(world.services, store=watched)  # type: ignore[arg-type]
    begun = time.thread_time()
    mail = world.mail(sender, long_mail(line))
    took = time.thread_time() - begun

    assert mail.state in {InboxState.REJECTED, InboxState.DONE}
    assert mail.attempts == 1
    assert watched.seconds < 0.2 * took


def test_a_strangers_commands_are_not_looked_at(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who wrote them is judged first."""
    seen: list[str] = []
    monkeypatch.setattr(gm_words, "_wish", lambda text, game: seen.append(text))
    mail = world.mail(STRANGER, "GM pause\nGM deadlien +24h")
    assert mail.state is InboxState.REJECTED
    assert seen == []


def test_the_gm_reads_which_commands_were_left(world: World) -> None:
    """Ten are taken; of the others he is told, of many by their number."""
    world.mail(GM, "\n".join(["GM journal"] * (MOST + 25)))
    told = " ".join(text_of(world.new_mail(GM)[-1]).split())
    assert told.count("A mail may hold 10 commands.") == 20
    assert "Nor was any of the 5 commands below these." in told


def test_a_line_without_end_is_no_command() -> None:
    """What is longer than any command is neither carried out in part nor compared."""
    (wish,) = wishes([f"GM pause --reason {'x' * LONGEST}"], "tara")
    assert wish.words == ()
    assert f"longer than {LONGEST} characters" in wish.fault
    (wish,) = wishes([f"GM pause --reason {'x' * (LONGEST - 20)}"], "tara")
    assert not wish.fault


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "body",
    [
        "A Par - Bur\nF Bre - MAO\nA Mar S A Par - Xyz",
        "CHECK\nA Par - Bur",
        "FORECAST\nA Par - Bur\nGermany:\nA Mun - Bur",
        "PRESS TO ENGLAND\nHello.\nENDPRESS\nA Par - Pic",
        "PRESS TO ENGLAND\nHello.\nA Par - Pic",
        "Good morning, all.",
        "STATUS\nHELP",
    ],
)
def test_what_was_not_read_beforehand_is_read_in_the_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    """Had the position changed since, the mail would be acted on anew: with the same effect."""
    effects = []
    for rehearsed in (True, False):
        if not rehearsed:
            monkeypatch.setattr(inbox, "_rehearse", lambda *_: None)
        with a_world(tmp_path / str(rehearsed)) as world:
            world.start(variant="standard")
            world.new_mail("france")
            mail = world.mail("france", body)
            answers = [text_of(one) for one in world.new_mail("france")]
            effects.append((mail.state, mail.attempts, world.orders("france"), answers))
    assert effects[0] == effects[1]
    assert effects[0][1] == 1
