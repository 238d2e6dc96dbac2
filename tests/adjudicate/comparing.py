"""The recorded phases, and how they are compared with what we make of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from gm.adapters.boards import load_board
from gm.app.adjudicate import adjudicate

SAMPLE = Path(__file__).parents[1] / "data" / "phases-sample.jsonl"
RECORDS: list[dict[str, Any]] = [
    json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()
]

EXACT = ("units", "centers", "contested", "bridges", "bridges_lost", "winner", "accounts")
"""What is compared as it stands, as far as a record lists it."""

boards = lru_cache(load_board)


def differences(record: Mapping[str, Any]) -> list[str]:
    """Return how our answer to a recorded phase differs from it; results where listed."""
    answer = adjudicate(record, boards)
    ours, theirs = answer["after"], record["after"]
    found = [
        f"{key}: {ours.get(key)} is not {theirs[key]}"
        for key in EXACT
        if key in theirs and ours.get(key) != theirs[key]
    ]
    if "dislodged" in theirs and _dislodged(ours) != _dislodged(theirs):
        found.append(f"dislodged: {ours.get('dislodged')} is not {theirs['dislodged']}")
    found += [
        f"{name}: {answer['results'].get(name)} is not {word}"
        for name, word in record["results"].items()
        if answer["results"].get(name) != word
    ]
    return found


def _dislodged(after: Mapping[str, Any]) -> dict[str, tuple[str, str, frozenset[str]]]:
    return {
        one["unit"]: (one["power"], one["attacker_from"], frozenset(one["retreats"]))
        for one in after["dislodged"]
    }
