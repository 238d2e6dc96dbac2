"""Hostile and broken mails: refused or read, soon, and never an exception."""

import random
import sys
from collections.abc import Callable
from types import FrameType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gm.mail.reading import OUR_FAULT, read_mail
from gm.mail.values import DEFAULT_LIMITS, MailKind
from tests.mail.reading.letters import MARKED, ORDERS, blocks, letter, raw, read, stored

HEAD = b"From: gus@example.com\nTo: gm@example.org\n"
TEXT = HEAD + b"Content-Type: text/plain\n\n"
HTML = HEAD + b"Content-Type: text/html\n\n"
MIXED = HEAD + b'Content-Type: multipart/mixed; boundary="-"\n\n'


def nested(depth: int) -> bytes:
    """Multiparts inside multiparts around one order."""
    opened = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth)
    )
    closed = b"".join(b"--b%d--\n" % n for n in reversed(range(depth)))
    return HEAD + opened + b"Content-Type: text/plain\n\nA Mun H\n" + closed


REFUSED = {
    "comments": b"From: " + b"(" * 500 + b")" * 500 + b" gus@example.com\n\nA Mun H\n",
    "nested 200": nested(200),
    "nested 1000": nested(1000),
    "addresses": HEAD + b"Cc: " + b", ".join([b"p@example.com"] * 20_000) + b"\n\nx\n",
    "some addresses": HEAD + b"Cc: " + b",".join([b"p@x.org"] * 3000) + b"\n\nx\n",
    "words": HEAD + b"Subject: " + b"\n ".join([b"=?utf-8?q?abc?="] * 16_000) + b"\n\nx\n",
    "some words": HEAD + b"Subject: " + b"\n ".join([b"=?u?q?a?="] * 3000) + b"\n\nx\n",
    "parts": MIXED + b"---\n\nA Mun H\n" * 20_000 + b"-----\n",
    "header": HEAD + b"X-Big: " + b"a" * 1_000_000 + b"\n\nA Mun H\n",
    "fields": HEAD + b"X: y\n" * 5000 + b"\nA Mun H\n",
}
# A beginning, and what is repeated after it.
GROWING = {
    "flowed": (HEAD + b"Content-Type: text/plain; format=flowed\n\n", b"a \n"),
    "quotes": (TEXT, b"> a\nb\n"),
    "dates": (TEXT, b"On 5 Mar 2030 21:04 x\n"),
    "labels": (TEXT, b"From: x\nSent: y\n\n"),
    "rules": (TEXT, b"-----\n\n"),
    "blank lines": (TEXT, b"\n"),
    "rules and blanks": (TEXT, b"----\n" + b"\n" * 20),
    "announcements": (TEXT, b"--- words ---\n"),
    "colons": (TEXT, b"a:\n"),
    "signatures": (TEXT, b"--\n"),
    "armour": (TEXT, b"-----BEGIN PGP SIGNED MESSAGE-----\n"),
    "keys": (TEXT, b"> Reply\n> key:\n"),
    "tags": (HTML, b'<a "'),
    "divs": (HTML, b"<div>"),
    "blockquotes": (HTML, b"<blockquote>a"),
    "ends": (HTML, b"<p></div>"),
    "comments": (HTML, b"<!-- -->a"),
    "scripts": (HTML, b"<script>a</script >"),
    "open styles": (HTML + b"<style>", b"</style "),
    "entities": (HTML, b"&amp;"),
    "parts": (MIXED, b"\n--"),
    "words": (HEAD + b"Subject:", b"\n =?utf-8?q?a?="),
    "references": (HEAD + b"References:", b" <a@b>"),
    "addresses": (HEAD + b"Cc: a@b", b", a@b"),
    "parameters": (HEAD + b"Content-Type: text/plain", b"; a*0=b"),
    "received": (b"", b"Received: by x\n"),
}
READ = {
    "markup that never ends": HTML + b"<style>" + b"</style " * 1_200_000,
    "soft breaks": HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=\n" * 5_000_000,
    "escaped bytes": HEAD
    + b"Content-Transfer-Encoding: quoted-printable\n\n"
    + b"=41" * 3_400_000,
    "base64": HEAD
    + b"Content-Transfer-Encoding: base64\n\n"
    + b"QSBNdW4gSApBIEJlciBICkYg\n" * 300_000,
    "uuencoded": HEAD + b"Content-Transfer-Encoding: x-uuencode\n\n" + b"M\n" * 2_000_000,
    "line breaks": HTML + b"<br>" * 2_500_000,
    "one line": TEXT + b"A" * 9_000_000 + b"\n",
    "dashes": TEXT + (b"-" * 990 + b"\n") * 1000,
    "blanks": TEXT + (b" " * 900 + b"x\n") * 1000,
    "labels": TEXT + b"To: x\n" * 150_000,
    "dates": TEXT + b"On 5 Mar 2030 21:04 x\n" * 45_000,
    "flowed": HEAD + b"Content-Type: text/plain; format=flowed\n\n" + b"a \n" * 300_000,
    "tags": HTML + b'<a "' * 250_000,
    "angles": HTML + b"<" * 1_000_000,
    "comments": HTML + b"<!--" * 250_000,
    "divs": HTML + b"<div>" * 100_000 + b"</x>" * 100_000,
    "styles": HTML + b"<style>" * 140_000,
    "quotes": HTML + b"<a " + b"\"'" * 400_000,
    "entities": HTML + b"&#1" * 300_000,
    "boundaries": MIXED + b"--- " * 2_000_000,
    "idna": HEAD + b"Content-Type: text/plain; charset=idna\n\nxn--" + b"a" * 900_000 + b"\n",
    "parameters": HEAD + b"Content-Type: text/plain" + b"; a" * 15_000 + b"\n\nx\n",
    "quoted names": HEAD + b"Cc: " + b'"' * 60_001 + b"\n\nx\n",
}


def steps(work: Callable[[], object]) -> int:
    """How many calls a piece of work makes, those of built-in functions included.

    Counted, for a limit of time would fail on a slow machine and miss much on a fast one.
    """
    count = 0

    def note(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("name", REFUSED)
def test_a_bomb_is_refused_at_once(name: str) -> None:
    """Before anything is parsed, with a sentence that says why."""
    reading = read(REFUSED[name])
    assert reading.kind is MailKind.UNPARSABLE
    assert len(reading.problems) == 1
    assert reading.lines == ()


@pytest.mark.parametrize("name", REFUSED)
def test_refusing_costs_little(name: str) -> None:
    """A few calls for each field or part that was looked at before the limit."""
    assert steps(lambda: read(REFUSED[name])) < 80_000


@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", READ)
def test_a_costly_mail_is_read(name: str) -> None:
    """Text that once took a pattern or a parser minutes is text like other."""
    reading = read(READ[name])
    assert reading.kind is MailKind.HUMAN
    assert len(reading.lines) <= 2 * DEFAULT_LIMITS.lines


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", GROWING)
def test_twice_the_mail_is_twice_the_work(name: str) -> None:
    """And not four times, which is how a small mail stops a server."""
    head, unit = GROWING[name]
    small, large = (steps(lambda n=n: read(head + unit * n)) for n in (300, 600))
    assert large < 2.2 * small + 200


@pytest.mark.slow
def test_only_so_much_text_is_read_of_many_parts() -> None:
    """A hundred parts of a hundred kilobytes are no hundred times the work."""
    one = b"---\nContent-Type: text/plain\n\n" + b"A Mun H\n" * 12_500
    reading = read(MIXED + one * 99 + b"-----\n")
    assert reading.problems == ("The text is too long; only its beginning was read.",)
    assert len(reading.lines) <= DEFAULT_LIMITS.lines + 99


@pytest.mark.slow
def test_parts_behind_much_text_are_told_not_read() -> None:
    """What comes after two megabytes of text is left out, and the reading says so."""
    one = b"---\nContent-Type: text/plain\n\n" + b"A Mun H" * 150_000 + b"\n"
    last = b"---\nContent-Type: text/plain\n\nA Ber H\n-----\n"
    reading = read(MIXED + one * 3 + last)
    assert "A Ber H" not in reading.lines
    assert "The text is too long; only its beginning was read." in reading.problems


def test_pictures_do_not_count_as_text() -> None:
    """A reply that carries our pictures back is read to its end."""
    picture = (
        b"---\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n" + b"A" * 4_000_000
    )
    last = b"\n---\nContent-Type: text/plain\n\nA Ber H\n-----\n"
    reading = read(MIXED + picture + b"\n" + picture + last)
    assert (reading.lines, reading.problems) == (("A Ber H",), ())


@pytest.mark.parametrize("name", ["map.zip", "map.tar.gz", "map.7z", "map.rar", "orders.zip"])
@pytest.mark.parametrize(
    "kind", ["application/zip", "application/gzip", "application/octet-stream"]
)
def test_archives_are_never_opened(name: str, kind: str) -> None:
    """A small one can hold a large one; it is named and left."""
    body = f"--x\n\nA Mun H\n--x\nContent-Type: {kind}; name={name}\n\nA Ber H\n--x--"
    reading = read(letter(body, "multipart/mixed; boundary=x"))
    assert reading.lines == ("A Mun H",)
    assert [dropped.text for dropped in reading.dropped] == [name]


def test_a_message_in_a_message_in_a_message_is_one_attachment() -> None:
    """What is attached whole is not opened, however many are inside it."""
    inside = b"Content-Type: message/rfc822\n\n" * 20_000 + b"A Mun H\n"
    reading = read(MIXED + b"---\n\nA Ber H\n---\n" + inside + b"-----\n")
    assert (reading.lines, reading.forwarded) == (("A Ber H",), True)


def test_thirty_megabytes_are_refused_by_their_header() -> None:
    """Only the header of a mail over the limit is looked at; its sender can be told."""
    large = TEXT + b"A Mun - Bur\n" * (30 * 1024 * 1024 // 12)
    reading = read(large)
    assert (reading.kind, reading.sender) == (MailKind.TOO_LARGE, "gus@example.com")
    assert reading.problems == ("The mail is larger than 10 MB.",)
    assert steps(lambda: read(large)) < 5000


def test_ten_megabytes_are_read() -> None:
    """The limit is for the whole mail; what counts in it may be one line."""
    picture = b"---\nContent-Type: image/png\n\n" + b"A" * (10 * 1024 * 1024 - 1000)
    assert read(MIXED + b"---\n\nA Ber H\n" + picture + b"\n-----\n").lines == ("A Ber H",)


def test_a_machines_large_mail_stays_a_machines() -> None:
    """Nobody answers a vacation notice, however large."""
    large = b"Auto-Submitted: auto-replied\n" + TEXT + b"x" * (11 * 1024 * 1024)
    assert read(large).kind is MailKind.AUTO_REPLY


def test_nesting_within_the_limit_is_read() -> None:
    """Nine multiparts inside each other still give their order."""
    assert read(nested(9)).lines == ("A Mun H",)


@given(st.binary(max_size=2000))
@example(b"")
@example(b"\n")
@example(b"\x00" * 100)
@example(b"From: gus@example.com")
@example(b"Content-Type: multipart/mixed; boundary=\n\n--\n--\n----\n")
@example(b"Content-Type: text/plain; charset=undefined\n\n\xff")
@example(b"Content-Type: text/html; charset=utf-16\n\n<")
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    """Whatever comes is a reading, without help of the net under the reader."""
    assert OUR_FAULT not in read(data).problems


_FRAGMENTS = st.sampled_from(
    [
        b"\n", b"\r\n", b"\n\n", b" ", b"From: ", b"gus@example.com", b"Subject: ", b"=?utf-8?q?",
        b"?=", b"Content-Type: ", b"multipart/alternative", b"multipart/report", b"text/html",
        b"text/plain", b"message/delivery-status", b"; boundary=x", b"; charset=", b"utf-16",
        b"utf-7", b"hz", b"iso-2022-jp", b"; format=flowed; delsp=yes", b"\n--x\n", b"\n--x--\n",
        b"Content-Transfer-Encoding: ", b"base64", b"quoted-printable", b"x-uuencode", b"<", b">",
        b"</div>", b"<blockquote>", b"&#x110000;", b"&#0;", b"> ", b"-- \n", b"On 5.3.2030 ",
        b"wrote:", b"\xff\xfe", b"\x00", b"=", b"=0", b"A Mun - Bur", b"(", b")", b"\"", b",",
        b":", b";", b"Date: ", b"1 Jan 0000 00:00:00 +9959", b"-----BEGIN PGP SIGNED MESSAGE-----",
        b"name*0*=x'y'%", b"Return-Path: <>\n", b"Final-Recipient: rfc822; ", b"Action: failed\n",
    ]
)  # fmt: skip


@given(st.lists(_FRAGMENTS, max_size=60).map(b"".join))
def test_no_pieces_of_mail_crash_the_reader(data: bytes) -> None:
    """Bytes that look like mail reach further in, and crash nothing either."""
    assert OUR_FAULT not in read(data).problems


@given(st.sampled_from(stored()), st.randoms(use_true_random=False))
def test_no_damaged_mail_crashes_the_reader(name: str, chance: random.Random) -> None:
    """A stored mail with bytes lost, doubled and changed is still a reading."""
    data = bytearray(raw(name)[:6000])
    for _ in range(chance.randrange(1, 20)):
        at = chance.randrange(len(data))
        data[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
    assert OUR_FAULT not in read(bytes(data)).problems


def test_a_fault_of_ours_is_a_reading_too() -> None:
    """What breaks the reader is set aside, not raised: here, something that is no bytes."""
    reading = read_mail(None)  # type: ignore[arg-type]
    assert (reading.kind, reading.problems) == (MailKind.UNPARSABLE, (OUR_FAULT,))


_WORDS = st.sampled_from(
    ["A Mun - Tyr", "A Ber S A Mun - Sil", "F Kie - Den via convoy", "Hello GM,", "A Par → Bur",
     "1. A Vie H", "* F Tri – Alb", "Merci à tous", "F StP/sc - Bot", "If so, good."]
)  # fmt: skip


@given(
    st.lists(_WORDS, min_size=1, max_size=6),
    st.sampled_from(blocks("attributions.txt")),
    st.sampled_from(["", "\n\nSent from my iPhone", "\n\n-- \nGus\nA Mun H", "\n--\nGus"]),
    st.booleans(),
)
def test_decoration_changes_no_line(
    lines: list[str], attribution: str, tail: str, below: bool
) -> None:
    """Quoted above or below, signed or not: the same lines count."""
    own, quote = "\n".join(lines), f"{attribution}\n{MARKED}"
    body = f"{quote}\n\n{own}{tail}" if below else f"{own}{tail}\n\n{quote}"
    shown = [line for line in read(letter(body)).lines if line]
    assert shown == lines


@given(st.lists(_WORDS, min_size=1, max_size=6))
def test_html_and_plain_give_the_same_lines(lines: list[str]) -> None:
    """The same text as HTML, quoted below, reads as in plain text."""
    page = "".join(f"<div>{line}</div>" for line in lines)
    quote = "".join(f"<div>{line}</div>" for line in ORDERS)
    html = letter(f"{page}<blockquote>{quote}</blockquote>", "text/html; charset=utf-8")
    assert read(html).lines == read(letter("\n".join(lines))).lines
