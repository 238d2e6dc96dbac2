"""Positions in which the lines of the data files are read, and lines as they come by mail."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.winter.season_facts import AutumnPart
from tests.interpret.conftest import position
from tests.interpret.conftest import unit as unit_of

FOLDER = Path(__file__).parent


def tables(name: str) -> dict[str, dict[str, Any]]:
    """Return the tables of a data file."""
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def lines_of(name: str) -> list[tuple[str, dict[str, Any]]]:
    """Return every line of a data file with the name of its table."""
    return [(where, line) for where, table in tables(name).items() for line in table["lines"]]


def context_of(table: Mapping[str, Any]) -> Context:
    """Return the position that a table describes.

    Its `autumn`, if it has one, holds the units that `succeeded`, `failed`, `dislodged`; its
    `taken_from` says from when winter orders are taken; `ahead` names the winter for which they
    are taken already.
    """
    where = position(
        "republic",
        table["phase"],
        table["power"],
        table["units"],
        centres=table.get("centres"),
        bridges=tuple(table.get("bridges", ())),
    )
    where = replace(where, taken_from=table.get("taken_from", ""))
    if "ahead" in table:
        where = where.taking(Phase.parse(table["ahead"]))
    if "autumn" not in table:
        return where
    results = {
        word: tuple(unit_of(text, table["power"]).ref for text in table["autumn"].get(word, ()))
        for word in ("succeeded", "failed", "dislodged")
    }
    memory = AutumnPart(where.phase.year, **results)
    return replace(where, state=where.state.with_part(memory))
