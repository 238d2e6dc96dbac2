"""Mails of a siege in a real browser, as wide as a phone: nothing is wider than it, in any language."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gm.games.freedom.language.lines import order_line
from gm.games.freedom.rules.tables import SEATS
from tests.contract.test_die_leaks import die_world
from tests.games.freedom.greedy import Habits, Player
from tests.games.freedom.playing import THE_GAME, address_of, begin, siege_rules
from tests.games.freedom.test_golden import state_of
from tests.integration.test_mails_on_a_phone import PHONE, cut_cells

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

TONGUES = {14: ("en", "de"), 15: ("ga", "en")}
"""In which languages the Imperial and the Insurgent player read, by what the players' choices hang on."""

STEPS = 70
"""So many, that the second period has begun."""


def mails(folder: Path, tongues: tuple[str, ...], seed: int) -> Iterator[tuple[str, str]]:
    """Yield the HTML of every mail of a siege to its players, each with what it is."""
    tables, lots = siege_rules().tables, random.Random(seed)
    with die_world(folder, THE_GAME) as world:
        begin(world.services)
        for seat, language in zip(SEATS, tongues, strict=True):
            world.mail(address_of(seat), f"LANGUAGE {language}")
        for _ in range(STEPS):
            world.tick(seconds=1)
            state = state_of(world)
            if state is None or state.turn is None:
                break
            block = Player(tables, Habits(), lots, state, state.turn).block()
            world.mail(address_of(state.turn), "\n".join(["STATUS", *map(order_line, block)]))
        for seat, language in zip(SEATS, tongues, strict=True):
            for mail in world.new_mail(address_of(seat)):
                if (part := mail.get_body(("html",))) is not None:
                    yield f"{language}: {mail['Subject']}", str(part.get_content())


@pytest.mark.parametrize("seed", TONGUES)
def test_no_table_of_a_report_loses_a_column(chromium: Browser, tmp_path: Path, seed: int) -> None:
    """Hand, targets, tracks, areas, Wall and board show all their cells at 390 pixels."""
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    cut: dict[str, list[str]] = {}
    tables = 0
    for name, html in mails(tmp_path, TONGUES[seed], seed):
        page.set_content(html)
        tables += html.count("<table")
        if hidden := cut_cells(page):
            cut[name] = hidden
    context.close()
    assert tables > 200
    assert cut == {}
