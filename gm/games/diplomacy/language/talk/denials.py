"""Holds up an order beside which its line denies it, puts it off, or says another one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from gm.contract.language import Problem, Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.ahead import heading_of, under_heading
from gm.games.diplomacy.language.attempts import looks_like_orders
from gm.games.diplomacy.language.binding.names import (
    candidates_for,
    places_of,
    powers_called,
    powers_of,
    split_words,
)
from gm.games.diplomacy.language.grammar.decoration import Bare
from gm.games.diplomacy.language.grammar.parsing import ParsedLine
from gm.games.diplomacy.language.outcomes import heading_in_tongues
from gm.games.diplomacy.language.talk.doubts import (
    IN_POINTS,
    MOVING,
    Doubtful,
    doubts_in,
    left_over,
    may_say_where_not,
    sentence_against,
    told_of,
)
from gm.games.diplomacy.language.talk.harmless import is_known_reason, is_known_remark
from gm.games.diplomacy.language.talk.spoken_of import names_in, things_named
from gm.games.diplomacy.readings import Context, Doubt, LineFault
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import Build, BuildBridge, Give, Pay, Receive, Retreat, Waive
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.games.diplomacy.wording.complaints import doubt_words, place_words
from gm.games.diplomacy.wording.complaints.line_words import Aside
from gm.games.diplomacy.wording.refusing import gift_words
from gm.interpret.folding import fold, squeeze
from gm.interpret.grammars import all_words
from gm.interpret.plain_words import may_be_name
from gm.interpret.reservations import turn_at
from gm.interpret.talk_words import begins, turns
from gm.interpret.tongues import words_of

_POINTS = (Pay, Receive, Give)
_ASKED = frozenset(
    {Doubt.DENIAL, Doubt.CHANGE, Doubt.OTHER, Doubt.CONDITION, Doubt.LATER, Doubt.DOUBT}
)
"""Doubts that an answer can settle: the order counts as it stands, or it does not."""


class SecondOrder(LineFault):
    """Another order stands behind those of a line, where remarks stand."""


def check_passed_over(
    context: Context,
    bare: Bare,
    parsed: ParsedLine,
    orders: tuple[Order, ...],
    says_again: Callable[[str], bool],
    changed: Callable[[Doubtful], tuple[Order, ...]],
) -> None:
    """Let pass what stands beside the orders of a line, or refuse the line.

    Args:
        context: the position.
        bare: the line without its decoration, and whole.
        parsed: how it was read; orders: what it orders.
        says_again: tells of a remark whether it is those orders in other words.
        changed: returns what is ordered behind words of a change of mind, if anything is.

    Raises:
        SecondOrder: another order stands there. LineFault: words of doubt do.
    """
    kinds = IN_POINTS if _pays(orders) else MOVING
    text = bare.whole or bare.text
    doubt = left_over(context.board, text, parsed.tree, parsed.taken, kinds)
    if doubt is not None:
        raise doubted(context, text, doubt, orders, changed(doubt))
    tells = partial(_tells_of_board, context)
    asides = (*_asides(parsed), *bare.notes)
    reasons = (*_reasons(orders), *_of_gifts(parsed, orders))
    against = [
        *(sentence_against(text, aside, tells) for aside in asides),
        *(sentence_against(text, _WAS.sub("", aside), tells) for aside in asides),
        *(sentence_against(text, fold(why), tells, reason=True) for why in reasons),
        *(_at_another_time(context, text, aside) for aside in asides),
    ]
    for doubtful in filter(None, against):
        raise doubted(context, text, doubtful, orders, changed(doubtful))
    _check_reasons(orders)
    _check_receivers(context, (*asides, *_of_gifts(parsed, orders)), orders)
    for aside in _asides(parsed):
        if _may_be_place(context, aside) or (_retreats(orders) and _is_one_name(aside)):
            raise LineFault(Verdict.UNREADABLE, _unread_name(context, aside))
    for aside in asides:
        if _orders_more(context, aside) and not says_again(aside):
            raise SecondOrder(Verdict.UNREADABLE, doubt_words.order_in_note(aside))
    unknown = [
        *(words for words in (*asides, *reasons) if _breaks_off(text, words)),
        *(
            aside
            for aside in asides
            if not (_is_harmless(context, text, aside, orders) or says_again(aside))
        ),
        *(why for why in map(fold, reasons) if not _is_reason(context, why, orders)),
    ]
    for aside in unknown:
        doubtful = _of_remark(text, aside)
        raise doubted(context, text, doubtful, orders, changed(doubtful))
    tense = told_of(text, parsed.tree, asides)
    if tense is not None:
        raise doubted(context, text, tense, orders, changed(tense))


def _is_harmless(context: Context, text: str, aside: str, orders: tuple[Order, ...]) -> bool:
    """Tell whether a remark is known to change nothing; what heads a line is no remark of its order."""
    doubtful = _of_remark(text, aside)
    numbered = not _pays(orders) and all(map(str.isdecimal, words_of(aside)))
    return (
        numbered
        or text[doubtful.end :].lstrip(" )]").startswith(":")
        or (may_say_where_not(aside) and not _TELLING.search(text[: doubtful.start]))
        or bool(doubts_in(aside, {Doubt.NOTHING}))
        or _tells_former(context, aside)
        or is_known_remark(aside, context.board, context.power)
    )


def _is_reason(context: Context, why: str, orders: tuple[Order, ...]) -> bool:
    """Tell whether what a payment or gift is for is known to change nothing; a gift's may be any remark."""
    if is_known_reason(why, context.board):
        return True
    gives = any(isinstance(order, Give) for order in orders)
    return gives and is_known_remark(why, context.board, context.power)


def _breaks_off(text: str, aside: str) -> bool:
    """Tell whether words at the end of a line go on in a line of which nothing is known: `(with`, `for X and`."""
    words = words_of(fold(aside))
    ends = fold(text).rstrip(" ,").endswith(fold(aside).rstrip(" ,"))
    return ends and any(turn_at("leads_to", words, at) == len(words) for at in range(len(words)))


def _of_remark(text: str, aside: str) -> Doubtful:
    """Return a remark as a whole, as what leaves its order open."""
    start = max(0, text.casefold().rfind(aside.casefold()))
    return Doubtful(Doubt.DOUBT, aside, start, start + len(aside))


def _reasons(orders: tuple[Order, ...]) -> list[str]:
    return [order.reason for order in orders if isinstance(order, Pay | Receive) and order.reason]


def _of_gifts(parsed: ParsedLine, orders: tuple[Order, ...]) -> list[str]:
    """Return what gifts are for, as their line says it: they keep no reason themselves."""
    if not any(isinstance(order, Give) for order in orders):
        return []
    return [str(word) for word in all_words(parsed.tree) if word.type == "REASON"]


def _at_another_time(context: Context, text: str, aside: str) -> Doubtful | None:
    """Return a remark that names a season which is not the open one: `A Par - Bur (in autumn)`."""
    season = _SEASON.sub("", aside.strip(" .!"))
    heading = heading_of(context.board, season) or heading_in_tongues(context.board, season)
    if heading is None or heading.rest or not heading.season:
        return None
    headed = under_heading(context, heading)
    if not headed.refused and headed.context is context:
        return None
    start = max(0, text.casefold().rfind(aside.casefold()))
    return Doubtful(Doubt.LATER, aside, start, start + len(aside))


_WAS = re.compile(r"^\W*was\s+", re.I)
"""With what a remark of another language begins in English words: `was nur Spass`."""

_SEASON = re.compile(r"^(?:(?:only|not|nur|erst|in|for|im|für|fur|san?|i|the|an|den) )+", re.I)
"""What stands before the name of a season in a remark."""


def _tells_of_board(context: Context, text: str) -> bool:
    """Tell whether words name something of the game, or deny something: no mere praise of a plan."""
    words = words_of(text)
    return (
        bool(doubts_in(text))
        or _NUMBER.search(text) is not None
        or bool(things_named(words))
        or any(True for _ in names_in(words, context.board))
    )


def _check_reasons(orders: tuple[Order, ...]) -> None:
    """Refuse a payment whose reason says another amount: `sorry, 3`, `for X and 1 to Y`.

    Raises:
        LineFault: a number stands in it. The answers are the amount that it corrects to, where it
            does, and the payment as it was read.
    """
    for at, order in enumerate(orders):
        if not isinstance(order, Pay | Receive) or (said := _NUMBER.search(order.reason)) is None:
            continue
        others: tuple[tuple[Order, ...], ...] = ()
        if _CORRECTS.fullmatch(order.reason) and 0 < (amount := int(said[0])) != order.amount:
            corrected = replace(order, amount=amount, reason="")
            others = ((*orders[:at], corrected, *orders[at + 1 :]),)
        problem = doubt_words.number_in_reason(order.reason)
        raise LineFault(Verdict.AMBIGUOUS, problem, (*others, orders))


def _check_receivers(context: Context, asides: Sequence[str], orders: tuple[Order, ...]) -> None:
    """Ask about a remark that is another power's name, beside points: `Give Italy 4 points, Austria too`.

    Raises:
        LineFault: there is one. The answers are as much for both, and what was read.
    """
    paid = [order for order in orders if isinstance(order, Pay | Give)]
    given = {order.to for order in paid} | {context.power}
    for power in (_only_named(context, aside) for aside in asides):
        if len(paid) == 1 and power is not None and power not in given:
            problem = gift_words.is_it_a_gift(context.board, power, paid[0].amount)
            both = (*orders, replace(paid[0], to=power))
            raise LineFault(Verdict.AMBIGUOUS, problem, (both, orders))


def _only_named(context: Context, aside: str) -> PowerId | None:
    """Return the power that a remark names if it says no more than that: `Austria as well`, `Türkei auch`."""
    words = words_of(fold(aside))[:_MOST_NAMED]
    named = {power for word in words for power in powers_called(context.board, squeeze(word))}
    left = tuple(
        word
        for word in words
        if word not in _TO and not powers_called(context.board, squeeze(word))
    )
    says_more = bool(left) and turn_at("adding", left, 0) < len(left)
    return named.pop() if len(named) == 1 and not says_more else None


_TO: Final = frozenset({"and", "to", "und", "an", "agus", "don", "do", "dom"})
"""Words before the name of who is given points besides."""

_MOST_NAMED: Final = 6
"""Words of a remark that are looked at for the name of a power."""


_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?![\w.])")
"""A number of points; no year, no `2nd`, no name of a half."""

_CORRECTS = re.compile(
    r"(?:[^\W\d]|[\s,.:;!'-]){0,40}+\d{1,3}(?:[\s,.:;!]|points?|punkte?|phointe)*+", re.I
)
"""A reason that ends in its number: `sorry, 3`, `no wait: 3 points`."""


def _may_be_place(context: Context, aside: str) -> bool:
    """Tell whether a remark is perhaps the name of where to: `A Boh - M un`, `F Spa(sc) - mod`."""
    words = split_words(aside.removeprefix("to "))
    joined = "".join(words)
    if len(joined) > _LONGEST_ID or len(words) > _PIECES or not may_be_name(joined):
        return False
    if joined in _REMARKS or powers_of(context.board, joined):
        return False
    return bool(_meant(context, joined))


def _is_one_name(aside: str) -> bool:
    """Tell whether a remark is one word written as a name, where a list of places goes on: `Ber, Narnia`."""
    words = words_of(fold(aside))
    return _ONE_NAME.fullmatch(aside.strip(" .")) is not None and not any(
        words in turns()[kind] or begins(words, kind) for kind in ("thanks", "greeting", "closing")
    )


_ONE_NAME = re.compile(r"[^\W\d_a-z][^\W\d_]{2,19}")


def _retreats(orders: tuple[Order, ...]) -> bool:
    return any(isinstance(order, Retreat) for order in orders)


def _meant(context: Context, word: str) -> tuple[ProvinceId, ...]:
    exact = places_of(context.board, (word,))
    return exact or candidates_for(context.board, word)


def _unread_name(context: Context, aside: str) -> Problem:
    joined = "".join(split_words(aside.removeprefix("to ")))
    return place_words.no_such_place(context.board, aside, _meant(context, joined))


_LONGEST_ID, _PIECES = 5, 2
"""Letters of the longest short form of a name with a letter too many, and pieces it may fall into."""

_REMARKS = frozenset(
    {"nso", "lol", "thx", "yes", "haha", "fyi", "btw", "imo", "imho", "nmr", "please", "sorry"}
    | {"again", "cheers", "bounce", "hehe", "yay", "done", "same", "void", "cut", "fail", "fails"}
)
"""Short remarks that are near to the short form of some name."""


def _orders_more(context: Context, aside: str) -> bool:
    """Tell whether a remark is another order, and none that is only told of: `was: A Mos - StP`."""
    if _tells_former(context, aside) or may_say_where_not(aside):
        return False  # `instead of A Par - Bur`
    if _UNIT.match(aside) is not None or looks_like_orders(context.board, aside):
        return True
    # `AB er - Kie`: a slip in what a note orders.
    ends = _DASHED.findall(aside)
    return any(places_of(context.board, (end.casefold(),)) for pair in ends for end in pair if end)


def _tells_former(context: Context, aside: str) -> bool:
    """Tell whether a remark tells what an order was before: `was Burgundy`; German `was Bernd träumt` does not."""
    match = _TOLD.match(aside)
    if match is None:
        return False
    words = words_of(aside[match.end() :])
    if doubts_in(aside[match.end() :], {Doubt.DENIAL}):
        return False  # `was: not A Mos - StP`
    return not words or any(True for _ in names_in(words, context.board))


_DASHED = re.compile(r"([^\W_]{2,20}+) ?-{1,3}+>? ?([^\W_]{2,20}+)")


_TOLD = re.compile(
    r"(?:was|were|formerly|previously|before|replaces|old|war|vorher|bhi|retreats?|retreating)\b",
    re.I,
)
_TELLING = re.compile(r"\b(?:was|were|war|bhi)\W*$", re.I)
"""What a denial stands behind that denies what an order was: `(was: not A Mos - StP)`."""

_UNIT = re.compile(r"(?:[Aa]rmy|[Ff]leet|[AF]) [A-Z]|f [^\W\d_]{2,4}\b")


def _asides(parsed: ParsedLine) -> list[str]:
    return [aside.text for aside in parsed.taken if isinstance(aside, Aside)]


def _pays(orders: tuple[Order, ...]) -> bool:
    return any(isinstance(candidate, _POINTS) for order in orders for candidate in possible(order))


def doubted(
    context: Context,
    text: str,
    doubt: Doubtful,
    orders: tuple[Order, ...],
    changed: tuple[Order, ...] = (),
) -> LineFault:
    """Return the question about orders beside which words of doubt stand.

    Args:
        context: the position.
        text: the folded line; doubt: the words in it.
        orders: what it orders without them; changed: what it orders behind them instead.
    """
    if changed and orders[-len(changed) :] == changed != orders:
        orders = orders[: -len(changed)]  # both were read: `A Mun - Bur, no wait, A Mun - Tyr`
    hangs = doubt.kind is Doubt.CONDITION
    problem = doubt_words.doubted(
        doubt.kind,
        doubt.phrase(text) if hangs else doubt.words,
        points=_pays(orders),
        gifts=any(
            isinstance(candidate, Give) for order in orders for candidate in possible(order)
        ),
        moves=context.kind is PhaseKind.MOVEMENT,
    )
    if doubt.kind not in _ASKED:
        return LineFault(Verdict.UNREADABLE, problem)
    return asking(problem, orders, changed)


def asking(
    problem: Problem, orders: tuple[Order, ...], changed: tuple[Order, ...] = ()
) -> LineFault:
    """Return a question whose answers are to waive what is built, or to let the orders stand.

    Args:
        problem: what is asked; orders: those.
        changed: other orders that may be meant, offered first.
    """
    built = sum(isinstance(order, Build | BuildBridge) for order in orders)
    waived = (Waive(),) * built
    plain = tuple(_without_reason(order) for order in orders)
    others = tuple(pair for pair in (changed, waived) if pair)
    return LineFault(Verdict.AMBIGUOUS, problem, (*others, plain))


def _without_reason(order: Order) -> Order:
    return replace(order, reason="") if isinstance(order, Pay | Receive) else order
