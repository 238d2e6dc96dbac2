"""Conditional blocks and the lines of mail judges around the orders of a mail."""

from __future__ import annotations

import re

_PHASE = re.compile(r"phase\s+([a-z]+)[\s,]*(\d{2,4})\s*([a-z]*)\s*$", re.I)
_SIGN_ON = re.compile(r"sign\s?on\s+(\S+)", re.I)
_SIGN_OFF = re.compile(r"sign\s?off\b", re.I)
_IF = re.compile(r"if\b(?!.*\bthen\b)", re.I)
_END_IF = re.compile(r"end\s?if\b", re.I)
_THEN = re.compile(r"[,;(]*\s*then\b", re.I)
_ELSE = re.compile(r"else\b\s*(.*)", re.I)


def phase_named(text: str) -> str | None:
    """Return the phase of a line `phase F1901M` as such a name, or None if it is none."""
    match = _PHASE.match(text)
    if match is None:
        return None
    season, year, kind = (part.upper() for part in match.groups())
    letter = "F" if season[0] in "FA" else season[0]
    if kind[:1] in {"A", "B"}:  # a judge's builds are a phase of the fall, or of the winter
        letter = "W"
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


def begins_branch(text: str) -> bool:
    """Tell whether a line begins with the `then` of the condition above it."""
    return _THEN.match(text) is not None


def otherwise(text: str) -> str | None:
    """Return what follows an `else` on its line, or None if the line has none."""
    match = _ELSE.match(text)
    return match.group(1) if match is not None else None
