"""Mails made for tests, and the stored ones found."""

import json
from pathlib import Path

from gm.mail.reading import read_unguarded
from gm.mail.values import DEFAULT_LIMITS, MailReading

MAILS = Path(__file__).parents[2] / "data" / "mails"
ORDERS = ("A Mun - Tyr", "A Ber - Kie", "F Kie - Den")
REPORT = (
    "Game meadow, Spring 1901\n\nYour orders so far:\n  A MUN - BUR\n  A BER H\n\nOthers: waiting."
)
MARKED = "\n".join("> " + line for line in REPORT.split("\n"))


def read(raw: bytes) -> MailReading:
    """Read without the net that turns our own faults into a reading."""
    return read_unguarded(raw, DEFAULT_LIMITS)


def letter(body: str | bytes, content: str = "text/plain; charset=utf-8", **fields: str) -> bytes:
    """A mail from Gus with LF line ends; more header fields by name, "_" for "-"."""
    given = {"from": "Gus <gus@example.com>", "to": "gm@example.org", "subject": "Re: meadow"}
    given |= {name.replace("_", "-"): value for name, value in fields.items()}
    given |= {"content-type": content}
    head = "".join(f"{name.title()}: {value}\n" for name, value in given.items() if value)
    return head.encode() + b"\n" + (body.encode() if isinstance(body, str) else body) + b"\n"


def lines_of(body: str, content: str = "text/plain; charset=utf-8", **fields: str) -> list[str]:
    """The lines that count in such a mail, blank ones left out and blanks stripped."""
    return [line.strip() for line in read(letter(body, content, **fields)).lines if line.strip()]


def blocks(name: str) -> list[str]:
    """The pieces of a file of phrases, parted by lines of two percent signs."""
    text = (MAILS / "phrases" / name).read_text(encoding="utf-8")
    return text.partition("\n")[2].removesuffix("\n").split("\n%%\n")


def stored() -> list[str]:
    """The names of the stored mails."""
    return sorted(path.stem for path in MAILS.glob("*.eml"))


def raw(name: str) -> bytes:
    """A stored mail as received."""
    return (MAILS / f"{name}.eml").read_bytes()


def said(name: str) -> dict[str, object]:
    """What must come out of a stored mail."""
    loaded = json.loads((MAILS / f"{name}.json").read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded
