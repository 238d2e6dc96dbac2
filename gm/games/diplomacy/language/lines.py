"""Reads one line: folds it, has it read, and asks the rules about the orders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from gm.contract.language import Problem, Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.ahead import is_for_later
from gm.games.diplomacy.language.attempts import looks_like_orders, names_unit_first
from gm.games.diplomacy.language.bare_lines import (
    StuckLine,
    denied_orders,
    grammar_for,
    read_bare,
    slipped_verb,
    why_stuck,
)
from gm.games.diplomacy.language.binding.names import bound_of, lexicon_of, places_of, split_words
from gm.games.diplomacy.language.first_pieces import with_home
from gm.games.diplomacy.language.for_all import all_but, held_together, several_of
from gm.games.diplomacy.language.grammar.decoration import Bare, undecorate
from gm.games.diplomacy.language.grammar.gifts import has_gifts
from gm.games.diplomacy.language.grammar.parsing import ParsedLine, parse_line
from gm.games.diplomacy.language.judging import judge
from gm.games.diplomacy.language.talk.doubts import doubts_in, with_forbidding_words
from gm.games.diplomacy.language.talk.spoken_of import spoken_of
from gm.games.diplomacy.language.talk.withdrawals import lists_withdrawn, one_withdrawn
from gm.games.diplomacy.language.unfinished import tells_of_gift
from gm.games.diplomacy.language.walks import only_the_gm
from gm.games.diplomacy.readings import Context, LineFault, LineReading
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.rules.board_split import place_name, place_named
from gm.games.diplomacy.rules.orders import Hold, UnitOrder
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.variants.form_lines import plain, untouched
from gm.games.diplomacy.wording.complaints import doubt_words, line_words
from gm.interpret.faces import face_in
from gm.interpret.folding import afterthought, fold, squeeze, thumb_behind, without_afterthought
from gm.interpret.grammars import Node, kind_of, subtrees, words
from gm.interpret.parts import parts_of, tails
from gm.interpret.talk_words import begins, has, turns
from gm.interpret.tongues import Words, words_of

# Lines of the reply form: a player copies them from a mail and writes over the underscores.

_BLANK = re.compile(r"_{2,}")
_UNIT = re.compile(r"(?:[AF] \S+(?: R)?)?", re.IGNORECASE)


def filled_in(text: str) -> str | None:
    """Return a line without the blanks of the form; None if nothing was filled in.

    Other lines come back as they are. What a player writes beside the blanks counts.
    """
    if _BLANK.search(text) is None:
        return text
    rest = " ".join(_BLANK.sub(" ", text).split())
    nothing = _UNIT.fullmatch(rest) is not None or plain(rest) in untouched()
    return None if nothing else rest


# Puts what a line says of two names at once into the words of two: `both Dublins`, `KkW/Wat bridge`.

_BOTH = re.compile(
    r"\bboth (?:(?:the|of|halves|parts|half|of the) ){0,3}(?P<name>[^\W\d_]{3,30}+)", re.I
)
_BRIDGE = re.compile(
    r"(?<![^\W_])(?P<one>[^\W_]{2,30}+) ?/ ?(?P<other>[^\W_]{2,30}+)(?= (?:bridge|brg)\b)", re.I
)
_PAIR = 2


def spelt_out(board: Board, text: str) -> str:
    """Return a folded line with two names for what means both provinces of one.

    Args:
        board: the board in force; of a split province both halves are meant.
        text: the line.
    """
    if "oth " in text:
        text = _BOTH.sub(lambda match: _named_both(board, match), text)
    if "/" in text:
        text = _BRIDGE.sub(lambda match: _linked(board, match), text)
    return text


def _named_both(board: Board, match: re.Match[str]) -> str:
    places = _two_of(board, match["name"])
    return " and ".join(place_name(board, province) for province in places) or match.group()


def _two_of(board: Board, name: str) -> tuple[ProvinceId, ...]:
    """Return the two provinces that a name, or its plural, carries; none if it has one or more."""
    for word in (name, name.removesuffix("s")):
        places = places_of(board, split_words(word))
        halves = [half for place in places for half in board.gone.get(place, (place,))]
        if len(halves) == _PAIR:
            return tuple(halves)
    return ()


def _linked(board: Board, match: re.Match[str]) -> str:
    """Return `KkW-Wat` for `KkW/Wat` before the word bridge, where both are names."""
    one, other = match["one"], match["other"]
    named = all(places_of(board, split_words(name)) for name in (one, other))
    return f"{one}-{other}" if named else match.group()


# Sentences that tell what somebody said or did before: talk, whatever order stands in them.

_LONGEST: Final = 400
"""Characters of a line that are looked at."""

_MOST_WORDS: Final = 3
"""Words of the longest name of whoever is told of."""


def tells_of_before(board: Board, plain: str, *, strictly: bool = False) -> bool:
    """Tell whether a folded line tells what somebody said or did: `I promised Ulster 5 points`.

    Whatever stands in it is reported, and is no order of now.

    Args:
        board: whose powers may be told of. plain: the line.
        strictly: only by words that are no orders in any form; `I moved A Par - Bur` is an order.
    """
    words, known = words_of(plain[:_LONGEST]), turns()
    if begins(words, "told"):
        return True
    rest = _behind_teller(board, words)
    had = rest[:1] in known["having"]
    while rest and rest[:1] in known["having"]:
        rest = rest[1:]
    if had and has(rest, "participle"):
        return True
    return rest[:1] in known["past"] or (not strictly and rest[:1] in known["done"])


def _behind_teller(board: Board, words: Words) -> Words:
    """Return the words behind the one of whom a sentence tells; none if it begins otherwise."""
    powers = lexicon_of(board).powers
    for count in range(min(_MOST_WORDS, len(words) - 1), 0, -1):
        head = words[:count]
        if head in turns()["teller"] or squeeze("".join(head)) in powers:
            return words[count:]
    return ()


MOST_BRACKETS = 150
"""Opening brackets of a line that is read; two for each unit of the largest power."""

LONGEST = 2000
"""Characters of the longest line that is read; a whole season of a large power takes half."""

_LOOKED_AT = 500
"""Characters of a longer line that tell whether orders were meant."""


def read_line(number: int, text: str, context: Context, *, strict: bool) -> LineReading:
    """Return what one line orders, or what is wrong with it.

    Args:
        number: of the line, counted from 1.
        text: as written.
        context: the position.
        strict: a line that is no order at all is a problem too, and not talk.
    """
    if lists := _withdrawn(text, context):
        ahead = _takes_winter_orders(context) and context.kind is not PhaseKind.ADJUSTMENT
        ahead = ahead or context.ahead is not None
        return LineReading(number, text, Verdict.ACCEPTED, ahead=ahead, withdraws=lists)
    context = _position_ordered(text, context)
    read = _read_line(number, text, context, strict=strict)
    return read if context.ahead is None else replace(read, ahead=True)


def _position_ordered(text: str, context: Context) -> Context:
    later = context.later
    return later if later is not None and orders_later(text, context) else context


def is_order(text: str, context: Context) -> bool:
    """Tell whether a line is read and allowed; why it is not takes long to find out, and is not."""
    if _withdrawn(text, context):
        return True
    context = _position_ordered(text, context)
    if _is_endless(text):
        return False
    folded, bare = _plain(filled_in(text) or text, context)
    if several_of(bare.text) is not None:
        return False
    try:
        orders, remarks = read_bare(context, folded, bare)
    except LineFault:
        return False
    read = LineReading(0, text, Verdict.ACCEPTED, orders, None, remarks)
    return judge(read, context).verdict is Verdict.ACCEPTED


def _withdrawn(text: str, context: Context) -> tuple[str, ...]:
    """Return the lists that a line takes back, where orders of such lists are taken."""
    gifts = has_gifts(context)
    if len(text) >= _SHORT or not _takes_lists(context):
        return ()
    lists = lists_withdrawn(fold(text), gifts=gifts)
    return lists if _takes_winter_orders(context) else tuple({*lists} & {GIFT})


def _takes_lists(context: Context) -> bool:
    """Tell whether orders that form lists are taken: those of a winter, and gifts with any moves."""
    moves = context.kind is PhaseKind.MOVEMENT
    return _takes_winter_orders(context) or (moves and has_gifts(context))


GIFT = "gift"
"""The list of gifts, which come with moves and winter orders alike (Irish 15)."""


def _takes_winter_orders(context: Context) -> bool:
    return context.kind is PhaseKind.ADJUSTMENT or context.later is not None


_SHORT = 100
"""Characters that a line which takes lists back has at most."""


def orders_later(text: str, context: Context) -> bool:
    """Tell whether a line orders a later phase for which orders are taken already."""
    filled = None if _is_endless(text) else filled_in(text)
    if context.later is None or filled is None:
        return False
    return is_for_later(context, _trees(context, without_afterthought(fold(filled))))


def is_condition_alone(text: str, context: Context) -> bool:
    """Tell whether a line is a condition and nothing else, as it opens a block of a mail judge."""
    if _is_endless(text):
        return False
    tree = _trees(context, f"{fold(text).rstrip(' .,:;')} then waive")
    if [kind_of(node) for node in tree] != ["if_before"]:
        return False
    branches = [node for node in subtrees(tree[0]) if kind_of(node) == "branch"]
    return [[kind_of(item) for item in subtrees(branch)] for branch in branches] == [["waive"]]


def _read_line(number: int, text: str, context: Context, *, strict: bool) -> LineReading:
    if _is_endless(text):
        meant = strict or looks_like_orders(context.board, fold(text[:_LOOKED_AT]))
        problem = line_words.too_long() if meant else None
        return LineReading(number, text, _talk_or(Verdict.UNREADABLE, meant), (), problem)
    filled = filled_in(text)
    if filled is None and not strict:
        return LineReading(number, text, Verdict.CHATTER, known=True)
    folded, bare = _plain(text if filled is None else filled, context)
    several = several_of(bare.text) if _may_hold(context) else None
    if several is not None:
        return held_together(number, text, context, several)
    try:
        orders, remarks = read_bare(context, folded, bare)
    except LineFault as fault:
        return _faulty(number, text, context, bare, fault, strict=strict)
    if tells_of_before(context.board, bare.text, strictly=True):
        problem = line_words.told_of_before() if strict else None
        return LineReading(number, text, _talk_or(Verdict.UNREADABLE, strict), (), problem)
    if face := face_in(text):
        remarks = (*remarks, line_words.taken_as_remark(face))
    return judge(LineReading(number, text, Verdict.ACCEPTED, orders, None, remarks), context)


def _may_hold(context: Context) -> bool:
    return context.kind is PhaseKind.MOVEMENT and context.ahead is None


def _plain(text: str, context: Context) -> tuple[str, Bare]:
    """Return a line in plain signs, and what is left of it without its decoration."""
    whole = fold(with_forbidding_words(_with_thumb(context.board, text)))
    folded = spelt_out(context.board, without_afterthought(whole))
    bare = replace(undecorate(context.board, folded, context.kind), whole=whole)
    if remark := afterthought(whole):
        bare = replace(bare, notes=(*bare.notes, remark))
    if context.kind is PhaseKind.SETUP:
        chosen = with_home(context, bare.text)
        # Every word around the piece is known then, so that none of them can be a doubt.
        bare = bare if chosen == bare.text else replace(bare, text=chosen, whole="")
    return folded, bare


def _with_thumb(board: Board, text: str) -> str:
    """Return a line with the word that a thumb at its end means, `(n)`, unless that is its province's coast."""
    thumb = thumb_behind(text)
    if thumb is None:
        return text
    head, said = thumb
    places = places_of(board, split_words(fold(head))[-1:])
    return text if any(place_named(board, place).coasts for place in places) else said


def _is_endless(text: str) -> bool:
    """Tell whether a line is too long, or too deep in brackets, to be read at all."""
    return len(text) > LONGEST or text.count("(") > MOST_BRACKETS


def read_parts(
    number: int, text: str, context: Context, *, strict: bool
) -> tuple[LineReading, ...]:
    """Return what one line orders; of several orders a bad one costs only itself.

    A line that cannot be read or carried out as a whole is taken apart. Its parts count if each
    is a complete order by itself, good or bad, and no unit is spoken of in two of them.
    """
    if held := _held_but(number, text, context):
        return held
    whole = read_line(number, text, context, strict=strict)
    if GIFT in whole.withdraws and whole.ahead and context.ahead is None:
        return whole, replace(whole, ahead=False, withdraws=(GIFT,))
    if whole.verdict in {Verdict.ACCEPTED, Verdict.CHATTER} or _is_endless(text):
        return (whole,)
    bare = undecorate(context.board, without_afterthought(fold(text)), context.kind)
    if bare.power not in {None, context.power} or doubts_in(fold(text)):
        return (whole,)
    parts = _apart(number, bare.text, context) or _with_notes(number, text, bare, context)
    if parts and whole.choices and all(line.verdict is Verdict.ACCEPTED for line in parts):
        # `Waive, A Ber`: only together do they leave something to ask.
        together = tuple(order for line in parts for order in line.orders)
        return (replace(whole, choices=(*whole.choices, together)),)
    return parts or (whole,)


def _held_but(number: int, text: str, context: Context) -> tuple[LineReading, ...]:
    """Return the readings of a line that has units hold with an exception; () if it is none.

    `All hold except A Par - Bur` orders Paris, and `All hold but Brest` leaves Brest its order.
    """
    said = all_but(fold(text)) if _may_hold(context) and len(text) < _SHORT else None
    if said is None:
        return ()
    units = [unit.ref for unit in context.state.units_of(context.power)]
    read = read_line(number, said.rest, context, strict=True)
    if read.verdict is Verdict.ACCEPTED and all(isinstance(o, UnitOrder) for o in read.orders):
        spared = tuple(order.unit for order in read.orders if isinstance(order, UnitOrder))
        ordered: tuple[LineReading, ...] = (replace(read, text=text),)
    else:
        lines = [LineReading(0, str(unit), Verdict.ACCEPTED, (Hold(unit),)) for unit in units]
        named = words_of(fold(said.rest))
        places = spoken_of(named, lines, context) if len(named) <= _NAMING else None
        spared, ordered = tuple(units[at] for at in places or ()), ()
    if not spared:
        return ()
    return *ordered, held_together(number, text, context, said.who, spared)


_NAMING = 4
"""Words that may name the units which are left out, and say no more of them."""


def _with_notes(number: int, text: str, bare: Bare, context: Context) -> tuple[LineReading, ...]:
    """Return the readings of a line and of the orders that stand as notes behind it.

    `A Par - Bur // A Mar - Spa` is two orders, where nothing has to be guessed in either. What
    stands between `/*` and `*/` was taken out by who wrote it.
    """
    if not bare.notes or "/*" in text:
        return ()
    parts = [bare.text, *(part for note in bare.notes for part in _NOTES.split(note))]
    read = [read_line(number, part, context, strict=False) for part in parts]
    sure = all(
        line.verdict is Verdict.ACCEPTED and line.orders and not line.remarks for line in read
    )
    return tuple(read) if sure and _order_different_units(context, read) else ()


_NOTES = re.compile(r"\s*+(?://|#)\s*+")


def _apart(number: int, text: str, context: Context) -> tuple[LineReading, ...]:
    """Return the readings of a line's parts; none if it does not come apart."""
    parts = parts_of(text)
    if len(parts) == 1:
        return ()
    read: list[LineReading] = []
    for part in parts:
        reading = read_line(number, part, context, strict=True)
        if reading.verdict is Verdict.ACCEPTED or _is_complete(context, part):
            if reading.verdict is not Verdict.ACCEPTED and _may_be_shortened(text, part):
                return ()
            read.append(reading)
        elif inner := _apart(number, part, context):
            read += inner
        else:
            return ()
    if not _order_different_units(context, read) or not any(line.orders for line in read):
        return ()
    return tuple(read)


def _order_different_units(context: Context, read: Sequence[LineReading]) -> bool:
    subjects = [subject for line in read for subject in _subjects(context, line.text)]
    return len(set(subjects)) == len(subjects)


def _may_be_shortened(text: str, part: str) -> bool:
    """Tell whether a part ends in a full stop that may only shorten a verb: `F Nth transp. A Lon`."""
    behind = text[text.find(part) + len(part) :].lstrip()
    return behind.startswith(".") and not {".", "-", ">"} & {*part}


_LEANING = {"bare", "supported_by", "mutual_pair", "group", "header"}
"""Items that need the words before or behind them."""


def _is_complete(context: Context, part: str) -> bool:
    """Tell whether a part would be an order but for a name in it or the rules."""
    trees = _trees(context, part)
    return bool(trees) and all(kind_of(tree) not in _LEANING for tree in trees)


def _trees(context: Context, part: str) -> list[Node]:
    bare = undecorate(context.board, fold(part), context.kind)
    grammar = grammar_for(context)
    for unknown in (False, True) if names_unit_first(context.board, bare.text) else (False,):
        parsed = parse_line(context.board, grammar, bare.text, unknown=unknown)
        if isinstance(parsed, ParsedLine):
            return list(subtrees(parsed.tree))
    return []


def has_form_of_orders(text: str, context: Context) -> bool:
    """Tell whether a line reads as orders, whatever may be wrong with what it names or asks for."""
    if context.kind is PhaseKind.SETUP or _is_endless(text):
        return context.kind is PhaseKind.SETUP
    held = _may_hold(context) and all_but(fold(text)) is not None
    return bool(held or _withdrawn(text, context) or _trees(context, text))


def _subjects(context: Context, part: str) -> list[str]:
    """Return the provinces whose units a part orders, or the words that should name them."""
    return [
        "/".join(bound.places) or bound.text.casefold()
        for tree in _trees(context, part)
        for unit in islice((node for node in subtrees(tree) if kind_of(node) == "unit"), 1)
        for word in words(unit)
        if word.type == "PLACE" and (bound := bound_of(word)) is not None
    ]


def subject_of(text: str, context: Context) -> ProvinceId | None:
    """Return the province of the unit that a line orders first, whatever else it says; None if none."""
    for part in (text, *parts_of(fold(text))):
        for tree in _trees(context, part):
            unit = next((node for node in subtrees(tree) if kind_of(node) == "unit"), None)
            places = () if unit is None else words(unit)
            bounds = (bound_of(word) for word in places if word.type == "PLACE")
            bound = next(filter(None, bounds), None)
            if bound is not None and len(bound.places) == 1:
                return bound.places[0]
    return None


def _talk_or(verdict: Verdict, strict: bool) -> Verdict:
    return verdict if strict else Verdict.CHATTER


def _faulty(
    number: int, text: str, context: Context, bare: Bare, fault: LineFault, *, strict: bool
) -> LineReading:
    """A line that gave no orders is talk unless it looks like an attempt at one."""
    known = one_withdrawn(bare.text, gifts=has_gifts(context)) if _takes_lists(context) else None
    if known is not None:
        return LineReading(number, text, Verdict.UNREADABLE, (), known)
    if has_gifts(context) and (walk := only_the_gm(bare.text)) is not None:
        return LineReading(number, text, Verdict.IMPOSSIBLE, (), walk)
    if not strict and tells_of_before(context.board, bare.text):
        return LineReading(number, text, Verdict.CHATTER)
    denied = fault if fault.choices else denied_orders(context, fold(with_forbidding_words(text)))
    if denied is not None:
        choices = tuple(choice for choice in denied.choices if _is_allowed(choice, context))
        return LineReading(number, text, denied.verdict, (), denied.problem, choices=choices)
    if not bare.text and (note := _order_taken_out(context, bare)) is not None:
        return LineReading(number, text, Verdict.UNREADABLE, (), note)
    if not strict and not _is_attempt(context, bare.text):
        hidden = _order_in_talk(text, context)
        verdict = Verdict.CHATTER if hidden is None else Verdict.UNREADABLE
        return LineReading(number, text, verdict, (), hidden)
    if isinstance(fault, StuckLine):
        if (hidden := _order_in_talk(text, context)) is not None:
            return LineReading(number, text, Verdict.UNREADABLE, (), hidden)
        fault = why_stuck(context, bare.text, fault.stuck)
    return LineReading(number, text, fault.verdict, (), fault.problem)


def _order_taken_out(context: Context, bare: Bare) -> Problem | None:
    """Return what is wrong with a line that is nothing but a note, and an order: `// A Par - Bur`."""
    meant = (note for note in bare.notes if looks_like_orders(context.board, note))
    return next(map(doubt_words.order_in_note, meant), None)


def _is_allowed(orders: tuple[Order, ...], context: Context) -> bool:
    """Tell whether orders could be carried out, so that they can be offered as an answer."""
    read = judge(LineReading(0, "", Verdict.ACCEPTED, orders), context)
    return read.verdict is Verdict.ACCEPTED


def _is_attempt(context: Context, text: str) -> bool:
    """Tell whether a line that gave no orders was meant as one; a lost promise costs points."""
    if looks_like_orders(context.board, text):
        return True
    if has_gifts(context) and tells_of_gift(context.board, text):
        return True
    slip = slipped_verb(context.board, grammar_for(context), text)
    return slip is not None and slip.at == 0


def _order_in_talk(text: str, context: Context) -> Problem | None:
    """Return the question about a line that begins as talk and ends in a whole order.

    It is not taken, for people quote orders in their talk; nor is it passed over, for `Hi! Pay 5
    to Munster.` was hardly written for fun.
    """
    in_talk = orders_in_talk(text, context)
    return None if in_talk is None else line_words.order_in_talk(in_talk[0])


def orders_in_talk(text: str, context: Context) -> tuple[str, tuple[Order, ...]] | None:
    """Return the end of a line of talk that is a whole order, and what it orders; None if none is."""
    for tail in tails(text):
        if looks_like_orders(context.board, fold(text.removesuffix(tail))):
            return None
        folded = without_afterthought(fold(tail))
        bare = undecorate(context.board, folded, context.kind)
        if not looks_like_orders(context.board, bare.text):
            continue
        try:
            orders, _ = read_bare(context, folded, bare)
        except LineFault:
            continue
        if orders:
            return bare.text, orders
    return None
