"""A whole war in the archive: a page for each turn with its map, charts, a feed, and nothing that is sealed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from gm.adapters.maps.map_png import png_of
from gm.bootstrap.games import drawing_in
from gm.games.turlough.rules.state import TurloughState, Wait
from tests.app.archive import dead_links, page, write_archive
from tests.app.world import World
from tests.contract.test_die_leaks import die_world
from tests.drawing.tile_parts import texts
from tests.games.turlough.greedy import rules_with
from tests.games.turlough.playing import THE_GAME, address_of, begin, mail_packets, play_by_mail

SECRET = "REACT ATTACKED DISENGAGE TO BUN, TFL"
"""A standing line that nobody but its writer is told of while the war lasts."""


@dataclass(frozen=True)
class War:
    """A game that is over: the folder of its archive, and the names of its stages."""

    site: Path
    stages: tuple[str, ...]

    def read(self, name: str) -> str:
        """Return a file of the game's, a page by default in English."""
        return next(self.site.rglob(name)).read_text(encoding="utf-8")


def stage_of(state: TurloughState) -> str:
    """Return the name of a stage."""
    return "START" if state.wait is Wait.START else f"R{state.round}W{state.war_turn}"


def publish_war(world: World, folder: Path) -> Path:
    """Write the archive with its pictures; return its folder."""
    site = folder / "site"
    site.mkdir(exist_ok=True)
    write_archive(world, site, draw=drawing_in(None))
    return site


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> War:
    """A whole game of 1277 in the archive."""
    folder = tmp_path_factory.mktemp("war")
    with die_world(folder, THE_GAME) as world:
        begin(world.services)
        stages = tuple(map(stage_of, play_by_mail(world)))
        return War(publish_war(world, folder), stages)


@pytest.mark.slow
def test_each_war_turn_has_its_page(war: War) -> None:
    """With its chronicle, its map and how it stands."""
    assert len(war.stages) > 8
    for stage in war.stages:
        shown = page(next(war.site.rglob(f"{stage}.html")))
        assert "What happened" in shown.text
        assert "The factions" in shown.text
        assert f"{stage}-map.svg" in shown.links
    first = page(next(war.site.rglob("R1W1.html"))).text
    assert "Clann Turlough musters in Kilmacduagh (KMD): 10 battles, 10 provisions" in first


@pytest.mark.slow
def test_each_map_shows_the_land(war: War) -> None:
    """That of the beginning, too: all hexes, and some of them as pixels."""
    hexes = {*rules_with("1277").tables.hexes}
    maps = [war.read(name) for name in ("start.svg", *(f"{at}-map.svg" for at in war.stages))]
    assert all(hexes <= {*texts(drawn)} for drawn in maps)
    assert all(png_of(drawn, 390).startswith(b"\x89PNG") for drawn in maps[::8])


@pytest.mark.slow
def test_the_course_is_drawn_and_told(war: War) -> None:
    """Charts of febas and cattle with their figures, the maps to step through, and a feed."""
    shown = page(next(war.site.rglob("tara/index.html")))
    for words in ("Clann Brian Roe", "Turlough's allies", "Winners:"):
        assert words in shown.text
    drawn = {path.name for path in war.site.rglob("*.svg")}
    maps = {f"{stage}-map.svg" for stage in war.stages}
    charts = {"chart-febas.svg", "chart-cattle.svg"}
    assert drawn == {"start.svg", "icon.svg", *maps, *charts}
    assert charts <= {link.rpartition("/")[2] for link in shown.links}
    feed = next(war.site.rglob("*.xml")).read_text(encoding="utf-8")
    assert feed.count("<entry>") >= len(war.stages)


@pytest.mark.slow
def test_no_link_is_dead(war: War) -> None:
    """Each page leads to others that are there, and loads nothing from elsewhere."""
    assert [*dead_links(war.site)] == []


def test_nothing_sealed_is_published_before_the_end(tmp_path: Path) -> None:
    """Neither the packets of the open turn nor standing lines, nor what somebody's lines came to."""
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services)
        for turn, state in enumerate(play_by_mail(world)):
            world.mail(address_of("DEC"), SECRET)
            mail_packets(world, rules_with("1277"), state)
            site = publish_war(world, tmp_path)
            pages = [path for path in site.rglob("*.html") if "rules" not in path.name]
            told = "\n".join(path.read_text(encoding="utf-8") for path in pages)
            assert len(pages) > turn
            assert not re.search(r"\b(REACT|MOBILIZE|MOVE TO|RAID|DEMOBILIZE)\b", told)
            if turn == 2:
                break
