"""Positions in which the lines of bad-input.toml are read."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.records.changing_phase import read_whole_position
from gm.games.diplomacy.records.phase_read import read_options
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.variants import ruleset_for
from tests.adjudicate.comparing import boards

FOLDER = Path(__file__).parent
OURS = ("power", "good", "lines")


def tables(name: str) -> dict[str, dict[str, Any]]:
    """Return the tables of a data file."""
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def lines_of(name: str) -> list[tuple[str, dict[str, Any]]]:
    """Return every line of a data file with the name of its table."""
    return [(where, line) for where, table in tables(name).items() for line in table["lines"]]


def context_of(table: Mapping[str, Any]) -> Context:
    """Return the position that a table describes, in the words of a recorded phase."""
    record = {key: value for key, value in table.items() if key not in OURS}
    record = {"id": "here", "variant": "irish", "units": {}, "centers": {}, "orders": {}, **record}
    rules = ruleset_for("irish", boards("irish"), read_options(record, goal=True))
    state = read_whole_position(record, rules)
    return Context(rules, state, rules.board_in(state), PowerId(table["power"]))
