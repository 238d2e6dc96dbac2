"""Plays of a mail as wholes: what a line that is not taken takes with it, and where in the queue a play comes (6)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from gm.contract.language import (
    Desk,
    LineRead,
    Problem,
    SeatRead,
    Verdict,
    seat_read,
)
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.freedom.language.lines import order_line, order_lines, tables_of
from gm.games.freedom.refusals import (
    below_refused,
    partly_read,
    queue_replaced,
    queued_behind,
    rest_eaten,
    same_replaced,
    several_meant,
)
from gm.games.freedom.rules.by_mail import QUEUE, SetAway
from gm.games.freedom.rules.orders import Head, Play, PolicyLine, Regroup, SiegeOrder, head_of
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.waiting import queue_joined

_SETS: Final = re.compile(r"\W{0,9}(?:set|fire|feuer|setze|socraigh|scaoil)\b", re.I)
"""How a line of a policy begins."""


def whole_plays(desk: Desk[SiegeState], read: SeatRead) -> SeatRead:
    """Return what a mail says for a seat without the plays in which a line was not taken, and what follows them.

    Where the whole mail waits for an answer already, it is as it was read.
    """
    if any(line.reserves or line.waits for line in read.lines):
        return read
    first = _first_broken(read.lines)
    if first is None:
        return read
    rest = read.lines[first:]
    lines = [*read.lines[:first], *(_asked_whole(desk, read.seat, rest) or map(_dropped, rest))]
    stage = desk.at.rules.stage(desk.at.state)
    left = seat_read(read.seat, lines, lambda order, _: desk.at.rules.filed(order, stage))
    return replace(left, press=read.press, commands=read.commands, slips=read.slips)


def with_queue_told(desk: Desk[SiegeState], read: SeatRead) -> SeatRead:
    """Return what a mail says for a seat; heads of plays say where in the queue they have come."""
    stage = desk.at.rules.stage(desk.at.state)
    standing = [
        (order, -1)
        for order in dict(desk.standing).get(read.seat, ())
        if desk.at.rules.filed(order, stage) == QUEUE
    ]
    new = [
        (each, line.number)
        for line in read.lines
        for each in line.orders
        if desk.at.rules.filed(each, stage) == QUEUE
    ]
    cleared = any(command.word == _CLEARS for command in read.commands)
    if cleared or not standing or not new:
        return read
    remarks = _queue_remarks(desk, read.seat, standing, new)
    lines = tuple(
        replace(line, remarks=(*line.remarks, remarks[line.number]))
        if line.number in remarks
        else line
        for line in read.lines
    )
    return replace(read, lines=lines)


_CLEARS: Final = "CLEAR"
"""The command that takes back what waits."""

_Numbered: TypeAlias = tuple[Order, int]
"""An order with the number of its line; -1 of one that waits already."""


def _queue_remarks(
    desk: Desk[SiegeState], seat: SeatId, standing: Sequence[_Numbered], new: Sequence[_Numbered]
) -> Mapping[int, str]:
    """Return remarks by the numbers of lines: what took a place, and what waits behind others."""
    queue = queue_joined(seat, standing, new, _order_of)
    whole = desk.at.rules.joined(desk.at.state, seat, standing, new, _order_of)
    if len(whole) == len(new) and queue.kept:
        return {new[0][1]: queue_replaced()}
    remarks = {block.lines[0][1]: same_replaced() for block in queue.again}
    behind = [block.lines[0][1] for block in queue.all if block.lines[0][1] >= 0]
    first = next((number for number in behind if number not in remarks), None)
    if first is not None and queue.kept:
        remarks[first] = queued_behind()
    return remarks


def _order_of(numbered: _Numbered) -> Order:
    return numbered[0]


def _first_broken(lines: Sequence[LineRead]) -> int | None:
    """Return where the first play begins in which a line was not taken; None if all are whole.

    A line of a policy that was not taken affects nothing else (6).
    """
    start = 0
    for place, line in enumerate(lines):
        if any(_begins_play(order) for order in line.orders) or _is_broken_head(line):
            start = place
        if line.problem is not None and not line.orders and not _SETS.match(line.text):
            return start
    return None


def _begins_play(order: Order) -> bool:
    head = head_of(order) if isinstance(order, SiegeOrder) else None
    return head is not None and not (head is Head.REGROUP and isinstance(order, Regroup))


def _is_broken_head(line: LineRead) -> bool:
    """Tell whether a line would begin a play if it could be read: it drops none above it."""
    return line.problem is not None and not line.orders and _HEADS.match(line.text) is not None


_HEADS: Final = re.compile(
    r"\W{0,9}(?:(?:if|when|wenn|falls|m[aá])\b[^,]{0,80}?(?:\b(?:then|dann|ansin)\b|,)\s{0,9})?"
    r"(?:plays?|claims?|openings?|pass|stop|spiele?n?|karte|beanspruche?n?|er(?:ö|oe|o)ffnung|passe|halt"
    r"|imir|[eé]iligh|oscailt|pas|stad)\b",
    re.I,
)
"""How a line begins that begins a play."""


def _asked_whole(
    desk: Desk[SiegeState], seat: SeatId, rest: Sequence[LineRead]
) -> tuple[LineRead, ...]:
    """Return lines of which one is doubtful, asked about with all of them; () if that cannot be asked.

    Each answer is the plays as a whole, so that none is played without the line.
    """
    doubtful = [line for line in rest if line.problem is not None and line.choices]
    if len(doubtful) != 1 or _SETS.match(doubtful[0].text):
        return ()
    (asked,) = doubtful
    meant = {line.number: _meant(desk, line) for line in rest}
    if any(line is not asked and meant[line.number] is None for line in rest):
        return ()
    choices = [
        tuple(
            order
            for line in rest
            for order in (choice if line is asked else meant[line.number] or ())
        )
        for choice in asked.choices
    ]
    sound = [choice for choice in choices if _is_sound(desk, seat, choice)]
    held = [choice for choice in sound if _is_held(desk, seat, choice)]
    if not sound:
        return ()
    question = replace(asked, choices=tuple(held or sound), reserves=True)
    return tuple(
        question if line is asked else _waiting(line) if meant[line.number] else line
        for line in rest
    )


def _meant(desk: Desk[SiegeState], line: LineRead) -> tuple[Order, ...] | None:
    """Return what a line of a play orders, if only the play could be read; None if that is not known."""
    if any(isinstance(order, PolicyLine | SetAway) for order in line.orders):
        return ()
    if line.problem is None or line.orders:
        return line.orders
    made = order_lines(tables_of(desk.at.rules)).read(line.text).made
    return (made,) if made is not None else None


def _is_sound(desk: Desk[SiegeState], seat: SeatId, orders: Sequence[Order]) -> bool:
    checks = desk.at.rules.check(desk.at.state, seat, orders)
    return all(check.refused is None for check in checks)


def _is_held(desk: Desk[SiegeState], seat: SeatId, orders: Sequence[Order]) -> bool:
    """Tell whether the cards that lines play are in the hand of their writer."""
    hand = desk.at.state.hand[seat]
    return all(order.card in hand for order in orders if isinstance(order, Play))


def _waiting(line: LineRead) -> LineRead:
    return replace(
        line, verdict=Verdict.AMBIGUOUS, orders=(), problem=None, remarks=(), waits=True
    )


def _why(line: LineRead) -> str:
    """Return why a doubtful line is not taken, where an answer to it would not be its whole play."""
    if line.problem is not None and line.problem.message == rest_eaten():
        return rest_eaten()
    if len(line.choices) == 1:
        return partly_read()
    return several_meant([order_line(order) for choice in line.choices for order in choice])


def _dropped(line: LineRead) -> LineRead:
    """Return a line of a play that is not taken; policies in it are."""
    if any(isinstance(order, PolicyLine | SetAway) for order in line.orders):
        return line
    if line.problem is not None:
        if _SETS.match(line.text) or not line.choices:
            return line
        # An answer would play one line of several, which may be the only one that was doubted.
        return replace(line, choices=(), problem=replace(line.problem, message=_why(line)))
    if not line.orders:
        return line
    problem = Problem(below_refused(), below=True)
    return replace(line, verdict=Verdict.UNREADABLE, orders=(), problem=problem)
