"""Takes off what stands around an order: bullets, numbers, headings, notes, emphasis."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gm.games.diplomacy.language.binding.names import find_power, places_of, split_words
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.phases import PhaseKind

_EMPHASIS = re.compile(r"(?<![^\W_])_|_(?![^\W_])|[*~`]+|\\\\")
_NOTE = re.compile(r"\s*(//|#).*$|/\*.*?(?:\*/|$)")
_COAST_SIGN = re.compile(
    r"/{2,3}(?= ?(?:[nsew][ck]|(?:north|south|east|west)(?:ern)? coast)\b)", re.I
)
_NUMBERED = re.compile(r"(?<=[^\W_])\s?#(?=\d)")
_BULLET = re.compile(r"(?:[*>#~]+|-{1,3}(?![->=])|=(?!=|>)|o(?=\s+[AF]\b))\s*")
_PLUS = re.compile(r"\+\s*")
_NUMBER = re.compile(
    r"(?:#\s*\d{1,2}|\(\s*\d{1,2}\s*\)|\d{1,2}\s*[.):](?!\d)|\d{1,2}(?=\s+[AFaf]\b)|\d{1,2}\s*-\s*(?=[AFaf]\b)|\(?(?:[a-z]|[ivx]{2,4})\))[.:]?\s*"
)
_HEADED = re.compile(r"([^\W\d_][\w .'-]{0,24}?)\s*:\s*")
_SEASON = re.compile(
    r"(?:(?:for (?:the |this )?)?(?:spring|summer|autumn|fall|winter)(?:\s*,?\s*'?\d{2,4})?|[SFAW]\s?'?\d{2,4}\s?[MRAB]?)"
    r"(?![^\W_])(?:\s+(?:moves?|movement|retreats?|builds?|adjustments?|orders?))?\s*[:,.-]*\s*",
    re.I,
)
_LIST_OF = re.compile(
    r"(?:(?:\d+|my|our|the|final|new|revised|here are|here is)\s+)*"
    r"(orders?|moves?|movements?|builds?|retreats?|adjustments?|removals?|disbands?|payments?)"
    r"(?:\s+(?:are|is|for|from|of)\b[\w ,'()]*)?\s*:\s*",
    re.I,
)
_FRAME = re.compile(r"^(?:SUB|ORD)\b\s*(?:\(\s*[A-Z]{3}\s+#?\s*\d+\s*\)\s*)?(?=\()")
_GLUED_AMOUNT = re.compile(r"(?<![\w.,-])(\d{1,6})(sps?|pts?|points?)\b", re.I)
_GLUED_UNIT = re.compile(r"(?<!\w)([AFaf])_(?=[^\W\d_])")
_UNIT_SIGN = re.compile(r"[AF]\s*[:/](?=\s*[^\W\d_]{3,}(?<!army)(?<!fleet)\b)", re.I)
_ORDER_BEGINS = re.compile(
    r"(?:(?:army|fleet|[af])\b[\s.(]|(?:build|remove|give|pay|send|offer|waive|if|unless|cancel"
    r"|withdraw|start with)\b|disband\s+\S|\d+ points?\b)",
    re.I,
)
_BUT = re.compile(
    r"(?:but|aber|ach)(?: then| dann)?,? +(?=(?:army|fleet|armee|flotte|arm|cabhlach|[af])\b[\s.(])",
    re.I,
)
"""What joins an order to those above it: `but F Ant H`."""

_RETREATS = re.compile(r"^R\s?:\s*(?=[AF]\b)")
_VERB_OF = {"build": "Build ", "removal": "Remove ", "disband": "Remove "}


@dataclass(frozen=True, slots=True)
class Bare:
    """A line without its decoration.

    Args:
        text: what is left.
        power: the power whose name stood before a colon.
        minus: a single minus sign stood in front; in winter it may have been meant.
        question: the line is a question.
        whole: the folded line with all that was taken off it; "" if that is the text itself.
        notes: what stood behind it as a note: `// so agreed`.
    """

    text: str
    power: PowerId | None = None
    minus: bool = False
    question: bool = False
    whole: str = ""
    notes: tuple[str, ...] = ()


@lru_cache(maxsize=512)
def undecorate(board: Board, text: str, kind: PhaseKind) -> Bare:
    """Return a folded line without bullets, numbers, headings, emphasis and notes.

    The last lines are kept: one that is no order is looked at more than once.
    """
    minus = re.match(r"-\s*[AF]\b(?!.*(->|-|\b(h|s|c)\b))", text, re.I) is not None
    text = _without_bullets(text, kind)
    text = text[but.end() :] if (but := _BUT.match(text)) else text
    text = _GLUED_UNIT.sub(r"\1 ", text)
    text = _GLUED_AMOUNT.sub(r"\1 \2", _without_frame(text))
    text = _COAST_SIGN.sub("/", text)  # a coast is no note: `Spa//sc`
    if board.gone:
        text = _NUMBERED.sub(" ", text)  # the number of a half is no note: `NTH#2`
    notes = tuple(note.group().strip(" /*#") for note in _NOTE.finditer(text))
    text = _EMPHASIS.sub(" ", _NOTE.sub("", text))
    text = _without_bullets(text.strip(), kind)
    text, power = _without_headings(board, _without_initial(text, kind))
    text = _without_bullets(text, kind).strip()
    if _UNIT_SIGN.match(text):
        text = f"{text[0]} {text[1:].lstrip(' :/')}"
    question = text.endswith("?")
    return Bare(" ".join(text.split()), power, minus, question, notes=notes)


def _without_frame(text: str) -> str:
    """DAIDE frames its orders: `SUB ( SPR #1901 ) ( ... )`."""
    return _FRAME.sub("", text, count=1)


def _without_bullets(text: str, kind: PhaseKind) -> str:
    for _ in range(4):
        before = text
        text = _BULLET.sub("", text, count=1) if _BULLET.match(text) else text
        text = _NUMBER.sub("", text, count=1) if _NUMBER.match(text) else text
        if kind is not PhaseKind.ADJUSTMENT and _PLUS.match(text):
            text = _PLUS.sub("", text, count=1)
        if text == before:
            break
    return text


def _without_initial(text: str, kind: PhaseKind) -> str:
    """Return a line without the letter that heads the orders of its phase: `R: A Mun - Ruh`."""
    return _RETREATS.sub("", text, count=1) if kind is PhaseKind.RETREAT else text


def _without_headings(board: Board, text: str) -> tuple[str, PowerId | None]:
    power: PowerId | None = None
    for _ in range(4):
        before = text
        if match := _SEASON.match(text):
            text = text[match.end() :]
        if match := _LIST_OF.match(text):
            text = _VERB_OF.get(match.group(1).casefold().rstrip("s"), "") + text[match.end() :]
        headed = _power_heading(board, text)
        if headed is not None:
            power, text = headed
        if text == before:
            break
    return text, power


def _power_heading(board: Board, text: str) -> tuple[PowerId, str] | None:
    if _UNIT_SIGN.match(text):
        return None
    match = _HEADED.match(text)
    if match is not None:
        season = _SEASON.search(match.group(1))
        name = match.group(1)[: season.start()].strip(" ,-") if season else ""
        if season and season.end() == len(match.group(1)) and (owner := find_power(board, name)):
            return owner, text[match.end() :]
    dated = match is None
    if match is None:
        match = re.match(r"([^\W\d_]{4,})\s*,\s*(?=spring|autumn|fall|winter|[SFW]\d)", text, re.I)
    if match is None:
        return None
    named = len(match.group(1)) > 3 and places_of(board, split_words(match.group(1)))
    if named and not dated and not _begins_order(board, text[match.end() :]):
        return None  # `Norway: hold` orders the unit in Norway
    power = find_power(board, match.group(1))
    return (power, text[match.end() :]) if power is not None else None


def _begins_order(board: Board, text: str) -> bool:
    """Tell whether an order begins here, so that the country named before it is who gives it."""
    if _ORDER_BEGINS.match(text):
        return True
    words = split_words(text)
    return bool(words) and len(words[0]) > 2 and bool(places_of(board, words[:1]))
