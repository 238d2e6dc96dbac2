"""Shell and rooms: one list of games, and no import of a room outside of it."""

import ast
from collections import Counter
from configparser import ConfigParser
from pathlib import Path

import pytest

from gm.bootstrap.games import ROOMS, GamesHere, games_in

ROOT = Path(__file__).parents[2]
GAMES: GamesHere = games_in(None)


def listed() -> list[str]:
    """The imports of rooms that `.importlinter` lets the shell have."""
    linter = ConfigParser()
    linter.read(ROOT / ".importlinter", encoding="utf-8")
    text = linter["importlinter:contract:rooms"].get("ignore_imports", "")
    return [line for line in text.splitlines() if "->" in line]


def test_every_room_is_a_game_of_the_list() -> None:
    """What lies under gm/games can be played, if only in recorded steps, and is called by its folder."""
    rooms = {path.parent.name for path in ROOT.glob("gm/games/*/__init__.py")}
    recorded = {name for room in ROOMS if room.make is None for name in room.recorded}
    assert rooms == {game.id for game in GAMES.families()} | recorded


def test_no_two_games_share_a_variant() -> None:
    """A variant's name alone says whose rules it is played by."""
    variants = Counter(variant for game in GAMES.families() for variant in game.variants)
    assert not [variant for variant, games in variants.items() if games > 1]
    for game in GAMES.families():
        assert all(GAMES.family_of(variant) is game for variant in game.variants)


def test_what_a_game_stores_is_its_own() -> None:
    """Each looks for the classes of stored values in its own room."""
    for game in GAMES.families():
        assert game.stored.home == f"gm.games.{game.id}"
        assert game.stored.state.__module__.startswith(f"{game.stored.home}.")


def test_the_shell_imports_no_room() -> None:
    """The contract `rooms` has no exception, and the only list of games alone may import one."""
    assert not listed()


SENTENCES = {"gettext", "gettext_noop", "ngettext", "ngettext_noop", "npgettext", "pgettext"}


@pytest.mark.parametrize(
    "path",
    [*ROOT.glob("gm/interpret/**/*.py"), *ROOT.glob("gm/games/*/language/**/*.py")],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_what_reads_orders_words_nothing(path: Path) -> None:
    """Reading yields values; what is said of them stands with the wording of a game, once."""
    names = {
        node.id for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Name)
    }
    assert not names & SENTENCES
