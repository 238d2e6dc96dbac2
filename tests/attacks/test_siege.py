"""Strangers and a hostile player attack a server that runs: nobody is believed, nothing is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from gm.app.records import InboxState
from tests.attacks.siege import ATTACKER, MALLORY, MISCHIEF, VICTIMS, Siege, forgers
from tests.integration import processes
from tests.integration.republic import Game

TAKEN_OR_REFUSED = (250, 550, 553, 554)
"""The answers to a mail that its sender need not try again."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What an attack has left.

    Args:
        changes: of the game, before its players wrote again.
        receipts: how many answers each player's own orders had then.
    """

    siege: Siege
    changes: Mapping[str, object]
    receipts: Mapping[str, int]


@pytest.fixture(scope="module")
def aftermath(tmp_path_factory: pytest.TempPathFactory) -> Aftermath:
    """A game that every forger has written to, and its players after them."""
    siege = Siege(tmp_path_factory.mktemp("siege"))
    game = siege.game
    with processes.running(game.command, game.settings.data_dir) as (process, port):
        processes.until(game.quiet, "the opening mails")
        siege.learn()
        for forger in forgers():
            for mischief in MISCHIEF:
                assert siege.forge(port, forger, mischief) in TAKEN_OR_REFUSED, forger.name
        processes.until(siege.at_rest, "a server at rest")
        changes = siege.changes()
        before = {power: game.receipts(power) for power in VICTIMS}
        for power in VICTIMS:
            assert siege.honest(port, power) == 250
        processes.until(siege.at_rest, "the answers to the players")
        receipts = {power: game.receipts(power) - before[power] for power in VICTIMS}
        assert processes.stop(process) == 0
    return Aftermath(siege, changes, receipts)


@pytest.mark.slow
def test_nobody_is_believed_without_proof(aftermath: Aftermath) -> None:
    """No order, vote, message, mark, address or person of the game is other than before."""
    assert aftermath.changes == {}


def test_only_registered_addresses_are_asked(aftermath: Aftermath) -> None:
    """A question about a mail goes to the player in whose name it came, never to its writer."""
    registered = {Game.address(power) for power in VICTIMS} | {
        Game.address(ATTACKER),
        "maeve@example.org",
    }
    asked = [mail for mail in aftermath.siege.game.outbox() if mail.key.startswith("question ")]
    assert asked
    assert {mail.recipient for mail in asked} <= registered


def test_no_secret_reaches_anybody_else(aftermath: Aftermath) -> None:
    """Not one of the mails that the attack brought about holds another's reply address."""
    assert [*aftermath.siege.leaks()] == []


def test_who_forges_is_told_nothing_of_the_game(aftermath: Aftermath) -> None:
    """The answers to a stranger name no player's address, and no order that he did not write."""
    people = [Game.address(power) for power in VICTIMS]
    for mail in aftermath.siege.game.outbox():
        if mail.recipient == MALLORY:
            text = mail.raw.decode("utf-8", "replace")
            assert not any(address in text for address in people)
            assert "Build A Belfast South" not in text


def test_the_players_are_served_all_the_same(aftermath: Aftermath) -> None:
    """In the middle of it every player's orders by his reply address count and are answered."""
    assert aftermath.receipts == dict.fromkeys(VICTIMS, 1)
    assert len(aftermath.siege.game.book()) == len(VICTIMS)


def test_no_mail_was_set_aside_for_taking_too_long(aftermath: Aftermath) -> None:
    """What forgers write is read like any other mail, or refused with a reason."""
    notes = [
        mail.note for mail in aftermath.siege.game.inbox() if mail.state is InboxState.SHUNTED
    ]
    assert not any("too long" in note or "broke the reader" in note for note in notes), notes


def test_the_books_agree(aftermath: Aftermath) -> None:
    """`gm audit` finds nothing wrong when the attack is over."""
    assert aftermath.siege.game.findings() == []
