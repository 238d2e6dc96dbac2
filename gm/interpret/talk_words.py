"""The words people write beside their orders, as data: `languages/talk.toml`, and each language's own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gm.interpret.tongues import Words
from gm.interpret.turn_files import load_turns, spelt
from gm.languages import known

TALK_FILE: Final = "talk.toml"


def begins(words: Words, kind: str) -> bool:
    """Tell whether words begin with a turn of a kind: `greeting`."""
    known_turns = turns()[kind]
    return any(words[:count] in known_turns for count in range(1, _longest() + 1))


def has(words: Words, kind: str) -> bool:
    """Tell whether there is a turn of a kind among words."""
    known_turns, most = turns()[kind], _longest()
    return any(
        words[at : at + count] in known_turns
        for at in range(len(words))
        for count in range(1, most + 1)
    )


def is_little(words: Words) -> bool:
    """Tell whether words are little ones of a language, which name nothing on any map: `can`, `erst`."""
    return bool(words) and (
        words in turns()["little"] or all((word,) in turns()["little"] for word in words)
    )


@lru_cache(maxsize=1)
def turns() -> Mapping[str, frozenset[Words]]:
    """Return the turns of all languages by what they are, as `languages/talk.toml` names it."""
    found: dict[str, set[Words]] = {}
    for code in known():
        for kind, patterns in load_turns(TALK_FILE, code).items():
            found.setdefault(kind, set()).update(spelt(code, patterns))
    return {kind: frozenset(spelt_turns - {()}) for kind, spelt_turns in found.items()}


@lru_cache(maxsize=1)
def _longest() -> int:
    return max(len(turn) for every in turns().values() for turn in every)
