"""The recorded phases, and how they are compared with what we make of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.records.adjudicate import adjudicate
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import dump, load_events, load_outcomes, load_state

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
    if "dislodged" in theirs and dislodged(ours) != dislodged(theirs):
        found.append(f"dislodged: {ours.get('dislodged')} is not {theirs['dislodged']}")
    found += [
        f"{name}: {answer['results'].get(name)} is not {word}"
        for name, word in record["results"].items()
        if answer["results"].get(name) != word
    ]
    return found


def dislodged(after: Mapping[str, Any]) -> dict[str, tuple[str, str, frozenset[str]]]:
    """Return the dislodged units of a position, by unit; where each may go is a set."""
    return {
        one["unit"]: (one["power"], one["attacker_from"], frozenset(one["retreats"]))
        for one in after["dislodged"]
    }


def unexplained(record: Mapping[str, Any]) -> list[str]:
    """Return the orders of a record that failed and of which `why`, asked for, says nothing."""
    answer = adjudicate(record, boards, explain=True)
    found: list[str] = []
    for name, word in answer["results"].items():
        told = answer["why"].get(name, {})
        if isinstance(word, dict):
            found += [text for text, one in word.items() if _failed(one) and not told.get(text)]
        elif word not in {"ok", "disband"} and not str(told).endswith("."):
            found.append(name)
    return found


def _failed(result: str | list[str]) -> bool:
    """Tell whether an order failed, or one of several of the same text."""
    return {result, "ok"} != {"ok"} if isinstance(result, str) else {*result} != {"ok"}


def unfaithful(before: GameState, made: SeasonResolution) -> list[str]:
    """Return what of a resolved phase is lost when facts are replayed, or values kept as JSON."""
    kept = {
        "replay": replay(before, made.events) == made.state,
        "state before": load_state(dump(before)) == before,
        "state after": load_state(dump(made.state)) == made.state,
        "events": load_events(dump(made.events)) == made.events,
        "outcomes": load_outcomes(dump(made.outcomes)) == made.outcomes,
    }
    return [name for name, same in kept.items() if not same]
