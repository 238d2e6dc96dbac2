"""Mails made to cost much, from a stranger and from a player who is believed: the others are served."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gm.app.records import InboxMail, InboxState
from tests.attacks.floods import LINES, long_line, text
from tests.attacks.siege import ATTACKER, MALLORY, VICTIMS, Siege
from tests.integration import processes
from tests.integration.republic import HOST, NAME, Game

SHORT, LONG = 4_000, 60_000
"""Characters of each flood, and of a few."""

MOST_OPEN = 3
"""Questions that may be open about one person, whatever he or somebody in his name writes."""

ALLOWANCE = 24 * 1024 * 1024
"""Bytes that a database may hold besides the mails that came in."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What floods have left.

    Args:
        receipts: how many answers each player's own orders had in the end.
        questions: how many questions were open then, by person.
    """

    siege: Siege
    inbox: tuple[InboxMail, ...]
    receipts: dict[str, int]
    questions: dict[int, int]


@pytest.fixture(scope="module")
def aftermath(tmp_path_factory: pytest.TempPathFactory) -> Aftermath:
    """A game that had every flood, as lines and as one line, and its players after it."""
    siege = Siege(tmp_path_factory.mktemp("floods"))
    game = siege.game
    with processes.running(game.command, game.settings.data_dir) as (process, port):
        processes.until(game.quiet, "the opening mails")
        siege.learn()
        insider = (Game.address(ATTACKER), siege.secrets[ATTACKER])
        stranger = (MALLORY, f"gm+{NAME}@{HOST}")
        for at, name in enumerate(LINES):
            size = LONG if at % 5 == 0 else SHORT
            for made in (text(name, size), long_line(name, size)):
                for who in (insider, stranger):
                    assert siege.flood(port, made, *who) in (250, 452, 552), name
        for power in VICTIMS:
            assert siege.honest(port, power) == 250
        processes.until(siege.at_rest, "a server at rest", 3 * processes.PATIENCE)
        receipts = {power: game.receipts(power) for power in VICTIMS}
        questions = siege.open_questions()
        assert processes.stop(process) == 0
    return Aftermath(siege, game.inbox(), receipts, questions)


@pytest.mark.slow
def test_the_players_are_answered(aftermath: Aftermath) -> None:
    """Everybody else's orders count, and each has his receipt."""
    assert aftermath.receipts == dict.fromkeys(VICTIMS, 1)
    assert all(aftermath.siege.game.book(power) for power in VICTIMS)


def test_every_flood_has_an_end(aftermath: Aftermath) -> None:
    """No mail waits, and none was given up because nobody could read it."""
    assert {mail.state for mail in aftermath.inbox} <= frozenset(InboxState) - {InboxState.NEW}
    aside = [mail.note for mail in aftermath.inbox if mail.state is InboxState.SHUNTED]
    assert aside == []


def test_a_flood_opens_few_questions(aftermath: Aftermath) -> None:
    """Nobody's questions pile up, whoever writes."""
    assert max(aftermath.questions.values(), default=0) <= MOST_OPEN


def test_a_flood_is_not_multiplied(aftermath: Aftermath) -> None:
    """The database holds the mails that came, and not many times as much."""
    taken = sum(len(mail.raw) for mail in aftermath.inbox)
    assert aftermath.siege.database.stat().st_size < 2 * taken + ALLOWANCE


def test_the_books_agree(aftermath: Aftermath) -> None:
    """`gm audit` finds nothing wrong when the flood is over."""
    assert aftermath.siege.game.findings() == []
