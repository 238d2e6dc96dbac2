"""Knows the ways to leave a bridge, a payment or a condition unfinished."""

from __future__ import annotations

import re

from gm.contract.language import Problem
from gm.games.diplomacy.language.binding.names import MAX_WORDS, places_of, powers_of, split_words
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.wording.complaints import order_words, unfinished_words

_PAYMENT = r"(pay|give|send|transfer|receive|accept|collect)\w*\b(.*)"
_PAYS = re.compile(rf"(?:i |we )?{_PAYMENT}", re.I)
_PAYS_INSIDE = re.compile(rf"\b{_PAYMENT}", re.I)
_ANOTHER_PAYS = re.compile(r"([^\W\d_]{3,})(?:'s)?\s+(?:pay|give|send|transfer)s?\b", re.I)
_FRACTION = re.compile(
    r"-\s?\d|(?<!\d)\d++\s*[.,/]\s*\d|\b0\b|\d\s*1/2|[½¼¾]|\b(half|halves|quarter|third|minus|negative)\b",
    re.I,
)
_NUMBER = re.compile(r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten)\b", re.I)
_BRIDGE = re.compile(
    r"\bbridges?\b(.*?)(?=$|\b(?:of|by|owned|belonging|with|then|moves?|supports?|holds?)\b)", re.I
)
_ATTACKS = re.compile(r"\battack\w*\b", re.I)
_SMILE = re.compile(r"[:;]-?[()]")
_FIRST = re.compile(r"(if|unless)\b(.*)", re.I | re.S)
_THEN = re.compile(r"\bthen\b", re.I)
_ENDS = re.compile(r"\b(then|else|otherwise)\b[\s,;:.]*(?:\)|$)", re.I)
_CONVERTS = re.compile(r"\bconvert\w*\b", re.I)
_ANOTHER_DEED = re.compile(r"\b(attack|support|move|convoy)\w*\b", re.I)
_ELSE_FIRST = re.compile(r"\b(then)\b[\s,;:(]*\b(?:else|otherwise)\b", re.I)
_HANGS = re.compile(r"\b(if|unless|and|or|not)\b[\s,;:(]*(?:\bthen\b|\)|$)", re.I)
_VERB = re.compile(
    r"\b(build|b|bridge|remove|disband|demolish|d|destroy|pay|give|receive|accept|waive|convert)\b",
    re.I,
)


def payment_fault(board: Board, text: str) -> Problem | None:
    """Return what a payment or receipt lacks: whole points, an amount, a power (Republic 8)."""
    match = _PAYS.match(text)
    if match is None:
        return None
    pays = match.group(1).casefold() not in {"receive", "accept", "collect"}
    rest = match.group(2)
    if fraction := _FRACTION.search(rest):
        return unfinished_words.whole_points(fraction.group())
    names = [word for word in split_words(rest) if len(word) > 1 and powers_of(board, word)]
    if names and not _NUMBER.search(rest):
        known = powers_of(board, names[0])
        whom = board.powers[known[0]].name if len(known) == 1 else "Xxx"
        return unfinished_words.how_many(pays, whom)
    if _NUMBER.search(rest) and len(split_words(rest)) <= _SHORT and not names:
        return unfinished_words.from_whom(pays)
    return None


_SHORT = 2
"""Words behind `pay` that can only be an amount: `Pay 5 points`."""


def others_payment(board: Board, writer: PowerId, text: str) -> Problem | None:
    """Return the problem of a line that has another power pay: `Ulster pays me 5` (Republic 8)."""
    match = _ANOTHER_PAYS.match(text)
    powers = powers_of(board, match.group(1).casefold()) if match is not None else ()
    if len(powers) != 1 or writer in powers:
        return None
    return unfinished_words.others_payment(board, powers[0])


def conversion_fault(text: str) -> Problem | None:
    """Return what is wrong with a conversion to which something is added (Republic 10b)."""
    added = _CONVERTS.search(text) and _ANOTHER_DEED.search(text)
    return unfinished_words.converts_alone() if added else None


def tells_of_payment(board: Board, text: str) -> bool:
    """Tell whether a line has a power pay an amount: `Ulster pays me 5`."""
    match = _ANOTHER_PAYS.match(text)
    return (
        match is not None
        and bool(powers_of(board, match.group(1).casefold()))
        and _NUMBER.search(text[match.end() :][:_NEAR]) is not None
    )


_NEAR = 20
"""Letters behind `pays` within which its amount is told."""


def bridge_fault(board: Board, text: str) -> Problem | None:
    """Return what a bridge lacks: its two provinces, or one of three too many (Republic 9i).

    Of an attack the unit may be what is missing (12).
    """
    match = _BRIDGE.search(text)
    if match is None:
        return None
    behind = _places_named(board, match.group(1))
    before = _places_named(board, text[: match.start()])
    if behind == 1 or (not behind and before < _ENDS_OF_A_BRIDGE):
        return order_words.bridge_where()
    if behind > _ENDS_OF_A_BRIDGE:
        return order_words.bridge_of_three(match.group(1).strip())
    if not before and _ATTACKS.search(text):
        return unfinished_words.which_attacks()
    return None


_ENDS_OF_A_BRIDGE = 2


def _places_named(board: Board, text: str) -> int:
    """Return how many provinces a text names, each by as many words as fit."""
    words = split_words(text)
    total = at = 0
    while at < len(words):
        runs = range(min(MAX_WORDS, len(words) - at), 0, -1)
        taken = next((count for count in runs if _is_name(board, words[at : at + count])), 0)
        total += bool(taken)
        at += taken or 1
    return total


def _is_name(board: Board, words: tuple[str, ...]) -> bool:
    return len("".join(words)) > 1 and bool(places_of(board, words))


def is_unbalanced(text: str) -> bool:
    """Tell whether brackets are missing in a line; a smile is none."""
    text = _SMILE.sub("", text)
    return text.count("(") != text.count(")")


def is_condition(text: str) -> bool:
    """Tell whether a line opens with a condition."""
    return _FIRST.match(text) is not None


_GIVES_NOTHING = re.compile(
    r"\bgives?\s+[^\W\d_]+\s+(?:nothing|none|zero|no(?: \w+)? points?)\b", re.I
)
_GIVES_LAST = re.compile(r"\bgives?\s+([^\W\d_]+)\s*[.!]?$", re.I)
_NO_UNIT = re.compile(
    r"\b(supports?|helps?|attacks?|dislodges?)\s+(?:me|us|mine|(?:an?|the|any) \w+)\b", re.I
)
_NO_PLACE = re.compile(
    r"\b(enters?|attacks?|owns?|holds?|is (?:not )?in|supports?)\s*(?:[,:;]|\bthen\b|\bgives?\b|$)",
    re.I,
)


_PRONOUN = re.compile(r"\s*(?:him|her|them)\b", re.I)
_MEANS_TO_GIVE = re.compile(
    r"(?:(?:i|we|i'?ll|we'?ll|i'?d|will|would|shall|hereby|also|gladly|please|to)\s+){0,3}"
    r"(?:give|pay|send|offer|grant|transfer|award|donate|promise)s?\b(.*\d.*)",
    re.I,
)
_CONDITION_BEHIND = re.compile(r"\b(?:if|unless)\b", re.I)
_TAKES = re.compile(r"(?:i |we )?(?:receive|accept|collect)s?\b", re.I)


def others_gift(board: Board, writer: PowerId, text: str) -> Problem | None:
    """Return the problem of a line in which another power gives points, or one takes them."""
    match = _ANOTHER_PAYS.match(text)
    powers = powers_of(board, match.group(1).casefold()) if match is not None else ()
    if len(powers) == 1 and writer not in powers:
        return unfinished_words.others_gift(board.powers[powers[0]].name)
    if _TAKES.match(text) and (names := _powers_named(board, text)):
        return unfinished_words.no_receipt(board.powers[names[0]].name)
    return None


def _powers_named(board: Board, text: str) -> list[PowerId]:
    named = (powers_of(board, word) for word in split_words(text) if len(word) > 1)
    return [powers[0] for powers in named if len(powers) == 1]


def tells_of_gift(board: Board, text: str) -> bool:
    """Tell whether a line speaks of points for a power: `Promise Italy 2 if he stays at home`."""
    match = _MEANS_TO_GIVE.match(text)
    return match is not None and bool(_powers_named(board, match.group(1)))


def hangs_gift(text: str) -> bool:
    """Tell whether a line means to give points, and a condition stands behind."""
    match = _MEANS_TO_GIVE.match(text)
    return match is not None and _CONDITION_BEHIND.search(match.group(1)) is not None


def gift_fault(board: Board, text: str) -> Problem | None:
    """Return what a gift of points lacks: an amount, or a power (Irish 15)."""
    match = _PAYS.match(text)
    if match is None or match.group(1).casefold() in {"receive", "accept", "collect"}:
        return None
    rest = match.group(2)
    names = [word for word in split_words(rest) if len(word) > 1 and powers_of(board, word)]
    if not _NUMBER.search(rest) and (names or _PRONOUN.match(rest)):
        known = powers_of(board, names[0]) if names else ()
        whom = board.powers[known[0]].name if len(known) == 1 else "him" if not names else "Xxx"
        return unfinished_words.gift_of_what(whom)
    if _NUMBER.search(rest) and len(split_words(rest)) <= _SHORT and not names:
        return unfinished_words.gift_to_whom()
    return None


def condition_fault(text: str, *, gifts: bool = False) -> Problem | None:
    """Return what a conditional order lacks; None if its words are all there (Republic 9e).

    Args:
        text: a folded line that begins with `if` or `unless`.
        gifts: conditions decide gifts of points and nothing else (Irish 15).
    """
    match = _FIRST.match(text)
    if match is None:
        return None
    if is_unbalanced(text):
        return unfinished_words.unbalanced(text)
    if hanging := _HANGS.search(text):
        return unfinished_words.part_missing(hanging.group(1), text, gifts=gifts)
    if ending := _ENDS.search(text):
        return unfinished_words.order_missing(ending.group(1).casefold(), text)
    if gifts and (given := _GIVES_NOTHING.search(match.group(2))):
        return unfinished_words.nothing_given(given.group())
    if gifts and (given := _GIVES_LAST.search(match.group(2))):
        return unfinished_words.gift_of_what(given.group(1))
    if gifts and (bare := _NO_UNIT.search(match.group(2))):
        return unfinished_words.unit_missing(bare.group(1), text)
    if gifts and (bare := _NO_PLACE.search(match.group(2))):
        return unfinished_words.place_missing(bare.group(1), text)
    if _ELSE_FIRST.search(text) or not (_THEN.search(text) or _VERB.search(match.group(2))):
        return unfinished_words.order_missing("then", text, gifts=gifts)
    paid = _PAYS_INSIDE.search(match.group(2))
    if paid is not None and (fraction := _FRACTION.search(paid.group(2))):
        return unfinished_words.whole_points(fraction.group())
    before_else = re.split(r"\b(?:else|otherwise)\b", match.group(2), maxsplit=1, flags=re.I)[0]
    if not (_THEN.search(before_else) or _VERB.search(before_else)):
        return unfinished_words.order_missing("then", text, gifts=gifts)
    return None
