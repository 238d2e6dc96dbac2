"""CHECK and FORECAST: a mail that holds one of them is answered and changes nothing.

CHECK answers with the receipt that the mail would have had; FORECAST plays its orders out. Where what a
stage would bring may not be shown, ODDS before an order is CHECK above it: its receipt has the chances.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from gm.app.orders.ahead import later_stage, later_view, retreats_view
from gm.app.orders.lateness import why_too_late
from gm.app.orders.order_book import (
    Entered,
    Written,
    on_paper,
    standing_of_all,
    with_additions_told,
    with_lists,
)
from gm.app.orders.receipts import receipt_view
from gm.app.orders.sitting import Sitting
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import Letter, read_letter
from gm.app.table import Table
from gm.app.talk.words_to_gm import tell_unread
from gm.app.words.answers import answer_asked
from gm.app.words.mail_acts import AskedCommand, asked_in, slipped, slips_in, within_bounds
from gm.contract.language import PressRead
from gm.contract.told import ReadLine, SentAhead, Taken
from gm.interpret.commands import command_of
from gm.interpret.folding import fold
from gm.languages import gettext, gettext_noop
from gm.report import mails

CHECK: Final = "CHECK"
"""The command that makes a whole mail a trial in every game; some have more of them."""

_ODDS: Final = re.compile(r"[\s>*]*+odds\b(?:\s++(?:of|for|if)\b)?[\s:,]*+(.*)", re.I)
"""A line that asks for the chances of the order behind the word."""


def trials_of(table: Table) -> frozenset[str]:
    """Return the commands that make a whole mail a trial in a game.

    Where what a stage would bring may not be shown, only CHECK is one.
    """
    shown = table.family.acts.trials if table.rules.meta.previews else ()
    return frozenset({CHECK, *shown})


_NOT_NOW = gettext_noop("This mail is a trial, so it was not done.")


def answer_trial(table: Table, letter: Letter) -> bool:
    """Answer a mail that is a trial; False if it is none.

    A word in a message to others is no command, so it is looked for as all commands are.
    """
    if not table.rules.meta.previews:
        lines = tuple(_without_odds(letter.reading.lines))
        letter = replace(letter, reading=replace(letter.reading, lines=lines))
    if not read_beforehand(_may_be, letter.reading.lines, trials_of(table)):
        return False
    standing = standing_of_all(table, letter.person)
    shared = read_letter(letter, table, letter.reading.lines, standing)
    sittings = [
        Sitting(
            *(letter, table, read.seat),
            with_additions_told(table, read.seat, read),
        )
        for read in shared.seats
    ]
    asked, over = within_bounds(asked_in(sittings))
    trials = trials_of(table)
    words = [command.word for command in asked if command.word in trials]
    if not words:
        return False
    others = _not_now(asked, trials) + (over + slipped(slips_in(sittings), sure=True)).undone
    others += tuple(
        ReadLine(f"PRESS TO {', '.join(item.to)}", gettext(_NOT_NOW)) for item in _press(sittings)
    )
    if words[0] != CHECK:
        text = table.family.acts.trials[words[0]](sittings[0], others)
    else:
        views = _views(sittings, (*shared.loose, *others))
        known = {line.text for line in others}
        unread = tell_unread(table, letter, shared.unread, known, trial=True)
        views[0] = replace(views[0], unread=unread)
        text = mails.written(views[0].stand.game, table.family.pages.receipt(views))
    kind, number = words[0].lower(), table.phase.number
    answer_asked(letter, kind, text, number)
    return True


def _without_odds(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a mail with CHECK above each order that ODDS stands before."""
    for line in lines:
        odds = _ODDS.fullmatch(line[:400])
        yield from (CHECK, odds[1].rstrip(" \t?")) if odds is not None else (line,)


def _may_be(lines: tuple[str, ...], trials: frozenset[str]) -> bool:
    """Tell whether a line may be the command that makes a mail a trial."""
    commands = (command_of(fold(line[:100])) for line in lines)
    return any(command is not None and command.word in trials for command in commands)


def _press(sittings: Sequence[Sitting]) -> tuple[PressRead, ...]:
    return tuple(dict.fromkeys(item for sitting in sittings for item in sitting.read.press))


def _not_now(asked: Sequence[AskedCommand], trials: frozenset[str]) -> tuple[ReadLine, ...]:
    return tuple(
        ReadLine(command.text, gettext(_NOT_NOW))
        for command in asked
        if command.word not in trials
    )


def _views(sittings: Sequence[Sitting], loose: Sequence[ReadLine]) -> list[Taken[Any]]:
    """Return the receipts that the mail would have, of the powers that it orders for."""
    speaking = [
        sitting
        for sitting in sittings
        if any(line.orders or line.problem for line in sitting.read.lines)
    ]
    views = [_view(sitting) for sitting in speaking or sittings[:1]]
    late = why_too_late(sittings[0])
    views[0] = replace(
        views[0],
        problems=(*loose, *views[0].problems),
        late=gettext("Sent now they would not count: {late}", late=late) if late else "",
    )
    return views


def _view(sitting: Sitting) -> Taken[Any]:
    later = later_stage(sitting.table, sitting.power)
    entered = _entered(sitting)
    ahead = _entered(sitting, later.name) if later is not None else None
    kept = later_view(sitting.table, sitting.power, ahead)
    if kept is not None and ahead is not None:
        kept = replace(kept, orders=ahead.orders)
    view = receipt_view(sitting, entered, (kept, _retreats(sitting)))
    return replace(view, number=0, code="", checked=True)


def _retreats(sitting: Sitting) -> SentAhead | None:
    where = (sitting.table, sitting.power)
    stage = next(iter(sitting.table.rules.contingent(sitting.table.state)), None)
    if stage is None or not sitting.read.given_for(stage.name):
        return retreats_view(*where)
    done = _entered(sitting, stage.name)
    return SentAhead(stage, done.orders, done.changed, done.dropped)


def _entered(sitting: Sitting, stage: str = "") -> Entered:
    where = (sitting.table, sitting.power)
    given = [Written(each.order, "") for each in sitting.read.given_for(stage)]
    return on_paper(
        *where,
        with_lists(*where, given, sitting.read, stage),
        stage,
        sitting.read.withdrawn(stage),
    )
