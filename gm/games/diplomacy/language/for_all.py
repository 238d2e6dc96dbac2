"""Reads a line that has several units hold without naming them: `Hold all`, `Both hold`, `The rest holds`.

Which units are meant hangs on the other lines of the mail, so the line is settled when all are read.
What could be meant in two ways is asked about: `Hold all` beside another order may mean the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.readings import Context, LineReading, Several
from gm.games.diplomacy.rules.orders import Hold, UnitOrder
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.wording.complaints import order_words
from gm.interpret.folding import fold
from gm.interpret.reservations import has_turn
from gm.interpret.tongues import words_of
from gm.interpret.vocabulary import Turn, turn_at, turn_of

ReadWhole = Callable[[int, str, Context], LineReading]
"""Reads one line against a position."""

_SAID = {
    Several.ALL: "all|everything|everyone|everybody|units|pieces|all units|all pieces|every unit"
    "|each unit|all of them|all of units|all orders|whole lot|lot",
    Several.BOTH: "both|both units|both of them|both pieces",
    Several.ARMIES: "armies|all armies|every army|each army|both armies",
    Several.FLEETS: "fleets|all fleets|every fleet|each fleet|both fleets",
    Several.REST: "rest|others|all others|other units|all other units|everything else|all else"
    "|everyone else|everybody else|rest of them|rest of units|remaining units|all rest",
}
_STAYING = frozenset({"hold", "holds", "holding", "h", "hld", "stand", "stands", "stay", "stays"})
"""First words with which a line has units hold; `wait` and `rest` are words of talk."""

_LONGEST = 60
"""Characters of the longest such line."""

_NOTHING = frozenset(
    {"please", "pls", "my", "our", "their", "the", "just", "should", "will", "shall", "now"}
)
_MORE = frozenset({"to", "let", "simply", "also", "then", "and", "still", "again", "this", "turn"})


def several_of(text: str) -> Several | None:
    """Return which units a folded line has hold; None if it is no such line."""
    if len(text) > _LONGEST:
        return None
    words = [word for word in turn_of(text) if word not in _NOTHING | _MORE]
    verb = turn_at(_HOLD, words, 0)
    if verb and verb[0] in _STAYING and (said := _said().get(tuple(words[len(verb) :]))):
        return said
    for count in range(1, len(words)):
        verb = turn_at(_HOLD, words, count)
        if verb and verb[0] in _STAYING and count + len(verb) == len(words):
            return _said().get(tuple(words[:count]))
    return None


_HOLD = frozenset({"HOLD"})


@lru_cache(maxsize=1)
def _said() -> dict[Turn, Several]:
    return {turn_of(word): who for who, said in _SAID.items() for word in said.split("|")}


_EXCEPT = (
    r"(?:except|excepting|but|bar|save|apart from|other than|excluding|with the exception of"
    r"|außer|ausser|unless|bis auf|bis to|mit ausnahme von|ach amháin|ach|seachas)"
)
"""Words that except; `unless` and `bis to` are what German words become where a line is put into English."""
_ALL_BUT = re.compile(
    rf"(?P<head>.{{4,60}}?)[,;]?+ {_EXCEPT}(?: for| that)?[:,]?+ (?P<rest>.{{2,80}})", re.I
)
_BUT_INSIDE = re.compile(
    rf"(?P<all>[^,;:.]{{3,20}}?) {_EXCEPT}(?: for)? (?P<rest>[^,:;.]{{2,40}}?) "
    r"(?P<verb>holds?|stays?|stands?)(?: put| still)?(?:[:;,.-]+ ?(?P<order>.+))?",
    re.I,
)


@dataclass(frozen=True, slots=True)
class AllBut:
    """Who holds by a line, and what it says of the others: an order, or only a name."""

    who: Several
    rest: str


def all_but(text: str) -> AllBut | None:
    """Return what a folded line says that has units hold with an exception; None if it is no such line."""
    text = text.rstrip(" .!")
    if (inside := _BUT_INSIDE.fullmatch(text)) and (
        who := several_of(f"{inside['all']} {inside['verb']}")
    ):
        return AllBut(who, inside["order"] or inside["rest"])
    match = _ALL_BUT.fullmatch(text)
    who = several_of(match["head"]) if match is not None else None
    return AllBut(who, match["rest"]) if match is not None and who is not None else None


def held_together(
    number: int, text: str, context: Context, who: Several, spared: tuple[UnitRef, ...] = ()
) -> LineReading:
    """Return the reading of such a line by itself: a question, until the others are read."""
    line = LineReading(number, text, Verdict.AMBIGUOUS, several=who, spared=spared)
    return _asked(line, context, ())


def settle(
    lines: Sequence[LineReading], context: Context, read: ReadWhole
) -> tuple[LineReading, ...]:
    """Return the lines of a mail, those for several units with the orders that they come to.

    Args:
        lines: all that was found in it; context: the position; read: reads a line as orders.
    """
    if not any(line_reading.several for line_reading in lines):
        return tuple(lines)
    settled = [*lines]
    for at, line in enumerate(lines):
        if line.several is None or context.kind is not PhaseKind.MOVEMENT:
            continue
        before = next((n for n in range(at - 1, -1, -1) if not _is_talk(settled[n])), None)
        pair = (
            _pair_before(settled, before, context, read) if line.several is Several.BOTH else None
        )
        if pair is not None and before is not None:
            units, head = pair
            settled[before] = head
            settled[at] = _holding(line, units)
        else:
            others = [line for n, line in enumerate(settled) if n != at and _is_of_moves(line)]
            settled[at] = _settled(line, others, context)
    return tuple(settled)


def _is_of_moves(line: LineReading) -> bool:
    """Tell whether a line is for the moves, and not for what comes after them."""
    return not (line.ahead or line.retreats)


def _is_talk(line: LineReading) -> bool:
    return line.verdict is Verdict.CHATTER


def _pair_before(
    lines: Sequence[LineReading], before: int | None, context: Context, read: ReadWhole
) -> tuple[tuple[UnitRef, ...], LineReading] | None:
    """Return the two units that the line before names and gives no order, and that line as a heading."""
    if before is None or lines[before].orders:
        return None
    head = lines[before]
    whole = f"{fold(head.text).rstrip(' .:,;')} hold"
    held = read(head.number, whole, context)
    units = tuple(hold.unit for hold in held.orders if isinstance(hold, Hold))
    if len(units) != _PAIR or len(held.orders) != _PAIR or held.remarks:
        return None
    return units, LineReading(head.number, head.text, Verdict.CHATTER, known=True)


_PAIR = 2


def _settled(line: LineReading, others: Sequence[LineReading], context: Context) -> LineReading:
    """Return such a line with its orders if nothing else in the mail leaves them open."""
    ordered = {unit for line_reading in others for unit in _units(line_reading.orders)}
    if standing := _standing(line, ordered, context):
        return _asked_of_standing(line, standing, ordered, context)
    troubled = any(line_reading.problem is not None for line_reading in others)
    meant = _meant(line, context)
    alone = not ordered & {*meant}
    if line.several is Several.REST:
        sure = bool(ordered) and not troubled
        units = tuple(unit for unit in meant if unit not in ordered)
        return _holding(line, units) if sure and units else _asked(line, context, ordered)
    if line.several is Several.BOTH and len(meant) != _PAIR:
        return replace(line, problem=order_words.which_two(), choices=())
    if alone and not troubled and meant:
        return _holding(line, meant)
    return _asked(line, context, ordered)


def _standing(
    line: LineReading, ordered: Iterable[UnitRef], context: Context
) -> tuple[UnitOrder, ...]:
    """Return the orders that stood and that `The rest stays` may leave; none where it says that units hold."""
    if line.several not in _OF_ORDERS or has_turn("holds", words_of(fold(line.text[:_LONGEST]))):
        return ()
    left = {*_meant(line, context)} - {*ordered}
    stood = (order for earlier in context.stood for order in earlier.orders)
    orders = (order for order in stood if isinstance(order, UnitOrder) and order.unit in left)
    kept = tuple(dict.fromkeys(orders))
    return kept if any(not isinstance(order, Hold) for order in kept) else ()


_OF_ORDERS = frozenset({Several.ALL, Several.REST})
"""Who may be orders as well as units: everything, the rest."""


def _asked_of_standing(
    line: LineReading,
    standing: tuple[UnitOrder, ...],
    ordered: Iterable[UnitRef],
    context: Context,
) -> LineReading:
    """Return such a line as a question: what stood stays as it was, or its units hold."""
    units = [unit for unit in _meant(line, context) if unit not in {*ordered}]
    holds = tuple(Hold(unit) for unit in units)
    choices: tuple[tuple[Order, ...], ...] = (standing, holds)
    return replace(line, problem=order_words.stays_or_holds(), choices=choices)


def _meant(line: LineReading, context: Context) -> tuple[UnitRef, ...]:
    kinds = {Several.ARMIES: (UnitKind.ARMY,), Several.FLEETS: (UnitKind.FLEET,)}
    wanted = kinds.get(line.several or Several.ALL, tuple(UnitKind))
    return tuple(
        unit.ref
        for unit in context.state.units_of(context.power)
        if unit.kind in wanted and unit.ref not in line.spared
    )


def _holding(line: LineReading, units: Iterable[UnitRef]) -> LineReading:
    holds = tuple(Hold(unit) for unit in units)
    return replace(line, verdict=Verdict.ACCEPTED, orders=holds, problem=None, choices=())


def _asked(line: LineReading, context: Context, ordered: Iterable[UnitRef]) -> LineReading:
    """Return such a line as a question: the units without another order hold, or all do."""
    meant = _meant(line, context)
    rest = tuple(Hold(unit) for unit in meant if unit not in {*ordered})
    every = tuple(Hold(unit) for unit in meant)
    choices = tuple(dict.fromkeys(pair for pair in (rest, every) if pair))
    return replace(line, problem=order_words.which_hold(), choices=choices)


def _units(orders: Iterable[Order]) -> Iterator[UnitRef]:
    return (order.unit for order in orders if isinstance(order, UnitOrder))
