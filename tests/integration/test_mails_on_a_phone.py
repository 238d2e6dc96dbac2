"""Mails in a real browser, as wide as a phone: no table loses a column, by day or by night."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gm.languages import speaking
from tests.report.scenes import SCENES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE = {"width": 390, "height": 844}
"""A usual phone, in CSS pixels."""

CUT = """
() => [...document.querySelectorAll('table')].flatMap(table => {
    const around = table.closest('.scroll') || document.documentElement;
    const right = around.getBoundingClientRect().left + around.clientWidth;
    const hidden = [...table.querySelectorAll('th, td')].filter(cell => {
        const box = cell.getBoundingClientRect();
        return box.left < 0 || Math.floor(box.right) > right;
    });
    return hidden.map(cell => cell.innerText);
})
"""
"""What is said in those cells of the page's tables that its reader does not see."""


def cut_cells(page: Page) -> list[str]:
    """Return the cells that are cut off, light and dark; the page itself is not wider either."""
    cut: list[str] = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        cut += page.evaluate(CUT)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]
    return cut


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", ["en", "de", "ga"])
def test_no_table_of_a_mail_loses_a_column(chromium: Browser, language: str) -> None:
    """Every mail with a table shows all its cells at 390 pixels, in every language."""
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    cut: dict[str, list[str]] = {}
    with speaking(language):
        mails = {name: SCENES[name]().html for name in SCENES if "-judge-" not in name}
    for name, html in mails.items():
        if "<table" not in html:
            continue
        page.set_content(html)
        if hidden := cut_cells(page):
            cut[name] = hidden
    context.close()
    assert cut == {}
