"""Mails whose labels, codings or ends are not as they should be, and struck out text."""

import base64

import pytest

from gm.mail.values import DropReason, MailKind
from tests.mail.reading.letters import MARKED, ORDERS, REPORT, letter, lines_of, read

TEXT = "\n".join(ORDERS)
HTML = "<br>".join(ORDERS)
PLAIN = "text/plain; charset=utf-8"
CODED = {"content_transfer_encoding": "base64"}


def coded(data: bytes) -> str:
    """Bytes as base64 in lines."""
    return base64.encodebytes(data).decode().rstrip("\n")


def counted(raw: bytes) -> list[str]:
    """The lines that count, blank ones left out."""
    return [line.strip() for line in read(raw).lines if line.strip()]


@pytest.mark.parametrize(
    ("data", "charset"),
    [
        (TEXT.encode("utf-16"), "utf-8"),
        (TEXT.encode("utf-16-le"), "utf-16"),
        (TEXT.encode("utf-16-be"), "utf-16"),
        (b"\xef\xbb\xbf" + TEXT.encode(), "windows-1252"),
        (b"\xef\xbb\xbf" + TEXT.encode(), "utf-8"),
        (TEXT.encode("utf-7"), "unicode-1-1-utf-7"),
        (TEXT.encode("utf-32"), "us-ascii"),
    ],
)
def test_a_byte_order_mark_counts_more_than_the_label(data: bytes, charset: str) -> None:
    """What an editor wrote into the bytes is surer than what the mail says of them."""
    mail = letter(coded(data), f"text/plain; charset={charset}", **CODED)
    assert counted(mail) == list(ORDERS)


def test_words_called_base64_are_words() -> None:
    """Some script sets the label and forgets the coding."""
    reading = read(letter(TEXT, PLAIN, **CODED))
    assert [line for line in reading.lines if line] == list(ORDERS)
    assert len(reading.problems) == 1


def test_blanks_behind_a_soft_break_do_not_matter() -> None:
    """Mail systems add them (RFC 2045, 6.7)."""
    body = "A Mun= \n - Tyr\nA Ber - K=\t\nie\nF Kie - Den"
    assert lines_of(body, PLAIN, content_transfer_encoding="quoted-printable") == list(ORDERS)


@pytest.mark.parametrize("page", ["<html><body>{}</body></html>", "<!DOCTYPE html>\n<p>{}"])
def test_a_page_called_plain_text_is_read_as_a_page(page: str) -> None:
    """So that its quotes are known."""
    assert lines_of(page.format(f"{HTML}<blockquote>A MUN - BUR</blockquote>")) == list(ORDERS)


@pytest.mark.parametrize("start", ["", '; start="<root>"'])
def test_the_root_of_related_parts_is_found(start: str) -> None:
    """By its name, or as the first one with text (RFC 2387)."""
    picture = "--x\nContent-Type: image/png\n\nAAAA"
    text = f"--x\nContent-ID: <root>\nContent-Type: text/html\n\n{HTML}"
    content = f"multipart/related; boundary=x{start}"
    assert lines_of(f"{picture}\n{text}\n--x--", content) == list(ORDERS)


@pytest.mark.parametrize(
    "piece",
    [
        "<s>F Kie - Hol</s>",
        "<del>F Kie - Hol</del>",
        "<strike>F <b>Kie</b> - Hol</strike>",
        '<span style="text-decoration: line-through;">F Kie - Hol</span>',
        '<span style="color:red;text-decoration-line:line-through">F Kie - Hol</span>',
    ],
)
def test_struck_out_text_does_not_count(piece: str) -> None:
    """Its writer took it back; the receipt can show it."""
    reading = read(letter(f"<p>{HTML}</p><p>{piece}</p>", "text/html"))
    assert [line for line in reading.lines if line] == list(ORDERS)
    assert [dropped.reason for dropped in reading.dropped] == [DropReason.STRUCK]


def test_one_word_struck_out_leaves_the_order_corrected() -> None:
    """As it is seen."""
    assert lines_of("A Mun - <s>Bur</s> Tyr", "text/html") == ["A Mun - Tyr"]


STRUCK = "<div>{}</div><div><s>F Kie - Hol</s></div><blockquote><s>A Ber - Sil</s></blockquote>"


def test_what_html_strikes_out_does_not_count_in_the_plain_version() -> None:
    """That version cannot show it: Gmail and Apple Mail write the line plainly there."""
    both = "--x\nContent-Type: text/plain\n\n{}\n--x\nContent-Type: text/html\n\n{}\n--x--"
    plain = f"{TEXT}\nF Kie - Hol\n\nOn 1 May 2026 gm <gm@x.org> wrote:\n> A Ber - Sil\n"
    content = "multipart/alternative; boundary=x"
    reading = read(letter(both.format(plain, STRUCK.format(HTML)), content))
    assert [line for line in reading.lines if line] == list(ORDERS)
    struck = [one.text for one in reading.dropped if one.reason is DropReason.STRUCK]
    assert struck == ["F Kie - Hol"]
    quoted = "<div>A Ber H</div><blockquote><s>A Ber - Sil</s></blockquote>"
    assert lines_of(both.format(plain, quoted), content) == [*ORDERS, "F Kie - Hol"]


@pytest.mark.parametrize(
    ("content", "body", "fields"),
    [
        ("text/html", f"<html><body>{HTML}</body></html>", {}),
        ("text/html", f"<div>{HTML}</div>", {}),
        ("text/html", f"<p>{HTML}<br />", {}),
        (PLAIN, coded(TEXT.encode()), CODED),
        (PLAIN, TEXT, {"content_length": str(len(TEXT))}),
        (PLAIN, TEXT, {"content_length": str(len(TEXT) + 2)}),
        ("multipart/mixed; boundary=x", f"--x\n\n{TEXT}\n--x--", {}),
    ],
)
def test_a_mail_without_a_line_end_is_whole_when_that_can_be_seen(
    content: str, body: str, fields: dict[str, str]
) -> None:
    """By a closing tag, a padded coding, its length or its last boundary."""
    assert counted(letter(body, content, **fields)[:-1]) == list(ORDERS)


@pytest.mark.parametrize(
    ("content", "body"),
    [
        (PLAIN, TEXT),
        ("text/html", f"<p>{HTML}"),
        ("text/html", f"<p>{HTML}</p"),
        ("multipart/mixed; boundary=x", f"--x\n\n{TEXT}"),
    ],
)
def test_a_mail_without_a_line_end_may_lack_half_a_line(content: str, body: str) -> None:
    """Nothing shows that it is whole, so its last line does not count, and that is told."""
    raw = letter(body, content)[:-1]
    assert counted(raw) == list(ORDERS[:-1])
    assert read(raw).problems


@pytest.mark.parametrize(
    "value",
    [
        "Gus (the) < gus (home) @ example.com >",
        "Gus <<gus@example.com>>",
        "Gus: the great <gus@example.com>",
        "<gus@example.com>,",
    ],
)
def test_a_careless_from_is_read(value: str) -> None:
    """One address is in it, whatever stands around."""
    assert read(letter(TEXT, **{"from": value})).sender == "gus@example.com"


def test_an_unsure_sender_is_told_in_a_sentence() -> None:
    """Whoever sees the mail set aside can see why."""
    reading = read(letter(TEXT, **{"from": "gus@example.com, fay@example.com"}))
    assert reading.kind is MailKind.UNSURE_SENDER
    assert "no single address" in reading.problems[0]


def test_an_invitation_is_known_by_its_own_words() -> None:
    """When its type does not say the method."""
    body = "--x\n\nGus\n--x\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\n--x--"
    assert read(letter(body, "multipart/mixed; boundary=x")).kind is MailKind.AUTO_REPLY


@pytest.mark.parametrize(
    "head",
    [
        '------ Originalnachricht ------\nVon "GM" <gm@example.org>\nAn gus@example.com\nBetreff x',
        "---- Replied Message ----\n| From | GM<gm@example.org> |\n| Subject | meadow |",
        "Date: Tue, 5 Mar 2030 21:04:00 +0100\nTo: gus@example.com",
        "GM <gm@example.org> \n05.03.2030 21:04",
        "\u202b5.3.2030 21:04 \u202aGM\u202c <\u202agm@example.org\u202c>:\u202c",
        "Вы писали 5 марта 2030 г., 21:04:00:",
        "------On 3/5/2030 21:04, GM wrote------",
        "-- Please reply above this line --",
    ],
)
def test_more_ways_to_begin_a_quote_are_known(head: str) -> None:
    """Without marks nothing below counts; below a marked quote the player's words do."""
    assert lines_of(f"{TEXT}\n\n{head}\n\n{REPORT}") == list(ORDERS)
    assert lines_of(f"{head}\n{MARKED}\n\n{TEXT}")[-3:] == list(ORDERS)


def test_a_groupwise_attribution_between_marks_begins_a_quote() -> None:
    """The quote below it has none."""
    head = ">>> GM <gm@example.org> 3/5/2030 9:04 PM >>>"
    assert lines_of(f"{TEXT}\n\n{head}\n{REPORT}") == list(ORDERS)


@pytest.mark.parametrize(
    "quote",
    [
        "<hr><b>From: gm@example.org</b> <b>Date: Tue, 5 Mar 2030</b><p>A MUN - BUR",
        '<div style="border-left:2px solid #ccc"><p>A MUN - BUR</div>',
    ],
)
def test_a_line_drawn_beside_or_above_marks_a_quote(quote: str) -> None:
    """A rule before a header line, or a bar at the side."""
    assert lines_of(f"<p>{HTML}</p>{quote}", "text/html") == list(ORDERS)


@pytest.mark.parametrize("mark", [": ", "} ", "% ", "] "])
def test_old_quote_marks_before_a_blank_are_known(mark: str) -> None:
    """Some programs and some people never used ">"."""
    quoted = "\n".join(mark + line for line in ("A MUN - BUR", "A BER H"))
    assert lines_of(f"{quoted}\n\n{TEXT}") == list(ORDERS)


@pytest.mark.parametrize(
    "banner",
    [
        "[EXTERNAL EMAIL]",
        "CAUTION: This e-mail came from outside. Be careful.",
        "You don't often get email from gus@example.com. Learn why this is important at https://x.example",
    ],
)
def test_a_banner_right_above_the_orders_costs_none(banner: str) -> None:
    """A gateway puts it there without an empty line; it ends with its sentence."""
    assert lines_of(f"{banner}\n{TEXT}")[-3:] == list(ORDERS)


@pytest.mark.parametrize(
    "block",
    ["-----BEGIN PGP PUBLIC KEY BLOCK-----\nA MUN H", "____________\nTopicbox: x\nA MUN H"],
)
def test_more_footers_are_known(block: str) -> None:
    """Keys and the footers of more list servers."""
    assert lines_of(f"{TEXT}\n\n{block}") == list(ORDERS)


def test_a_forward_whose_header_lost_its_line_ends_is_known() -> None:
    """Yahoo writes it all on one line."""
    head = " ----- Forwarded Message ----- From: Fay <fay@example.com>To: Gus Sent: Tuesday"
    reading = read(letter(f"{head}\n{TEXT}", subject="Fw: meadow"))
    assert (reading.lines, reading.forwarded) == ((), True)


def test_a_forgotten_line_between_header_and_text_is_made_up_for() -> None:
    """In a part that is whole the last lines that are no fields are its text."""
    body = f"--x\nContent-Type: text/plain\n{TEXT}\n--x--"
    assert lines_of(body, "multipart/mixed; boundary=x") == list(ORDERS)


def test_a_damaged_line_among_the_fields_is_no_text() -> None:
    """Fields follow it."""
    raw = f"From: gus@example.com\nA MUN - BUR\nSubject: x\n\n{TEXT}\n".encode()
    assert counted(raw) == list(ORDERS)


def test_one_stray_byte_does_not_spoil_the_rest() -> None:
    """The text stays UTF-8; what is none shows as such, and is told."""
    raw = letter("A Mün → Tyr\nÄ Ö Ü\n".encode() + b"F Kie \x96 Den")
    assert counted(raw)[:2] == ["A Mün → Tyr", "Ä Ö Ü"]
    assert read(raw).problems


def test_mail_of_an_old_list_is_a_persons() -> None:
    """Majordomo says bulk of all it passes on; its own address in Sender tells."""
    fields = {"precedence": "bulk", "sender": "owner-players@example.net"}
    reading = read(letter(TEXT, **fields))
    assert (reading.kind, reading.is_list) == (MailKind.LIST, True)
