"""Lifelike lines of the standard game, with the orders that a careful server records."""

import tomllib
from pathlib import Path

import pytest

from gm.games.diplomacy.desk.reading import read_record
from gm.games.diplomacy.map.files.boards import load_board

TABLES = tomllib.loads((Path(__file__).parent / "standard.toml").read_text(encoding="utf-8"))
LINES = [(phase, *line) for phase, table in TABLES.items() for line in table["lines"]]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("phase", "text", "orders"), LINES, ids=[f"{phase}-{text}" for phase, text, _ in LINES]
)
def test_a_line_of_the_standard_game(phase: str, text: str, orders: list[str]) -> None:
    """Each line gives its orders, in sequence; a line without any is refused with a reason."""
    units = TABLES[phase]["units"]
    record = {"text": text, "board": "standard", "phase": phase, "power": "FRANCE", "units": units}
    answer = read_record(record, load_board)
    assert list(answer.orders) == orders, answer.problems
    assert orders or answer.problems
