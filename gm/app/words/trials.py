"""CHECK and FORECAST: a mail that holds one of them is answered and changes nothing.

CHECK answers with the receipt that the mail would have had; FORECAST plays its orders out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gm.app.mail_in.beforehand import read_beforehand
from gm.app.mail_in.letter_reading import read_letter
from gm.app.mail_in.letters import Letter
from gm.app.orders.adding import standing_of_all, with_additions_told, with_lists
from gm.app.orders.ahead import later_phase, later_view, retreats_of, retreats_view
from gm.app.orders.lateness import why_too_late
from gm.app.orders.order_book import Entered, Written, on_paper
from gm.app.orders.receipts import Sitting, receipt_view
from gm.app.ports import Transaction
from gm.app.services import Services
from gm.app.table import Table
from gm.app.talk.words_to_gm import tell_unread
from gm.app.words.acting import slipped, within_bounds
from gm.app.words.answers import answer_asked
from gm.app.words.asked import Asked, asked_in, slips_in
from gm.app.words.sandbox import forecast
from gm.contract.orders import Order
from gm.contract.told import ReadLine, SentAhead, Taken
from gm.games.diplomacy.pages import mails as season_mails
from gm.games.diplomacy.rules.phases import Phase, stage_of
from gm.interpret.commands import command_of
from gm.interpret.folding import fold
from gm.interpret.values import PressItem
from gm.languages import gettext, gettext_noop
from gm.report import mails

CHECK = "CHECK"
FORECAST = "FORECAST"
TRIALS = frozenset({CHECK, FORECAST})
"""The commands that make a whole mail a trial."""

_NOT_NOW = gettext_noop("This mail is a trial, so it was not done.")


def answer_trial(
    services: Services, transaction: Transaction, table: Table, letter: Letter
) -> bool:
    """Answer a mail that is a trial; False if it is none.

    A word in a message to others is no command, so it is looked for as all commands are.
    """
    if not read_beforehand(_may_be, letter.reading.lines):
        return False
    standing = standing_of_all(transaction, table, letter.person)
    shared = read_letter(letter, table, letter.reading.lines, standing)
    sittings = [
        Sitting(
            *(services, transaction, letter, table, power),
            with_additions_told(transaction, table, power, read),
        )
        for power, read in shared.readings
    ]
    asked, over = within_bounds(asked_in(sittings))
    words = [command.word for command in asked if command.word in TRIALS]
    if not words:
        return False
    others = _not_now(asked) + (over + slipped(slips_in(sittings), sure=True)).undone
    others += tuple(
        ReadLine(f"PRESS TO {', '.join(item.to)}", gettext(_NOT_NOW)) for item in _press(sittings)
    )
    if words[0] == FORECAST:
        shown = forecast(sittings[0], others)
        text = mails.written(shown.game, season_mails.forecast(shown))
    else:
        views = _views(sittings, (*shared.loose, *others))
        told = {line.text for line in others}
        unread = tell_unread(services, transaction, table, letter, shared.unread, told, trial=True)
        views[0] = replace(views[0], unread=unread)
        text = mails.written(views[0].stand.game, table.family.pages.receipt(views))
    kind, number = words[0].lower(), table.phase.number
    answer_asked(services, transaction, letter, kind, text, number)
    return True


def _may_be(lines: tuple[str, ...]) -> bool:
    """Tell whether a line may be the command that makes a mail a trial."""
    found = (command_of(fold(line[:100])) for line in lines)
    return any(command is not None and command.word in TRIALS for command in found)


def _press(sittings: Sequence[Sitting]) -> tuple[PressItem, ...]:
    return tuple(dict.fromkeys(item for sitting in sittings for item in sitting.read.press))


def _not_now(asked: Sequence[Asked]) -> tuple[ReadLine, ...]:
    return tuple(
        ReadLine(command.text, gettext(_NOT_NOW))
        for command in asked
        if command.word not in TRIALS
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
    later = later_phase(sitting.table, sitting.power)
    entered = _entered(sitting, sitting.read.orders)
    ahead = _entered(sitting, sitting.read.ahead, later) if later is not None else None
    kept = later_view(sitting.transaction, sitting.table, sitting.power, ahead)
    if kept is not None and ahead is not None:
        kept = replace(kept, orders=ahead.orders)
    view = receipt_view(sitting, entered, (kept, _retreats(sitting)))
    return replace(view, number=0, code="", checked=True)


def _retreats(sitting: Sitting) -> SentAhead | None:
    phase, given = retreats_of(sitting.table), sitting.read.retreats
    if phase is None or not given:
        return retreats_view(sitting.transaction, sitting.table, sitting.power)
    written = [Written(order, "") for order in given]
    done = on_paper(sitting.transaction, sitting.table, sitting.power, written, phase)
    return SentAhead(stage_of(phase), done.orders, done.changed, done.dropped)


def _entered(sitting: Sitting, orders: Sequence[Order], later: Phase | None = None) -> Entered:
    where = (sitting.transaction, sitting.table, sitting.power)
    given = [Written(order, "") for order in orders]
    return on_paper(
        *where,
        with_lists(*where, given, sitting.read, later),
        later,
        sitting.read.withdrawn(ahead=later is not None),
    )
