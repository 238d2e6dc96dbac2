"""Second copies of mails, and a server made whole from a backup and them."""

from __future__ import annotations

import stat
from datetime import timedelta
from pathlib import Path

import pytest

from gm.adapters.post.mail_copy import MailCopies
from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.restoring import Restored, restore
from gm.app.records import InboxState
from gm.errors import StoreError, UnreadableInput
from tests.app.conftest import a_world
from tests.app.world import HOST, World

TO = (f"gm+tara@{HOST}",)


def order_mail(number: int, order: str) -> bytes:
    """Return a mail of Ulster's with one order."""
    return (
        f"From: ulster@example.org\r\nTo: {TO[0]}\r\nSubject: orders\r\n"
        f"Message-ID: <{number}@example.org>\r\n\r\n{order}\r\n"
    ).encode()


def test_a_copy_is_the_mail_byte_for_byte(tmp_path: Path, world: World) -> None:
    """What is kept comes back as it was, with its envelope, readable by its owner alone."""
    copies = MailCopies(tmp_path / "far" / "copies")
    now = world.clock.now()
    raw = b"From: a@example.org\r\n\r\n\x00\xff\n{not json}\r\n"
    copies.keep(raw, "<>", ["gm@gm.test", "gm+o\udcfcber@gm.test"], "lmtp", now)
    copies.keep(b"From: b@example.org\n\nlater", "b@example.org", ["gm@gm.test"], "imap", now)
    copies.keep(raw, "<>", ["gm@gm.test", "gm+o\udcfcber@gm.test"], "lmtp", now)
    kept = {one.source: one for one in copies.kept()}
    assert len(list(copies.kept())) == 2
    assert kept["lmtp"].raw == raw
    assert kept["lmtp"].recipients == ("gm@gm.test", "gm+o\udcfcber@gm.test")
    assert (kept["lmtp"].sender, kept["lmtp"].received_at) == ("<>", now)
    for path in (tmp_path / "far" / "copies").glob("*/*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_copy_that_cannot_be_written_refuses_the_mail(tmp_path: Path, world: World) -> None:
    """The caller is told; a mail of which no copy could be kept must not be taken."""
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="no copy of a mail can be kept"):
        MailCopies(tmp_path / "file").keep(b"x", "", ["gm@x"], "smtp", world.clock.now())


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    """Nothing is guessed from what is not there or not ours."""
    with pytest.raises(UnreadableInput, match="no folder"):
        list(MailCopies(tmp_path / "nowhere").kept())
    (tmp_path / "2026-11-20").mkdir()
    (tmp_path / "2026-11-20" / "a.eml").write_text("From: a@example.org\n\nhello")
    with pytest.raises(UnreadableInput, match="no copy of a mail"):
        list(MailCopies(tmp_path).kept())


def test_what_a_backup_lacks_is_taken_in_again_once(tmp_path: Path) -> None:
    """A later order wins over an earlier one as it did, however often it is done again."""
    copies = MailCopies(tmp_path / "copies")
    with a_world(tmp_path / "restored") as world:
        world.start()
        began = world.clock.now()
        first, second = "Build A Belfast South", "Build F Belfast South"
        copies.keep(order_mail(1, first), "ulster@example.org", TO, "smtp", began)
        late = began + timedelta(minutes=2)
        copies.keep(order_mail(2, second), "ulster@example.org", TO, "smtp", late)
        world.raw(order_mail(1, first), "ulster@example.org")
        before = world.orders("ULSTER")
        world.clock.advance(minutes=30)
        assert restore(world.services, copies.kept()) == Restored(known=1, taken=1)
        read_inbox(world.services)
        assert restore(world.services, copies.kept()) == Restored(known=2, taken=0)
        assert world.orders("ULSTER") != before
        *_, taken = world.inbox(InboxState.DONE)
        assert taken.received_at == late
        assert taken.stored_at == world.clock.now()
