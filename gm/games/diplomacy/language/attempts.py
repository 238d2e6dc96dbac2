"""Tells an attempt at an order from talk, and knows the commonest ways to leave one open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise

from rapidfuzz.distance import OSA

from gm.contract.language import Problem
from gm.games.diplomacy.language.binding.names import (
    MAX_WORDS,
    near_places,
    places_of,
    powers_of,
    split_words,
    typo_of,
)
from gm.games.diplomacy.language.for_all import several_of
from gm.games.diplomacy.language.unfinished import tells_of_payment
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.wording.complaints import line_words, order_words, unfinished_words
from gm.interpret.vocabulary import ORDERING, PAYING, SILENT, Turn, is_everyday, turn_at

# Where a verb of orders stands in a line that could not be read: that tells an attempt from talk.
#
# Any verb of the grammars counts behind a unit or province, and before one. A verb that is a word of
# everyday talk too counts only beside its unit: `Brest sails under full sail` is an attempt wherever
# the verb stands, `Paris is a nice place to rest` is none.

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*+")
_OPENING = frozenset({"NOISE", "AND"})
_TELLERS = frozenset({"i", "we", "i'd", "i'll", "we'll", "i'm"})
_OF_A_NOUN = frozenset({"my", "our", "your", "his", "their", "its", "the"})
_KINDS = frozenset({"army", "armies", "fleet", "fleets"})
_BETWEEN = frozenset({"in", "at", "from", "with", "of", "the", "my", "our", "a", "an", "f"})
"""Words between a verb and the unit it is about."""

_AROUND = frozenset({"unit", "units", "a", "f"}) | _KINDS
"""Words between a province and its verb."""

_MOST = 16
"""Words of a line that are looked at."""

_SOON = 4
"""Words behind a unit or province among which its verb is looked for."""


class Opening(Enum):
    """What the first words of a line say: nothing, that its writer does it, that he tells of it."""

    PLAIN = "plain"
    MINE = "mine"
    TOLD = "told"


def without_opening(text: str) -> tuple[str, Opening]:
    """Return a line without its first words that say nothing of its order, and what they say.

    `Please let Brest ...` is about Brest; `I will attack Burgundy tomorrow` tells what he will do.
    """
    if text.endswith("?"):
        return text, Opening.PLAIN
    matches = _words(text)
    words, at = [word.group().casefold() for word in matches], 0
    while at < len(words) and not turn_at(PAYING, words, at):
        turn = turn_at(_OPENING, words, at)
        if not turn or len(turn) < len(turn_at(ORDERING, words, at)):
            break  # `did not move` is one verb
        at += len(turn)
    opening = Opening.PLAIN if _TELLERS.isdisjoint(words[:at]) else Opening.TOLD
    if opening is Opening.TOLD and at == 1:
        opening = Opening.MINE
    if words[at - 1 : at] and words[at - 1] in _OF_A_NOUN:
        opening = Opening.TOLD  # `My move to Burgundy is a bluff`
    return (text[matches[at].start() :] if 0 < at < len(words) else text), opening


def behind_unit(text: str) -> bool:
    """Tell whether a verb stands soon behind a unit with which a line begins."""
    matches = _words(text)
    words = [word.group().casefold() for word in matches]
    first = next((at for at, word in enumerate(words) if word in _KINDS | {"a", "f"}), None)
    if first is None:
        return False  # an apostrophe made one word of the letter and what follows
    full = words[first] in _KINDS
    named = full or (len(matches) > first + 1 and matches[first + 1].group()[0].isupper())
    for at in range(first + (1 if full else 2), min(len(words), first + 2 + _SOON)):
        turn = turn_at(ORDERING, words, at)
        if turn and (full or not is_everyday(turn) or _is_letter(matches[at].group())):
            return True
        if turn and named and at == first + 2:
            return True
    return False


def behind_place(board: Board, text: str) -> bool:
    """Tell whether a verb stands soon behind a province that a line begins with."""
    matches = _words(text)
    words = tuple(word.group().casefold() for word in matches)
    names = _names_at_start(board, words)
    for at in range(1, min(len(words), max(names, default=1) + _SOON)):
        turn = turn_at(ORDERING, words, at)
        if not turn:
            continue
        if not is_everyday(turn) or (len(turn) == 1 and _is_letter(matches[at].group())):
            return True
        beside = any(count <= at and _is_silent(board, words[count:at]) for count in names)
        if beside and not text.endswith("?"):
            return True
    return False


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isupper()


def _is_silent(board: Board, words: Sequence[str]) -> bool:
    """Tell whether words between a province and a verb say nothing, or name other units."""
    at = 0
    while at < len(words):
        turn = turn_at(SILENT, words, at)
        if not turn and words[at] not in _AROUND and not places_of(board, (words[at],)):
            return False
        at += max(1, len(turn))
    return True


def behind_first_verb(text: str) -> tuple[str | None, bool]:
    """Return what stands behind the verb that a line begins with, and whether that is an everyday one.

    None if it begins with none.
    """
    matches = _words(text)
    turn, everyday = _first_verb(tuple(word.group().casefold() for word in matches))
    if not turn:
        return None, False
    return text[matches[len(turn) - 1].end() :], everyday


@lru_cache(maxsize=4096)
def _first_verb(words: Turn) -> tuple[Turn, bool]:
    turn = turn_at(ORDERING, words, 0) or turn_at(PAYING, words, 0)
    return turn, is_everyday(turn)


def begins_with_unit(board: Board, text: str) -> bool:
    """Tell whether a unit or province stands at the beginning of a text."""
    words = tuple(word.group().casefold() for word in _words(text))
    at = 0
    while at < len(words) and words[at] in _BETWEEN:
        at += 1
    return at < len(words) and (words[at] in _KINDS or bool(_names_at_start(board, words[at:])))


def tells_of_points(board: Board, text: str) -> bool:
    """Tell whether a line has points paid or given: a verb of that, a power, and how many."""
    words = tuple(word.group().casefold() for word in _words(text))
    by_another = 1 if words and powers_of(board, words[0]) else 0
    turn = turn_at(PAYING, words, by_another)
    if not turn:
        return False
    behind = words[by_another + len(turn) :]
    named = by_another or any(len(word) > 1 and powers_of(board, word) for word in behind)
    return bool(named) and any(word.isdigit() or word in _NUMBERS for word in behind)


_NUMBERS = frozenset("two three four five six seven eight nine ten".split())


def _words(text: str) -> list[re.Match[str]]:
    matches = []
    for word in _WORD.finditer(text):
        matches.append(word)
        if len(matches) == _MOST:
            break
    return matches


def _names_at_start(board: Board, words: Turn) -> list[int]:
    """Return how many words the names have that these begin with: `Gal S` is two, and one."""
    runs = (split_words(" ".join(words[:count])) for count in range(1, MAX_WORDS + 1))
    return [
        count
        for count, run in enumerate(runs, 1)
        if count <= len(words) and len("".join(run)) >= _SHORTEST and places_of(board, run)
    ]


_SHORTEST = 3
"""Letters of the shortest name that is told from other words."""


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
    text, opening = without_opening(text)
    if match := _UNIT_FIRST.match(text):
        rest = match.group(1)
        dashed = any(_is_place(board, word) for pair in _DASHED.findall(rest) for word in pair)
        named = dashed or _names_place(board, rest)
        return named or behind_unit(text) or _goes_soon(board, rest)
    if match := _CLAUSE.match(text):
        return _mentions(board, match.group(1))
    if opening is not Opening.TOLD and _opens_with_verb(
        board, text, tells=opening is Opening.MINE
    ):
        return True
    if _slips_in_verb(text) or tells_of_payment(board, text):
        return True
    if tells_of_points(board, text):
        return True
    if any(
        _is_place(board, left) and _is_place(board, right) for left, right in _DASHED.findall(text)
    ):
        return True
    return _names_place(board, text) and (behind_place(board, text) or _goes_soon(board, text))


def _opens_with_verb(board: Board, text: str, *, tells: bool) -> bool:
    """Tell whether a line begins with a verb of orders, and with what it is about.

    Args:
        board: the board in force.
        text: the line without its first words that say nothing.
        tells: its writer says that he does it, as in talk: `I move to Munich tomorrow`.
    """
    behind, everyday = behind_first_verb(text)
    if behind is None:
        return False
    if begins_with_unit(board, behind):
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
