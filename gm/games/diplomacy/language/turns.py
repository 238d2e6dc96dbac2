"""The turns of words that a language puts in another order than English, as patterns.

A name stands in a line as one sign while its words are exchanged, so a pattern can ask for a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from string import ascii_letters

from gm.interpret.folding import fold
from gm.interpret.tongues import Tongue, load_tongue
from gm.languages import catalogue, phrases

MOST_NAMES = 0x400
"""Names that a line holds at most."""

POWERS, PLACES, BOTH = range(0xE000, 0xEC00, MOST_NAMES)
"""Where the signs of names begin: signs that no mail holds once it is folded."""

_POWER, _PLACE = "[\ue000-\ue3ff\ue800-\uebff]", "[\ue400-\uebff]"
MARK = "[\ue000-\uebff]"
"""The pattern of the sign of any name."""

REASON = re.compile(r"([\ue000-\ue3ff]\s*)\(([^()]*)\)")
"""The reason of a payment, behind the power that is paid."""


_CONTEXTS = ("order", "condition")
"""Of the sentences that are orders, as receipts and reports write them."""


@lru_cache(maxsize=16)
def turns_of(code: str, *, names: bool = True) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the turns of a language as patterns, each with the English of it.

    What gm itself writes of orders in the language comes first, so that it can be read back.

    Args:
        code: the language.
        names: also those that ask for a name; a text without one, as most talk is, has none of them.
    """
    if not names:
        return tuple(turn for turn in turns_of(code) if not re.search(MARK, turn[0].pattern))
    tongue = load_tongue(code)
    kinds = _kinds(tongue)
    given = _places(kinds) | {name: _plain(tongue, it) for name, it in tongue.lists.items()}
    written = _places_written(kinds, _plain(tongue, _escaped(catalogue(code).find(_BRIDGE))))
    turns = [
        *((_compiled(tongue, one, written), english) for one, english in _own_sentences(code)),
        *((_compiled(tongue, one, given), english) for one, english in tongue.turns),
    ]
    return tuple((pattern, _replacement(english)) for pattern, english in turns)


def _replacement(english: str) -> str:
    """Return what takes the place of a turn, its English words in letters that nothing changes."""
    parts = _NAME.split(english)
    places = [rf"\g<{name}>" for name in parts[1::2]]
    return "".join(map("".join, zip(map(hidden, parts[::2]), [*places, ""], strict=True)))


_HIDDEN = {ord(letter): 0xF000 + ord(letter) for letter in ascii_letters}
_SHOWN = {found: letter for letter, found in _HIDDEN.items()}


def hidden(text: str) -> str:
    """Return a text in letters that are none of any language, so that its words stay."""
    return text.translate(_HIDDEN)


def shown(text: str) -> str:
    """Return a text with what was hidden in it as it was."""
    return text.translate(_SHOWN)


def _own_sentences(code: str) -> Iterator[tuple[str, str]]:
    """Yield what gm writes of one order or condition, as patterns, with the English of it.

    What joins several keeps its order in every language and is read word by word.
    """
    for context in _CONTEXTS:
        for english, theirs in phrases(code, context).items():
            names = set(_NAME.findall(theirs))
            if names and names == set(_NAME.findall(english)) and names <= _WRITTEN:
                yield f"{_escaped(theirs)}{{end}}", english


def _escaped(sentence: str) -> str:
    """Return a sentence as a pattern, with its places."""
    parts = _NAME.split(sentence)
    plain = (re.escape(part).replace("\\ ", " ") for part in parts[::2])
    places = [f"{{{name}}}" for name in parts[1::2]]
    return "".join(map("".join, zip(plain, [*places, ""], strict=True)))


_NAME = re.compile(r"\{(\w+)\}")
_WRITTEN = {"unit", "target", "place", "power", "bridge", "points"}


def _kinds(tongue: Tongue) -> str:
    """Return the pattern of what an army or a fleet is called."""
    words = {" ".join(one) for one, word in tongue.words.items() if word in {"army", "fleet"}}
    every = sorted({*words, "army", "fleet", "a", "f"}, key=lambda text: (-len(text), text))
    return rf"(?:{'|'.join(every)})\b"


MOST_OF_A_UNIT = 60
"""Characters behind `army` that still say which one: a name is one sign there, a coast takes twenty."""

MOST_OF_A_REST = 200
"""Characters of what a turn puts elsewhere: a whole order or a sum with its reason in brackets."""


_SUM = r"[^\W_]{1,20}(?:\s+[^\W_]{1,20}){0,2}"
"""A sum in figures or words, `2 phointe`: where a reason follows, two open ends would take too long."""


def _places(kinds: str) -> dict[str, str]:
    """Return what may stand in the places of a turn, as patterns; none without an end."""
    unit, rest = f"{kinds}.{{1,{MOST_OF_A_UNIT}}}?", f".{{1,{MOST_OF_A_REST}}}?"
    return {"unit": unit, "power": _POWER, "place": _PLACE, "rest": rest, "sum": _SUM}


_BRIDGE = "bridge linking {first} and {second}"
"""What a bridge is called in full words."""


def _places_written(kinds: str, bridge: str) -> dict[str, str]:
    """Return what stands in the places of a sentence of ours, as patterns."""
    at = rf"{_PLACE}(?:\s*\([^()]{{0,{MOST_OF_A_UNIT}}}\))?"
    unit = rf"{kinds}\s+{at}"
    return {
        "unit": unit,
        "target": unit,
        "place": at,
        "power": _POWER,
        "bridge": _NAME.sub(lambda _: at, bridge.replace(" ", r"\s+")),
        "points": f"[^,;()]{{1,{MOST_OF_A_UNIT}}}?",
    }


_JOINING = frozenset({"then", "else", "and", "or"})


def _compiled(tongue: Tongue, pattern: str, places: Mapping[str, str]) -> re.Pattern[str]:
    """Compile a turn: `(a|b)` and `?` as in other patterns, `{rest}` a place, `{end}` an end."""
    ends = "|".join(" ".join(words) for words, word in tongue.words.items() if word in _JOINING)
    text = _plain(tongue, pattern).replace(" ", r"\s+").replace(r"\s+{end}", "{end}")
    seen: set[str] = set()

    def place(match: re.Match[str]) -> str:
        name = match.group(1)
        if name == "end":
            return rf"(?=\s*(?:[,;:.()]|$|(?:{ends}|then|else|and|or)\b))"
        if name in seen:
            return rf"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>{places[name.rstrip('0123456789')]})"

    return re.compile(rf"(?<![^\W_]){_NAME.sub(place, text)}(?![^\W_])", re.I)


def _plain(tongue: Tongue, pattern: str) -> str:
    """Return a pattern that fits words with and without their signs, once they are folded."""
    for letter, plain in tongue.spelling.letters.items():
        pattern = pattern.replace(letter, f"(?:{fold(letter)}|{plain})")
    return fold(pattern)
