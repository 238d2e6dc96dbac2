"""Sets aside the orders of a mail that its own words take back, doubt, suppose or offer as a choice.

The orders that such words speak of are not taken; the line with the words asks about them, and its
choices are those orders. Nothing is picked for the writer. docs/adr/0074 says what speaks of what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from gm.contract.language import Command, Problem, Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.judging import judge_list, standing_beside
from gm.games.diplomacy.language.talk.anew import CHOICE_KINDS
from gm.games.diplomacy.language.talk.claims import MailClaims, nearest
from gm.games.diplomacy.language.talk.doubts import doubts_in
from gm.games.diplomacy.language.talk.said_lines import REMOVING, Choices, Claim, Key, gives
from gm.games.diplomacy.language.talk.spoken_of import names_in
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.orders import (
    UnitOrder,
    Waive,
    replaces,
)
from gm.games.diplomacy.wording.complaints import reservation_words
from gm.games.diplomacy.wording.complaints.reservation_words import Stands
from gm.interpret.folding import fold
from gm.interpret.reservations import (
    Kind,
    Saying,
    leaves_open,
    saying_of,
)
from gm.time_limit import check_time

_MOST_CHOICES = 9
"""Choices of one question."""


def set_aside(
    lines: Sequence[LineReading],
    texts: Sequence[str],
    commands: Sequence[Command],
    context: Context,
    passed: AbstractSet[int],
) -> tuple[LineReading, ...]:
    """Return the lines of a mail, those that its own words set aside without their orders.

    Args:
        lines: as each was read by itself.
        texts: of the mail, to see where its paragraphs end.
        commands: what was read as commands.
        context: the position.
        passed: the numbers of lines in messages to others, which say nothing here.
    """
    if not context.stood and not any(gives(line) or line.problem is not None for line in lines):
        return tuple(lines)
    shouted = {command.line for command in commands if command.text.isupper()}
    said = {
        at: _said_above(lines[at], context)
        if context.headed and lines[at].number == 1
        else _said(lines[at])
        for at in nearest(lines)
        if _may_say(lines[at]) and lines[at].number not in passed | shouted
    }
    mail = MailClaims(lines, texts, context, said, passed | shouted)
    claims = [*_settled(mail.claims())]
    claims, refused = _without_refused(claims, lines, mail.lines, context)
    lines = tuple(refused.get(at, line) for at, line in enumerate(lines))
    waiting = {at for claim in claims for at in (claim.at, *claim.places)}
    kept = {
        replaces(order, context.kind)
        for at, line in enumerate(lines)
        if at not in waiting and not line.ahead
        for order in line.orders
    }
    left = [_waiting(line) if at in waiting else line for at, line in enumerate(lines)]
    rest = [line for line in left if line.orders and not line.retreats]
    for claim in claims:
        asked = [*_asked(claim, mail.lines, rest, context, kept)]
        line = lines[claim.at]
        withdraws = () if claim.spares else line.withdraws
        left[claim.at] = replace(asked[0], number=line.number, withdraws=withdraws)
        left += asked[1:]
    return _without_denied(left)


def _without_refused(
    claims: Sequence[Claim],
    lines: Sequence[LineReading],
    read: Sequence[LineReading],
    context: Context,
) -> tuple[list[Claim], dict[int, LineReading]]:
    """Return claims without the orders that no answer could give, and those with why they are refused.

    Whoever drafts a build in a home that is occupied is told so at once: no answer would record it.

    Args:
        claims: what words speak of. lines: of the mail. read: the same, as the claims have them.
        context: the position.
    """
    waiting = {at for claim in claims for at in (claim.at, *claim.places)}
    rest = [line for at, line in enumerate(lines) if at not in waiting and line.orders]
    refused: dict[int, LineReading] = {}
    left: list[Claim] = []
    for claim in claims:
        judged = [_judged(option, read, rest, context) for option in claim.options]
        could = {at for each in judged for at, line in each.items() if line.orders}
        gone = {at: line for each in judged for at, line in each.items() if at not in could}
        refused |= gone
        options = tuple(tuple(at for at in option if at not in gone) for option in claim.options)
        if not gone or any(options) or claim.first:
            left.append(replace(claim, options=options))
    return left, refused


def _judged(
    option: Sequence[int],
    lines: Sequence[LineReading],
    rest: Sequence[LineReading],
    context: Context,
) -> dict[int, LineReading]:
    """Return the orders of a choice by their places, as the rules see them beside the rest of the mail."""
    places = [at for at in option if lines[at].orders and not lines[at].retreats]
    judged: dict[int, LineReading] = {}
    for ahead in (False, True):
        where = context.later if ahead and context.later else context
        chosen = [at for at in places if lines[at].ahead is ahead]
        beside = [line for line in rest if line.ahead is ahead and not line.retreats]
        result = judge_list((*beside, *(lines[at] for at in chosen)), where)[len(beside) :]
        judged |= dict(zip(chosen, result, strict=True))
    return judged


def _settled(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Yield claims to what none before them spoke of."""
    done: set[int] = set()
    for claim in claims:
        check_time()
        if claim.at in done:
            continue
        options = tuple(tuple(at for at in option if at not in done) for option in claim.options)
        left = replace(claim, options=options)
        if left.places or left.first or left.refuses:
            done |= left.places | {left.at}
            yield left


def _said(line: LineReading) -> Saying:
    """Return what a line says; of one that is a failed order only what can be meant of others."""
    check_time()
    saying = saying_of(line.text)
    if line.verdict is Verdict.CHATTER:
        return saying
    if fold(line.text).partition(" ")[0].casefold() in REMOVING:
        return replace(saying, kinds=frozenset())
    return replace(saying, kinds=saying.kinds & _OF_FAILED)


def _said_above(line: LineReading, context: Context) -> Saying:
    """Return what a mail's subject says: of all its orders, where it takes back or doubts without a name."""
    saying = _said(line)
    if any(True for _ in names_in(saying.words, context.board)):
        return saying
    kinds = saying.kinds | ({Kind.DRAFT} if leaves_open(line.text) else frozenset())
    return replace(saying, kinds=kinds, opens=True)


_OF_FAILED = frozenset(
    {
        Kind.TAKE_BACK,
        Kind.TAKE_BACK_ONE,
        Kind.NOT_THESE,
        Kind.CASE,
        Kind.CHOICE,
        Kind.OR,
        Kind.REAL,
    }
)


def _may_say(line: LineReading) -> bool:
    below = line.problem is not None and line.problem.below
    open_to = not line.choices or _only_waives(line) or _heads_choice(line.text)
    return not gives(line) and not below and open_to


def _only_waives(line: LineReading) -> bool:
    """Tell whether a line is only asked about as a waiver: `cancel the fleet`, which a list may hold."""
    return all(isinstance(order, Waive) for choice in line.choices for order in choice)


def _heads_choice(text: str) -> bool:
    """Tell whether a line begins as one choice of several: `Option 1: ...`, `or ...`."""
    head, sign, _ = text.partition(":")
    first = text.split(maxsplit=1)[:1]
    heads = (*([head] if sign else ()), *first)
    return any(saying_of(words).kinds & CHOICE_KINDS for words in heads)


def _waiting(line: LineReading) -> LineReading:
    """Return a line without its orders, which another line asks about."""
    return replace(
        line,
        verdict=Verdict.AMBIGUOUS,
        orders=(),
        problem=None,
        remarks=(),
        withdraws=(),
        choices=(),
        waits=True,
    )


def _asked(
    claim: Claim,
    lines: Sequence[LineReading],
    rest: Sequence[LineReading],
    context: Context,
    kept: AbstractSet[Key],
) -> Iterator[LineReading]:
    """Yield the questions about the orders that words speak of, one for each phase they are for.

    Args:
        claim: the words; lines: of the mail. rest: the lines that nothing speaks of.
        context: the position; kept: what the orders of the rest replace.
    """
    line = lines[claim.at]
    every = [lines[at] for at in sorted(claim.places)]
    ordered = [replaces(order, context.kind) for reading in every for order in reading.orders]
    waiting = {*ordered}
    # Of two orders to one unit the last is asked about.
    count = sum(1 for key in ordered if key[1] is None) + sum(1 for key in waiting if key[1])
    count += sum(1 for reading in every if not reading.orders)
    count = count or sum(map(len, claim.first[:1]))
    before = not waiting & kept and not any(reading.withdraws for reading in (line, *every))
    problem = claim.problem(Stands(count, before))
    if claim.refuses:
        yield replace(_asking(line, problem, (), ahead=False), reserves=False)
        return
    if any(line_reading.retreats or line_reading.withdraws for line_reading in every):
        problem = reservation_words.also_unasked(problem)
    questions = 0
    of_later = bool(every) and all(reading.ahead for reading in every)
    for ahead in (False, True):
        choices = tuple(
            _orders_of([lines[at] for at in option if lines[at].ahead is ahead], rest, context)
            for option in claim.options
        )
        first = claim.first if ahead is of_later else ()
        whole = tuple(dict.fromkeys(pair for pair in (*first, *choices) if pair))[:_MOST_CHOICES]
        if whole:
            questions += 1
            answered = reservation_words.with_answers(problem, len(whole), count)
            asking = _asking(line, answered, whole, ahead=ahead)
            yield replace(asking, labelled=claim.labelled)
    if not questions:
        yield _asking(line, problem, (), ahead=False)


def _asking(line: LineReading, problem: Problem, choices: Choices, *, ahead: bool) -> LineReading:
    return LineReading(
        line.number,
        line.text,
        Verdict.AMBIGUOUS,
        problem=problem,
        ahead=ahead,
        choices=choices,
        reserves=True,
    )


def _orders_of(
    lines: Sequence[LineReading], rest: Sequence[LineReading], context: Context
) -> tuple[Order, ...]:
    """Return the orders of lines as a mail with the rest would give them: of two to a unit the last.

    Lines that add to a list which stands, and of which nothing is in the rest, give it whole.
    """
    where = context.later if lines and lines[0].ahead and context.later else context
    chosen = tuple(line for line in lines if not line.retreats)
    beside = tuple(line for line in rest if any(line.ahead is reading.ahead for reading in chosen))
    read = judge_list((*beside, *chosen), where)[len(beside) :]
    given = [order for line in read for order in line.orders]
    taken = {replaces(order, where.kind)[0] for line in beside for order in line.orders}
    stood = [
        order
        for order in standing_beside(read, where)
        if replaces(order, where.kind)[0] not in taken
    ]
    last = {replaces(order, where.kind): order for order in given}
    return (
        *stood,
        *(
            order
            for order in given
            if replaces(order, where.kind)[1] is None or last[replaces(order, where.kind)] is order
        ),
    )


def _without_denied(lines: Sequence[LineReading]) -> tuple[LineReading, ...]:
    """Return lines without the orders that a further one of them denies, and asks about."""
    denied = {
        order
        for line in lines
        if line.verdict is Verdict.AMBIGUOUS and not line.reserves and not line.orders
        if doubts_in(fold(line.text))
        for choice in line.choices
        for order in choice
        if isinstance(order, UnitOrder)
    }
    return tuple(
        _waiting(line) if line.orders and denied.issuperset(line.orders) else line
        for line in lines
    )
