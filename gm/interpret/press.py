"""Press blocks, conditional blocks and single words around the orders of a mail."""

from __future__ import annotations

import re

from gm.interpret.grammars import parse_words
from gm.interpret.names import find_power, lexicon_of
from gm.interpret.values import Command
from gm.rules.board import Board, PowerId

_PRESS = re.compile(r"(?:press|broadcast)\b(?:\s+(?:to\s+)?(.*?))?\s*:?$", re.I)
_END_PRESS = re.compile(r"end\s?(?:press|broadcast)\b", re.I)
_PHASE = re.compile(r"phase\s+([a-z]+)[\s,]*(\d{2,4})\s*([a-z]*)\s*$", re.I)
_SIGN_ON = re.compile(r"sign\s?on\s+(\S+)", re.I)
_SIGN_OFF = re.compile(r"sign\s?off\b", re.I)
_IF = re.compile(r"if\b(?!.*\bthen\b)", re.I)
_END_IF = re.compile(r"end\s?if\b", re.I)
_ELSE = re.compile(r"else\b\s*(.*)", re.I)
_WORD_FIRST = re.compile(
    r"(status|help|orders|clear|check|forecast|wait|final|rules|map|points|summary|resign|set"
    r"|report|history|borders|absent|vote|timezone)\b",
    re.I,
)


def press_to(board: Board, text: str) -> tuple[tuple[str, ...], str] | None:
    """Return whom a line `PRESS TO x` opens a message to, and words behind a colon; else None."""
    text, _, rest = (part.strip() for part in text.partition(":"))
    match = _PRESS.match(text)
    if match is None or (text.casefold() not in {"press", "broadcast"} and not match.group(1)):
        return None
    if not re.match(r"press\s+(to\b|all\b)|press$|broadcast", text, re.I):
        return None
    words = re.split(r"[\s,;/&+]+|\band\b", match.group(1) or "all", flags=re.I)
    return tuple(name for word in words if word for name in _addressees(board, word)), rest


def _addressees(board: Board, word: str) -> tuple[str, ...]:
    if word.casefold() in {"all", "everybody", "everyone"}:
        return ("ALL",)
    letters = [_by_letter(board, letter) for letter in word.casefold()]
    if len(word) <= 2 and word.isupper() and all(letters):
        return tuple(one for one in letters if one)  # judges write FR for France and Russia
    power = find_power(board, word)
    if power is not None:
        return (power,)
    return tuple(one for one in letters if one) if all(letters) else (word,)


def _by_letter(board: Board, letter: str) -> PowerId | None:
    names = lexicon_of(board).powers
    found = {power for name, ids in names.items() if name.startswith(letter) for power in ids}
    return found.pop() if len(found) == 1 else None


def ends_press(text: str) -> bool:
    """Tell whether a line closes a message."""
    return _END_PRESS.match(text) is not None


def phase_named(text: str) -> str | None:
    """Return the phase of a line `phase F1901M` as such a name, or None if it is none."""
    match = _PHASE.match(text)
    if match is None:
        return None
    season, year, kind = (part.upper() for part in match.groups())
    letter = "F" if season[0] in "FA" else season[0]
    kinds = {"M": "M", "R": "R", "A": "A", "B": "A", "": "A" if letter == "W" else "M"}
    return f"{letter}{year}{kinds.get(kind[:1], kind[:1])}"


def signs_on(text: str) -> str | None:
    """Return the first word after `signon`, or None."""
    match = _SIGN_ON.match(text)
    return match.group(1) if match is not None else None


def signs_off(text: str) -> bool:
    """Tell whether the line ends the orders of the mail."""
    return _SIGN_OFF.match(text) is not None


def opens_if(text: str) -> bool:
    """Tell whether a line opens a conditional block: an if without its then."""
    return _IF.match(text) is not None


def closes_if(text: str) -> bool:
    """Tell whether a line closes a conditional block."""
    return _END_IF.match(text) is not None


def otherwise(text: str) -> str | None:
    """Return what follows an `else` on its line, or None if the line has none."""
    match = _ELSE.match(text)
    return match.group(1) if match is not None else None


def command_of(text: str) -> Command | None:
    """Return the command that a line is, or None."""
    if _WORD_FIRST.match(text) is None:
        return None
    words = parse_words("commands", text.strip().rstrip(".!"))
    if not words or len(words) > 6:
        return None
    return Command(words[0].upper(), tuple(words[1:]))
