"""How each long game begins: its mails are the golden copies; the second tier plays on to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.long_games.golden import Golden
from tests.long_games.stage import first_mails
from tests.variants.irish.long_game.stage import GOLDEN as IRISH
from tests.variants.republic.long_game.stage import GOLDEN as REPUBLIC

pytestmark = pytest.mark.usefixtures("copied_databases")


@pytest.mark.parametrize(
    ("golden", "until"),
    [(REPUBLIC, "03-F1016M"), (IRISH, "03-F1974M")],
    ids=["republic", "irish"],
)
def test_the_first_phases_read_as_their_golden_copies(
    tmp_path: Path, golden: Golden, until: str
) -> None:
    """Headers and text of their mails are, letter by letter, those that were read by eye."""
    sent = first_mails(golden.script, tmp_path, until)
    folders = golden.folders[: golden.folders.index(until)]
    assert len(folders) == 2
    for folder in folders:
        golden.compare(sent, folder)
