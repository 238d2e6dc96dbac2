"""Reports in a real browser, as wide as a phone: no table loses a column, in any language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.contract.test_die_leaks import die_world
from tests.games.turlough.playing import THE_GAME, address_of, begin, play_by_mail
from tests.integration.test_mails_on_a_phone import PHONE, cut_cells

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

READERS = {"CT": "en", "CTA": "de", "CBA": "ga"}
"""Whose mails are looked at, and in which language they are."""


def reports(folder: Path) -> dict[str, str]:
    """Return the HTML of every mail of a war to these readers."""
    with die_world(folder, THE_GAME) as world:
        begin(world.services)
        for seat, language in READERS.items():
            world.mail(address_of(seat), f"LANGUAGE {language}")
        for state in play_by_mail(world):
            if state.war_turn > 2:
                break
        return {
            f"{language}: {mail['Subject']}": str(part.get_content())
            for seat, language in READERS.items()
            for mail in world.new_mail(address_of(seat))
            if (part := mail.get_body(("html",))) is not None
        }


def test_no_table_of_a_report_loses_a_column(chromium: Browser, tmp_path: Path) -> None:
    """Factions, hostages, armies, land and febas show all their cells at 390 pixels."""
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    cut: dict[str, list[str]] = {}
    shown = {name: html for name, html in reports(tmp_path).items() if "<table" in html}
    assert len(shown) > 9
    for name, html in shown.items():
        page.set_content(html)
        if hidden := cut_cells(page):
            cut[name] = hidden
    context.close()
    assert cut == {}
