"""The words people write beside their orders, as data: `languages/talk.toml`, and each language's own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from gm.errors import LanguageError
from gm.interpret.folding import fold
from gm.interpret.patterns import spellings
from gm.interpret.tongues import Words, load_tongue, words_of
from gm.languages import ENGLISH, known
from gm.resources import languages_dir

# Files of what people write, a turn of words at a time: English, and in each other language its own.
#
# The English file stands in `languages`, the others in the folders of their languages. The words of all
# are read, whoever writes.


def load_turns(name: str, code: str) -> Mapping[str, Sequence[str]]:
    """Return the tables of a language's file, none if it has none.

    Args:
        name: of the file: `answers.toml`. code: the language.

    Raises:
        LanguageError: the file is broken.
    """
    file: Path = languages_dir() / ("" if code == ENGLISH else code) / name
    if not file.is_file():
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise LanguageError(f"{file}: {fault}") from fault


def spelt(code: str, patterns: Sequence[str]) -> Iterator[Words]:
    """Yield the turns that patterns of a language stand for, in every way they are written."""
    spelling = None if code == ENGLISH else load_tongue(code).spelling
    for pattern in patterns:
        for text in spellings(pattern):
            forms = spelling.plain(text) if spelling is not None else (fold(text),)
            yield from map(words_of, forms)


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
    by_kind: dict[str, set[Words]] = {}
    for code in known():
        for kind, patterns in load_turns(TALK_FILE, code).items():
            by_kind.setdefault(kind, set()).update(spelt(code, patterns))
    return {kind: frozenset(spelt_turns - {()}) for kind, spelt_turns in by_kind.items()}


@lru_cache(maxsize=1)
def _longest() -> int:
    return max(len(turn) for every in turns().values() for turn in every)
