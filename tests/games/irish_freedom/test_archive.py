"""Irish Freedom in the archive: a page for each turn, and nothing that is still sealed."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.adapters.site_folder import WebFolder
from gm.app.publishing.publish import publish
from gm.bootstrap.games import drawing_in
from tests.app.world import GM
from tests.contract.test_die_leaks import die_world
from tests.games.irish_freedom.playing import THE_GAME, WHO, begin


def published(folder: Path, turns: int) -> Path:
    """Play so many turns of a game and write its archive; return the archive's folder."""
    site = folder / "site"
    site.mkdir()
    with die_world(folder, THE_GAME) as world:
        begin(world.services, {}, GM)
        for _ in range(turns):
            world.mail(WHO, "PASS")
        publish(world.services, WebFolder(site), drawing_in(None), "https://gm.example.org/", "1")
    return site


def files(site: Path, ending: str) -> dict[str, str]:
    """Return the text of an archive's files of a kind, by their names."""
    return {path.name: path.read_text(encoding="utf-8") for path in site.rglob(f"*.{ending}")}


@pytest.mark.slow
def test_a_game_has_its_pages(tmp_path: Path) -> None:
    """Each turn with its story and the board; the order of the decks stands nowhere."""
    told = "".join(files(published(tmp_path, 3), "html").values())
    assert "War of Independence, turn 3" in told
    assert "Dave Kershaw" in told
    assert "Flying Column G04" in told
    assert "deck, card" not in told


def test_each_turn_has_its_map(tmp_path: Path) -> None:
    """So has the beginning; the page of the game steps through them and has its charts."""
    site = published(tmp_path, 2)
    drawn, pages = files(site, "svg"), files(site, "html")
    charts = {f"chart-{what}.svg" for what in ("morale", "units", "points")}
    assert charts | {"start.svg", "W1-map.svg", "W2-map.svg"} == {*drawn} - {"icon.svg"}
    assert "if the war were won then" in drawn["chart-points.svg"]
    assert "War of Independence, turn 3" in drawn["W2-map.svg"]
    assert 'src="W1-map.svg"' in pages["W1.html"]
    game = next(page for page in pages.values() if 'data-key="W1-map"' in page)
    for words in ('data-key="start"', 'data-key="W2-map"', *charts):
        assert words in game
