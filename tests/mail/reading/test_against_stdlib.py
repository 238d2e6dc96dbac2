"""A second opinion: what the standard library writes, we read back."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP

from hypothesis import given
from hypothesis import strategies as st

from gm.mail.headers import one_line
from tests.mail.reading.letters import read

_LETTERS = st.characters(categories=["Lu", "Ll", "Lo", "Nd"], max_codepoint=0xFFFF)
_WORD = st.text(_LETTERS, min_size=1, max_size=12)
_LINES = st.lists(st.lists(_WORD, min_size=1, max_size=15).map(" ".join), min_size=1, max_size=5)
_ENCODINGS = st.sampled_from(["base64", "quoted-printable", "8bit"])


@given(_LINES, _ENCODINGS, st.booleans(), st.booleans())
def test_texts_survive_every_encoding(
    lines: list[str], encoding: str, picture: bool, page: bool
) -> None:
    """Any text, in any transfer encoding, with HTML and a picture beside it or not."""
    message = EmailMessage(policy=SMTP)
    message["From"] = "gus@example.com"
    message.set_content("\n".join(lines), cte=encoding)
    if page:
        message.add_alternative("<p>A MUN H</p>", subtype="html", cte="base64")
    if picture:
        message.add_attachment(b"\x89PNG\r\n\x1a\n" * 50, "image", "png", filename="map.png")
    reading = read(message.as_bytes())
    assert list(reading.lines) == lines
    # What the HTML alone says is kept apart.
    beside = [*(["A MUN H"] if page else []), *(["map.png"] if picture else [])]
    assert [dropped.text for dropped in reading.dropped] == beside
    assert reading.problems == ()


def unspaced(text: str) -> str:
    """The text on one clean line, without its blanks."""
    return one_line(text).replace(" ", "")


@given(st.lists(_WORD, min_size=1, max_size=12).map(" ".join), st.lists(_WORD, max_size=3))
def test_headers_survive_encoding(subject: str, names: list[str]) -> None:
    """Any subject and display name, folded and encoded by the library."""
    message = EmailMessage(policy=SMTP)
    name = " ".join(names)
    message["From"] = Address(name, "gus", "example.com")
    message["To"] = [Address(word, f"p{n}", "example.com") for n, word in enumerate(names)]
    message["Subject"] = subject
    message.set_content("A Mun H")
    reading = read(message.as_bytes())
    # The library loses blanks where it folds between two encoded words, so none are compared.
    assert unspaced(reading.subject) == unspaced(subject)
    assert reading.sender == "gus@example.com"
    assert unspaced(reading.sender_name) == unspaced(name)
    assert reading.to == tuple(f"p{n}@example.com" for n in range(len(names)))


@given(_LINES)
def test_text_attachments_survive(lines: list[str]) -> None:
    """Orders in a file of any name, in any alphabet."""
    message = EmailMessage(policy=SMTP)
    message["From"] = "gus@example.com"
    message.set_content("see file")
    message.add_attachment("\n".join(lines), filename=f"{lines[0][:20]}.txt")
    assert list(read(message.as_bytes()).lines) == ["see file", "", *lines]


@given(_LINES, st.booleans())
def test_html_survives(lines: list[str], breaks: bool) -> None:
    """Any text as paragraphs or broken lines of an HTML-only mail."""
    message = EmailMessage(policy=SMTP)
    message["From"] = "gus@example.com"
    page = "<br>".join(lines) if breaks else "".join(f"<p>{line}</p>" for line in lines)
    message.set_content(f"<html><body>{page}</body></html>", subtype="html")
    assert list(read(message.as_bytes()).lines) == lines
