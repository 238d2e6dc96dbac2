"""A server killed while it fetches mail: each is stored, acted upon and answered once."""

import time
import uuid
from collections import Counter
from pathlib import Path

import pytest
from imapclient import IMAPClient

from gm.app.records import InboxState
from tests.integration import processes
from tests.integration.republic import Game
from tests.peers.dovecot import PASSWORD, Dovecot
from tests.tiers import mostly_slow

POINTS = ("accept.before_commit", "accept.before_reply", "source.before_move")


def look_once(game: Game) -> None:
    """Let the server look for the first time, so that what comes now is new."""
    with processes.running(game.command, game.settings.data_dir) as (process, _):
        processes.until(lambda: bool(_sources(game)), "the first look")
        assert processes.stop(process) == 0


def _sources(game: Game) -> bool:
    from gm.adapters.sql.store import SqlStore

    with SqlStore(game.settings.database_path) as store, store.read() as transaction:
        return bool(transaction.sources()) and transaction.sources()[0].polled_at is not None


def fetched_once(game: Game, point: str) -> None:
    """Kill the server at a point, start it again: the mail has one effect."""
    dying = processes.start(game.command, point)
    assert processes.killed(dying)
    with processes.running(game.command, game.settings.data_dir) as (process, _):
        processes.until(lambda: game.receipts("MUNSTER") > 0 and game.quiet(), "the receipt")
        assert processes.stop(process) == 0
    assert game.receipts("MUNSTER") == 1
    assert Counter(one.state for one in game.inbox()) == {InboxState.DONE: 1}, "known by its place"
    assert len(game.book("MUNSTER")) == 1


@pytest.mark.slow
@pytest.mark.parametrize("point", POINTS)
def test_killed_over_a_mailbox(dovecot: Dovecot, tmp_path: Path, point: str) -> None:
    """A mail in a mailbox is fetched once and then moved, wherever the server dies."""
    user = f"u{uuid.uuid4().hex[:12]}"
    game = Game(
        tmp_path,
        imap_host="127.0.0.1",
        imap_port=dovecot.imap,
        imap_tls="none",
        imap_user=user,
        imap_password=PASSWORD,
        imap_done_folder="Processed",
    )
    game.begin()
    look_once(game)
    dovecot.deliver(user, game.raw("MUNSTER"), game.address("MUNSTER"))
    fetched_once(game, point)
    client = IMAPClient("127.0.0.1", dovecot.imap, ssl=False, timeout=30)
    with client:
        client.login(user, PASSWORD)
        client.select_folder("INBOX")
        processes.until(lambda: client.search() == [], "an empty mailbox")
        assert client.folder_status("Processed", ["MESSAGES"])[b"MESSAGES"] == 1


@pytest.mark.parametrize("point", mostly_slow(POINTS, "accept.before_commit"))
def test_killed_over_a_maildir(tmp_path: Path, point: str) -> None:
    """A file in a Maildir is stored once and then moved, wherever the server dies."""
    box = tmp_path / "Maildir"
    for part in ("tmp", "new", "cur"):
        (box / part).mkdir(parents=True)
    game = Game(tmp_path, maildir_inbox=str(box))
    game.begin()
    look_once(game)
    name = f"{time.time_ns()}.M1P1.host"
    (box / "tmp" / name).write_bytes(game.raw("MUNSTER"))
    (box / "tmp" / name).rename(box / "new" / name)
    fetched_once(game, point)
    assert not list((box / "new").iterdir())
    assert [path.name for path in (box / ".Stored" / "cur").iterdir()] == [f"{name}:2,S"]
