"""Files of what people write, a turn of words at a time: English, and in each other language its own.

The English file stands in `languages`, the others in the folders of their languages. The words of all
are read, whoever writes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from gm.errors import LanguageError
from gm.interpret.folding import fold
from gm.interpret.patterns import spellings
from gm.interpret.tongues import Words, load_tongue, words_of
from gm.languages import ENGLISH
from gm.resources import languages_dir


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
