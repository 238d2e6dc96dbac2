"""Lines that a mail program has torn: wrapped ones are put together, and what it took for a quotation is asked about (6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gm.contract.language import Desk, LineRead, Problem, SeatRead, Verdict
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.freedom.language.lines import order_lines, tables_of
from gm.games.freedom.refusals import goes_on_below, mode_missing, rest_eaten
from gm.games.freedom.rules.by_mail import AskedSiege, possible
from gm.games.freedom.rules.orders import Attack, Play, Raid, Regroup, SiegeOrder, Slow
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import Tables
from gm.interpret.keyword_lines import LONGEST_LINE

_GOES_ON: Final = re.compile(r"(?:->|>|,)\s{0,9}$")
"""How a line ends that goes on below."""

_BEGINS_BELOW: Final = re.compile(
    r"\s{0,9}(?:->|,|\d-\d\b|x ?\d{1,2}\b|(?:until|bis|go dti|ap|event|ereignis|to|nach|auf|then|dann|else|sonst"
    r"|discard|wirf)\b)",
    re.I,
)
"""How a line begins that may go on with the one above."""

_BARE: Final = re.compile(r"\s{0,9}-{0,2}>?\s{0,9}$")
"""What stands behind the last word of a line that has lost its rest."""

_LAST_SPACE: Final = re.compile(r"(?:^|\s)([A-Za-z0-9-]{3,10})$")
_MOST_OFFERED: Final = 6


def put_together(tables: Tables, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines of a mail in which one that goes on below is one line; the others are left empty.

    That is so only where all of them together are an order, and the last alone is none.
    """
    whole, reader = [_VERB.sub(r"\1 ", line) for line in lines], order_lines(tables)
    for at in range(len(lines) - 1):
        if not whole[at].strip() or not _may_go_on(whole[at], whole[at + 1]):
            continue
        for end in range(at + 2, min(at + _MOST_TORN, len(lines)) + 1):
            together = " ".join(line.strip() for line in whole[at:end])
            if len(together) > LONGEST_LINE or not _may_go_on(whole[end - 2], whole[end - 1]):
                break
            goes_on = end < len(lines) and _may_go_on(whole[end - 1], whole[end])
            alone = reader.read(whole[end - 1].strip()).made is not None
            if not alone and not goes_on and reader.read(together).made is not None:
                whole[at:end] = [together, *("" for _ in range(end - at - 1))]
                break
    return tuple(whole)


_VERB: Final = re.compile(
    r"^(\W{0,5}(?:openings?|plays?|claims?|moves?|slow|attacks?|supports?|cannons?|regroups?|raids?|repairs?|trains?|prep"
    r"|place|damage|choose|er(?:ö|oe|o)ffnung|oscailt))\s{0,3}:",
    re.I,
)
"""A verb with a colon behind it, which says nothing."""

_MOST_TORN: Final = 8
"""So many lines one is torn into."""


def _may_go_on(here: str, below: str) -> bool:
    """Tell whether a line may go on in the one below it."""
    if not below.strip():
        return False
    return (
        _GOES_ON.search(here.rstrip()[-9:]) is not None or _BEGINS_BELOW.match(below) is not None
    )


def torn_asked(desk: Desk[SiegeState], read: SeatRead) -> SeatRead:
    """Return what a mail says for a seat, asked about lines that have lost where they go: `ATTACK 4-4 >`."""
    read = _taken_up(desk, read)
    below = {line.number - 1: line for line in read.lines}
    lines = (_asked(desk, read.seat, line) for line in read.lines)
    return replace(
        read, lines=tuple(_asked_on(desk, each, below.get(each.number)) for each in lines)
    )


def _taken_up(desk: Desk[SiegeState], read: SeatRead) -> SeatRead:
    """Return a mail in which a torn line is asked about without it, as if nothing were yet: its rest can be offered."""
    torn = [line for line in read.lines if line.reserves and _is_torn(desk, read.seat, line)]
    if not torn:
        return read
    reader = order_lines(tables_of(desk.at.rules))
    lines = list[LineRead]()
    for line in read.lines:
        made = reader.read(line.text).made if line.waits else None
        if line in torn:
            left = LineRead(line.number, line.text, Verdict.UNREADABLE, problem=line.problem)
            lines.append(left)
        elif made is not None:
            lines.append(LineRead(line.number, line.text, Verdict.ACCEPTED, (made,)))
        elif line.waits:
            return read
        else:
            lines.append(line)
    return replace(read, lines=tuple(lines))


def _is_torn(desk: Desk[SiegeState], seat: SeatId, line: LineRead) -> bool:
    return _begun(desk, line) is not None or bool(_modes(desk, seat, line))


def _asked_on(desk: Desk[SiegeState], line: LineRead, below: LineRead | None) -> LineRead:
    """Return a line that ends in a comma; what stands below it may be its rest, which was not read."""
    if not line.orders or below is None or below.orders or not line.text.rstrip().endswith(","):
        return line
    spaces = tables_of(desk.at.rules).spaces
    if not any(word.strip(".,;").upper() in spaces for word in below.text.split()):
        return line
    problem = Problem(goes_on_below(), line.text.strip())
    choices = (line.orders,)
    return replace(line, verdict=Verdict.AMBIGUOUS, orders=(), problem=problem, choices=choices)


def _asked(desk: Desk[SiegeState], seat: SeatId, line: LineRead) -> LineRead:
    if line.verdict is not Verdict.UNREADABLE or line.orders or line.choices:
        return line
    played = _modes(desk, seat, line)
    if played:
        problem = Problem(mode_missing(), line.text.strip())
        modes = tuple((order,) for order in played)
        return replace(line, verdict=Verdict.AMBIGUOUS, problem=problem, choices=modes)
    begun = _begun(desk, line)
    if begun is None:
        return line
    offered = [*_offered(desk, seat, begun)]
    likely = [order for order in offered if _is_likely(desk, seat, order)] or offered
    if not 0 < len(likely) <= _MOST_OFFERED:
        return replace(line, problem=Problem(rest_eaten(), line.text.strip()))
    choices = tuple((order,) for order in likely)
    problem = Problem(rest_eaten(), line.text.strip())
    return replace(line, verdict=Verdict.AMBIGUOUS, problem=problem, choices=choices)


def _modes(desk: Desk[SiegeState], seat: SeatId, line: LineRead) -> tuple[Play, ...]:
    """Return as what a card can be played, of a line that names it and no more; () of another."""
    reader, said = order_lines(tables_of(desk.at.rules)), line.text.strip(" \t.,!")
    made = (reader.read(f"{said} {mode}").made for mode in ("AP", "EVENT"))
    plays = [order for order in made if isinstance(order, Play)]
    return tuple(order for order in plays if _is_legal(desk, seat, order))


def _begun(desk: Desk[SiegeState], line: LineRead) -> str | None:
    """Return a line up to its last space, if it lacks one behind that and nothing else; None of another."""
    begun, tables = _BARE.sub("", line.text.strip()[-200:]), tables_of(desk.at.rules)
    last, reader = _LAST_SPACE.search(begun), order_lines(tables)
    if last is None or last[1].upper() not in tables.spaces or reader.read(begun).made is not None:
        return None
    return begun if reader.read(f"{begun} -> {tables.forts[0]}").made is not None else None


def _offered(desk: Desk[SiegeState], seat: SeatId, begun: str) -> Iterator[SiegeOrder]:
    """Yield what a line would order with each space beside its last behind it, if that can be at all."""
    tables, source = tables_of(desk.at.rules), begun.split()[-1].upper()
    for target in tables.canonical(tables.neighbours[source]):
        order = order_lines(tables).read(f"{begun} -> {target}").made
        # Those go farther than to the spaces beside.
        if not isinstance(order, SiegeOrder) or isinstance(order, Raid | Regroup):
            continue
        if _is_legal(desk, seat, order):
            yield order


def _is_legal(desk: Desk[SiegeState], seat: SeatId, order: Order) -> bool:
    """Tell whether the rules take a line by its text; that it stands below no card says nothing of it."""
    (check,) = AskedSiege(tables_of(desk.at.rules)).check(desk.at.state, seat, [order])
    return check.refused is None


def _is_likely(desk: Desk[SiegeState], seat: SeatId, order: SiegeOrder) -> bool:
    """Tell whether a line could be carried out now."""
    if not isinstance(order, Attack | Slow):
        return True
    return possible(tables_of(desk.at.rules), desk.at.state, seat, order)
