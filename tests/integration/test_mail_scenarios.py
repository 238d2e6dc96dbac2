"""Scenarios of how mails are read, over SMTP: what is talk and what is an order."""

from __future__ import annotations

import smtplib
from pathlib import Path

from tests.integration.by_mail import GAME, ByMail, standard

QUOTED = """\
A Par - Pic
A Mar - Spa

On Sunday France wrote:
> A Par - Bur
> A Mar - Bur
> F Bre - ENG

--
Ann, Rue de la Paix
A Par - Gas
This message is confidential. If you are not the addressee: F Bre - MAO
"""
TYPED_ON_A_PHONE = "A\u00a0Par \u2013 Bur\n\u201cA Mar S A Par \u2212 Bur\u201d\nF\u2009Bre \u2192 English\u00a0Channel"


def standing(game: ByMail, power: str) -> list[str]:
    """The orders of a power that stand."""
    with game.services.store.read() as transaction:
        phase = transaction.open_phase(transaction.game(GAME).id)
        assert phase is not None
        return [one.canonical for one in transaction.active_orders(phase.id, power)]


def test_scenario_24_what_stands_around_orders_is_no_order(tmp_path: Path) -> None:
    """A quoted set, a signature, a disclaimer: none becomes an order or an error."""
    with standard(tmp_path) as game:
        receipt = game.send("FRANCE", QUOTED)
        assert standing(game, "FRANCE") == ["A PAR - PIC", "A MAR - SPA"]
        assert "not understood" not in receipt.lower()


def test_scenario_25_typographic_signs_are_plain_text(tmp_path: Path) -> None:
    """Dashes, arrows, curly quotes and blanks that do not break are read as they are meant."""
    with standard(tmp_path) as game:
        game.send("FRANCE", TYPED_ON_A_PHONE)
        assert standing(game, "FRANCE") == ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - ENG"]


def test_scenario_22_machines_are_never_answered(tmp_path: Path) -> None:
    """Out of office, a bounce, a list's echo: kept, never answered, never orders."""
    with standard(tmp_path) as game:
        head = "From: {}\nTo: {}\nSubject: re\nMessage-ID: <m{}@x.example>\n"
        ours, a_list = "gm+tara@gm.example.org", "reports@lists.example"
        player, listed = "france@players.example", "List-Id: <reports.lists.example>\n"
        machines = (
            (player, ours, "Auto-Submitted: auto-replied\n", player),
            ("MAILER-DAEMON@x.example", ours, "", ""),
            (player, a_list, listed, "list-bounces@x.example"),
        )
        with smtplib.SMTP("127.0.0.1", game.port, timeout=60) as client:
            for at, (sender, to, header, envelope) in enumerate(machines):
                raw = head.format(sender, to, at) + header + "\nA Par - Bur\n"
                client.sendmail(envelope, [ours], raw)
        game.send("ITALY", "A Ven H")  # read after them, and answered
        assert standing(game, "FRANCE") == []
        game._collect()
        answered = [
            one
            for mails in game.texts.values()
            for one in mails
            if str(one["In-Reply-To"] or "").startswith("<m")
        ]
        assert answered == []
