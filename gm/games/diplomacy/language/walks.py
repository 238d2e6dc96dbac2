"""Reads where the GM sends the Irish and Psychiatrist units instead of the hat (Irish 13)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gm.contract.language import Problem, Verdict
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.binding.gone_names import ways
from gm.games.diplomacy.language.grammar.decoration import undecorate
from gm.games.diplomacy.language.grammar.parsing import ParsedLine, parse_line
from gm.games.diplomacy.language.grammar.places import Binder
from gm.games.diplomacy.readings import Context, LineFault, LineReading, Reading
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.orders import Walk
from gm.games.diplomacy.wording.complaints import place_words, walk_words
from gm.interpret.folding import fold
from gm.interpret.grammars import GrammarWord, Node, kind_of, load_grammar, subtrees, words
from gm.interpret.numbers import number_of
from gm.time_limit import check_time

GM = PowerId("GM")
"""The seat under which walks are given."""

_SPECIAL = r"(?:irish(?:m[ae]n)?(?!\s*sea)|psychiatri(?:st|c)s?|psychos?|psychs?|psys?|shrinks?)"
_WALK = re.compile(
    rf"\W*(?:\d{{1,2}}[.):]\s*)?(?:(?:gm|walks?|orders?)\b\W*)?(?:(?:move|send|walk)\s+)?(?:the\s+)?({_SPECIAL})(?![^\W\d_])",
    re.I,
)
_GLUED = re.compile(rf"\b({_SPECIAL})\.?\s*#?(\d{{1,2}})\b", re.I)
_NUMBERED = re.compile(rf"\W*(?:(?:move|send|walk)\s+)?(?:the\s+)?(?:{_SPECIAL})(.*)", re.I)
_SENDS = re.compile(r"^(?:send|walk)\s+", re.I)
_IRISH = re.compile(r"irish", re.I)
_UNIT = re.compile(r"\.?\s*(?:units?\b|#?\d|\(?\s*\d|one\b|two\b)", re.I)


def read_walks(lines: Sequence[str], context: Context) -> Reading:
    """Return what the lines order special units to do; other lines are left out.

    Args:
        lines: the text that counts, quotes and signatures removed.
        context: the position; its power is the seat of the GM.
    """
    readings: list[LineReading] = []
    for number, text in enumerate(lines, 1):
        check_time()
        plain = fold(text[:500])
        if _WALK.match(plain):
            readings.append(_read(number, text, plain, context))
    return Reading(tuple(readings), kind=context.kind)


def only_the_gm(text: str) -> Problem | None:
    """Return what is told to a player who orders a special unit; None if the line does not."""
    match = _NUMBERED.match(text) if _WALK.match(text) else None
    if match is None or (_IRISH.search(text[:12]) and not _UNIT.match(match.group(1))):
        return None  # `Irish - NAO` is a slip with the Irish Sea
    return walk_words.only_the_gm()


def _read(number: int, text: str, plain: str, context: Context) -> LineReading:
    bare = undecorate(context.board, plain, context.kind).text
    bare = _GLUED.sub(r"\1 \2", _SENDS.sub("Move ", bare))
    parsed = parse_line(context.board, load_grammar("diplomacy/walks"), bare, unknown=False)
    if not isinstance(parsed, ParsedLine):
        parsed = parse_line(context.board, load_grammar("diplomacy/walks"), bare, unknown=True)
    if not isinstance(parsed, ParsedLine):
        problem = walk_words.unread(bare)
        return LineReading(number, text, Verdict.UNREADABLE, (), problem)
    binder = Binder(context)
    try:
        orders = tuple(_walk(binder, node) for node in subtrees(parsed.tree))
    except LineFault as fault:
        return LineReading(number, text, fault.verdict, (), fault.problem)
    remarks = (*parsed.remarks, *binder.remarks)
    return LineReading(number, text, Verdict.ACCEPTED, orders, None, remarks)


def _walk(binder: Binder, node: Node) -> Walk:
    special = _which(binder, node)
    if kind_of(node) != "walk":
        problem = walk_words.where_to(special, stays=kind_of(node) == "stay")
        raise LineFault(Verdict.UNREADABLE, problem)
    goal = next(word for word in words(node) if word.type == "PLACE")
    return _possible(binder, Walk(special, binder.province(goal)))


def _possible(binder: Binder, order: Walk) -> Walk:
    """Return the walk, with the one half that makes it possible for a split province (Irish 9)."""
    context = binder.context
    checked = [
        (walk, halves, context.ruleset.check(context.state, SeatId(GM), [walk])[0].refused)
        for walk, halves in ways(order, context.board)
        if isinstance(walk, Walk)
    ]
    legal = [(walk, halves) for walk, halves, reason in checked if reason is None]
    if len(legal) == 1:
        allowed, named = legal[0]
        binder.remarks += [place_words.half_understood(binder.board, *pair) for pair in named]
        return allowed
    if legal:
        halves = [named[0][1] for _, named in legal]
        problem = place_words.which_half(binder.board, [(order.to, halves)])
        raise LineFault(Verdict.AMBIGUOUS, problem)
    reason = next(reason for _, _, reason in checked if reason is not None)
    raise LineFault(Verdict.IMPOSSIBLE, walk_words.refused(context, order, reason))


def _which(binder: Binder, node: Node) -> str:
    """Return the special unit that is named by its kind, its number and where it stands.

    Raises:
        LineFault: there is none such, or more than one.
    """
    tree = next(branch for branch in subtrees(node) if kind_of(branch) == "special")
    kind = "IRISH" if any(word.type == "IRISH" for word in words(tree)) else "PSYCHIATRIST"
    number = next((number_of(word) for word in words(tree) if word.type == "NUMBER"), None)
    places = binder.context.state.part(WanderersPart).places
    alike = [place for place in places if place.startswith(f"{kind} ")]
    fitting = [text for text in alike if number is None or text == f"{kind} {number}"]
    named = _named_place(binder, node)
    if not fitting:
        raise LineFault(Verdict.IMPOSSIBLE, walk_words.no_such(kind, number, alike))
    there = [
        text for text in fitting if named is None or places[text] in binder.board.meant(named)
    ]
    if not there:
        problem = walk_words.elsewhere(binder.board, fitting, places, named)
        raise LineFault(Verdict.IMPOSSIBLE, problem)
    if len(there) > 1:
        raise LineFault(Verdict.AMBIGUOUS, walk_words.several(binder.board, there, places))
    return there[0]


def _named_place(binder: Binder, node: Node) -> ProvinceId | None:
    return next((binder.province(word) for word in _from_words(node)), None)


def _from_words(node: Node) -> Iterator[GrammarWord]:
    for tree in subtrees(node):
        if kind_of(tree) == "from":
            yield from (word for word in words(tree) if word.type == "PLACE")
