"""Players of three languages in one game, over SMTP (scenario 42)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.integration.by_mail import standard, text_of

ORDERS = {
    "AUSTRIA": "A Vie - Tri\nA Bud - Ser\nF Tri - Alb",
    "ENGLAND": "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor",
    "FRANCE": "Téann A Par go Bur\nTacaíonn A Mar le A Par go Bur\nTéann F Bre go ENG",
    "GERMANY": "Armee München nach Ruhr\nArmee Berlin zieht nach München\nF Kie - Den",
    "ITALY": "A Ven - Tyr\nA Rom - Ven\nF Nap - ION",
    "RUSSIA": "A Mos - Ukr\nA War - Gal\nF Sev - BLA\nF StP/sc - BOT",
    "TURKEY": "A Con - Bul\nA Smy - Con\nF Ank - BLA",
}
SAID = {
    "GERMANY": ("Armee Munich zieht nach Ruhr", "antworte einfach", "Ergebnisse Frühjahr 1901"),
    "FRANCE": ("Téann Arm Paris go dtí Burgundy", "freagair", "Earrach 1901"),
    "ITALY": ("Army Venice moves to Tyrolia", "reply", "Results of Spring 1901"),
}
"""What the receipt and the report of a reader say in his language, and the report's subject."""


@pytest.mark.slow
def test_each_reads_and_writes_in_his_language(tmp_path: Path) -> None:
    """Orders are read in the words of each; receipts, reports and forms come in them, too."""
    with standard(tmp_path) as game:
        assert "Deutsch" in game.send("GERMANY", "LANGUAGE Deutsch")
        assert "Gaeilge" in game.send("FRANCE", "TEANGA Gaeilge")
        receipts = {power: game.send(power, orders) for power, orders in ORDERS.items()}
        game.clock.advance(days=1)
        for power, (order, answer, season) in SAID.items():
            report = game.opened(power, "F1901M")
            words = text_of(report)
            assert order in receipts[power]
            assert order.rpartition(" ")[0] in words
            assert order.rpartition(" ")[2].upper() in words  # capitals where the unit ends
            assert answer in words
            assert season in str(report["Subject"])
            others = {one[0] for name, one in SAID.items() if name != power}
            assert not [one for one in others if one in words or one in receipts[power]]
        again = game.send("GERMANY", "Armee Ruhr zieht nach Belgium\nArmee Munich hält")
        assert "Armee Ruhr zieht nach Belgium" in again
