"""The words of what stands below people's text in every mail, as data: `languages/tails.toml`, and each language's own.

Of them are the lines of mail programs, the notices of companies, lists and scanners, and the little words
in signatures. Whoever finds another word in one of those has found something that somebody wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gm.interpret.folding import fold
from gm.interpret.talk_words import load_turns
from gm.languages import known

TAILS_FILE: Final = "tails.toml"

_WORD: Final = re.compile(r"[^\W\d_]+")


def written_words(text: str) -> tuple[str, ...]:
    """Return the words of a text as they are written, without accents."""
    return tuple(_WORD.findall(fold(text)))


def has_others(text: str, *kinds: str) -> bool:
    """Tell whether a text has a word that is of no kind of tail among some: `programs`, `notices`, `little`."""
    return any(
        all(word.casefold() not in _tail_words()[kind] for kind in kinds)
        for word in written_words(text)
    )


@lru_cache(maxsize=1)
def _tail_words() -> Mapping[str, frozenset[str]]:
    """Return the words of all languages by the kind of tail that they stand in."""
    words: dict[str, set[str]] = {}
    for code in known():
        for kind, written in load_turns(TAILS_FILE, code).items():
            words.setdefault(kind, set()).update(fold(word).casefold() for word in written)
    return {kind: frozenset(of_kind) for kind, of_kind in words.items()}
