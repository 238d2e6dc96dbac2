"""Mail out without a relay: the built-in mailbox and the machine's mail program."""

import mailbox
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gm.adapters.post.carriers import MaildirCarrier, SendmailCarrier
from gm.app.records import OutboxMail
from gm.errors import PermanentFailure, TemporaryFailure

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
MAIL = OutboxMail(
    0, "k", "<1@y>", "", "ann@x.org", b"Subject: report\r\n\r\nhello\r\n.\r\n", NOW, NOW
)


def test_mailbox_holds_the_mail(tmp_path: Path) -> None:
    """Any program that knows Maildir reads the mail and whom it was for."""
    assert MaildirCarrier(tmp_path / "a" / "mailbox").send(MAIL).startswith("250 ")
    (message,) = mailbox.Maildir(tmp_path / "a" / "mailbox", create=False)
    assert (message["Delivered-To"], message["Return-Path"]) == ("ann@x.org", "<>")
    assert message["Subject"] == "report"
    assert message.get_payload() == "hello\n.\n"


def test_mail_sent_again_replaces_itself(tmp_path: Path) -> None:
    """A repeat after a crash is the same file; another recipient's is another."""
    carrier = MaildirCarrier(tmp_path / "mailbox")
    for mail in (MAIL, MAIL, replace(MAIL, recipient="bob@x.org")):
        carrier.send(mail)
    assert len(mailbox.Maildir(tmp_path / "mailbox", create=False)) == 2
    assert list((tmp_path / "mailbox" / "tmp").iterdir()) == []


def test_mail_that_was_read_is_not_delivered_again(tmp_path: Path) -> None:
    """A reader moves mails from new to cur; a repeat finds it there."""
    carrier = MaildirCarrier(tmp_path / "mailbox")
    carrier.send(MAIL)
    (new,) = (tmp_path / "mailbox" / "new").iterdir()
    new.rename(tmp_path / "mailbox" / "cur" / f"{new.name}:2,S")
    carrier.send(MAIL)
    assert len(mailbox.Maildir(tmp_path / "mailbox", create=False)) == 1


def test_mailbox_that_cannot_be_written_is_temporary(tmp_path: Path) -> None:
    """A disk that refuses costs no mail."""
    carrier = MaildirCarrier(tmp_path / "mailbox")
    (tmp_path / "mailbox" / "tmp").rmdir()
    with pytest.raises(TemporaryFailure, match="mailbox"):
        carrier.send(MAIL)


def program(tmp_path: Path, script: str) -> Path:
    """A mail program that is a few lines of shell."""
    path = tmp_path / "sendmail"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_sendmail_gets_envelope_and_text(tmp_path: Path) -> None:
    """Addresses are arguments after --, so that none can be an option; the text is piped."""
    seen = tmp_path / "seen"
    carrier = SendmailCarrier(program(tmp_path, f'printf "%s|" "$@" > {seen}; cat >> {seen}'))
    assert carrier.send(replace(MAIL, recipient="-oQ/etc@x.org")) == "sendmail ended with 0"
    assert seen.read_bytes() == b"-i|-f|<>|--|-oQ/etc@x.org|Subject: report\n\nhello\n.\n"
    carrier.send(replace(MAIL, envelope_from="gm@y"))
    assert seen.read_bytes().startswith(b"-i|-f|gm@y|--|ann@x.org|")


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("exit 75", TemporaryFailure),
        ("exit 71", TemporaryFailure),
        ("kill -9 $$", TemporaryFailure),
        ("sleep 5", TemporaryFailure),
        ("echo no such user >&2; exit 67", PermanentFailure),
        ("exit 69", PermanentFailure),
    ],
)
def test_exit_codes_are_told_apart(tmp_path: Path, script: str, kind: type[Exception]) -> None:
    """75 and faults of the machine are for now, the others for good."""
    with pytest.raises(kind):
        SendmailCarrier(program(tmp_path, script), timeout=0.5).send(MAIL)


def test_words_of_sendmail_are_kept(tmp_path: Path) -> None:
    """What the program says about a failure is what the GM will read."""
    carrier = SendmailCarrier(program(tmp_path, "echo no such user >&2; exit 67"))
    with pytest.raises(PermanentFailure, match="67: no such user"):
        carrier.send(MAIL)


def test_missing_program_is_temporary(tmp_path: Path) -> None:
    """A machine without a mail system keeps its mail."""
    with pytest.raises(TemporaryFailure):
        SendmailCarrier(tmp_path / "nothing").send(MAIL)
