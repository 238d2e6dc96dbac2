"""A season's report over SMTP, with its pictures, and the answer to it from a phone.

Scenarios 1 and 35: the report reads well as text of 72 columns, and its reply form comes back
filled in, on top of half the report.
"""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.integration.by_mail import SOON, ByMail, standard, text_of
from tests.integration.processes import until

SPRING = {
    "AUSTRIA": "A Vie - Tri\nA Bud - Ser\nF Tri - Alb",
    "ENGLAND": "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor",
    "FRANCE": "A Par - Bur\nA Mar S A Par - Bur\nF Bre - ENG",
    "GERMANY": "A Mun - Ruh\nA Ber - Mun\nF Kie - Den",
    "ITALY": "A Ven - Tyr\nA Rom - Ven\nF Nap - ION",
    "RUSSIA": "A Mos - Ukr\nA War - Gal\nF Sev - BLA\nF StP/sc - BOT",
    "TURKEY": "A Con - Bul\nA Smy - Con\nF Ank - BLA",
}
AUTUMN = {
    "FRANCE": "A Bur - Mun\nA Mar - Bur\nF ENG - Bel",
    "ITALY": "A Tyr S A Bur - Mun\nA Ven H\nF ION - Tun",
}


def parts(message: EmailMessage, kind: str) -> list[EmailMessage]:
    """Return the parts of a mail that are of a kind."""
    return [one for one in message.walk() if one.get_content_type() == kind]  # type: ignore[misc]


def from_a_phone(report: EmailMessage, orders: str) -> EmailMessage:
    """Return a reply as a phone writes it: HTML and text, with half the report left below."""
    plain = str(report.get_body(("plain",)).get_content()).splitlines()  # type: ignore[union-attr]
    half = plain[: len(plain) // 2]
    quoted = "\n".join(f"> {line}" for line in half)
    mail = EmailMessage()
    mail["From"], mail["To"] = "germany@players.example", str(report["Reply-To"])
    mail["Subject"], mail["Message-ID"] = f"Re: {report['Subject']}", "<phone.1@players.example>"
    mail["In-Reply-To"] = str(report["Message-ID"])
    mail.set_content(f"{orders}\n\nSent from my phone\n\nOn Sat, the GM wrote:\n\n{quoted}\n")
    rows = "<br>".join(orders.splitlines())
    old = "<br>".join(half)
    mail.add_alternative(
        f"<html><body><div>{rows}</div><div>Sent from my phone</div>"
        f"<blockquote>On Sat, the GM wrote:<br>{old}</blockquote></body></html>",
        subtype="html",
    )
    return mail


@pytest.mark.slow
def test_a_report_with_its_maps_is_answered_from_a_phone(tmp_path: Path) -> None:
    """Scenarios 35 and 1: capitals, reasons, retreats, centres, two deadlines; then the form."""
    with standard(tmp_path, pictures=True, settings={"manner": "zine"}) as game:
        _drawn(game, 8)  # no receipt overtakes the mail that opens the game
        for power, orders in SPRING.items():
            game.send(power, orders)
        assert len(parts(_after_a_day(game, "F1901M", drawn=17), "image/png")) == 3
        for power, orders in AUTUMN.items():
            game.send(power, orders)
        report = _after_a_day(game, "F1901R", drawn=26)
        _reads_well(report)
        _has_its_maps(report)
        _is_answered(game, report)


def _after_a_day(game: ByMail, phase: str, *, drawn: int) -> EmailMessage:
    """Let a deadline pass and return Germany's report, once so many pictures are drawn in all."""
    game.clock.advance(days=1)
    _drawn(game, drawn)
    return game.opened("GERMANY", phase)


def _drawn(game: ByMail, count: int) -> None:
    """Wait until so many pictures are drawn in all, a part for each player among them, and let the mails go."""
    until(lambda: len([*game.settings.pictures_path.glob("*.png")]) == count, "pictures", SOON)
    game.clock.advance(seconds=30)


def _reads_well(report: EmailMessage) -> None:
    text = str(report.get_body(("plain",)).get_content())  # type: ignore[union-attr]
    lines = text.splitlines()
    assert max(map(len, lines)) <= 72
    places = [text.index(title) for title in TITLES]
    assert places == sorted(places)
    joined = text_of(report)
    assert "Army Burgundy moves to MUNICH" in joined  # capitals where a unit ends
    assert "a bur-MUN" in joined  # and in the zines' lines
    assert "Your Army Munich was dislodged and may retreat to" in joined  # with its choices
    assert "(d r:" in joined
    assert "It was dislodged by Army Burgundy, supported by Army Tyrolia" in joined
    assert "Then Winter 1901" in joined  # the second deadline
    assert [line for line in lines if line.strip()][-1] == "  A MUN R ____"


TITLES = (
    "WHAT HAPPENED TO YOU",
    "AUTUMN 1901 RETREATS DUE",
    "A dislodged unit without an order is disbanded.",
    "THE OTHER POWERS",
    "WHERE THEY STAND",
    "IN THE ZINES' MANNER",
    "WITHOUT ORDERS",
    "To send orders just reply",
    "REPLY FORM",
)
"""What a player looks for, in the order in which he does."""


def _has_its_maps(report: EmailMessage) -> None:
    near, orders, position = parts(report, "image/png")
    assert near.get_content() != orders.get_content()
    assert orders.get_filename() == "tara-2-orders.png"
    assert position.get_filename() == "tara-2-position.png"
    (html,) = parts(report, "text/html")
    for picture in (orders, position):
        cid = str(picture["Content-ID"]).strip("<>")
        assert f'src="cid:{cid}"' in html.get_content()
        with Image.open(BytesIO(picture.get_content())) as drawn:
            assert drawn.width == 1000
    assert orders.get_content() != position.get_content()
    assert len(bytes(report)) < 1_000_000


def _is_answered(game: ByMail, report: EmailMessage) -> None:
    mail = from_a_phone(report, "A MUN R Ber")
    with smtplib.SMTP("127.0.0.1", game.port, timeout=SOON) as client:
        client.send_message(mail)
    receipt = game.got("germany@players.example", "Army Munich retreats to Berlin")
    assert "complete" in str(receipt["Subject"])
