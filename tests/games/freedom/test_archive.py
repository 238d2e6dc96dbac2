"""A whole siege in the archive: a page for each step with its plan, charts, a feed, and the hands at its end only."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from gm.bootstrap.games import drawing_in
from gm.games.freedom.language.lines import order_line
from tests.app.archive import dead_links, write_archive
from tests.contract.test_die_leaks import die_world
from tests.games.freedom.greedy import Habits, Player
from tests.games.freedom.playing import THE_GAME, address_of, begin, siege_rules
from tests.games.freedom.test_golden import MOST_STEPS, state_of

TABLES = siege_rules().tables


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of a game that is over."""
    folder, lots = tmp_path_factory.mktemp("siege"), random.Random(14)
    published = folder / "site"
    published.mkdir()
    with die_world(folder, THE_GAME) as world:
        begin(world.services)
        for _ in range(MOST_STEPS):
            world.tick(seconds=1)
            state = state_of(world)
            if state is None or state.turn is None:
                break
            block = Player(TABLES, Habits(), lots, state, state.turn).block()
            world.mail(address_of(state.turn), "\n".join(map(order_line, block)))
        write_archive(world, published, draw=drawing_in(None))
    return published / "tara"


@pytest.mark.slow
def test_every_step_has_its_page_and_plan(site: Path) -> None:
    """With links that lead somewhere, two charts, and a feed of what was played."""
    pages = sorted(page.stem for page in site.glob("R?[OPRL]*.html"))
    plans = sorted(plan.stem.removesuffix("-map") for plan in site.glob("R*-map.svg"))
    assert len(pages) > 40
    assert pages == plans
    assert [*dead_links(site.parent)] == []
    assert {chart.stem for chart in site.glob("chart-*.svg")} == {"chart-morale", "chart-supplies"}
    assert "attacks" in (site / "feed.xml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_list_says_what_was_played(site: Path) -> None:
    """Not who was asked next."""
    index = (site / "index.html").read_text(encoding="utf-8")
    played = re.findall(r"R\dP\d\d\.html\">[^<]*</a>: (?:IMP|INS) (?:plays|claims) ", index)
    assert len(played) > 30
    assert "to act" not in index


@pytest.mark.slow
def test_hands_lie_open_at_the_end(site: Path) -> None:
    """On the page of the last step, and on none before it."""
    pages = [page.read_text(encoding="utf-8") for page in site.glob("R?[OPRL]*.html")]
    (last,) = [page for page in pages if "<h2>Hand of" in page]
    assert last.count("<h2>Hand of") == 2
    assert "wins" in last
