"""Reading mail in rounds: a stream of mails leaves room for what is due."""

from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.intake import accept
from gm.app.records import InboxState
from tests.app.world import HOST, World


def unread(world: World) -> int:
    """How many mails still wait."""
    with world.services.store.read() as transaction:
        return len(transaction.inbox(InboxState.NEW))


def test_a_round_reads_no_more_than_it_is_told(world: World) -> None:
    """Three at a time, oldest first, until there are none; then a round does nothing."""
    for number in range(7):
        raw = f"From: p{number}@x.org\r\nMessage-ID: <{number}@x>\r\n\r\nHELP\r\n".encode()
        accept(world.services.store, world.clock, raw, f"p{number}@x.org", [f"gm@{HOST}"], "smtp")
    left = []
    while read_inbox(world.services, 3):
        left.append(unread(world))
    assert left == [4, 1, 0]
    assert read_inbox(world.services, 3) == 0
