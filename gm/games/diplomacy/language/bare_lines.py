"""Makes orders of the bare words of a line, or finds out why it cannot."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice, pairwise
from typing import Final

from rapidfuzz.distance import OSA

from gm.contract.language import Problem, Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.attempts import open_choice, orders_for_all, wrong_amount
from gm.games.diplomacy.language.binding.names import places_of, powers_of, split_words
from gm.games.diplomacy.language.grammar.building import SHARED, build_orders
from gm.games.diplomacy.language.grammar.decoration import Bare, undecorate
from gm.games.diplomacy.language.grammar.gifts import has_gifts
from gm.games.diplomacy.language.grammar.parsing import ParsedLine, Stuck, parse_line
from gm.games.diplomacy.language.grammar.places import Binder, place_word
from gm.games.diplomacy.language.talk.denials import SecondOrder, check_passed_over, doubted
from gm.games.diplomacy.language.talk.doubts import Doubtful, takes_back, without_denials
from gm.games.diplomacy.language.unfinished import (
    bridge_fault,
    condition_fault,
    conversion_fault,
    gift_fault,
    hangs_gift,
    is_condition,
    is_unbalanced,
    others_gift,
    others_payment,
    payment_fault,
)
from gm.games.diplomacy.readings import Context, Doubt, LineFault
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.orders import Conditional, Give, UnitOrder
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.wording.complaints import (
    line_words,
    order_words,
    place_words,
    unfinished_words,
)
from gm.games.diplomacy.wording.refusing import gift_words
from gm.interpret.folding import has_look_alikes, look_alikes
from gm.interpret.grammars import Grammar, all_words, kind_of, load_grammar, subtrees
from gm.interpret.plain_words import PLAIN_WORDS

# Misspelt verbs in lines that could not be read: what was meant, so that the receipt can ask.
#
# A slip in a line that is right otherwise has been read by then, with a remark, as one in a name is.

_WORD: Final = re.compile(r"[^\W\d_]{3,12}")
_OBJECT: Final = re.compile(
    r"\s+(?:the |an? |my |our )?(?:(?:army|fleet|unit|bridge|a|f)\b|\d{1,3}\b|(?P<name>[^\W_]{3,}))",
    re.I,
)
_TERMINALS: Final = frozenset(
    {"HOLD", "MOVE", "ATTACK", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "BUILD", "CONVERT"}
    | {"DEMOLISH", "PAY", "RECEIVE", "GIVE"}
)
_SHORT: Final = ("pay",)
"""Verbs too short for the grammars to be read with a slip in them."""

_WORDS: Final = frozenset(
    {"guild", "remote", "removal", "convey", "sand", "mend", "gift", "hived"}
)
"""Words near to a verb that people write in talk."""

_MOST: Final = 12
"""Words of a line that are looked at."""


@dataclass(frozen=True, slots=True)
class VerbSlip:
    """A word that can only be a misspelt verb.

    Args:
        written: the word as it stands; meant: the verb.
        mended: the line with the verb in its place.
        at: where it stands; 0 if it opens the line.
    """

    written: str
    meant: str
    mended: str
    at: int


def slipped_verb(board: Board, grammar: Grammar, text: str) -> VerbSlip | None:
    """Return the first misspelt verb of a folded line behind which its object stands."""
    for match in islice(_WORD.finditer(text), _MOST):
        word, behind = match.group(), text[match.end() :]
        meant = _meant(grammar, word.casefold())
        if meant and not _is_name(board, word) and _has_object(board, behind):
            mended = f"{text[: match.start()]}{meant}{behind}"
            return VerbSlip(word, meant, mended, match.start())
    return None


@lru_cache(maxsize=4096)
def _meant(grammar: Grammar, word: str) -> str:
    """Return the verb that a word is one slip away from; "" if it is a word, or near to several."""
    if word in PLAIN_WORDS or word in _WORDS or word in grammar.vocabulary:
        return ""
    verbs = {
        grammar.vocabulary[known]: known
        for known in sorted(grammar.vocabulary, key=lambda text: (-len(text), text))
        if grammar.vocabulary[known] in _TERMINALS and _is_near(known, word)
    }
    short = [
        known for known in _SHORT if grammar.named & {"PAY", "GIVE"} and _is_near(known, word)
    ]
    # A letter less in so short a word is another word: `pa`, `ay`.
    if short and len(word) >= len(short[0]) and sorted({*word}) == sorted({*short[0]}):
        return short[0]
    return verbs.popitem()[1] if len(verbs) == 1 and len(word) >= _SAFE else ""


_SAFE: Final = 4
"""Letters that a word must have to be near to a verb of the grammar."""


def _is_near(known: str, word: str) -> bool:
    return abs(len(known) - len(word)) <= 1 and OSA.distance(known, word, score_cutoff=1) == 1


def _is_name(board: Board, word: str) -> bool:
    words = split_words(word)
    return bool(places_of(board, words) or powers_of(board, word.casefold()))


def _has_object(board: Board, behind: str) -> bool:
    match = _OBJECT.match(behind)
    if match is None:
        return False
    name = match.group("name")
    return name is None or _is_name(board, name)


def grammar_for(context: Context) -> Grammar:
    """Return the grammar that the game names."""
    return load_grammar(context.ruleset.grammar)


class StuckLine(LineFault):
    """A line that does not parse; why is worked out only if somebody wants to know."""

    def __init__(self, text: str, stuck: Stuck) -> None:
        super().__init__(Verdict.UNREADABLE, line_words.unreadable(text))
        self.stuck = stuck


def read_bare(
    context: Context, folded: str, bare: Bare
) -> tuple[tuple[Order, ...], tuple[str, ...]]:
    """Return the orders of a line and the remarks passed over in it.

    Args:
        context: the position.
        folded: the line in plain signs; bare: what is left of it without its decoration.

    Raises:
        StuckLine: it does not parse. LineFault: something else is wrong with it, or words beside
            the orders turn them into others.
    """
    text = bare.text
    if bare.question:
        raise LineFault(Verdict.UNREADABLE, line_words.question(text))
    if (known := _for_others(context, folded)) is not None:
        raise LineFault(Verdict.IMPOSSIBLE, known)
    parsed = parse_line(context.board, grammar_for(context), text, unknown=False)
    if isinstance(parsed, Stuck):
        raise StuckLine(text, parsed)
    if bare.minus and context.kind is PhaseKind.ADJUSTMENT and _is_lone_unit(parsed):
        raise LineFault(Verdict.AMBIGUOUS, line_words.minus_sign(folded))
    if bare.power is not None and bare.power != context.power:
        problem = place_words.not_for_you(context.board, bare.power, context.power, folded)
        raise LineFault(Verdict.IMPOSSIBLE, problem)
    if is_unbalanced(text) and _holds_condition(parsed):
        raise LineFault(Verdict.UNREADABLE, unfinished_words.unbalanced(text))
    binder = Binder(context)
    try:
        orders = build_orders(binder, parsed.tree)
    except LineFault as fault:
        if _drops_part(parsed, fault):
            raise LineFault(fault.verdict, gift_words.each_by_itself()) from fault
        # What was passed over as a remark may be the very thing that cannot be read.
        if not parsed.remarks or fault.verdict is not Verdict.UNREADABLE:
            raise
        raise StuckLine(text, Stuck(len(text), frozenset())) from fault
    if (waiting := _side_by_side(parsed, text)) is not None:
        raise LineFault(Verdict.AMBIGUOUS, order_words.no_verb(waiting), (orders,))
    try:
        check_passed_over(
            context,
            bare,
            parsed,
            orders,
            partial(_says_again, context, orders),
            partial(_changed_to, context, bare.whole or text, orders),
        )
    except SecondOrder as fault:
        # `Build A CoS, F Cov`: it was passed over for a name that names nothing.
        raise _doubtful_name(context, text) or fault from None
    return orders, (*parsed.remarks, *binder.remarks)


def _drops_part(parsed: ParsedLine, fault: LineFault) -> bool:
    """Tell whether the gift that a question offers leaves out others of its line, or a condition."""
    gifts = any(isinstance(order, Give) for choice in fault.choices for order in choice)
    several = len([*subtrees(parsed.tree)]) > 1
    return gifts and (several or _holds_condition(parsed))


def _side_by_side(parsed: ParsedLine, text: str) -> str | None:
    """Return a unit that nothing joins to the one behind it whose verb it would share.

    `A Boh and A Mun hold` has both hold; in `A Boh A Mun H` a letter may be missing between them.
    """
    items = [*subtrees(parsed.tree)]
    for item, after in pairwise(items):
        if kind_of(item) != "bare" or kind_of(after) not in SHARED:
            continue
        last, first = [*all_words(item)][-1], next(all_words(after))
        if _JOINED.search(text, last.span[1], first.span[0]) is None:
            return str(place_word(next(subtrees(item))))
    return None


_JOINED = re.compile(r"[,;&+/|\\\n]|\b(?:and|n|plus|as well as)\b", re.I)
"""What joins units that share a verb."""


def _says_again(context: Context, orders: tuple[Order, ...], aside: str) -> bool:
    """Tell whether a remark only says the orders of its line in other words: `[A PAR - BUR]`."""
    parsed = parse_line(context.board, grammar_for(context), aside, unknown=False)
    if isinstance(parsed, Stuck) or parsed.remarks:
        return False
    try:
        again = build_orders(Binder(context), parsed.tree)
    except LineFault:
        return False
    return bool(again) and all(order in orders for order in again)


def _changed_to(
    context: Context, text: str, orders: tuple[Order, ...], doubt: Doubtful
) -> tuple[Order, ...]:
    """Return what a line orders behind words of a change of mind: `A Mun - Bur - no wait, hold`.

    Of a line's one unit its verb, or where to, may be all that follows.
    """
    if (gift := _other_amount(text[doubt.end :], orders, doubt)) is not None:
        return (gift,)
    rest = _WHO.sub("", text[doubt.end :].strip(" ,;:.-!/"))
    if not takes_back(text, doubt) or not rest or len(rest) > _LONGEST_DENIAL:
        return ()
    alone = orders[0].unit if len(orders) == 1 and isinstance(orders[0], UnitOrder) else None
    tries = (rest,) if alone is None else (rest, f"{alone} {rest}", f"{alone} - {rest}")
    for line in tries:
        try:
            changed, _ = read_bare(context, line, Bare(line))
        except LineFault:
            continue
        return changed if changed != orders else ()
    return ()


def _other_amount(rest: str, orders: tuple[Order, ...], doubt: Doubtful) -> Give | None:
    """Return the gift of another amount: `Give England 2 points, no 3`."""
    match = _AMOUNT.fullmatch(rest)
    if match is None or doubt.kind not in {Doubt.CHANGE, Doubt.DENIAL} or len(orders) != 1:
        return None
    gift = orders[0]
    if not isinstance(gift, Give) or gift.amount == int(match[1]):
        return None
    return replace(gift, amount=int(match[1]))


_AMOUNT = re.compile(r"[\s,;:!.-]*(?:[^\W\d]+[\s,]+){0,2}(\d{1,3})(?:\s[^\W\d]+)?[\s.!]*")
"""A number behind words that take another back: `no 3`, `no wait, make it 3 points`."""

_WHO = re.compile(r"(?:i(?:'ll| will| shall)?|we(?:'ll| will| shall)?|ich|it|he|she|they) ", re.I)
"""Who does it, in `kidding! I hold`."""


def denied_orders(context: Context, text: str) -> LineFault | None:
    """Return the question about a line that would be an order but for words that deny it; else None.

    Args:
        context: the position.
        text: the whole folded line, which could not be read as it stands.
    """
    plain, doubt = without_denials(text)
    if doubt is None or len(text) > _LONGEST_DENIAL:
        return None
    try:
        orders = _orders_of(context, plain)
    except LineFault as fault:
        if fault.choices:
            return fault
        orders = _orders_before(context, text, doubt)
    if not orders:
        return None
    question = doubted(context, text, doubt, orders, _changed_to(context, text, orders, doubt))
    if any(isinstance(order, Conditional) for order in orders):
        # Its condition may be what is denied.
        return LineFault(Verdict.UNREADABLE, question.problem)
    return question


def _orders_before(context: Context, text: str, doubt: Doubtful) -> tuple[Order, ...]:
    """Return what a line orders before words of a change of mind, if it is an order by itself."""
    if not takes_back(text, doubt):
        return ()
    try:
        return _orders_of(context, text[: doubt.start].rstrip(" ,;:.-"))
    except LineFault:
        return ()


def _orders_of(context: Context, text: str) -> tuple[Order, ...]:
    """Return what a folded line orders; LineFault if nothing."""
    return read_bare(context, text, undecorate(context.board, text, context.kind))[0]


_LONGEST_DENIAL = 400
"""Characters of a line that is read once more without the words that deny it."""


def _for_others(context: Context, folded: str) -> Problem | None:
    """Return what is wrong with a line in which another power pays or gives."""
    if has_gifts(context):
        return others_gift(context.board, context.power, folded)
    return others_payment(context.board, context.power, folded) if _has_payments(context) else None


def _has_payments(context: Context) -> bool:
    return "PAY" in grammar_for(context).named


def _holds_condition(parsed: ParsedLine) -> bool:
    return any(kind_of(tree).startswith(("if_", "unless_")) for tree in subtrees(parsed.tree))


def _is_lone_unit(parsed: ParsedLine) -> bool:
    return [kind_of(node) for node in subtrees(parsed.tree)] == ["bare"]


def why_stuck(context: Context, text: str, stuck: Stuck) -> LineFault:
    """Return the best complaint about a line that does not parse."""
    if has_look_alikes(text):
        problem = line_words.look_alike(text, look_alikes(text))
        return LineFault(Verdict.UNREADABLE, problem)
    if (slip := slipped_verb(context.board, grammar_for(context), text)) is not None:
        return _why_slipped(context, slip)
    if is_condition(text) or (has_gifts(context) and hangs_gift(text)):
        return _why_condition_stuck(context, text, stuck)
    for known in (
        open_choice(text, _conditions_known(context)),
        orders_for_all(text),
        wrong_amount(text),
        _unfinished(context, text),
    ):
        if known is not None:
            return LineFault(Verdict.UNREADABLE, known)
    fault = _doubtful_name(context, text)
    problem = line_words.unreadable(text, text[stuck.at :].strip())
    return fault or LineFault(Verdict.UNREADABLE, problem)


def _conditions_known(context: Context) -> str:
    """Return what a condition may say, where one decides the orders of a line."""
    if context.kind is not PhaseKind.ADJUSTMENT:
        return ""
    return unfinished_words.condition_known(gifts=has_gifts(context))


def _why_slipped(context: Context, slip: VerbSlip) -> LineFault:
    """Return the complaint about a line with a misspelt verb: that, or what else is wrong with it."""
    try:
        read_bare(context, slip.mended, Bare(slip.mended))
    except StuckLine as stuck:
        fault = why_stuck(context, slip.mended, stuck.stuck)
    except LineFault as other:
        fault = other
    else:
        problem = line_words.misspelt_verb(slip.written, slip.meant)
        return LineFault(Verdict.UNREADABLE, problem)
    behind = line_words.behind_slip(fault.problem, slip.written, slip.meant)
    return LineFault(fault.verdict, behind)


def _unfinished(context: Context, text: str) -> Problem | None:
    """Return what a payment or a bridge lacks, in games that have them."""
    board = context.board
    if has_gifts(context):
        return gift_fault(board, text)
    if not _has_payments(context):
        return None
    return payment_fault(board, text) or conversion_fault(text) or bridge_fault(board, text)


def _why_condition_stuck(context: Context, text: str, stuck: Stuck) -> LineFault:
    """Return what is wrong with a conditional order: a part is missing, or a name names nothing."""
    gifts = has_gifts(context)
    if (known := condition_fault(text, gifts=gifts)) is not None:
        return LineFault(Verdict.UNREADABLE, known)
    fault = _doubtful_name(context, text)
    problem = unfinished_words.condition_unread(text, text[stuck.at :].strip(), gifts=gifts)
    return fault or LineFault(Verdict.UNREADABLE, problem)


def _doubtful_name(context: Context, text: str) -> LineFault | None:
    """Read once more with unknown words as names: the first of them is what is wrong."""
    parsed = parse_line(context.board, grammar_for(context), text, unknown=True)
    if isinstance(parsed, ParsedLine):
        try:
            build_orders(Binder(replace(context)), parsed.tree)
        except LineFault as fault:
            return fault
    return None
