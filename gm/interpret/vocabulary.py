"""The words that the grammars read, as their files spell them, and which of them order something.

A grammar is asked what may stand at a place; this tells whether a word is one of orders at all, so
that a line with a verb is never taken for talk because a list kept elsewhere has forgotten it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from gm.interpret.patterns import spellings
from gm.resources import grammar_dir

Turn = tuple[str, ...]
"""Words that stand behind each other, without case; an apostrophe is a letter."""

_TERMINAL = re.compile(r"^([A-Z_]+)(?:\.\d)?: /(.*)/i?$", re.M)
_SEVERAL: Final = "// Of several languages."
"""The line of a grammar whose words are not of English alone; they tell of no line that it is English."""

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*+")

ORDERING = frozenset(
    {"HOLD", "MOVE", "ATTACK", "SUPPORT", "MUTUAL", "CONVOY", "RETREAT", "DISBAND", "OTB"}
    | {"BUILD", "WAIVE", "CONVERT", "DEMOLISH", "START"}
)
"""The terminals that are verbs of orders for units and bridges."""

PAYING = frozenset({"PAY", "RECEIVE", "GIVE", "GETS"})
"""Those that are verbs of payments and gifts."""

SILENT = frozenset({"NOISE", "ARTICLE", "AND"})
"""Those that may stand between a unit and its verb."""


def turn_of(text: str) -> Turn:
    """Return the words of a folded text."""
    return tuple(_WORD.findall(text.casefold()))


@lru_cache(maxsize=1)
def terminals() -> Mapping[str, frozenset[Turn]]:
    """Return each word of the English grammars by its name in capitals, in every way it is spelt."""
    spelt: dict[str, set[Turn]] = {}
    for file in sorted(grammar_dir().rglob("*.lark")):
        text = file.read_text("utf-8")
        for name, pattern in () if _SEVERAL in text else _TERMINAL.findall(text):
            spelt.setdefault(name, set()).update(map(turn_of, spellings(pattern)))
    return {name: frozenset(turns - {()}) for name, turns in spelt.items()}


@lru_cache(maxsize=8)
def turns_of_kind(names: frozenset[str]) -> Mapping[str, tuple[Turn, ...]]:
    """Return the turns of some terminals by their first word, the longest first."""
    by_head: dict[str, list[Turn]] = {}
    for turn in {turn for name in names for turn in terminals().get(name, ())}:
        by_head.setdefault(turn[0], []).append(turn)
    return {head: tuple(sorted(turns, key=_longest)) for head, turns in by_head.items()}


def _longest(turn: Turn) -> tuple[int, Turn]:
    return -len(turn), turn


def turn_at(names: frozenset[str], words: Sequence[str], at: int) -> Turn:
    """Return the longest turn of some terminals that stands at a word; () if none does."""
    if at >= len(words):
        return ()
    turns = turns_of_kind(names).get(words[at], ())
    return next((turn for turn in turns if tuple(words[at : at + len(turn)]) == turn), ())


def is_everyday(turn: Iterable[str]) -> bool:
    """Tell whether a verb is a word of everyday talk too, so that its unit must stand beside it."""
    words = tuple(turn)
    return any(word in _EVERYDAY or word.endswith(_TELLING) for word in words) or (
        len(words) == 1 and len(words[0]) <= _SHORT
    )


_SHORT = 2
"""Letters of a short form of a verb; it stands beside its unit."""

_TELLING = ("ed", "ing")
"""Endings of words that tell of what was or is done, and seldom order it."""

_EVERYDAY = frozenset(
    "no not nothing con dis new built rebuilt gave send sends promise promises grant grants award awards gift gifts get gets collect collects in is off from to takes take go goes head heads return"
    " returns walk walks travel travels shift shifts proceed proceeds cross crosses enter enters"
    " march marches marchs marche advance advances transfer transfers help helps aid aids assist"
    " assists backs carry carries ferry ferries ships stand stands stay stays rest rests sit sits"
    " wait waits remain remains pass passes skip decline declines scrap scraps break breaks burn"
    " burns drop drops turn turns change changes become becomes abandon abandons wreck wrecks"
    " smash smashes raise raises choose chooses start starts begin begins want wants conversion"
    " lends lend offers offer provides provide make makes leave leaves sets blow blows"
    " falls fall pull pulls tear tears".split()
)
"""Verbs that stand in talk as often as in orders; all others count wherever they stand."""
