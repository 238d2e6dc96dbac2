"""Pictures in mails: named while they wait in the outbox, put in when they are sent."""

from __future__ import annotations

import email
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import default

import pytest

from gm.mail.compose import MailAttachment, OutgoingMail, Purpose, again, compose
from gm.mail.pictures import (
    PictureFile,
    PictureMark,
    illustrated,
    marks_of,
    without_pictures,
)

HOST = "games.example.org"
ORDERS = PictureMark(f"orders.12.meadow@{HOST}", "12/orders")
POSITION = PictureMark(
    f"position.12.meadow@{HOST}", "12/position/F1901R/2026-11-26T20:00:00+00:00"
)
PNG = PictureFile("meadow-S1901M-orders.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
HTML = "<h1>Ré</h1>\n" + "".join(
    f'<!--picture {one.label}--><p><img src="cid:{one.cid}" alt="Map"></p><!--end of {one.label}-->\n'
    for one in (ORDERS, POSITION)
)
MAIL = OutgoingMail(
    message_id=f"<meadow.12.report@{HOST}>",
    sender_name="Maeve",
    sender_address=f"gm@{HOST}",
    recipient="donal@example.net",
    subject="Results",
    text="Content-Type: text/html\n\nThe results.\n",
    html=f"{HTML}<p>The end.</p>\n",
    date=datetime(2026, 11, 21, 14, 0, tzinfo=UTC),
    purpose=Purpose.NEWS,
    pictures=(ORDERS, POSITION),
)
CALENDAR = MailAttachment("meadow.ics", "text/calendar; method=PUBLISH", b"BEGIN:VCALENDAR\r\n")


def read(raw: bytes) -> EmailMessage:
    """Return a mail as a reader's program sees it, and see that it has no fault."""
    message = email.message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    assert not [part.defects for part in message.walk() if part.defects]
    return message


def kinds(message: EmailMessage) -> list[str]:
    """Return the kinds of all parts, outermost first."""
    return [part.get_content_type() for part in message.walk()]


def html_of(message: EmailMessage) -> str:
    """Return what a reader who sees HTML is shown."""
    part = message.get_body(("html",))
    assert part is not None
    content = part.get_content()
    assert isinstance(content, str)
    return content


def test_a_mail_in_the_outbox_names_its_pictures() -> None:
    """A mail that waits holds no picture, and says which it shows; one without says nothing."""
    raw = compose(MAIL)
    assert marks_of(raw) == (ORDERS, POSITION)
    assert b"image/png" not in raw
    assert marks_of(compose(replace(MAIL, pictures=()))) == ()


@pytest.mark.parametrize("files", [(), (CALENDAR,)])
def test_a_mail_is_sent_with_its_pictures(files: tuple[MailAttachment, ...]) -> None:
    """The pictures stand beside the HTML, under the names by which it shows them."""
    raw = compose(replace(MAIL, attachments=files))
    sent = illustrated(raw, {ORDERS.cid: PNG, POSITION.cid: replace(PNG, name="other.png")})
    message = read(sent)
    wanted = [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "image/png",
    ]
    assert kinds(message) == (["multipart/mixed", *wanted, "text/calendar"] if files else wanted)
    pictures = [one for one in message.walk() if one.get_content_type() == "image/png"]
    assert [one["Content-ID"] for one in pictures] == [f"<{ORDERS.cid}>", f"<{POSITION.cid}>"]
    assert [one.get_content() for one in pictures] == [PNG.data, PNG.data]
    assert [one.get_content_disposition() for one in pictures] == ["inline", "inline"]
    assert html_of(message).replace("\r\n", "\n") == MAIL.html
    assert message["X-GM-Pictures"] is None
    assert sent.isascii()
    assert max(map(len, sent.splitlines())) <= 78


def test_a_picture_that_is_not_there_leaves_no_trace() -> None:
    """A mail goes out whole without a picture that could not be drawn, and says nothing of it."""
    message = read(illustrated(compose(MAIL), {POSITION.cid: PNG}))
    assert kinds(message).count("image/png") == 1
    assert ORDERS.cid not in html_of(message)
    assert POSITION.cid in html_of(message)
    bare = read(illustrated(compose(MAIL), {}))
    assert kinds(bare) == ["multipart/alternative", "text/plain", "text/html"]
    assert html_of(bare).replace("\r\n", "\n") == "<h1>Ré</h1>\n<p>The end.</p>\n"


def test_the_text_is_the_same_with_pictures_and_without() -> None:
    """Nothing but the HTML is touched, not even where the text looks like a part of a mail."""
    for pictures in ({}, {ORDERS.cid: PNG}):
        part = read(illustrated(compose(MAIL), pictures)).get_body(("plain",))
        assert part is not None
        assert part.get_content().replace("\r\n", "\n") == MAIL.text


def test_a_mail_without_html_goes_without_pictures() -> None:
    """Who reads text alone is sent no picture, whatever the mail names."""
    message = read(illustrated(compose(replace(MAIL, html="")), {ORDERS.cid: PNG}))
    assert kinds(message) == ["text/plain"]


def test_a_mail_sent_once_more_has_its_pictures() -> None:
    """What is sent again still names its pictures, so they are put into it too."""
    raw = again(compose(MAIL), f"<again@{HOST}>", MAIL.date, f"gm+x@{HOST}")
    assert marks_of(raw) == (ORDERS, POSITION)
    assert kinds(read(illustrated(raw, {ORDERS.cid: PNG}))).count("image/png") == 1


def test_a_long_name_of_a_server_breaks_no_header() -> None:
    """The names of pictures are whole in their headers, however long they are."""
    far = PictureMark(f"orders.12.meadow@{'games.' * 20}example.org", "12/orders")
    raw = compose(replace(MAIL, pictures=(far,)))
    assert marks_of(raw) == (far,)
    message = read(illustrated(raw, {far.cid: PNG}))
    (picture,) = (one for one in message.walk() if one.get_content_type() == "image/png")
    assert picture["Content-ID"].strip() == f"<{far.cid}>"


def test_html_without_a_picture() -> None:
    """Only the picture that is named goes, with what stands around it."""
    assert without_pictures(HTML, [ORDERS.label, POSITION.label]) == "<h1>Ré</h1>\n"
    assert without_pictures(HTML, ["position.1"]) == HTML
