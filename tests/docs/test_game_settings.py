"""The guide's table of how a game is run is that of the program."""

from pathlib import Path

import pytest

from gm.app.settings.game_facts import facts_of
from gm.app.settings.setting_table import SETTINGS, Setting
from gm.games.diplomacy.game import KINDS

GUIDE = (Path(__file__).parents[2] / "docs" / "gm.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("one", SETTINGS, ids=lambda one: one.name)
def test_every_setting_has_its_row(one: Setting) -> None:
    """Name, default, what it takes and what it decides, as `gm game settings` tells them."""
    row = f"| `{one.name}` | `{one.default}` | {one.takes_words()} | {one.help} |"
    assert row in GUIDE, f"docs/gm.md lacks or has otherwise:\n{row}"


def test_what_else_can_be_set_is_named() -> None:
    """Lengths, zone, list and GM are changed by the same command."""
    for name in facts_of(KINDS):
        assert f"`{name}`" in GUIDE, name
