"""Tells an attempt at an order from talk, and knows the commonest ways to leave one open."""

from __future__ import annotations

import re
from itertools import pairwise

from rapidfuzz.distance import OSA

from gm.contract.language import Problem
from gm.games.diplomacy.language import line_words, order_words, unfinished_words, verb_places
from gm.games.diplomacy.language.for_all import several_of
from gm.games.diplomacy.language.names import (
    near_places,
    places_of,
    powers_of,
    split_words,
    typo_of,
)
from gm.games.diplomacy.language.unfinished import tells_of_payment
from gm.games.diplomacy.language.verb_places import Opening
from gm.games.diplomacy.rules.board import Board

_UNIT_FIRST = re.compile(r"(?:the |my |our )?(?:army|fleet|a|f)\b[\s.(\[]*(?:in |at )?(.*)", re.I)
_OWNER_FIRST = re.compile(r"([^\W\d_]{3,})(?:'s)?[\s,;=-]+(?=[AF]\s[^\W\d_]{3})")
"""A power's name before the letter of a unit: `Munster A Cork South holds`."""

_ARROW = re.compile(r"(?:^|[^\W_][\s)\].]*)[-=]+>")
_DASHED = re.compile(r"(?<![^\W_])([^\W_]++)[\s)\].]*+-[\s(\[]*+([^\W_]++)")
_PAIR_ALONE = re.compile(r"([^\W_]{3,})\s*-+\s*[^\W_]{3,}[.,;]*")
_ARTICLE = re.compile(
    r"a (?:nice|good|great|bad|big|bit|small|little|few|long|short|new|clever|risky|single|very"
    r"|lovely|strong|weak|word|move|support|convoy|retreat|build|hold)\b(?!\s*(?:-|h\b|s\b))",
    re.I,
)
_CLAUSE = re.compile(r"(?:i )?(?:if|unless|bridge)\b\s*(.*)", re.I)
_A_UNIT = re.compile(r"\b(?:[Aa]rmy|[Ff]leet|[AF])\s+(?:in |at )?[A-Z]")
_AN_OBJECT = re.compile(
    r"\s*(?:(?:the|an?|my|our)\s+)?(?:army|fleet|bridge|\d|[af]\b|a\s|(?:him|her|them)\s+\d)", re.I
)
_VERBS = ("build", "remove", "disband", "destroy", "demolish", "retreat", "convoy", "support")
_SLIPPED = re.compile(r"([^\W_]{4,9})\s+((?:the |an? |my )?(?:army|fleet|bridge|a|f)\b.*)", re.I)
_CHOICE = re.compile(r"(?<![^\W_])(or|if|unless|else|otherwise|either|whichever)(?![^\W_])", re.I)
_ALL = re.compile(r"\b(everything|everyone|everybody|all|rest|others?|same)\b", re.I)
_FOR_ALL = re.compile(
    r"(everything|everyone|everybody|all|the rest|rest|(?:all )?(?:the )?others?|same)\b"
    r".*\b(holds?|stands?|orders?|moves?)\b",
    re.I,
)
_BRANCH = re.compile(r"^(?:else|otherwise)\b[\s,:]*", re.I)
_AMOUNT = re.compile(
    r"^(?:pay|receive|give|accept)\w*\s.*?(-\s?\d+|(?<!\d)\d++[.,]\d+|\b0\b)", re.I
)


def looks_like_orders(board: Board, text: str) -> bool:
    """Tell whether a line that could not be read was meant as an order.

    Args:
        board: the board in force.
        text: the line, folded and without its decoration.
    """
    text = _BRANCH.sub("", text.lstrip("([{ "))
    owner = _OWNER_FIRST.match(text)
    if owner is not None and powers_of(board, owner[1].casefold()):
        text = text[owner.end() :]
    if _ARROW.search(text) or _FOR_ALL.match(text) or several_of(text) is not None:
        return True
    if (pair := _PAIR_ALONE.fullmatch(text)) and _is_place(board, pair.group(1)):
        return True
    if _ARTICLE.match(text):
        return False
    text, opening = verb_places.without_opening(text)
    if match := _UNIT_FIRST.match(text):
        rest = match.group(1)
        dashed = any(_is_place(board, word) for pair in _DASHED.findall(rest) for word in pair)
        named = dashed or _names_place(board, rest)
        return named or verb_places.behind_unit(text) or _goes_soon(board, rest)
    if match := _CLAUSE.match(text):
        return _mentions(board, match.group(1))
    if opening is not Opening.TOLD and _opens_with_verb(
        board, text, tells=opening is Opening.MINE
    ):
        return True
    if _slips_in_verb(text) or tells_of_payment(board, text):
        return True
    if verb_places.tells_of_points(board, text):
        return True
    if any(_is_place(board, one) and _is_place(board, two) for one, two in _DASHED.findall(text)):
        return True
    return _names_place(board, text) and (
        verb_places.behind_place(board, text) or _goes_soon(board, text)
    )


def _opens_with_verb(board: Board, text: str, *, tells: bool) -> bool:
    """Tell whether a line begins with a verb of orders, and with what it is about.

    Args:
        board: the board in force.
        text: the line without its first words that say nothing.
        tells: its writer says that he does it, as in talk: `I move to Munich tomorrow`.
    """
    behind, everyday = verb_places.behind_first_verb(text)
    if behind is None:
        return False
    if verb_places.begins_with_unit(board, behind):
        return True
    if everyday or tells:
        return not everyday and _A_UNIT.search(behind) is not None
    return _names_any(board, behind) or _AN_OBJECT.match(behind) is not None


def _slips_in_verb(text: str) -> bool:
    """Tell whether a line is a mistyped verb and a unit or bridge: `Buidl A Dub`."""
    match = _SLIPPED.match(text)
    if match is None or _ARTICLE.match(match.group(2)):
        return False
    word = match.group(1).casefold()
    return any(OSA.distance(word, verb, score_cutoff=1) <= 1 for verb in _VERBS)


def names_unit_first(board: Board, text: str) -> bool:
    """Tell whether a line begins with a unit, or with the province in which one stands."""
    return _UNIT_FIRST.match(text) is not None or _is_exact_place(board, text)


def _is_exact_place(board: Board, text: str) -> bool:
    words = split_words(text)[:1]
    return bool(words) and len(words[0]) >= 3 and bool(places_of(board, words))


def _goes_soon(board: Board, text: str) -> bool:
    """Tell whether a dash, or `to` and a province, stands behind the first word of a line."""
    words = text.split()[1:5]
    if "-" in " ".join(words):
        return True
    behind = [after for word, after in pairwise(words) if word.casefold() in {"to", "into"}]
    return any(_is_place(board, word.strip(".,!")) for word in behind)


def _names_place(board: Board, text: str) -> bool:
    words = split_words(text)[:3]
    runs = (words[:count] for count in range(len(words), 0, -1))
    return any(places_of(board, run) or typo_of(board, "".join(run)) for run in runs)


def _is_place(board: Board, word: str) -> bool:
    word = word.casefold()
    if places_of(board, (word,)):
        return True
    return len(word) >= 4 and bool(near_places(board, word))


def opens_condition(board: Board, text: str) -> bool:
    """Tell whether a line that begins with "if" speaks of the board and not of the weather."""
    return _mentions(board, text)


def _names_any(board: Board, text: str) -> bool:
    return any(
        (len(word) >= 3 and places_of(board, (word,))) or powers_of(board, word)
        for word in split_words(text)
    )


def _mentions(board: Board, text: str) -> bool:
    words = split_words(text)
    return _names_any(board, text) or any(
        word in {"army", "fleet", "bridge", "a", "f"} or word.isdigit() for word in words[:2]
    )


def open_choice(text: str, conditions: str = "") -> Problem | None:
    """Return the problem of a line that leaves a choice, or hangs on something: `or ...`, `if ...`.

    Args:
        text: the line. conditions: what a condition of it may say, if one may decide it.
    """
    match = _CHOICE.search(text)
    if match is None:
        return None
    piece = text[match.start() :]
    piece = piece if "(" in piece else piece.replace(")", "")
    is_condition = match[1].casefold() in {"if", "unless"}
    return line_words.hanging(piece, conditions) if is_condition else line_words.choice(piece)


def orders_for_all(text: str) -> Problem | None:
    """Return the problem of a line such as `Everything else holds`."""
    return order_words.several_units() if _ALL.match(text) else None


def wrong_amount(text: str) -> Problem | None:
    """Return the problem of a payment that is no whole number of points (Republic 8)."""
    match = _AMOUNT.search(text)
    return unfinished_words.whole_points(match.group(1)) if match is not None else None
