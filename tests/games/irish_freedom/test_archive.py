"""Irish Freedom in the archive: a page for each turn, and nothing that is still sealed."""

from __future__ import annotations

from pathlib import Path

from gm.adapters.site_folder import WebFolder
from gm.app.publishing.publish import publish
from gm.bootstrap.games import drawing_in
from tests.app.world import GM
from tests.contract.test_die_leaks import die_world
from tests.games.irish_freedom.playing import THE_GAME, WHO, begin


def test_a_game_has_its_pages(tmp_path: Path) -> None:
    """Each turn with its story and the board; the order of the decks stands nowhere."""
    site = tmp_path / "site"
    site.mkdir()
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services, {}, GM)
        for _ in range(3):
            world.mail(WHO, "PASS")
        publish(world.services, WebFolder(site), drawing_in(None), "https://gm.example.org/", "1")
    pages = {path.name: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    told = "".join(pages.values())
    assert "War of Independence, turn 3" in told
    assert "Dave Kershaw" in told
    assert "Flying Column G04" in told
    assert "deck, card" not in told
