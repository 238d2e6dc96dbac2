"""The forty stored mails, as received, rewritten, and cut short."""

import base64
import json
import random
import re
from pathlib import Path

import pytest

from gm.mail.bounds import bounded
from gm.mail.reading import read_mail
from gm.mail.values import MailKind
from tests.mail.reading.letters import raw, read, said, stored

KINDS = {
    "auto-reply": {MailKind.AUTO_REPLY},
    "bounce": {MailKind.BOUNCE},
    "orders": {MailKind.HUMAN, MailKind.LIST},
    "press": {MailKind.HUMAN},
    "command": {MailKind.HUMAN},
    "unreadable": {MailKind.HUMAN, MailKind.UNSURE_SENDER},
}
LINES = json.loads(Path(__file__).with_name("lines.json").read_text(encoding="utf-8"))
QUOTED = re.compile(r"A MUN - BUR|A BER H|F KIE - HOL|A MUN S A BER|A VIE - BUR|never wrong")
SMALL = [name for name in stored() if len(raw(name)) < 10_000]


@pytest.mark.parametrize("name", stored())
def test_a_stored_mail_reads_as_its_note_says(name: str) -> None:
    """Sender, kind and bounced address are those of the JSON beside the mail."""
    reading, wanted = read(raw(name)), said(name)
    assert reading.sender == wanted["sender"]
    assert reading.kind in KINDS[str(wanted["kind"])]
    assert list(reading.bounced) == wanted.get("bounced", [])
    assert reading.permanent == wanted.get("permanent")


@pytest.mark.parametrize("name", stored())
def test_exactly_the_senders_own_lines_count(name: str) -> None:
    """Every line of the sender's is there, and none of a quote, signature or footer."""
    shown = [line.strip() for line in read(raw(name)).lines if line.strip()]
    assert [line if len(line) < 200 else line[:40] + "…" for line in shown] == LINES[name]


@pytest.mark.parametrize("name", stored())
def test_no_line_of_the_report_counts(name: str) -> None:
    """The report's order-like lines never count unless the sender ordered just that."""
    own = {
        "30-nul-bytes",
        "31-invalid-headers",
        "35-display-name-spoof",
        "40-correction-in-one-mail",
    }
    found = [line for line in read(raw(name)).lines if QUOTED.search(line)]
    assert not found or name in own


@pytest.mark.parametrize("name", stored())
@pytest.mark.parametrize("ends", [b"\n", b"\r\r\n"])
def test_line_ends_do_not_matter(name: str, ends: bytes) -> None:
    """LF and twice converted line ends read as CRLF does."""
    assert read(raw(name).replace(b"\r\n", ends)) == read(raw(name))


@pytest.mark.parametrize("name", stored())
def test_a_lone_cr_ends_lines_of_the_text_only(name: str) -> None:
    """Behind the header it reads as CRLF does; in the header it leaves the mail without a sender."""
    head, border, text = raw(name).partition(b"\r\n\r\n")
    assert read(head + border + text.replace(b"\r\n", b"\r")) == read(raw(name))
    assert read(raw(name).replace(b"\r\n", b"\r")).sender is None


@pytest.mark.parametrize("name", stored())
def test_an_mbox_line_above_does_not_matter(name: str) -> None:
    """A leading mbox "From " line is skipped."""
    line = b"From gus@example.com Tue Mar  5 20:40:12 2030\r\n"
    assert read(line + raw(name)) == read(raw(name))


@pytest.mark.parametrize("name", stored())
def test_half_a_mail_gives_no_half_line(name: str) -> None:
    """Of a mail cut in the middle only whole lines of the whole mail count."""
    whole = raw(name)
    half = read(whole[: len(whole) // 2])
    assert {line.strip() for line in half.lines} <= {line.strip() for line in read(whole).lines}
    assert half.sender in {said(name)["sender"], None}


@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", SMALL)
def test_no_cut_at_all_gives_a_half_line(name: str) -> None:
    """Wherever a mail is cut, no line counts that is not in the whole; MIME's preamble may."""
    whole = raw(name)
    allowed = {line.strip() for line in read(whole).lines}
    for end in range(0, len(whole), 3):
        reading = read(whole[:end])
        extra = {line.strip() for line in reading.lines} - allowed
        preamble = {line for line in extra if line.startswith("This is a")}
        assert reading.kind is MailKind.BOUNCE or "dsn" in name or extra == preamble, end


@pytest.mark.parametrize("name", stored())
def test_a_mail_read_twice_reads_the_same(name: str) -> None:
    """Reading depends on nothing but the bytes."""
    assert read(raw(name)) == read(raw(name))


def test_a_picture_of_five_megabytes_does_no_harm() -> None:
    """Case 16 with a large picture before its orders gives the same lines."""
    whole = raw("16-orders-in-text-attachment")
    mark = b"--------------0QWx5nKq7rTz1mYb3VcD\r\n"
    picture = base64.encodebytes(random.Random(1).randbytes(5 * 1024 * 1024))
    part = (
        b'Content-Type: image/png; name="map.png"\r\nContent-Transfer-Encoding: base64\r\n'
        b'Content-Disposition: attachment; filename="map.png"\r\n\r\n'
    )
    at = whole.rindex(mark)
    large = whole[:at] + mark + part + picture.replace(b"\n", b"\r\n") + whole[at:]
    reading = read(large)
    assert reading.lines == read(whole).lines
    assert [dropped.text for dropped in reading.dropped] == ["map.png"]


def test_nul_bytes_are_told() -> None:
    """Null bytes go, their lines stay, and a problem says so."""
    reading = read(raw("30-nul-bytes"))
    assert reading.lines == ("A CON - BUL", "A SMY - CON", "F ANK - BLA")
    assert "Null bytes were removed from the text." in reading.problems


def test_the_guarded_reader_gives_the_same() -> None:
    """The net under the reader changes nothing while nothing breaks and no text is too long."""
    for name in stored():
        assert read_mail(raw(name)) == bounded(read(raw(name)))
