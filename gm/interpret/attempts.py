"""Tells an attempt at an order from talk, and knows the commonest ways to leave one open."""

from __future__ import annotations

import re
from itertools import pairwise

from rapidfuzz.distance import OSA

from gm.interpret import line_words, order_words, unfinished_words
from gm.interpret.names import near_places, places_of, powers_of, split_words, typo_of
from gm.interpret.unfinished import tells_of_payment
from gm.interpret.values import Problem
from gm.rules.board import Board

_UNIT_FIRST = re.compile(r"(?:the |my |our )?(?:army|fleet|a|f)\b[\s.(\[]*(?:in |at )?(.*)", re.I)
_ARROW = re.compile(r"(?:^|[^\W_][\s)\].]*)[-=]+>")
_DASHED = re.compile(r"(?<![^\W_])([^\W_]++)[\s)\].]*+-[\s(\[]*+([^\W_]++)")
_PAIR_ALONE = re.compile(r"([^\W_]{3,})\s*-+\s*[^\W_]{3,}[.,;]*")
_ARTICLE = re.compile(
    r"a (?:nice|good|great|bad|big|bit|small|little|few|long|short|new|clever|risky|single|very"
    r"|lovely|strong|weak|word|move|support|convoy|retreat|build|hold)\b(?!\s*(?:-|h\b|s\b))",
    re.I,
)
_VERB = re.compile(
    r"\b(h|holds?|stands?|s|sup|supports?|c|convoys?|moves?|retreats?|disbands?|d|attacks?"
    r"|converts?)\b",
    re.I,
)
_VERB_FIRST = re.compile(
    r"(?:i )?(build|builds|remove|removes|disband|destroy|demolish|retreat|waive|convoy|support"
    r"|hold|move|attack|convert|pay|pays|receive|accept|give|if|unless|bridge)\b\s*(.*)",
    re.I,
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
    if _ARROW.search(text) or _FOR_ALL.match(text):
        return True
    if (pair := _PAIR_ALONE.fullmatch(text)) and _is_place(board, pair.group(1)):
        return True
    if _ARTICLE.match(text):
        return False
    if match := _UNIT_FIRST.match(text):
        rest = match.group(1)
        dashed = any(_is_place(board, word) for pair in _DASHED.findall(rest) for word in pair)
        return dashed or _names_place(board, rest) or _verb_soon(board, rest)
    if match := _VERB_FIRST.match(text):
        return _mentions(board, match.group(2))
    if _slips_in_verb(text) or tells_of_payment(board, text):
        return True
    if any(_is_place(board, one) and _is_place(board, two) for one, two in _DASHED.findall(text)):
        return True
    return _names_place(board, text) and _verb_soon(board, text)


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


def _verb_soon(board: Board, text: str) -> bool:
    words = text.split()[1:5]
    head = " ".join(words)
    if _VERB.search(head) or "-" in head:
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


def _mentions(board: Board, text: str) -> bool:
    words = split_words(text)
    return any(
        (len(word) >= 3 and places_of(board, (word,))) or powers_of(board, word) for word in words
    ) or any(word in {"army", "fleet", "bridge", "a", "f"} or word.isdigit() for word in words[:2])


def open_choice(text: str) -> Problem | None:
    """Return the problem of a line that leaves a choice: `or ...`, `if ...`."""
    match = _CHOICE.search(text)
    return line_words.choice(text[match.start() :]) if match is not None else None


def orders_for_all(text: str) -> Problem | None:
    """Return the problem of a line such as `Everything else holds`."""
    return order_words.several_units() if _ALL.match(text) else None


def wrong_amount(text: str) -> Problem | None:
    """Return the problem of a payment that is no whole number of points (Republic 8)."""
    match = _AMOUNT.search(text)
    return unfinished_words.whole_points(match.group(1)) if match is not None else None
