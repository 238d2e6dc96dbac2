"""Persons, lists, machines and bounces told apart."""

import json
from pathlib import Path

import pytest

from gm.mail.values import MailKind
from tests.mail.reading.letters import letter, read

WRITTEN = json.loads(Path(__file__).with_name("notices.json").read_text(encoding="utf-8"))
QMAIL = """Hi. This is the qmail-send program at example.net.

<fay@example.com>:
192.0.2.1 does not like recipient.
Remote host said: 550 unknown user

--- Below this line is a copy of the message.

<other@example.com>:
"""


@pytest.mark.parametrize(
    "fields",
    [
        {"auto_submitted": "auto-replied"},
        {"auto_submitted": "Auto-Generated; owner-email=x"},
        {"auto_submitted": "auto-replied (vacation)"},
        {"precedence": "bulk"},
        {"precedence": "junk"},
        {"precedence": "auto_reply"},
        {"x_autoreply": "yes"},
        {"x_gm_loop": "gm.example.net"},
        {"x_autorespond": "meadow"},
        {"x_ms_exchange_inbox_rules_loop": "gus@example.com"},
        {"return_path": "<>"},
        {"from": "no-reply@example.com"},
        {"from": "noreply+x@example.com"},
        {"from": "donotreply@example.com"},
        {"from": "MAILER-DAEMON@example.com"},
        {"subject": "Automatic reply: meadow"},
        {"subject": "Auto: meadow"},
        {"subject": "AUTO: Gus is out of the office"},
        {"subject": "Autoreply: meadow"},
        {"subject": "Auto Reply: meadow"},
        {"subject": "Out of Office: meadow"},
        {"subject": "Out of office Re: meadow"},
        {"subject": "OOO: meadow"},
        {"subject": "[AUTO GENERATED] meadow"},
        {"subject": "Automatische Antwort: meadow"},
        {"subject": "Abwesenheitsnotiz: meadow"},
        {"subject": "Réponse automatique : meadow"},
        {"subject": "=?utf-8?q?R=C3=A9ponse_automatique_?=: meadow"},
        {"subject": "Respuesta automática: meadow"},
        {"subject": "Risposta automatica: meadow"},
        {"subject": "Automatisch antwoord: meadow"},
        {"subject": "Resposta automática: meadow"},
        {"subject": "Odpowiedź automatyczna: meadow"},
        {"subject": "Autosvar: meadow"},
        {"subject": "Автоматический ответ: meadow"},
        {"subject": "自动回复: meadow"},
        {"subject": "Read: meadow"},
        {"subject": "Gelesen: meadow"},
        {"subject": "Vacation: meadow"},
    ],
)
def test_a_machines_mail_is_known(fields: dict[str, str]) -> None:
    """Vacation notices, receipts and notifications; by its subject alone a mail may be a person's."""
    reading = read(letter("A Mun H", **fields))
    assert reading.kind is MailKind.AUTO_REPLY
    assert reading.only_sounds is ("subject" in fields)
    assert reading.lines == ("A Mun H",)


@pytest.mark.parametrize(
    "fields",
    [
        {"auto_submitted": "no"},
        {"x_auto_response_suppress": "All"},
        {"precedence": "first-class"},
        {"subject": "Re: Automatic reply: meadow"},
        {"subject": "autumn orders"},
        {"subject": "Automatic transmission"},
        {"subject": "I will read: a book"},
        {"from": "replyguy@example.com"},
        {"return_path": "<gus@example.com>"},
        {"x_autoreply": "no"},
        {"subject": "Vacation plans and orders"},
    ],
)
def test_a_persons_mail_is_known(fields: dict[str, str]) -> None:
    """What only resembles a machine's mail counts."""
    reading = read(letter("A Mun H", **fields))
    assert reading.kind is MailKind.HUMAN
    assert reading.lines == ("A Mun H",)


@pytest.mark.parametrize(
    "fields",
    [
        {"list_id": "<a.b>"},
        {"precedence": "list"},
        {"precedence": "bulk", "list_id": "<a.b>"},
        {"x_beenthere": "a@b.c"},
        {"mailing_list": "list a@b.c; contact a-owner@b.c"},
    ],
)
def test_a_lists_mail_keeps_its_lines(fields: dict[str, str]) -> None:
    """The caller decides whether a person's list mail counts."""
    reading = read(letter("A Mun H", **fields))
    assert (reading.kind, reading.is_list) == (MailKind.LIST, True)
    assert reading.lines == ("A Mun H",)


def test_an_invitation_is_a_machines() -> None:
    """An inline calendar request is, an attached calendar file is not."""
    part = "--x\nContent-Type: text/plain\n\nA Mun H\n--x\nContent-Type: text/calendar"
    for extra, kind in {
        "; method=REQUEST": MailKind.AUTO_REPLY,
        "; method=REPLY": MailKind.AUTO_REPLY,
        "; method=PUBLISH": MailKind.HUMAN,
        "; method=REQUEST\nContent-Disposition: attachment": MailKind.HUMAN,
    }.items():
        mail = letter(f"{part}{extra}\n\nBEGIN:VCALENDAR\n--x--", "multipart/mixed; boundary=x")
        assert read(mail).kind is kind


def test_a_read_receipt_is_a_machines() -> None:
    """A disposition notification (RFC 8098) is never answered."""
    body = (
        "--x\n\nread\n--x\nContent-Type: message/disposition-notification\n\nDisposition: x\n--x--"
    )
    kind = "multipart/report; report-type=disposition-notification; boundary=x"
    assert read(letter(body, kind)).kind is MailKind.AUTO_REPLY


COMPLAINT = "Feedback-Type: abuse\nUser-Agent: Example/1.0\nVersion: 1\n"
COMPLAINED_OF = "--x\nContent-Type: message/rfc822\n\nFrom: gm@example.org\n\nA Mun - Bur\n--x--"


@pytest.mark.parametrize(
    ("content", "subject", "body"),
    [
        (
            'multipart/report; report-type="feedback-report"; boundary=x',
            "FW: meadow",
            f"--x\n\nA complaint.\n--x\nContent-Type: message/feedback-report\n\n{COMPLAINT}{COMPLAINED_OF}",
        ),
        (
            "multipart/mixed; boundary=x",
            "FW: meadow",
            f"--x\n\nA complaint.\n--x\nContent-Type: message/feedback-report\n\n{COMPLAINT}{COMPLAINED_OF}",
        ),
        (
            "multipart/mixed; boundary=x",
            "FW: meadow",
            f"--x\n\nA complaint.\n--x\nContent-Type: text/plain\n\n{COMPLAINT}{COMPLAINED_OF}",
        ),
        ("multipart/mixed; boundary=x", "complaint about message from 192.0.2.1", COMPLAINED_OF),
        ("multipart/mixed; boundary=x", "Abuse report", COMPLAINED_OF),
        ("text/plain", "Spam complaint", f"We got a complaint.\n\n{COMPLAINT}"),
    ],
)
def test_a_complaint_about_a_mail_is_a_machines(content: str, subject: str, body: str) -> None:
    """A provider reports what a reader called spam (RFC 5965), or just sends it back."""
    reading = read(letter(body, content, subject=subject, **{"from": "staff@example.net"}))
    assert reading.kind is MailKind.AUTO_REPLY


@pytest.mark.parametrize(
    ("subject", "text"),
    [("Re: complaint about message from Gus", "A Mun H"), ("Spam report", "A Mun H")],
)
def test_a_person_who_complains_is_a_person(subject: str, text: str) -> None:
    """Who sends the mail he complains of on and says a word himself is read."""
    body = f"--x\nContent-Type: text/plain\n\n{text}\n{COMPLAINED_OF}"
    reading = read(letter(body, "multipart/mixed; boundary=x", subject=subject))
    assert (reading.kind, reading.lines) == (MailKind.HUMAN, (text,))


def test_a_list_programs_alarm_is_a_machines() -> None:
    """A list program signs as the list's owner and marks what it writes by its name only."""
    fields = {"from": "players-admin@example.net", "x_mlserver": "fml [fml 4.0.3 release]"}
    body = "Duplicated Message-ID in <players@example.net>.\n\nOriginal mail as follows:\n\n   x"
    reading = read(letter(body, subject="Loop Alert: Duplicated Message-ID", **fields))
    assert reading.kind is MailKind.AUTO_REPLY


def notice(*recipients: str) -> bytes:
    """A delivery status notification with these blocks of recipient fields."""
    status = "\n\n".join(("Reporting-MTA: dns; mx.example.net", *recipients))
    body = f"--x\n\nSorry.\n--x\nContent-Type: message/delivery-status\n\n{status}\n\n--x--"
    content = "multipart/report; report-type=delivery-status; boundary=x"
    return letter(body, content, **{"from": "mailer-daemon@example.net"})


@pytest.mark.parametrize(
    ("blocks", "bounced", "permanent"),
    [
        (["Final-Recipient: rfc822; a@x.org\nAction: failed\nStatus: 5.1.1"], ["a@x.org"], True),
        (["Final-Recipient: rfc822; a@x.org\nAction: delayed\nStatus: 4.4.1"], ["a@x.org"], False),
        (["Final-Recipient: rfc822;a@x.org\nAction: failed\nStatus: 4.4.7"], ["a@x.org"], True),
        (
            ["Final-Recipient: rfc822;a@x.org\nAction: failed (no such box)\nStatus: 5.1.1"],
            ["a@x.org"],
            True,
        ),
        (["Final-Recipient: rfc822;a@x.org\nAction: error\nStatus: 550 no"], ["a@x.org"], True),
        (["Final-Recipient: rfc822;<a@X.org>\nAction: Failed"], ["a@x.org"], True),
        (
            [
                "Original-Recipient: rfc822;a@x.org\nFinal-Recipient: rfc822;b@y.org\nAction: failed"
            ],
            ["a@x.org"],
            True,
        ),
        (
            [
                "Final-Recipient: rfc822;a@x.org\nAction: delayed\nStatus: 4.0.0",
                "Final-Recipient: rfc822;b@x.org\nAction: failed\nStatus: 5.0.0",
                "Final-Recipient: rfc822;c@x.org\nAction: relayed\nStatus: 2.0.0",
            ],
            ["b@x.org"],
            True,
        ),
        (["Final-Recipient: rfc822;a@x.org\nStatus: 5.2.2"], ["a@x.org"], True),
    ],
)
def test_a_status_notification_names_whose_mail_came_back(
    blocks: list[str], bounced: list[str], permanent: bool
) -> None:
    """By action, else by status class (RFC 3464); failures count before delays.

    A mail given up after days has a passing reason, 4.4.7, and yet it is lost for good.
    """
    reading = read(notice(*blocks))
    assert reading.kind is MailKind.BOUNCE
    assert (list(reading.bounced), reading.permanent) == (bounced, permanent)
    assert reading.lines == ()


def test_a_notice_of_success_is_no_bounce() -> None:
    """A delivered mail is told by a machine, but nothing came back."""
    mail = notice("Final-Recipient: rfc822;a@x.org\nAction: delivered\nStatus: 2.0.0")
    assert read(mail).kind is MailKind.AUTO_REPLY


@pytest.mark.parametrize(
    ("subject", "body", "bounced", "permanent"),
    [
        (
            "failure notice",
            QMAIL,
            ["fay@example.com"],
            True,
        ),
        (
            "Returned mail: see transcript for details",
            "   ----- The following addresses had permanent fatal errors -----\n<fay@example.com>\n",
            ["fay@example.com"],
            True,
        ),
        (
            "Warning: could not send message for past 4 hours",
            "  ** THIS IS A WARNING MESSAGE ONLY **\n\nDelivery delayed:\n\n<fay@example.com>\n",
            ["fay@example.com"],
            False,
        ),
        (
            "Undeliverable: meadow",
            "Your message to fay@example.com could not be delivered. 5.1.10\n",
            ["fay@example.com"],
            True,
        ),
        ("Mail delivery failed", "Something went wrong.\n", [], True),
    ],
)
def test_a_bounce_in_prose_is_read(
    subject: str, body: str, bounced: list[str], permanent: bool | None
) -> None:
    """qmail, sendmail and Exchange write prose; the address and the codes are in it."""
    sender = "MAILER-DAEMON@example.net"
    reading = read(letter(body, subject=subject, **{"from": sender}))
    assert reading.kind is MailKind.BOUNCE
    assert (list(reading.bounced), reading.permanent) == (bounced, permanent)


def test_a_person_writing_of_bounces_is_a_person() -> None:
    """A player who complains of undelivered mail is no mail system."""
    reading = read(letter("My last mail came back.", subject="Undelivered mail"))
    assert reading.kind is MailKind.HUMAN


@pytest.mark.parametrize(
    "subject",
    [
        "Gus Lindner is out of the office",
        "Gus ist nicht im Büro",
        "Abwesend: meadow",
        "Urlaub Re: meadow",
        "On vacation Re: meadow",
        "Ausente: meadow",
        "Niet aanwezig: meadow",
        "Automatyczna odpowiedź: meadow",
        "Αυτόματη απάντηση: meadow",
        "自動応答: meadow",
        "Empfangsbestätigung (angezeigt) - meadow",
    ],
)
def test_more_notices_of_absence_are_known(subject: str) -> None:
    """In the words of other programs and languages."""
    assert read(letter("A Mun H", subject=subject)).kind is MailKind.AUTO_REPLY


@pytest.mark.parametrize(
    "fields",
    [
        {"x_mailer": "Vacation 1.2.7"},
        {"x_list_administrivia": "yes"},
        {"from": "players-bounces@example.net"},
        {"from": "players-request@example.net"},
        {"from": "majordomo@example.net"},
    ],
)
def test_a_list_servers_own_mail_is_a_machines(fields: dict[str, str]) -> None:
    """Held mail, confirmations, reminders: nobody wrote them."""
    assert read(letter("A Mun H", **fields)).kind is MailKind.AUTO_REPLY


@pytest.mark.parametrize(
    "line",
    [
        "This is an automatic reply.",
        "Thanks. This message was automatically generated, do not answer.",
        "This message was created automatically by mail delivery software.",
        "This is an automated out of office response to your mail.",
        "Diese Nachricht wurde automatisch erstellt.",
        "Dies ist eine automatische Antwort.",
        "Ceci est une réponse automatique.",
        "Este mensaje se ha enviado automáticamente.",
        "Dit is een automatisch bericht.",
    ],
)
def test_a_text_that_says_a_program_wrote_it_is_believed(line: str) -> None:
    """Where no header and no subject does."""
    assert read(letter(f"I am away.\n\n{line}")).kind is MailKind.AUTO_REPLY
    assert read(letter(f"A Mun H\n\n> {line}")).kind is MailKind.HUMAN


@pytest.mark.parametrize(
    ("subject", "line"),
    [
        ("Re: Gus is out of the office", ""),
        ("Absent friends", ""),
        ("Urlaub und Befehle", ""),
        ("Vacation", ""),
        ("meadow", "Is this an automatic reply?"),
        ("meadow", "This message was automatically scanned."),
        ("meadow", "The fleet holds automatically."),
    ],
)
def test_a_person_who_speaks_of_such_things_is_a_person(subject: str, line: str) -> None:
    """Orders may come with it."""
    assert read(letter(f"A Mun H\n{line}", subject=subject)).kind is MailKind.HUMAN


@pytest.mark.parametrize(("fields", "subject", "body"), WRITTEN["machines"])
def test_what_a_machine_writes_is_met_with_silence(
    fields: dict[str, str], subject: str, body: str
) -> None:
    """Absence, receipts and invitations in many languages, marked in a header or not at all."""
    assert read(letter(body, **fields | {"subject": subject})).kind is MailKind.AUTO_REPLY


@pytest.mark.parametrize(("fields", "subject", "body"), WRITTEN["persons"])
def test_a_person_who_tells_of_a_holiday_is_read(
    fields: dict[str, str], subject: str, body: str
) -> None:
    """Orders count, whatever words stand around them."""
    reading = read(letter(body, **fields | {"subject": subject}))
    assert reading.kind is MailKind.HUMAN
    assert reading.lines[-1].startswith("A Mun")
