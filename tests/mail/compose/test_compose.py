"""Outgoing mail: its headers, its body, and what nobody can smuggle into it."""

from __future__ import annotations

import email
from dataclasses import replace
from datetime import UTC, datetime
from email.header import decode_header, make_header
from email.headerregistry import Address, AddressHeader
from email.message import EmailMessage
from email.policy import SMTP, default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.mail.compose import (
    ListInfo,
    OutgoingMail,
    Purpose,
    _is_plain,
    clean,
    compose,
    is_sendable,
)
from gm.mail.reading import read_mail
from gm.mail.threads import answer_to, in_phase, message_id, on_list
from gm.mail.values import MailKind

HOST = "games.example.org"
MAIL = OutgoingMail(
    message_id=message_id(HOST, "meadow", 2, "receipt-1", "MUNSTER"),
    sender_name="Maeve, the GM",
    sender_address=f"gm@{HOST}",
    recipient="donal@example.net",
    recipient_name="Dónal Ó Briain",
    reply_to=f"gm+meadow@{HOST}",
    subject="[meadow S1016M] Receipt 1: all 3 units have orders",
    text="All 3 of your units have orders.\n",
    html="<p>All 3 of your units have orders.</p>\n",
    date=datetime(2026, 11, 21, 14, 0, tzinfo=UTC),
    purpose=Purpose.ANSWER,
    thread=answer_to("<abc@mail.example.net>", ("<old@mail.example.net>",)),
)
LIST = replace(
    MAIL,
    recipient="reports@lists.example.net",
    recipient_name="",
    purpose=Purpose.LIST,
    thread=on_list(HOST, "meadow", 2),
    list=ListInfo(f"meadow.{HOST}", "meadow", f"gm@{HOST}"),
)


def parsed(mail: OutgoingMail) -> EmailMessage:
    """Return a mail as a reader's program sees it."""
    message = email.message_from_bytes(compose(mail), policy=default)
    assert isinstance(message, EmailMessage)
    return message


def test_an_answer_says_who_wrote_and_where_answers_go() -> None:
    """From, To, Reply-To, Date and Message-ID are those of the value."""
    message = parsed(MAIL)
    sender, recipient = message["From"], message["To"]
    assert isinstance(sender, AddressHeader)
    assert isinstance(recipient, AddressHeader)
    assert sender.addresses[0].display_name == "Maeve, the GM"
    assert recipient.addresses[0].display_name == "Dónal Ó Briain"
    assert recipient.addresses[0].addr_spec == "donal@example.net"
    assert message["Reply-To"] == f"gm+meadow@{HOST}"
    assert message["Message-ID"] == MAIL.message_id
    assert message["Date"].datetime == MAIL.date
    assert message["MIME-Version"] == "1.0"


def test_an_answer_hangs_under_the_players_mail() -> None:
    """Answers carry In-Reply-To and References (RFC 5322 3.6.4)."""
    message = parsed(MAIL)
    assert message["In-Reply-To"] == "<abc@mail.example.net>"
    assert message["References"] == "<old@mail.example.net> <abc@mail.example.net>"


@pytest.mark.parametrize(
    ("purpose", "word"),
    [
        (Purpose.ANSWER, "auto-replied"),
        (Purpose.NEWS, "auto-generated"),
        (Purpose.LIST, "auto-generated"),
    ],
)
def test_machines_are_told_what_it_is(purpose: Purpose, word: str) -> None:
    """Auto-Submitted tells answers from reports, so that no machine answers (RFC 3834)."""
    assert parsed(replace(MAIL, purpose=purpose))["Auto-Submitted"] == word


def test_list_mail_carries_the_list_headers() -> None:
    """A list mail names its list, takes no posts, and says so (RFC 2369, 2919)."""
    message = parsed(LIST)
    assert message["List-Id"] == f"meadow <meadow.{HOST}>"
    assert message["List-Post"] == "NO"
    assert message["List-Help"] == f"<mailto:gm@{HOST}?subject=help&body=HELP>"
    assert message["Precedence"] == "list"
    assert message["List-Archive"] is message["List-Owner"] is message["Archived-At"] is None


def test_a_list_mail_says_where_it_can_be_read_again() -> None:
    """Archive, owner and the place of this very mail, whole however long (RFC 2369, 5064)."""
    pattern = f"https://games.example.org/{'a-long-folder/' * 9}{{game}}/{{phase}}.html"
    info = ListInfo(
        f"meadow.{HOST}",
        "meadow",
        f"gm@{HOST}",
        owner="maeve@example.org",
        archive="https://games.example.org/meadow/",
        pattern=pattern,
        game="meadow",
        phase="S1901M",
    )
    raw = compose(replace(LIST, list=info))
    assert b"\r\nList-Owner: <mailto:maeve@example.org>\r\n" in raw
    assert b"\r\nList-Archive: <https://games.example.org/meadow/>\r\n" in raw
    place = pattern.format(game="meadow", phase="S1901M")
    assert f"\r\nArchived-At: <{place}>\r\n".encode() in raw
    assert b"Archived-At" not in compose(replace(LIST, list=replace(info, phase="")))


def test_a_private_mail_has_no_list_header() -> None:
    """Only list mails look like list mails."""
    assert not [name for name in parsed(MAIL) if name.startswith(("List-", "Precedence"))]


def test_the_body_is_text_and_html() -> None:
    """Both forms arrive whole, the text first."""
    kinds = [part.get_content_type() for part in parsed(MAIL).walk()]
    assert kinds == ["multipart/alternative", "text/plain", "text/html"]
    body = parsed(MAIL).get_body(("plain",))
    assert body is not None
    assert body.get_content().replace("\r\n", "\n") == MAIL.text


def test_the_same_mail_twice_is_the_same_bytes() -> None:
    """Nothing in a mail is made by chance, the MIME boundary included."""
    assert compose(MAIL) == compose(MAIL)


def test_our_own_mail_is_read_as_a_machines() -> None:
    """A mail of ours that comes back to us is never answered."""
    assert read_mail(compose(MAIL)).kind is MailKind.AUTO_REPLY


@pytest.mark.parametrize(
    "address", ["a b@example.org", "a@b\r\nBcc: c@d", "", "ann", "ä@example.org", ".a@b", "a..b@c"]
)
def test_an_odd_address_is_refused(address: str) -> None:
    """What cannot stand in a header is refused before anything is written."""
    assert not is_sendable(address)
    with pytest.raises(ValueError, match="cannot stand"):
        compose(replace(MAIL, recipient=address))


def test_a_date_needs_a_zone() -> None:
    """A naive date is a mistake of ours and is refused."""
    with pytest.raises(ValueError, match="time zone"):
        compose(replace(MAIL, date=datetime(2026, 11, 21)))  # noqa: DTZ001


TEXT = st.text(st.characters(codec=None), max_size=200) | st.text(
    '\r\n :<>=?_,"B\u202e', max_size=80
)


@pytest.mark.parametrize("name", ["meadow", "a-game-with-a-long-name-indeed", "wiese-für-alle"])
def test_a_long_subject_begins_on_its_first_line(name: str) -> None:
    """No reader shows a blank before the tag, and the lines stay short."""
    subject = f"[{name} S1902M] Results of Winter 1901; orders due Sat 21 Nov 16:16 UTC"
    raw = compose(replace(MAIL, subject=subject))
    head = raw.partition(b"\r\n\r\n")[0]
    assert b"\r\nSubject: " in head
    assert b"\r\nSubject: \r\n" not in head
    assert max(len(line) for line in head.split(b"\r\n")) <= 78
    assert parsed(replace(MAIL, subject=subject))["Subject"] == subject


WORDS = st.lists(
    st.sampled_from(
        [
            "1",
            "[kells W1015A]",
            "Munster",
            "Quittung",
            "offen,",
            "früherer",
            "Befehl",
            "ä",
            "ó",
            "geändert:",
        ]
    )
    | st.text("abcäöüßáéíóú1:,-", min_size=1, max_size=70),
    max_size=25,
)


@given(WORDS)
def test_no_blank_of_a_subject_is_lost_or_doubled(words: list[str]) -> None:
    """Neither in programs that unfold by the letter nor in those that read each encoded word."""
    subject = clean(" ".join(words), 200)
    mail = replace(MAIL, subject=subject)
    assert parsed(mail)["Subject"] == subject
    older = email.message_from_bytes(compose(mail))["Subject"]
    assert str(make_header(decode_header(older.replace("\r\n", "")))) == subject


@given(subject=TEXT, name=TEXT, text=TEXT, html=TEXT)
def test_nothing_written_by_people_makes_a_header(
    subject: str, name: str, text: str, html: str
) -> None:
    """Whatever subjects, names and bodies hold, the headers are ours, ASCII and short."""
    mail = replace(LIST, subject=subject, sender_name=name, text=text, html="<p>" + html)
    raw = compose(mail)
    assert raw.isascii()
    assert all(len(line) <= 78 for line in raw.split(b"\r\n"))
    assert b"\n" not in raw.replace(b"\r\n", b"")
    message = parsed(mail)
    assert list(message.keys()) == list(parsed(LIST).keys())
    assert message["Subject"] == clean(subject, 200)


@given(TEXT)
def test_cleaned_text_is_one_quiet_line(text: str) -> None:
    """Control and direction characters are gone, and cleaning again changes nothing."""
    once = clean(text, 60)
    assert not set(once) & set("\r\n\0\x85\u2028\u202e\u2066")
    assert clean(once, 60) == once
    assert len(once) <= 60


def test_a_later_mail_of_a_phase_hangs_under_its_opening() -> None:
    """A reminder or a notice finds its thread by name alone."""
    message = parsed(replace(MAIL, thread=in_phase(HOST, "meadow", 2, "MUNSTER")))
    assert message["References"] == message_id(HOST, "meadow", 2, "phase", "MUNSTER")


def test_a_long_chain_of_references_is_folded_between_ids() -> None:
    """Every id is found whole, also one that is longer than a line."""
    ids = [f"<{'x' * length}@mail.example.net>" for length in (10, 30, 120, 20)]
    raw = compose(replace(MAIL, thread=answer_to(ids[-1], ids[:-1])))
    head = raw.partition(b"\r\n\r\n")[0]
    assert max(len(line) for line in head.split(b"\r\n")) < 150
    assert email.message_from_bytes(raw)["References"].split() == ids
    assert b"\r\nReferences: <x" in head


@given(text=TEXT, html=TEXT)
def test_a_body_arrives_as_it_was_written(text: str, html: str) -> None:
    """Whatever is said arrives, but control characters; encoded lines are at most 76 long."""
    mail = replace(MAIL, text=text, html=f"<p>{html}ä")
    message = parsed(mail)
    plain, marked = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert marked is not None
    odd = {one for one in text + html if one not in "\n\t" and not _is_plain(one)}
    table = {ord(one): "\ufffd" for one in odd}
    wanted = text.translate(table).removesuffix("\n") + "\n"
    assert plain.get_content().replace("\r\n", "\n") == wanted
    assert marked.get_content().rstrip("\r\n") == f"<p>{html.translate(table)}ä".replace(
        "\n", "\r\n"
    )
    encoded = marked.get_payload()
    assert isinstance(encoded, str)
    assert max(map(len, encoded.split("\r\n"))) <= 76


def test_headers_are_as_the_library_writes_them() -> None:
    """What is written without the library's message object is, byte for byte, what it writes."""
    message = EmailMessage(SMTP.clone(max_line_length=78, cte_type="7bit"))
    message["From"] = Address("Maeve, the GM", addr_spec=f"gm@{HOST}")
    message["To"] = Address("Dónal Ó Briain", addr_spec="donal@example.net")
    message["Reply-To"] = Address(addr_spec=f"gm+meadow@{HOST}")
    message["Subject"] = MAIL.subject
    message["Date"] = MAIL.date
    message["Message-ID"] = MAIL.message_id
    message["In-Reply-To"] = "<abc@mail.example.net>"
    message["References"] = "<old@mail.example.net> <abc@mail.example.net>"
    theirs = message.as_bytes().removesuffix(b"\r\n")
    assert compose(MAIL).startswith(theirs)
