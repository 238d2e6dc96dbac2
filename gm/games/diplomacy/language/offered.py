"""Reads a line that offers a choice with its orders: `Option 1: A Par - Pic`, `or A Par - Bur`, `or Bur`.

An `or` with a place, another deed, a payee or an amount alone says the order right above it otherwise.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import replace

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.amounts import paid_otherwise
from gm.games.diplomacy.language.anew import tries_of
from gm.games.diplomacy.language.judging import judge
from gm.games.diplomacy.language.lines import read_line
from gm.games.diplomacy.language.values import Context, LineReading
from gm.games.diplomacy.rules.orders import Build, Give, Move, Pay, Receive, UnitOrder
from gm.interpret.options import Option
from gm.interpret.reservations import Kind, Saying, saying_of, without_lead


def choice_in(
    line: LineReading, saying: Saying, above: Order | None, context: Context
) -> tuple[Option, LineReading] | None:
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
    option = Option(
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
