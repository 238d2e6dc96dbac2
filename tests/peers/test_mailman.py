"""The Mailman that other tests use: lists, footers, an archive, moderation, and no DNS."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.peers.mailman import Mailman
from tests.peers.programs import PeerFailed, until

SCRIPT = Path(__file__).parents[2] / "deploy" / "mailman" / "make_list.sh"


def mail(number: int, name: str, sender: str = "gm+tara@gm.test") -> bytes:
    """A mail to a list."""
    head = f"From: {sender}\r\nTo: {name}\r\nSubject: report\r\nMessage-ID: <{number}@x>"
    return f"{head}\r\n\r\nA Gal - Kil\r\n".encode()


def test_a_mail_reaches_subscribers_and_the_archive_once(mailman: Mailman) -> None:
    """Each gets one, with the list's footer; a second hand-over of the same mail is another."""
    name = "all@lists.test"
    mailman.make_list(name, default_nonmember_action="accept")
    for who in ("ann", "bob"):
        mailman.subscribe(name, f"{who}@all.test")
    mailman.deliver(mail(1, name), name)
    until(lambda: bool(mailman.sent("bob@all.test") and mailman.sent("ann@all.test")), "mails")
    until(lambda: bool(mailman.archived(name)), "the archive")
    (got,) = mailman.sent("ann@all.test")
    assert b"A Gal - Kil\r\n____" in got.raw
    assert b"Subject: [All] report" in got.raw
    assert [one["Message-ID"] for one in mailman.archived(name)] == ["<1@x>"]


def test_a_list_for_reports_is_made_by_our_script(mailman: Mailman) -> None:
    """The poster's mail goes through as it is; anybody else's waits for the list's owner."""
    name = "script@lists.test"
    command = ["bash", str(SCRIPT), name, "gm@gm.test"]
    for _ in range(2):
        subprocess.run(
            command, env={"MAILMAN_API": mailman.api, "PATH": "/usr/bin:/bin"}, check=True
        )
    mailman.subscribe(name, "ann@script.test")
    owner = "script-owner@lists.test"
    for number, stranger in enumerate(("eve@else.test", "gmx@gm.test"), start=4):
        mailman.deliver(mail(number, name, stranger), name, stranger)
    until(lambda: len(mailman.sent(owner)) == 2, "the notices to the owner")
    mailman.deliver(mail(3, name), name)
    until(lambda: bool(mailman.sent("ann@script.test")), "the report")
    until(lambda: bool(mailman.archived(name)), "the archive")
    (got,) = mailman.sent("ann@script.test")
    assert b"Subject: report\r\n" in got.raw
    assert [one["Message-ID"] for one in mailman.archived(name)] == ["<3@x>"]


def test_what_its_rest_api_refuses_is_said(mailman: Mailman) -> None:
    """A wrong call fails with Mailman's own words."""
    with pytest.raises(PeerFailed, match="404"):
        mailman.call("GET", "lists/nowhere.lists.test")
