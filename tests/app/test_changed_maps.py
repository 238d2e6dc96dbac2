"""A GM's own map: games are played on it, and never on another one unless he says so."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from gm.app.play.seasons import preview, process, resolve_due
from gm.app.records import InboxState, PhaseRecord
from gm.app.setup.maps import accept_board, check_running
from gm.bootstrap.games import games_on
from gm.errors import MapChanged, MapError, NotAllowed, VariantError
from gm.games.diplomacy.map.files.boards import MapFolders, load_board
from gm.resources import maps_dir
from tests.app.world import World


def maps_with(folder: Path, *changes: tuple[str, str]) -> MapFolders:
    """Return a GM's folder with Republic in it, changed."""
    shutil.copytree(maps_dir() / "republic", folder / "republic")
    file = folder / "republic" / "board.toml"
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    return MapFolders(folder)


def on(world: World, boards: MapFolders) -> World:
    """Return the same server, started anew with these maps."""
    return World(replace(world.services, games=games_on(boards)), world.clock, world.carrier)


def open_phase(world: World) -> PhaseRecord:
    """Return the open phase of tara."""
    with world.services.store.read() as transaction:
        found = transaction.open_phase(transaction.game("tara").id)
    assert found is not None
    return found


NAMED = ('title = "Republic"', 'title = "Tara\'s Republic"')


def test_a_game_is_played_on_the_gm_s_own_map(world: World, tmp_path: Path) -> None:
    """A board in the GM's folder comes before ours; its digest is recorded with the phase."""
    boards = maps_with(tmp_path / "maps", NAMED)
    mine = on(world, boards)
    mine.start()
    assert open_phase(mine).board_digest == boards("republic").digest
    assert boards("republic").digest != load_board("republic").digest
    assert boards("standard") is load_board("standard")
    assert boards.ids() == ("irish", "republic", "standard")
    check_running(mine.services)


def test_nothing_happens_on_a_changed_map(world: World, tmp_path: Path) -> None:
    """Start, preview and resolution are refused with the game, its phase and what to do."""
    world.start()
    boards = maps_with(tmp_path / "maps", NAMED)
    other = on(world, boards)
    before = open_phase(world)
    with pytest.raises(MapChanged) as refused:
        check_running(other.services)
    old, new = load_board("republic").digest[:12], boards("republic").digest[:12]
    assert str(refused.value) == (
        f"What tara is played with was changed: W1015A was opened with files of the digest {old}, "
        f"and {new} lie there now. Put the old ones back, or play on with the new ones: "
        "gm map accept tara"
    )
    with pytest.raises(MapChanged):
        preview(other.services, "tara")
    with pytest.raises(MapChanged):
        process(other.services, "tara", early=True, without=True)
    other.clock.advance(hours=2)
    assert resolve_due(other.services) == 0
    assert open_phase(other) == before


def test_every_changed_game_is_told(world: World, tmp_path: Path) -> None:
    """Two games on a changed map are two sentences; a game of another map is none of them."""
    world.start("tara")
    world.start("cashel")
    world.start("paris", "standard")
    other = on(world, maps_with(tmp_path / "maps", NAMED))
    with pytest.raises(MapChanged, match="What cashel is played with") as refused:
        check_running(other.services)
    (note,) = refused.value.__notes__
    assert note.startswith("What tara is played with was changed")


def test_a_map_that_is_gone_or_broken_is_told_with_its_game(world: World, tmp_path: Path) -> None:
    """The server does not start where a running game finds no board."""
    world.start()
    with pytest.raises(
        MapChanged, match=r"What tara is played with cannot be used: .* does not exist"
    ):
        check_running(on(world, MapFolders(tmp_path / "nowhere")).services)
    broken = maps_with(tmp_path / "maps", ("total = 25", "total = 26"))
    with pytest.raises(
        MapChanged, match=r"What tara is played with cannot be used: .*line 29: victory\.total"
    ):
        check_running(on(world, broken).services)


def test_the_gm_takes_the_new_map(world: World, tmp_path: Path) -> None:
    """After `gm map accept` the game goes on; the journal says so, and the orders still stand."""
    world.start()
    world.mail("ULSTER", "Build A Belfast South\nBuild F Belfast North")
    boards = maps_with(tmp_path / "maps", NAMED)
    other = on(world, boards)
    accepted = accept_board(other.services, "tara", "the printed map")
    assert (accepted.game, accepted.phase, accepted.digest) == (
        "tara",
        "W1015A",
        boards("republic").digest,
    )
    check_running(other.services)
    assert other.mail("MUNSTER", "Build A Cork Central").state is InboxState.DONE
    process(other.services, "tara", early=True, without=True)
    assert open_phase(other).name == "S1016M"
    assert open_phase(other).board_digest == boards("republic").digest
    with other.services.store.read() as transaction:
        entries = transaction.journal(transaction.game("tara").id)
    (entry,) = [one for one in entries if one.kind == "map accepted"]
    assert "The map of W1015A was replaced" in entry.text
    assert "the printed map" in entry.data


def test_an_unchanged_map_is_not_accepted(world: World) -> None:
    """There is nothing to accept, and the GM is told so."""
    world.start()
    with pytest.raises(NotAllowed, match="has not changed since W1015A began"):
        accept_board(world.services, "tara")


def test_a_position_must_stand_on_the_new_map(world: World, tmp_path: Path) -> None:
    """A map without the centres that are owned is not taken, and nothing is changed."""
    world.start()
    before = open_phase(world)
    swapped = maps_with(
        tmp_path / "maps",
        ('["BeN", "BeS", "CoS", "CoC", "DbN", "DbS", "GaW", "GaS"]', '["BeS"]'),
        ('name = "Belfast North"\n', 'name = "Belfast North" # no centre here\n'),
    )
    file = tmp_path / "maps" / "republic" / "board.toml"
    head, name, rest = file.read_text(encoding="utf-8").partition("# no centre here\n")
    rest = rest.replace("centre = true", "centre = false", 1)
    file.write_text((head + name + rest).replace("total = 25", "total = 24"), encoding="utf-8")
    with pytest.raises(NotAllowed, match="cannot stand on the new map: BeN is no supply centre"):
        accept_board(on(world, swapped).services, "tara")
    assert open_phase(world) == before


def test_a_map_that_lacks_what_the_game_needs_is_refused(world: World, tmp_path: Path) -> None:
    """A game is not begun on a sound board on which its rules cannot be played."""
    boards = maps_with(tmp_path / "maps", ('first_season = "Winter"', 'first_season = "Spring"'))
    with pytest.raises(VariantError, match=r"map\.first_season: is \"Spring\", and the game"):
        on(world, boards).start()


def test_a_folder_of_maps_must_be_there(tmp_path: Path) -> None:
    """A setting that names no folder is told at once, and not silently passed over."""
    with pytest.raises(MapError, match="the folder of your maps: does not exist"):
        MapFolders(tmp_path / "nowhere")("republic")
