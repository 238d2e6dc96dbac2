"""Header fields from raw bytes: senders, ids, subjects, parameters."""

from datetime import UTC, datetime

import pytest

from gm.mail.addresses import mailboxes
from gm.mail.headers import decode_words, parameters
from gm.mail.values import MailKind
from tests.mail.reading.letters import letter, read


@pytest.mark.parametrize(
    ("value", "address", "name"),
    [
        ("gus@example.com", "gus@example.com", ""),
        ("Gus <gus@EXAMPLE.com>", "gus@example.com", "Gus"),
        ("<Gus@Example.Com>", "Gus@example.com", ""),
        ('"Lindner, Gus" <gus@example.com>', "gus@example.com", "Lindner, Gus"),
        ("Lindner, Gus <gus@example.com>", "gus@example.com", "Gus"),
        ("gus@example.com (Gus (the) Great)", "gus@example.com", "Gus the Great"),
        ("=?utf-8?q?G=C3=BCs?= <gus@example.com>", "gus@example.com", "Güs"),
        ('"gus@example.com" <mallory@example.net>', "mallory@example.net", "gus@example.com"),
        ("(gus@example.com) mallory@example.net", "mallory@example.net", "gus@example.com"),
        ("Gus <@relay.example:gus@example.com>", "gus@example.com", "Gus"),
        ("Gus\n <gus@example.com>", "gus@example.com", "Gus"),
        ("gus @ example.com", "gus@example.com", ""),
        ("Güs <güs@exämple.com>", "güs@exämple.com", "Güs"),
        ("gus+tag@example.com.", "gus+tag@example.com", ""),
    ],
)
def test_one_mailbox_is_the_sender(value: str, address: str, name: str) -> None:
    """Only the address where an address stands counts; its domain is lower-cased."""
    reading = read(letter("x", **{"from": value}))
    assert (reading.sender, reading.sender_name) == (address, name)
    assert reading.kind is MailKind.HUMAN


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Gus",
        "gus@example.com, ida@example.com",
        "Gus <gus@example.com>, ida@example.com",
        "Gus <gus@example.com> <ida@example.com>",
        "gus@example.com\nFrom: gus@example.com",
        "players: gus@example.com;",
        "undisclosed-recipients:;",
        "gus@example.com (",
        "gus@example.com)",
        "<>",
        "gus@",
        "@example.com",
        "gus@exam ple.com",
        "Gus <gus@example.com",
        "gus@example.com ida@example.com",
    ],
)
def test_anything_but_one_mailbox_is_an_unsure_sender(value: str) -> None:
    """None, two, a group or something broken in From names no one."""
    reading = read(letter("x", **{"from": value}))
    if value == "Gus <gus@example.com":
        assert reading.sender == "gus@example.com"
    else:
        assert reading.sender is None
        assert reading.kind is MailKind.UNSURE_SENDER


def test_groups_are_opened_in_recipients() -> None:
    """Addresses inside a group count as recipients, each once (RFC 5322, 3.4)."""
    reading = read(letter("x", to='all: a@x.org, "B, C" <b@x.org>;, a@x.org', cc="none:;"))
    assert reading.to == ("a@x.org", "b@x.org")
    assert reading.cc == ()


def test_an_unreadable_recipient_costs_only_itself() -> None:
    """The other addresses of the list are still found."""
    boxes = mailboxes("a@x.org, <broken, b@x.org")
    assert boxes[0] is not None
    assert boxes[0].address == "a@x.org"


def test_a_message_id_with_blanks_stays_whole() -> None:
    """Two ids that differ after a blank must not become one."""
    one, two = (read(letter("x", message_id=f"<a b {end}>")).message_id for end in "cd")
    assert (one, two) == ("<a b c>", "<a b d>")
    assert read(letter("x", message_id="<<a b>@@x>")).message_id == "<<a b>@@x>"
    assert read(letter("x")).message_id is None


def test_ids_answered_are_the_well_formed_ones() -> None:
    """References and In-Reply-To give ids only, never what else stands there."""
    reading = read(
        letter("x", references="<a@x>\n <b@x> junk <c d>", in_reply_to="Your mail <b@x>")
    )
    assert reading.references == ("<a@x>", "<b@x>")
    assert reading.in_reply_to == "<b@x>"


def test_many_references_keep_the_first_and_the_latest() -> None:
    """A thread of two years does not grow without end."""
    ids = [f"<{n}@x>" for n in range(200)]
    assert read(letter("x", references=" ".join(ids))).references == (ids[0], *ids[-49:])


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("=?utf-8?b?b3JkZXJzDQpCY2M6IGE=?=", "orders Bcc: a"),
        ("=?utf-8?q?a=00b=E2=80=AEc=C2=85d?=", "a b c d".replace(" c", "c")),
        ("=?utf-8?q?G=C3?= =?utf-8?q?=BCs?=", "Güs"),
        ("=?utf-8?q?a?= =?iso-8859-1?q?=FC?= c", "aü c"),
        ("=?koi8-r?B?0NLJy8Ha2SBtZWFkb3c=?=", "приказы meadow"),
        ("=?x-unknown?B?!!!?= rest", "rest"),
        ("plain =?broken", "plain =?broken"),
        ("grüße", "grüße"),
        ("a\n\tb", "a b"),
        ("", ""),
    ],
)
def test_a_subject_is_one_clean_line(value: str, wanted: str) -> None:
    """Encoded line breaks, controls and bidi marks never survive."""
    assert read(letter("x", subject=value)).subject == wanted


def test_words_outside_are_kept_between_encoded_ones() -> None:
    """Only blanks between two encoded words vanish (RFC 2047, 6.2)."""
    assert decode_words("x =?utf-8?q?a?= y =?utf-8?q?b?= =?utf-8?q?c?= z") == "x a y bc z"


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ('; charset="utf-8"; format=flowed', {"charset": "utf-8", "format": "flowed"}),
        ("; a*0=x; a*1=y", {"a": "xy"}),
        ("; name*=utf-8''%C3%BC.txt", {"name": "ü.txt"}),
        ("; name*0*=utf-8''%C3; name*1*=%BC", {"name": "ü"}),
        ('; name="a;b=c"; x=1', {"name": "a;b=c", "x": "1"}),
        (r'; name="a\"b"', {"name": 'a"b'}),
        ("; =broken; a=1", {"a": "1"}),
        ('; name="=?utf-8?q?=C3=BC?="', {"name": "ü"}),
        ("", {}),
    ],
)
def test_parameters_are_read(value: str, wanted: dict[str, str]) -> None:
    """Quoted, split and percent-coded parameters (RFC 2045, RFC 2231)."""
    assert parameters(value) == wanted


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("Tue, 05 Mar 2030 21:40:12 +0100", datetime(2030, 3, 5, 20, 40, 12, tzinfo=UTC)),
        ("Tue, 05 Mar 2030 20:40:12 -0000", datetime(2030, 3, 5, 20, 40, 12, tzinfo=UTC)),
        ("yesterday afternoon", None),
        ("Tue, 99 Mar 2030 99:99:99 +9999", None),
        ("", None),
    ],
)
def test_the_senders_date_is_read_if_it_is_one(value: str, wanted: datetime | None) -> None:
    """In UTC, or nothing at all."""
    assert read(letter("x", date=value)).date == wanted


@pytest.mark.parametrize(("value", "wanted"), [("<>", ""), ("<a@x>", "a@x"), ("", None)])
def test_the_null_sender_differs_from_none(value: str, wanted: str | None) -> None:
    """Return-Path <> is told apart from no Return-Path at all."""
    assert read(letter("x", return_path=value)).return_path == wanted
