"""Builds gifts of points and binds `him` to the power a promise speaks of (Irish 15)."""

from __future__ import annotations

import re

from gm.contract.language import Verdict
from gm.games.diplomacy.language.grammar.places import Binder
from gm.games.diplomacy.readings import Context, LineFault
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.orders import Give
from gm.games.diplomacy.wording.complaints import line_words, place_words
from gm.games.diplomacy.wording.refusing import gift_words
from gm.interpret.grammars import (
    GrammarWord,
    Node,
    all_words,
    kind_of,
    load_grammar,
    subtrees,
    words,
)
from gm.interpret.numbers import number_of

_CONDITION = re.compile(
    r"\b(if|unless|when|provided|long as|only|not|never|until|without|he|she|they)\b|n't\b", re.I
)
_DEED = re.compile(
    r"\b(enter|attack|mov|invad|occupy|tak|leav|stay|keep|support|cut|hold|bounc)ing\b", re.I
)


def has_gifts(context: Context) -> bool:
    """Tell whether the game has gifts of victory points (Irish 15)."""
    return "GIVE" in load_grammar(context.ruleset.grammar).named


def headed_gifts(binder: Binder, item: Node) -> list[Give]:
    """Return the gift of `Norway: 2 points to Sweden`, where Norway is who gives them."""
    giver, *_ = (word for word in words(item) if word.type == "POWER")
    power = binder.power(giver)
    if power != binder.context.power:
        problem = place_words.not_for_you(binder.board, power, binder.context.power, str(giver))
        raise LineFault(Verdict.IMPOSSIBLE, problem)
    return gifts_of(binder, item)


def gifts_of(binder: Binder, item: Node, *, goes_on: bool = True) -> list[Give]:
    """Return the gifts of one item: one for each power that is named.

    Args:
        binder: binds the names.
        item: a gift, or a power and an amount listed behind one.
        goes_on: there was a gift before it, where it needs one.

    Raises:
        LineFault: it is not clear who is given points, or whether that hangs on something.
    """
    reason = next((str(word) for word in all_words(item) if word.type == "REASON"), "")
    amount = amount_of(item)
    powers = [receiver(binder, word) for word in _receivers(item)]
    if not goes_on:
        problem = gift_words.is_it_a_gift(binder.board, powers[0], amount)
        given = tuple(Give(amount, power) for power in powers)
        raise LineFault(Verdict.AMBIGUOUS, problem, (given,))
    binder.subjects += powers
    if _CONDITION.search(reason) or _DEED.search(reason):
        problem = gift_words.hidden_promise(binder.board, powers[0], amount, reason)
        raise LineFault(Verdict.AMBIGUOUS, problem)
    if reason:
        binder.remarks.append(line_words.taken_as_remark(reason.rstrip(".")))
    if len(powers) > 1:
        binder.remarks.append(gift_words.to_each(binder.board, powers, amount))
    return [Give(amount, power) for power in powers]


def amount_of(item: Node) -> int:
    """Return how many points an item names; `a point` is one."""
    amounts = (word for word in all_words(item) if word.type in {"NUMBER", "A_POINT"})
    word = next(amounts)
    return 1 if word.type == "A_POINT" else number_of(word)


def receiver(binder: Binder, word: GrammarWord) -> PowerId:
    """Return the power that a name or a pronoun stands for."""
    return binder.power(word) if word.type == "POWER" else spoken_of(binder, word)


def spoken_of(binder: Binder, word: GrammarWord) -> PowerId:
    """Return the one power spoken of, for `him` and `he`; LineFault if there are none or more."""
    powers = [power for power in dict.fromkeys(binder.subjects) if power != binder.context.power]
    if len(powers) != 1:
        verdict = Verdict.AMBIGUOUS if powers else Verdict.UNREADABLE
        raise LineFault(verdict, gift_words.who_is_that(binder.board, str(word), powers))
    return powers[0]


def speaks_of_him(node: Node) -> bool:
    """Tell whether a condition speaks of `him` to whom the points go: `unless he enters PIE`."""
    return any(word.type == "HE" for word in all_words(node))


def _receivers(item: Node) -> list[GrammarWord]:
    named = [
        word for node in subtrees(item) if kind_of(node) == "whom" for word in all_words(node)
    ]
    return named or [word for word in all_words(item) if word.type == "POWER"]
