"""Order mails as people's programs write them: seven orders each, in several spellings and forms.

The position is made up: Munster has seven units on the board of Republic, in Spring 1016. Every
mail orders the same, so that whoever reads one can prove that it was read rightly.
"""

import base64
import quopri
from collections.abc import Sequence

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.variants import ruleset_for

POWER = PowerId("MUNSTER")
UNITS = ("A KkW", "A Tip", "F CoS", "A Lim", "F Wat", "A CoN", "F Cla")
ORDERS = (
    "A KkW - Lao",
    "A Tip - KkW",
    "F CoS - CEL",
    "A Lim H",
    "F Wat S F CoS - CEL",
    "A CoN - Wat",
    "F Cla - FAS",
)
"""What every mail orders, in canonical text. Not all of it is wise."""

SPELLINGS: tuple[tuple[str, ...], ...] = (
    ORDERS,
    (
        "Army Kilkenny West moves to Laois",
        "Army Tipperary moves to Kilkenny West",
        "Fleet Cork South moves to Celtic Sea",
        "Army Limerick holds",
        "Fleet Waterford supports Fleet Cork South to Celtic Sea",
        "Army Cork North moves to Waterford",
        "Fleet Clare moves to Fastnet",
    ),
    (
        "- a kkw → lao",
        "- a tip → kkw",
        "- f cos → cel",
        "- a lim hold",
        "- f wat s f cos → cel",
        "- a con → wat",
        "- f cla → fas",
    ),
    (
        "1. A(KkW)-Lao",
        "2. A(Tip)-KkW",
        "3. F(CoS)-CEL",
        "4. A(Lim) stands",
        "5. F(Wat) S F(CoS)-CEL",
        "6. A(CoN)-Wat",
        "7. F(Cla)-FAS",
    ),
    (
        "MUNSTER: A Kilkenny West – Lao",
        "MUNSTER: A Tipperary – KkW",
        "MUNSTER: F Cork South – Celtic Sea",
        "MUNSTER: A Limerick HOLD",
        "MUNSTER: F Waterford SUPPORT F Cork South – Celtic Sea",
        "MUNSTER: A Cork North – Waterford",
        "MUNSTER: F Clare – Fastnet",
    ),
)


def position() -> Context:
    """Return what the mails are read against."""
    board = load_board("republic")
    units = [_unit(text) for text in UNITS]
    state = GameState(Phase.parse("S1016M")).with_units(units)
    return Context(ruleset_for("republic", board, {}), state, board, POWER)


def _unit(text: str) -> Unit:
    kind, place = text.split()
    return Unit(POWER, UnitKind(kind), Location(ProvinceId(place)))


def order_mail(number: int, sender: str, to: str, lines: Sequence[str] | None = None) -> bytes:
    """Return a mail of seven orders (or of other lines), its spelling and form by its number."""
    text = "\r\n".join(lines or SPELLINGS[number % len(SPELLINGS)])
    forms = (_plain, _quoted_printable, _alternative, _reply, _base64)
    head = (
        f"Received: from mx{number % 3}.example.org by gm.example.org with ESMTP; "
        "Sun, 01 Nov 2026 12:00:01 +0000\r\n"
        f"From: Brian <{sender}>\r\nTo: <{to}>\r\n"
        "Date: Sun, 01 Nov 2026 12:00:00 +0000\r\nSubject: Orders for Munster\r\n"
        f"Message-ID: <orders.{number}@{sender.partition('@')[2]}>\r\nMIME-Version: 1.0\r\n"
    )
    # Every spelling meets every form, since five and five numbers are counted apart.
    return head.encode() + forms[number // len(SPELLINGS) % len(forms)](text)


def _plain(text: str) -> bytes:
    kind = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    return f"{kind}Here are my orders:\r\n\r\n{text}\r\n\r\n-- \r\nBrian\r\n".encode()


def _quoted_printable(text: str) -> bytes:
    kind = (
        "Content-Type: text/plain; charset=utf-8\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    )
    body = quopri.encodestring(text.replace("\r\n", "\n").encode())
    return kind.encode() + body.replace(b"\n", b"\r\n") + b"\r\n"


def _base64(text: str) -> bytes:
    kind = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    # A mail program ends the last line too; without its end the line might have been cut off.
    return kind.encode() + base64.encodebytes(f"{text}\r\n".encode()).replace(b"\n", b"\r\n")


def _alternative(text: str) -> bytes:
    html = "<br>".join(text.replace("&", "&amp;").split("\r\n"))
    return (
        'Content-Type: multipart/alternative; boundary="=-7"\r\n\r\n'
        f"--=-7\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
        f"--=-7\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
        f"<html><body><div>{html}</div></body></html>\r\n--=-7--\r\n"
    ).encode()


def _reply(text: str) -> bytes:
    quoted = "\r\n".join(f"> A report line, number {number}." for number in range(12))
    return (
        f"Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n\r\n"
        f"On Sat, 31 Oct 2026 at 20:00, Maeve <gm@gm.example.org> wrote:\r\n{quoted}\r\n"
    ).encode()
