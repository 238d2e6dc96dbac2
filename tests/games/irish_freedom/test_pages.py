"""What a report of Irish Freedom looks like: as HTML, on a phone, in the judges' manner, in each language."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gm.contract.draws import SeededDraws
from gm.games.irish_freedom.pages.judge_dress import judge_results, judge_status
from gm.games.irish_freedom.pages.options_now import form_lines
from gm.games.irish_freedom.rules.course import FreedomOptions
from gm.games.irish_freedom.rules.events import DecksShuffled, PolicySet, WaitBegan, after
from gm.games.irish_freedom.rules.state import FreedomState
from gm.games.irish_freedom.rules.tables import SECOND_WAR
from tests.app.world import GM
from tests.contract.test_die_leaks import die_world
from tests.games.irish_freedom.greedy import played, rules_with
from tests.games.irish_freedom.playing import THE_GAME, WHO, begin
from tests.integration.test_mails_on_a_phone import PHONE, cut_cells

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROKEN = """
() => [...document.querySelectorAll('th')].filter(cell => {
    const lines = new Range();
    lines.selectNodeContents(cell);
    return !cell.innerText.includes(' ') && lines.getClientRects().length > 1;
}).map(cell => cell.innerText)
"""
"""The heads of columns of one word that is broken."""


def report(folder: Path, *asked: str) -> tuple[str, str]:
    """Return the text and the HTML of the mail that plays a turn, behind mails that ask for something."""
    with die_world(folder, THE_GAME) as world:
        begin(world.services, {}, GM)
        for line in asked:
            world.mail(WHO, line)
        world.mail(WHO, "UPGRADE B02\nRECRUIT COR")
        world.tick(seconds=1)
        mails = [mail for mail in world.carrier.messages() if mail["To"] and WHO in mail["To"]]
        text, html = (mails[-1].get_body((kind,)) for kind in ("plain", "html"))
        assert text is not None
        assert html is not None
        return text.get_content(), html.get_content()


def test_what_is_to_be_typed_is_set_as_it_is_typed(tmp_path: Path) -> None:
    """In HTML without marks around it; in plain text they stay."""
    text, html = report(tmp_path)
    assert "Fewer are played with `PASS` behind them" in " ".join(text.split())
    assert "`" not in html
    assert re.search(r'Fewer are played with <span [^>]*class="short"[^>]*>PASS</span>', html)


@pytest.mark.slow
def test_the_story_has_its_parts(tmp_path: Path) -> None:
    """What came of the orders, then the enemy's turn, with the count of his morale."""
    text = " ".join(report(tmp_path)[0].split())
    parts = (
        "YOUR ORDERS - UPGRADE B02: done",
        "WHAT CAME OF IT - Mob B02 in Bog of Allen (MID1) becomes Guerrilla.",
        "WAR OF INDEPENDENCE, TURN 2: THE ENEMY'S TURN - Card: ",
        "British morale ",
        "(Regions with British 6, cities without Irish ",
        "THE BOARD",
        "British morale now: ",
        "THE DRAWS",
    )
    at = [text.index(part) for part in parts]
    assert at == sorted(at)


@pytest.mark.slow
def test_the_judges_manner(tmp_path: Path) -> None:
    """For who asks for it, the plain text has a fixed line for each fact; the HTML stays as it is."""
    text, html = report(tmp_path, "MAILS judge")
    for line in (
        "Results of W1.",
        "PLAYER: UPGRADE B02.",
        "B02 MOB: GUE now.",
        "Turn WOI 2.",
        "MID1 bog:  B02 GUE",
        "MOVE B02 -> ____",
    ):
        assert line in text
    assert "WHAT CAME OF IT" not in text
    assert "What came of it" in html


def test_the_judges_manner_has_a_line_for_every_fact() -> None:
    """Whole games leave no fact out, but for those that are hidden or have no line."""
    rules = rules_with()
    for seed in range(6):
        for state, _, made in played(seed, rules):
            lines = [*judge_results(state, made.outcomes, made.events)]
            silent = (DecksShuffled, PolicySet, WaitBegan)
            told = [e for e in made.events if not isinstance(e, silent) and _is_of_the_board(e)]
            assert len(lines) == len(made.outcomes) + 1 + len(told)
            assert len([*judge_status(rules, made.state)]) == 25
            assert after(state, made.events) == made.state


def _is_of_the_board(event: object) -> bool:
    return type(event).__name__ != "Drawn"


def test_points_if_the_war_were_won_now() -> None:
    """By the turn, Ulster or cleared Regions, and what the first war has brought."""
    rules = rules_with()
    state = rules.new_game(SeededDraws(bytes(32))).state
    assert rules.points_now(state) == 4
    for _, _, made in played(4, rules):
        state = made.state
        assert isinstance(state, FreedomState)
        assert state.vp_woi + state.vp_cw <= rules.points_now(state) <= 14
    assert rules.points_now(state) == state.vp_woi + state.vp_cw


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", ["en", "de", "ga"])
def test_no_column_is_lost_on_a_phone(tmp_path: Path, chromium: Browser, language: str) -> None:
    """Nor is the head of one broken."""
    _, html = report(tmp_path, f"LANGUAGE {language}")
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    page.set_content(html)
    assert cut_cells(page) == []
    assert page.evaluate(BROKEN) == []
    context.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("upgraded", [True, False])
def test_the_form_offers_what_the_war_knows(*, upgraded: bool) -> None:
    """In the Civil War an upgrade only where they are by order."""
    rules = rules_with(FreedomOptions(cw_upgrade=upgraded))
    first = rules.new_game(SeededDraws(bytes(32))).state
    assert "UPGRADE ____" in form_lines(rules, first)
    assert ("UPGRADE ____" in form_lines(rules, replace(first, war=SECOND_WAR))) is upgraded
