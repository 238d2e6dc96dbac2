"""The words of commands in other languages: `HILFE` is HELP, `BEFEHLE` is ORDERS.

They are read besides the English ones. Whoever gets his mails in a language may write its words as
he likes; of anybody else they are commands in capitals, as commands are printed, or where no word of
English is written so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from gm.interpret.exchange import exchanged
from gm.interpret.telling import is_telling
from gm.interpret.tongues import Tongue, Words, load_tongue, tongues
from gm.languages import spoken

_WORD = re.compile(r"[^\W_]+")
_FREE = frozenset({"JOIN", "RESIGN", "SET", "ADDRESS"})
"""Commands behind which names and sentences stand, in their writer's words."""

_MOST_WORDS = 4
"""Words of the longest command."""


def in_english(text: str) -> Iterator[str]:
    """Yield a folded line with the English command for that of another language, the rest as it is.

    What stands behind it may be in that language as well, so it is yielded with that exchanged too,
    also behind an English command.
    """
    found = [*_WORD.finditer(text)][: _MOST_WORDS + 1]
    for tongue in tongues():
        kept = [match for match in found if tongue.words.get((match.group().casefold(),)) != ""]
        head, end = _command(tongue, kept, text)
        if not head and kept and _tells(tongue, kept[1:]):
            head, end = kept[0].group(), kept[0].end()
        elif not head:
            continue
        elif head in _FREE:
            yield f"{head}{text[end:]}"
        for words in (tongue.arguments, {**tongue.arguments, **tongue.second}):
            rest = exchanged(tongue, words, text[end:])
            if rest != text[end:]:
                yield f"{head}{rest}"
        yield f"{head}{text[end:]}"


def _command(tongue: Tongue, found: list[re.Match[str]], text: str) -> tuple[str, int]:
    """Return the English command with which a line begins, and where it ends; "" for none."""
    for count in range(min(len(found), _MOST_WORDS), 0, -1):
        turn = tuple(match.group().casefold() for match in found[:count])
        if turn in tongue.commands and _is_meant(tongue, turn, text):
            return tongue.commands[turn], found[count - 1].end()
    return "", 0


def _tells(tongue: Tongue, found: list[re.Match[str]]) -> bool:
    """Tell whether one of the words behind an English command is of a language, and not English."""
    words = ((match.group().casefold(),) for match in found)
    return any(word in tongue.arguments and is_telling(word, own=True) for word in words)


def _is_meant(tongue: Tongue, turn: Words, text: str) -> bool:
    own = tongue.code == spoken()
    return own or text.strip()[: len(turn[0])].isupper() or is_telling(turn, own=False)


def own_words() -> Mapping[str, str]:
    """Return the single words, in small letters, that are commands in the writer's own language."""
    return _single_words(spoken())


@lru_cache(maxsize=16)
def _single_words(code: str) -> Mapping[str, str]:
    if code not in {tongue.code for tongue in tongues()}:
        return {}
    commands = load_tongue(code).commands
    return {turn[0]: english for turn, english in commands.items() if len(turn) == 1}
