"""Finds what a line orders anew or offers: `Scratch that, A Spa holds`, `Option 1: A Par - Pic`, `or Bur`."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.binding.names import places_of
from gm.games.diplomacy.language.judging import judge
from gm.games.diplomacy.language.lines import orders_in_talk, read_line
from gm.games.diplomacy.language.talk.amounts import paid_otherwise
from gm.games.diplomacy.language.talk.doubts import behind_change
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.orders import Build, Give, Move, Pay, Receive, UnitOrder, replaces
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.interpret.folding import fold
from gm.interpret.options import WrittenOption
from gm.interpret.reservations import Kind, Saying, saying_of, turn_at, without_lead, without_tail
from gm.interpret.tongues import Words, words_of

# Finds what a line orders anew that opens by taking something back: `Scratch that, A Spa holds`.
#
# The order above to the same unit, or of the same list, is then neither kept nor replaced: which of
# the two is meant is asked.

_KINDS = {"army": UnitKind.ARMY, "fleet": UnitKind.FLEET}


@dataclass(frozen=True, slots=True)
class Anew:
    """What a line orders in the place of others.

    Args:
        places: of the orders above that it speaks of.
        orders: what is ordered instead; () if that cannot be read.
    """

    places: tuple[int, ...]
    orders: tuple[Order, ...]


def ordered_anew(line: LineReading, above: Sequence[LineReading], context: Context) -> Anew | None:
    """Return which orders above a line it gives anew; None if it does not.

    Args:
        line: it gives nothing itself. above: what gives orders. context: the position.
    """
    if not above:
        return None
    exchanged = _exchanged(line.text, above, context)
    if exchanged is not None:
        return exchanged
    rest = behind_change(line.text)
    anew = None if rest is None else _behind(rest, line, above, context)
    return anew or _at_the_end(line, above, context)


def went_over_to(text: str, context: Context) -> tuple[Order, ...]:
    """Return the order that a line comes to at its end: `A Vie - Tri is no good, so A Vie - Gal`; mostly none."""
    if len(text) > _LONGEST:
        return ()
    matches = [*_WORD.finditer(text)]
    written = tuple(fold(match.group()).casefold() for match in matches)
    for at in range(1, len(matches) - 1):
        if turn_at("if", written, at - 1) > at - 1:
            return ()  # `If A Par holds then A Mar - Spa`
        end = turn_at("so_then", written, at)
        if end > at and end < len(matches):
            orders = _read(text[matches[end].start() :].rstrip(" .!"), context)
            if orders:
                return orders
    return ()


_WORD = re.compile(r"[^\W_]+")


_EXCHANGED = re.compile(
    r"(?:(?:please|pls|bitte|le do thoil) )?(?:"
    r"(?:change|replace|swap|switch) (?P<en>.{3,60}?) (?:to|with|by|for|into)"
    r"|(?:ersetze|ändere|aendere|tausche) (?P<de>.{3,60}?) (?:durch|zu|in|gegen)"
    r"|(?:athraigh|malartaigh) (?P<ga>.{3,60}?) (?:go|le|chuig)) (?P<new>.{3,60})",
    re.I,
)
"""An order, and another one in its place: `Change A Par - Bur to A Par - Pic`."""


def _exchanged(text: str, above: Sequence[LineReading], context: Context) -> Anew | None:
    """Return what a line puts in the place of an order that it writes out."""
    match = _EXCHANGED.fullmatch(text.strip(" .!")) if len(text) < _LONGEST else None
    if match is None:
        return None
    old = _read(match["en"] or match["de"] or match["ga"], context)
    new = _read(match["new"], context)
    places = _that(above, lambda order: order in old)
    return Anew(places, new) if places and new else None


_LONGEST = 150
"""Characters of the longest line that writes out two orders."""


def _behind(
    rest: str, line: LineReading, above: Sequence[LineReading], context: Context
) -> Anew | None:
    """Return what the rest of a line orders anew, behind the words that take something back."""
    tries = (rest, without_tail(rest), _behind_meant(rest))
    orders = next(filter(None, (_read(each, context) for each in tries if each)), ())
    if orders:
        return _instead_of(orders, above, context)
    failed = line.problem is not None or _is_attempt(rest, context)
    units = _units(rest, above, failed=failed, context=context)
    if len(units) != 1:
        return None
    (unit,) = units
    places = _that(above, lambda order: isinstance(order, UnitOrder) and order.unit == unit)
    new_orders = next(filter(None, (_read(each, context) for each in tries_of(rest, unit))), ())
    return Anew(places, new_orders) if new_orders or failed else None


def _behind_meant(text: str) -> str:
    """Return what stands behind words that say what was meant: `I meant A Par - Pic`; else ""."""
    end = turn_at("should", words_of(fold(text)), 0)
    rest = text.split(maxsplit=end)
    return rest[end] if 0 < end < len(rest) else ""


def _at_the_end(line: LineReading, above: Sequence[LineReading], context: Context) -> Anew | None:
    """Return what talk orders anew at its end: `They can't both go there. A Mar holds`."""
    in_talk = None if line.problem is None else orders_in_talk(line.text, context)
    return None if in_talk is None else _instead_of(in_talk[1], above, context)


def _instead_of(
    orders: Sequence[Order], above: Sequence[LineReading], context: Context
) -> Anew | None:
    keys = {replaces(order, context.kind) for order in orders}
    places = _that(above, lambda order: replaces(order, context.kind) in keys)
    return Anew(places, tuple(orders)) if places else None


def _is_attempt(text: str, context: Context) -> bool:
    """Tell whether words were meant as an order, though none can be read: `No, A Mar - Xyzzy`."""
    return read_line(1, text, context, strict=False).verdict is not Verdict.CHATTER


def _read(text: str, context: Context) -> tuple[Order, ...]:
    read = read_line(1, text, context, strict=True)
    return read.orders if read.verdict is Verdict.ACCEPTED and not read.retreats else ()


def _that(above: Sequence[LineReading], speaks: Callable[[Order], bool]) -> tuple[int, ...]:
    return tuple(at for at, line in enumerate(above) if any(map(speaks, line.orders)))


def _units(
    rest: str, above: Sequence[LineReading], *, failed: bool, context: Context
) -> tuple[UnitRef, ...]:
    """Return the units ordered above that words may speak of: by place, by kind, or the only one."""
    units = tuple(
        dict.fromkeys(
            order.unit for line in above for order in line.orders if isinstance(order, UnitOrder)
        )
    )
    words = words_of(fold(rest))
    if failed:
        named = tuple(unit for unit in units if _names(words[:_MOST_WORDS], unit, context))
        if named:
            return named
    kind = next((_KINDS[name] for name, _ in _kind_words(words)), None)
    if kind is not None:
        return tuple(unit for unit in units if unit.kind is kind)
    return units if len(above) == 1 and not failed else ()


_MOST_WORDS = 4
"""Words at the head of what is ordered anew among which its unit is named."""


def _names(words: Words, unit: UnitRef, context: Context) -> bool:
    runs = (words[at : at + n] for at in range(len(words)) for n in (1, 2, 3))
    return any(
        unit.at.province in places_of(context.board, run) for run in runs if len("".join(run)) > 2
    )


def _kind_words(words: Words) -> Iterator[tuple[str, int]]:
    """Yield the word of a unit's kind that words begin with, and where it ends."""
    for at in range(min(2, len(words))):
        for name in _KINDS:
            end = turn_at(name, words, at)
            if end > at:
                yield name, end


def tries_of(rest: str, unit: UnitRef) -> Iterator[str]:
    """Yield what an order without its unit, or with `the fleet` for it, may be with it."""
    words = rest.split()
    tail = next((words[end:] for _, end in _kind_words(words_of(fold(rest)))), words)
    yield f"{unit} {' '.join(tail)}"
    for at in range(1, min(len(tail), _MOST_WORDS)):
        yield f"{unit} {' '.join(tail[at:])}"


# Reads a line that offers a choice with its orders: `Option 1: A Par - Pic`, `or A Par - Bur`, `or Bur`.
#
# An `or` with a place, another deed, a payee or an amount alone says the order right above it otherwise.


def choice_in(
    line: LineReading, saying: Saying, above: Order | None, context: Context
) -> tuple[WrittenOption, LineReading] | None:
    """Return what a line with a choice and its orders is: `Option 1: A Par - Pic`, `or A Par - Bur`.

    Args:
        line, saying: it and what it says. above: the order that `or Bur` goes on from, if any.
        context: the position.
    """
    if not saying.words or (line.verdict is Verdict.CHATTER and above is None):
        return None
    text = line.text.strip().strip("()[] ")
    head, sign, rest = text.partition(":")
    kinds = saying_of(head).kinds if sign else frozenset()
    if not kinds & CHOICE_KINDS:
        text = without_lead(text)
        head, _, rest = text.partition(" ")
        kinds, sign = saying_of(head).kinds, ""
    if not rest or not kinds & CHOICE_KINDS:
        return None
    tries = [rest] if line.verdict is not Verdict.CHATTER else []
    if Kind.OR in kinds:
        tries += _otherwise(rest, above)
    read = next(_accepted(line.number, tries, context), None)
    if read is None and Kind.OR in kinds and isinstance(above, Pay | Receive | Give):
        paid = paid_otherwise(rest, above, context)
        if paid is not None:
            read = judge(LineReading(line.number, rest, Verdict.ACCEPTED, (paid,)), context)
    if read is None or not read.orders:
        return None
    option = WrittenOption(
        orders=True, opens=Kind.CHOICE in kinds, parts=Kind.OR in kinds, alone=not sign
    )
    return option, replace(read, text=line.text)


def _accepted(number: int, tries: Iterable[str], context: Context) -> Iterator[LineReading]:
    """Yield what of some texts is an order."""
    read = (read_line(number, text, context, strict=True) for text in tries)
    return (line for line in read if line.verdict is Verdict.ACCEPTED and line.orders)


def _otherwise(rest: str, above: Order | None) -> Iterator[str]:
    """Yield what `or Bur`, or `or 1` behind half 2 of a province, may be as a whole order."""
    if isinstance(above, Build):
        yield from (f"Build {words}" for words in _whole_and_first(rest))
    if not isinstance(above, UnitOrder):
        return
    if rest.isdecimal() and isinstance(above, Move):
        rest = f"- {above.to.province.rstrip(string.digits)}{rest}"
    for words in _whole_and_first(rest):
        yield from tries_of(words, above.unit)


def _whole_and_first(rest: str) -> tuple[str, ...]:
    """Return what is offered, and its first clause: talk may follow."""
    return tuple(dict.fromkeys((rest, CLAUSE_END.split(rest)[0])))


CLAUSE_END = re.compile(r"[,.;!?]")
"""Where what is offered may end and talk begin."""

CHOICE_KINDS = frozenset({Kind.CHOICE, Kind.OR})
"""What a line says that offers a choice."""
