"""Mail that came back, told in the prose of many mail systems."""

import pytest

from gm.mail.values import MailKind
from tests.mail.reading.letters import blocks, letter, read

DAEMON = "Mail Delivery System <MAILER-DAEMON@mx.example.net>"
OURS = "gm+meadow@example.org"
FAY = "fay@example.com"
TOM = "tom@example.com"


@pytest.mark.parametrize(
    ("subject", "body", "bounced", "permanent"),
    [
        pytest.param(
            "Undelivered Mail Returned to Sender",
            "I am sorry, but the mail below could not be delivered to one or more destinations.\n"
            "For help write to <postmaster@mx.example.net>.\n\n"
            "<fay@example.com>: host mx.example.com said: mailbox not here, try again",
            [FAY],
            True,
            id="postmaster-is-nobody-it-failed-for",
        ),
        pytest.param(
            "Undeliverable: meadow",
            "Your message\n\n  To:      players@example.com\n  Subject: meadow\n\n"
            "did not reach the following recipient(s):\n\n"
            "fay@example.com on Tue, 5 Mar 2030 21:04:00 +0100\n    No such name.",
            [FAY],
            True,
            id="exchange-names-the-header-first",
        ),
        pytest.param(
            "Undeliverable: meadow",
            "did not reach the following recipient(s):\n\n"
            "c=US;a= ;p=Org;dda:SMTP=fay@example.com; on Tue, 5 Mar 2030\n    No such name.",
            [FAY],
            True,
            id="x400",
        ),
        pytest.param(
            "Delivery failure",
            "Message from example.com.\nUnable to deliver message to the following address(es).\n\n"
            "<fay@example.com>:\nno such user.\n\n<tom@example.com>:\nno such user.\n\n"
            "--- Original message follows.\n\nTo: <ida@example.com>",
            [FAY, TOM],
            True,
            id="yahoo",
        ),
        pytest.param(
            "failure delivery",
            "Unable to deliver message.\n\n<fay@example.com>:\nNo connection. (#4.4.1)\n"
            "I am not going to try again; it was in the queue too long.",
            [FAY],
            True,
            id="given-up-for-a-passing-reason",
        ),
        pytest.param(
            "Warning: message 1abcDE-0001-FG delayed 24 hours",
            "A message that you sent has not yet been delivered to all its recipients.\n\n"
            "  fay@example.com\n\nNo action is needed. Delivery attempts will continue.\n"
            "In the end the software will give up and return the message.",
            [FAY],
            False,
            id="exim-warning",
        ),
        pytest.param(
            "Delivery failure notification",
            "Your message could not be delivered to the following recipients:\n"
            "fay@example.com\n\nPlease do not resend it.\nDelivery attempts will continue.",
            [FAY],
            False,
            id="gateway-goes-on-trying",
        ),
        pytest.param(
            "Warning: fay@example.com - User unknown!",
            "fay@example.com - no such user here.",
            [FAY],
            True,
            id="address-and-reason-on-a-line",
        ),
        pytest.param(
            "Mail failed, returning to sender",
            "|---- Failed addresses follow: ----|\n fay@example.com ... unknown host\n"
            "|---- Message text follows: ----|\nA Mun H",
            [FAY],
            True,
            id="dots-before-the-reason",
        ),
        pytest.param(
            "Permanent Delivery Failure",
            "The following addresses did NOT receive a copy of your message:\n"
            "> fay@example.com\n\n--- Session ---\n 550 <fay@example.com> unknown",
            [FAY],
            True,
            id="marked-like-a-quote",
        ),
        pytest.param(
            "Unzustellbar: meadow",
            "Ihre Nachricht konnte folgenden Empfängern nicht zugestellt werden:\n\n"
            "  * fay@example.com\n    Postfach unbekannt",
            [FAY],
            True,
            id="german",
        ),
        pytest.param(
            "Zustellung verzögert: meadow",
            "Ihre Nachricht an fay@example.com konnte noch nicht zugestellt werden.\n"
            "Die Zustellung wird weiter versucht.",
            [FAY],
            False,
            id="german-delay",
        ),
        pytest.param(
            "Non remis : meadow",
            "Votre message n'a pas pu être remis à\nfay@example.com\n",
            [FAY],
            True,
            id="french",
        ),
        pytest.param(
            "Processing Error",
            "Intended recipient: fay@example.com\nThe following mail has been returned.",
            [FAY],
            True,
            id="nothing-in-the-subject",
        ),
        pytest.param(
            "failure notice",
            f"{OURS}: your mail to {FAY} failed, mailbox full.",
            [FAY],
            True,
            id="our-own-address-is-nobody-it-failed-for",
        ),
    ],
)
def test_a_mail_systems_prose_is_read(
    subject: str, body: str, bounced: list[str], permanent: bool
) -> None:
    """Whom the mail was for, and whether more tries are promised."""
    reading = read(letter(body, subject=subject, **{"from": DAEMON, "to": OURS}))
    assert reading.kind is MailKind.BOUNCE
    assert (list(reading.bounced), reading.permanent) == (bounced, permanent)
    assert reading.lines == ()


def test_a_notice_in_html_is_read() -> None:
    """Some systems write nothing else."""
    body = "<p>Your message could not be delivered to these people:<br>fay@example.com<br>gone</p>"
    mail = letter(body, "text/html", subject="Undeliverable", **{"from": DAEMON, "to": OURS})
    assert (read(mail).kind, read(mail).bounced) == (MailKind.BOUNCE, (FAY,))


def test_whom_the_returned_mail_was_for_is_the_last_resort() -> None:
    """A notice that names nobody still carries our mail."""
    body = "--x\n\nDelivery failed.\n--x\nContent-Type: message/rfc822\n\nTo: fay@example.com\n\n--x--"
    fields = {"from": DAEMON, "to": OURS, "subject": "Delivery failed"}
    assert read(letter(body, "multipart/mixed; boundary=x", **fields)).bounced == (FAY,)


def test_a_notice_inside_a_notice_is_read() -> None:
    """A gateway sends on another system's notification as an attached message."""
    inner = (
        "Content-Type: multipart/report; boundary=y\n\n--y\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; a.example\n\nFinal-Recipient: rfc822; fay@example.com\n"
        "Action: failed\nStatus: 5.1.1\n\n--y--"
    )
    body = f"--x\nContent-Type: message/rfc822\n\n{inner}\n--x--"
    fields = {"from": DAEMON, "to": OURS, "subject": "Delivery Status Notification (Failure)"}
    reading = read(letter(body, "multipart/mixed; boundary=x", **fields))
    assert (reading.bounced, reading.permanent) == ((FAY,), True)


def test_a_notice_from_a_rewritten_sender_is_read() -> None:
    """Some systems write from an ordinary address; the mail they send back tells whose it was."""
    body = (
        "--x\n\nThis message was created automatically by mail delivery software.\n\n"
        "A message that you sent could not be delivered to one or more of its recipients.\n"
        "They are no valid users of this system.\n"
        "--x\nContent-Type: message/rfc822\n\nTo: fay@example.com\n\nx\n--x--"
    )
    subject = "Mail delivery failed: returning message to sender"
    fields = {"from": "ndr@corp.example.net", "to": OURS, "subject": subject}
    reading = read(letter(body, "multipart/mixed; boundary=x", **fields))
    assert (reading.kind, reading.bounced) == (MailKind.BOUNCE, (FAY,))


@pytest.mark.parametrize(
    "sender",
    ["Postmaster <>", '<"System Administrator"@example.net>', "Mail Delivery Subsystem <>"],
)
def test_a_mail_system_without_a_right_address_is_known(sender: str) -> None:
    """By the name beside the address, or a quoted one in it."""
    body = "Your message did not reach the following recipient:\nfay@example.com"
    reading = read(letter(body, subject="Undeliverable: meadow", **{"from": sender, "to": OURS}))
    assert (reading.kind, reading.bounced) == (MailKind.BOUNCE, (FAY,))


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Undelivered mail", "My last mail came back."),
        ("Delivery failure", "My mail could not be delivered to fay@example.com, why?\nA Mun H"),
        ("Re: Undeliverable: meadow", "It could not be delivered to:\nfay@example.com\nA Mun H"),
        ("Returned mail", "> could not be delivered to\n> fay@example.com\nA Mun H"),
        ("Orders", "The mail was returned, here it is again:\nA Mun H"),
        ("Re: meadow (delivery failed)", "Your message could not be delivered to me.\nWhy?"),
        (
            "Re: meadow, delivery failed",
            "Your message could not be delivered to\nfay@example.com\nI got this. My orders:\nA Mun - Bur",
        ),
        (
            "Re: meadow, delivery failed",
            "Your message could not be delivered to me, so write to\ngus@example.com",
        ),
        ("Fwd: Mail delivery failed", "Your message failed, see:\nfay@example.com\nWhy?"),
    ],
)
def test_a_person_telling_of_a_bounce_is_a_person(subject: str, body: str) -> None:
    """Only a mail that says all a mail system would is taken for one."""
    assert read(letter(body, subject=subject)).kind is MailKind.HUMAN


def dsn(fields: str, words: str = "Sorry.", returned: str = "") -> bytes:
    """A delivery status notification."""
    body = (
        f"--x\n\n{words}\n--x\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; {FAY}\n{fields}\n{returned}--x--"
    )
    content = "multipart/report; report-type=delivery-status; boundary=x"
    return letter(body, content, **{"from": DAEMON})


@pytest.mark.parametrize(
    ("status", "said", "hard"),
    [
        ("5.1.1", "550 5.1.1 User unknown", True),
        ("5.1.1", "", True),
        ("5.1.2", "Host unknown (Name server: host not found)", True),
        ("5.1.10", "550 5.1.10 RESOLVER.ADR.RecipientNotFound", True),
        ("5.0.0", "550 No such user here", True),
        ("5.0.0", "550 Requested action not taken: mailbox unavailable", True),
        ("5.2.1", "550 5.2.1 The account is disabled", True),
        ("5.4.1", "550 5.4.1 Recipient address rejected: Access denied", True),
        ("5.4.4", "Unrouteable address", True),
        ("5.7.1", "550 5.7.1 No such user", True),
        ("5.2.2", "552 5.2.2 Over quota", False),
        ("5.2.2", "552 The mailbox is full", False),
        ("5.0.0", "552 Mailbox size limit exceeded", False),
        ("5.3.4", "552 5.3.4 Message size exceeds fixed limit", False),
        ("5.7.1", "554 5.7.1 Message rejected as spam", False),
        ("5.7.26", "550 5.7.26 This mail is unauthenticated", False),
        ("4.2.2", "452 4.2.2 Mailbox full", False),
        ("4.4.7", "delivery time expired", False),
        ("4.4.1", "connect to mx.example.com: Connection timed out", False),
        ("4.7.1", "450 4.7.1 Greylisted, try again later", False),
        ("5.0.0", "", None),
    ],
)
def test_a_bad_address_is_told_from_a_passing_reason(
    status: str, said: str, hard: bool | None
) -> None:
    """By what the system says, then by its code; this mail is lost in any case."""
    reading = read(dsn(f"Action: failed\nStatus: {status}\nDiagnostic-Code: smtp; {said}\n"))
    assert (reading.kind, reading.bounced) == (MailKind.BOUNCE, (FAY,))
    assert (reading.permanent, reading.hard) == (True, hard)
    assert reading.bounce_status == status


def test_a_delay_is_never_hard() -> None:
    """Whatever the words, the system goes on trying."""
    delayed = dsn("Action: delayed\nStatus: 4.0.0\nDiagnostic-Code: smtp; 550 no such user\n")
    assert (read(delayed).permanent, read(delayed).hard) == (False, False)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        (
            dsn(
                "Action: failed\n",
                returned="--x\nContent-Type: message/rfc822\n\nMessage-ID: <a.b@example.org>\n\nx\n",
            ),
            "<a.b@example.org>",
        ),
        (
            dsn(
                "Action: failed\n",
                returned="--x\nContent-Type: text/rfc822-headers\n\nMessage-Id: <a@b>\nTo: x@y\n",
            ),
            "<a@b>",
        ),
        (
            letter(
                f"Hi. This is the qmail-send program.\n\n<{FAY}>:\nno mailbox here\n\n"
                "--- Below this line is a copy of the message.\n\nMessage-ID: <q@example.org>\n",
                **{"from": DAEMON, "subject": "failure notice"},
            ),
            "<q@example.org>",
        ),
        (
            letter(
                f"Undeliverable:\n\n{FAY}\nno such user",
                **{
                    "from": DAEMON,
                    "subject": "Undeliverable: x",
                    "in_reply_to": "<r@example.org>",
                },
            ),
            "<r@example.org>",
        ),
        (dsn("Action: failed\n"), None),
    ],
)
def test_the_mail_that_came_back_is_known(raw: bytes, wanted: str | None) -> None:
    """By its Message-ID in what was sent back, or as the notice answers it."""
    assert read(raw).original_message_id == wanted


SAID = {"yes": True, "no": False, "hard": True, "soft": False, "?": None}


@pytest.mark.parametrize("block", blocks("notices.txt"))
def test_the_notice_of_a_mail_system_is_understood(block: str) -> None:
    """Whose mail came back, whether it is lost, and whether the address is bad."""
    head, _, body = block.partition("\n")
    _, sender, subject, verdict = head.split(" | ")
    lost, bad = (SAID[word] for word in verdict.split())
    reading = read(letter(body, **{"from": sender, "subject": subject, "to": OURS}))
    assert (reading.kind, reading.bounced) == (MailKind.BOUNCE, (FAY,))
    assert (reading.permanent, reading.hard) == (lost, bad)
